// Which documents somebody has who is being erased: all their kinds in one statement, which only reads.
import type { InvoiceStatus, RecurringStatus } from '../../../contract/invoicing-states.ts'
import { statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

export type ClientDocument =
  | { readonly kind: 'invoice'; readonly id: string; readonly status: InvoiceStatus }
  | { readonly kind: 'quote' | 'recurring_invoice'; readonly id: string; readonly status: string }

const selectDocuments = statement<ClientDocument>(`
  select kind, id::text, status from (
    select 'invoice' as kind, id, status from invoices where client_id = $1
    union all select 'quote', id, status from quotes where client_id = $1
    union all select 'recurring_invoice', id, status from recurring_invoices where client_id = $1
  ) as documents where id > $2 order by id limit $3`)

/** The next ones of a client in the order of their ids. */
export async function documentsAfter(
  tx: Tx,
  clientId: string,
  after: string,
  limit: number,
): Promise<ClientDocument[]> {
  return selectDocuments(tx, clientId, after === '' ? FIRST_UUID : after, limit)
}
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

const selectRecurring = statement<{ id: string; status: RecurringStatus }>(
  'select id::text, status from recurring_invoices where client_id = $1 order by id',
)

export async function recurringOf(
  tx: Tx,
  clientId: string,
): Promise<{ id: string; status: RecurringStatus }[]> {
  return selectRecurring(tx, clientId)
}
