// The SQL on invoices that finds those whose clients may be reminded.
import { type Queryable, statement } from '../../base/database/db.ts'
import type { Owner } from '../../outbox/owner.ts'
import { INVOICE_MOVES, isPaid, isSent, PAYMENT_MOVES } from '../../rules/invoice-states.ts'
import { statesThat } from '../../rules/state-table.ts'
import type { InvoiceRow } from './invoice-store.ts'

export type OpenInvoice = Pick<InvoiceRow, 'id' | 'due_date' | 'recurring_invoice_id'>

const select = statement<OpenInvoice>(`
  select id, due_date, recurring_invoice_id from invoices
  where team_id = $1 and mode = $2 and due_date >= $3 and status = any($4) and payment_status = any($5)
  order by due_date, id`)
const SENT = statesThat(INVOICE_MOVES, isSent)
const UNPAID = PAYMENT_MOVES.states.filter((payment_status) => !isPaid({ payment_status }))

/** Those that were sent and are not paid, due on this day or later. */
export async function openInvoices(
  db: Queryable,
  { teamId, mode }: Owner,
  dueFrom: Temporal.PlainDate,
): Promise<OpenInvoice[]> {
  return select(db, teamId, mode, dueFrom.toString(), SENT, UNPAID)
}
