// Reads the body of a booking and of a confirmation: shape first, then payment, each with the contract's own text.

import { METADATA_BYTES_MAX } from '../../../contract/booking-input.ts'
import { BOOKING_TYPES, type BookingType } from '../../../contract/bookings.ts'
import type { Price } from '../../adapters/flights/supplier-offer.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { parseAmount } from '../../kernel/values/money.ts'

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
