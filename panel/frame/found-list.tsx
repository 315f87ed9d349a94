// The results of Ctrl K in groups, with arrow-key navigation from the input above.

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { go } from '../api/place.ts'
import { useWishes } from '../api/use-wishes.ts'
import { Button } from '../parts/button.tsx'
import { failureText } from '../parts/failure-text.ts'
import { Icon } from '../parts/icon.tsx'
import { useFormats } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './palette.module.css'
import { keepThing } from './recent-finds.ts'
import { type Find, useFinds } from './use-finds.ts'

/** Pages are known at once and come first, so that later results do not move them. */
const GROUPS = ['recent', 'pages', 'objects'] as const

export interface FoundListProps {
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

export function FoundList({ list, typed, keys, isEager, onActive, onClose }: FoundListProps) {
  const words = useWords(frameWords)
  const wishes = useWishes()
  const [moved, setMoved] = useState({ typed, index: 0 })
  // A changed text selects the first result again.
  const at = moved.typed === typed ? moved.index : 0
  const setAt = (index: number) => setMoved({ typed, index })
  const { finds, isAsking, error, retry } = useFinds(typed)
  const chosen = finds[Math.min(at, finds.length - 1)]
  const idOf = ({ id }: Find) => `${list}-${id}`
  const chosenId = chosen && idOf(chosen)
  const open = ({ to, thing }: Find) => {
    if (thing !== undefined) keepThing(wishes, thing)
    onClose()
    void go(to)
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
      setAt((at + step + finds.length) % Math.max(1, finds.length))
    }
  })
  return (
    <>
      <div id={list} role="listbox" aria-label={words.findTitle}>
        {GROUPS.filter((group) => finds.some((find) => find.group === group)).map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list can be grouped by nothing else
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <div id={`${list}-${group}`} className={css.groupName}>
              {words.findGroups[group]}
            </div>
            {finds.map((find, index) =>
              find.group === group ? (
                <Option
                  key={find.id}
                  id={idOf(find)}
                  of={find}
                  isChosen={find === chosen}
                  onChoose={() => open(find)}
                  onPoint={() => setAt(index)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      {isAsking && (
        <p className={css.none} role="status">
          {words.findAsking}
        </p>
      )}
      {error !== null && <Failed error={error} onRetry={retry} />}
      {finds.length === 0 && !isAsking && error === null && (
        <p className={css.none} role="status">
          {words.findNothing}
        </p>
      )}
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly of: Find
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
