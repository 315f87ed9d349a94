// Binds the operations on trips, their items, notes and tags. What needs bookings is bound there.
import type { NOTE_OPERATIONS } from '../../../contract/notes.ts'
import type { TRIP_OPERATIONS } from '../../../contract/trips.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Bindings } from '../bindings.ts'
import { demandClient } from '../clients/clients.ts'
import { routesAbout } from '../notes/routes.ts'
import { todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { billableItems } from './billable.ts'
import { duplicateTrip, mergeTrips } from './copies.ts'
import { createItem, deleteItem, readItem, updateItem } from './items.ts'
import { readSegments } from './segments.ts'
import { findTrip, lockTrip, touchTrip } from './store.ts'
import { deleteTrip, readTrip, readTrips, updateTrip } from './trips.ts'

type WithoutBookings = Omit<typeof TRIP_OPERATIONS, 'trips.create' | 'trips.addBooking'>

export function tripRoutes(world: World): Bindings<WithoutBookings> {
  return {
    'trips.list': ({ caller, query, page }) => readTrips(world, caller, query, page),
    'trips.read': async ({ db, owner, params, caller }) => {
      const today = await todayOf({ ...world, pool: db }, caller)
      const shown = { showsCosts: caller.permissions.has('costs.read'), today }
      return readTrip(world, db, { owner, id: params.id, shown })
    },
    'trips.update': ({ scope, params, body, caller }) =>
      updateTrip(world, scope, params.id, { change: body, caller }),
    'trips.delete': ({ scope, params }) => deleteTrip(world, scope, params.id),
    'trips.duplicate': ({ scope, params, body, caller }) =>
      duplicateTrip(world, scope, params.id, { input: body, caller }),
    'trips.merge': ({ scope, params, body, caller }) =>
      mergeTrips(world, scope, params.id, { input: body, caller }),
    'tripItems.create': ({ scope, params, body, caller }) =>
      createItem(world, scope, params.id, { input: body, caller }),
    'tripItems.read': ({ db, owner, params, caller }) =>
      readItem(db, owner, params, { showsCosts: caller.permissions.has('costs.read') }),
    'tripItems.update': ({ scope, params, body, caller }) =>
      updateItem(world, scope, params, { change: body, caller }),
    'tripItems.delete': ({ scope, params }) => deleteItem(world, scope, params),
    'clients.billableItems': async ({ owner, params }) =>
      billableItems(world.pool, owner, await demandClient(world.pool, owner, params.id)),
    'tripItems.readSegments': async ({ body, caller }) =>
      readSegments(body.text, await todayOf(world, caller)),
  }
}

type OnTrips = Extract<keyof typeof NOTE_OPERATIONS, `trip${string}`>

export function tripNoteRoutes(world: World): Bindings<Pick<typeof NOTE_OPERATIONS, OnTrips>> {
  const subject = async (id: string, find: Promise<object | undefined>) => {
    if ((await find) === undefined) fail('trip_not_found')
    return { column: 'trip_id', id } as const
  }
  const notes = routesAbout(world, {
    find: (db: Reader, owner: Owner, id: string) => subject(id, findTrip(db, owner, id)),
    hold: (tx, id) => subject(id, lockTrip(tx, id)),
    touch: touchTrip,
  })
  return {
    'tripNotes.list': notes.list,
    'tripNotes.create': notes.create,
    'tripNotes.update': notes.update,
    'tripNotes.delete': notes.delete,
    'tripTags.set': notes.setTags,
  }
}
