// Writes a recurring invoice as it has become, with its count, its events and the due work of its next invoice.
import type { RecurringInvoice } from '../../../contract/recurring-invoices.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { emittedUpTo } from '../../kernel/values/state-table.ts'
import { type ClientRow, clientOf } from '../clients/client-store.ts'
import { emit } from '../events/emit.ts'
import { isSameRow } from '../invoices/same-row.ts'
import type { Team } from '../teams/team-store.ts'
import { insertRecurring, type RecurringRow, updateStoredRecurring } from './recurring-store.ts'
import { recurringView } from './recurring-view.ts'
import { scheduleInvoices } from './schedule.ts'
import { RECURRING_MOVES } from './states.ts'

export const RECURRING_LIST = 'recurring_invoices'

/** `before` is null for a new one. */
export async function saveRecurringInvoice(
  tx: Tx,
  before: RecurringRow | null,
  wanted: RecurringRow,
  team: Team,
  knownClient?: ClientRow,
): Promise<RecurringInvoice> {
  const isChanged = before === null || !isSameRow(before, wanted)
  const recurring = isChanged ? { ...wanted, updated_at: tx.now } : before
  if (before === null) await insertRecurring(tx, recurring)
  else if (isChanged) await updateStoredRecurring(tx, recurring)
  moveCount(tx, RECURRING_LIST, before?.status ?? null, recurring.status)
  scheduleInvoices(tx, recurring, team.time_zone)
  const client = knownClient ?? (await clientOf(tx, tx.owner, recurring))
  const view = recurringView(recurring, client, team.time_zone)
  for (const type of emittedUpTo(RECURRING_MOVES, before?.status, recurring.status)) emit(tx, type, view)
  return view
}
