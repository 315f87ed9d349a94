// Asks the suppliers of a team for offers, each within its time.
import type { Warning } from '../../../contract/flights.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type {
  Call,
  SearchRequest,
  Supplier,
  SupplierOffer,
  SupplierSlice,
} from '../../adapters/flights/port.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'

/**
 * Asks every supplier at once. A failing or slow supplier costs only its own offers and a warning. Identical concurrent
 * searches of a team share one call.
 */
export interface FoundOffer {
  readonly supplier: string
  readonly offer: SupplierOffer
}

export interface Asked {
  readonly offers: readonly FoundOffer[]
  readonly warnings: readonly Warning[]
}

const underWay = perWorld(() => new Map<string, Promise<Asked>>())

/** `only` are the suppliers that the team chose; null for all. */
export function askSuppliers(
  world: World,
  scope: Scope,
  request: SearchRequest,
  only: readonly string[] | null,
): Promise<Asked> {
  const asking = underWay(world)
  const key = JSON.stringify([scope.owner.teamId, scope.owner.mode, request, only])
  const known = asking.get(key)
  if (known !== undefined) return known
  const response = ask(world, scope, request, only).finally(() => asking.delete(key))
  asking.set(key, response)
  return response
}

async function ask(
  world: World,
  scope: Scope,
  request: SearchRequest,
  only: readonly string[] | null,
): Promise<Asked> {
  const suppliers = wantedOf(suppliersFor(world, scope), scope, only)
  const responses = await Promise.all(suppliers.map((supplier) => askOne(world, scope, supplier, request)))
  const warnings = responses.flatMap(({ warning }) => warning ?? [])
  if (warnings.length === suppliers.length) {
    fail('service_unavailable', {
      ...adviceWith('no supplier of flights could be reached; send the request again shortly'),
      retryAfterSeconds: 5,
    })
  }
  return { offers: responses.flatMap(({ offers }) => offers), warnings }
}

/** In production nothing simulated is sold: a live key needs a real supplier. */
function suppliersFor({ suppliers }: World, { owner: { mode } }: Scope): Supplier[] {
  const serving = suppliers.filter((supplier) => supplier.serves(mode))
  if (serving.length === 0) {
    fail(
      'service_unavailable',
      adviceWith(
        'no supplier of flights is connected for {mode} keys; name a real one in SUPPLIERS, and restart',
        { mode },
      ),
    )
  }
  return serving
}

/** The sandbox has all of its suppliers, whatever the team chose. */
function wantedOf(
  serving: Supplier[],
  { owner: { mode } }: Scope,
  only: readonly string[] | null,
): Supplier[] {
  if (only === null || mode === 'test') return serving
  const wanted = serving.filter(({ name }) => only.includes(name))
  if (wanted.length > 0) return wanted
  return fail(
    'service_unavailable',
    adviceWith(
      'none of the suppliers that your team wants is connected; change search.suppliers by PATCH /api/v1/team',
    ),
  )
}

async function askOne(
  world: World,
  scope: Scope,
  supplier: Supplier,
  request: SearchRequest,
): Promise<{ offers: FoundOffer[]; warning?: Warning }> {
  const signal = AbortSignal.timeout(world.config.supplierSearchSeconds * 1_000)
  const { name } = supplier
  try {
    const offers = await orTimeOut(supplier.search(callOf(scope, signal), request), signal)
    return { offers: offers.map((offer) => ({ supplier: name, offer })) }
  } catch (error) {
    const isLate = signal.aborted
    world.log.warn({ err: error, supplier: name }, 'a supplier did not answer a search')
    const issue = isLate ? 'did not answer in time; its offers are missing' : 'failed; its offers are missing'
    return { offers: [], warning: { source: name, issue } }
  }
}

export function callOf({ owner, clock }: Scope, signal: AbortSignal): Call {
  return { ...owner, now: clock.now(), signal }
}

/** Stops waiting at the deadline even if the supplier ignores the abort signal. */
function orTimeOut<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Whether an offer matches the filters. Suppliers get filters as hints, and not all support each. */
export function isAsked(offer: SupplierOffer, request: SearchRequest): boolean {
  if (isAnyAsked(request)) return true
  return offer.slices.every((slice, index) => {
    const { departure } = request.slices[index]!
    return isFew(slice, request) && isFlownBy(slice, request) && isWithin(slice, departure)
  })
}

/** Without filters, flights are not read: a supplier may build them only on access. */
function isAnyAsked({ maxConnections, airlines, slices }: SearchRequest): boolean {
  return maxConnections === null && airlines === null && slices.every(({ departure }) => departure === null)
}

/** Whether one of these airlines sells or operates a part of it. */
export function isFlownByAny(offer: SupplierOffer, airlines: ReadonlySet<string>): boolean {
  if (airlines.size === 0) return false
  return offer.slices.some(({ segments }) =>
    segments.some(
      ({ marketing_carrier, operating_carrier }) =>
        airlines.has(marketing_carrier.iata_code) || airlines.has(operating_carrier.iata_code),
    ),
  )
}

function isFew({ segments }: SupplierSlice, { maxConnections }: SearchRequest): boolean {
  return maxConnections === null || segments.length - 1 <= maxConnections
}

function isFlownBy({ segments }: SupplierSlice, { airlines }: SearchRequest): boolean {
  return (
    airlines === null || segments.every((segment) => airlines.includes(segment.marketing_carrier.iata_code))
  )
}

function isWithin(
  { segments }: SupplierSlice,
  window: SearchRequest['slices'][number]['departure'],
): boolean {
  if (window === null) return true
  const local = segments[0]!.departing_at
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  return minute >= window.fromMinute && minute <= window.toMinute
}
