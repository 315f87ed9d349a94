// Makes a quote: what something would cost, for the client to accept or decline.
import type { Quote, QuoteInput } from '../../../contract/quotes.ts'
import { randomToken } from '../../kernel/crypto/secrets.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { LINK_BYTES } from '../invoices/documents/links.ts'
import { readRate } from '../invoices/priced-items.ts'
import { demandClient, readClientId, readDate, readOptionalDate } from '../invoices/read-input.ts'
import type { World } from '../world.ts'
import { moveQuote, reportedAnswer } from './move-quote.ts'
import { readOffered } from './quote-options.ts'
import type { QuoteRow } from './quote-store.ts'
import { saveQuote } from './save-quote.ts'
import { QUOTE_MOVES } from './states.ts'

export async function createQuote(world: World, scope: Scope, input: QuoteInput): Promise<Quote> {
  const client_id = readClientId(input.client_id)
  const dates = {
    issue_date: readDate('issue_date', input.issue_date),
    valid_until: readOptionalDate('valid_until', input.valid_until),
  }
  const discount = readRate('discount_rate', input.discount_rate)
  const answer = reportedAnswer(input)
  return transaction(world, scope, async (tx) => {
    await demandClient(tx, tx.owner, client_id)
    const draft: QuoteRow = {
      number_year: null,
      number_sequence: null,
      id: tx.newUuid(),
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      client_id,
      ...dates,
      ...readOffered(input, discount, tx.newUuid),
      chosen_option_id: null,
      status: QUOTE_MOVES.begins.create.to,
      notes: input.notes ?? null,
      responded_at: null,
      responded_by: null,
      decline_reason: null,
      link_token: randomToken(LINK_BYTES),
      invoice_id: null,
      created_at: tx.now,
      updated_at: tx.now,
    }
    return saveQuote(world, tx, null, moveQuote(draft, answer, tx.now))
  })
}
