// Amounts of a booking in BRL, and the expected refund of a cancellation, in whole cents.
import type { Booking } from '../../contract/bookings.ts'
import { fareRefund } from '../../contract/fare-refunds.ts'
import { convertedCents } from './exchange.ts'
import type { Formats } from './formats.ts'
import { amountOf, centsOf } from './money.ts'

type Prices = Pick<Booking, 'wallet_amount' | 'total_amount' | 'total_currency' | 'exchange_rate_used'>

export interface Rate {
  readonly total_currency: string
  /** BRL for one unit of the currency. */
  readonly exchange_rate_used: number
}

/** BRL with the original amount in brackets; only the original if the rate is unknown. */
export function inReais(
  amount: string,
  currency: string,
  { total_currency, exchange_rate_used: rate }: Rate,
  { money }: Pick<Formats, 'money'>,
): string {
  if (currency === 'BRL') return money(amount)
  const original = money(amount, currency)
  return currency === total_currency ? `${money(converted(amount, rate))} (${original})` : original
}

/** Such as `5,4321`. */
export function rateText({ exchange_rate_used: rate }: Rate, { locale }: Pick<Formats, 'locale'>): string {
  const decimals = { minimumFractionDigits: 4, maximumFractionDigits: 4 }
  return new Intl.NumberFormat(locale, decimals).format(rate)
}

function converted(amount: string, rate: number): string {
  return amountOf(convertedCents(centsOf(amount) ?? 0n, decimalOf(rate)))
}

const RATE_DECIMALS = 10

function decimalOf(rate: number): string {
  return rate.toFixed(RATE_DECIMALS)
}

export type ExpectedRefund =
  /** Not paid yet. */
  | { readonly kind: 'free' }
  /** The fare is not refundable. */
  | { readonly kind: 'none'; readonly paid: string }
  /** Refundable, but the airline names the amount only on cancellation. */
  | { readonly kind: 'unknown'; readonly paid: string }
  | { readonly kind: 'some'; readonly paid: string; readonly kept: string; readonly returns: string }

export function expectedRefund(booking: Prices & Pick<Booking, 'status' | 'conditions'>): ExpectedRefund {
  const { status, wallet_amount: paid, total_currency: currency, conditions } = booking
  const { allowed, penalty_amount, penalty_currency } = conditions.refund_before_departure
  const [paidCents, totalCents] = [centsOf(paid) ?? 0n, centsOf(booking.total_amount) ?? 0n]
  const penaltyCents = penalty_amount === null ? null : (centsOf(penalty_amount) ?? null)
  const fare = { paidCents, totalCents, currency, allowed, penaltyCents, penaltyCurrency: penalty_currency }
  const inBrl = (penalty: bigint) => convertedCents(penalty, decimalOf(booking.exchange_rate_used))
  const refund = fareRefund({ ...fare, isPaid: status !== 'pending' }, inBrl)
  if (refund.kind === 'free') return { kind: 'free' }
  if (refund.kind === 'unknown') return { kind: 'unknown', paid }
  if (refund.returnsCents === 0n) return { kind: 'none', paid }
  const [kept, returns] = [amountOf(refund.keptCents), amountOf(refund.returnsCents)]
  return { kind: 'some', paid, kept, returns }
}
