// A new booking before the carrier knows it: its input, price and client.
import { BOOKING_TYPES, type BookingType, METADATA_BYTES_MAX } from '../../../contract/bookings.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { EXTERNAL_REFERENCE_CHARACTERS_MAX } from '../../../contract/references.ts'
import type { Price } from '../../adapters/flights/port.ts'
import type { Scope, Tx } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { formatDecimal } from '../../kernel/values/decimal.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { stringsOf } from '../../kernel/values/references.ts'
import { demandClient, findOrCreateClient } from '../clients/clients.ts'
import { matchKey, uuidFromClientId } from '../clients/store.ts'
import { tripEnds } from '../flights/pricing/price-offers.ts'
import type { StoredOffer } from '../flights/store.ts'
import { isAllSimulated } from '../payments/banks.ts'
import { demandTripFor } from '../trips/follow.ts'
import { refuseMoreItems } from '../trips/items.ts'
import type { World } from '../world.ts'
import type { ReadPassengers } from './passengers.ts'
import { BOOKING_MOVES } from './states.ts'
import {
  type BookingRow,
  type BookingWithClient,
  insertBooking,
  insertForClient,
  searchTextOf,
} from './store.ts'
import type { BookingContent } from './view.ts'

export interface BookingRequest {
  offerId: string
  type: BookingType
  /** Checked once the offer is known. */
  passengers: unknown[]
  /** Only for an instant booking. */
  payment: Payment | undefined
  metadata: Record<string, unknown>
  externalReference: string | null
  clientId: string | undefined
  tripId: string | null
  tripItemId: string | null
  startsTrip: boolean
}

export interface Payment {
  amount: string
  currency: string
}

type Body = Record<string, unknown>

export function readBookingInput(body: Body): BookingRequest {
  const { offerId, type, passengers, payments, metadata = {}, client_id: clientId, services = [] } = body
  const { external_reference: reference = null } = body
  if (typeof offerId !== 'string' || offerId === '') failField('offerId', 'must be the id of an offer (off_)')
  const known = BOOKING_TYPES.find((name) => name === type) ?? failField('type', 'must be hold or instant')
  if (!Array.isArray(passengers)) failField('passengers', 'must be a list of passengers')
  const payment = known === 'instant' ? readPayments(payments) : undefined
  if (!Array.isArray(services)) failField('services', 'must be a list')
  if (!isObject(metadata)) failField('metadata', 'must be an object')
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES_MAX)
    failField('metadata', 'must be at most 16 KiB of JSON')
  if (reference !== null && typeof reference !== 'string') failField('external_reference', 'must be a string')
  if (reference !== null && [...reference].length > EXTERNAL_REFERENCE_CHARACTERS_MAX)
    failField(
      'external_reference',
      issueWith('must have at most {count} characters', { count: EXTERNAL_REFERENCE_CHARACTERS_MAX }),
    )
  if (clientId !== undefined && typeof clientId !== 'string')
    failField('client_id', 'must be the id of a client')
  const trip = readTripInput(body)
  if (services.length > 0)
    fail('services_not_available', { details: [{ field: 'services', issue: 'cannot be ordered yet' }] })
  return {
    offerId,
    type: known,
    passengers,
    payment,
    metadata,
    externalReference: reference || null,
    clientId,
    ...trip,
  }
}

function readTripInput(body: Body): Pick<BookingRequest, 'tripId' | 'tripItemId' | 'startsTrip'> {
  const { trip_id: tripId = null, trip_item_id: tripItemId = null, start_trip: startsTrip = false } = body
  if (tripId !== null && typeof tripId !== 'string') failField('trip_id', 'must be a string')
  if (tripItemId !== null && typeof tripItemId !== 'string') failField('trip_item_id', 'must be a string')
  if (typeof startsTrip !== 'boolean') failField('start_trip', 'must be true or false')
  if (tripItemId !== null && tripId === null) failField('trip_id', 'is required with trip_item_id')
  return { tripId, tripItemId, startsTrip: startsTrip && tripId === null }
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

/** The payment must match the carrier's price, in the carrier's currency. A refusal names both. */
export function checkPayment({ amount, currency }: Payment, price: Price, field: string): void {
  if (parseAmount(amount) !== price.totalCents)
    fail('payment_amount_mismatch', {
      details: [
        {
          field: `${field}.amount`,
          issue: issueWith("must be the offer's total_amount, {total}", {
            total: `${formatAmount(price.totalCents)} ${price.currency}`,
          }),
        },
      ],
    })
  if (currency !== price.currency)
    fail('payment_amount_mismatch', {
      details: [
        {
          field: `${field}.currency`,
          issue: issueWith("must be the offer's total_currency, {currency}", { currency: price.currency }),
        },
      ],
    })
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface Draft {
  /** Without the columns that the transaction fills in. */
  row: Omit<BookingRow, 'client_id' | 'status' | 'created_at' | 'updated_at' | 'synced_at'>
  lead: { fullName: string; email: string; phone: string | null }
  /** The client that the caller chose, now or in the search. */
  clientId: string | undefined
}

/** What the wallet pays: the client's price, or only the carrier's price if the agency collects its own commission. */
export type Debits = 'client_amount' | 'base_cost'

interface DraftInput {
  readonly request: BookingRequest
  readonly stored: StoredOffer
  readonly travellers: Extract<ReadPassengers, { outcome: 'right' }>
  readonly debits: Debits
}

export function draftBooking(
  world: World,
  scope: Scope,
  { request, stored, travellers, debits }: DraftInput,
): Draft {
  const { passengers, warnings } = travellers
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
    metadata: request.metadata,
    warnings,
    offerData: atSupplier.data,
    pricing: offer.pricing,
  }
  const { origin, destination } = tripEnds(offer.slices)
  const row: Draft['row'] = {
    id: makeId('booking', world.wall.now()),
    team_id: teamId,
    mode,
    type: request.type,
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
    trip_id: request.tripId,
    trip_item_id: request.tripItemId,
    starts_trip: request.startsTrip,
    cancelling: false,
    unannounced: request.type === 'instant',
    refund_cents: null,
    penalty_cents: null,
    penalty_currency: null,
    idempotency_key: keyOf(scope),
    metadata: stringsOf(request.metadata),
    external_reference: request.externalReference,
    ticketed_at: null,
  }
  return { row, lead, clientId: request.clientId ?? offer.pricing.client_id ?? undefined }
}

/**
 * Stores the booking in the first state of its type, for the chosen client or that of the lead passenger, who is
 * created if missing.
 */
export async function storeDraft(tx: Tx, draft: Draft): Promise<BookingWithClient> {
  const { row, lead } = draft
  const clientId = await clientIdOf(tx, draft)
  const status = BOOKING_MOVES.begins[row.type].to
  const booking = { ...row, status, created_at: tx.now, updated_at: tx.now, synced_at: tx.now }
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

/** A booking that joins a trip is for the client of the trip. */
async function clientIdOf(tx: Tx, { row, clientId }: Draft): Promise<string | undefined> {
  if (row.trip_id === null) return clientId
  const trip = await demandTripFor(tx, row.trip_id, row.trip_item_id)
  if (clientId !== undefined && uuidFromClientId(clientId) !== trip.client_id) fail('booking_of_other_client')
  if (row.trip_item_id === null) await refuseMoreItems(tx, trip.id)
  return trip.client_id
}
