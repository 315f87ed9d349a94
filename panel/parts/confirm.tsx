// A confirmation dialog for actions that cannot be undone; dangerous ones require a typed word.
import { type ReactNode, useState } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './failure-text.ts'
import { Form } from './form.tsx'
import { Input } from './input.tsx'

export interface ConfirmProps {
  readonly title: string
  /** The consequences, with amounts and names. */
  readonly children: ReactNode
  /** The label names the action: "Cancelar reserva", never "OK". */
  readonly verb: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  /** The dialog only says why the action is not possible. */
  readonly isBlocked?: boolean
  readonly isDanger?: boolean
  readonly error?: unknown
  /** A word that the user must type, such as a name or a locator. */
  readonly word?: string
}

export function Confirm(props: ConfirmProps) {
  const words = useWords(partWords)
  const {
    title,
    children,
    verb,
    isOpen,
    onClose,
    onConfirm,
    isBusy,
    isBlocked = false,
    isDanger,
    error,
    word,
  } = props
  const [typed, setTyped] = useState('')
  const isConfirmed = !isBlocked && (word === undefined || typed.trim().toUpperCase() === word.toUpperCase())
  const buttons = (
    <>
      {/* "Cancelar" beside "Cancelar reserva" would be ambiguous. */}
      <Button onClick={onClose}>{words.back}</Button>
      <Button
        kind={isDanger ? 'danger' : 'main'}
        disabled={!isConfirmed}
        isBusy={isBusy ?? false}
        onClick={onConfirm}
      >
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} buttons={buttons}>
      <Form
        failure={error === undefined || error === null ? undefined : failureText(error, words).text}
        onSubmit={(event) => {
          event.preventDefault()
          if (isConfirmed) onConfirm()
        }}
      >
        {children}
        {word !== undefined && (
          <Input
            label={words.typeToConfirm(word)}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Form>
    </Dialog>
  )
}
