// Reads flights out of text as reservation systems write them: `1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1`.
import type { SegmentsRead, TripSegment } from '../../../contract/trips.ts'

/** English as reservation systems write them, and Portuguese as people do. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{ JAN: 1, FEB: 2, MAR: 3, APR: 4, MAY: 5, JUN: 6, JUL: 7, AUG: 8, SEP: 9, OCT: 10, NOV: 11, DEC: 12 },
  ...{ FEV: 2, ABR: 4, MAI: 5, AGO: 8, SET: 9, OUT: 10, DEZ: 12 },
}
const MONTH_NAMES = Object.keys(MONTHS).join('|')

/**
 * Line number, airline, flight, booking class, day, then day of the week, airports, status and times with a mark of the
 * day of arrival. Systems differ in spaces, dots, stars and what follows.
 */
const LINE = new RegExp(
  [
    String.raw`^(?:\d{1,2}[ .)*]*)?[.*]?\s*`,
    String.raw`(?<airline>[A-Z][A-Z0-9]|[0-9][A-Z])\s*(?<number>\d{1,4})[A-Z]?`,
    String.raw`\s*[A-Z]?\s*(?<day>\d{1,2})(?<month>${MONTH_NAMES})(?<year>\d{4}|\d{2}(?!\d))?`,
    String.raw`(?:\s+(?:[1-7]|SEG|TER|QUA|QUI|SEX|SAB|DOM|MO|TU|WE|TH|FR|SA|SU|[MTWFSQJ])\*?)?`,
    String.raw`\s*\*?(?<origin>[A-Z]{3})[ /-]?(?<destination>[A-Z]{3})\*?`,
    String.raw`(?:\s*\*?(?!\d{4})[A-Z]{2}\s?\d{1,3})?`,
    String.raw`(?:\s+[A-Z0-9]{1,2}(?=\s+[#*]?\d{3,4}))?`,
    String.raw`\s+[#*]?(?<departs>\d{3,4}[APNM]?|\d{2}:\d{2}(?::\d{2})?)`,
    String.raw`\s+(?<before>[#+*-])?(?<arrives>\d{3,4}[APNM]?|\d{2}:\d{2}(?::\d{2})?)`,
    String.raw`\s?(?:(?<mark>[#+-])\s?(?<days>\d))?`,
    String.raw`(?:\s+(?<arrivalDay>\d{1,2})(?<arrivalMonth>${MONTH_NAMES}))?`,
  ].join(''),
)

/** A day without a year is the next one from `today` on. Lines without a flight are returned as they were. */
export function readSegments(text: string, today: Temporal.PlainDate): SegmentsRead {
  const segments: TripSegment[] = []
  const unread: string[] = []
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const segment = readLine(line, today)
    if (segment === null) unread.push(line.trim())
    else segments.push(segment)
  }
  return { segments, unread }
}

function readLine(line: string, today: Temporal.PlainDate): TripSegment | null {
  const found = LINE.exec(line.trim().replace(/\s+/g, ' ').toUpperCase())?.groups
  if (found === undefined) return null
  const { airline = '', number = '', day = '', month = '', year, origin = '', destination = '' } = found
  const leaves = dayOf(day, month, year, today)
  const [departs, arrives] = [timeOf(found.departs ?? ''), timeOf(found.arrives ?? '')]
  if (leaves === null || departs === null || arrives === null) return null
  const lands = landingDay(found, leaves, departs, arrives)
  if (lands === null) return null
  return {
    flight_number: `${airline} ${Number(number)}`,
    origin,
    destination,
    departing_at: `${leaves}T${departs}`,
    arriving_at: `${lands}T${arrives}`,
  }
}

function dayOf(
  day: string,
  month: string,
  year: string | undefined,
  from: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const inYear = (year: number) => {
    try {
      const fields = { year, month: MONTHS[month] ?? 0, day: Number(day) }
      return Temporal.PlainDate.from(fields, { overflow: 'reject' })
    } catch {
      return null
    }
  }
  if (year !== undefined) return inYear(year.length === 2 ? 2000 + Number(year) : Number(year))
  // 29 February may be years away.
  const years = [0, 1, 2, 3, 4].map((later) => inYear(from.year + later))
  return years.find((date) => date !== null && Temporal.PlainDate.compare(date, from) >= 0) ?? null
}

/** `1805`, `905`, `18:05`, `18:05:00`, `605P`. */
function timeOf(text: string): string | null {
  const mark = /[APNM]$/.exec(text)?.[0]
  const digits = text
    .replace(/\D/g, '')
    .slice(0, text.includes(':') ? 4 : undefined)
    .padStart(4, '0')
  const [hour, minute] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  const isTwelve = mark !== undefined
  if (minute > 59 || hour > (isTwelve ? 12 : 23) || (isTwelve && hour === 0)) return null
  const isAfternoon = mark === 'P' || mark === 'N'
  const whole = isTwelve ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  return `${String(whole).padStart(2, '0')}:${digits.slice(2)}`
}

/** The day that the line names, or that a mark counts: `+1`, `#1`, `-1`; a bare `#` or `+` before the time is one day. */
function landingDay(
  found: Readonly<Record<string, string | undefined>>,
  leaves: Temporal.PlainDate,
  departs: string,
  arrives: string,
): Temporal.PlainDate | null {
  const { arrivalDay, arrivalMonth, mark, days, before } = found
  if (arrivalDay !== undefined && arrivalMonth !== undefined)
    return dayOf(arrivalDay, arrivalMonth, undefined, leaves.subtract({ days: 1 }))
  if (mark !== undefined) return leaves.add({ days: mark === '-' ? -Number(days) : Number(days) })
  if (before !== undefined) return leaves.add({ days: before === '-' ? -1 : before === '*' ? 2 : 1 })
  return leaves.add({ days: arrives < departs ? 1 : 0 })
}
