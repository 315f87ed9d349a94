// The closed list of permissions. Every operation needs one of these, or none.

/** Permissions to read, and to search for flights. */
export const READ_PERMISSIONS = [
  'team.read',
  'keys.read',
  'providers.read',
  'webhooks.read',
  'events.read',
  'bookings.read',
  'wallet.read',
  'clients.read',
  'invoices.read',
  'quotes.read',
  'recurringInvoices.read',
  'sandbox.read',
  'audit.read',
  'search',
  'documents.read',
  'people.read',
  'reports.read',
  'mails.read',
  'trips.read',
  /** Costs and earnings of trips. */
  'costs.read',
] as const

/** The permissions of a read-only key: all reads, but document and loyalty numbers stay masked. */
export const READ_ONLY_PERMISSIONS = READ_PERMISSIONS.filter((permission) => permission !== 'documents.read')

export const PERMISSIONS = [
  ...READ_PERMISSIONS,
  'keys.manage',
  /** Connecting a bank decides where a team's money goes, so this permission covers nothing else. */
  'providers.manage',
  'webhooks.write',
  'bookings.write',
  'wallet.recharge',
  'clients.write',
  'invoices.write',
  'invoices.refund',
  'quotes.write',
  'recurringInvoices.write',
  'sandbox.write',
  'clients.erase',
  'team.manage',
  'people.manage',
  'notes.write',
  'trips.write',
  'trips.assign',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export function isPermission(name: string): name is Permission {
  return PERMISSIONS.some((permission) => permission === name)
}
