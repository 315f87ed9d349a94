// What an invoice bills of items of trips.
import type { Queryable } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { StoredItem } from '../documents/items.ts'
import { type Claimed, claimTripItems, previewTripItems } from '../trips/claims.ts'
import type { ChangedInvoice } from './invoice-update.ts'
import { isCancelled, isDraft } from './states.ts'
import { type AdjustmentRow, adjustmentsOf, type InvoiceRow } from './store.ts'

/** Claims what the saved invoice bills; fails if more is billed than is open. */
export async function claimItems(
  tx: Tx,
  before: InvoiceRow | null,
  { invoice, adjustment, named = [] }: ChangedInvoice,
): Promise<Claimed<StoredItem>> {
  const isIssued = before !== null && isDraft(before) && !isDraft(invoice)
  const isForAnother = before !== null && before.client_id !== invoice.client_id
  return claimTripItems(tx, {
    id: invoice.id,
    clientId: invoice.client_id,
    items: invoice.items,
    itemsBefore: before?.items ?? [],
    holds: !isCancelled(invoice),
    isIssued: !isDraft(invoice),
    checksAll: isIssued || isForAnother,
    ...settledBy(invoice, before === null ? [] : ((await adjustmentsOf(tx, [before])).get(before.id) ?? [])),
    adjustment: adjustment === null || adjustment.type === 'early_payment' ? null : { ...adjustment, named },
  })
}

/** A discount for early payment is settled like a payment: the items were billed in full. */
export function settledBy<Row extends Pick<AdjustmentRow, 'type'>>(
  { amount_paid_cents, early_taken_cents }: Pick<InvoiceRow, 'amount_paid_cents' | 'early_taken_cents'>,
  adjustments: readonly Row[],
) {
  return {
    paidCents: amount_paid_cents + early_taken_cents,
    adjustments: adjustments.filter(({ type }) => type !== 'early_payment'),
  }
}

/** The items with their bookings; fails where claiming them would. */
export async function previewItems(
  db: Queryable,
  owner: Owner,
  { id, client_id, items }: InvoiceRow,
): Promise<StoredItem[]> {
  return previewTripItems(db, owner, {
    ...{ id, clientId: client_id, items, holds: true, isIssued: false, checksAll: true, paidCents: 0n },
    ...{ adjustments: [], adjustment: null },
  })
}

/** Frees what a draft billed that is deleted. */
export async function releaseItems(tx: Tx, { id, client_id, items }: InvoiceRow): Promise<void> {
  await claimTripItems(tx, {
    ...{ id, clientId: client_id, items, itemsBefore: items },
    ...{ holds: false, isIssued: false, checksAll: false, paidCents: 0n, adjustments: [], adjustment: null },
  })
}
