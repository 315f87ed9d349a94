// Binds the operations on recurring invoices.
import type { RECURRING_INVOICE_OPERATIONS } from '../../../contract/recurring-invoices.ts'
import type { Bindings } from '../bindings.ts'
import { todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import {
  cancelRecurringInvoice,
  createRecurringInvoice,
  previewRecurringInvoice,
  readRecurringInvoice,
  readRecurringInvoices,
  updateRecurringInvoice,
} from './recurring-invoices.ts'

export function recurringInvoiceRoutes(world: World): Bindings<typeof RECURRING_INVOICE_OPERATIONS> {
  return {
    'recurringInvoices.list': ({ owner, query, page, caller }) =>
      readRecurringInvoices(world, owner, { query, page, timeZone: caller.team.time_zone }),
    'recurringInvoices.create': ({ scope, body }) => createRecurringInvoice(world, scope, body),
    'recurringInvoices.read': ({ db, owner, params, caller }) =>
      readRecurringInvoice(db, owner, params.id, caller.team.time_zone),
    'recurringInvoices.preview': async ({ owner, params, caller }) =>
      previewRecurringInvoice(world, owner, params.id, {
        timeZone: caller.team.time_zone,
        today: await todayOf(world, caller),
      }),
    'recurringInvoices.update': ({ scope, params, body }) =>
      updateRecurringInvoice(world, scope, params.id, body),
    'recurringInvoices.cancel': ({ scope, params }) => cancelRecurringInvoice(world, scope, params.id),
  }
}
