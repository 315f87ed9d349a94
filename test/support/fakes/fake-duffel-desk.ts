// The booking desk of the fake Duffel: searches, orders, payments and cancellations, with the errors of its
// public description. It books as often as requested, because the real one guarantees no more.

import type { OfferRequest, Payment } from '@duffel/api/types'
import { CABIN_CLASSES, PASSENGER_TYPES } from '../../../contract/flights.ts'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import type { WithGaps } from './duffel-types.ts'
import { acceptChange, changeSchedule } from './fake-duffel-changes.ts'
import {
  type FakeOffer,
  isKnownPlace,
  makeOffers,
  type NextId,
  plus,
  ROUTE,
  routeOf,
  type Search,
  type SearchedPassenger,
  type SearchedSlice,
  searchedPlace,
} from './fake-duffel-offers.ts'
import {
  type FakeOrder,
  type Fields,
  fieldsOf,
  issue,
  listOf,
  makeOrder,
  makeQuote,
  type Quote,
} from './fake-duffel-orders.ts'

export interface FakeError {
  type: string
  code: string
  title: string
  message: string
  source?: { field: string; pointer: string }
}

export class Refusal extends Error {
  readonly status: number
  readonly errors: FakeError[]

  constructor(status: number, errors: FakeError[]) {
    super(errors[0]?.message)
    this.status = status
    this.errors = errors
  }
}

/** One movement of money between the airline and its customer, in the currency of the order. */
export interface DeskEntry {
  type: 'charge' | 'refund'
  orderId: string
  /** The customer's reference of the order. */
  reference: string
  amount: string
  currency: string
}

export interface Desk {
  /** What was charged and refunded, oldest first. */
  readonly cash: DeskEntry[]
  /** What the airline keeps of a cancelled paid order: nothing by default. */
  penaltyOf(order: FakeOrder): bigint
  readonly orders: Map<string, FakeOrder>
  readonly offers: Map<string, FakeOffer>
  search(data: Fields, query: URLSearchParams): unknown
  readOffer(id: string): FakeOffer
  /** The order is created, and cannot be read before `show` is called. */
  order(data: Fields): FakeOrder
  show(order: FakeOrder): void
  readOrder(id: string): FakeOrder
  listOrders(query: URLSearchParams): unknown
  pay(data: Fields): unknown
  quote(data: Fields): Quote
  confirm(id: string): Quote
  accept(changeId: string): FakeOrder['airline_initiated_changes'][number]
}

