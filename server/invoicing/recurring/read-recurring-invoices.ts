// One subscription, a page of them, or what one of them will make next.
import type {
  RecurringInvoice,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../../../contract/recurring-invoices.ts'
import { isoTimestamp } from '../../base/values/dates.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import { numberFromCents } from '../../base/values/money.ts'
import type { Listing, Page } from '../../base/values/pages.ts'
import { uuidFromClientId } from '../../clients/client-id.ts'
import { findClients } from '../../clients/client-store.ts'
import { totalOf } from '../../outbox/list-counts.ts'
import type { Owner } from '../../outbox/owner.ts'
import { isPaused } from '../../rules/recurring-states.ts'
import type { World } from '../../world.ts'
import { countRecurring, findRecurring, listRecurring, type RecurringRow } from './recurring-store.ts'
import { recurringView } from './recurring-view.ts'
import { RECURRING_LIST } from './save-recurring-invoice.ts'
import { dueDateFrom, upcoming } from './schedule.ts'

const PREVIEWED = 12

export async function readRecurringInvoice(
  world: World,
  owner: Owner,
  id: string,
  timeZone: string,
): Promise<RecurringInvoice> {
  const [view] = await viewsOf(world, owner, [await demand(world, owner, id)], timeZone)
  return view!
}

export async function readRecurringInvoices(
  world: World,
  owner: Owner,
  { status, client_id }: RecurringInvoicesQuery,
  page: Page,
  timeZone: string,
): Promise<Listing<RecurringInvoice>> {
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return { items: [], total: 0 }
  const filter = { status, clientId }
  const total =
    clientId === undefined
      ? await totalOf(world.pool, owner, RECURRING_LIST, (bucket) => (status ?? bucket) === bucket)
      : await countRecurring(world.pool, owner, filter)
  const rows = await listRecurring(world.pool, owner, filter, page)
  return { items: await viewsOf(world, owner, rows, timeZone), total }
}

/** The next twelve; of a paused one those it would make if it went on today. */
export async function previewRecurringInvoice(
  world: World,
  owner: Owner,
  id: string,
  { timeZone, today }: { timeZone: string; today: Temporal.PlainDate },
): Promise<RecurringPreview[]> {
  const recurring = await demand(world, owner, id)
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

async function demand(world: World, owner: Owner, id: string): Promise<RecurringRow> {
  const found = isUuid(id) ? await findRecurring(world.pool, owner, id) : undefined
  return found ?? fail('recurring_invoice_not_found')
}

async function viewsOf(
  world: World,
  owner: Owner,
  rows: RecurringRow[],
  timeZone: string,
): Promise<RecurringInvoice[]> {
  const ids = [...new Set(rows.map(({ client_id }) => client_id))]
  const clients = await findClients(world.pool, owner, ids)
  return rows.map((row) => recurringView(row, clients.get(row.client_id)!, timeZone))
}
