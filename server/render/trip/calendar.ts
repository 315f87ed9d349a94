// Calendar files (RFC 5545). Times are in UTC, which calendars show by the clock of their reader and which need no
// definitions of time zones.

export interface CalendarEvent {
  /** The same for every file with this event, so that a newer file replaces it. */
  readonly uid: string
  /** When the event changed last. */
  readonly changedAt: Date
  /** Grows with every change. */
  readonly sequence: number
  /** A day, or a minute by the clock of the place. */
  readonly starts: string
  readonly startsZone: string | null
  readonly ends: string | null
  readonly endsZone: string | null
  readonly summary: string
  readonly place: string | null
  readonly description: string
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** Does not mark the person as busy: nights in a hotel. */
  readonly isBackground: boolean
}

export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Embarque//Trips//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

function eventLines(event: CalendarEvent): string[] {
  const { uid, changedAt, sequence, summary, place, description, status, isBackground } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    ...timeLines(event),
    `SUMMARY:${escaped(summary)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `STATUS:${status}`,
    `TRANSP:${isBackground ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** Both ends are days, or both are times; a day includes its end, which RFC 5545 does not. */
function timeLines({ starts, startsZone, ends, endsZone }: CalendarEvent): string[] {
  const isWhole = starts.length === 10 || ends?.length === 10
  if (!isWhole) {
    const isAfter = ends !== null && instantOf(ends, endsZone) > instantOf(starts, startsZone)
    return [timeLine('DTSTART', starts, startsZone), ...(isAfter ? [timeLine('DTEND', ends, endsZone)] : [])]
  }
  const first = Temporal.PlainDate.from(starts.slice(0, 10))
  const last = Temporal.PlainDate.from((ends ?? starts).slice(0, 10))
  const end = (Temporal.PlainDate.compare(last, first) < 0 ? first : last).add({ days: 1 })
  return [`DTSTART;VALUE=DATE:${basic(first)}`, `DTEND;VALUE=DATE:${basic(end)}`]
}

/** A time without a zone is by the clock of whoever reads it. */
function timeLine(name: string, local: string, zone: string | null): string {
  if (zone === null) return `${name}:${basic(local.slice(0, 16))}00`
  return `${name}:${utc(new Date(instantOf(local, zone)))}`
}

function instantOf(local: string, zone: string | null): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone ?? 'UTC').epochMilliseconds
}

function basic(text: Temporal.PlainDate | string): string {
  return text.toString().replace(/[-:]/g, '')
}

function utc(at: Date): string {
  return `${basic(at.toISOString().slice(0, 19))}Z`
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const OCTETS_MAX = 75

/** Long lines continue on the next, after a space; no character is split. */
function folded(line: string): string[] {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > OCTETS_MAX) {
      lines.push(current)
      ;[current, octets] = [' ', 1]
    }
    current += character
    octets += size
  }
  return [...lines, current]
}
