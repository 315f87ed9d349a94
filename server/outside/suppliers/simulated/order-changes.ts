// What the simulated carrier does to an order by itself, an hour after ticketing: it moves the flights, asks whether
// that is accepted, or cancels.
import type { ChangedFlight } from '../../../../contract/booking-changes.ts'
import { mapNonEmpty } from '../../../base/values/non-empty.ts'
import { changedFlight, type SupplierChange } from '../supplier-change.ts'
import type { SupplierOffer, SupplierSlice } from '../supplier-offer.ts'
import type { OrderRow } from './order-store.ts'
import { CHANGE_AFTER_MS, doingOf, type Effect, SCHEDULE_CHANGE_MINUTES } from './reserved.ts'

interface Sold {
  readonly effect: Effect
  readonly slices: SupplierOffer['slices']
}

/** When it does what it does; null where it does nothing, or there are no tickets. */
export function changeDueAt({ ticketed_at }: Pick<OrderRow, 'ticketed_at'>, effect: Effect): Date | null {
  if (ticketed_at === null || doingOf(effect) === null) return null
  return new Date(ticketed_at.getTime() + CHANGE_AFTER_MS)
}

/** Whether it has cancelled the order without having been asked to. */
export function cancelsItself(row: OrderRow, { effect }: Sold, now: Date): boolean {
  const at = changeDueAt(row, effect)
  return at !== null && at <= now && doingOf(effect) === 'cancels'
}

export function movedSlices({ effect, slices }: Sold): SupplierOffer['slices'] {
  return doingOf(effect) === 'cancels' ? slices : mapNonEmpty(slices, later)
}

export function changesIn({ accepted_at }: OrderRow, sold: Sold, at: Date): SupplierChange[] {
  const doing = doingOf(sold.effect)
  if (doing === 'cancels') return []
  const isAsking = doing === 'asks' && accepted_at === null
  return [
    {
      key: doing ?? '',
      at,
      before: flightsOf(sold.slices),
      after: flightsOf(movedSlices(sold)),
      actions: isAsking ? ['accept', 'cancel'] : [],
      answer: accepted_at === null ? null : 'accepted',
      answeredAt: accepted_at,
    },
  ]
}

function flightsOf(slices: SupplierOffer['slices']): ChangedFlight[] {
  return slices.flatMap(({ segments }) => segments.map(changedFlight))
}

function later(slice: SupplierSlice): SupplierSlice {
  const shifted = (local: string) =>
    new Date(Date.parse(`${local}Z`) + SCHEDULE_CHANGE_MINUTES * 60_000).toISOString().slice(0, 19)
  return {
    ...slice,
    segments: mapNonEmpty(slice.segments, (segment) => ({
      ...segment,
      departing_at: shifted(segment.departing_at),
      arriving_at: shifted(segment.arriving_at),
    })),
  }
}
