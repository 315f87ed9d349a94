// Ctrl K: searches records by locator, ticket, name or number, and all pages.
import { useEffect, useRef, useState } from 'react'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { Finder, loadResults } from './finder.tsx'
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
