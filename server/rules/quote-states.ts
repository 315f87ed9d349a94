// The moves of a quote: any, until it became an invoice; then it stays as it was when it did.
import { QUOTE_STATUSES, type QuoteStatus } from '../../contract/invoicing-states.ts'
import type { StatusMove } from './status-moves.ts'

const others = (status: QuoteStatus) => QUOTE_STATUSES.filter((other) => other !== status)

export const QUOTE_MOVES: readonly StatusMove<QuoteStatus>[] = [
  ...QUOTE_STATUSES.map((status) => ({ from: [status], to: status })),
  { from: others('draft'), to: 'draft' },
  { from: others('sent'), to: 'sent' },
  { from: others('accepted'), to: 'accepted' },
  { from: others('declined'), to: 'declined' },
  { from: others('cancelled'), to: 'cancelled' },
]

/** Moves of a quote that became an invoice. */
export const INVOICED_QUOTE_MOVES: readonly StatusMove<QuoteStatus>[] = QUOTE_MOVES.map((move) =>
  move.from.length === 1 && move.from[0] === move.to
    ? move
    : { ...move, refusal: 'invalid_status_transition' },
)
