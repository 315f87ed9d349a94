// Reads the input of an item into its row, with the amounts that count in BRL.
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { TripItemChange } from '../../../contract/trips.ts'
import { isTimeZone, parseTimestamp } from '../../kernel/values/dates.ts'
import {
  compareDecimals,
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  makeDecimal,
  parseOwnDecimal,
} from '../../kernel/values/decimal.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Cents, centsFromNumber, multiplyToCents } from '../../kernel/values/money.ts'
import { type Caller, demandPermission } from '../teams/caller.ts'
import { momentIn, readFlight, timesOfFlight } from './flight.ts'
import { dayOf, readLocal } from './rules.ts'
import type { TripItemRow, TripRow } from './store.ts'

const TEXTS = [
  'description',
  'supplier_name',
  'supplier_phone',
  'place',
  'unit',
  'meal_plan',
  'confirmation_number',
  'instructions',
  'notes',
] as const

/** An item that says nothing yet. */
export const EMPTY_ITEM = {
  kind: 'service',
  status: 'quoted',
  booking_id: null,
  description: null,
  supplier_name: null,
  supplier_phone: null,
  place: null,
  unit: null,
  meal_plan: null,
  confirmation_number: null,
  instructions: null,
  notes: null,
  starts_at: null,
  starts_zone: null,
  ends_at: null,
  ends_zone: null,
  traveller_ids: [],
  free_cancellation_until: null,
  flight: null,
  currency: 'BRL',
  rate: '1',
  cost_cents: null,
  price_cents: 0n,
  kept_cost_cents: null,
  kept_price_cents: 0n,
  cost_brl_cents: 0n,
  price_brl_cents: 0n,
  collected_by: 'agency',
  seller_id: null,
} as const satisfies Partial<TripItemRow>

/** The item with the sent fields; the seller is left to the caller. Each error names its field. */
export function editItem(
  item: TripItemRow,
  change: TripItemChange,
  { travellers }: Pick<TripRow, 'travellers'>,
  caller: Caller,
): TripItemRow {
  const kind = change.kind ?? item.kind
  const status = change.status ?? item.status
  const edited = {
    ...item,
    kind,
    status,
    ...textsIn(change),
    ...timesIn(item, change),
    ...flightIn({ ...item, kind }, change),
    ...(change.traveller_ids && { traveller_ids: readTravellers(change.traveller_ids, travellers) }),
    ...(change.free_cancellation_until !== undefined && {
      free_cancellation_until: readUntil(change.free_cancellation_until),
    }),
    ...currencyIn(item, change),
    ...(change.collected_by && { collected_by: change.collected_by }),
  }
  refuseBackwards(edited)
  refuseOtherRate(item, edited, caller)
  const priced = { ...edited, ...amountsIn({ ...item, status }, item.status, change, caller) }
  if (priced.kept_price_cents > priced.price_cents)
    failField('kept_price_amount', 'must be at most the price of the item')
  return withBrl(priced)
}

function textsIn(change: TripItemChange): Partial<TripItemRow> {
  const sent = TEXTS.filter((name) => change[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, change[name]?.trim() || null]))
}

type Times = Pick<TripItemRow, 'starts_at' | 'starts_zone' | 'ends_at' | 'ends_zone'>

function timesIn(item: Times, change: TripItemChange): Times {
  const { starts_at, starts_zone, ends_at, ends_zone } = change
  return {
    starts_at: starts_at === undefined ? item.starts_at : starts_at && readLocal('starts_at', starts_at),
    starts_zone: starts_zone === undefined ? item.starts_zone : readZone('starts_zone', starts_zone),
    ends_at: ends_at === undefined ? item.ends_at : ends_at && readLocal('ends_at', ends_at),
    ends_zone: ends_zone === undefined ? item.ends_zone : readZone('ends_zone', ends_zone),
  }
}

function readZone(field: string, zone: string | null): string | null {
  if (zone === null || zone === '') return null
  return isTimeZone(zone) ? zone : failField(field, 'must be an IANA time zone such as America/Sao_Paulo')
}

/** The segments decide when a flight begins and ends. */
function flightIn(item: TripItemRow, { flight }: TripItemChange): Partial<TripItemRow> {
  if (item.kind !== 'flight') {
    if (flight) failField('flight', 'is for items of the kind flight')
    return { flight: null }
  }
  const read = flight === undefined ? item.flight : flight === null ? null : readFlight(flight)
  if (read === null || read.segments.length === 0) return { flight: read }
  // A booking knows the zones of its airports from its carrier.
  const keepsZones = item.booking_id !== null
  const { starts_at, ends_at, ...zones } = timesOfFlight(read)
  return { flight: read, starts_at, ends_at, ...(keepsZones ? zonesOf(item) : zones) }
}

function zonesOf({ starts_zone, ends_zone }: Times) {
  return { starts_zone, ends_zone }
}

