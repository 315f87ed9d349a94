// The story of one agency with one fare family of the sandbox airline, and its final state.
import assert from 'node:assert/strict'
import type { Offer } from '../../contract/flights.ts'
import type { Effect } from '../../server/adapters/flights/simulated/reserved.ts'
import { type Agency, type Diary, newAgency } from './agency.ts'
import { BOOKINGS, holdBody, instantBody, PASSPORT, passengersOf, zzOffer } from './bookings.ts'
import type { Reply } from './client.ts'
import type { TestApp } from './start-app.ts'

/** The tests that cover each fare family of the sandbox airline; a new family needs an entry. */
const MET_IN: Record<Effect, 'spec' | 'booking' | 'afterwards' | 'changes' | 'slow' | 'races'> = {
  none: 'spec',
  'instant only': 'spec',
  'ten seats': 'races',
  'fifty seats': 'races',
  gone: 'booking',
  'price changed': 'booking',
  'sold out': 'booking',
  rejected: 'booking',
  'passenger rejected': 'booking',
  'answer lost': 'booking',
  'answer lost for a while': 'booking',
  'request lost': 'booking',
  slow: 'slow',
  'payment rejected': 'afterwards',
  'payment answer lost': 'afterwards',
  'tickets late': 'afterwards',
  'tickets fail': 'afterwards',
  'schedule change': 'afterwards',
  'change to accept': 'changes',
  'carrier cancels': 'changes',
  'cancellation refused': 'afterwards',
  'cancellation answer lost': 'afterwards',
}

type Headers = Record<string, string>

export interface Story {
  agency: Agency
  offer: Offer
  diary: Diary
  hold(headers?: Headers): Promise<Reply>
  instant(headers?: Headers): Promise<Reply>
  read(id: string): Promise<Reply['body']>
  /** The states of all bookings, the newest first. */
  bookings(): Promise<string[]>
}

const begun = new WeakMap<TestApp, Set<Effect>>()

export async function begin(app: TestApp, family: Effect, route?: readonly [string, string]): Promise<Story> {
  begun.getOrInsertComputed(app, () => new Set()).add(family)
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test, { family, ...(route && { route }) })
  const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
  return {
    agency,
    offer,
    diary: agency.diary(),
    hold: (headers) => agency.test.post(BOOKINGS, holdBody(offer, { passengers }), headers),
    instant: (headers) => agency.test.post(BOOKINGS, instantBody(offer, { passengers }), headers),
    read: async (id) => (await agency.test.get(`${BOOKINGS}/${id}`)).body,
    bookings: async () =>
      (await agency.test.get(BOOKINGS)).body.data.map(({ status }: { status: string }) => status),
  }
}

/** Asserts that the stories of this app covered every family of this place. */
export function assertAllMet(app: TestApp, place: (typeof MET_IN)[Effect]): void {
  const expected = Object.entries(MET_IN).flatMap(([effect, where]) => (where === place ? [effect] : []))
  assert.deepEqual([...(begun.get(app) ?? [])].sort(), expected.sort())
}

export interface Whole {
  bookings: string[]
  types: string[]
  money: string[]
  orders: string[]
  mails: string[]
}

/** The whole final state; anything not named must be absent. */
export async function assertWhole({ agency, bookings }: Story, expected: Partial<Whole>): Promise<void> {
  const diary = agency.diary()
  const whole: Whole = {
    types: await diary.types(),
    money: await diary.money(),
    orders: await diary.orders(),
    mails: (await diary.mails()).sort(),
    bookings: await bookings(),
  }
  assert.deepEqual(whole, { bookings: [], types: [], money: [], orders: [], mails: [], ...expected })
}

export const KEY = { 'idempotency-key': 'trip-1' }
/** An instant booking before the carrier's response, and after its confirmation. */
export const DEBITED = ['wallet.debit']
export const BEGUN = [...DEBITED, 'booking.created', 'booking.confirmed']
/** Everything that an instant booking refused by the carrier leaves. */
export const REFUSED = [...DEBITED, 'booking.failed', 'wallet.credit']
export const CONFIRMED = ['booking.created', 'booking.confirmed', 'wallet.debit', 'booking.updated']
export const TICKETED = ['booking.ticketed', 'booking.updated']
export const FAILED = ['booking.failed', 'wallet.credit', 'booking.updated']
export const CANCELLED = ['booking.cancelled', 'wallet.credit', 'booking.updated']
export const PAID = ['debit 513.98 booking']
export const PAID_BACK = [...PAID, 'credit 513.98 refund']
export const REFUNDED = [...PAID, 'credit 398.98 refund']
export const CREATED_MAILS = ['created agency', 'created client']
/** The client gets a mail about the booking and one about its failure. The agency gets it with its news. */
export const FAILED_MAILS = [...CREATED_MAILS, 'failed client']
export const TICKETED_MAILS = [...CREATED_MAILS, 'ticketed agency', 'ticketed client']
/** For an instant booking, one mail covers creation and tickets. */
export const AT_ONCE_MAILS = TICKETED_MAILS.slice(CREATED_MAILS.length)
export const CANCELLED_MAILS = ['cancelled agency', 'cancelled client', ...TICKETED_MAILS]
