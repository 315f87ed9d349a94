// Makes a quote: what something would cost, for the client to accept or decline.
import type { Quote, QuoteInput } from '../../../contract/quotes.ts'
import { randomToken } from '../../base/secrets/secrets.ts'
import { type Scope, transaction } from '../../outbox/transaction.ts'
import { QUOTE_MOVES } from '../../rules/quote-states.ts'
import type { World } from '../../world.ts'
import { LINK_BYTES } from '../documents/links.ts'
import { priceItems, readItems, readRate } from '../priced-items.ts'
import { demandClient, readClientId, readDate, readOptionalDate, readTimestamp } from '../read-input.ts'
import type { QuoteRow } from './quote-store.ts'
import { moveQuote, saveQuote } from './save-quote.ts'

export async function createQuote(world: World, scope: Scope, input: QuoteInput): Promise<Quote> {
  const client_id = readClientId(input.client_id)
  const dates = {
    issue_date: readDate('issue_date', input.issue_date),
    valid_until: readOptionalDate('valid_until', input.valid_until),
  }
  const discount = readRate('discount_rate', input.discount_rate)
  const respondedAt = readTimestamp('responded_at', input.responded_at)
  return transaction(world, scope, async (tx) => {
    await demandClient(tx, tx.owner, client_id)
    const { tax_rate, tax_cents, ...priced } = priceItems(readItems(input.items, tx.newUuid), discount, '0')
    const draft: QuoteRow = {
      id: tx.newUuid(),
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      client_id,
      ...dates,
      ...priced,
      status: QUOTE_MOVES.begins.create.to,
      notes: input.notes ?? null,
      responded_at: null,
      link_token: randomToken(LINK_BYTES),
      invoice_id: null,
      created_at: tx.now,
      updated_at: tx.now,
    }
    return saveQuote(world, tx, null, moveQuote(draft, input.status ?? draft.status, respondedAt, tx.now))
  })
}
