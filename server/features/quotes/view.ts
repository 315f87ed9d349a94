// The public JSON of a quote, its links, and the version that a client sees.
import { hash } from 'node:crypto'
import { QUOTE_PATH } from '../../../contract/links.ts'
import type { Quote } from '../../../contract/quotes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { clientFields } from '../clients/clients.ts'
import type { ClientRow } from '../clients/store.ts'
import { contentOfItems } from '../documents/items.ts'
import { numberText } from '../documents/view.ts'
import type { World } from '../world.ts'
import { contentOfOptions, offeredView, optionViews } from './options.ts'
import { isWaiting } from './states.ts'
import type { QuoteRow } from './store.ts'

/** `today` is the day in the team's time zone. */
export function quoteView(
  world: World,
  quote: QuoteRow,
  client: ClientRow,
  today: Temporal.PlainDate,
): Quote {
  return {
    id: quote.id,
    ...clientFields(client),
    number: numberText(quote),
    issue_date: quote.issue_date,
    valid_until: quote.valid_until,
    is_expired: isExpired(quote, today),
    status: quote.status,
    ...offeredView(quote),
    options: optionViews(quote.options, quote.discount_rate),
    chosen_option_id: quote.chosen_option_id,
    notes: quote.notes,
    currency: 'BRL',
    responded_at: quote.responded_at === null ? null : isoTimestamp(quote.responded_at),
    responded_by: quote.responded_by,
    decline_reason: quote.decline_reason,
    invoice_id: quote.invoice_id,
    trip_id: quote.trip_id,
    metadata: quote.metadata,
    external_reference: quote.external_reference,
    public_url: quoteUrl(world, quote.link_token),
    pdf_url: quotePdfUrl(world, quote.link_token),
    created_at: isoTimestamp(quote.created_at),
    updated_at: isoTimestamp(quote.updated_at),
  }
}

/** It waits for the client's answer, and its last day is over. */
export function isExpired(
  quote: Pick<QuoteRow, 'status' | 'valid_until'>,
  today: Temporal.PlainDate,
): boolean {
  if (quote.valid_until === null || !isWaiting(quote)) return false
  return Temporal.PlainDate.compare(today, Temporal.PlainDate.from(quote.valid_until)) > 0
}

/** A quote with options has its items there. */
export function quoteContent(quote: QuoteRow) {
  const { client_id, issue_date, valid_until, notes, options } = quote
  const { items, discount_rate } = contentOfItems(quote)
  return {
    client_id,
    issue_date,
    valid_until,
    items: options.length === 0 ? items : [],
    options: contentOfOptions(options),
    discount_rate,
    notes,
  }
}

/** Equal if the client sees the same. A timestamp could not distinguish two changes of one moment. */
export function versionOf(quote: QuoteRow): string {
  return hash('sha256', JSON.stringify(quoteContent(quote)), 'base64url')
}

/** Outside production flights and banks are simulated under live keys too. */
export function isSimulatedQuote({ config }: World, { mode }: Pick<QuoteRow, 'mode'>): boolean {
  return mode === 'test' || config.environment !== 'production'
}

export function quoteUrl(world: World, token: string): string {
  return `${world.address.url}${QUOTE_PATH}/${token}`
}

export function quotePdfUrl(world: World, token: string): string {
  return `${quoteUrl(world, token)}/pdf`
}
