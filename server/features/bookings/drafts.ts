// A booking before the carrier knows it: input, price, client, and the response that a request is owed.
import {
  BOOKING_OPERATIONS,
  BOOKING_TYPES,
  type BookingType,
  METADATA_BYTES_MAX,
} from '../../../contract/bookings.ts'
import type { Price } from '../../adapters/flights/port.ts'
import type { TaskOf, TeamTask } from '../../kernel/jobs/declare-job.ts'
import { refusing, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { answeringRequest, keyOf } from '../../kernel/outbox/waiting-request.ts'
import { formatDecimal } from '../../kernel/values/decimal.ts'
import { Fail, fail, failField } from '../../kernel/values/fail.ts'
import { idTime, makeId } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { demandClient, findOrCreateClient } from '../clients/clients.ts'
import { matchKey } from '../clients/store.ts'
import { tripEnds } from '../flights/pricing/price-offers.ts'
import type { StoredOffer } from '../flights/store.ts'
import { isAllSimulated } from '../payments/banks.ts'
import type { World } from '../world.ts'
import type * as jobs from './jobs.ts'
import type { BookingStep } from './jobs.ts'
import type { ReadPassengers } from './passengers.ts'
import { BOOKING_MOVES, isFailed } from './states.ts'
import {
  type BookingRow,
  type BookingWithClient,
  demandBooking,
  insertBooking,
  insertForClient,
  searchTextOf,
} from './store.ts'
import { type BookingContent, bookingView, confirmedView } from './view.ts'

// Builds a new booking from offer and input: everything that is fixed at its creation, before the carrier is asked.

export interface Draft {
  /** Without the columns that its transaction fills in. */
  row: Omit<BookingRow, 'client_id' | 'status' | 'created_at' | 'synced_at'>
  lead: { fullName: string; email: string; phone: string | null }
  /** The client that the caller picked, now or in the search. */
  clientId: string | undefined
}

/** What the wallet pays: all of it, or only the carrier's price, where an agency collects its own commission. */
export type Debits = 'client_amount' | 'base_cost'

export function draftBooking(
  world: World,
  scope: Scope,
  wish: BookingWish,
  stored: StoredOffer,
  { passengers, warnings }: Extract<ReadPassengers, { outcome: 'right' }>,
  debits: Debits,
): Draft {
  const { offer, atSupplier } = stored
  const { teamId, mode } = scope.owner
  const first = passengers.find(({ type }) => type === 'adult') ?? passengers[0]!
  const lead = {
    fullName: `${first.given_name} ${first.family_name}`,
    email: first.email,
    phone: first.phone_number,
  }
  const content: Omit<BookingContent, 'passengers'> = {
    owner: offer.owner,
    conditions: offer.conditions,
    metadata: wish.metadata,
    warnings,
    offerData: atSupplier.data,
    pricing: offer.pricing,
  }
  const { origin, destination } = tripEnds(offer.slices)
  const row: Draft['row'] = {
    id: makeId('booking', world.wall.now()),
    team_id: teamId,
    mode,
    type: wish.type,
    offer_id: offer.id,
    supplier: stored.supplier,
    simulated: isAllSimulated(world, mode),
    booking_reference: '',
    wallet_cents: debits === 'base_cost' ? stored.baseCostCents : stored.clientCents,
    client_cents: stored.clientCents,
    total_cents: atSupplier.price.totalCents,
    base_cents: atSupplier.price.baseCents,
    tax_cents: atSupplier.price.taxCents,
    currency: atSupplier.price.currency,
    rate: formatDecimal(stored.rate),
    origin: origin.iata_code,
    destination: destination.iata_code,
    departure_date: offer.slices[0]!.segments[0]!.departing_at.slice(0, 10),
    airline: offer.owner.name,
    search_text: searchTextOf('', passengers),
    payment_required_by: null,
    price_guaranteed_until: null,
    slices: JSON.stringify(offer.slices),
    documents: '[]',
    changes: '[]',
    content: JSON.stringify(content),
    passengers: JSON.stringify(passengers),
    order_data: null,
    cancelling: false,
    unannounced: wish.type === 'instant',
    refund_cents: null,
    penalty_cents: null,
    penalty_currency: null,
    idempotency_key: keyOf(scope),
    ticketed_at: null,
  }
  return { row, lead, clientId: wish.clientId ?? offer.pricing.client_id ?? undefined }
}

/**
 * Stores it in the state in which those of its type begin, for the client that was picked, or for the one of the lead
 * passenger, who is made if need be.
 */
export async function storeDraft(tx: Tx, { row, lead, clientId }: Draft): Promise<BookingWithClient> {
  const status = BOOKING_MOVES.begins[row.type].to
  const booking = { ...row, status, created_at: tx.now, synced_at: tx.now }
  if (clientId === undefined) {
    const known = await insertForClient(tx, booking, matchKey(lead.fullName, lead.email))
    if (known !== undefined) return { ...booking, ...known }
  }
  const client =
    clientId === undefined ? await findOrCreateClient(tx, lead) : await demandClient(tx, tx.owner, clientId)
  const whole = { ...booking, client_id: client.id }
  await insertBooking(tx, whole)
  return { ...whole, client_name: client.full_name, client_email: client.email }
}

// Reads the body of a booking and of a confirmation: shape first, then payment, each with the contract's own text.

export interface BookingWish {
  offerId: string
  type: BookingType
  /** Read later, when the offer is known. */
  passengers: unknown[]
  /** Of an instant booking alone. */
  payment: Payment | undefined
  metadata: Record<string, unknown>
  clientId: string | undefined
}

export interface Payment {
  amount: string
  currency: string
}

type Body = Record<string, unknown>

export function readBookingInput(body: Body): BookingWish {
  const { offerId, type, passengers, payments, metadata = {}, client_id: clientId, services = [] } = body
  if (typeof offerId !== 'string' || offerId === '') failField('offerId', 'must be the id of an offer (off_)')
  const known = BOOKING_TYPES.find((name) => name === type) ?? failField('type', 'must be hold or instant')
  if (!Array.isArray(passengers)) failField('passengers', 'must be a list of passengers')
  const payment = known === 'instant' ? readPayments(payments) : undefined
  if (!Array.isArray(services)) failField('services', 'must be a list')
  if (!isObject(metadata)) failField('metadata', 'must be an object')
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES_MAX)
    failField('metadata', 'must be at most 16 KiB of JSON')
  if (clientId !== undefined && typeof clientId !== 'string')
    failField('client_id', 'must be the id of a client')
  if (services.length > 0)
    fail('services_not_available', { details: [{ field: 'services', issue: 'cannot be ordered yet' }] })
  return { offerId, type: known, passengers, payment, metadata, clientId }
}

