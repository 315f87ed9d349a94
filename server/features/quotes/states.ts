// The state tables of a quote. Triggers are the requested states: any, until the quote becomes an invoice or a trip.
import type { EventAbout } from '../../../contract/events.ts'
import { QUOTE_STATUSES, type QuoteStatus } from '../../../contract/invoicing-states.ts'
import { asItIs, isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

type QuoteTable<Beginning extends string> = StateTable<
  QuoteStatus,
  QuoteStatus,
  EventAbout<'quote'>,
  Beginning
>

const others = (status: QuoteStatus) => QUOTE_STATUSES.filter((other) => other !== status)

export const QUOTE_MOVES: QuoteTable<'create'> = {
  states: QUOTE_STATUSES,
  triggers: QUOTE_STATUSES,
  begins: { create: { to: 'draft', emits: [] } },
  rows: [
    ...asItIs(QUOTE_STATUSES),
    { from: others('draft'), trigger: 'draft', to: 'draft', emits: [] },
    { from: others('sent'), trigger: 'sent', to: 'sent', emits: ['quote.sent'] },
    { from: others('accepted'), trigger: 'accepted', to: 'accepted', emits: ['quote.accepted'] },
    { from: others('declined'), trigger: 'declined', to: 'declined', emits: ['quote.declined'] },
    { from: others('cancelled'), trigger: 'cancelled', to: 'cancelled', emits: [] },
  ],
}

/** Of a quote that became an invoice or a trip. */
export const USED_QUOTE_MOVES: QuoteTable<never> = {
  ...QUOTE_MOVES,
  begins: {},
  rows: [
    ...asItIs(QUOTE_STATUSES),
    ...QUOTE_STATUSES.map((status) =>
      unmoved(others(status), status, { refusal: 'invalid_status_transition' }),
    ),
  ],
}

const WAITING = ['draft', 'sent'] as const
const RESPONSES = ['accepted', 'declined'] as const

export type QuoteResponse = (typeof RESPONSES)[number]

/** The client has not seen it, so it may be deleted. */
export const isDraft = isIn<QuoteStatus>('draft')

/** The client has not answered, so it may change, and it may expire. */
export const isWaiting = isIn<QuoteStatus>(...WAITING)

/** The client may answer it. */
export const isSent = isIn<QuoteStatus>('sent')

export const isAccepted = isIn<QuoteStatus>('accepted')

/** The client has accepted or declined. */
export const hasResponse = isIn<QuoteStatus>(...RESPONSES)

/** The final state; null while the quote waits for an answer. */
export function endOf({
  status,
}: {
  status: QuoteStatus
}): Exclude<QuoteStatus, (typeof WAITING)[number]> | null {
  return status === 'draft' || status === 'sent' ? null : status
}
