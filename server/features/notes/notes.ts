// Notes of an agency on its bookings, clients and trips. They are stored encrypted.
import { sql } from 'kysely'
import { type AuthorType, NOTES_MAX, type Note } from '../../../contract/notes.ts'
import type { Mode } from '../../../contract/teams.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { buildFor, firstRow, rows } from '../../kernel/db/db.ts'
import { countRows, newestFirst } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { refuseBeyond } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'

/** The object of a note or a tag: both have a column for each type of object, and one of them is set. */
export type Subject =
  | { readonly column: 'booking_id'; readonly id: string }
  | { readonly column: 'client_id'; readonly id: string }
  | { readonly column: 'trip_id'; readonly id: string }

/** The columns that name the object. */
export interface SubjectColumns {
  booking_id: string | null
  client_id: string | null
  trip_id: string | null
}

export function subjectColumns({ column, id }: Subject): SubjectColumns {
  return { booking_id: null, client_id: null, trip_id: null, [column]: id }
}

interface NotesTable extends SubjectColumns {
  id: string
  team_id: string
  mode: Mode
  text: Buffer
  author_type: AuthorType
  author_id: string
  author_name: string
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ notes: NotesTable }>()

const COLUMNS = ['id', 'text', 'author_type', 'author_id', 'author_name', 'created_at', 'updated_at'] as const

type Stored = Pick<NotesTable, (typeof COLUMNS)[number]>
/** With decrypted text. */
export type NoteRow = Omit<Stored, 'text'> & { text: string }

const about = (owner: Owner, { column, id }: Subject) =>
  build
    .selectFrom('notes')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))
    .where(column, '=', id)

type Notes = Promise<Listing<NoteRow>>

export async function listNotes(
  db: Reader,
  owner: Owner,
  { subject, page, times }: { readonly subject: Subject; readonly page: Page; readonly times: Times },
): Notes {
  const found = await newestFirst(db, about(owner, subject), { page, times })
  return { ...found, items: found.items.map((note) => opened(db.secretBox, note)) }
}

async function countNotes(tx: Tx, subject: Subject): Promise<number> {
  return countRows(tx, about(tx.owner, subject))
}

/** Locks the note, so that two changes come one after the other. */
async function lockNote(tx: Tx, subject: Subject, id: string): Promise<NoteRow | undefined> {
  const note = await firstRow(tx, about(tx.owner, subject).where('id', '=', id).forUpdate())
  return note && opened(tx.secretBox, note)
}

async function insertNote(tx: Tx, subject: Subject, note: NoteRow): Promise<void> {
  const row = { ...note, text: encryptedText(tx.secretBox, note), ...subjectColumns(subject) }
  await rows(tx, build.insertInto('notes').values({ ...row, ...ownerColumns(tx.owner) }))
}

async function updateNoteText(tx: Tx, note: Pick<NoteRow, 'id' | 'text'>, updated_at?: Date): Promise<void> {
  const change = { text: encryptedText(tx.secretBox, note), ...(updated_at && { updated_at }) }
  await rows(tx, build.updateTable('notes').set(change).where('id', '=', note.id))
}

/** Notes about one trip become those of another. */
export async function moveNotes(tx: Tx, fromTripId: string, toTripId: string): Promise<void> {
  await rows(tx, build.updateTable('notes').set({ trip_id: toTripId }).where('trip_id', '=', fromTripId))
}

async function deleteNoteRow(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('notes').where('id', '=', id))
}

/** Returns the number of deleted notes. */
export async function deleteNotesAbout(
  tx: Tx,
  column: Subject['column'],
  ids: readonly string[],
): Promise<number> {
  const gone = build.deleteFrom('notes').where(column, '=', anyOf(ids)).returning('id')
  return (await rows(tx, gone)).length
}

/** Rewrites the notes about these objects whose text changes. Returns their number. */
export async function rewriteNotes(
  tx: Tx,
  column: Subject['column'],
  ids: readonly string[],
  rewrite: (text: string, about: string) => string,
): Promise<number> {
  const found = await rows(
    tx,
    build
      .selectFrom('notes')
      .select([...COLUMNS, 'booking_id', 'client_id', 'trip_id'])
      .where(column, '=', anyOf(ids))
      .forUpdate(),
  )
  const changed = found
    .map((note) => ({ ...opened(tx.secretBox, note), about: note[column] ?? '' }))
    .map(({ id, text, about }) => ({ id, text, after: rewrite(text, about) }))
    .filter(({ text, after }) => text !== after)
  for (const { id, after } of changed) await updateNoteText(tx, { id, text: after })
  return changed.length
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids})`

function encryptedText(box: SecretBox, { id, text }: Pick<NoteRow, 'id' | 'text'>): Buffer {
  return box.encrypt(text, contextOf(id))
}

function opened(box: SecretBox, note: Stored): NoteRow {
  return { ...note, text: box.decrypt(note.text, contextOf(note.id)) }
}

function contextOf(id: string): string {
  return encryptionContext('notes', 'text', id)
}

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

/** Also found by its object. */
function noteChange({ id: about }: Subject, objectId: string) {
  return { topic: 'records', object: 'note', objectId, about } satisfies Partial<Change>
}

async function demandOwn(tx: Tx, subject: Subject, caller: Asking, id: string): Promise<NoteRow> {
  const note = (await lockNote(tx, subject, id)) ?? fail('note_not_found')
  if (note.author_id !== caller.via.id) demandPermission(caller, 'team.manage')
  return note
}
