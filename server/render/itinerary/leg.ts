// A trip as a traveller reads it, leg by leg: what mails and receipts are written from.
import type { CabinClass } from '../../../contract/flights.ts'

export interface Leg {
  readonly kind: 'only' | 'outbound' | 'return' | 'one of several'
  /** From 1 on. */
  readonly number: number
  readonly from: LegEnd
  readonly to: LegEnd
  readonly date: Temporal.PlainDate
  readonly minutes: number
  readonly flights: readonly Flight[]
}

export interface LegEnd {
  readonly city: string
  readonly code: string
}

export interface Flight {
  /** LA 8084 */
  readonly number: string
  readonly carrier: string
  /** Where another airline flies it. */
  readonly operatedBy: string | null
  readonly aircraft: string
  readonly minutes: number
  readonly departure: Stop
  readonly arrival: Stop
  /** On the ground before it; null for the first one. */
  readonly connection: Connection | null
  readonly services: readonly Service[]
}

export interface Stop {
  /** 22:10, as clocks at the airport show it. */
  readonly time: string
  readonly date: Temporal.PlainDate
  /** Days after the day on which the leg begins; west over the date line it can be -1. */
  readonly daysLater: number
  readonly code: string
  /** null where nobody knows it. */
  readonly city: string | null
  readonly airport: string
  readonly terminal: string | null
}

export interface Connection {
  /** null where it cannot be told for sure. */
  readonly minutes: number | null
  readonly changesAirport: boolean
}

/** What some of the travellers get on a flight. */
export interface Service {
  readonly passengerIds: readonly string[]
  readonly cabin: CabinClass
  readonly fareBasis: string
  readonly checkedBags: number
  readonly carryOnBags: number
  /** In the order of the passengers; those without one are left out. */
  readonly seats: readonly string[]
}
