// Writes, changes and deletes notes. A note is its author's; whoever manages the team may change and delete all.
import { NOTES_MAX, type Note } from '../../../contract/notes.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import { refuseBeyond } from '../../kernel/outbox/refuse-beyond.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'
import {
  countNotes,
  deleteNoteRow,
  insertNote,
  lockNote,
  type NoteRow,
  updateNoteText,
} from './note-store.ts'
import { noteView } from './note-view.ts'
import type { Subject } from './subject.ts'

export async function createNote(tx: Tx, subject: Subject, { via }: Asking, text: string): Promise<Note> {
  await refuseBeyond(tx, {
    most: NOTES_MAX,
    what: `notes about ${subject.id}`,
    count: () => countNotes(tx, subject),
  })
  const note: NoteRow = {
    id: tx.newId('note'),
    text,
    author_type: via.kind,
    author_id: via.id,
    author_name: via.name,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertNote(tx, subject, note)
  record(tx, { ...noteChange(subject, note.id), before: null, after: { author_id: via.id } })
  return noteView(note)
}

export async function updateNote(
  tx: Tx,
  subject: Subject,
  caller: Asking,
  { id, text }: { id: string; text: string },
): Promise<Note> {
  const note = await demandOwn(tx, subject, caller, id)
  if (note.text === text) return noteView(note)
  await updateNoteText(tx, { id, text }, tx.now)
  recordFields(tx, noteChange(subject, id), { text: note.text }, { text })
  return noteView({ ...note, text, updated_at: tx.now })
}

export async function deleteNote(
  tx: Tx,
  subject: Subject,
  caller: Asking,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { author_id } = await demandOwn(tx, subject, caller, id)
  await deleteNoteRow(tx, id)
  record(tx, { ...noteChange(subject, id), before: { author_id }, after: null })
  return { id, deleted: true }
}

/** Found by what it is about. */
function noteChange({ id: about }: Subject, objectId: string) {
  return { topic: 'records', object: 'note', objectId, about } satisfies Partial<Change>
}

async function demandOwn(tx: Tx, subject: Subject, caller: Asking, id: string): Promise<NoteRow> {
  const note = (await lockNote(tx, subject, id)) ?? fail('note_not_found')
  if (note.author_id !== caller.via.id) demandPermission(caller, 'team.manage')
  return note
}