function readPayments(payments: unknown): Payment {
  if (payments === undefined) failField('payments', 'is required when type is instant')
  if (!Array.isArray(payments) || payments.length !== 1)
    failField('payments', 'must be a list of one payment')
  return readPayment(payments[0], 'payments.0')
}

export function readConfirmInput(body: Body): Payment {
  return readPayment(body.payment, 'payment')
}

function readPayment(value: unknown, field: string): Payment {
  if (!isObject(value)) failField(field, 'must be an object with type, amount and currency')
  const { type, amount, currency } = value
  if (type !== 'balance') failField(`${field}.type`, 'must be balance')
  if (typeof amount !== 'string') failField(`${field}.amount`, 'must be an amount such as "500.00"')
  if (typeof currency !== 'string') failField(`${field}.currency`, 'must be a currency such as "USD"')
  return { amount, currency }
}

/** It must be exactly what the carrier asks, in the carrier's currency. */
export function checkPayment({ amount, currency }: Payment, price: Price, field: string): void {
  if (parseAmount(amount) !== price.totalCents)
    fail('payment_amount_mismatch', {
      details: [{ field: `${field}.amount`, issue: "must be the offer's total_amount" }],
    })
  if (currency !== price.currency)
    fail('payment_amount_mismatch', {
      details: [{ field: `${field}.currency`, issue: "must be the offer's total_currency" }],
    })
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Lets due work that completes a booking also answer the request that began it, in case that request is sent again.

/** A scope whose transaction answers, with the booking it returns, the request that made the booking. */
export function answeringMaker(
  world: World,
  scope: Scope,
  { id, idempotency_key: key }: Pick<BookingRow, 'id' | 'idempotency_key'>,
): Scope {
  // An id tells when it was made, by real time.
  return answeringRequest(world, scope, { key, since: idTime(id) }, BOOKING_OPERATIONS['bookings.create'])
}

/** A scope whose last transaction answers the request that a piece of due work tells of, which asked for this. */
export function answeringAsker(
  world: World,
  { payload: { waiting }, last }: TeamTask<BookingStep>,
  asked: (typeof BOOKING_OPERATIONS)['bookings.cancel' | 'bookings.confirm' | 'bookings.create'],
): Scope {
  if (!waiting) return last
  return answeringRequest(world, last, { key: waiting.key, since: new Date(waiting.since) }, asked)
}

// Answers a request that waited for tickets with the booking as it is then: the request itself does so when its waiting
// ends, and due work where the request did not live.

export async function answerAsItIs<View>(
  world: World,
  last: Scope,
  id: string,
  view: (booking: BookingWithClient) => View,
): Promise<View> {
  return transaction(world, last, async (tx) => {
    const booking = await demandBooking(tx, id)
    if (isFailed(booking)) throw noTickets()
    return view(booking)
  })
}

/** The same for the request that a piece of due work tells of, if that may come again. */
export async function answerWaiting(
  world: World,
  task: TaskOf<typeof jobs.issueTicketsJob>,
  booking: BookingWithClient,
): Promise<void> {
  if (!task.payload.waiting?.key) return
  const isHold = booking.type === 'hold'
  const asked = BOOKING_OPERATIONS[isHold ? 'bookings.confirm' : 'bookings.create']
  const scope = answeringAsker(world, task, asked)
  await transaction(world, isFailed(booking) ? refusing(scope, noTickets()) : scope, async () =>
    isHold ? confirmedView(booking) : bookingView(booking),
  )
}

function noTickets(): Fail {
  return new Fail('carrier_rejected_the_booking', {
    advice: 'the carrier issued no tickets, and what was debited has been returned',
  })
}
