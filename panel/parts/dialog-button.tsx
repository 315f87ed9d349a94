// A button that opens a dialog with a form; the form closes it when done.
import { type ReactNode, useState } from 'react'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { Button, type ButtonKind } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface DialogButtonProps {
  readonly verb: string
  /** The title of the dialog, if it differs from the button. */
  readonly title?: string
  readonly kind?: ButtonKind
  readonly icon?: IconShapes
  readonly isSmall?: boolean
  readonly disabled?: boolean
  readonly children: (close: () => void) => ReactNode
}

export function DialogButton({ verb, title = verb, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
