// What the first screen reads, in the order of the screen: named once, for who asks early and for who shows it.
import type { Permission } from '../../../contract/permissions.ts'
import { beginRead } from '../../api/call.ts'
import type { Asked } from '../../api/operations.ts'

export const RECENT: Asked<'bookings.list'> = { query: { limit: 8 } }
export const DEPARTURES: Asked<'reports.departures'> = { query: { days: 14, limit: 5 } }

export function beginStart(permissions: readonly Permission[]): void {
  const may = (permission: Permission) => permissions.includes(permission)
  if (may('reports.read')) beginRead('reports.deadlines', {})
  if (may('wallet.read')) beginRead('wallet.balance', {})
  if (may('reports.read')) beginRead('reports.sales', {})
  if (may('invoices.read')) beginRead('invoices.receivables', {})
  if (may('bookings.read')) beginRead('bookings.list', RECENT)
  if (may('reports.read')) beginRead('reports.departures', DEPARTURES)
}
