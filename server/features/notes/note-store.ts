// The only SQL on notes, which are stored sealed.
import { sql } from 'kysely'
import type { AuthorType } from '../../../contract/notes.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { buildFor, firstRow, rows } from '../../kernel/db/db.ts'
import { countRows, newestFirst } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { type Subject, type SubjectColumns, subjectColumns } from './subject.ts'

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
/** Its text is opened. */
export type NoteRow = Omit<Stored, 'text'> & { text: string }

const about = (owner: Owner, { column, id }: Subject) =>
  build
    .selectFrom('notes')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))
    .where(column, '=', id)

type Notes = Promise<Listing<NoteRow>>

export async function listNotes(db: Reader, owner: Owner, subject: Subject, page: Page): Notes {
  const { items, total } = await newestFirst(db, about(owner, subject), page)
  return { items: items.map((note) => opened(db.secretBox, note)), total }
}

export async function countNotes(tx: Tx, subject: Subject): Promise<number> {
  return countRows(tx, about(tx.owner, subject))
}

/** Locked, so that two changes of one note come one after the other. */
export async function lockNote(tx: Tx, subject: Subject, id: string): Promise<NoteRow | undefined> {
  const note = await firstRow(tx, about(tx.owner, subject).where('id', '=', id).forUpdate())
  return note && opened(tx.secretBox, note)
}

export async function insertNote(tx: Tx, subject: Subject, note: NoteRow): Promise<void> {
  const row = { ...note, text: sealed(tx.secretBox, note), ...subjectColumns(subject) }
  await rows(tx, build.insertInto('notes').values({ ...row, ...ownerColumns(tx.owner) }))
}

export async function updateNoteText(
  tx: Tx,
  note: Pick<NoteRow, 'id' | 'text'>,
  updated_at?: Date,
): Promise<void> {
  const change = { text: sealed(tx.secretBox, note), ...(updated_at && { updated_at }) }
  await rows(tx, build.updateTable('notes').set(change).where('id', '=', note.id))
}

export async function deleteNoteRow(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('notes').where('id', '=', id))
}

/** How many there were. */
export async function deleteNotesAbout(
  tx: Tx,
  column: Subject['column'],
  ids: readonly string[],
): Promise<number> {
  const gone = build.deleteFrom('notes').where(column, '=', anyOf(ids)).returning('id')
  return (await rows(tx, gone)).length
}

/** Writes those about these things anew that are to say something else; how many there were. */
export async function rewriteNotes(
  tx: Tx,
  column: Subject['column'],
  ids: readonly string[],
  rewrite: (text: string) => string,
): Promise<number> {
  const found = await rows(
    tx,
    build.selectFrom('notes').select(COLUMNS).where(column, '=', anyOf(ids)).forUpdate(),
  )
  const changed = found
    .map((note) => opened(tx.secretBox, note))
    .map(({ id, text }) => ({ id, text, after: rewrite(text) }))
    .filter(({ text, after }) => text !== after)
  for (const { id, after } of changed) await updateNoteText(tx, { id, text: after })
  return changed.length
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids})`

function sealed(box: SecretBox, { id, text }: Pick<NoteRow, 'id' | 'text'>): Buffer {
  return box.seal(text, placeOf(id))
}

function opened(box: SecretBox, note: Stored): NoteRow {
  return { ...note, text: box.open(note.text, placeOf(note.id)) }
}

function placeOf(id: string): string {
  return `notes.text:${id}`
}
