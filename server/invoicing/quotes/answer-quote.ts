// The client's own answer to a quote, through its public page. Only what waits can be answered, and only as it was
// shown.
import { dateIn, isoTimestamp } from '../../base/values/dates.ts'
import { systemActor } from '../../outbox/audit.ts'
import { ownerOfRow } from '../../outbox/owner.ts'
import { transaction } from '../../outbox/transaction.ts'
import { isDraft, isWaiting, type QuoteAnswer } from '../../rules/quote-states.ts'
import { demandTeam } from '../../teams/team-store.ts'
import { scopeOf, type World } from '../../world.ts'
import { findQuoteByLink, lockQuote } from './quote-store.ts'
import { isExpired } from './quote-view.ts'
import { moveQuote, saveQuote } from './save-quote.ts'

/** changed: the quote is no longer what the client saw. closed: it was answered already, or cannot be any more. */
export type AnswerOutcome = 'answered' | 'changed' | 'closed'

export async function answerQuote(
  world: World,
  token: string,
  answer: QuoteAnswer,
  version: string,
): Promise<AnswerOutcome | undefined> {
  const known = await findQuoteByLink(world.pool, token)
  if (known === undefined) return undefined
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by: systemActor('public page') }
  return transaction(world, scope, async (tx): Promise<AnswerOutcome | undefined> => {
    const quote = await lockQuote(tx, known.id)
    if (quote === undefined || isDraft(quote)) return undefined
    if (quote.status === answer) return 'answered'
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (!isWaiting(quote) || isExpired(quote, dateIn(tx.now, time_zone))) return 'closed'
    if (isoTimestamp(quote.updated_at) !== version) return 'changed'
    await saveQuote(world, tx, quote, moveQuote(quote, answer, undefined, tx.now))
    return 'answered'
  })
}
