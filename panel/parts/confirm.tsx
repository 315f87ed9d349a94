// Asks before what cannot be undone: says what will happen, and for the worst wants a word typed.
import { type ReactNode, useState } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './failure-text.ts'
import { Form } from './form-box.tsx'
import { Input } from './input.tsx'

export interface ConfirmProps {
  readonly title: string
  /** What will happen, with amounts and names. */
  readonly children: ReactNode
  /** The button says what it does: «Cancelar reserva», never «OK». */
  readonly verb: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  readonly isDanger?: boolean
  readonly error?: unknown
  /** Must be typed: a name, a locator. */
  readonly word?: string
}

export function Confirm(props: ConfirmProps) {
  const words = useWords(partWords)
  const { title, children, verb, isOpen, onClose, onConfirm, isBusy, isDanger, error, word } = props
  const [typed, setTyped] = useState('')
  const mayGo = word === undefined || typed.trim().toUpperCase() === word.toUpperCase()
  const ends = (
    <>
      {/* «Cancelar» beside «Cancelar reserva» would be a riddle. */}
      <Button onClick={onClose}>{words.back}</Button>
      <Button
        kind={isDanger ? 'danger' : 'main'}
        disabled={!mayGo}
        isBusy={isBusy ?? false}
        onClick={onConfirm}
      >
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} ends={ends}>
      <Form
        failure={error === undefined || error === null ? undefined : failureText(error, words).text}
        onSubmit={(event) => {
          event.preventDefault()
          if (mayGo) onConfirm()
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
