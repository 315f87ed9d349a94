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
  'search',
] as const

export const PERMISSIONS = [
  ...READ_PERMISSIONS,
  'keys.manage',
  'providers.manage',
  'webhooks.write',
  'bookings.write',
  'wallet.recharge',
  'clients.write',
  'invoices.write',
  'quotes.write',
  'recurringInvoices.write',
  'sandbox.write',
] as const

export type Permission = (typeof PERMISSIONS)[number]
