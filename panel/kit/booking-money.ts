// What a booking earns, and what would return if it were cancelled: said before the button, reckoned in whole cents.
import type { Booking } from '../../contract/bookings.ts'
import { amountOf, centsOf } from './money.ts'

type Prices = Pick<Booking, 'client_amount' | 'wallet_amount' | 'total_amount' | 'total_currency'>

/** Markup and fee; undefined where the booking does not tell what the carrier's price is in BRL. */
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
  const { status, wallet_amount: paid, total_amount: total, total_currency: currency, conditions } = booking
  const {
    allowed,
    penalty_amount: penalty,
    penalty_currency: penaltyCurrency,
  } = conditions.refund_before_departure
  if (status === 'pending') return { kind: 'free' }
  if (!allowed) return { kind: 'none', paid }
  const [paidCents, totalCents] = [centsOf(paid) ?? 0n, centsOf(total) ?? 0n]
  const penaltyCents = penalty === null ? undefined : centsOf(penalty)
  if (penaltyCents === undefined || totalCents <= 0n || (penaltyCurrency ?? currency) !== currency)
    return { kind: 'unknown', paid }
  if (penaltyCents >= totalCents && penaltyCents > 0n) return { kind: 'none', paid }
  const isExact = currency === 'BRL' || penaltyCents === 0n
  // The rate at which it was sold is at most what the wallet paid for the whole.
  const kept = currency === 'BRL' ? penaltyCents : (penaltyCents * paidCents) / totalCents
  if (kept >= paidCents) return { kind: 'none', paid }
  return { kind: 'some', paid, kept: amountOf(kept), returns: amountOf(paidCents - kept), isExact }
}
