// Fare families: what a ticket includes, what giving it back costs, and how long it can be held.
import type { CabinClass } from '../../../../contract/flights.ts'

export interface Family {
  /** Kept in offers and orders, so never changed. */
  readonly code: string
  readonly name: string
  readonly cabin: CabinClass
  /** Of the lowest fare of the cabin. */
  readonly fareFactor: number
  readonly checkedBags: number
  readonly carryOnBags: number
  /** Share of the usual fee for each; null where it is not allowed. */
  readonly changeFee: number | null
  readonly refundFee: number | null
  /** null: it must be paid at once. */
  readonly holdHours: 24 | 48 | 72 | null
}

const family = (
  code: string,
  name: string,
  cabin: CabinClass,
  fareFactor: number,
  [checkedBags, carryOnBags]: [number, number],
  [changeFee, refundFee]: [number | null, number | null],
  holdHours: Family['holdHours'],
): Family => ({
  code,
  name,
  cabin,
  fareFactor,
  checkedBags,
  carryOnBags,
  changeFee,
  refundFee,
  holdHours,
})

export const FAMILIES: readonly Family[] = [
  family('LIGHT', 'Light', 'economy', 1, [0, 1], [null, null], 24),
  family('STANDARD', 'Standard', 'economy', 1.18, [1, 1], [1, null], 48),
  family('PLUS', 'Plus', 'economy', 1.45, [2, 1], [0, 1], 72),
  family('PREMIUM', 'Premium Economy', 'premium_economy', 1, [2, 1], [0.5, null], 48),
  family('PREMIUMFLEX', 'Premium Economy Flex', 'premium_economy', 1.22, [2, 1], [0, 0.5], 72),
  family('BUSINESS', 'Business', 'business', 1, [2, 2], [0, 1], 48),
  family('BUSINESSFLEX', 'Business Flex', 'business', 1.2, [3, 2], [0, 0], 72),
  family('FIRST', 'First', 'first', 1, [3, 2], [0, 0], 72),
]

export const CABIN_NAMES: Readonly<Record<CabinClass, string>> = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
}

export const FARE_CLASSES: Readonly<Record<CabinClass, string>> = {
  economy: 'Y',
  premium_economy: 'W',
  business: 'J',
  first: 'F',
}
