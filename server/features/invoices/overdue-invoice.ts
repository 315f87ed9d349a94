// Due work at the first moment of the day after the due date: an invoice that is still not paid is overdue.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { saveChange } from './change-invoice.ts'
import { lockInvoice } from './invoice-store.ts'
import { scheduleOverdue } from './save-invoice.ts'
import { isOverdue, isPaid, isSent } from './states.ts'
import type * as work from './work.ts'

export async function overdueInvoice(
  world: World,
  { payload, last }: TaskOf<typeof work.invoiceOverdue>,
): Promise<void> {
  const { invoice_id } = payload
  await transaction(world, last, async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id)
    if (invoice === undefined || !isSent(invoice) || invoice.payment_status_is_set) return
    if (isPaid(invoice) || isOverdue(invoice)) return
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (
      Temporal.PlainDate.compare(dateIn(tx.now, time_zone), Temporal.PlainDate.from(invoice.due_date)) > 0
    ) {
      await saveChange(world, tx, invoice, invoice, {}, {})
    } else {
      // The team has moved to a zone where that day is not over yet.
      scheduleOverdue(tx, invoice, time_zone)
    }
  })
}
