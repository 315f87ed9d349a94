// Prices the offers of a search by the rules of the team.
import { CABIN_CLASSES, type CabinClass, type Place, type Warning } from '../../../../contract/flights.ts'
import type { SupplierOffer } from '../../../adapters/flights/port.ts'
import type { Decimal } from '../../../kernel/values/decimal.ts'
import type { World } from '../../world.ts'
import type { FoundOffer } from '../suppliers.ts'
import { codesOf } from './pricing.ts'
import { type ClientPrice, type PriceTerms, priceForClient, type ReadyPricing } from './rules.ts'

// The ends of a trip: a round trip leads to its first destination, any other trip to its last.

interface Leg {
  readonly origin: Place
  readonly destination: Place
}

export function tripEnds(slices: readonly Leg[]): Leg {
  const [first] = slices
  const last = slices.at(-1)
  if (first === undefined || last === undefined) throw new Error('a trip without slices leads nowhere')
  const { origin } = first
  const isBack = last.destination.iata_city_code === origin.iata_city_code
  return { origin, destination: isBack ? first.destination : last.destination }
}

export interface PricedOffer extends FoundOffer {
  readonly rate: Decimal
  readonly price: ClientPrice
}

export async function priceOffers(
  { exchangeRates }: World,
  offers: readonly FoundOffer[],
  pricing: ReadyPricing,
): Promise<{ priced: PricedOffer[]; warnings: Warning[] }> {
  const currencies = [...new Set(offers.map(({ offer }) => offer.price.currency))]
  const found = await Promise.all(currencies.map((currency) => exchangeRates.rateOf(currency)))
  const rates = new Map(currencies.map((currency, index) => [currency, found[index] ?? null]))
  const partsFor = rememberedParts(pricing)
  const priced = offers.flatMap(({ supplier, offer }): PricedOffer[] => {
    const rate = rates.get(offer.price.currency) ?? null
    if (rate === null) return []
    return [{ supplier, offer, rate, price: priceForClient(offer.price.totalCents, rate, partsFor(offer)) }]
  })
  const unknown = currencies.filter((currency) => rates.get(currency) === null)
  const warnings = unknown.map((currency) => ({
    source: 'exchange rates',
    issue: `no current rate of ${currency} is known; offers in it are missing`,
  }))
  return { priced, warnings }
}

function rememberedParts(pricing: ReadyPricing): (offer: SupplierOffer) => readonly PriceTerms[] {
  const { partsForAll } = pricing
  if (partsForAll !== null) return () => partsForAll
  const known = new Map<string, readonly PriceTerms[]>()
  return ({ slices, owner }) => {
    const { origin, destination } = tripEnds(slices)
    const [from, to, airline, cabin] = [
      origin.iata_code,
      destination.iata_code,
      owner.iata_code,
      cabinOf(slices),
    ]
    const name = `${from} ${to} ${airline} ${cabin}`
    const parts =
      known.get(name) ?? pricing.partsFor({ origin: codesOf(from), destination: codesOf(to), airline, cabin })
    known.set(name, parts)
    return parts
  }
}

/** The best cabin of the trip: a feeder flight in economy does not change a trip in business class. */
function cabinOf(slices: SupplierOffer['slices']): CabinClass {
  let best = 0
  for (const { segments } of slices)
    for (const { passengers } of segments)
      for (const { cabin_class } of passengers) best = Math.max(best, CABIN_CLASSES.indexOf(cabin_class))
  return CABIN_CLASSES[best] ?? 'economy'
}
