// The options of a quote, with items, sums and trip of their own. The quote's own columns hold those of the chosen
// option, or of the first one until the client has chosen.
import { isDeepStrictEqual } from 'node:util'
import type {
  OptionInput,
  QuoteItem,
  QuoteItemInput,
  QuoteOption,
  QuoteTrip,
  QuoteTripInput,
} from '../../../contract/quotes.ts'
import { failField } from '../../kernel/values/fail.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import {
  linesOf,
  type PricedItems,
  priceItems,
  readItems,
  type StoredItem,
  type UnpricedItem,
  untaxedView,
} from '../documents/items.ts'
import { readLocal } from '../trips/rules.ts'

export interface StoredOption {
  id: string
  title: string | null
  trip: QuoteTrip | null
  items: StoredItem[]
  /** As text: JSON has no exact numbers. */
  subtotal_cents: string
  discount_cents: string
  total_cents: string
}

export type QuotePrices = Omit<PricedItems, 'tax_rate' | 'tax_cents'>

/** Items alone, or options with theirs. */
interface Offered {
  items?: readonly QuoteItemInput[] | undefined
  options?: readonly OptionInput[] | undefined
}

/** Items or options, priced; fails if the request has neither or both. */
export function readOffered(
  { items, options }: Offered,
  discountRate: string,
  newUuid: () => string,
): QuotePrices & { options: StoredOption[] } {
  const hasOptions = options !== undefined && options.length > 0
  if (!hasOptions && items === undefined) failField('items', 'is required unless options are given')
  const own = untaxed(priceItems(readQuoteItems(items ?? [], newUuid), discountRate, '0'))
  if (!hasOptions) return { ...own, options: [] }
  const stored = options.map((option, index) => readOption(option, `options.${index}`, discountRate, newUuid))
  // A quote shows the items of one of its options, and may be sent back as it was read.
  if (
    items !== undefined &&
    !stored.some((option) => isDeepStrictEqual(linesOf(option.items), linesOf(own.items)))
  )
    failField('items', 'must be left out where options are given')
  return { ...untaxed(priceItems([], discountRate, '0')), options: stored }
}

function readQuoteItems(inputs: readonly QuoteItemInput[], newUuid: () => string): UnpricedItem[] {
  return readItems(inputs, newUuid).map((item, index) => {
    const kind = inputs[index]?.kind ?? null
    return kind === null ? item : { ...item, kind }
  })
}

/** The same items and options at another discount. */
export function discounted(
  { items, options }: { items: StoredItem[]; options: readonly StoredOption[] },
  discountRate: string,
): QuotePrices & { options: StoredOption[] } {
  return {
    ...untaxed(priceItems(items, discountRate, '0')),
    options: options.map((option) => ({
      ...option,
      ...sumsAsText(priceItems(option.items, discountRate, '0')),
    })),
  }
}

/** The columns of a quote with this option. */
export function pricesOf(option: StoredOption, discount_rate: string): QuotePrices {
  return {
    items: option.items,
    subtotal_cents: BigInt(option.subtotal_cents),
    discount_rate,
    discount_cents: BigInt(option.discount_cents),
    total_cents: BigInt(option.total_cents),
  }
}

export function demandOption(options: readonly StoredOption[], id: string): StoredOption {
  return options.find((option) => option.id === id) ?? failField('chosen_option_id', 'is none of the options')
}

/** The items and sums of a quote or an option. */
export function offeredView(prices: QuotePrices) {
  const { items, ...sums } = untaxedView(prices)
  const views: QuoteItem[] = items.map((item, index) => ({
    ...item,
    kind: prices.items[index]?.kind ?? null,
  }))
  return { items: views, ...sums, total: numberFromCents(prices.total_cents) }
}

export function optionViews(options: readonly StoredOption[], discountRate: string): QuoteOption[] {
  return options.map((option) => {
    const { discount_rate, ...offered } = offeredView(pricesOf(option, discountRate))
    const { id, title, trip } = option
    return { id, title, trip, ...offered }
  })
}

/** Equal for equal options, even if numbers are written differently. */
export function contentOfOptions(options: readonly StoredOption[]): unknown {
  return options.map(({ title, trip, items }) => [title, trip, linesOf(items)])
}

function readOption(
  { title, trip, items }: OptionInput,
  field: string,
  discountRate: string,
  newUuid: () => string,
): StoredOption {
  const priced = priceItems(readQuoteItems(items, newUuid), discountRate, '0')
  return {
    id: newUuid(),
    title: title ?? null,
    trip: trip === undefined || trip === null ? null : readTrip(trip, `${field}.trip`),
    ...sumsAsText(priced),
  }
}

function sumsAsText({ items, subtotal_cents, discount_cents, total_cents }: PricedItems) {
  return {
    items,
    subtotal_cents: String(subtotal_cents),
    discount_cents: String(discount_cents),
    total_cents: String(total_cents),
  }
}

function untaxed({ tax_rate, tax_cents, ...prices }: PricedItems): QuotePrices {
  return prices
}

/** With all fields, so that equal trips are equal JSON. */
function readTrip(
  { legs, airline, fare, bags, refund, change, travellers }: QuoteTripInput,
  field: string,
): QuoteTrip {
  return {
    legs: legs.map((leg, index) => ({
      origin: leg.origin.toUpperCase(),
      destination: leg.destination.toUpperCase(),
      departing_at: readLocalMinute(leg.departing_at, `${field}.legs.${index}.departing_at`),
      arriving_at: readLocalMinute(leg.arriving_at, `${field}.legs.${index}.arriving_at`),
      origin_city: leg.origin_city ?? null,
      destination_city: leg.destination_city ?? null,
      flights: leg.flights ?? [],
      stops: (leg.stops ?? []).map((code) => code.toUpperCase()),
    })),
    airline: airline ?? null,
    fare: fare ?? null,
    bags: bags ?? null,
    refund: refund ?? null,
    change: change ?? null,
    travellers: travellers ?? null,
  }
}

/** To the minute. */
function readLocalMinute(text: string, field: string): string {
  let minute: string
  try {
    const local = Temporal.PlainDateTime.from(text, { overflow: 'reject' }).withCalendar('iso8601')
    minute = local.toString({ smallestUnit: 'minute' })
  } catch {
    return failField(field, 'must be a local time such as 2026-12-20T06:40')
  }
  return readLocal(field, minute)
}
