// The input of Ctrl K. It is available at once; the result list is a chunk of its own, which is preloaded.
import searchIcon from 'icon:search'
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './palette.module.css'

export const loadResults = () => import('./search-results.tsx')
const FoundList = lazy(async () => ({ default: (await loadResults()).SearchResults }))

export function Finder({ onClose }: { onClose: () => void }) {
  const words = useWords(frameWords)
  const list = useId()
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<string>()
  const [isEager, setEager] = useState(false)
  const press = (event: KeyboardEvent) => {
    keys.current?.(event)
    // Enter before the results have arrived opens the first one.
    if (event.key === 'Enter') setEager(true)
  }
  return (
    <>
      <div className={css.typed}>
        <Icon of={searchIcon} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the window was opened to type here
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={active}
          aria-label={words.findTitle}
          placeholder={words.findHint}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setEager(false)
          }}
          onKeyDown={press}
        />
      </div>
      <div className={css.found}>
        <Suspense>
          <FoundList {...{ list, typed, keys, isEager, onClose }} onActive={setActive} />
        </Suspense>
      </div>
    </>
  )
}
