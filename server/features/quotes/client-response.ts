// The client's answer to a quote on its public page. A quote can be answered while it waits, and only as it was shown.
import { systemActor } from '../../kernel/outbox/audit.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { moveQuote, saveQuote } from './quotes.ts'
import { isDraft, isWaiting, type QuoteResponse } from './states.ts'
import { findQuoteByLink, lockQuote, type QuoteRow } from './store.ts'
import { isExpired, versionOf } from './view.ts'

/**
 * answered: the quote holds this answer. changed: it is no longer what the client saw. closed: it was answered
 * otherwise, or cannot be any more. unnamed, unchosen: an acceptance lacks a name, or one of several options.
 */
export type ResponseOutcome = 'answered' | 'changed' | 'closed' | 'unnamed' | 'unchosen'

export interface ClientResponse {
  readonly response: QuoteResponse
  /** The version that the client saw. */
  readonly version: string
  readonly name: string
  readonly reason: string
  readonly optionId: string
}

type Report = ReturnType<typeof reportOf>

export async function respondToQuote(
  world: World,
  token: string,
  given: ClientResponse,
): Promise<ResponseOutcome | undefined> {
  const known = await findQuoteByLink(world.pool, token)
  if (known === undefined) return undefined
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by: systemActor('public page') }
  return transaction(world, scope, async (tx): Promise<ResponseOutcome | undefined> => {
    const quote = await lockQuote(tx, known.id)
    if (quote === undefined || isDraft(quote)) return undefined
    const report = reportOf(quote, given)
    if (holds(quote, report)) return 'answered'
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (!isWaiting(quote) || isExpired(quote, dateIn(tx.now, time_zone))) return 'closed'
    if (versionOf(quote) !== given.version) return 'changed'
    const lacking = given.response === 'accepted' ? lackOf(quote, given) : null
    if (lacking !== null) return lacking
    await saveQuote(world, tx, quote, moveQuote(quote, report, tx.now))
    return 'answered'
  })
}

/** Whether the quote has this answer already, because the client sent it twice. */
function holds(quote: QuoteRow, { status, respondedBy, declineReason, chosenOptionId }: Report): boolean {
  const { responded_by, decline_reason, chosen_option_id } = quote
  if (quote.status !== status || responded_by !== respondedBy || decline_reason !== declineReason)
    return false
  return chosenOptionId === undefined || chosen_option_id === chosenOptionId
}

function lackOf({ options }: QuoteRow, { name, optionId }: ClientResponse): 'unnamed' | 'unchosen' | null {
  if (name === '') return 'unnamed'
  return options.length > 1 && options.every(({ id }) => id !== optionId) ? 'unchosen' : null
}

function reportOf({ options }: QuoteRow, { response, name, reason, optionId }: ClientResponse) {
  return {
    status: response,
    respondedBy: name === '' ? null : name,
    declineReason: reason === '' ? null : reason,
    chosenOptionId: response === 'accepted' && options.length > 1 ? optionId : undefined,
  }
}
