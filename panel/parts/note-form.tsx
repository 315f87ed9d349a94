// A form to write or edit a note.
import { useState } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { failureText } from './failure-text.ts'
import { Form, FormButtons } from './form-box.tsx'
import { Textarea } from './textarea.tsx'

export interface NoteFormProps {
  readonly start?: string
  readonly label: string
  readonly verb: string
  readonly change: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSave: (text: string) => void
  readonly onCancel?: () => void
}

const LETTERS_MAX = 5_000

export function NoteForm({ start = '', label, verb, change, onSave, onCancel }: NoteFormProps) {
  const parts = useWords(partWords)
  const [text, setText] = useState(start)
  const written = text.trim()
  return (
    <Form
      failure={change.error === null ? undefined : failureText(change.error, parts).text}
      onSubmit={(event) => {
        event.preventDefault()
        if (written !== '') onSave(written)
      }}
    >
      <Textarea
        label={label}
        hidesLabel
        placeholder={label}
        rows={2}
        maxLength={LETTERS_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {(written !== '' || onCancel) && (
        <FormButtons>
          {onCancel && <Button onClick={onCancel}>{parts.cancel}</Button>}
          <Button type="submit" isBusy={change.isPending} disabled={written === ''}>
            {verb}
          </Button>
        </FormButtons>
      )}
    </Form>
  )
}
