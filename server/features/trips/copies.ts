// Duplicates a trip, and merges two into one.
import type { TripCopyInput, TripDetail, TripMergeInput } from '../../../contract/trips.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { demandClient } from '../clients/clients.ts'
import { moveNotes } from '../notes/notes.ts'
import { moveTags } from '../notes/tags.ts'
import { moveMailsAbout } from '../notifications/mail-store.ts'
import { moveMessagesOfTrip } from '../notifications/message-store.ts'
import type { Caller } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { moveAcceptances } from './acceptance-store.ts'
import { withBrl } from './item-input.ts'
import { newItem, refuseMoreItems, storeNewItem } from './items.ts'
import { mergeTravellers, movedBy, readDay, refuseYear } from './rules.ts'
import { eraseTrip, refreshTrip, saveTrip } from './save.ts'
import {
  itemsOf,
  lockWholeTrips,
  moveBookingsOf,
  moveItemsOf,
  moveQuotesOf,
  type TripItemRow,
  type TripRow,
} from './store.ts'
import { beginTrip, detailOf, readSeller, shownTo } from './trips.ts'

/** Cancelled items stay behind. Another client's copy begins without travellers. */
export async function duplicateTrip(
  world: World,
  scope: Scope,
  id: string,
  { input, caller }: { input: TripCopyInput | undefined; caller: Caller },
): Promise<TripDetail> {
  return transaction(world, scope, async (tx) => {
    const original = (await lockWholeTrips(tx, [id])).get(id) ?? fail('trip_not_found')
    const client = await demandClient(tx, tx.owner, input?.client_id ?? original.client_id)
    const days = daysToMove(original, input?.starts_on)
    const isSameClient = client.id === original.client_id
    const travellers = isSameClient ? original.travellers : []
    const idOf = new Map(travellers.map((one) => [one.id, tx.newId('tripTraveller')]))
    const copy = await beginTrip(tx, {
      client,
      title: input?.title?.trim() || (original.has_own_title ? original.title : null),
      travellers: travellers.map((one) => ({ ...one, id: idOf.get(one.id) ?? one.id })),
      seller: await readSeller(tx, caller, undefined, null),
    })
    const items = (await itemsOf(tx, tx.owner, id)).filter(({ status }) => status !== 'cancelled')
    for (const item of items) {
      const traveller_ids = item.traveller_ids.flatMap((one) => idOf.get(one) ?? [])
      const own = { ...newItem(tx, copy), seller_id: copy.seller_id, traveller_ids }
      await storeNewItem(tx, withBrl({ ...own, ...contentOf(item, days) }))
    }
    if (items.length > 0) await refreshTrip(tx, copy.id)
    return detailOf(world, tx, copy.id, shownTo(tx, caller))
  })
}

/** The first day of the copy less that of the original. */
function daysToMove({ starts_on, ends_on }: TripRow, text: string | undefined): number {
  if (text === undefined) return 0
  const day = readDay('starts_on', text)
  if (starts_on === null || ends_on === null) return failField('starts_on', 'is for trips with days')
  const { days } = Temporal.PlainDate.from(starts_on).until(day)
  refuseYear('starts_on', Temporal.PlainDate.from(ends_on).add({ days }))
  return days
}

/** What a quoted item says of its original. */
function contentOf(item: TripItemRow, days: number) {
  const { kind, description, supplier_name, supplier_phone, place, unit, meal_plan, instructions, notes } =
    item
  const { starts_zone, ends_zone, currency, rate, cost_cents, price_cents, collected_by, flight } = item
  const texts = { description, supplier_name, supplier_phone, place, unit, meal_plan, instructions, notes }
  return {
    kind,
    ...texts,
    starts_at: movedBy(item.starts_at, days),
    starts_zone,
    ends_at: movedBy(item.ends_at, days),
    ends_zone,
    flight: flight && {
      ...flight,
      segments: flight.segments.map((segment) => ({
        ...segment,
        departing_at: movedBy(segment.departing_at, days) ?? segment.departing_at,
        arriving_at: movedBy(segment.arriving_at, days) ?? segment.arriving_at,
      })),
    },
    currency,
    rate,
    cost_cents,
    price_cents,
    collected_by,
  }
}

interface Merging {
  readonly input: TripMergeInput
  readonly caller: Caller
}

/** The items, travellers, notes, tags and bookings of the other trip join this one. */
export async function mergeTrips(
  world: World,
  scope: Scope,
  id: string,
  { input: { trip_id: otherId }, caller }: Merging,
): Promise<TripDetail> {
  if (otherId === id) failField('trip_id', 'must be another trip')
  return transaction(world, scope, async (tx) => {
    const trips = await lockWholeTrips(tx, [id, otherId])
    const trip = trips.get(id) ?? fail('trip_not_found')
    const other =
      trips.get(otherId) ?? fail('trip_not_found', { details: [{ field: 'trip_id', issue: 'is no trip' }] })
    if (trip.client_id !== other.client_id) fail('trip_of_other_client')
    await refuseMoreItems(tx, id, (await itemsOf(tx, tx.owner, otherId)).length)
    const { travellers, idOf } = mergeTravellers(trip.travellers, other.travellers)
    await moveItemsOf(tx, otherId, id, Object.fromEntries(idOf))
    await moveBookingsOf(tx, otherId, id)
    await moveAcceptances(tx, otherId, id)
    await moveQuotesOf(tx, otherId, id)
    await moveNotes(tx, otherId, id)
    await moveTags(tx, otherId, id)
    await moveMailsAbout(tx, otherId, id)
    await moveMessagesOfTrip(tx, otherId, id)
    await eraseTrip(tx, other)
    await saveTrip(tx, trip, { ...trip, travellers })
    return detailOf(world, tx, id, shownTo(tx, caller))
  })
}
