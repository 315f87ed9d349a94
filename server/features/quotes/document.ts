// A quote, with its trips, as the document that its page and PDF show.

import type { QuoteTrip, TripRule } from '../../../contract/quotes.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { dateIn, dayEnd, isoTimestamp } from '../../kernel/values/dates.ts'
import { decimalFromNumber } from '../../kernel/values/decimal.ts'
import { type Cents, multiplyDecimalsToCents } from '../../kernel/values/money.ts'
import type {
  DocumentLeg,
  DocumentOption,
  DocumentTrip,
  QuoteDocument,
} from '../../render/document/document.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'
import type { ClientRow } from '../clients/store.ts'
import { commonOf, dateText, linesOf, sumsOf } from '../documents/document-parts.ts'
import { numberText, partiesOf } from '../documents/view.ts'
import { cityNamed, cityWritten } from '../flights/reference/place-names.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { pricesOf, type QuotePrices, type StoredOption } from './options.ts'
import { endOf } from './states.ts'
import type { QuoteRow } from './store.ts'
import { isExpired, isSimulatedQuote, quotePdfUrl, quoteUrl } from './view.ts'

type Leg = QuoteTrip['legs'][number]

export interface QuoteShown {
  readonly quote: QuoteRow
  readonly client: ClientRow
  readonly team: Team
  readonly today: Temporal.PlainDate
  readonly language: TeamLanguage
  /** The page of the invoice that the quote became. */
  readonly invoiceUrl: string | null
}

export function quoteDocument(world: World, shown: QuoteShown): QuoteDocument {
  const { quote, client, team, today, language, invoiceUrl } = shown
  const words = pageWords(language)
  const validUntil = quote.valid_until === null ? null : dateText(quote.valid_until, words)
  const state = isExpired(quote, today) ? 'expired' : (endOf(quote) ?? 'waiting')
  return {
    ...commonOf(world, { team, parties: partiesOf(team, client), content: quote, words }),
    isSimulated: isSimulatedQuote(world, quote),
    kind: 'quote',
    title: words.quote.title(numberText(quote)),
    dates: [
      [words.document.issued, dateText(quote.issue_date, words)],
      ...(validUntil === null ? [] : [[words.quote.valid, validUntil] satisfies [string, string]]),
    ],
    sums: sumsOf({ ...quote, tax_rate: '0', tax_cents: 0n }, words),
    total: words.money(quote.total_cents),
    notes: quote.notes,
    url: quoteUrl(world, quote.link_token),
    pdfUrl: quotePdfUrl(world, quote.link_token),
    state,
    validUntil,
    validity: state === 'waiting' ? validityOf(quote, team, today, words) : null,
    lowest: words.money(lowestOf(quote)),
    options: optionsOf(quote, words, language),
    response: responseOf(quote, team, words),
    isByAgency: state === 'accepted' && quote.responded_by === null,
    declineReason: quote.decline_reason,
    invoiceUrl,
  }
}

function optionsOf(quote: QuoteRow, words: PageWords, language: TeamLanguage): DocumentOption[] {
  const shown = (prices: QuotePrices) => ({
    lines: linesOf(prices.items, words),
    sums: sumsOf({ ...prices, tax_rate: '0', tax_cents: 0n }, words),
    total: words.money(prices.total_cents),
  })
  if (quote.options.length === 0) return [{ id: '', title: '', ...shown(quote), trip: null, isChosen: false }]
  return quote.options.map((option: StoredOption, index) => ({
    id: option.id,
    title: option.title ?? (quote.options.length === 1 ? '' : words.quote.option(index + 1)),
    ...shown(pricesOf(option, quote.discount_rate)),
    trip: option.trip === null ? null : tripDocument(option.trip, words, language),
    isChosen: option.id === quote.chosen_option_id,
  }))
}

