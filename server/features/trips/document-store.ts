// The SQL of what travellers see of a trip. It reads no prices, costs or notes, so none can reach a document.

import type { Mode } from '../../../contract/teams.ts'
import type {
  Collector,
  TripFlight,
  TripItemKind,
  TripItemStatus,
  TripTraveller,
} from '../../../contract/trips.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'

export interface ShownTripRow {
  id: string
  team_id: string
  mode: Mode
  number_year: number
  number_sequence: number
  title: string
  client_id: string
  travellers: TripTraveller[]
  starts_on: string | null
  ends_on: string | null
  link_token: string | null
  created_at: Date
}

export interface ShownItemRow {
  id: string
  trip_id: string
  kind: TripItemKind
  status: TripItemStatus
  booking_id: string | null
  description: string | null
  supplier_name: string | null
  supplier_phone: string | null
  place: string | null
  unit: string | null
  meal_plan: string | null
  confirmation_number: string | null
  instructions: string | null
  starts_at: string | null
  starts_zone: string | null
  ends_at: string | null
  ends_zone: string | null
  traveller_ids: string[]
  flight: TripFlight | null
  collected_by: Collector
  created_at: Date
  updated_at: Date
}

const TRIP = `id, team_id, mode, number_year, number_sequence, title, client_id, travellers, starts_on::text,
  ends_on::text, link_token, created_at`

const selectByLink = statement<ShownTripRow>(`select ${TRIP} from trips where link_token = $1`)

export async function findTripByLink(db: Queryable, token: string): Promise<ShownTripRow | undefined> {
  return (await selectByLink(db, token))[0]
}

const selectOne = statement<ShownTripRow>(
  `select ${TRIP} from trips where id = $1 and team_id = $2 and mode = $3`,
)

export async function findShownTrip(
  db: Queryable,
  { teamId, mode }: Owner,
  id: string,
): Promise<ShownTripRow | undefined> {
  return (await selectOne(db, id, teamId, mode))[0]
}

const selectItems = statement<ShownItemRow>(`
  select id, trip_id, kind, status, booking_id, description, supplier_name, supplier_phone, place, unit, meal_plan,
    confirmation_number, instructions, starts_at, starts_zone, ends_at, ends_zone, traveller_ids, flight, collected_by,
    created_at, updated_at
  from trip_items where trip_id = $1 order by id`)

export async function shownItemsOf(db: Queryable, tripId: string): Promise<ShownItemRow[]> {
  return selectItems(db, tripId)
}

const selectOfClient = statement<{ id: string }>(
  'select id from trips where client_id = $1 and id > $2 order by id limit $3',
)

/** The next trips of a client, in the order of their ids. */
export async function tripsAfter(tx: Tx, clientId: string, after: string, limit: number): Promise<string[]> {
  return (await selectOfClient(tx, clientId, after, limit)).map(({ id }) => id)
}

const unlink = statement('update trips set link_token = null where id = any($1)')

export async function unlinkTrips(tx: Tx, ids: readonly string[]): Promise<void> {
  await unlink(tx, ids)
}
