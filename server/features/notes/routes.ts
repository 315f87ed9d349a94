// Binds the operations on notes and tags, which are the same for all noted objects.
import type { ChangedQuery } from '../../../contract/common.ts'
import type { NOTE_OPERATIONS, Note, NoteInput, Tags } from '../../../contract/notes.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import type { Bindings } from '../bindings.ts'
import { changeClient, findClient, lockClient, uuidFromClientId } from '../clients/store.ts'
import type { Caller } from '../teams/caller.ts'
import type { World } from '../world.ts'
import type { Subject } from './notes.ts'
import { createNote, deleteNote, listNotes, noteView, updateNote } from './notes.ts'
import { setTags, tagsFrom } from './tags.ts'

/** How objects of a type are found for reading, and locked while a note or tag is written. */
interface Finding {
  find(db: Reader, owner: Owner, id: string): Promise<Subject>
  hold(tx: Tx, id: string): Promise<Subject>
  /** The object shows its tags, so it changes with them. */
  touch(tx: Tx, id: string): Promise<void>
}

const client: Finding = {
  find: async (db, owner, id) => clientSubject(id, (uuid) => findClient(db, owner, uuid)),
  hold: async (tx, id) => clientSubject(id, (uuid) => lockClient(tx, uuid)),
  touch: (tx, id) => changeClient(tx, id, { updated_at: tx.now }),
}

async function clientSubject(
  id: string,
  find: (uuid: string) => Promise<object | undefined>,
): Promise<Subject> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  if ((await find(uuid)) === undefined) fail('client_not_found')
  return { column: 'client_id', id: uuid }
}

interface Writing {
  scope: Scope
  caller: Caller
}
interface OfOne {
  params: { id: string }
}
interface Listed {
  owner: Owner
  caller: Caller
  query: ChangedQuery
  page: Page
}
interface OfNote {
  params: { id: string; note_id: string }
}

export function routesAbout(world: World, { find, hold, touch }: Finding) {
  const writing = <T>({ scope, params }: Writing & OfOne, write: (tx: Tx, subject: Subject) => Promise<T>) =>
    transaction(world, scope, async (tx) => write(tx, await hold(tx, params.id)))
  return {
    async list({ owner, params, page, query, caller }: OfOne & Listed): Promise<Listing<Note>> {
      const db = readerOf(world)
      const found = await listNotes(db, owner, {
        subject: await find(db, owner, params.id),
        page,
        times: timesOf(query, caller.team.time_zone),
      })
      return { ...found, items: found.items.map(noteView) }
    },
    create: (context: Writing & OfOne & { body: NoteInput }) =>
      writing(context, (tx, subject) => createNote(tx, subject, context.caller, context.body.text)),
    update: (context: Writing & OfNote & { body: NoteInput }) => {
      const change = { id: context.params.note_id, text: context.body.text }
      return writing(context, (tx, subject) => updateNote(tx, subject, context.caller, change))
    },
    delete: (context: Writing & OfNote) =>
      writing(context, (tx, subject) => deleteNote(tx, subject, context.caller, context.params.note_id)),
    setTags: (context: Writing & OfOne & { body: Tags }): Promise<Tags> => {
      const tags = tagsFrom(context.body.tags)
      return writing(context, async (tx, subject) => {
        await touch(tx, subject.id)
        return setTags(tx, subject, tags)
      })
    },
  }
}

type OnClients = Extract<keyof typeof NOTE_OPERATIONS, `client${string}`>

export function clientNoteRoutes(world: World): Bindings<Pick<typeof NOTE_OPERATIONS, OnClients>> {
  const notes = routesAbout(world, client)
  return {
    'clientNotes.list': notes.list,
    'clientNotes.create': notes.create,
    'clientNotes.update': notes.update,
    'clientNotes.delete': notes.delete,
    'clientTags.set': notes.setTags,
  }
}
