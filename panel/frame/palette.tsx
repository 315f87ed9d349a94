// Ctrl K: searches records by locator, ticket, name or number, and all pages.
import searchIcon from 'icon:search'
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './palette.module.css'

export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', listen)
    // If the preload fails offline, the chunk is loaded when the palette opens.
    loadResults().catch(() => undefined)
    return () => removeEventListener('keydown', listen)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(frameWords)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser itself
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={words.findTitle}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      {isOpen && <Finder onClose={onClose} />}
    </dialog>
  )
}

const loadResults = () => import('./search-results.tsx')
const FoundList = lazy(async () => ({ default: (await loadResults()).SearchResults }))

/**
 * The input of Ctrl K. It is available at once; the result list is a chunk of its own, which is preloaded.
 */
function Finder({ onClose }: { onClose: () => void }) {
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
