// Changes a quote: its status until it became an invoice, its content while nobody has answered it.
import type { Quote, QuoteChange } from '../../../contract/quotes.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { blame, changedFields } from '../invoices/changed-fields.ts'
import { readRate } from '../invoices/priced-items.ts'
import { demandClient, readClientId, readDate, readOptionalDate } from '../invoices/read-input.ts'
import type { World } from '../world.ts'
import { moveQuote, reportedAnswer } from './move-quote.ts'
import { contentOf } from './quote-content.ts'
import { discounted, readOffered } from './quote-options.ts'
import { lockQuote, type QuoteRow } from './quote-store.ts'
import { saveQuote } from './save-quote.ts'
import { isWaiting } from './states.ts'

export async function updateQuote(
  world: World,
  scope: Scope,
  id: string,
  change: QuoteChange,
): Promise<Quote> {
  const answer = reportedAnswer(change)
  if (!isUuid(id)) fail('quote_not_found')
  return transaction(world, scope, async (tx) => {
    const before = (await lockQuote(tx, id)) ?? fail('quote_not_found')
    const moved = moveQuote(before, answer, tx.now)
    const edited = edit(moved, change, tx.newUuid)
    const changed = changedFields(contentOf(moved), contentOf(edited))
    // What is said again stays what it was, with the ids of its options and items.
    if (changed.length === 0) return saveQuote(world, tx, before, moved)
    if (!isEditable(moved)) fail('invalid_request_parameters', blame(changed, `the quote is ${moved.status}`))
    if (changed.includes('client_id')) await demandClient(tx, tx.owner, edited.client_id)
    return saveQuote(world, tx, before, edited)
  })
}

function isEditable(quote: QuoteRow): boolean {
  return quote.invoice_id === null && isWaiting(quote)
}

function edit(quote: QuoteRow, change: QuoteChange, newUuid: () => string): QuoteRow {
  const { client_id, issue_date, valid_until, notes } = change
  return {
    ...quote,
    ...offeredAfter(quote, change, newUuid),
    notes: notes === undefined ? quote.notes : notes,
    client_id: client_id === undefined ? quote.client_id : readClientId(client_id),
    issue_date: issue_date === undefined ? quote.issue_date : readDate('issue_date', issue_date),
    valid_until: valid_until === undefined ? quote.valid_until : readOptionalDate('valid_until', valid_until),
  }
}

/** Of a change that says nothing of it, nothing. */
function offeredAfter(quote: QuoteRow, change: QuoteChange, newUuid: () => string): Partial<QuoteRow> {
  const { items, options, discount_rate } = change
  const rate = discount_rate === undefined ? quote.discount_rate : readRate('discount_rate', discount_rate)
  if (items !== undefined || options !== undefined) return readOffered({ items, options }, rate, newUuid)
  return discount_rate === undefined ? {} : discounted(quote, rate)
}
