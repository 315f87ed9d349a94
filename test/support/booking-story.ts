// The story of one agency with one fare family of the sandbox airline, and the states it may end in.
import assert from 'node:assert/strict'
import type { Offer } from '../../contract/flights.ts'
import type { Effect } from '../../server/adapters/flights/simulated/reserved.ts'
import { type Agency, type Diary, newAgency } from './agency.ts'
import { BOOKINGS, holdBody, instantBody, PASSPORT, passengersOf, zzOffer } from './bookings.ts'
import type { Reply } from './client.ts'
import type { TestApp } from './start-app.ts'

/** A file of test/scenario, or other tests. */
type MetIn =
  | 'booking-troubles'
  | 'booking-aftermath'
  | 'carrier-changes'
  | 'booking-slow'
  | 'booking-races'
  | 'elsewhere'

/** The tests that cover each fare family of the sandbox airline; a new family needs an entry. */
const MET_IN: Record<Effect, MetIn> = {
  none: 'elsewhere',
  'instant only': 'elsewhere',
  'ten seats': 'booking-races',
  'fifty seats': 'booking-races',
  gone: 'booking-troubles',
  'price changed': 'booking-troubles',
  'sold out': 'booking-troubles',
  rejected: 'booking-troubles',
  'passenger rejected': 'booking-troubles',
  'answer lost': 'booking-troubles',
  'answer lost for a while': 'booking-troubles',
  'request lost': 'booking-troubles',
  slow: 'booking-slow',
  'payment rejected': 'booking-aftermath',
  'payment answer lost': 'booking-aftermath',
  'tickets late': 'booking-aftermath',
  'tickets fail': 'booking-aftermath',
  'schedule change': 'booking-aftermath',
  'change to accept': 'carrier-changes',
  'carrier cancels': 'carrier-changes',
  'cancellation refused': 'booking-aftermath',
  'cancellation answer lost': 'booking-aftermath',
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
export function assertAllMet(app: TestApp, place: MetIn): void {
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
const CANCELLED_MAILS = ['cancelled agency', 'cancelled client', ...TICKETED_MAILS]

/** Held at the carrier, not paid. */
export const HELD: Partial<Whole> = {
  bookings: ['pending'],
  types: ['booking.created'],
  orders: ['held'],
  mails: CREATED_MAILS,
}

type Ending = (...types: string[]) => Partial<Whole>

const ended =
  (
    as: 'ticketed' | 'failed' | 'cancelled',
    last: string[],
    { money, mails }: Pick<Whole, 'money' | 'mails'>,
  ): Ending =>
  (...types) => ({
    bookings: [as],
    types: [...types, ...last],
    orders: [as],
    money,
    mails: types[0] === 'wallet.debit' && mails.includes('ticketed client') ? mailsOfInstant(mails) : mails,
  })

const mailsOfInstant = (mails: readonly string[]) => mails.filter((mail) => !CREATED_MAILS.includes(mail))

/** Paid once and issued once. */
export const ticketedAfter = ended('ticketed', TICKETED, { money: PAID, mails: TICKETED_MAILS })

/** Refused by the carrier after it was paid: the whole amount is returned. */
export const failedAfter = ended('failed', FAILED, { money: PAID_BACK, mails: FAILED_MAILS })

/** Cancelled after it was issued: the refund of its conditions is returned. */
export const cancelledAfter = ended('cancelled', CANCELLED, { money: REFUNDED, mails: CANCELLED_MAILS })

/** A hold without a response: a repeat with its key returns the carrier's order. */
export async function assertAdopted(story: Story): Promise<void> {
  const { status, body } = await story.hold(KEY)
  assert.deepEqual([status, body.status], [201, 'pending'])
  await assertWhole(story, HELD)
}
