// When an airline flies between two airports: the same numbers at the same times every day it operates.
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import type { AircraftType } from './aircraft.ts'
import { aircraftFor } from './aircraft.ts'
import type { SimulatedAirline } from './airlines.ts'
import { type AtlasAirport, smallerSize } from './atlas.ts'
import { between, diceOf } from './dice.ts'
import { dateText, momentOf, weekdayOf } from './zone-time.ts'

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
  /** Of departure, on the local calendar. */
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
    .map((departure) => flightOf(line, departure, airline, from, to, day))
}

/** The one flight of this number, or undefined where it does not operate. */
export function flightNumbered(
  airline: SimulatedAirline,
  number: string,
  from: AtlasAirport,
  to: AtlasAirport,
  day: number,
): Flight | undefined {
  return flightsOn(airline, from, to, day).find((flight) => flight.number === number)
}

function flightOf(
  { km, minutes }: Line,
  { number, minute, aircraft }: Departure,
  airline: SimulatedAirline,
  from: AtlasAirport,
  to: AtlasAirport,
  day: number,
): Flight {
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
