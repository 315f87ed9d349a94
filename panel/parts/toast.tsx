// Toasts with an optional undo button. They disappear after a few seconds unless hovered or focused.
import x from 'icon:x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Icon } from './icon.tsx'
import css from './toast.module.css'

export interface Toast {
  readonly text: string
  readonly kind?: 'plain' | 'bad'
  readonly onUndo?: () => void
}

interface Shown extends Toast {
  readonly id: number
}

const DURATION_MS = 6_000
const SHOWN_MAX = 3
const listeners = new Set<() => void>()
let shown: readonly Shown[] = []
let count = 0

export function toast(one: Toast): void {
  count++
  change([...shown, { ...one, id: count }].slice(-SHOWN_MAX))
}

/** Rendered once, in the frame. */
export function Toasts() {
  const words = useWords(partWords)
  const toasts = useSyncExternalStore(subscribe, () => shown)
  return (
    <section className={css.toasts} aria-label={words.notices} aria-live="polite">
      {toasts.map((one) => (
        <ToastBox key={one.id} {...one} />
      ))}
    </section>
  )
}

function ToastBox({ id, text, kind, onUndo }: Shown) {
  const words = useWords(partWords)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  const look = { onFocus: () => setPaused(true), onBlur: () => setPaused(false) }
  const point = { onPointerEnter: look.onFocus, onPointerLeave: look.onBlur }
  return (
    <div className={cx(css.toast, kind === 'bad' && css.bad)} {...look} {...point}>
      <p>{text}</p>
      {onUndo && (
        <button
          type="button"
          className={css.undo}
          onClick={() => {
            dismiss(id)
            onUndo()
          }}
        >
          {words.undo}
        </button>
      )}
      <button type="button" className={css.shut} aria-label={words.close} onClick={() => dismiss(id)}>
        <Icon of={x} size={16} />
      </button>
    </div>
  )
}

function dismiss(id: number): void {
  change(shown.filter((one) => one.id !== id))
}

function change(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
