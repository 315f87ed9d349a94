// Who may learn what an event carries, by whichever way: whoever may read the object itself.
import type { EventObjectName } from './event-objects.ts'
import { EVENTS, isEventType } from './events.ts'
import type { Permission } from './permissions.ts'

const READING: Readonly<Record<EventObjectName, Permission>> = {
  booking: 'bookings.read',
  transaction: 'wallet.read',
  recharge: 'wallet.read',
  payment_return: 'wallet.read',
  held_payment: 'wallet.read',
  integration: 'providers.read',
  api_key: 'keys.read',
  invoice: 'invoices.read',
  refund: 'invoices.read',
  quote: 'quotes.read',
  recurring_invoice: 'recurringInvoices.read',
}

/** What one needs to learn what events of these types carry; `*` is all of them. */
function readingOf(types: readonly unknown[]): Permission[] {
  const all = types.includes('*') ? Object.keys(EVENTS) : types
  return [...new Set(all.filter(isEventType).map((type) => READING[EVENTS[type].object]))]
}

/** Which permission is missing to learn it; undefined where none is. */
export function lackingFor(
  permissions: ReadonlySet<Permission>,
  types: readonly unknown[],
): Permission | undefined {
  return readingOf(types).find((permission) => !permissions.has(permission))
}
