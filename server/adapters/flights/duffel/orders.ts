// Orders at Duffel: created once, and found by our reference. Duffel has no idempotency key, so an order is
// sent once; after a lost response it is looked up by the offer and the reference in its metadata.

import { makeRoom } from '../../../kernel/values/bounded.ts'
import { parseTimestamp } from '../../../kernel/values/dates.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type {
  BookingPassenger,
  BookingRequest,
  Call,
  Found,
  OrderAtSupplier,
  OrderOutcome,
  Rejection,
  Supplier,
  SupplierOrder,
} from '../port.ts'
import {
  type Account,
  fetchOrder,
  get,
  NOT_UNDERSTOOD,
  offerDataOf,
  orderDataOf,
  post,
  readOffer,
  fetchOrder as readOneOrder,
  timesOf,
  whyNot,
  withPrice,
} from './account.ts'
import { codesOf, goneFrom, isAboutUs, isRefusal, notAsked, rejectionFrom } from './client.ts'
import { orderFrom } from './mapping.ts'
import { priceFrom } from './prices.ts'
import {
  type DuffelOffer,
  type DuffelOrder,
  type OfferData,
  readLabel,
  readOrder,
  readOrderList,
  readOrderResponse,
  readPaymentResponse,
} from './shapes.ts'

// Builds Duffel's order request from a booking and the current offer, and the reasons not to send it.

/** The key of our reference in an order's metadata. */
const REFERENCE_KEY = 'embarque_reference'

const METADATA_MAX = 50
const METADATA_NAME = /^[\w-]{1,40}$/
const METADATA_VALUE_MAX = 500

/** null: the order may be sent. */
function objectionTo(booking: BookingRequest, offer: DuffelOffer): Rejection | null {
  const price = priceFrom(offer)
  const accepted = booking.offer.price
  if (price === null || price.totalCents !== accepted.totalCents || price.currency !== accepted.currency) {
    const now = price === null ? offer.total_amount : formatAmount(price.totalCents)
    const message = `The price is ${now} ${offer.total_currency} now`
    return { reason: 'price_changed', message, ...(price !== null && { price }) }
  }
  if (booking.type === 'hold' && offer.payment_requirements.requires_instant_payment) {
    return { reason: 'hold_unavailable', message: 'The airline wants this offer paid at once' }
  }
  const passengerIndex = booking.passengers.findIndex(
    (passenger) => offer.passenger_identity_documents_required && documentOf(passenger, offer).length === 0,
  )
  if (passengerIndex === -1) return null
  const kinds = offer.supported_passenger_identity_document_types?.join(' or ')
  const message = `The airline wants an identity document of every passenger: ${kinds}`
  return { reason: 'passenger_data', message, passengerIndex, field: 'identity_documents' }
}

/** `passengerIds` are Duffel's, in our travellers' order. */
function orderRequest(booking: BookingRequest, offer: DuffelOffer, passengerIds: readonly string[]) {
  const { type, passengers, reference, metadata } = booking
  const payment = { type: 'balance', amount: offer.total_amount, currency: offer.total_currency }
  return {
    type,
    selected_offers: [offer.id],
    ...(type === 'instant' && { payments: [payment] }),
    passengers: passengers.map((passenger, index) => {
      const { given_name, family_name, gender, born_on, email, phone_number, infantIndex } = passenger
      const identity_documents = documentOf(passenger, offer)
      const loyalty_programme_accounts = accountsOf(passenger, offer)
      return {
        id: passengerIds[index],
        given_name,
        family_name,
        gender,
        title: passenger.title ?? (gender === 'm' ? 'mr' : 'ms'),
        born_on,
        email,
        phone_number,
        ...(identity_documents.length > 0 && { identity_documents }),
        ...(loyalty_programme_accounts.length > 0 && { loyalty_programme_accounts }),
        ...(infantIndex !== null && { infant_passenger_id: passengerIds[infantIndex] }),
      }
    }),
    metadata: { ...fitting(metadata), [REFERENCE_KEY]: reference },
  }
}

const ABROAD = ['passport', 'tax_id', 'known_traveler_number']
const AT_HOME = ['tax_id', 'passport', 'known_traveler_number']

/** At most one, the best for the trip; the airline refuses an order with an unsupported type. */
function documentOf(passenger: BookingPassenger, offer: DuffelOffer) {
  const taken = offer.supported_passenger_identity_document_types ?? []
  const wanted = staysAtHome(offer) ? AT_HOME : ABROAD
  const rankOf = ({ type }: { type: string }) => wanted.indexOf(type)
  return passenger.identity_documents
    .filter((document) => rankOf(document) !== -1 && taken.includes(document.type))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, 1)
    .map(({ type, unique_identifier, issuing_country_code, expires_on }) => ({
      type,
      unique_identifier,
      issuing_country_code,
      ...(expires_on !== null && { expires_on }),
    }))
}

/** Within one country; abroad if Duffel does not report it. */
function staysAtHome({ slices }: DuffelOffer): boolean {
  const countries = slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ origin, destination }) => [origin.iata_country_code, destination.iata_country_code])
  return new Set(countries).size === 1 && countries[0] != null
}

