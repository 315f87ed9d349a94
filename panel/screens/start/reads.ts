// What the first screen reads, in the order of the screen: named once, for the early requests and for the screen.
import type { Permission } from '../../../contract/permissions.ts'
import { prefetch } from '../../api/call.ts'
import type { RequestOf } from '../../api/operations.ts'

export const RECENT: RequestOf<'bookings.list'> = { query: { limit: 8 } }
export const DEPARTURES: RequestOf<'reports.departures'> = { query: { days: 14, limit: 5 } }

export function beginStart(permissions: readonly Permission[]): void {
  const may = (permission: Permission) => permissions.includes(permission)
  if (may('reports.read')) prefetch('reports.deadlines', {})
  if (may('wallet.read')) prefetch('wallet.balance', {})
  if (may('reports.read')) prefetch('reports.sales', {})
  if (may('invoices.read')) prefetch('invoices.receivables', {})
  if (may('bookings.read')) prefetch('bookings.list', RECENT)
  if (may('reports.read')) prefetch('reports.departures', DEPARTURES)
}
