// Binds the operations on bookings and their notes, on the wallet compared with bookings, and the hints of suppliers.
import { Parse } from 'typebox/value'
import type { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import type { NOTE_OPERATIONS } from '../../../contract/notes.ts'
import { HintParams, type SUPPLIER_HINT_OPERATIONS } from '../../../contract/supplier-hints.ts'
import type { TRIP_OPERATIONS } from '../../../contract/trips.ts'
import type { WALLET_OPERATIONS, WALLET_PROOF_OPERATIONS } from '../../../contract/wallet.ts'
import { type Reader, readerOf } from '../../kernel/db/reader.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import type { Bindings, RouteGuards } from '../bindings.ts'
import { placesIn } from '../flights/reference/place-names.ts'
import { routesAbout } from '../notes/routes.ts'
import { readWallet } from '../wallet/store.ts'
import { balanceView } from '../wallet/view.ts'
import { scopeOf, type World } from '../world.ts'
import { confirmBooking, createBooking } from './bookings.ts'
import { cancelBooking } from './cancel.ts'
import { acceptChange, isHintAddress, receiveHint } from './carrier-changes.ts'
import { bookingsCsv } from './exports.ts'
import { sendBooking } from './notify.ts'
import { filterOf, readBooking, readBookings, readTimeline } from './read-bookings.ts'
import { reconcileAccounts } from './reconciliation.ts'
import { findBooking, pendingCents, touchBooking } from './store.ts'
import { addBookingToTrip, createTripWithBookings } from './trips.ts'

export function bookingRoutes(world: World): Bindings<typeof BOOKING_OPERATIONS> {
  return {
    'bookings.create': ({ scope, body, caller, waitMs }) =>
      createBooking(world, scope, { body, debits: caller.team.debits, waitMs }),
    'bookings.list': ({ owner, query, caller, page }) =>
      readBookings(world.pool, owner, filterOf(query, caller.team.time_zone), page),
    'bookings.download': ({ owner, query: { locale = 'en', ...filter }, caller }) => {
      const showsTaxIds = caller.permissions.has('clients.read')
      const reader = { locale, zone: caller.team.time_zone, showsTaxIds }
      return {
        name: locale === 'pt-BR' ? 'reservas.csv' : 'bookings.csv',
        content: bookingsCsv(world, owner, filterOf(filter, reader.zone), reader),
      }
    },
    'bookings.send': ({ scope, params }) => sendBooking(world, scope, params.id),
    'bookings.read': async ({ owner, params, caller, namesLanguage }) => {
      const showsDocuments = caller.permissions.has('documents.read')
      const booking = await readBooking(readerOf(world), owner, params.id, showsDocuments)
      return { ...booking, ...placesIn(booking.slices, namesLanguage) }
    },
    'bookings.confirm': ({ scope, params, body, waitMs }) =>
      confirmBooking(world, scope, params.id, { body, waitMs }),
    'bookings.cancel': ({ scope, params }) => cancelBooking(world, scope, params.id),
    'bookings.acceptChange': ({ scope, params }) => acceptChange(world, scope, params),
    'bookings.receipt': ({ owner, params: { id } }) =>
      world.heavyWork.run(ownerName(owner), 'receipt', { owner, id }),
    'bookings.timeline': ({ owner, params }) => readTimeline(readerOf(world), owner, params.id),
  }
}

type Compared = Pick<typeof WALLET_OPERATIONS, 'wallet.balance'> &
  Pick<typeof WALLET_PROOF_OPERATIONS, 'wallet.reconciliation'>

export function walletOfBookingsRoutes(world: World): Bindings<Compared> {
  const { pool } = world
  return {
    'wallet.balance': async ({ owner }) => {
      const onlyReal = world.config.environment === 'production'
      const pending = await pendingCents(pool, owner, onlyReal && owner.mode === 'live')
      return balanceView(await readWallet(pool, owner), pending, onlyReal)
    },
    'wallet.reconciliation': async ({ owner }) =>
      reconcileAccounts(pool, owner, (await scopeOf(world, owner)).clock.now()),
  }
}

type WithBookings = Pick<typeof TRIP_OPERATIONS, 'trips.create' | 'trips.addBooking'>

export function tripsOfBookingsRoutes(world: World): Bindings<WithBookings> {
  return {
    'trips.create': ({ scope, body, caller }) => createTripWithBookings(world, scope, body, caller),
    'trips.addBooking': ({ scope, params, body, caller }) =>
      addBookingToTrip(world, scope, params.id, { input: body, caller }),
  }
}

type OnBookings = Extract<keyof typeof NOTE_OPERATIONS, `booking${string}`>

export function bookingNoteRoutes(world: World): Bindings<Pick<typeof NOTE_OPERATIONS, OnBookings>> {
  const find = async (db: Reader, owner: Owner, id: string) => {
    if ((await findBooking(db, owner, id)) === undefined) fail('booking_not_found')
    return { column: 'booking_id', id } as const
  }
  // A shown booking is never deleted, so it needs no lock.
  const notes = routesAbout(world, {
    find,
    hold: (tx, id) => find(tx, tx.owner, id),
    touch: touchBooking,
  })
  return {
    'bookingNotes.list': notes.list,
    'bookingNotes.create': notes.create,
    'bookingNotes.update': notes.update,
    'bookingNotes.delete': notes.delete,
    'bookingTags.set': notes.setTags,
  }
}

export function supplierHintRoutes(world: World): Bindings<typeof SUPPLIER_HINT_OPERATIONS> {
  return {
    'supplierHints.receive': async ({ params, signed }) => {
      await receiveHint(world, params.supplier, signed)
      return { success: true }
    },
  }
}

/** Refuses hints for an unknown supplier before the body is read. */
export function supplierHintGuards(world: World): RouteGuards {
  const guard = async (params: unknown) => {
    if (!isHintAddress(world, Parse(HintParams, params).supplier)) fail('route_not_found')
  }
  return { 'supplierHints.receive': guard }
}
