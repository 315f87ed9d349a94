// What a quote offers, apart from its state: whether a change touches it, and which version of it somebody saw.
import { hash } from 'node:crypto'
import { contentOfItems } from '../invoices/priced-items.ts'
import { contentOfOptions } from './quote-options.ts'
import type { QuoteRow } from './quote-store.ts'

/** The items of a quote with options are in those. */
export function contentOf(quote: QuoteRow) {
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

/** Equal where the client is shown the same, whenever that was written; a time could not tell two changes apart. */
export function versionOf(quote: QuoteRow): string {
  return hash('sha256', JSON.stringify(contentOf(quote)), 'base64url')
}
