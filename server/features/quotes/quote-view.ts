// The only maker of a quote's public JSON.
import type { Quote } from '../../../contract/quotes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { clientFields } from '../clients/client-view.ts'
import { quotePdfUrl, quoteUrl } from '../invoices/documents/links.ts'
import { numberText } from '../invoices/invoice-view.ts'
import { untaxedView } from '../invoices/priced-items.ts'
import type { World } from '../world.ts'
import { optionViews } from './quote-options.ts'
import type { QuoteRow } from './quote-store.ts'
import { isWaiting } from './states.ts'

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
    ...untaxedView(quote),
    total: numberFromCents(quote.total_cents),
    options: optionViews(quote.options, quote.discount_rate),
    chosen_option_id: quote.chosen_option_id,
    notes: quote.notes,
    currency: 'BRL',
    responded_at: quote.responded_at === null ? null : isoTimestamp(quote.responded_at),
    responded_by: quote.responded_by,
    decline_reason: quote.decline_reason,
    invoice_id: quote.invoice_id,
    public_url: quoteUrl(world, quote.link_token),
    pdf_url: quotePdfUrl(world, quote.link_token),
    created_at: isoTimestamp(quote.created_at),
    updated_at: isoTimestamp(quote.updated_at),
  }
}

/** Waits for an answer, and its last day is over. */
export function isExpired(
  quote: Pick<QuoteRow, 'status' | 'valid_until'>,
  today: Temporal.PlainDate,
): boolean {
  if (quote.valid_until === null || !isWaiting(quote)) return false
  return Temporal.PlainDate.compare(today, Temporal.PlainDate.from(quote.valid_until)) > 0
}
