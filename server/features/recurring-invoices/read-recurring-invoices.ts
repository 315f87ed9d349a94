// One recurring invoice, a page of them, or what one of them will make next.
import type {
  RecurringInvoice,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../../../contract/recurring-invoices.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { clientOf, clientsOf } from '../clients/client-store.ts'
import { demandById } from '../invoices/read-input.ts'
import { readStatusList } from '../invoices/status-list.ts'
import type { World } from '../world.ts'
import { findRecurring, listRecurring, type RecurringRow } from './recurring-store.ts'
import { recurringView } from './recurring-view.ts'
import { RECURRING_LIST } from './save-recurring-invoice.ts'
import { dueDateFrom, upcoming } from './schedule.ts'
import { isPaused } from './states.ts'

const PREVIEWED = 12

export async function readRecurringInvoice(
  world: World,
  owner: Owner,
  id: string,
  timeZone: string,
): Promise<RecurringInvoice> {
  const recurring = await demandRecurring(world, owner, id)
  return recurringView(recurring, await clientOf(world.pool, owner, recurring), timeZone)
}

export async function readRecurringInvoices(
  world: World,
  owner: Owner,
  query: RecurringInvoicesQuery,
  page: Page,
  timeZone: string,
): Promise<Listing<RecurringInvoice>> {
  const recurring = { name: RECURRING_LIST, list: listRecurring }
  const { items, total } = await readStatusList(world.pool, owner, recurring, query, page)
  const client = await clientsOf(world.pool, owner, items)
  return { items: items.map((recurring) => recurringView(recurring, client(recurring), timeZone)), total }
}

/** The next twelve; of a paused one those it would make if it went on today. */
export async function previewRecurringInvoice(
  world: World,
  owner: Owner,
  id: string,
  { timeZone, today }: { timeZone: string; today: Temporal.PlainDate },
): Promise<RecurringPreview[]> {
  const recurring = await demandRecurring(world, owner, id)
  const paused = isPaused(recurring)
  const next = paused ? dueDateFrom(recurring, today) : recurring.next_due_date
  const wished = paused ? { ...recurring, wished_on: today.toString() } : recurring
  return upcoming(wished, next, timeZone, PREVIEWED).map(({ dueDate, issueDate, at }) => ({
    due_date: dueDate,
    issue_date: issueDate,
    generation_at: isoTimestamp(at),
    total: numberFromCents(recurring.total_cents),
  }))
}

async function demandRecurring({ pool }: World, owner: Owner, id: string): Promise<RecurringRow> {
  return demandById(id, (uuid) => findRecurring(pool, owner, uuid), 'recurring_invoice_not_found')
}
