// Due work at the first moment of the day after the due date: an invoice that is still not paid is overdue.
import { parseDate } from '../base/dates.ts'
import { finish } from '../base/due-work.ts'
import { transaction } from '../base/transaction.ts'
import { findTeam } from '../teams/team-store.ts'
import type { Task, World } from '../world.ts'
import { lockInvoice } from './invoice-store.ts'
import { bookOverdue, todayOf } from './store-invoice.ts'
import { applySaid } from './update-invoice.ts'

export async function overdueInvoice(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { invoice_id } = payload as { invoice_id: string }
  await transaction(world, scope!, async (tx) => {
    finish(tx, piece)
    const invoice = await lockInvoice(tx, invoice_id)
    if (invoice === undefined || invoice.status !== 'sent') return
    if (invoice.payment_status === 'paid' || invoice.payment_status === 'overdue') return
    if (invoice.payment_status_is_set) return
    const team = (await findTeam(tx, tx.teamId))!
    if (Temporal.PlainDate.compare(todayOf(tx, team), parseDate(invoice.due_date)!) > 0) {
      await applySaid(world, tx, invoice, invoice, {})
    } else {
      // The team has moved to a zone where that day is not over yet.
      bookOverdue(tx, invoice, team)
    }
  })
}
