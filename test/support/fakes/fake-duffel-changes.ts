// Changes that airlines make to orders of the fake Duffel: moved flights, changes to accept, and
// cancellations.
import type { AirlineInitiatedChange } from '@duffel/api/types'
import type { WithGaps } from './duffel-types.ts'
import { type NextId, shifted } from './fake-duffel-offers.ts'
import type { FakeChange, FakeOrder } from './fake-duffel-orders.ts'

interface Doing {
  nextId?: NextId
  at: Date
  /** The possible actions; none if the airline does not ask. */
  actions?: AirlineInitiatedChange['available_actions']
}

let changes = 0

/** Moves every flight of the order, and lists it as an airline-initiated change. */
export function changeSchedule(
  order: FakeOrder,
  minutes: number,
  { nextId, at, actions = [] }: Doing,
): string {
  const removed = structuredClone(order.slices)
  for (const segment of order.slices.flatMap(({ segments }) => segments)) {
    segment.departing_at = shifted(segment.departing_at, minutes)
    segment.arriving_at = shifted(segment.arriving_at, minutes)
  }
  const change = {
    id: nextId?.('aic') ?? `aic_0000${++changes}`,
    order_id: order.id,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    action_taken: null,
    action_taken_at: null,
    available_actions: actions,
    travel_agent_ticket: null,
    added: structuredClone(order.slices),
    removed,
  } satisfies WithGaps<AirlineInitiatedChange>
  order.airline_initiated_changes.push(change)
  return change.id
}

export function acceptChange(change: FakeChange, at: Date): void {
  Object.assign(change, {
    action_taken: 'accepted',
    action_taken_at: at.toISOString(),
    updated_at: at.toISOString(),
    available_actions: [],
  } satisfies Partial<AirlineInitiatedChange>)
}

/** A cancellation by the airline, so there are no terms. */
export function cancelByAirline(order: FakeOrder, at: Date): void {
  Object.assign(order, { cancelled_at: at.toISOString(), available_actions: ['update'] })
}
