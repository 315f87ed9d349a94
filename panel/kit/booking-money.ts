// The commission of a booking, and what a cancellation would return, in whole cents.
import type { Booking } from '../../contract/bookings.ts'
import { fareRefund } from '../../contract/fare-refunds.ts'
import { amountOf, centsOf } from './money.ts'

type Prices = Pick<Booking, 'client_amount' | 'wallet_amount' | 'total_amount' | 'total_currency'>

/** Markup and fee; undefined if the carrier's price in BRL is not known. */
export function commissionOf(booking: Prices): string | undefined {
  const { client_amount: client, wallet_amount: wallet, total_amount: total } = booking
  const cost = booking.total_currency === 'BRL' ? total : wallet === client ? undefined : wallet
  return cost === undefined ? undefined : amountOf((centsOf(client) ?? 0n) - (centsOf(cost) ?? 0n))
}

export type ExpectedRefund =
  /** Nothing was paid yet. */
  | { readonly kind: 'free' }
  /** The fare gives nothing back. */
  | { readonly kind: 'none'; readonly paid: string }
  /** It gives back, and the carrier says how much only when it is asked. */
  | { readonly kind: 'unknown'; readonly paid: string }
  /** `isExact` is false where a penalty in another currency had to be converted. */
  | {
      readonly kind: 'some'
      readonly paid: string
      readonly kept: string
      readonly returns: string
      readonly isExact: boolean
    }

export function expectedRefund(booking: Prices & Pick<Booking, 'status' | 'conditions'>): ExpectedRefund {
  const { status, wallet_amount: paid, total_currency: currency, conditions } = booking
  const { allowed, penalty_amount, penalty_currency } = conditions.refund_before_departure
  const [paidCents, totalCents] = [centsOf(paid) ?? 0n, centsOf(booking.total_amount) ?? 0n]
  const penaltyCents = penalty_amount === null || totalCents <= 0n ? null : (centsOf(penalty_amount) ?? null)
  const fare = { paidCents, totalCents, currency, allowed, penaltyCents, penaltyCurrency: penalty_currency }
  // The rate at which it was sold is at most what the wallet paid for the whole.
  const inBrl = (penalty: bigint) => (currency === 'BRL' ? penalty : (penalty * paidCents) / totalCents)
  const refund = fareRefund({ ...fare, isPaid: status !== 'pending' }, inBrl)
  if (refund.kind === 'free') return { kind: 'free' }
  if (refund.kind === 'unknown') return { kind: 'unknown', paid }
  if (refund.returnsCents === 0n) return { kind: 'none', paid }
  const [kept, returns] = [amountOf(refund.keptCents), amountOf(refund.returnsCents)]
  return { kind: 'some', paid, kept, returns, isExact: currency === 'BRL' || penaltyCents === 0n }
}
