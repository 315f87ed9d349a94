// Searches flights at all suppliers and stores the offers found.
import type {
  Offer,
  OfferRequestResult,
  SearchInput,
  Slice,
  Sort,
  Warning,
} from '../../../contract/flights.ts'
import { OFFER_MINUTES, OFFER_MINUTES_MAX } from '../../../contract/limits.ts'
import type { SupplierOffer } from '../../adapters/flights/port.ts'
import { withMetaOf } from '../../kernel/outbox/response-body.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { joinedBytes } from '../../kernel/values/bytes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { makeId } from '../../kernel/values/ids.ts'
import type { World } from '../world.ts'
import { logoUrl } from './airlines.ts'
import { makeSearchId, type OfferFrame, offerIdOf, offerView, passengersView } from './offers.ts'
import { type PricedOffer, priceOffers } from './pricing/price-offers.ts'
import { clientIdOf } from './pricing/pricing.ts'
import { type AgencyPricing, type ClientPrice, readyPricing } from './pricing/rules.ts'
import type { Language } from './reference/geography.ts'
import { placesIn } from './reference/place-names.ts'
import { checkSearch, type Search } from './search-input.ts'
import { type PackedSearch, packOffers, storeOffers } from './store.ts'
import { type Asked, askSuppliers, type FoundOffer, isAsked, isFlownByAny } from './suppliers.ts'

/** The order of offers: by price, duration or departure; equal ones by price. */
interface Sortable {
  readonly offer: SupplierOffer
  readonly price: ClientPrice
}

function sortOffers<T extends Sortable>(offers: readonly T[], sort: Sort): T[] {
  const byPrice = offers.toSorted((a, b) => compare(a.price.clientCents, b.price.clientCents))
  if (sort === 'price') return byPrice
  const keyOf = sort === 'duration' ? durationOf : departureOf
  const keyed = byPrice.map((item) => ({ item, key: keyOf(item.offer) }))
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item)
}

/** Of all slices, in minutes. */
function durationOf({ slices }: SupplierOffer): number {
  return slices.reduce((sum, { duration }) => sum + Temporal.Duration.from(duration).total('minutes'), 0)
}

