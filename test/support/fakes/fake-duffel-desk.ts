// The booking desk behind the fake Duffel: searches, orders, payments and cancellations, refused in the words and
// codes of its public description. It books as often as it is asked to, since the real one promises no better.
import type { Clock } from '../../../server/base/process/clock.ts'
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
  shifted,
} from './fake-duffel-offers.ts'

/** A JSON object as it came in. */
export type Fields = Record<string, unknown>
export type FakeOrder = ReturnType<typeof makeOrder>
type Quote = ReturnType<typeof makeQuote>

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

export interface Desk {
  readonly orders: Map<string, FakeOrder>
  readonly offers: Map<string, FakeOffer>
  search(data: Fields, query: URLSearchParams): unknown
  readOffer(id: string): FakeOffer
  /** The order is made, and not seen before `show` is called. */
  order(data: Fields): FakeOrder
  show(order: FakeOrder): void
  readOrder(id: string): FakeOrder
  listOrders(query: URLSearchParams): unknown
  pay(data: Fields): unknown
  quote(data: Fields): Quote
  confirm(id: string): Quote
}

export function makeDesk(clock: Clock): Desk {
  let count = 0
  const nextId: NextId = (prefix) => `${prefix}_0000${String(++count).padStart(18, 'A')}`
  const searches = new Map<string, Search>()
  const searchOf = new Map<string, Search>()
  const offers = new Map<string, FakeOffer>()
  const orders = new Map<string, FakeOrder>()
  const quotes = new Map<string, Quote>()

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

  return {
    orders,
    offers,
    search(data, query) {
      const search = searchFrom(data, nextId, clock.now())
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
        slices,
      }
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
      return makeOrder(offer, data, nextId, clock.now())
    },
    show: (order) => void orders.set(order.id, order),
    readOrder(id) {
      const order = knownOrder(id)
      const isChanged = routeOf(searchOf.get(order.offer_id)!) === ROUTE.airlineChanges
      if (isChanged) changeSchedule(order, 60, nextId, clock.now())
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
      if (order.airline_initiated_changes.length > 0) refuse(422, 'invalid_state_error', 'schedule_changed')
      checkAmount(payment, order)
      issue(order, clock.now())
      const { amount, currency, type } = payment
      return {
        id: nextId('pay'),
        order_id: order.id,
        amount,
        currency,
        type,
        status: 'succeeded',
        live_mode: false,
      }
    },
    quote(data) {
      const order = knownOrder(data.order_id)
      if (order.cancelled_at !== null) refuse(422, 'invalid_state_error', 'already_cancelled')
      if (!order.available_actions.includes('cancel'))
        refuse(422, 'invalid_state_error', 'order_not_cancellable')
      const isCredit = routeOf(searchOf.get(order.offer_id)!) === ROUTE.refundsCredits
      const quote = makeQuote(order, isCredit, nextId, clock.now())
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
      Object.assign(order, {
        cancelled_at: quote.confirmed_at,
        cancellation: quote,
        available_actions: ['update'],
      })
      return quote
    },
  }
}

