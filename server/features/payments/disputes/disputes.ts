// Disputes as the team sees them: listed, read, and noted when the documents were sent.
import type { DisputeEvidence } from '../../../../contract/cards.ts'
import type { DISPUTE_OPERATIONS, Dispute } from '../../../../contract/disputes.ts'
import { type AuditValues, type Change, record } from '../../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../../kernel/outbox/transaction.ts'
import { isoTimestamp, timesOf } from '../../../kernel/values/dates.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import { formatAmount, numberFromCents } from '../../../kernel/values/money.ts'
import { NO_ITEMS } from '../../../kernel/values/pages.ts'
import type { Bindings } from '../../bindings.ts'
import type { World } from '../../world.ts'
import { type DisputeRow, findDispute, listDisputes, storeDispute } from './store.ts'

export function disputeView(dispute: DisputeRow): Dispute {
  const { id, invoice_id, charge_id, status, answer_by } = dispute
  const moment = (at: Date | null) => (at === null ? null : isoTimestamp(at))
  return {
    ...{ id, invoice_id, charge_id, status },
    amount: numberFromCents(dispute.amount_cents),
    taken_amount: numberFromCents(dispute.taken_cents),
    uncovered_amount: numberFromCents(dispute.uncovered_cents),
    currency: 'BRL',
    reason: dispute.reason === '' ? null : dispute.reason,
    evidence: [...evidenceOf(dispute.reason)],
    answer_by,
    documents_sent_at: moment(dispute.documents_sent_at),
    opened_at: isoTimestamp(dispute.opened_at),
    ended_at: moment(dispute.ended_at),
    created_at: isoTimestamp(dispute.created_at),
    updated_at: isoTimestamp(dispute.updated_at),
  }
}

/** Banks have about twenty reasons, which fall into two: "it was not me", and "it was not as agreed". */
function evidenceOf(reason: string): readonly DisputeEvidence[] {
  return /FRAUD/i.test(reason)
    ? ['invoice', 'identity', 'contract', 'vouchers', 'messages']
    : ['invoice', 'contract', 'vouchers', 'messages', 'cancellation_terms']
}

/** For the audit log. */
export function disputeChange(before: DisputeRow | null, after: DisputeRow): Change {
  return {
    topic: 'money',
    object: 'dispute',
    objectId: after.id,
    about: after.invoice_id,
    before: before && audited(before),
    after: audited(after),
  }
}

function audited({ amount_cents, status, documents_sent_at }: DisputeRow): AuditValues {
  return { amount: formatAmount(amount_cents), status, documents_sent: documents_sent_at !== null }
}

export function disputeRoutes(world: World): Bindings<typeof DISPUTE_OPERATIONS> {
  return {
    'disputes.list': async ({ owner, query, page, caller }) => {
      const { status, invoice_id: invoiceId } = query
      // A malformed id is of no invoice.
      if (invoiceId !== undefined && !isUuid(invoiceId)) return NO_ITEMS
      const times = timesOf(query, caller.team.time_zone)
      const found = await listDisputes(world.pool, owner, { status, invoiceId, page, times })
      return { ...found, items: found.items.map(disputeView) }
    },
    'disputes.read': async ({ owner, params }) =>
      disputeView((await findDispute(world.pool, owner, params.id)) ?? fail('dispute_not_found')),
    'disputes.update': ({ scope, params, body }) =>
      noteDocuments(world, scope, params.id, body.documents_sent),
  }
}

async function noteDocuments(
  world: World,
  scope: Scope,
  id: string,
  areSent: boolean | undefined,
): Promise<Dispute> {
  return transaction(world, scope, async (tx) => {
    const before = (await findDispute(tx, tx.owner, id)) ?? fail('dispute_not_found')
    if (areSent === undefined || areSent === (before.documents_sent_at !== null)) return disputeView(before)
    const after = { ...before, documents_sent_at: areSent ? tx.now : null, updated_at: tx.now }
    await storeDispute(tx, after)
    record(tx, disputeChange(before, after))
    return disputeView(after)
  })
}