/** Accounts of programmes that this offer supports: another airline's number would have the order refused. */
function accountsOf({ loyalty_programme_accounts }: BookingPassenger, offer: DuffelOffer) {
  const counting = offer.supported_loyalty_programmes ?? []
  return loyalty_programme_accounts
    .filter(({ airline_iata_code }) => counting.includes(airline_iata_code))
    .map(({ airline_iata_code, account_number }) => ({ airline_iata_code, account_number }))
}

function fitting(metadata: BookingRequest['metadata']): Record<string, string> {
  const fits = ([name, value]: [string, string]) =>
    METADATA_NAME.test(name) && value.length <= METADATA_VALUE_MAX
  return Object.fromEntries(
    Object.entries(metadata)
      .filter(fits)
      .slice(0, METADATA_MAX - 1),
  )
}

type Orders = Pick<Supplier, 'book' | 'find' | 'read'>

/** An accepted order may take hours to appear; an expired offer can no longer be ordered. */
const SEEN_WITHIN_MS = 6 * 3_600_000
const ATTEMPTS_KEPT = 10_000
const PAGES_MAX = 5

export function makeOrders(account: Account): Orders {
  // References that are being sent, or whose outcome is unknown. Callers call `find` first; this is a second
  // safeguard.
  const unsure = new Set<string>()

  async function send(call: Call, booking: BookingRequest): Promise<OrderOutcome> {
    const data = offerDataOf(booking.offer)
    const [known, current] = await Promise.all([
      lookUp(account, call, data, booking.reference),
      readOffer(account, call, data.id),
    ])
    if (known.kind === 'order')
      return outcomeOf(account, call, { order: known.order, reference: booking.reference, offer: data })
    if (known.kind === 'unreadable') return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
    if (known.kind === 'unread') return { outcome: 'rejected', rejection: notAsked(known.reason) }
    if (current.value === null) {
      const { response } = current
      return {
        outcome: 'rejected',
        rejection: goneFrom(response, account.hide) ?? notAsked(whyNot(response)),
      }
    }
    const objection = objectionTo(booking, current.value)
    if (objection !== null) return { outcome: 'rejected', rejection: objection }

    const request = orderRequest(booking, current.value, data.passengers)
    const response = await post(account, call, '/air/orders', request)
    const order =
      response.status === 200 || response.status === 201 ? readOrderResponse(response.body)?.data : undefined
    if (order !== undefined)
      return outcomeOf(account, call, { order, reference: booking.reference, offer: data })
    if (!isRefusal(response))
      return { outcome: 'unknown', reason: unknownReason(response.status, whyNot(response)) }
    const rejection = rejectionFrom(response, account.hide)
    return {
      outcome: 'rejected',
      rejection: await withPrice(rejection, () => readOffer(account, call, data.id)),
    }
  }

  async function find(call: Call, data: OfferData, reference: string): Promise<Found> {
    const known = await lookUp(account, call, data, reference)
    if (known.kind === 'order')
      return outcomeOf(account, call, { order: known.order, reference, offer: data })
    if (known.kind === 'unreadable') return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
    if (known.kind === 'unread') return { outcome: 'unknown', reason: known.reason }
    const expiresAt = parseTimestamp(data.expires_at)
    const isOver = expiresAt !== null && account.wall.now().getTime() - expiresAt.getTime() >= SEEN_WITHIN_MS
    return isOver ? { outcome: 'none' } : { outcome: 'unknown', reason: 'Duffel shows no such order yet' }
  }

  return {
    async book(call, booking) {
      const { reference } = booking
      if (unsure.has(reference)) {
        const found = await find(call, offerDataOf(booking.offer), reference)
        if (found.outcome !== 'none') return found
        const message = 'The order was sent before, and Duffel never made it'
        return { outcome: 'rejected', rejection: { reason: 'offer_gone', message } }
      }
      makeRoom(unsure, ATTEMPTS_KEPT)
      unsure.add(reference)
      const outcome = await send(call, booking)
      if (outcome.outcome !== 'unknown') unsure.delete(reference)
      return outcome
    },
    find: (call, lost) => find(call, offerDataOf(lost.offer), lost.reference),
    async read(call, order) {
      const data = orderDataOf(order)
      const read = await readOneOrder(account, call, data.id)
      // A 404 for a known order is about our account rather than the order.
      if (read.value === null) return { outcome: 'unknown', reason: whyNot(read.response) }
      return outcomeOf(account, call, { order: read.value, reference: order.reference, offer: data })
    },
  }
}

/** Translates an order into the outcome of the port. */
function outcomeOf(
  account: Account,
  call: Call,
  {
    order,
    reference,
    offer: { passengers, offset_ms },
  }: {
    readonly order: DuffelOrder
    readonly reference: string
    readonly offer: Pick<OfferData, 'passengers'> & Partial<Pick<OfferData, 'offset_ms'>>
  },
): OrderOutcome & Found {
  const times = { ...timesOf(account, call), offeredOffsetMs: offset_ms }
  const read = orderFrom(order, reference, passengers, times)
  if (read === null) return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
  return { outcome: read.status === 'ticketing' ? 'pending' : 'confirmed', order: read }
}