function tripDocument(trip: QuoteTrip, words: PageWords, language: TeamLanguage): DocumentTrip {
  const { airline, fare, legs, bags, refund, change, travellers } = trip
  const names = namesOf(legs, words)
  const facts = [
    ...(bags === null ? [] : [words.trip.carryOn(bags.carry_on), words.trip.checked(bags.checked)]),
    ...(change === null ? [] : [ruleText(change, words.trip.change, words)]),
    ...(refund === null ? [] : [ruleText(refund, words.trip.refund, words)]),
    ...(travellers === null ? [] : [words.trip.travellers(travellers)]),
  ]
  return {
    head: [airline, fare].filter((text) => text !== null).join(' · '),
    legs: legs.map((leg, index) => legDocument(leg, names[index] ?? '', words, language)),
    facts,
  }
}

/** Outbound and return if the trip ends where it began. */
function namesOf(legs: readonly Leg[], { trip }: PageWords): string[] {
  const [first, second] = legs
  if (legs.length === 1) return [trip.there]
  const place = (code: string | undefined, city: string | null | undefined) => city ?? code
  const isReturn =
    legs.length === 2 &&
    place(first?.origin, first?.origin_city) === place(second?.destination, second?.destination_city)
  return isReturn ? [trip.there, trip.back] : legs.map((_, index) => trip.leg(index + 1))
}

function legDocument(leg: Leg, name: string, words: PageWords, language: TeamLanguage): DocumentLeg {
  const departs = Temporal.PlainDateTime.from(leg.departing_at)
  const arrives = Temporal.PlainDateTime.from(leg.arriving_at)
  const { days } = departs.toPlainDate().until(arrives.toPlainDate(), { largestUnit: 'day' })
  const cityOf = (code: string, written: string | null) => cityWritten(code, written, language)
  const via = leg.stops.map((code) => cityNamed(code, null, language) ?? code)
  const stops = via.length === 0 ? words.trip.direct : words.trip.stops(via)
  return {
    name,
    day: words.day(departs.toPlainDate()),
    departs: {
      time: leg.departing_at.slice(11, 16),
      code: leg.origin,
      city: cityOf(leg.origin, leg.origin_city),
    },
    arrives: {
      time: leg.arriving_at.slice(11, 16),
      code: leg.destination,
      city: cityOf(leg.destination, leg.destination_city),
    },
    later: days > 0 ? words.trip.later(days) : null,
    about: [...leg.flights, stops].join(' · '),
  }
}

function ruleText(
  { allowed, fee, fee_currency: currency = 'BRL' }: TripRule,
  says: PageWords['trip']['refund'],
  { money }: PageWords,
): string {
  if (!allowed) return says.no
  if (fee === null) return says.asked
  if (fee === 0) return says.free
  const text = money(multiplyDecimalsToCents(decimalFromNumber(fee), decimalFromNumber(1)))
  return says.fee(currency === 'BRL' ? text : text.replace('R$', currency))
}

function lowestOf({ options, total_cents }: QuoteRow): Cents {
  const totals = options.map((option) => BigInt(option.total_cents))
  return totals.reduce((least, one) => (one < least ? one : least), totals[0] ?? total_cents)
}

function validityOf(
  { valid_until }: QuoteRow,
  { time_zone }: Team,
  today: Temporal.PlainDate,
  { quote }: PageWords,
): QuoteDocument['validity'] {
  if (valid_until === null) return null
  const last = Temporal.PlainDate.from(valid_until)
  const { days } = today.until(last, { largestUnit: 'day' })
  return {
    until: isoTimestamp(dayEnd(last, time_zone)),
    left: days === 0 ? quote.lastDay : quote.daysLeft(days),
  }
}

function responseOf({ responded_at, responded_by }: QuoteRow, team: Team, words: PageWords): string | null {
  if (responded_at === null) return null
  const day = words.date(dateIn(responded_at, team.time_zone))
  return responded_by === null ? words.quote.respondedOn(day) : words.quote.respondedBy(responded_by, day)
}
