// Who still travels, or is still invoiced, cannot be erased: carriers and recurring invoices need to know for whom.

import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Person } from '../../kernel/values/erase-person.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isTicketed, isUnderway } from '../bookings/states.ts'
import { type Trip, travelsOf, tripsOf } from '../bookings/traveller-store.ts'
import { mayExpire } from '../recurring-invoices/states.ts'
import { recurringOf } from './document-store.ts'
import { isAbout } from './travellers.ts'

/** Times of flights are local: by then it is over everywhere. */
const AFTER_ARRIVAL_MS = 86_400_000
/** Opened at once; and how many are named: enough to say what is to be done first. */
const BATCH = 100

export async function refuseOpenBusiness(tx: Tx, clientId: string, person: Person): Promise<void> {
  const trips = await tripsOf(tx, { clientId, foldedName: person.name })
  const open = trips.filter((trip) => isOpen(trip, tx.now))
  const bookings = open.filter(({ client_id }) => client_id === clientId).map(({ id }) => id)
  // In those of others it may be a namesake who travels.
  const others = open.filter(({ client_id }) => client_id !== clientId).map(({ id }) => id)
  for (let n = 0; n < others.length && bookings.length < BATCH; n += BATCH) {
    const travels = await travelsOf(tx, others.slice(n, n + BATCH))
    bookings.push(...travels.filter((travel) => isAbout(travel, person)).map(({ id }) => id))
  }
  const recurring = (await recurringOf(tx, clientId)).filter(mayExpire)
  const details = [
    ...bookings.map((id) => ({ field: 'bookings', issue: `${id} is not over` })),
    ...recurring.map(({ id }) => ({ field: 'recurring_invoices', issue: `${id} is not cancelled` })),
  ]
  if (details.length > 0) fail('client_has_open_business', { details: details.slice(0, BATCH) })
}

function isOpen(trip: Trip, now: Date): boolean {
  if (isUnderway(trip) || trip.cancelling) return true
  if (!isTicketed(trip) || trip.arriving_at === null) return false
  return Date.parse(`${trip.arriving_at}Z`) + AFTER_ARRIVAL_MS > now.getTime()
}