type Known =
  | { kind: 'order'; order: DuffelOrder }
  | { kind: 'none' }
  /** The order exists, but its response could not be read. */
  | { kind: 'unreadable' }
  | { kind: 'unread'; reason: string }

async function lookUp(account: Account, call: Call, offer: OfferData, reference: string): Promise<Known> {
  let after: string | null | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const cursor = after == null ? '' : `&after=${encodeURIComponent(after)}`
    const response = await get(
      account,
      call,
      `/air/orders?offer_id=${encodeURIComponent(offer.id)}&limit=200${cursor}`,
    )
    const list = response.status === 200 ? readOrderList(response.body) : null
    if (list === null) return { kind: 'unread', reason: whyNot(response) }
    const ours = list.data.find((item) => readLabel(item)?.metadata[REFERENCE_KEY] === reference)
    if (ours !== undefined) {
      const order = readOrder(ours)
      return order === null ? { kind: 'unreadable' } : { kind: 'order', order }
    }
    after = list.meta?.after
    if (after == null) return { kind: 'none' }
  }
  return { kind: 'unread', reason: 'Duffel lists too many orders for this offer' }
}

function unknownReason(status: number | null, why: string): string {
  if (status === 202) return 'Duffel accepted the order and has not made it yet'
  return status === 200 ? 'Duffel booked, and shows the order later' : why
}

// Pays a held order. It is read first, so that it is not paid twice, too late, or at another price.

const LOOK_AGAIN_MS = 60_000

export async function pay(account: Account, call: Call, order: OrderAtSupplier): Promise<OrderOutcome> {
  const { id, passengers } = orderDataOf(order)
  const before = await fetchOrder(account, call, id)
  // Nothing was done, but the order is not given up.
  if (before.value === null) return { outcome: 'unknown', reason: whyNot(before.response) }
  const current = outcomeOf(account, call, {
    order: before.value,
    reference: order.reference,
    offer: { passengers },
  })
  if (current.outcome === 'unknown') return current
  const objection = objectionToPayment(current.order, order)
  if (objection !== null) return rejected(objection)
  // Paid before, perhaps by a call whose response was lost.
  if (current.order.status !== 'held') return current

  const { total_amount: amount, total_currency: currency } = before.value
  const response = await post(account, call, '/air/payments', {
    order_id: id,
    payment: { type: 'balance', amount, currency },
  })
  const payment =
    response.status === 200 || response.status === 201 ? readPaymentResponse(response.body)?.data : undefined
  if (payment !== undefined) {
    if (payment.status === 'failed' || payment.status === 'cancelled') {
      return rejected({ reason: 'other', message: 'Duffel could not take the payment' })
    }
    return paid(account, call, current.order, passengers)
  }
  if (!isRefusal(response) || isAboutUs(response)) return { outcome: 'unknown', reason: whyNot(response) }
  if (codesOf(response).includes('already_paid')) return paid(account, call, current.order, passengers)
  const rejection = rejectionFrom(response, account.hide)
  return rejected(await withPrice(rejection, () => fetchOrder(account, call, id)))
}

/** Why the order cannot be paid, by its current state. */
function objectionToPayment({ status, price }: SupplierOrder, accepted: OrderAtSupplier): Rejection | null {
  if (status === 'expired') return { reason: 'expired', message: 'The airline has given the seats back' }
  if (status === 'cancelled') return { reason: 'already_cancelled', message: 'The order is cancelled' }
  const isAccepted =
    price.totalCents === accepted.price.totalCents && price.currency === accepted.price.currency
  if (status !== 'held' || isAccepted) return null
  const message = `The price is ${formatAmount(price.totalCents)} ${price.currency} now`
  return { reason: 'price_changed', message, price }
}

/** The order is paid: tickets are read now, or come later. */
async function paid(
  account: Account,
  call: Call,
  held: SupplierOrder,
  passengers: readonly string[],
): Promise<OrderOutcome> {
  const after = await fetchOrder(account, call, orderDataOf(held).id)
  const read =
    after.value === null ? null : orderFrom(after.value, held.reference, passengers, timesOf(account, call))
  // The read state may be older than the payment: only these states fit a paid order.
  if (read !== null && ['ticketing', 'ticketed', 'cancelled'].includes(read.status)) {
    return { outcome: read.status === 'ticketing' ? 'pending' : 'confirmed', order: read }
  }
  const lookAgainAt = new Date(call.now.getTime() + LOOK_AGAIN_MS)
  const order = { ...held, status: 'ticketing', paymentRequiredBy: null, priceGuaranteedUntil: null } as const
  return { outcome: 'pending', order: { ...order, lookAgainAt } }
}

function rejected(rejection: Rejection): OrderOutcome {
  return { outcome: 'rejected', rejection }
}
