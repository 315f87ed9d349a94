// What carriers do to an order by themselves, and how a supplier tells us of it.
import type { ChangeAction, ChangeAnswer, ChangedFlight } from '../../../contract/booking-changes.ts'

export interface SupplierChange {
  /** The supplier's own name of it. */
  readonly key: string
  readonly at: Date
  /** The flights that changed. */
  readonly before: readonly ChangedFlight[]
  readonly after: readonly ChangedFlight[]
  /** What the carrier waits for. */
  readonly actions: readonly ChangeAction[]
  readonly answer: ChangeAnswer | null
  readonly answeredAt: Date | null
}

/** A message as it came, with the header that is to prove who sent it. */
export interface SignedMessage {
  readonly signature: string | undefined
  readonly raw: Buffer
}

/** The message's own id, and the orders it is about as their `data` names them; null: the supplier did not sign it. */
export type Hear = (message: SignedMessage) => { id: string; orderIds: string[] } | null

/** Of an order: it is given back, whoever did that. */
export function isCancelled({ status }: { readonly status: string }): boolean {
  return status === 'cancelled'
}

/** The part of a flight that a change tells. */
export function changedFlight({ origin, destination, departing_at, arriving_at, ...flight }: ChangedFlight) {
  const { marketing_carrier, marketing_carrier_flight_number } = flight
  const told = { origin, destination, departing_at, arriving_at, marketing_carrier }
  return { ...told, marketing_carrier_flight_number } satisfies ChangedFlight
}
