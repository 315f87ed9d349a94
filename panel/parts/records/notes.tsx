// The team's notes about a booking, a client or a trip.
import pencil from 'icon:pencil'
import trash from 'icon:trash-2'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { recordWords } from '../../words/records.ts'
import { useTranslate } from '../../words/translate.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { DateTime } from '../date-time.tsx'
import { failureText } from '../failure-text.ts'
import { Form, FormButtons } from '../form.tsx'
import { Loaded } from '../loaded.tsx'
import { Textarea } from '../textarea.tsx'
import { toast } from '../toast.tsx'
import css from './records.module.css'

type About = 'booking' | 'client' | 'trip'
type Note = Row<'bookingNotes.list'>

const NOTES_SHOWN = 50
const STALE = ['bookingNotes', 'clientNotes', 'tripNotes', 'bookings']

export function Notes({ about, id }: { about: About; id: string }) {
  const words = useWords(recordWords)
  const mayWrite = usePermission('notes.write')
  const result = useRead(`${about}Notes.list`, { params: { id }, query: { limit: NOTES_SHOWN } })
  return (
    <Card title={words.notes} sub={words.notesSub}>
      {mayWrite && <NewNote about={about} id={id} />}
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={css.none}>{words.noNotes}</p>
          ) : (
            <ul className={css.notes}>
              {items.map((note) => (
                <li key={note.id}>
                  <NoteText about={about} id={id} note={note} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function NewNote({ about, id }: { about: About; id: string }) {
  const words = useWords(recordWords)
  const [count, setCount] = useState(0)
  const add = useChange(`${about}Notes.create`, {
    refreshes: STALE,
    onDone: () => {
      setCount(count + 1)
      toast({ text: words.noteKept })
    },
  })
  return (
    <NoteForm
      // A new key empties the form after a note was saved.
      key={count}
      label={words.newNote}
      verb={words.addNote}
      change={add}
      onSave={(text) => add.mutate({ params: { id }, body: { text } })}
    />
  )
}

function EditNote({ about, id, note, onEnd }: { about: About; id: string; note: Note; onEnd: () => void }) {
  const words = useWords(recordWords)
  const { save } = useWords(partWords)
  const edit = useChange(`${about}Notes.update`, { refreshes: STALE, onDone: onEnd })
  return (
    <NoteForm
      start={note.text}
      label={words.editNote}
      verb={save}
      change={edit}
      onSave={(text) => edit.mutate({ params: { id, note_id: note.id }, body: { text } })}
      onCancel={onEnd}
    />
  )
}

function NoteText({ about, id, note }: { about: About; id: string; note: Note }) {
  const words = useWords(recordWords)
  const translate = useTranslate()
  const { data: team } = useTeam()
  const mayAll = usePermission('team.manage')
  const mayWrite = usePermission('notes.write')
  const isOwn = note.author.id === team?.person?.id
  const [isEditing, setEditing] = useState(false)
  const drop = useChange(`${about}Notes.delete`, {
    refreshes: STALE,
    onDone: () => toast({ text: words.noteDeleted }),
  })
  if (isEditing) return <EditNote {...{ about, id, note }} onEnd={() => setEditing(false)} />
  return (
    <>
      <p className={css.note}>{note.text}</p>
      <div className={css.by}>
        <span>
          {translate(note.author.name)}, <DateTime at={note.created_at} />
          {note.updated_at !== note.created_at && `, ${words.edited}`}
        </span>
        {mayWrite && isOwn && (
          <Button kind="text" icon={pencil} isSmall onClick={() => setEditing(true)}>
            {words.editNote}
          </Button>
        )}
        {mayWrite && (isOwn || mayAll) && (
          <ConfirmButton
            verb={words.deleteNote}
            title={words.deleteNote}
            kind="text"
            icon={trash}
            isSmall
            change={drop}
            request={{ params: { id, note_id: note.id } }}
          >
            <p>{words.deleteNoteText}</p>
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

interface NoteFormProps {
  readonly start?: string
  readonly label: string
  readonly verb: string
  readonly change: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSave: (text: string) => void
  readonly onCancel?: () => void
}

const LETTERS_MAX = 5_000

/** A form to write or edit a note. */
function NoteForm({ start = '', label, verb, change, onSave, onCancel }: NoteFormProps) {
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
