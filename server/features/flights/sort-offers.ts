// The order of offers: by price, by duration or by departure, and the cheaper one first where they are equal.
import type { Sort } from '../../../contract/flight-search.ts'
import type { SupplierOffer } from '../../adapters/flights/supplier-offer.ts'
import type { ClientPrice } from './pricing/price-chain.ts'

interface Sortable {
  readonly offer: SupplierOffer
  readonly price: ClientPrice
}

export function sortOffers<T extends Sortable>(offers: readonly T[], sort: Sort): T[] {
  const byPrice = offers.toSorted((a, b) => compare(a.price.clientCents, b.price.clientCents))
  if (sort === 'price') return byPrice
  const keyOf = sort === 'duration' ? durationOf : departureOf
  const keyed = byPrice.map((item) => ({ item, key: keyOf(item.offer) }))
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item)
}

/** Of all slices together, in minutes. */
function durationOf({ slices }: SupplierOffer): number {
  return slices.reduce((sum, { duration }) => sum + Temporal.Duration.from(duration).total('minutes'), 0)
}

/** Local times of one day at one place, or of the airports of one city, compare as texts. */
function departureOf({ slices }: SupplierOffer): string {
  return slices.map(({ segments }) => segments[0]?.departing_at ?? '').join(' ')
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
