// Flight times are local to the airport, without a time zone.
import type { Slice } from '../../../contract/flights.ts'

export const PARTS_OF_DAY = ['dawn', 'morning', 'afternoon', 'night'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

const PART_HOURS = 24 / PARTS_OF_DAY.length

/** Of `P1DT2H30M`; 0 if invalid. */
export function minutesOf(duration: string): number {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration)
  const [days = 0, hours = 0, minutes = 0] = (found ?? []).slice(1).map((text) => Number(text ?? 0))
  return (days * 24 + hours) * 60 + minutes
}

/** `45 min`, `2 h 05`, `26 h`. */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`
}

/** `06:40` of a local time. */
export function clockOf(local: string): string {
  return local.slice(11, 16)
}

export function partOfDay(local: string): PartOfDay {
  const hour = Number(local.slice(11, 13))
  return PARTS_OF_DAY[Math.min(PARTS_OF_DAY.length - 1, Math.floor(hour / PART_HOURS))] ?? 'dawn'
}

/** The number of calendar days between departure and arrival; negative across the date line. */
export function daysLater(departing: string, arriving: string): number {
  const day = (local: string) => Date.parse(`${local.slice(0, 10)}T00:00:00Z`) / 86_400_000
  return day(arriving) - day(departing)
}

export interface Ends {
  readonly departingAt: string
  readonly arrivingAt: string
  readonly from: string
  readonly to: string
}

/** The actual airports and times of a slice: a searched city can have several airports. */
export function endsOf({ segments, origin, destination }: Slice): Ends {
  const [first, last] = [segments[0], segments.at(-1)]
  return {
    departingAt: first?.departing_at ?? '',
    arrivingAt: last?.arriving_at ?? '',
    from: first?.origin.iata_code ?? origin.iata_code,
    to: last?.destination.iata_code ?? destination.iata_code,
  }
}

/** Minutes on the ground between two flights, both in the local time of one airport. */
export function waitBetween(arriving: string, departing: string): number {
  return Math.max(0, (Date.parse(`${departing}Z`) - Date.parse(`${arriving}Z`)) / 60_000)
}