/** Moves every flight of the order, and says so as an airline-initiated change. */
export function changeSchedule(order: FakeOrder, minutes: number, nextId: NextId, at: Date): void {
  const removed = structuredClone(order.slices)
  for (const segment of order.slices.flatMap(({ segments }) => segments)) {
    segment.departing_at = shifted(segment.departing_at, minutes)
    segment.arriving_at = shifted(segment.arriving_at, minutes)
  }
  const change = { id: nextId('aic'), order_id: order.id, created_at: at.toISOString(), action_taken: null }
  order.airline_initiated_changes.push({ ...change, added: structuredClone(order.slices), removed })
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

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function searchFrom(data: Fields, nextId: NextId, now: Date): Search {
  const slices = listOf(data.slices) as SearchedSlice[]
  if (slices.length === 0) refuseField('validation_required', 'slices', '/data/slices')
  for (const [index, slice] of slices.entries()) {
    for (const end of ['origin', 'destination'] as const) {
      if (!isKnownPlace(slice[end])) refuseField('validation_format', end, `/data/slices/${index}/${end}`)
    }
  }
  const asked = listOf(data.passengers) as SearchedPassenger[]
  if (asked.length === 0) refuseField('validation_required', 'passengers', '/data/passengers')
  const passengers = asked.map(({ type }, index) => {
    if (!['adult', 'child', 'infant_without_seat'].includes(type)) {
      refuseField('validation_inclusion', 'type', `/data/passengers/${index}/type`)
    }
    return { id: nextId('pas'), type }
  })
  const cabin = String(data.cabin_class ?? 'economy')
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
      ({ type }) => !offer.supported_passenger_identity_document_types.includes(String(type)),
    )
    if (isUnfit) refuseField('validation_inclusion', 'identity_documents', pointer('identity_documents'))
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

interface Change {
  id: string
  order_id: string
  created_at: string
  action_taken: string | null
  added: FakeOffer['slices']
  removed: FakeOffer['slices']
}

function makeOrder(offer: FakeOffer, data: Fields, nextId: NextId, now: Date) {
  const type = String(data.type)
  const isHold = type === 'hold'
  const requirements = offer.payment_requirements
  const sold = structuredClone(offer)
  const people = listOf(data.passengers).map(fieldsOf)
  const order = {
    id: nextId('ord'),
    offer_id: offer.id,
    type,
    content: 'managed',
    live_mode: false,
    created_at: now.toISOString(),
    synced_at: now.toISOString(),
    // Airlines have their own lengths; LATAM's have 13 characters.
    booking_reference: offer.owner.iata_code === 'LA' ? 'LA9574839HXYZ' : 'RZPNX8',
    total_amount: sold.total_amount,
    total_currency: sold.total_currency,
    base_amount: sold.base_amount as string | null,
    base_currency: sold.base_currency as string | null,
    tax_amount: sold.tax_amount,
    tax_currency: sold.tax_currency,
    owner: sold.owner,
    conditions: sold.conditions,
    slices: sold.slices,
    services: [],
    metadata: fieldsOf(data.metadata),
    passengers: offer.passengers.map(({ id, type: passengerType }) => {
      const { identity_documents, infant_passenger_id, ...person } = people.find((given) => given.id === id)!
      return { ...person, id, type: passengerType, loyalty_programme_accounts: [] }
    }),
    documents: [] as { type: string; unique_identifier: string; passenger_ids: string[] }[],
    payment_status: {
      awaiting_payment: isHold,
      payment_required_by: isHold ? requirements.payment_required_by : null,
      price_guarantee_expires_at: isHold ? requirements.price_guarantee_expires_at : null,
      paid_at: null as string | null,
    },
    available_actions: ['cancel', 'change', 'update'],
    cancelled_at: null as string | null,
    cancellation: null as unknown,
    airline_initiated_changes: [] as Change[],
    void_window_ends_at: null,
  }
  if (!isHold) issue(order, now)
  return order
}

/** Pays the order and issues a ticket for each passenger. */
function issue(order: Omit<FakeOrder, 'issue'>, now: Date): void {
  order.payment_status.awaiting_payment = false
  order.payment_status.payment_required_by = null
  order.payment_status.price_guarantee_expires_at = null
  order.payment_status.paid_at = now.toISOString()
  order.documents = order.passengers.map(({ id }, index) => ({
    type: 'electronic_ticket',
    unique_identifier: `957${String(2_106_312_810 + index)}`,
    passenger_ids: [id],
  }))
}

function makeQuote(order: FakeOrder, isCredit: boolean, nextId: NextId, now: Date) {
  const isUnpaid = order.payment_status.awaiting_payment
  return {
    id: nextId('ore'),
    order_id: order.id,
    live_mode: false,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
    confirmed_at: null as string | null,
    refund_to: isUnpaid ? 'awaiting_payment' : isCredit ? 'airline_credits' : 'balance',
    refund_amount: (isUnpaid ? '0.00' : order.total_amount) as string | null,
    refund_currency: order.total_currency as string | null,
    airline_credits: [],
  }
}
