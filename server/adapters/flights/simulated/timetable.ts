// The schedule of an airline between two airports: the same numbers at the same times every operating day.
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { type AircraftType, aircraftFor } from './aircraft.ts'
import type { SimulatedAirline } from './airlines.ts'
import { type AtlasAirport, smallerSize } from './atlas.ts'
import { between, diceOf } from './dice.ts'

// Local and universal time at airports. The zone database is queried once between two clock changes, because
// a search needs hundreds of conversions.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface Stretch {
  fromMs: number
  toMs: number
  offsetMs: number
}

const stretches = new Map<string, Stretch[]>()

/** How far local time is ahead of universal time. */
export function offsetAt(zone: string, atMs: number): number {
  const known = stretches.get(zone) ?? []
  for (const stretch of known) if (atMs >= stretch.fromMs && atMs < stretch.toMs) return stretch.offsetMs
  const fresh = stretchAt(zone, atMs)
  stretches.set(zone, [...known, fresh])
  return fresh.offsetMs
}

function stretchAt(zone: string, atMs: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
  const next = at.getTimeZoneTransition('next')
  // "previous" excludes a change at exactly this moment, which begins the period.
  const begun = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    fromMs: begun?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    toMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  }
}

/**
 * The moment of a local time. If the clocks go back, the first of the two; if they skip it, as long after the
 * gap as it would have been.
 */
export function momentOf(zone: string, day: number, minute: number): number {
  const localMs = day * DAY_MS + minute * MINUTE_MS
  const before = localMs - offsetAt(zone, localMs - DAY_MS)
  if (offsetAt(zone, before) === localMs - before) return before
  const after = localMs - offsetAt(zone, localMs + DAY_MS)
  return offsetAt(zone, after) === localMs - after ? after : before
}

/** The contract's local time: no zone designator. */
export function localText(zone: string, atMs: number): string {
  const localMs = atMs + offsetAt(zone, atMs)
  const day = Math.floor(localMs / DAY_MS)
  const seconds = Math.floor((localMs - day * DAY_MS) / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  // Dates are cached; formatting them is the slowest part.
  return `${dateText(day)}T${parts.map(twoDigits).join(':')}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** Days since 1970 on the local calendar. */
export function localDay(zone: string, atMs: number): number {
  return Math.floor((atMs + offsetAt(zone, atMs)) / DAY_MS)
}

export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / DAY_MS
}

const dates = new Map<number, string>()
const DATES_MAX = 5_000

export function dateText(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (dates.size >= DATES_MAX) dates.clear()
  dates.set(day, text)
  return text
}

/** 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7
}

/** ISO 8601, in hours and minutes; days where there are any. */
export function durationText(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  const time = `${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`
}

/** Part of every seed: a new number is a new world. */
export const WORLD_VERSION = 1

export interface Flight {
  /** Names the flight of this day, for the inventory. */
  readonly id: string
  readonly airline: SimulatedAirline
  readonly number: string
  readonly from: AtlasAirport
  readonly to: AtlasAirport
  readonly km: number
  readonly minutes: number
  readonly aircraft: AircraftType
  /** The local day of departure. */
  readonly day: number
  readonly departMs: number
  readonly arriveMs: number
}

interface Departure {
  readonly number: string
  readonly minute: number
  readonly aircraft: AircraftType
  /** One bit for each weekday. */
  readonly weekdays: number
}

interface Line {
  readonly km: number
  readonly minutes: number
  readonly departures: readonly Departure[]
}

const FIRST_MINUTE = 330
const LAST_MINUTE = 1_365
/** Of one airline within a country, by the size of the smaller airport. */
const DAILY_FLIGHTS_MAX = [3, 4, 9, 11, 12] as const
const LINES_MAX = 5_000
const lines = new Map<string, Line>()

/** In the order of departure. */
export function flightsOn(
  airline: SimulatedAirline,
  from: AtlasAirport,
  to: AtlasAirport,
  day: number,
): Flight[] {
  const line = lineOf(airline, from, to)
  const weekday = 1 << weekdayOf(day)
  return line.departures
    .filter(({ weekdays }) => weekdays & weekday)
    .map((departure) => flightOf({ line, departure, airline, from, to, day }))
}

/** The flight of this number, or undefined if it does not operate. */
export function flightNumbered({
  airline,
  number,
  from,
  to,
  day,
}: {
  readonly airline: SimulatedAirline
  readonly number: string
  readonly from: AtlasAirport
  readonly to: AtlasAirport
  readonly day: number
}): Flight | undefined {
  return flightsOn(airline, from, to, day).find((flight) => flight.number === number)
}

function flightOf({
  line: { km, minutes },
  departure: { number, minute, aircraft },
  airline,
  from,
  to,
  day,
}: {
  readonly line: Line
  readonly departure: Departure
  readonly airline: SimulatedAirline
  readonly from: AtlasAirport
  readonly to: AtlasAirport
  readonly day: number
}): Flight {
  const departMs = momentOf(from.time_zone, day, minute)
  const id = `${airline.carrier.iata_code}${number} ${from.iata_code}${to.iata_code} ${dateText(day)}`
  const arriveMs = departMs + minutes * 60_000
  return { id, airline, number, from, to, km, minutes, aircraft, day, departMs, arriveMs }
}

function lineOf(airline: SimulatedAirline, from: AtlasAirport, to: AtlasAirport): Line {
  const key = `${airline.carrier.iata_code} ${from.iata_code} ${to.iata_code}`
  const known = lines.get(key)
  if (known !== undefined) return known
  const line = makeLine(airline, from, to, diceOf(`${WORLD_VERSION} line ${key}`))
  if (lines.size >= LINES_MAX) lines.clear()
  lines.set(key, line)
  return line
}

function makeLine(airline: SimulatedAirline, from: AtlasAirport, to: AtlasAirport, dice: () => number): Line {
  const km = distanceKm(from, to)
  const smaller = smallerSize(from, to)
  const count = dailyFlights(from, to, km, dice)
  const step = (LAST_MINUTE - FIRST_MINUTE) / count
  const firstNumber = between(dice, km > 4_000 || count < 3 ? 100 : 1_000, km > 4_000 ? 990 : 8_900)
  const departures = Array.from({ length: count }, (_, index): Departure => {
    const minute = FIRST_MINUTE + (index + dice() * 0.8) * step
    return {
      number: String(firstNumber + 2 * index),
      minute: Math.round(minute / 5) * 5,
      aircraft: aircraftFor(airline, km, smaller, dice),
      weekdays: count >= 2 && dice() < 0.75 ? 0b1111111 : 0b1111111 & ~(1 << between(dice, 0, 6)),
    }
  })
  return { km, minutes: blockMinutes(km), departures }
}

/** From gate to gate, in steps of 5 minutes. */
function blockMinutes(km: number): number {
  const minutes = km < 1_500 ? 36 + km / 12.9 : km < 4_000 ? 40 + km / 13.7 : 45 + km / 14.55
  return Math.round(minutes / 5) * 5
}

function dailyFlights(from: AtlasAirport, to: AtlasAirport, km: number, dice: () => number): number {
  if (from.country === to.country) {
    const most = DAILY_FLIGHTS_MAX[smallerSize(from, to)]
    return between(dice, Math.ceil(most / 2), most) - (km > 2_000 ? Math.floor(most / 3) : 0)
  }
  if (km < 2_500) return between(dice, 2, 4)
  return km < 6_000 ? between(dice, 1, 3) : between(dice, 1, 2)
}
