// What a carrier changed about the flights of a booking by itself, as callers see it.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { Segment } from './flights.ts'

/** What may be done about a change through this API. */
export const CHANGE_ACTIONS = ['accept', 'cancel'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** What was done about it: here, or by somebody at the supplier. */
export const CHANGE_ANSWERS = ['accepted', 'cancelled', 'changed'] as const
export type ChangeAnswer = (typeof CHANGE_ANSWERS)[number]

const segment = Segment.properties

export const ChangedFlight = Type.Object({
  origin: segment.origin,
  destination: segment.destination,
  departing_at: segment.departing_at,
  arriving_at: segment.arriving_at,
  marketing_carrier: segment.marketing_carrier,
  marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
})
export type ChangedFlight = Type.Static<typeof ChangedFlight>

export const BookingChange = Type.Object({
  id: Type.String({ description: 'Id of the change (bch_)' }),
  created_at: Timestamp,
  before: Type.Array(ChangedFlight, { description: 'The flights that changed, as they were' }),
  after: Type.Array(ChangedFlight, {
    description: 'What they are now; empty where the carrier flies none in their place',
  }),
  available_actions: Type.Array(Type.Enum([...CHANGE_ACTIONS]), {
    description: 'What the carrier waits for; empty where it only tells',
  }),
  action_taken: Nullable(Type.Enum([...CHANGE_ANSWERS])),
  action_taken_at: Nullable(Timestamp),
})
export type BookingChange = Type.Static<typeof BookingChange>
