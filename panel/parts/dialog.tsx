// A modal: a dialog, a drawer, or on phones a bottom sheet. The native dialog element traps the focus.
import x from 'icon:x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import css from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Called before it closes; false keeps it open. */
  readonly mayClose?: () => boolean
  readonly kind?: 'box' | 'wide' | 'drawer'
  /** Only its own button closes it, because its content is shown only once. */
  readonly isSticky?: boolean
  /** The buttons at the bottom, the main one last. */
  readonly buttons?: ReactNode
  readonly children: ReactNode
}

export function Dialog({
  title,
  isOpen,
  onClose,
  mayClose = () => true,
  kind = 'box',
  isSticky = false,
  buttons,
  children,
}: DialogProps) {
  const words = useWords(partWords)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser itself
    <dialog
      ref={dialog}
      className={cx(css.dialog, kind !== 'box' && css[kind])}
      aria-labelledby={id}
      // The close event of a nested dialog arrives here too.
      onClose={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        if (event.target === dialog.current && (isSticky || !mayClose())) event.preventDefault()
      }}
      onClick={({ target }) => {
        if (!isSticky && target === dialog.current && mayClose()) dialog.current.close()
      }}
    >
      {isOpen && (
        <div className={css.inner}>
          <header className={css.head}>
            <h2 id={id}>{title}</h2>
            {!isSticky && (
              <Button
                kind="bare"
                icon={x}
                aria-label={words.close}
                className={css.shut}
                onClick={() => mayClose() && onClose()}
              />
            )}
          </header>
          <div className={css.body}>{children}</div>
          {buttons !== undefined && <footer className={css.ends}>{buttons}</footer>}
        </div>
      )}
    </dialog>
  )
}
