// The closed list of what a caller may be allowed to do. Every operation needs one of these, or none at all.

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
  'reports.read',
  'mails.read',
  'search',
  'documents.read',
] as const

/** What a read-only key has: all reading, but numbers of identity documents and loyalty programmes stay masked. */
export const READ_ONLY_PERMISSIONS = READ_PERMISSIONS.filter((permission) => permission !== 'documents.read')

export const PERMISSIONS = [
  ...READ_PERMISSIONS,
  'keys.manage',
  /** The profile and the prices of the agency. */
  'team.manage',
  /** Whoever connects or disconnects a bank decides where a team's money goes: nothing else needs this. */
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
  /** Notes and tags. */
  'notes.write',
] as const

export type Permission = (typeof PERMISSIONS)[number]

export function isPermission(name: string): name is Permission {
  return PERMISSIONS.some((permission) => permission === name)
}