export function makeDesk(clock: Clock, isLive = false): Desk {
  let count = 0
  const nextId: NextId = (prefix) => `${prefix}_0000${String(++count).padStart(18, 'A')}`
  const searches = new Map<string, Search>()
  const searchOf = new Map<string, Search>()
  const offers = new Map<string, FakeOffer>()
  const orders = new Map<string, FakeOrder>()
  const quotes = new Map<string, Quote>()
  const cash: DeskEntry[] = []

  function enter(type: DeskEntry['type'], order: FakeOrder, amount: string): void {
    const reference = String(order.metadata.embarque_reference)
    cash.push({ type, orderId: order.id, reference, amount, currency: order.total_currency })
  }

  function offerToBook(id: unknown): FakeOffer {
    const offer = offers.get(String(id))
    if (offer === undefined) refuseField('not_found', 'selected_offers', '/data/selected_offers/0')
    if (routeOf(searchOf.get(offer.id)!) === ROUTE.offerGone)
      refuse(422, 'airline_error', 'offer_no_longer_available')
    if (new Date(offer.expires_at) <= clock.now()) refuse(422, 'invalid_state_error', 'offer_expired')
    return offer
  }

  function knownOrder(id: unknown): FakeOrder {
    return orders.get(String(id)) ?? refuse(404, 'invalid_request_error', 'not_found')
  }

  const desk: Desk = {
    cash,
    penaltyOf: () => 0n,
    orders,
    offers,
    search(data, query) {
      const search = { ...searchFrom(data, nextId, clock.now()), isLive }
      if (routeOf(search) === ROUTE.searchTimesOut) refuse(504, 'api_error', 'gateway_timeout_error')
      searches.set(search.id, search)
      const found = makeOffers(search, nextId)
      for (const offer of found) {
        offers.set(offer.id, offer)
        searchOf.set(offer.id, search)
      }
      const { id, createdAt, slices, passengers, cabin } = search
      const result = {
        id,
        created_at: createdAt.toISOString(),
        live_mode: false,
        cabin_class: cabin,
        passengers,
        slices: slices.map(searchedPlace),
      } satisfies WithGaps<Omit<OfferRequest, 'offers'>>
      return query.get('return_offers') === 'false' ? result : { ...result, offers: found }
    },
    readOffer(id) {
      const offer = offers.get(id) ?? refuse(404, 'invalid_request_error', 'not_found')
      const route = routeOf(searchOf.get(id)!)
      if (route === ROUTE.offerGone) refuse(422, 'airline_error', 'offer_no_longer_available')
      if (route === ROUTE.priceRises) offer.total_amount = plus(offer.total_amount, 10_00n)
      return offer
    },
    order(data) {
      const [selected, ...more] = listOf(data.selected_offers)
      if (more.length > 0) refuseField('validation_length', 'selected_offers', '/data/selected_offers')
      const offer = offerToBook(selected)
      checkPassengers(listOf(data.passengers), offer)
      checkMetadata(data.metadata)
      checkPayment(data, offer)
      const route = routeOf(searchOf.get(offer.id)!)
      if (route === ROUTE.noBalance) refuse(422, 'invalid_state_error', 'insufficient_balance')
      if (route === ROUTE.airlineFails) refuse(502, 'airline_error', 'airline_unknown')
      const order = makeOrder(offer, data, nextId, clock.now())
      if (order.type === 'instant') enter('charge', order, order.total_amount)
      return order
    },
    show: (order) => void orders.set(order.id, order),
    readOrder(id) {
      const order = knownOrder(id)
      const isChanged = routeOf(searchOf.get(order.offer_id)!) === ROUTE.airlineChanges
      if (isChanged) changeSchedule(order, 60, { nextId, at: clock.now() })
      return order
    },
    listOrders(query) {
      const limit = Number(query.get('limit') ?? '50')
      if (!(limit >= 1 && limit <= 200)) refuseField('validation_inclusion', 'limit', '/limit')
      const fits = (name: 'offer_id' | 'booking_reference', value: string) =>
        (query.get(name) ?? value) === value
      const all = [...orders.values()].filter(
        (order) => fits('offer_id', order.offer_id) && fits('booking_reference', order.booking_reference),
      )
      const start = Number(query.get('after') ?? '0')
      const after = start + limit < all.length ? String(start + limit) : null
      return { data: all.slice(start, start + limit), meta: { limit, before: null, after } }
    },
    pay(data) {
      const order = knownOrder(data.order_id)
      const payment = fieldsOf(data.payment)
      const state = order.payment_status
      if (order.cancelled_at !== null) refuse(422, 'invalid_state_error', 'already_cancelled')
      if (order.type !== 'hold') refuse(422, 'invalid_state_error', 'order_type_not_eligible_for_payment')
      if (!state.awaiting_payment) refuse(422, 'invalid_state_error', 'already_paid')
      if (new Date(state.payment_required_by!) <= clock.now()) {
        refuse(422, 'invalid_state_error', 'past_payment_required_by_date')
      }
      if (order.airline_initiated_changes.some(({ action_taken }) => action_taken === null))
        refuse(422, 'invalid_state_error', 'schedule_changed')
      checkAmount(payment, order)
      issue(order, clock.now())
      enter('charge', order, order.total_amount)
      const paid = {
        id: nextId('pay'),
        amount: order.total_amount,
        currency: order.total_currency,
        type: 'balance',
        created_at: clock.now().toISOString(),
      } satisfies WithGaps<Payment>
      // Missing in the SDK.
      return { ...paid, order_id: order.id, status: 'succeeded', live_mode: false }
    },
    quote(data) {
      const order = knownOrder(data.order_id)
      if (order.cancelled_at !== null) refuse(422, 'invalid_state_error', 'already_cancelled')
      if (!order.available_actions.includes('cancel'))
        refuse(422, 'invalid_state_error', 'order_not_cancellable')
      const isCredit = routeOf(searchOf.get(order.offer_id)!) === ROUTE.refundsCredits
      const refundAmount = plus(order.total_amount, -desk.penaltyOf(order))
      const quote = makeQuote(order, { isCredit, refundAmount, nextId, now: clock.now() })
      quotes.set(order.id, quote)
      return quote
    },
    confirm(id) {
      const quote = [...quotes.values()].find((made) => made.id === id)
      if (quote === undefined) refuse(422, 'invalid_state_error', 'order_cancellation_stale')
      if (quote.confirmed_at !== null) refuse(422, 'invalid_state_error', 'already_cancelled')
      if (new Date(quote.expires_at) <= clock.now())
        refuse(422, 'invalid_state_error', 'order_cancellation_stale')
      const order = knownOrder(quote.order_id)
      quote.confirmed_at = clock.now().toISOString()
      if (quote.refund_to === 'balance') enter('refund', order, String(quote.refund_amount))
      Object.assign(order, {
        cancelled_at: quote.confirmed_at,
        cancellation: quote,
        available_actions: ['update'],
      })
      return quote
    },
    accept(changeId) {
      const changed = [...orders.values()].flatMap((order) => order.airline_initiated_changes)
      const change = changed.find(({ id }) => id === changeId)
      if (change === undefined) refuse(404, 'invalid_request_error', 'not_found')
      if (!change.available_actions.includes('accept'))
        refuse(422, 'invalid_state_error', 'airline_initiated_change_not_actionable')
      acceptChange(change, clock.now())
      return change
    },
  }
  return desk
}

export function refuse(status: number, type: string, code: string): never {
  const title = code.replaceAll('_', ' ')
  throw new Refusal(status, [{ type, code, title, message: `The request was refused: ${title}.` }])
}

function refuseField(code: string, field: string, pointer: string): never {
  const message = `Field '${field}' is not right`
  const error = {
    type: 'validation_error',
    code,
    title: code.replaceAll('_', ' '),
    message,
    source: { field, pointer },
  }
  throw new Refusal(422, [error])
}

