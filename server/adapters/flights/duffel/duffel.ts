// The supplier Duffel, which sells flights of many airlines. Translates its responses, which may be slow,
// partial or repeated, to the port.
import type { Clock } from '../../../kernel/process/clock.ts'
import type { OfferAtSupplier, Reread, SearchRequest, SupplierOffer } from '../port.ts'
import { type Call, type Supplier, SupplierUnavailable } from '../port.ts'
import {
  type Account,
  type DuffelLimits,
  NOT_UNDERSTOOD,
  offerDataOf,
  readOffer,
  timesOf,
  whyNot,
} from './account.ts'
import { cancel } from './cancellations.ts'
import { acceptChange, makeHear } from './changes.ts'
import { type DuffelResponse, faultsOf, goneFrom, type LineOptions, openLine } from './client.ts'
import { offerFrom } from './mapping.ts'
import { makeOrders, pay } from './orders.ts'
import { readOffer as readOneOffer, readSearch } from './shapes.ts'

export interface DuffelOptions extends Omit<LineOptions, 'baseUrl'> {
  /** The account's token: `duffel_live_...`, or `duffel_test_...` for test keys. */
  token: string
  baseUrl?: string
  /** The secret of its webhooks; null without webhooks. */
  webhookSecret?: string | null
  /** Duffel uses real time. */
  wall: Clock
  limits?: Partial<DuffelLimits>
}

const DUFFEL_URL = 'https://api.duffel.com'

const LIMITS: DuffelLimits = { searchMs: 25_000, readMs: 20_000, writeMs: 130_000 }
const TEST_TOKEN = 'duffel_test_'

export function makeDuffel(options: DuffelOptions): Supplier {
  const { token, wall, baseUrl = DUFFEL_URL, webhookSecret = null } = options
  const line = openLine({ ...options, baseUrl })
  const isLive = !token.startsWith(TEST_TOKEN)
  const hide = (text: string) => text.replaceAll(token, '...')
  const account: Account = { line, wall, isLive, limits: { ...LIMITS, ...options.limits }, hide }
  return {
    name: 'duffel',
    serves: (mode) => (mode === 'live') === isLive,
    search: (call, request) => search(account, call, request),
    reread: (call, offer) => reread(account, call, offer),
    ...makeOrders(account),
    pay: (call, order) => pay(account, call, order),
    cancel: (call, order) => cancel(account, call, order),
    acceptChange: (call, order, key) => acceptChange(account, call, order, key),
    ...(webhookSecret !== null && { hear: makeHear(webhookSecret) }),
    close: () => line.close(),
  }
}

// Duffel's limits, beyond which it uses its default.
const SUPPLIER_TIMEOUT_MS = { min: 2_000, max: 60_000 }
/** Between the slowest airline's response and ours. */
const OVERHEAD_MS = 3_000
const CONNECTIONS_MAX = 2

async function search(account: Account, call: Call, request: SearchRequest): Promise<SupplierOffer[]> {
  const { line, limits, isLive } = account
  const { min, max } = SUPPLIER_TIMEOUT_MS
  const supplierMs = Math.min(max, Math.max(min, limits.searchMs - OVERHEAD_MS))
  const response = await line.ask({
    method: 'POST',
    path: `/air/offer_requests?return_offers=true&supplier_timeout=${supplierMs}`,
    data: offerRequest(request),
    timeoutMs: limits.searchMs,
    signal: call.signal,
  })
  const found = response.status === 200 || response.status === 201 ? readSearch(response.body) : null
  if (found === null) {
    if (isUnknownPlace(response)) return []
    throw new SupplierUnavailable(whyNot(response))
  }
  const times = timesOf(account, call)
  const offers = found.data.offers.flatMap((given) => {
    const offer = readOneOffer(given)
    const read =
      offer === null || offer.live_mode !== isLive ? null : offerFrom(offer, request.travellers, times)
    return read === null ? [] : [read]
  })
  if (offers.length === 0 && found.data.offers.length > 0) throw new SupplierUnavailable(NOT_UNDERSTOOD)
  return offers
}

function offerRequest({ slices, travellers, cabin, maxConnections }: SearchRequest) {
  return {
    slices: slices.map(({ origin, destination, date, departure }) => ({
      origin,
      destination,
      departure_date: date,
      ...(departure !== null && {
        departure_time: { from: clockTime(departure.fromMinute), to: clockTime(departure.toMinute) },
      }),
    })),
    passengers: travellers.map((type) => ({ type })),
    cabin_class: cabin,
    max_connections: Math.min(maxConnections ?? CONNECTIONS_MAX, CONNECTIONS_MAX),
  }
}

function clockTime(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}

/** A place that Duffel does not know has no flights; that is no failure. */
function isUnknownPlace(response: DuffelResponse): boolean {
  if (response.status !== 422) return false
  const pointers = faultsOf(response).map(({ source }) => source?.pointer ?? '')
  return pointers.length > 0 && pointers.every((pointer) => /\/(?:origin|destination)$/.test(pointer))
}

async function reread(account: Account, call: Call, stored: OfferAtSupplier): Promise<Reread> {
  const { id } = offerDataOf(stored)
  const current = await readOffer(account, call, id)
  if (current.value === null) {
    const gone = goneFrom(current.response, account.hide)
    return gone === null
      ? { outcome: 'unknown', reason: whyNot(current.response) }
      : { outcome: 'gone', reason: gone.message }
  }
  const times = timesOf(account, call)
  const offer = offerFrom(current.value, stored.travellers, times)
  if (offer === null) return { outcome: 'unknown', reason: NOT_UNDERSTOOD }
  const isOver = offer.expiresAt.getTime() - times.offsetMs <= times.now.getTime()
  return isOver ? { outcome: 'gone', reason: 'The offer has expired' } : { outcome: 'confirmed', offer }
}
