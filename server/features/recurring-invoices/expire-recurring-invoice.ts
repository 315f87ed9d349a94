// Due work at the first moment of the day after the end date: expires the recurring invoice. Invoices that are still
// missing, because the service was down, are made first; making the last one schedules this work again.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import type * as work from '../invoices/work.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { moveRecurringInvoice } from './move-recurring-invoice.ts'
import { lockRecurring } from './recurring-store.ts'
import { saveRecurringInvoice } from './save-recurring-invoice.ts'
import { scheduleInvoices } from './schedule.ts'
import { mayExpire } from './states.ts'

export async function expireRecurringInvoice(
  world: World,
  { payload, last }: TaskOf<typeof work.expireRecurring>,
): Promise<void> {
  const { recurring_invoice_id, end_date } = payload
  await transaction(world, last, async (tx) => {
    const recurring = await lockRecurring(tx, recurring_invoice_id)
    if (recurring === undefined || recurring.end_date !== end_date) return
    if (!mayExpire(recurring)) return
    if (recurring.next_due_date !== null) return
    const team = await demandTeam(tx, tx.owner.teamId)
    if (Temporal.PlainDate.compare(dateIn(tx.now, team.time_zone), Temporal.PlainDate.from(end_date)) <= 0) {
      // The team has moved to a zone where that day is not over yet.
      return scheduleInvoices(tx, recurring, team.time_zone)
    }
    await saveRecurringInvoice(tx, recurring, moveRecurringInvoice(recurring, 'expired'), team)
  })
}
