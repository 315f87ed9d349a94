// The public JSON of trips and their items.
import type { Snapshot } from '../../../contract/event-operations.ts'
import { TRIP_PATH } from '../../../contract/links.ts'
import type { Trip, TripFile, TripItem } from '../../../contract/trips.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromDecimal, parseOwnDecimal } from '../../kernel/values/decimal.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import { clientFields } from '../clients/clients.ts'
import type { ClientRow } from '../clients/store.ts'
import type { World } from '../world.ts'
import { type Held, type MoneySums, moneyOfItem, moneyView, statusOf } from './rules.ts'
import type { TripItemRow, TripRow } from './store.ts'

/** For whom a trip is shown, and on which day of the team. */
export interface Shown {
  readonly showsCosts: boolean
  readonly today: Temporal.PlainDate
}

interface TripParts {
  readonly trip: TripRow
  readonly client: ClientRow
  readonly money: MoneySums
}

export function tripView(world: World, parts: TripParts, { showsCosts, today }: Shown): Trip {
  const { trip, money } = parts
  return {
    ...fieldsOf(parts, today),
    money: moneyView(money, showsCosts),
    page_url: trip.link_token === null ? null : tripPageUrl(world, trip.link_token),
  }
}

/** The object of a trip event. */
export function tripEventView(parts: TripParts, today: Temporal.PlainDate): Snapshot<'trip'> {
  const { cost, earnings, ...money } = moneyView(parts.money, false)
  return { ...fieldsOf(parts, today), money }
}

function fieldsOf(
  { trip, client }: Omit<TripParts, 'money'>,
  today: Temporal.PlainDate,
): Omit<Trip, 'money' | 'page_url'> {
  const { seller_id, seller_name } = trip
  return {
    id: trip.id,
    number: tripNumber(trip),
    title: trip.title,
    ...clientFields(client),
    seller: seller_id === null ? null : { id: seller_id, name: seller_name ?? '' },
    status: statusOf(trip, today),
    starts_on: trip.starts_on,
    ends_on: trip.ends_on,
    travellers: trip.travellers,
    currency: 'BRL',
    metadata: trip.metadata,
    external_reference: trip.external_reference,
    created_at: isoTimestamp(trip.created_at),
    updated_at: isoTimestamp(trip.updated_at),
  }
}

const SEQUENCE_DIGITS = 6

/** `2026-000012`. */
export function tripNumber({
  number_year,
  number_sequence,
}: Pick<TripRow, 'number_year' | 'number_sequence'>): string {
  return `${number_year}-${String(number_sequence).padStart(SEQUENCE_DIGITS, '0')}`
}

export function tripPageUrl(world: World, token: string): string {
  return `${world.address.url}${TRIP_PATH}/${token}`
}

export function itemView(
  item: TripItemRow,
  {
    files,
    ...held
  }: Held & {
    readonly invoice_ids: readonly string[]
    readonly files: readonly TripFile[]
  },
  { showsCosts }: Pick<Shown, 'showsCosts'>,
): TripItem {
  const cost = (cents: Cents | null) => (showsCosts && cents !== null ? numberFromCents(cents) : null)
  return {
    id: item.id,
    trip_id: item.trip_id,
    kind: item.kind,
    status: item.status,
    booking_id: item.booking_id,
    description: item.description,
    supplier_name: item.supplier_name,
    supplier_phone: item.supplier_phone,
    place: item.place,
    unit: item.unit,
    meal_plan: item.meal_plan,
    confirmation_number: item.confirmation_number,
    instructions: item.instructions,
    notes: item.notes,
    starts_at: item.starts_at,
    starts_zone: item.starts_zone,
    ends_at: item.ends_at,
    ends_zone: item.ends_zone,
    traveller_ids: item.traveller_ids,
    free_cancellation_until:
      item.free_cancellation_until === null ? null : isoTimestamp(item.free_cancellation_until),
    flight: item.flight,
    currency: item.currency,
    exchange_rate: numberFromDecimal(parseOwnDecimal(item.rate)),
    cost_amount: cost(item.cost_cents),
    price_amount: numberFromCents(item.price_cents),
    kept_cost_amount: cost(item.kept_cost_cents),
    kept_price_amount: numberFromCents(item.kept_price_cents),
    collected_by: item.collected_by,
    seller_id: item.seller_id,
    money: moneyView(moneyOfItem(item, held), showsCosts),
    invoice_ids: [...held.invoice_ids],
    files: [...files],
    created_at: isoTimestamp(item.created_at),
    updated_at: isoTimestamp(item.updated_at),
  }
}
