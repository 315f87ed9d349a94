// Shared by every call to Duffel: HTTP, clock, limits, and reading one offer or one order.
import type { Clock } from '../../../kernel/process/clock.ts'
import type { Call, Opaque, Rejection } from '../port.ts'
import { type DuffelLine, type DuffelResponse, describe } from './client.ts'
import { priceFrom } from './prices.ts'
import {
  type DuffelOffer,
  type DuffelOrder,
  type DuffelSold,
  type OfferData,
  type OrderData,
  readOfferData,
  readOfferResponse,
  readOrderData,
  readOrderResponse,
  type Times,
} from './shapes.ts'

export interface Account {
  readonly line: DuffelLine
  readonly wall: Clock
  /** Whether the token is for real bookings. */
  readonly isLive: boolean
  readonly limits: DuffelLimits
  /** Removes the token from a text. */
  hide(text: string): string
}

export interface DuffelLimits {
  readonly searchMs: number
  readonly readMs: number
  /** Airlines take up to two minutes; after an earlier deadline the outcome must be looked up. */
  readonly writeMs: number
}

/** The value, or the reason why it could not be read. */
export type Reading<T> = { readonly value: T } | { readonly value: null; readonly response: DuffelResponse }

export const NOT_UNDERSTOOD = 'Duffel answered something that is not understood'

export function get({ line, limits }: Account, call: Call, path: string): Promise<DuffelResponse> {
  return line.ask({ method: 'GET', path, timeoutMs: limits.readMs, signal: call.signal })
}

/** Sent once, whatever happens. */
export function post(account: Account, call: Call, path: string, data?: unknown): Promise<DuffelResponse> {
  const { line, limits } = account
  return line.ask({ method: 'POST', path, data, timeoutMs: limits.writeMs, signal: call.signal })
}

export async function readOffer(account: Account, call: Call, id: string): Promise<Reading<DuffelOffer>> {
  const response = await get(account, call, `/air/offers/${encodeURIComponent(id)}`)
  const offer = response.status === 200 ? readOfferResponse(response.body)?.data : undefined
  return offer?.live_mode === account.isLive ? { value: offer } : { value: null, response }
}

export async function fetchOrder(account: Account, call: Call, id: string): Promise<Reading<DuffelOrder>> {
  const response = await get(account, call, `/air/orders/${encodeURIComponent(id)}`)
  const order = response.status === 200 ? readOrderResponse(response.body)?.data : undefined
  return order === undefined ? { value: null, response } : { value: order }
}

/** Adds the new price to a refusal for a changed price, if it can be read. */
export async function withPrice(
  rejection: Rejection,
  readAgain: () => Promise<Reading<DuffelSold>>,
): Promise<Rejection> {
  if (rejection.reason !== 'price_changed') return rejection
  const current = await readAgain()
  const price = current.value === null ? null : priceFrom(current.value)
  return price === null ? rejection : { ...rejection, price }
}

/** Why a response could not be used. */
export function whyNot(response: DuffelResponse): string {
  return response.status === 200 || response.status === 201 ? NOT_UNDERSTOOD : describe(response)
}

/** Test clocks differ by whole seconds; less is the duration of the call. */
export function timesOf({ wall }: Account, call: Call): Times {
  const now = wall.now()
  const offsetMs = call.mode === 'live' ? 0 : Math.round((call.now.getTime() - now.getTime()) / 1_000) * 1_000
  return { now, offsetMs }
}

export function offerDataOf({ data }: { data: Opaque }): OfferData {
  return readOfferData(data) ?? fault('offer')
}

export function orderDataOf({ data }: { data: Opaque }): OrderData {
  return readOrderData(data) ?? fault('order')
}

function fault(what: string): never {
  throw new TypeError(`this is no ${what} of Duffel's`)
}
