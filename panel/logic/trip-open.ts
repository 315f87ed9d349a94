// What of a trip is still to be invoiced and what to be given back: one item's amount never hides another's.
import { amountOf, centsOf } from './money.ts'

interface Opened {
  readonly money: { readonly open: number }
}

/** Decimal strings, each zero or above. */
export function openOf(items: readonly Opened[]): { readonly bill: string; readonly back: string } {
  const cents = items.map(({ money }) => centsOf(money.open) ?? 0n)
  const sum = (some: readonly bigint[]) => amountOf(some.reduce((all, one) => all + one, 0n))
  return {
    bill: sum(cents.filter((one) => one > 0n)),
    back: sum(cents.filter((one) => one < 0n).map((one) => -one)),
  }
}
