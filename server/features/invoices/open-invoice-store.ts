// The SQL on invoices that finds those whose clients may be reminded.
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { INVOICE_MOVES, isPaid, isSent, PAYMENT_MOVES } from './states.ts'

export type OpenInvoice = Pick<InvoiceRow, 'id' | 'due_date' | 'recurring_invoice_id'>

const select = statement<OpenInvoice>(`
  select id, due_date, recurring_invoice_id from invoices
  where team_id = $1 and mode = $2 and (due_date, id) > ($3, $4) and status = any($5) and payment_status = any($6)
  order by due_date, id limit $7`)
const SENT = statesThat(INVOICE_MOVES, isSent)
const UNPAID = PAYMENT_MOVES.states.filter((payment_status) => !isPaid({ payment_status }))

/** Before every invoice that is due on its day. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Those that were sent and are not paid, the next ones after this by due date and id. */
export async function openInvoices(
  db: Queryable,
  { teamId, mode }: Owner,
  after: Pick<OpenInvoice, 'id' | 'due_date'>,
  limit: number,
): Promise<OpenInvoice[]> {
  return select(db, teamId, mode, after.due_date, after.id, SENT, UNPAID, limit)
}
