// Due work: tells the client of an invoice what happened to it, once. In test mode nobody is written to; what would
// have been sent is kept and can be read.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { wasTold } from '../notifications/message-store.ts'
import { isReminderWanted } from '../recurring-invoices/billing-dates.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { findInvoice, type InvoiceRow } from './invoice-store.ts'
import { partsOf } from './read-invoices.ts'
import { isCancelled, isPaid, isSent } from './states.ts'
import type * as invoicing from './work.ts'
import type { ClientNotice } from './work.ts'
import { writeNotice } from './write-notice.ts'

export async function notifyClient(
  world: World,
  { piece, payload: notice, last }: TaskOf<typeof invoicing.notifyClient>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const invoice = await findInvoice(tx, tx.owner, notice.invoice_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    if (invoice === undefined || !isWanted(tx, notice, invoice, team)) return
    if (await wasTold(tx, tx.owner, piece.key)) return
    await writeNotice(world, tx, piece.key, notice.kind, await partsOf(world, tx, tx.owner, invoice), team)
  })
}

/** False where the invoice has changed so that the notice is no longer true or useful. */
function isWanted(tx: Tx, notice: ClientNotice, invoice: InvoiceRow, { time_zone }: Team): boolean {
  if (isCancelled(invoice)) return notice.kind === 'paid'
  if (notice.kind !== 'reminder' && notice.kind !== 'overdue') return true
  if (!isSent(invoice) || isPaid(invoice)) return false
  const today = dateIn(tx.now, time_zone)
  const { days: daysLeft } = today.until(Temporal.PlainDate.from(invoice.due_date), { largestUnit: 'days' })
  return 'days' in notice ? isReminderWanted(notice.days, notice.all, daysLeft) : daysLeft < 0
}
