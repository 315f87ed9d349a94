// Items that follow bookings. Bookings call it in the transaction in which they are shown or move.
import type { BookingStatus } from '../../../contract/bookings.ts'
import type { Slice } from '../../../contract/flights.ts'
import type { TripFlight, TripItemStatus } from '../../../contract/trips.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { demandClient } from '../clients/clients.ts'
import { cityNamed } from '../flights/reference/place-names.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import { timesOfFlight } from './flight.ts'
import { withBrl } from './item-input.ts'
import { auditedItem, changeItem, newItem } from './items.ts'
import { mergeTravellers } from './rules.ts'
import { saveTrip } from './save.ts'
import {
  insertItem,
  lockItem,
  lockItemOfBooking,
  lockTrip,
  setTripOfBooking,
  type TripItemRow,
  type TripRow,
  updateStoredItem,
} from './store.ts'
import { beginTrip, type Seller } from './trips.ts'

/** What a trip needs to know of a booking. */
export interface FollowedBooking {
  readonly id: string
  readonly client_id: string
  readonly status: BookingStatus
  readonly trip_id: string | null
  /** The quoted flight whose place it takes. */
  readonly trip_item_id: string | null
  readonly starts_trip: boolean
  readonly booking_reference: string
  readonly airline: string
  readonly client_cents: bigint
  /** What the carrier is paid; the wallet may be debited the client's price. */
  readonly cost_cents: bigint
  readonly wallet_cents: bigint
  /** Null unless a paid booking was cancelled. */
  readonly refund_cents: bigint | null
  readonly slices: readonly Slice[]
  readonly travellers: readonly { readonly full_name: string; readonly born_on: string }[]
}

const STATUSES: Readonly<Record<BookingStatus, TripItemStatus>> = {
  pending: 'quoted',
  confirmed: 'confirmed',
  ticketed: 'confirmed',
  cancelled: 'cancelled',
  expired: 'cancelled',
  failed: 'cancelled',
}

/** Returns the trip of the booking. The booking is locked. */
export async function followBooking(tx: Tx, booking: FollowedBooking): Promise<string | null> {
  if (booking.trip_id === null) return booking.starts_trip ? startTrip(tx, booking) : null
  const item = await lockItemOfBooking(tx, booking.id)
  if (item === undefined) return joinTrip(tx, booking.trip_id, booking)
  await changeItem(tx, item, followed(item, booking, await demandTeam(tx, tx.owner.teamId)))
  return item.trip_id
}

/** The booking starts a trip of its own, titled by where it goes. */
export async function startTrip(tx: Tx, booking: FollowedBooking): Promise<string> {
  const client = await demandClient(tx, tx.owner, booking.client_id)
  const team = await demandTeam(tx, tx.owner.teamId)
  const title = booking.slices[0] && cityOf(booking.slices[0].destination, team)
  const { id } = await beginTrip(tx, { client, title, seller: actingPerson(tx) })
  await setTripOfBooking(tx, booking.id, id)
  return joinTrip(tx, id, booking)
}

function actingPerson({ by: { type, id, name } }: Tx): Seller | null {
  return type === 'person' && id !== null && name !== null ? { id, name } : null
}

/** The booking becomes an item of the trip, in the place of a quoted flight if that is still there. */
export async function joinTrip(tx: Tx, tripId: string, booking: FollowedBooking): Promise<string> {
  const quoted = booking.trip_item_id === null ? undefined : await lockItem(tx, tripId, booking.trip_item_id)
  const trip = await lockTrip(tx, tripId)
  if (trip === undefined) throw new Error(`there is no trip ${tripId}`)
  const added = booking.travellers.map((one) => ({
    id: tx.newId('tripTraveller'),
    ...one,
    client_id: null,
    companion_id: null,
  }))
  const { travellers, idOf } = mergeTravellers(trip.travellers, added)
  const isTaken = quoted !== undefined && isQuotedFlight(quoted)
  const place = isTaken ? quoted : { ...newItem(tx, trip), seller_id: actingPerson(tx)?.id ?? trip.seller_id }
  const item = {
    ...followed(place, booking, await demandTeam(tx, tx.owner.teamId)),
    traveller_ids: added.map(({ id }) => idOf.get(id) ?? id),
    updated_at: tx.now,
  }
  if (isTaken) await updateStoredItem(tx, item)
  else await insertItem(tx, item)
  const change = { topic: 'records', object: 'trip_item', objectId: item.id, about: tripId } as const
  record(tx, { ...change, before: null, after: auditedItem(item) })
  await saveTrip(tx, trip, { ...trip, travellers })
  return tripId
}