function searchFrom(data: Fields, nextId: NextId, now: Date): Search {
  const slices = listOf(data.slices) as SearchedSlice[]
  if (slices.length === 0) refuseField('validation_required', 'slices', '/data/slices')
  for (const [index, slice] of slices.entries()) {
    for (const end of ['origin', 'destination'] as const) {
      if (!isKnownPlace(slice[end])) refuseField('validation_format', end, `/data/slices/${index}/${end}`)
    }
  }
  const asked = listOf(data.passengers) as Pick<SearchedPassenger, 'type'>[]
  if (asked.length === 0) refuseField('validation_required', 'passengers', '/data/passengers')
  const passengers = asked.map(({ type }, index) => {
    if (!PASSENGER_TYPES.includes(type)) {
      refuseField('validation_inclusion', 'type', `/data/passengers/${index}/type`)
    }
    return { id: nextId('pas'), type }
  })
  const cabin = CABIN_CLASSES.find((name) => name === data.cabin_class) ?? 'economy'
  const maxConnections = Number(data.max_connections ?? 1)
  return { id: nextId('orq'), createdAt: now, slices, passengers, cabin, maxConnections }
}

// Letters of the first three Latin charts, space, hyphen and apostrophe, 20 characters at most.
const NAME = /^[A-Za-zÀ-ÖØ-öø-ſ' -]+$/

function checkPassengers(passengers: unknown[], offer: FakeOffer): void {
  const required = ['id', 'title', 'gender', 'given_name', 'family_name', 'born_on', 'email', 'phone_number']
  const people = passengers.map(fieldsOf)
  for (const [index, person] of people.entries()) {
    const pointer = (field: string) => `/data/passengers/${index}/${field}`
    const missing = required.find((field) => typeof person[field] !== 'string' || person[field] === '')
    if (missing !== undefined) refuseField('validation_required', missing, pointer(missing))
    for (const field of ['given_name', 'family_name']) {
      const name = String(person[field])
      if (name.length > 20) refuseField('validation_length', field, pointer(field))
      if (!NAME.test(name)) refuseField('validation_format', field, pointer(field))
    }
    if (!/^\+\d{8,15}$/.test(String(person.phone_number)))
      refuse(422, 'validation_error', 'invalid_phone_number')
    const documents = listOf(person.identity_documents).map(fieldsOf)
    const isUnfit = documents.some(
      ({ type }) => !offer.supported_passenger_identity_document_types.some((taken) => taken === type),
    )
    if (isUnfit) refuseField('validation_inclusion', 'identity_documents', pointer('identity_documents'))
    if (documents.length > 1)
      refuseField('validation_length', 'identity_documents', pointer('identity_documents'))
    const accounts = listOf(person.loyalty_programme_accounts).map(fieldsOf)
    const isForeign = accounts.some(
      ({ airline_iata_code }) => !offer.supported_loyalty_programmes.includes(String(airline_iata_code)),
    )
    if (isForeign) refuse(422, 'validation_error', 'invalid_loyalty_card')
  }
  const ids = (of: { id?: unknown }[]) => of.map(({ id }) => String(id)).sort()
  if (ids(people).join() !== ids(offer.passengers).join()) {
    refuse(422, 'validation_error', 'order_passengers_incompatible_with_offer')
  }
  const named = people.map((person) => person.infant_passenger_id).filter((id) => id !== undefined)
  const infants = offer.passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id)
  if (named.sort().join() !== infants.sort().join()) {
    refuseField('validation_required', 'infant_passenger_id', '/data/passengers/0/infant_passenger_id')
  }
}

function checkMetadata(metadata: unknown): void {
  for (const [key, value] of Object.entries(fieldsOf(metadata))) {
    const isFit = /^[\w-]{1,40}$/.test(key) && typeof value === 'string' && value.length <= 500
    if (!isFit) refuseField('validation_format', 'metadata', '/data/metadata')
  }
}

function checkPayment(data: Fields, offer: FakeOffer): void {
  const payments = listOf(data.payments)
  if (data.type === 'hold') {
    if (offer.payment_requirements.requires_instant_payment) {
      refuseField('not_valid_with_selected_offer', 'type', '/data/type')
    }
    if (payments.length > 0) refuseField('payments_not_allowed_for_order_type', 'payments', '/data/payments')
    return
  }
  if (data.type !== 'instant') refuseField('validation_inclusion', 'type', '/data/type')
  if (payments.length !== 1) refuseField('validation_required', 'payments', '/data/payments')
  checkAmount(fieldsOf(payments[0]), offer)
}

function checkAmount(payment: Fields, due: { total_amount: string; total_currency: string }): void {
  if (payment.type !== 'balance') refuseField('validation_inclusion', 'type', '/data/payments/0/type')
  if (payment.currency !== due.total_currency) {
    refuse(422, 'validation_error', 'payment_currency_does_not_match_order_currency')
  }
  if (payment.amount !== due.total_amount) {
    refuse(422, 'validation_error', 'payment_amount_does_not_match_order_amount')
  }
}
