// Offers: their ids, their public JSON, and their current state at the carrier.
import type { CurrentOffer, Offer, OfferPassenger, PassengerType, Slice } from '../../../contract/flights.ts'
import { ID_PREFIXES } from '../../../contract/ids.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Price, Supplier, SupplierSegment, SupplierSlice } from '../../adapters/flights/port.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { type Decimal, numberFromDecimal } from '../../kernel/values/decimal.ts'
import { fail } from '../../kernel/values/fail.ts'
import { distanceKm } from '../../kernel/values/great-circle.ts'
import { BASE32_ALPHABET, isId, makeId } from '../../kernel/values/ids.ts'
import { formatAmount, numberFromCents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import type { PricedOffer } from './pricing/price-offers.ts'
import { offerPricingView } from './pricing/pricing.ts'
import { type ClientPrice, priceForClient } from './pricing/rules.ts'
import { findAirport } from './reference/airports.ts'
import { findSearch, readLine, type StoredOffer, storedOffer } from './store.ts'
import { callOf } from './suppliers.ts'

/**
 * An offer's id is that of its search with its index in the last ten bits, so that it is found without an index of
 * offers.
 */
const PLACE_LETTERS = 2
const SEARCH_ENDING = '00'

/** Ids grow, so an id that differs from the last one before its ending is unique. */
let lastStem = ''

export function makeSearchId(at: Date): string {
  for (;;) {
    const stem = stemOf(makeId('offerRequest', at))
    if (stem === lastStem) continue
    lastStem = stem
    return `${ID_PREFIXES.offerRequest}_${stem}${SEARCH_ENDING}`
  }
}

/** Indexes count from 0. */
export function offerIdOf(searchId: string, place: number): string {
  const number = place + 1
  const ending = BASE32_ALPHABET[number >> 5]! + BASE32_ALPHABET[number & 31]!
  return `${ID_PREFIXES.offer}_${stemOf(searchId)}${ending}`
}

export function readOfferId(id: string): { searchId: string; place: number } | undefined {
  if (!isId('offer', id)) return undefined
  const [high = '', low = ''] = id.slice(-PLACE_LETTERS)
  const number = BASE32_ALPHABET.indexOf(high) * 32 + BASE32_ALPHABET.indexOf(low)
  if (number === 0) return undefined
  return { searchId: `${ID_PREFIXES.offerRequest}_${stemOf(id)}${SEARCH_ENDING}`, place: number - 1 }
}

function stemOf(id: string): string {
  return id.slice(id.indexOf('_') + 1, -PLACE_LETTERS)
}

/** Fails with `Offer not found` or `Offer expired`; the latter for a day, even after its data was deleted. */
export async function findOffer(db: Queryable, owner: Owner, id: string, now: Date): Promise<StoredOffer> {
  const { searchId, place } = readOfferId(id) ?? fail('offer_not_found')
  const search = (await findSearch(db, owner, searchId)) ?? fail('offer_not_found')
  if (place >= search.offers) fail('offer_not_found')
  if (search.expires_at <= now) fail('offer_expired')
  const line = (await readLine(search.lines, place)) ?? fail('offer_expired')
  const found = storedOffer(line)
  return new Date(found.offer.expires_at) > now ? found : fail('offer_expired')
}

/** The supplier of an offer or order in this mode, if it is still connected. */
export function supplierNamed({ suppliers }: World, name: string, mode: Mode): Supplier {
  return (
    suppliers.find((supplier) => supplier.name === name && supplier.serves(mode)) ??
    fail(
      'service_unavailable',
      adviceWith('the supplier {name} is not connected any more; see SUPPLIERS', { name }),
    )
  )
}

export interface OfferFrame {
  readonly travellers: readonly { id: string; type: PassengerType }[]
  readonly expiresAt: Date
  /** Formats timestamps with a cache, because offers of a search share most of them. */
  readonly isoOf: (at: Date) => string
  /** The client, if the search names one. */
  readonly clientId: string | null
  /** Real time, for ids. */
  readonly wallNow: Date
  readonly logoOf: (airline: string) => string
}

export function offerView(id: string, { offer, rate, price }: PricedOffer, frame: OfferFrame): Offer {
  const { isoOf } = frame
  const expires_at = isoOf(frame.expiresAt)
  // An offer that can be held can be held until it expires.
  const hold = offer.hold !== null && offer.hold.paymentRequiredBy > frame.expiresAt ? offer.hold : null
  return {
    id,
    ...priceView(offer.price, rate, price, frame.clientId),
    expires_at,
    owner: offer.owner,
    slices: offer.slices.map((slice) => sliceView(slice, frame)),
    passengers: passengersView(frame.travellers, offer.fareBrandNames),
    conditions: offer.conditions,
    payment_requirements: {
      requires_instant_payment: hold === null,
      // Without a hold, both are the end of the offer, until which its price is valid.
      price_guarantee_expires_at: isoOf(hold?.priceGuaranteedUntil ?? frame.expiresAt),
      payment_required_by: isoOf(hold?.paymentRequiredBy ?? frame.expiresAt),
    },
  }
}

/** The fields of an offer that depend on its price, in the contract's order. */
function priceView(
  { totalCents, baseCents, taxCents, currency }: Price,
  rate: Decimal,
  price: ClientPrice,
  clientId: string | null,
) {
  const { baseCostCents, markupCents, feeCents, commissionCents, clientCents } = price
  const markup = formatAmount(markupCents)
  const fee = formatAmount(feeCents)
  return {
    total_amount: formatAmount(totalCents),
    total_currency: currency,
    base_amount: formatAmount(baseCents),
    base_currency: currency,
    tax_amount: formatAmount(taxCents),
    tax_currency: currency,
    client_amount: formatAmount(clientCents),
    client_currency: 'BRL' as const,
    original_amount: numberFromCents(totalCents),
    original_currency: currency,
    exchange_rate_used: numberFromDecimal(rate),
    base_cost_brl: formatAmount(baseCostCents),
    agency_markup_percent: numberFromDecimal(price.markupPercent),
    agency_markup_amount: markup,
    agency_fee_amount: fee,
    total_agency_commission: formatAmount(commissionCents),
    markup_applied: markup,
    fee_applied: fee,
    pricing: offerPricingView(price, clientId),
  }
}

export function passengersView(
  travellers: OfferFrame['travellers'],
  fareBrandNames: readonly (string | null)[],
): OfferPassenger[] {
  return travellers.map(({ id, type }, index) => ({
    id,
    type,
    fare_brand_name: fareBrandNames[index] ?? null,
    loyalty_programme_accounts: [],
  }))
}

function sliceView(slice: SupplierSlice, frame: OfferFrame): Slice {
  return {
    id: makeId('slice', frame.wallNow),
    origin: slice.origin,
    destination: slice.destination,
    duration: slice.duration,
    segments: slice.segments.map((segment) => segmentView(segment, frame)),
  }
}

function segmentView(segment: SupplierSegment, { travellers, wallNow, logoOf }: OfferFrame) {
  const { iata_code, name, logo_symbol_url } = segment.operating_carrier
  return {
    id: makeId('segment', wallNow),
    origin: segment.origin,
    destination: segment.destination,
    departing_at: segment.departing_at,
    arriving_at: segment.arriving_at,
    operating_carrier: { iata_code, name, logo_symbol_url: logo_symbol_url ?? logoOf(iata_code) },
    marketing_carrier: segment.marketing_carrier,
    operating_carrier_flight_number: segment.operating_carrier_flight_number,
    marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
    aircraft: segment.aircraft,
    duration: segment.duration,
    distance: segment.distance === '0' ? distanceOf(segment) : segment.distance,
    passengers: segment.passengers.map((passenger, index) => ({
      passenger_id: travellers[index]!.id,
      cabin_class: passenger.cabin_class,
      cabin_class_marketing_name: passenger.cabin_class_marketing_name,
      fare_basis_code: passenger.fare_basis_code,
      seat: passenger.seat,
      baggages: passenger.baggages,
    })),
  }
}

/** Some airlines omit it; the airport data has it. */
function distanceOf({ origin, destination }: SupplierSegment): string {
  const from = findAirport(origin.iata_code)
  const to = findAirport(destination.iata_code)
  return from === undefined || to === undefined ? '0' : String(distanceKm(from, to))
}

/**
 * Reads one offer again at the carrier. Its price follows the rate and terms of the search, which are valid while the
 * offer lives.
 */
export async function rereadOffer(world: World, scope: Scope, id: string): Promise<CurrentOffer> {
  const stored = await findOffer(world.pool, scope.owner, id, scope.clock.now())
  const signal = AbortSignal.timeout(world.config.supplierSearchSeconds * 1_000)
  const response = await supplierNamed(world, stored.supplier, scope.owner.mode).reread(
    callOf(scope, signal),
    stored.atSupplier,
  )
  if (response.outcome === 'gone')
    fail(
      'sold_out',
      adviceWith('the carrier does not sell this offer any more ({reason}); search again', {
        reason: response.reason,
      }),
    )
  if (response.outcome === 'unknown')
    fail('service_unavailable', {
      ...adviceWith('the carrier could not be asked; try again shortly'),
      retryAfterSeconds: 5,
    })
  const { price } = response.offer
  const { offer } = stored
  const before = stored.atSupplier.price
  const isChanged = price.totalCents !== before.totalCents || price.currency !== before.currency
  const rate =
    price.currency === before.currency ? stored.rate : await world.exchangeRates.rateOf(price.currency)
  if (rate === null)
    fail(
      'service_unavailable',
      adviceWith('no rate of {currency} is known now', { currency: price.currency }),
    )
  return {
    ...offer,
    ...priceView(price, rate, priceForClient(price.totalCents, rate, stored.parts), offer.pricing.client_id),
    conditions: response.offer.conditions,
    price_changed: isChanged,
    previous_total_amount: offer.total_amount,
    previous_client_amount: offer.client_amount,
  }
}