/** Local times of one day at one city compare as texts. */
function departureOf({ slices }: SupplierOffer): string {
  return slices.map(({ segments }) => segments[0]?.departing_at ?? '').join(' ')
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export interface SearchTerms {
  readonly pricing: AgencyPricing
  /** The suppliers of a live search; null for all. */
  readonly suppliers: readonly string[] | null
  readonly withoutAirlines: ReadonlySet<string>
  /** Warnings about the request. */
  readonly warnings: readonly Warning[]
  /** For the names of places. */
  readonly language: Language
  /** The URL of airline logos, for suppliers without logos. */
  readonly logoOf: (airline: string) => string
}

const MINUTE_MS = 60_000
/** Offers that expire sooner are left out, because there is no time to book them. */
const OFFER_MINUTES_MIN = 1

export async function searchFlights(
  world: World,
  scope: Scope,
  body: SearchInput,
  terms: SearchTerms,
): Promise<Buffer> {
  const search = checkSearch(body, scope.clock.now())
  const clientId = await clientIdOf(world, scope.owner, search.clientId)
  const asked = await askSuppliers(world, scope, search.request, terms.suppliers)
  const { packed, content } = await respondWith(world, scope, {
    search: { ...search, clientId },
    terms,
    asked,
  })
  await storeOffers(world.pool, packed)
  return content
}

interface Written {
  readonly packed: PackedSearch
  readonly content: Buffer
}

/** Only the bytes are kept while the search is stored, because their source needs much more memory. */
async function respondWith(
  world: World,
  scope: Scope,
  { search, terms, asked }: { readonly search: Search; readonly terms: SearchTerms; readonly asked: Asked },
): Promise<Written> {
  const now = scope.clock.now()
  const wanted = asked.offers.filter(
    (found) =>
      lastsMs(found, now) >= OFFER_MINUTES_MIN * MINUTE_MS &&
      isAsked(found.offer, search.request) &&
      !isFlownByAny(found.offer, terms.withoutAirlines),
  )
  const pricing = readyPricing(terms.pricing, search.request.travellers, search.clientId)
  const { priced, warnings } = await priceOffers(world, wanted, pricing)
  const chosen = sortOffers(priced, search.sort).slice(0, search.limit)
  const found = {
    chosen,
    total: priced.length,
    warnings: [...terms.warnings, ...asked.warnings, ...warnings],
  }
  const result = resultOf(world, { search, found, terms, now })
  const texts = result.offers.map((offer) => JSON.stringify(offer))
  return {
    packed: packOffers(world, scope, { result, texts, found: chosen }),
    content: written(scope, { ...result, ...placesIn(slicesOf(result), terms.language) }, texts),
  }
}

/** Of all offers, and those that were asked for. */
function slicesOf({ slices, offers }: OfferRequestResult): Slice[] {
  return [...slices, ...offers.flatMap((offer) => offer.slices)]
}

const BEFORE_OFFERS = '"offers":['

/** The response around the serialised offers. */
function written({ owner }: Scope, result: OfferRequestResult, texts: readonly string[]): Buffer {
  const around = JSON.stringify(withMetaOf(owner.mode, { ...result, offers: [] }))
  const place = around.indexOf(BEFORE_OFFERS) + BEFORE_OFFERS.length
  const offers = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return joinedBytes([around.slice(0, place), ...offers, around.slice(place)])
}

interface Found {
  readonly chosen: readonly PricedOffer[]
  readonly total: number
  readonly warnings: Warning[]
}

function resultOf(
  world: World,
  {
    search: { request, places, clientId },
    found: { chosen, total, warnings },
    terms: { logoOf },
    now,
  }: { readonly search: Search; readonly found: Found; readonly terms: SearchTerms; readonly now: Date },
): OfferRequestResult {
  const wallNow = world.wall.now()
  const id = makeSearchId(wallNow)
  const travellers = request.travellers.map((type) => ({ id: makeId('passenger', wallNow), type }))
  const isoOf = rememberedTimestamps()
  const offers = chosen.map((found, place) => {
    const expiresAt = new Date(now.getTime() + lastsMs(found, now))
    const frame: OfferFrame = { travellers, expiresAt, isoOf, clientId, wallNow, logoOf }
    return offerView(offerIdOf(id, place), found, frame)
  })
  const cheapest = cheapestOf(offers, chosen)
  return {
    id,
    offers,
    offers_total: total,
    slices: cheapest?.slices ?? places.map((ends) => ({ ...emptySlice(wallNow), ...ends })),
    passengers: cheapest?.passengers ?? passengersView(travellers, []),
    warnings,
  }
}

function rememberedTimestamps(): (at: Date) => string {
  const known = new Map<number, string>()
  return (at) => {
    const text = known.get(at.getTime()) ?? isoTimestamp(at)
    known.set(at.getTime(), text)
    return text
  }
}

/** Until the supplier's expiry, within the promised maximum. */
function lastsMs({ offer: { expiresAt } }: FoundOffer, now: Date): number {
  if (expiresAt === null) return OFFER_MINUTES * MINUTE_MS
  return Math.min(expiresAt.getTime() - now.getTime(), OFFER_MINUTES_MAX * MINUTE_MS)
}

function cheapestOf(offers: Offer[], chosen: readonly PricedOffer[]): Offer | undefined {
  let best = 0
  for (const [index, { price }] of chosen.entries())
    if (price.clientCents < chosen[best]!.price.clientCents) best = index
  return offers[best]
}

const emptySlice = (at: Date) => ({ id: makeId('slice', at), duration: 'PT0S', segments: [] })

/** Plain data, for a thread. */
interface Terms {
  readonly pricing: AgencyPricing
  readonly suppliers: readonly string[] | null
  readonly withoutAirlines: readonly string[]
  readonly warnings: SearchTerms['warnings']
  readonly language: Language
}

export function termsOf(world: World, { withoutAirlines, ...terms }: Terms): SearchTerms {
  return { ...terms, withoutAirlines: new Set(withoutAirlines), logoOf: (airline) => logoUrl(world, airline) }
}
