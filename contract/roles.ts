// What each role of a team may do, as a literal table: sessions and keys are measured by the same permissions.
import { PERMISSIONS, type Permission, READ_ONLY_PERMISSIONS } from './permissions.ts'

export const ROLES = ['owner', 'agent', 'finance', 'developer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** What sells and bills: everybody sees that. */
const BUSINESS: readonly Permission[] = READ_ONLY_PERMISSIONS.filter(
  (permission) => !/^(?:keys|providers|webhooks|audit)\./.test(permission),
)
const BILLING: readonly Permission[] = [
  'clients.write',
  'invoices.write',
  'quotes.write',
  'recurringInvoices.write',
]

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  agent: [...BUSINESS, ...BILLING, 'documents.read', 'bookings.write', 'sandbox.write'],
  finance: [
    ...BUSINESS,
    ...BILLING,
    'providers.read',
    'audit.read',
    'wallet.recharge',
    'invoices.refund',
    'sandbox.write',
  ],
  developer: [...READ_ONLY_PERMISSIONS, 'keys.manage', 'webhooks.write', 'sandbox.write'],
  viewer: READ_ONLY_PERMISSIONS,
}
