// What stands in the window of Ctrl K: a line to type into, and what was found. It comes when it is first opened.
import searchIcon from 'icon:search'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './palette.module.css'
import { type Find, useFinds } from './use-finds.ts'

export function Finder({ onClose }: { onClose: () => void }) {
  const words = useWords(frameWords)
  const navigate = useNavigate()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { finds, isAsking } = useFinds(typed)
  const chosen = finds[Math.min(at, finds.length - 1)]
  const go = ({ to }: Find) => {
    onClose()
    void navigate({ to })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen !== undefined) go(chosen)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setAt((now) => (now + step + finds.length) % Math.max(1, finds.length))
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
          aria-activedescendant={chosen && `${list}-${chosen.id}`}
          aria-label={words.findTitle}
          placeholder={words.findHint}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div className={css.found}>
        <div id={list} role="listbox" aria-label={words.findTitle}>
          {finds.map((find, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field above, which names the chosen one
            // biome-ignore lint/a11y/useFocusableInteractive: the same
            <div
              key={find.id}
              id={`${list}-${find.id}`}
              role="option"
              aria-selected={index === at}
              className={css.option}
              onClick={() => go(find)}
              onPointerMove={() => setAt(index)}
            >
              <Icon of={find.icon} />
              <span>
                {find.name}
                {find.text && <small>{find.text}</small>}
              </span>
            </div>
          ))}
        </div>
        {finds.length === 0 && !isAsking && <p className={css.none}>{words.findNothing}</p>}
      </div>
    </>
  )
}
