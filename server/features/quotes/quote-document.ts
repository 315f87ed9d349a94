// Turns a quote into the document that its client is shown: what it offers, until when, and what was answered.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { dateIn, dayEnd, isoTimestamp } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import type { DocumentOption, QuoteDocument } from '../../render/document/document.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { commonOf, dateText, linesOf, sumsOf } from '../invoices/documents/document-parts.ts'
import { quotePdfUrl, quoteUrl } from '../invoices/documents/links.ts'
import { partiesOf } from '../invoices/documents/parties.ts'
import { numberText } from '../invoices/invoice-view.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { pricesOf, type QuotePrices, type StoredOption } from './quote-options.ts'
import type { QuoteRow } from './quote-store.ts'
import { isExpired } from './quote-view.ts'
import { endOf } from './states.ts'
import { tripDocument } from './trip-document.ts'

export interface QuoteShown {
  readonly quote: QuoteRow
  readonly client: ClientRow
  readonly team: Team
  readonly today: Temporal.PlainDate
  readonly language: TeamLanguage
  /** Of the invoice that it became. */
  readonly invoiceUrl: string | null
}

export function quoteDocument(world: World, shown: QuoteShown): QuoteDocument {
  const { quote, client, team, today, language, invoiceUrl } = shown
  const words = pageWords(language)
  const validUntil = quote.valid_until === null ? null : dateText(quote.valid_until, words)
  const state = isExpired(quote, today) ? 'expired' : (endOf(quote) ?? 'waiting')
  return {
    ...commonOf(world, team, partiesOf(team, client), quote, words),
    isSimulated: quote.mode === 'test',
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
    options: optionsOf(quote, words),
    answer: answerOf(quote, team, words),
    declineReason: quote.decline_reason,
    invoiceUrl,
  }
}

function optionsOf(quote: QuoteRow, words: PageWords): DocumentOption[] {
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
    trip: option.trip === null ? null : tripDocument(option.trip, words),
    isChosen: option.id === quote.chosen_option_id,
  }))
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

function answerOf({ responded_at, responded_by }: QuoteRow, team: Team, words: PageWords): string | null {
  if (responded_at === null) return null
  const day = words.date(dateIn(responded_at, team.time_zone))
  return responded_by === null ? words.quote.answeredOn(day) : words.quote.answeredBy(responded_by, day)
}
