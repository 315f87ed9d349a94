// Due work of each morning: has the clients reminded whose invoices are due in so many days, or were so many days ago,
// as the agency wants it. It goes on for as long as there is anything to remind of; the next invoice begins it again.
// Many invoices are taken in bites, each a piece of work of its own that schedules the next with what it does.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { findRecurring } from '../recurring-invoices/recurring-store.ts'
import { scheduleReminderRound, wantsReminders } from '../teams/schedule-reminders.ts'
import { demandTeam } from '../teams/team-store.ts'
import * as teams from '../teams/work.ts'
import type { World } from '../world.ts'
import { FIRST_ID, type OpenInvoice, openInvoices } from './open-invoice-store.ts'
import { type ReminderPlan, reminderDue } from './payment-reminders.ts'
import * as work from './work.ts'

export async function remindClients(
  world: World,
  { piece, payload, last }: TaskOf<typeof teams.remindClients>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    if (!wantsReminders(team)) return
    const plan = { before: team.reminder_days_before, after: team.reminder_days_after }
    const since = Temporal.PlainDate.from(payload.since)
    const latest = since.subtract({ days: plan.after.at(-1) ?? 0 })
    const after = payload.after ?? { due_date: latest.toString(), id: FIRST_ID }
    const open = await openInvoices(tx, tx.owner, after, BITE)
    const today = dateIn(tx.now, team.time_zone)
    for (const invoice of open) await remind(tx, invoice, plan, since, today)
    if (open.length > 0) scheduleReminderRound(tx, team)
    const end = open.at(-1)
    if (end !== undefined && open.length === BITE) scheduleNextBite(tx, piece.key, payload.since, end)
  })
}

/** Invoices that are looked at in one transaction. */
const BITE = 200

/** In its key is where it begins, after that of the morning. */
function scheduleNextBite(tx: Tx, key: string, since: string, { id, due_date }: OpenInvoice): void {
  const [morning] = key.split(' after ')
  const payload = { since, after: { id, due_date } }
  schedule(tx, teams.remindClients, { at: tx.now, key: `${morning} after ${id}`, payload })
}

/** The day is in the key: one reminder of an invoice on one day, whatever else is changed on it. */
async function remind(
  tx: Tx,
  { id, due_date, recurring_invoice_id }: OpenInvoice,
  plan: ReminderPlan,
  since: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Promise<void> {
  const due = reminderDue(plan, Temporal.PlainDate.from(due_date), since, today)
  if (due === null) return
  if (due.kind === 'reminder' && (await remindsItself(tx, recurring_invoice_id))) return
  const notice = due.kind === 'overdue' ? due : { ...due, all: [due.days] }
  const payload = { ...notice, invoice_id: id }
  schedule(tx, work.notifyClient, { at: tx.now, key: `reminder ${id} ${today}`, payload })
}

/** A recurring invoice that has reminders of its own needs none of the agency's before the due date. */
async function remindsItself(tx: Tx, recurringId: string | null): Promise<boolean> {
  const recurring = recurringId === null ? undefined : await findRecurring(tx, tx.owner, recurringId)
  return recurring?.notify_client_before_due ?? false
}
