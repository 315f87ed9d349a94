// Writes a quote as it has become, with the prices of its choice, its count and its event, in the transaction of the
// change.
import type { Quote } from '../../../contract/quotes.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { emittedUpTo } from '../../kernel/values/state-table.ts'
import { clientOf } from '../clients/client-store.ts'
import { emit } from '../events/emit.ts'
import { isSameRow } from '../invoices/same-row.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { pricesOf } from './quote-options.ts'
import { insertQuote, nextQuoteNumber, type QuoteRow, updateStoredQuote } from './quote-store.ts'
import { quoteView } from './quote-view.ts'
import { isDraft, QUOTE_MOVES } from './states.ts'

export const QUOTE_LIST = 'quotes'

/** `before` is null for a new quote. */
export async function saveQuote(
  world: World,
  tx: Tx,
  before: QuoteRow | null,
  asked: QuoteRow,
): Promise<Quote> {
  const wanted = withPricesOfChoice(asked)
  const isChanged = before === null || !isSameRow(before, wanted)
  const quote = isChanged ? { ...(await withNumber(tx, wanted)), updated_at: tx.now } : before
  const { invoice_id, ...row } = quote
  if (before === null) await insertQuote(tx, row)
  else if (isChanged) await updateStoredQuote(tx, row)
  if (before !== null) recordFields(tx, quoteChange(quote), before, quote)
  else record(tx, { ...quoteChange(quote), before, after: { status: quote.status } })
  moveCount(tx, QUOTE_LIST, before?.status ?? null, quote.status)
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, quote)
  const view = quoteView(world, quote, client, dateIn(tx.now, team.time_zone))
  for (const type of emittedUpTo(QUOTE_MOVES, before?.status, quote.status)) emit(tx, type, view)
  return view
}

export function quoteChange({ id: objectId }: QuoteRow) {
  return { topic: 'records', object: 'quote', objectId } satisfies Partial<Change>
}

/**
 * With items and sums of the chosen option, of the first until one is chosen; without options it has its own. Here
 * alone, so that nothing depends on whether the choice, the options or the discount came last.
 */
function withPricesOfChoice(quote: QuoteRow): QuoteRow {
  const { options, chosen_option_id, discount_rate } = quote
  const choice = chosen_option_id === null ? options[0] : options.find(({ id }) => id === chosen_option_id)
  return choice === undefined ? quote : { ...quote, ...pricesOf(choice, discount_rate) }
}

/** Given once, when it leaves draft, in the year of its issue. */
async function withNumber(tx: Tx, quote: QuoteRow): Promise<QuoteRow> {
  if (isDraft(quote) || quote.number_sequence !== null) return quote
  const { year } = Temporal.PlainDate.from(quote.issue_date)
  return { ...quote, number_year: year, number_sequence: await nextQuoteNumber(tx, year) }
}
