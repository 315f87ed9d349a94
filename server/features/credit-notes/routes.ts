// Binds the operations on credit notes.
import type { CREDIT_NOTE_OPERATIONS } from '../../../contract/credit-notes.ts'
import type { Bindings } from '../bindings.ts'
import { scopeOf, type World } from '../world.ts'
import {
  createCreditNote,
  previewCreditNote,
  readCreditNote,
  readCreditNotes,
  updateCreditNote,
} from './credit-notes.ts'
import { sendCreditNote } from './notify.ts'

export function creditNoteRoutes(world: World): Bindings<typeof CREDIT_NOTE_OPERATIONS> {
  return {
    'creditNotes.list': ({ owner, query, page, caller }) =>
      readCreditNotes(world, owner, { query, page, zone: caller.team.time_zone }),
    'creditNotes.create': ({ scope, body }) => createCreditNote(world, scope, body),
    'creditNotes.read': ({ db, owner, params }) => readCreditNote(world, db, owner, params.id),
    'creditNotes.update': ({ scope, params, body }) => updateCreditNote(world, scope, params.id, body),
    'creditNotes.send': ({ scope, params }) => sendCreditNote(world, scope, params.id),
    'creditNotes.preview': async ({ owner, body }) =>
      previewCreditNote(world, await scopeOf(world, owner), body),
  }
}
