// Pure rules of trips: money of items, days, status, texts to search and travellers of several lists.
import { issueWith } from '../../../contract/phrases/issues.ts'
import type {
  Collector,
  TripItemStatus,
  TripMoney,
  TripStatus,
  TripTraveller,
} from '../../../contract/trips.ts'
import { parseDate } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import { foldText } from '../../kernel/values/text.ts'

/** The money of an item, or the sum of several. */
export interface MoneySums {
  readonly price: Cents
  readonly cost: Cents
  readonly bySupplier: Cents
  readonly invoiced: Cents
  /** The part of `invoiced` that is on drafts and not paid: it is not due. */
  readonly drafted: Cents
  readonly paid: Cents
}

export const NO_MONEY: MoneySums = {
  price: 0n,
  cost: 0n,
  bySupplier: 0n,
  invoiced: 0n,
  drafted: 0n,
  paid: 0n,
}

/** What invoices hold of an item, less what was credited. */
export interface Held {
  readonly invoiced: Cents
  readonly drafted: Cents
  readonly paid: Cents
}

interface Priced {
  readonly price_brl_cents: Cents
  readonly cost_brl_cents: Cents
  readonly collected_by: Collector
}

export function moneyOfItem(item: Priced, { invoiced, drafted, paid }: Held): MoneySums {
  const { price_brl_cents: price, cost_brl_cents: cost } = item
  return { price, cost, bySupplier: price - collected(item), invoiced, drafted, paid }
}

/** The part of the price that the agency collects. */
export function collected({ price_brl_cents, collected_by }: Omit<Priced, 'cost_brl_cents'>): Cents {
  return collected_by === 'agency' ? price_brl_cents : 0n
}

export function addMoney(one: MoneySums, other: MoneySums): MoneySums {
  return {
    price: one.price + other.price,
    cost: one.cost + other.cost,
    bySupplier: one.bySupplier + other.bySupplier,
    invoiced: one.invoiced + other.invoiced,
    drafted: one.drafted + other.drafted,
    paid: one.paid + other.paid,
  }
}

/** Below zero if more is invoiced than the agency collects. */
export function openCents({ price, bySupplier, invoiced }: MoneySums): Cents {
  return price - bySupplier - invoiced
}

export function moneyView(sums: MoneySums, showsCosts: boolean): TripMoney {
  const { price, cost, bySupplier, invoiced, drafted, paid } = sums
  return {
    price: numberFromCents(price),
    cost: showsCosts ? numberFromCents(cost) : null,
    earnings: showsCosts ? numberFromCents(price - cost) : null,
    collected_by_supplier: numberFromCents(bySupplier),
    invoiced: numberFromCents(invoiced),
    paid: numberFromCents(paid),
    due: numberFromCents(invoiced - drafted - paid),
    open: numberFromCents(openCents(sums)),
  }
}

interface Dated {
  readonly status: TripItemStatus
  readonly starts_at: string | null
  readonly ends_at: string | null
}

/** The first and the last day of the items that are not cancelled; null for both if none has a day. */
export function daysOf(items: readonly Dated[]): { starts_on: string | null; ends_on: string | null } {
  const days = items
    .filter(({ status }) => status !== 'cancelled')
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .filter((at) => at !== null)
    .map(dayOf)
    .sort()
  return { starts_on: days[0] ?? null, ends_on: days.at(-1) ?? null }
}

const YEARS = { first: 2000, last: 2199 }

export function readDay(field: string, text: string): Temporal.PlainDate {
  const day = parseDate(text) ?? failField(field, 'must be a date that exists, as YYYY-MM-DD')
  refuseYear(field, day)
  return day
}

export function refuseYear(field: string, { year }: Temporal.PlainDate): void {
  if (year < YEARS.first || year > YEARS.last)
    failField(
      field,
      issueWith('must be from {first} to {last}', {
        first: `${YEARS.first}-01-01`,
        last: `${YEARS.last}-12-31`,
      }),
    )
}

/** A day, or a day with a time: `2026-12-20T18:05`. */
export function readLocal(field: string, text: string): string {
  readDay(field, dayOf(text))
  const time = text.slice(dayOf(text).length + 1)
  if (time > '23:59' || time.slice('00:'.length) > '59') failField(field, 'must be a time such as 14:00')
  return text
}

/** The day of a local time. */
export function dayOf(at: string): string {
  return at.slice(0, DAY_CHARACTERS)
}

const DAY_CHARACTERS = '2026-12-20'.length

export function isCancelledTrip(items: readonly Pick<Dated, 'status'>[]): boolean {
  return items.length > 0 && items.every(({ status }) => status === 'cancelled')
}

interface Lasting {
  readonly cancelled: boolean
  readonly starts_on: string | null
  readonly ends_on: string | null
}

/** `today` is the day in the team's time zone. */
export function statusOf({ cancelled, starts_on, ends_on }: Lasting, today: Temporal.PlainDate): TripStatus {
  if (cancelled) return 'cancelled'
  const day = today.toString()
  if (starts_on === null || day < starts_on) return 'planned'
  return ends_on !== null && day > ends_on ? 'finished' : 'travelling'
}

interface Named {
  readonly title: string
  readonly travellers: readonly Pick<TripTraveller, 'full_name'>[]
}

interface Supplied {
  readonly supplier_name: string | null
  readonly confirmation_number: string | null
}

export function searchTextOf(number: string, { title, travellers }: Named, items: readonly Supplied[]) {
  const names = travellers.map(({ full_name }) => full_name)
  const ofItems = items.flatMap(({ supplier_name, confirmation_number }) => [
    supplier_name,
    confirmation_number,
  ])
  return [number, title, ...names, ...new Set(ofItems)].map((text) => foldText(text ?? '')).join('\n')
}

/** Two entries with the same name and birth date are one traveller; a missing date fits any. */
function isSameTraveller(
  one: Pick<TripTraveller, 'full_name' | 'born_on'>,
  other: Pick<TripTraveller, 'full_name' | 'born_on'>,
): boolean {
  if (foldText(one.full_name) !== foldText(other.full_name)) return false
  return one.born_on === null || other.born_on === null || one.born_on === other.born_on
}

export interface MergedTravellers {
  readonly travellers: TripTraveller[]
  /** The id in the merged list of each added traveller. */
  readonly idOf: ReadonlyMap<string, string>
}

/** Adds travellers that the list does not have yet; what it does not know of the others is filled in. */
export function mergeTravellers(
  known: readonly TripTraveller[],
  added: readonly TripTraveller[],
): MergedTravellers {
  const travellers = [...known]
  const idOf = new Map<string, string>()
  for (const one of added) {
    const index = travellers.findIndex((other) => isSameTraveller(one, other))
    const found = travellers[index]
    if (found === undefined) travellers.push(one)
    else
      travellers[index] = {
        ...found,
        born_on: found.born_on ?? one.born_on,
        client_id: found.client_id ?? one.client_id,
        companion_id: found.companion_id ?? one.companion_id,
      }
    idOf.set(one.id, found?.id ?? one.id)
  }
  return { travellers, idOf }
}

/** Moves a day, or a day with a time, by days. */
export function movedBy(at: string | null, days: number): string | null {
  if (at === null) return null
  const moved = Temporal.PlainDate.from(dayOf(at)).add({ days })
  return `${moved}${at.slice(DAY_CHARACTERS)}`
}
