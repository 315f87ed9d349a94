// The only maker of a note's public JSON.
import type { Note } from '../../../contract/notes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { NoteRow } from './note-store.ts'

export function noteView(note: NoteRow): Note {
  const { id, text, author_type, author_id, author_name, created_at, updated_at } = note
  return {
    id,
    text,
    author: { type: author_type, id: author_id, name: author_name },
    created_at: isoTimestamp(created_at),
    updated_at: isoTimestamp(updated_at),
  }
}
