// Reads the body of a booking and of a confirmation: shape first, then payment, each with the contract's own text.
import { BOOKING_TYPES, type BookingType, METADATA_BYTES_MAX } from '../../contract/bookings.ts'
import { fail, failField } from '../base/fail.ts'
import { parseAmount } from '../base/money.ts'
import type { Price } from '../outside/supplier/supplier.ts'

export interface BookingWish {
  offerId: string
  type: BookingType
  /** Read once the offer is known. */
  passengers: unknown[]
  payments: unknown
  metadata: Record<string, unknown>
  clientId: string | undefined
}

type Body = Record<string, unknown>

export function readBookingInput(body: Body): BookingWish {
  const { offerId, type, passengers, payments, metadata = {}, client_id: clientId } = body
  if (typeof offerId !== 'string' || offerId === '') failField('offerId', 'must be the id of an offer (off_)')
  const known = BOOKING_TYPES.find((name) => name === type) ?? failField('type', 'must be hold or instant')
  if (!Array.isArray(passengers)) failField('passengers', 'must be a list of passengers')
  if (known === 'instant' && payments === undefined) failField('payments', 'is required when type is instant')
  if (known === 'instant' && !(Array.isArray(payments) && payments.length === 1))
    failField('payments', 'must be a list of one payment')
  if (!isObject(metadata)) failField('metadata', 'must be an object')
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES_MAX)
    failField('metadata', 'must be at most 16 KiB of JSON')
  if (clientId !== undefined && typeof clientId !== 'string')
    failField('client_id', 'must be the id of a client')
  return { offerId, type: known, passengers, payments, metadata, clientId }
}

/** An instant booking's one payment. */
export function checkPayments(payments: unknown, price: Price): void {
  checkPayment((payments as unknown[])[0], price, 'payments.0')
}

export function readConfirmInput(body: Body): unknown {
  if (!isObject(body.payment)) failField('payment', 'must be an object with type, amount and currency')
  return body.payment
}

/** Type, amount and currency must be there and be strings; then they must be the offer's. */
export function checkPayment(payment: unknown, { totalCents, currency }: Price, field: string): void {
  if (!isObject(payment)) failField(field, 'must be an object with type, amount and currency')
  if (payment.type !== 'balance') failField(`${field}.type`, 'must be balance')
  if (typeof payment.amount !== 'string') failField(`${field}.amount`, 'must be an amount such as "500.00"')
  if (typeof payment.currency !== 'string') failField(`${field}.currency`, 'must be a currency such as "USD"')
  if (parseAmount(payment.amount) !== totalCents)
    fail('payment_amount_mismatch', {
      details: [{ field: `${field}.amount`, issue: "must be the offer's total_amount" }],
    })
  if (payment.currency !== currency)
    fail('payment_amount_mismatch', {
      details: [{ field: `${field}.currency`, issue: "must be the offer's total_currency" }],
    })
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
