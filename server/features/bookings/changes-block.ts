// What a carrier changed, as a block of a mail: each flight as it was, and what there is in its place.
import type { BookingChange, ChangedFlight } from '../../../contract/booking-changes.ts'
import { type Language, shortDate, timeText } from '../../render/itinerary/itinerary-words.ts'
import type { MailRows } from '../../render/mail/mail-blocks.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'

/** None where nothing changed. */
export function changesBlock(changes: readonly BookingChange[], language: Language): MailRows[] {
  if (changes.length === 0) return []
  const labels = MAIL_WORDS[language].bookingLabels
  const row = (label: string, flights: readonly ChangedFlight[]) => ({
    label,
    value: flights.map((flight) => flightText(flight, language)).join('\n') || labels.noFlight,
  })
  return [
    {
      kind: 'rows',
      title: labels.changes,
      rows: changes.flatMap(({ before, after }) => [row(labels.before, before), row(labels.after, after)]),
    },
  ]
}

/** LA 3054, GRU 22:30 → LIS 12:15 (+1), 15/02/2027: the day is that of its departure. */
function flightText(flight: ChangedFlight, language: Language): string {
  const { marketing_carrier, marketing_carrier_flight_number: number, origin, destination } = flight
  const day = dayOf(flight.departing_at)
  const from = `${origin.iata_code} ${flight.departing_at.slice(11, 16)}`
  const daysLater = day.until(dayOf(flight.arriving_at)).days
  const to = `${destination.iata_code} ${timeText({ time: flight.arriving_at.slice(11, 16), daysLater })}`
  return `${marketing_carrier.iata_code} ${number}, ${from} → ${to}, ${shortDate(day, language)}`
}

function dayOf(local: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(local.slice(0, 10))
}
