// Who still travels, or is still invoiced, cannot be erased: carriers and recurring invoices need to know for whom.
import { fail } from '../base/values/fail.ts'
import type { Travel } from '../bookings/traveller-store.ts'
import { isTicketed, isUnderway } from '../rules/booking-states.ts'
import { mayExpire } from '../rules/recurring-states.ts'
import type { ClientDocument } from './erasure-store.ts'

/** Times of flights are local: by then it is over everywhere. */
const AFTER_ARRIVAL_MS = 86_400_000

export function refuseOpenBusiness(
  travels: readonly Travel[],
  documents: readonly ClientDocument[],
  now: Date,
): void {
  const bookings = travels.filter((travel) => isOpen(travel, now))
  const recurring = documents.filter((one) => one.kind === 'recurring_invoice' && mayExpire(one))
  const details = [
    ...bookings.map(({ id }) => ({ field: 'bookings', issue: `${id} is not over` })),
    ...recurring.map(({ id }) => ({ field: 'recurring_invoices', issue: `${id} is not cancelled` })),
  ]
  if (details.length > 0) fail('client_has_open_business', { details })
}

function isOpen(travel: Travel, now: Date): boolean {
  if (isUnderway(travel) || travel.cancelling) return true
  return isTicketed(travel) && arrivalOf(travel) + AFTER_ARRIVAL_MS > now.getTime()
}

function arrivalOf({ slices }: Travel): number {
  const last = JSON.parse(slices).at(-1)?.segments.at(-1)?.arriving_at
  return typeof last === 'string' ? Date.parse(`${last}Z`) : Number.NEGATIVE_INFINITY
}
