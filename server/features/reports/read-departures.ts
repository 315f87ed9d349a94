// Who leaves next: issued trips in the order of their first flights.
import type { BookingPassenger } from '../../../contract/bookings.ts'
import type { Departure } from '../../../contract/reports.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { tripsLeaving } from './soon-store.ts'

const DAYS = 7

/** `today` is the day in the team's time zone, and the first of these days. */
export async function readDepartures(
  db: Reader,
  owner: Owner,
  { today, days = DAYS }: { readonly today: Temporal.PlainDate; readonly days: number | undefined },
  page: Page,
  showsPeople: boolean,
): Promise<Listing<Departure>> {
  const ends = { first: today.toString(), last: today.add({ days: days - 1 }).toString() }
  const { rows, total } = await tripsLeaving(db, owner, ends, page)
  const items = rows.map(({ passengers, client_name, ...trip }) => ({
    ...trip,
    client_name: showsPeople ? client_name : null,
    travellers: showsPeople ? namesIn(passengers) : null,
  }))
  return { items, total }
}

function namesIn(passengers: string): string[] {
  const travellers: Pick<BookingPassenger, 'given_name' | 'family_name'>[] = JSON.parse(passengers)
  return travellers.map(({ given_name, family_name }) => `${given_name} ${family_name}`)
}
