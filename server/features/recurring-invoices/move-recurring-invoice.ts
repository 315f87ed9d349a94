// A recurring invoice changes its state here alone, by its table of states.
import type { RecurringStatus } from '../../../contract/invoicing-states.ts'
import { fail } from '../../kernel/values/fail.ts'
import { rowOf } from '../../kernel/values/state-table.ts'
import type { RecurringRow } from './recurring-store.ts'
import { RECURRING_MOVES } from './states.ts'

/** Fails where the table says no. */
export function moveRecurringInvoice(before: RecurringRow, status: RecurringStatus): RecurringRow {
  const { to, refusal } = rowOf(RECURRING_MOVES, before.status, status)
  if (refusal !== undefined)
    fail(refusal, { advice: `a ${before.status} recurring invoice cannot become ${status}` })
  return { ...before, status: to ?? before.status }
}
