// A button for what cannot be undone: it asks in words, does it, and says what went wrong where it did not.
import { type ReactNode, useState } from 'react'
import type { IconShapes } from '../kit/icon-shapes.ts'
import { Button, type ButtonKind } from './button.tsx'
import { Confirm } from './confirm.tsx'

/** As `useChange` gives it. */
export interface Changing<A> {
  readonly mutateAsync: (asked: A) => Promise<unknown>
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

export interface AskFirstProps<A> {
  /** Of the button; in the window it says the same. */
  readonly verb: string
  readonly title: string
  readonly children: ReactNode
  readonly change: Changing<A>
  readonly asked: A
  readonly kind?: ButtonKind
  readonly icon?: IconShapes
  readonly isDanger?: boolean
  readonly isSmall?: boolean
  /** Must be typed. */
  readonly word?: string
}

export function AskFirst<A>(props: AskFirstProps<A>) {
  const { verb, title, children, change, asked, kind = 'plain', icon, isDanger, isSmall, word } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        kind={kind}
        icon={icon}
        isSmall={isSmall ?? false}
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
        onConfirm={() => void change.mutateAsync(asked).then(close, () => undefined)}
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
