// The SQL on erasures: that somebody was erased, and which documents they had.
import type { ErasureCounts } from '../../contract/erasures.ts'
import type { InvoiceStatus, RecurringStatus } from '../../contract/invoicing-states.ts'
import type { Mode } from '../../contract/teams.ts'
import { buildFor, type Queryable, rows, statement } from '../base/database/db.ts'
import { newestFirst } from '../base/database/lists.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import { type Owner, ownerColumns } from '../outbox/owner.ts'
import type { Tx } from '../outbox/transaction.ts'

export interface ErasureRow {
  id: string
  client_id: string
  asked_by: string | null
  erased_at: Date
  counts: ErasureCounts
}

const build = buildFor<{ erasures: ErasureRow & { team_id: string; mode: Mode } }>()

export async function insertErasure(tx: Tx, erasure: ErasureRow): Promise<void> {
  await rows(tx, build.insertInto('erasures').values({ ...erasure, ...ownerColumns(tx.owner) }))
}

export async function listErasures(db: Queryable, owner: Owner, page: Page): Promise<Listing<ErasureRow>> {
  const all = build
    .selectFrom('erasures')
    .select(['id', 'client_id', 'asked_by', 'erased_at', 'counts'])
    .where(({ and }) => and(ownerColumns(owner)))
  return newestFirst(db, all, page)
}

export type ClientDocument =
  | { readonly kind: 'invoice'; readonly id: string; readonly status: InvoiceStatus }
  | { readonly kind: 'quote'; readonly id: string; readonly status: string }
  | { readonly kind: 'recurring_invoice'; readonly id: string; readonly status: RecurringStatus }

const selectDocuments = statement<ClientDocument>(`
  select 'invoice' as kind, id::text, status from invoices where client_id = $1
  union all select 'quote', id::text, status from quotes where client_id = $1
  union all select 'recurring_invoice', id::text, status from recurring_invoices where client_id = $1`)

export async function documentsOfClient(tx: Tx, clientId: string): Promise<ClientDocument[]> {
  return selectDocuments(tx, clientId)
}
