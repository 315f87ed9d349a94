// A button with a confirmation dialog for actions that cannot be undone; the dialog shows errors.
import { type ReactNode, useState } from 'react'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { Button, type ButtonKind } from './button.tsx'
import { Confirm } from './confirm.tsx'

/** The part of `useChange` that the dialog needs. */
export interface Mutation<A> {
  readonly mutateAsync: (request: A) => Promise<unknown>
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

export interface ConfirmButtonProps<A> {
  /** The label of the button, also in the dialog. */
  readonly verb: string
  readonly title: string
  readonly children: ReactNode
  readonly change: Mutation<A>
  readonly request: A
  readonly kind?: ButtonKind
  readonly icon?: IconShapes
  readonly isDanger?: boolean
  readonly isSmall?: boolean
  readonly disabled?: boolean
  /** A word that the user must type to confirm. */
  readonly word?: string
}

export function ConfirmButton<A>(props: ConfirmButtonProps<A>) {
  const { verb, title, children, change, request, kind = 'plain', icon, isDanger, isSmall, word } = props
  const { disabled = false } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        kind={kind}
        icon={icon}
        isSmall={isSmall ?? false}
        disabled={disabled}
        onClick={() => {
          change.reset()
          setOpen(true)
        }}
      >
        {verb}
      </Button>
      <Confirm
        title={title}
        verb={verb}
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => void change.mutateAsync(request).then(close, () => undefined)}
        isBusy={change.isPending}
        isDanger={isDanger ?? true}
        error={change.error}
        {...(word !== undefined && { word })}
      >
        {children}
      </Confirm>
    </>
  )
}
