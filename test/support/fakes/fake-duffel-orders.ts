// The orders of the fake Duffel and their cancellation quotes, in the shapes of Duffel's own SDK.

import type { AirlineInitiatedChange, Order, OrderCancellation } from '@duffel/api/types'
import { TITLES } from '../../../contract/passengers.ts'
import type { WithGaps } from './duffel-types.ts'
import type { FakeOffer, NextId } from './fake-duffel-offers.ts'

/** A JSON object as received. */
export type Fields = Record<string, unknown>
export type FakeOrder = ReturnType<typeof makeOrder>
export type Quote = ReturnType<typeof makeQuote>

/** Its flights are those of the order. */
export type FakeChange = Omit<AirlineInitiatedChange, 'added' | 'removed'> &
  Record<'added' | 'removed', FakeOffer['slices']>

interface Payable {
  payment_status: {
    awaiting_payment: boolean
    payment_required_by: string | null
    price_guarantee_expires_at: string | null
    paid_at: string | null
  }
  documents: NonNullable<Order['documents']>
  passengers: { id: string }[]
}

interface Quoted {
  id: string
  payment_status: { awaiting_payment: boolean }
  total_amount: string
  total_currency: string
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function makeOrder(offer: FakeOffer, data: Fields, nextId: NextId, now: Date) {
  const isHold = data.type === 'hold'
  const requirements = offer.payment_requirements
  const { total_amount, total_currency, tax_amount, tax_currency, owner, conditions, slices, ...sold } =
    structuredClone(offer)
  const people = listOf(data.passengers).map(fieldsOf)
  const order = {
    id: nextId('ord'),
    content: 'managed',
    live_mode: false,
    created_at: now.toISOString(),
    synced_at: now.toISOString(),
    // Airlines have their own lengths; LATAM's have 13 characters.
    booking_reference: offer.owner.iata_code === 'LA' ? 'LA9574839HXYZ' : 'RZPNX8',
    total_amount,
    total_currency,
    base_amount: orNull(sold.base_amount),
    base_currency: orNull(sold.base_currency),
    tax_amount,
    tax_currency,
    owner,
    conditions,
    slices,
    services: [],
    metadata: Object.fromEntries(
      Object.entries(fieldsOf(data.metadata)).map(([name, value]) => [name, String(value)]),
    ),
    passengers: offer.passengers.map(({ id, type }) => ({
      ...personOf(people.find((given) => given.id === id) ?? {}),
      id,
      type,
    })),
    documents: listOfTickets(),
    payment_status: {
      awaiting_payment: isHold,
      payment_required_by: isHold ? requirements.payment_required_by : null,
      price_guarantee_expires_at: isHold ? requirements.price_guarantee_expires_at : null,
      paid_at: orNull<string>(null),
    },
    available_actions: actionsOf('cancel', 'change', 'update'),
    cancelled_at: orNull<string>(null),
    cancellation: orNull<Quote>(null),
    airline_initiated_changes: listOfChanges(),
  } satisfies WithGaps<Order>
  // Missing in the SDK.
  const whole = { ...order, offer_id: offer.id, type: String(data.type), void_window_ends_at: null }
  if (!isHold) issue(whole, now)
  return whole
}

const listOfTickets = (): NonNullable<Order['documents']> => []
const listOfChanges = (): FakeChange[] => []
const actionsOf = (...actions: Order['available_actions']) => actions

/** Types a field that may be missing or arrive later. */
function orNull<T>(value: T | null): T | null {
  return value
}

function personOf(given: Fields) {
  const text = (name: string) => String(given[name])
  return {
    given_name: text('given_name'),
    family_name: text('family_name'),
    gender: given.gender === 'm' ? 'm' : 'f',
    title: TITLES.find((title) => title === given.title) ?? null,
    born_on: text('born_on'),
    email: text('email'),
    phone_number: text('phone_number'),
    loyalty_programme_accounts: listOf(given.loyalty_programme_accounts)
      .map(fieldsOf)
      .map(({ airline_iata_code, account_number }) => ({
        airline_iata_code: String(airline_iata_code),
        account_number: String(account_number),
      })),
  } satisfies WithGaps<Omit<Order['passengers'][number], 'id' | 'type'>>
}

/** Pays the order and issues a ticket for each passenger. */
export function issue(order: Payable, now: Date): void {
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

export function makeQuote(
  order: Quoted,
  {
    isCredit,
    refundAmount,
    nextId,
    now,
  }: {
    readonly isCredit: boolean
    readonly refundAmount: string
    readonly nextId: NextId
    readonly now: Date
  },
) {
  const isUnpaid = order.payment_status.awaiting_payment
  return {
    id: nextId('ore'),
    order_id: order.id,
    live_mode: false,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
    confirmed_at: orNull<string>(null),
    refund_to: isUnpaid ? 'awaiting_payment' : isCredit ? 'airline_credits' : 'balance',
    refund_amount: orNull(isUnpaid ? '0.00' : refundAmount),
    refund_currency: orNull(order.total_currency),
    airline_credits: [],
  } satisfies WithGaps<OrderCancellation>
}
