// The calendar of a trip: an event for each flight and for each other item with a day.
import { isTimeZone } from '../../kernel/values/dates.ts'
import { type CalendarEvent, calendarText } from '../../render/trip/calendar.ts'
import { pageWords } from '../../render/words/page-words.ts'
import { tripWords } from '../../render/words/trip-words.ts'
import { findAirport } from '../flights/reference/airports.ts'
import type { ShownItemRow } from '../trips/document-store.ts'
import { tripPageUrl } from '../trips/view.ts'
import type { World } from '../world.ts'
import { factsOf, type TripParts, voucherView } from './view.ts'

/** Of all items, or of one. */
export function tripCalendar(world: World, parts: TripParts, itemId?: string): string {
  const items = parts.items.filter(({ id, kind }) => (itemId === undefined ? kind !== 'fee' : id === itemId))
  return calendarText(
    parts.trip.title,
    items.flatMap((item) => eventsOf(world, parts, item)),
  )
}

/** Kinds that last for days and leave the person free. */
const BACKGROUND: ReadonlySet<string> = new Set(['lodging', 'package', 'insurance', 'car', 'cruise'])

const STATUSES = { confirmed: 'CONFIRMED', quoted: 'TENTATIVE', cancelled: 'CANCELLED' } as const

function eventsOf(world: World, parts: TripParts, item: ShownItemRow): CalendarEvent[] {
  const { id, starts_at, ends_at, kind, status, place, created_at, updated_at } = item
  const words = tripWords(parts.language)
  const host = new URL(world.address.url).hostname
  const description = descriptionOf(world, parts, item)
  const common = {
    changedAt: updated_at,
    sequence: Math.max(0, Math.floor((updated_at.getTime() - created_at.getTime()) / 1000)),
    status: STATUSES[status],
  }
  const segments = item.flight?.segments ?? []
  if (segments.length > 0)
    return segments.map((segment, index) => ({
      ...common,
      ...timesOf(parts, description, {
        starts: segment.departing_at.slice(0, 16),
        startsZone: findAirport(segment.origin)?.zone ?? null,
        ends: segment.arriving_at.slice(0, 16),
        endsZone: findAirport(segment.destination)?.zone ?? null,
      }),
      uid: `${id}-${index + 1}@${host}`,
      summary: `${words.kinds.flight} ${segment.flight_number} ${segment.origin}–${segment.destination}`,
      place: segment.origin,
      isBackground: false,
    }))
  if (starts_at === null) return []
  const { kind: kindName, title } = voucherView(world, parts, item)
  const [startsZone, endsZone] = [item.starts_zone, item.ends_zone ?? item.starts_zone].map(knownZone)
  return [
    {
      ...common,
      ...timesOf(parts, description, {
        starts: starts_at.slice(0, 16),
        startsZone: startsZone ?? null,
        ends: ends_at?.slice(0, 16) ?? null,
        endsZone: endsZone ?? null,
      }),
      uid: `${id}@${host}`,
      summary: title === kindName ? title : `${kindName}: ${title}`,
      place,
      isBackground: BACKGROUND.has(kind),
    },
  ]
}

type Times = Pick<CalendarEvent, 'starts' | 'startsZone' | 'ends' | 'endsZone'>

/** Calendars show times by the clock of their reader, so the description has those of the places. */
function timesOf({ language }: TripParts, description: string, times: Times) {
  const { starts, startsZone, ends, endsZone } = times
  const at = (local: string, zone: string) => {
    const day = Temporal.PlainDate.from(local.slice(0, 10))
    return `${pageWords(language).moment(day, local.slice(11, 16))} (${zone})`
  }
  const hasTime = (local: string | null) => local !== null && local.length > 10
  const from = startsZone !== null && hasTime(starts) ? at(starts, startsZone) : null
  const to = endsZone !== null && ends !== null && hasTime(ends) ? at(ends, endsZone) : null
  const { placeTime, period } = tripWords(language)
  const line = from !== null && to !== null ? period(from, to) : (from ?? to)
  return {
    ...times,
    description: line === null ? description : [`${placeTime}: ${line}`, description].join('\n'),
  }
}

/** Others are left out, and the time is by the clock of whoever reads it. */
function knownZone(zone: string | null): string | null {
  return zone !== null && isTimeZone(zone) ? zone : null
}

function descriptionOf(world: World, parts: TripParts, item: ShownItemRow): string {
  const { trip } = parts
  return [
    ...factsOf(item, parts).map(({ label, value }) => `${label}: ${value}`),
    ...(item.instructions === null ? [] : [item.instructions]),
    ...(trip.link_token === null ? [] : [tripPageUrl(world, trip.link_token)]),
  ].join('\n')
}
