// The results of Ctrl K in groups, with arrow-key navigation from the input above.

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { navigate } from '../api/navigation.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { Button } from '../parts/button.tsx'
import { failureText } from '../parts/failure-text.ts'
import { Icon } from '../parts/icon.tsx'
import { useFormats } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './palette.module.css'
import { rememberRecord, type SearchEntry, useSearchEntries } from './use-search-entries.ts'

/** Pages are known at once and come first, so that later results do not move them. */
const GROUPS = ['recent', 'pages', 'objects'] as const

export interface SearchResultsProps {
  /** The id of the list element. */
  readonly list: string
  readonly typed: string
  /** Receives the key events of the input. */
  readonly keys: RefObject<((event: KeyboardEvent) => void) | null>
  /** Opens the first result as soon as it arrives. */
  readonly isEager: boolean
  readonly onActive: (id: string | undefined) => void
  readonly onClose: () => void
}

export function SearchResults({ list, typed, keys, isEager, onActive, onClose }: SearchResultsProps) {
  const words = useWords(frameWords)
  const preferences = usePreferences()
  const [moved, setMoved] = useState({ typed, index: 0 })
  // A changed text selects the first result again.
  const at = moved.typed === typed ? moved.index : 0
  const setAt = (index: number) => setMoved({ typed, index })
  const { results, isLoading, error, retry } = useSearchEntries(typed)
  const chosen = results[Math.min(at, results.length - 1)]
  const idOf = ({ id }: SearchEntry) => `${list}-${id}`
  const chosenId = chosen && idOf(chosen)
  const open = ({ to, record }: SearchEntry) => {
    if (record !== undefined) rememberRecord(preferences, record)
    onClose()
    void navigate(to)
  }
  useEffect(() => {
    onActive(chosenId)
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId, onActive])
  useEffect(() => {
    if (isEager && chosen !== undefined) open(chosen)
    keys.current = (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((at + step + results.length) % Math.max(1, results.length))
    }
  })
  return (
    <>
      <div id={list} role="listbox" aria-label={words.findTitle}>
        {GROUPS.filter((group) => results.some((entry) => entry.group === group)).map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list can be grouped by nothing else
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <div id={`${list}-${group}`} className={css.groupName}>
              {words.findGroups[group]}
            </div>
            {results.map((entry, index) =>
              entry.group === group ? (
                <Option
                  key={entry.id}
                  id={idOf(entry)}
                  of={entry}
                  isChosen={entry === chosen}
                  onChoose={() => open(entry)}
                  onPoint={() => setAt(index)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      {isLoading && (
        <p className={css.none} role="status">
          {words.findAsking}
        </p>
      )}
      {error !== null && <Failed error={error} onRetry={retry} />}
      {results.length === 0 && !isLoading && error === null && (
        <p className={css.none} role="status">
          {words.findNothing}
        </p>
      )}
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly of: SearchEntry
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onPoint: () => void
}

function Option({ id, of: { icon, name, text, amount }, isChosen, onChoose, onPoint }: OptionProps) {
  const formats = useFormats()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field above, which names the chosen one
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={css.option}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <Icon of={icon} />
      <span className={css.what}>
        {name}
        {text && <small>{text}</small>}
      </span>
      {amount && <span className={css.amount}>{formats.money(amount)}</span>}
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const parts = useWords(partWords)
  const { title, text } = failureText(error, parts)
  return (
    <div className={css.none} role="alert">
      <p>
        <b>{title}.</b> {text}
      </p>
      <Button isSmall onClick={onRetry}>
        {parts.retry}
      </Button>
    </div>
  )
}
