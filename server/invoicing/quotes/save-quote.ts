// Writes a quote as it has become, with its count and its event, in the transaction of the change.
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { Quote } from '../../../contract/quotes.ts'
import { dateIn } from '../../base/values/dates.ts'
import { fail } from '../../base/values/fail.ts'
import { clientOf } from '../../clients/client-store.ts'
import { emit } from '../../events/emit.ts'
import { type Change, record, recordFields } from '../../outbox/audit.ts'
import { moveCount } from '../../outbox/list-counts.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { INVOICED_QUOTE_MOVES, isAnswered, isWaiting, QUOTE_MOVES } from '../../rules/quote-states.ts'
import { emittedUpTo, rowOf } from '../../rules/state-table.ts'
import { demandTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { isSameRow } from '../same-row.ts'
import { insertQuote, type QuoteRow, updateStoredQuote } from './quote-store.ts'
import { quoteView } from './quote-view.ts'

export const QUOTE_LIST = 'quotes'

/** `before` is null for a new quote. */
export async function saveQuote(
  world: World,
  tx: Tx,
  before: QuoteRow | null,
  wanted: QuoteRow,
): Promise<Quote> {
  const isChanged = before === null || !isSameRow(before, wanted)
  const quote = isChanged ? { ...wanted, updated_at: tx.now } : before
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

/** The quote in another status, with the time of its answer. Fails once it became an invoice. */
export function moveQuote(
  quote: QuoteRow,
  status: QuoteStatus,
  respondedAt: Date | null | undefined,
  now: Date,
): QuoteRow {
  const table = quote.invoice_id === null ? QUOTE_MOVES : INVOICED_QUOTE_MOVES
  const { to, refusal } = rowOf(table, quote.status, status)
  if (refusal !== undefined) fail(refusal, { advice: 'the quote became an invoice and stays as it is' })
  const moved = { ...quote, status: to ?? quote.status }
  if (respondedAt !== undefined) return { ...moved, responded_at: respondedAt }
  if (to === null) return moved
  if (isAnswered(moved)) return { ...moved, responded_at: now }
  return isWaiting(moved) ? { ...moved, responded_at: null } : moved
}
