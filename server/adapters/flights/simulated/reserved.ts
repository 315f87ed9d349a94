// The failures that the sandbox can rehearse: routes whose search fails, and the fictional airline ZZ, each
// of whose fare families fails in its own way. Only test keys get them. docs/test-mode.md is generated from
// this file.

import { aircraftTypes, fleetOf, type SimulatedAirline } from './airlines.ts'
import type { Family } from './fares.ts'

export type RouteEffect = 'families' | 'nothing' | 'slow' | 'hangs' | 'fails'

export interface ReservedRoute {
  /** Of the first slice, in either direction. */
  readonly airports: readonly [string, string]
  readonly effect: RouteEffect
  readonly meaning: string
}

/** Pairs without real flights. */
export const RESERVED_ROUTES: readonly ReservedRoute[] = [
  {
    airports: ['FEN', 'MCP'],
    effect: 'families',
    meaning: 'the fare families of ZZ, in BRL, within Brazil',
  },
  {
    airports: ['FEN', 'MVD'],
    effect: 'families',
    meaning: 'the same in USD, across a border: passports are needed',
  },
  { airports: ['FEN', 'BVB'], effect: 'nothing', meaning: 'no offers' },
  { airports: ['FEN', 'PVH'], effect: 'slow', meaning: 'offers after 3 seconds' },
  { airports: ['FEN', 'RBR'], effect: 'hangs', meaning: 'no answer until the search gives up' },
  { airports: ['FEN', 'CZS'], effect: 'fails', meaning: 'the supplier fails at once' },
]

export const SLOW_SEARCH_MS = 3_000
export const SLOW_BOOKING_MS = 25_000
export const FOUND_AFTER_MS = 2 * 60_000
const LATE_TICKETS_MS = 10 * 60_000
const FAILED_TICKETS_MS = 60_000
export const CHANGE_AFTER_MS = 60 * 60_000
export const SCHEDULE_CHANGE_MINUTES = 45

export function routeEffect(origin: string, destination: string): RouteEffect | undefined {
  return RESERVED_ROUTES.find(
    ({ airports: [a, b] }) => (a === origin && b === destination) || (a === destination && b === origin),
  )?.effect
}

export const ZZ: SimulatedAirline = {
  carrier: { iata_code: 'ZZ', name: 'Zigue Zague Linhas Aéreas' },
  prefix: '000',
  homes: [],
  hubs: ['FEN'],
  fleet: aircraftTypes(fleetOf('airbus-short')),
  isLocal: false,
  flatFares: { BRL: 390_00, USD: 120_00, EUR: 110_00 },
}

export type Effect =
  | 'none'
  | 'ten seats'
  | 'fifty seats'
  | 'instant only'
  | 'gone'
  | 'price changed'
  | 'sold out'
  | 'rejected'
  | 'passenger rejected'
  | 'answer lost'
  | 'answer lost for a while'
  | 'request lost'
  | 'slow'
  | 'payment rejected'
  | 'payment answer lost'
  | 'tickets late'
  | 'tickets fail'
  | 'schedule change'
  | 'change to accept'
  | 'carrier cancels'
  | 'cancellation refused'
  | 'cancellation answer lost'

export interface ReservedFamily extends Family {
  readonly effect: Effect
  readonly meaning: string
  /** Seats of this family alone. */
  readonly seats: number | null
}

const zz = (effect: Effect, meaning: string, seats: number | null = null): ReservedFamily => ({
  code: `ZZ ${effect}`,
  name: `ZZ ${effect}`,
  cabin: 'economy',
  fareFactor: 1,
  checkedBags: 1,
  carryOnBags: 1,
  changeFee: 0,
  refundFee: 0.5,
  holdHours: effect === 'instant only' ? null : 48,
  effect,
  meaning,
  seats,
})

export const RESERVED_FAMILIES: readonly ReservedFamily[] = [
  zz('none', 'books as it should'),
  zz('ten seats', 'ten seats and no more', 10),
  zz('fifty seats', 'fifty seats and no more', 50),
  zz('instant only', 'cannot be held'),
  zz('gone', 'the carrier does not sell it any more when it is read again or booked'),
  zz('price changed', 'costs a tenth more when it is read again or booked'),
  zz('sold out', 'sold out when it is booked'),
  zz('rejected', 'the carrier refuses the booking'),
  zz('passenger rejected', 'the carrier refuses the first passenger'),
  zz('answer lost', 'booked, but the answer is lost; the booking is found when it is looked for'),
  zz('answer lost for a while', 'the same, but for two minutes the carrier cannot be asked'),
  zz('request lost', 'no answer, and nothing was booked'),
  zz('slow', 'booked, and answered after 25 seconds'),
  zz('payment rejected', 'can be held, but paying is refused'),
  zz('payment answer lost', 'can be held; paying works, but its answer is lost'),
  zz('tickets late', 'tickets are issued 10 minutes after the payment'),
  zz('tickets fail', 'a minute after the payment the carrier gives up issuing tickets'),
  zz('schedule change', 'an hour after ticketing, the flights leave 45 minutes later'),
  zz(
    'change to accept',
    'the same, but the carrier waits for the change to be accepted, or for a cancellation',
  ),
  zz('carrier cancels', 'an hour after ticketing, the carrier cancels the flights'),
  zz('cancellation refused', 'cannot be cancelled'),
  zz('cancellation answer lost', 'is cancelled, but the answer is lost'),
]

export function isReserved(family: Family): family is ReservedFamily {
  return 'effect' in family
}

export function effectOf(family: Family): Effect {
  return isReserved(family) ? family.effect : 'none'
}

/** The carrier's change an hour after ticketing; null: none. */
export function doingOf(effect: Effect): 'moves' | 'asks' | 'cancels' | null {
  if (effect === 'schedule change') return 'moves'
  if (effect === 'change to accept') return 'asks'
  return effect === 'carrier cancels' ? 'cancels' : null
}

/** Tickets are issued with the payment, unless the family says otherwise. */
export function issuing(effect: Effect, now: Date) {
  const late = effect === 'tickets late' ? LATE_TICKETS_MS : effect === 'tickets fail' ? FAILED_TICKETS_MS : 0
  if (late === 0) return { status: 'ticketed', issueAt: now, ticketedAt: now } as const
  return { status: 'ticketing', issueAt: new Date(now.getTime() + late), ticketedAt: null } as const
}
