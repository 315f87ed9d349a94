// The quote in another status, with who answered it, when, why, and which of its options. Fails once it became an
// invoice.
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { QuoteChange } from '../../../contract/quotes.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { rowOf } from '../../kernel/values/state-table.ts'
import { readTimestamp } from '../invoices/read-input.ts'
import { demandOption } from './quote-options.ts'
import type { QuoteRow } from './quote-store.ts'
import { INVOICED_QUOTE_MOVES, isAccepted, isAnswered, isWaiting, QUOTE_MOVES } from './states.ts'

/** What is undefined was not said. */
export interface ReportedAnswer {
  status?: QuoteStatus | undefined
  respondedAt?: Date | null | undefined
  respondedBy?: string | null | undefined
  declineReason?: string | null | undefined
  chosenOptionId?: string | undefined
}

export function reportedAnswer(change: QuoteChange): ReportedAnswer {
  return {
    status: change.status,
    respondedAt: readTimestamp('responded_at', change.responded_at),
    respondedBy: change.responded_by,
    declineReason: change.decline_reason,
    chosenOptionId: change.chosen_option_id,
  }
}

export function moveQuote(quote: QuoteRow, answer: ReportedAnswer, now: Date): QuoteRow {
  const { status = quote.status, respondedAt, respondedBy, declineReason } = answer
  const table = quote.invoice_id === null ? QUOTE_MOVES : INVOICED_QUOTE_MOVES
  const { to, refusal } = rowOf(table, quote.status, status)
  if (refusal !== undefined) fail(refusal, { advice: 'the quote became an invoice and stays as it is' })
  const moved = { ...quote, status: to ?? quote.status, ...(to !== null && answerAfter({ status: to }, now)) }
  return {
    ...moved,
    ...(respondedAt !== undefined && { responded_at: respondedAt }),
    ...(respondedBy !== undefined && { responded_by: respondedBy }),
    ...(declineReason !== undefined && { decline_reason: declineReason }),
    chosen_option_id: choiceAfter(moved, answer.chosenOptionId),
  }
}

/** What a move says by itself: answered now, or not answered any more. */
function answerAfter(moved: { status: QuoteStatus }, now: Date): Partial<QuoteRow> {
  const unsaid = { responded_by: null, decline_reason: null }
  if (isAnswered(moved)) return { responded_at: now, ...unsaid }
  return isWaiting(moved) ? { responded_at: null, ...unsaid } : {}
}

/** An accepted quote with options has one that was chosen; any other has none. */
function choiceAfter(moved: QuoteRow, chosen: string | undefined): string | null {
  const { options, chosen_option_id: before } = moved
  if (!isAccepted(moved) || options.length === 0) {
    if (chosen !== undefined) failField('chosen_option_id', 'is for accepted quotes with options')
    return null
  }
  const only = options.length === 1 ? options[0]?.id : undefined
  const id = chosen ?? before ?? only ?? failField('chosen_option_id', 'must say which option was accepted')
  if (id === before) return id
  if (moved.invoice_id !== null)
    failField('chosen_option_id', 'cannot be changed: the quote became an invoice')
  return demandOption(options, id).id
}
