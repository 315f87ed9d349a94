// One leg of a trip as a timeline: every departure and arrival by local time, with what is known of the flight between.

import {
  airportText,
  bagsText,
  cabinText,
  dateText,
  durationText,
  type Language,
  legName,
  placeText,
  stopsText,
  stopText,
  timeText,
} from '../../render/itinerary/itinerary-words.ts'
import type { Flight, Leg, Stop } from '../../render/itinerary/leg.ts'
import type { MailTimeline, MailTimelineEntry } from '../../render/mail/mail-blocks.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'

export function timelineOf(leg: Leg, language: Language): MailTimeline {
  const note = [
    dateText(leg.date, language),
    durationText(leg.minutes, language),
    stopsText(leg, language),
    MAIL_WORDS[language].bookingLabels.localTimes,
  ]
  return {
    kind: 'timeline',
    title: `${legName(leg, language)}: ${placeText(leg.from)} → ${placeText(leg.to)}`,
    note: note.join(' · '),
    entries: leg.flights.flatMap((flight) => entriesOf(flight, language)),
  }
}

function entriesOf(flight: Flight, language: Language): MailTimelineEntry[] {
  const { flight: word, operatedBy, connection, airportChange } = MAIL_WORDS[language].bookingLabels
  const { connection: wait, departure, arrival } = flight
  const names = [`${word} ${flight.number}`, flight.carrier]
  if (flight.operatedBy !== null) names.push(operatedBy(flight.operatedBy))
  const facts = [durationText(flight.minutes, language), flight.aircraft]
  const between = wait && [
    connection(wait.minutes === null ? null : durationText(wait.minutes, language)),
    ...(wait.changesAirport ? [airportChange] : []),
  ]
  return [
    ...(between ? [{ mark: '', text: '', detail: between.join(', ') }] : []),
    stopEntry(departure, language, [names.join(' · '), facts.join(' · '), serviceOf(flight, language)]),
    stopEntry(arrival, language, []),
  ]
}

function stopEntry(stop: Stop, language: Language, more: readonly string[]): MailTimelineEntry {
  const day = stop.daysLater === 0 ? '' : dateText(stop.date, language)
  const detail = [day, airportText(stop, language), ...more].filter((line) => line !== '')
  return { mark: timeText(stop), text: stopText(stop), detail: detail.join('\n') }
}

/** What all of them get; where they differ, the receipt says who gets what. */
function serviceOf({ services }: Flight, language: Language): string {
  const [first, ...others] = services
  if (first === undefined || others.length > 0) return ''
  return `${cabinText(first.cabin, language)} · ${bagsText(first, language)}`
}