function isQuotedFlight({ kind, status, booking_id }: TripItemRow): boolean {
  return kind === 'flight' && status === 'quoted' && booking_id === null
}

/** The item as the booking is now. Instructions, notes, travellers, seller and kept price belong to the agency. */
function followed(item: TripItemRow, booking: FollowedBooking, team: Team): TripItemRow {
  const status = STATUSES[booking.status]
  const keptCents = booking.refund_cents === null ? 0n : booking.wallet_cents - booking.refund_cents
  // The carrier keeps no more than it was paid, whatever the wallet was debited.
  const keptCostCents = keptCents < booking.cost_cents ? keptCents : booking.cost_cents
  const wasCancelled = item.booking_id !== null && item.status === 'cancelled'
  const isCancelled = status === 'cancelled'
  // The client pays no more than the price, whatever the carrier kept.
  const keptPriceCents = keptCents < booking.client_cents ? keptCents : booking.client_cents
  const flight = flightOf(booking)
  const { starts_at, ends_at } = timesOfFlight(flight)
  const [first, last] = [booking.slices[0], booking.slices.at(-1)]
  return withBrl({
    ...item,
    kind: 'flight',
    status,
    booking_id: booking.id,
    description: booking.slices.map(routeOf).join(', '),
    supplier_name: booking.airline,
    place: first === undefined ? null : `${cityOf(first.origin, team)} – ${cityOf(first.destination, team)}`,
    confirmation_number: booking.booking_reference || null,
    starts_at,
    starts_zone: first?.origin.time_zone ?? null,
    ends_at,
    ends_zone: last?.destination.time_zone ?? null,
    free_cancellation_until: null,
    flight,
    currency: 'BRL',
    rate: '1',
    cost_cents: booking.cost_cents,
    price_cents: booking.client_cents,
    kept_cost_cents: isCancelled ? keptCostCents : null,
    kept_price_cents: isCancelled ? (wasCancelled ? item.kept_price_cents : keptPriceCents) : 0n,
    collected_by: 'agency',
  })
}

/** As the agency calls it: carriers write cities in English. */
function cityOf({ iata_code, city_name }: Slice['origin'], { language }: Team): string {
  return cityNamed(iata_code, city_name, language) ?? city_name
}

function routeOf({ origin, destination }: Slice): string {
  return `${origin.iata_code}–${destination.iata_code}`
}

function flightOf({ airline, slices }: FollowedBooking): TripFlight {
  const segments = slices.flatMap((slice) => slice.segments)
  return {
    airline,
    segments: segments.map((segment) => ({
      flight_number: `${segment.marketing_carrier.iata_code} ${segment.marketing_carrier_flight_number}`,
      origin: segment.origin.iata_code,
      destination: segment.destination.iata_code,
      departing_at: segment.departing_at.slice(0, MINUTE_CHARACTERS),
      arriving_at: segment.arriving_at.slice(0, MINUTE_CHARACTERS),
    })),
  }
}

const MINUTE_CHARACTERS = '2026-12-20T18:05'.length

/** The trip that a booking is to join, locked with the quoted flight whose place it takes. */
export async function demandTripFor(tx: Tx, tripId: string, itemId: string | null): Promise<TripRow> {
  const item = itemId === null ? undefined : await lockItem(tx, tripId, itemId)
  const trip = (await lockTrip(tx, tripId)) ?? fail('trip_not_found')
  if (itemId === null) return trip
  if (item === undefined) return fail('trip_item_not_found')
  if (item.booking_id !== null) fail('trip_item_follows_booking')
  if (!isQuotedFlight(item)) failField('trip_item_id', 'must be a quoted flight')
  return trip
}