/** In the zones of both ends; without them by the clock, as far as both have a time. Clocks on a flight differ. */
function refuseBackwards({
  kind,
  starts_at,
  starts_zone,
  ends_at,
  ends_zone,
}: Times & { kind: string }): void {
  if (ends_at === null) return
  if (starts_at === null) failField('starts_at', 'is required with ends_at')
  const hasTimes = starts_at.includes('T') && ends_at.includes('T')
  if (hasTimes && starts_zone !== null && ends_zone !== null) {
    if (momentIn(ends_at, ends_zone) < momentIn(starts_at, starts_zone))
      failField('ends_at', 'must not be before starts_at')
    return
  }
  const isBefore = hasTimes ? ends_at < starts_at : dayOf(ends_at) < dayOf(starts_at)
  if (isBefore && kind !== 'flight') failField('ends_at', 'must not be before starts_at')
}

function readTravellers(ids: readonly string[], travellers: TripRow['travellers']): string[] {
  ids.forEach((id, index) => {
    if (!travellers.some((traveller) => traveller.id === id))
      failField(`traveller_ids.${index}`, 'is no traveller of the trip')
  })
  return [...new Set(ids)]
}

function readUntil(text: string | null): Date | null {
  if (text === null) return null
  return (
    parseTimestamp(text) ??
    failField('free_cancellation_until', 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
  )
}

const RATE_PLACES = 6
const ONE = makeDecimal(1n)

function currencyIn(
  item: Pick<TripItemRow, 'currency' | 'rate'>,
  { currency = item.currency, exchange_rate }: TripItemChange,
): Pick<TripItemRow, 'currency' | 'rate'> {
  const rate = exchange_rate === undefined ? undefined : decimalFromNumber(exchange_rate)
  if (rate !== undefined && decimalPlaces(rate) > RATE_PLACES)
    failField('exchange_rate', issueWith('must have at most {count} decimals', { count: RATE_PLACES }))
  if (currency === 'BRL') {
    if (rate !== undefined && compareDecimals(rate, ONE) !== 0 && item.currency === 'BRL')
      failField('exchange_rate', 'must be 1 for BRL')
    return { currency, rate: '1' }
  }
  if (rate !== undefined) return { currency, rate: formatDecimal(rate) }
  if (currency !== item.currency) failField('exchange_rate', 'is required for another currency than BRL')
  return { currency, rate: item.rate }
}

/** A cost counts by its rate. Without `costs.read` no rate may change it, or find it out by what is refused. */
function refuseOtherRate(before: TripItemRow, after: TripItemRow, caller: Caller): void {
  const hasCost = before.cost_cents !== null || before.kept_cost_cents !== null
  const isSame =
    before.currency === after.currency &&
    compareDecimals(parseOwnDecimal(before.rate), parseOwnDecimal(after.rate)) === 0
  if (hasCost && !isSame) demandPermission(caller, 'costs.read')
}

type Amounts = Pick<TripItemRow, 'cost_cents' | 'price_cents' | 'kept_cost_cents' | 'kept_price_cents'>

/** Without `costs.read` a cost is read as null, so that null from such a caller changes nothing. */
function amountsIn(
  item: Amounts & Pick<TripItemRow, 'status'>,
  statusBefore: TripItemRow['status'],
  { cost_amount, price_amount, kept_cost_amount, kept_price_amount }: TripItemChange,
  caller: Caller,
): Amounts {
  const costOf = (field: string, sent: number | null | undefined, before: Cents | null) => {
    if (sent === undefined) return before
    if (sent !== null) demandPermission(caller, 'costs.read')
    else if (!caller.permissions.has('costs.read')) return before
    return sent === null ? null : readCents(field, sent)
  }
  const prices = {
    cost_cents: costOf('cost_amount', cost_amount, item.cost_cents),
    price_cents: price_amount === undefined ? item.price_cents : readCents('price_amount', price_amount),
  }
  if (item.status !== 'cancelled') {
    for (const [field, sent] of Object.entries({ kept_cost_amount, kept_price_amount }))
      if (sent && statusBefore !== 'cancelled') failField(field, 'is for cancelled items')
    return { ...prices, kept_cost_cents: null, kept_price_cents: 0n }
  }
  return {
    ...prices,
    kept_cost_cents: costOf('kept_cost_amount', kept_cost_amount, item.kept_cost_cents),
    kept_price_cents:
      kept_price_amount === undefined
        ? item.kept_price_cents
        : readCents('kept_price_amount', kept_price_amount),
  }
}

function readCents(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}

/** Two hundred of them are still a number that JSON keeps exactly. */
const ITEM_CENTS_MAX: Cents = 99_999_999_999n

/** With what counts in BRL: of a cancelled item what is kept. All amounts are checked: a state may come back. */
export function withBrl(item: TripItemRow): TripItemRow {
  const isCancelled = item.status === 'cancelled'
  const rate = parseOwnDecimal(item.rate)
  const inBrl = (field: string, cents: Cents | null) => {
    const brl = multiplyToCents(cents ?? 0n, rate)
    return brl > ITEM_CENTS_MAX ? failField(field, 'must be at most 999999999.99 BRL') : brl
  }
  const [price, cost] = [inBrl('price_amount', item.price_cents), inBrl('cost_amount', item.cost_cents)]
  const keptPrice = inBrl('kept_price_amount', item.kept_price_cents)
  const keptCost = inBrl('kept_cost_amount', item.kept_cost_cents)
  return {
    ...item,
    price_brl_cents: isCancelled ? keptPrice : price,
    cost_brl_cents: isCancelled ? keptCost : cost,
  }
}
