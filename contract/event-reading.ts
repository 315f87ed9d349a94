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

const ALL_READING: readonly Permission[] = [...new Set(Object.values(READING))]

/** What one needs to learn what an event of this type carries; of one that this version does not know, all there is. */
function readingOf(type: string): readonly Permission[] {
  return isEventType(type) ? [READING[EVENTS[type].object]] : ALL_READING
}

/** Which permission is missing to learn it; undefined where none is. `*` is all events. */
export function lackingFor(
  permissions: ReadonlySet<Permission>,
  types: readonly string[],
): Permission | undefined {
  return types.flatMap(readingOf).find((permission) => !permissions.has(permission))
}
