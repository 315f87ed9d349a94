// The simulated bank's cards: what a verdict says after its payer pays, and when the money arrives.
import type { Settlement, Verdict } from '../../adapters/banks/port.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { percentOf } from '../../kernel/values/money.ts'
import type { ChargeRow, InstalmentRow } from './charge-store.ts'

const FEE = { digits: 399n, scale: 2 }
const FIRST_AFTER_DAYS = 32
const EACH_AFTER_DAYS = 30
const CARD = { brand: 'VISA', lastDigits: '4242' }

/** One instalment a month, as most banks settle. */
export function simulatedSettlement(
  { amount_cents: amountCents }: Pick<ChargeRow, 'amount_cents'>,
  count: number,
  paidAt: Date,
): Settlement {
  const paidOn = dateIn(paidAt, BANK_ZONE)
  const each = amountCents / BigInt(count)
  const instalments = Array.from({ length: count }, (_, index) => {
    const cents = index === count - 1 ? amountCents - each * BigInt(count - 1) : each
    return {
      number: index + 1,
      amountCents: cents,
      netCents: cents - percentOf(cents, FEE),
      settlesOn: paidOn.add({ days: FIRST_AFTER_DAYS + EACH_AFTER_DAYS * index }),
      isSettled: false,
    }
  })
  const netCents = instalments.reduce((sum, one) => sum + one.netCents, 0n)
  return { feeCents: amountCents - netCents, netCents, count, instalments, card: CARD }
}

/** The part of a paid charge that has arrived by now; null if it was not paid. */
export function simulatedVerdict(
  charge: ChargeRow,
  known: readonly InstalmentRow[],
  now: Date,
): Verdict | null {
  const { fee_cents: feeCents, net_cents: netCents, instalment_count: count } = charge
  if (feeCents === null || netCents === null || count === null) return null
  const today = dateIn(now, BANK_ZONE)
  const instalments = known.map((one) => {
    const settlesOn = one.settles_on === null ? null : Temporal.PlainDate.from(one.settles_on)
    const isDue = settlesOn !== null && Temporal.PlainDate.compare(settlesOn, today) <= 0
    return {
      number: one.number,
      amountCents: one.amount_cents,
      netCents: one.net_cents,
      settlesOn,
      isSettled: one.settled_at !== null || isDue,
    }
  })
  return { status: 'paid', payments: [], settlement: { feeCents, netCents, count, instalments } }
}
