// The cost of lists of trips, of one trip, of what can be invoiced to a client and of warnings with a hundred times as
// many items of trips.

import { PERMISSIONS } from '../contract/permissions.ts'
import type { TripsQuery } from '../contract/trips.ts'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { demandClient } from '../server/features/clients/clients.ts'
import type { Caller } from '../server/features/teams/caller.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { demandTrip, partsOf } from '../server/features/trip-documents/documents.ts'
import { tripView } from '../server/features/trip-documents/view.ts'
import { billableItems } from '../server/features/trips/billable.ts'
import { readTrip, readTrips } from '../server/features/trips/trips.ts'
import { readWarnings } from '../server/features/warnings/warnings.ts'
import type { World } from '../server/features/world.ts'
import { readerOf } from '../server/kernel/db/reader.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import type { ListGrowth } from './booking-list.ts'
import { median } from './side-by-side.ts'

const FEW = 1_000
const MANY = 100_000
const ITEMS_OF_TRIP = 4
const TRIPS_OF_CLIENT = 10
/** So many trips are ahead, half a year's, as an agency that has become old has no more of them. */
const AHEAD = 100
const ROUNDS = 60
const WARM_UP_ROUNDS = 10
const PAGE = { page: 1, limit: 20, offset: 0 }

interface Filled {
  readonly caller: Caller
  /** In the middle of all. */
  readonly tripId: string
  readonly clientId: string
}

/** How many rows were found. */
type Reading = (world: World, filled: Filled) => Promise<number>

const trips =
  (query: TripsQuery): Reading =>
  async (world, { caller }) =>
    (await readTrips(world, caller, query, PAGE)).items.length

const READINGS: Readonly<Record<string, Reading>> = {
  trips: trips({}),
  'trips that are planned': trips({ status: 'planned' }),
  'finished trips with something open': trips({ status: 'finished', has_open: true }),
  'trips of a month': trips({ starts_after: '2024-03-01', starts_before: '2024-03-31' }),
  'trips by the name of a traveller': trips({ search: 'Conceição 77' }),
  'trips of a client': (world, { caller, clientId }) =>
    trips({ client_id: clientId })(world, { caller, clientId, tripId: '' }),
  'items of a client to be invoiced': async (world, { caller, clientId }) => {
    const client = await demandClient(readerOf(world), caller.owner, clientId)
    return (await billableItems(world.pool, caller.owner, client)).length
  },
  'a trip': async (world, { caller: { owner }, tripId }) => {
    const shown = { showsCosts: true, today: Temporal.PlainDate.from('2026-11-19') }
    return (await readTrip(world, readerOf(world), { owner, id: tripId, shown })).items.length
  },
  "a trip's page of its travellers": async (world, { caller, tripId }) => {
    const trip = await demandTrip(readerOf(world), caller.owner, tripId)
    return tripView(world, await partsOf(world, trip)).days.length
  },
  warnings: async (world, { caller }) => (await readWarnings(world, caller, {}, PAGE)).items.length,
  'warnings of a trip': async (world, { caller, tripId }) =>
    1 + (await readWarnings(world, caller, { trip_id: tripId }, PAGE)).items.length,
}

export interface TripFigures {
  readonly lists: ListGrowth[]
  /** With all trips of a hundred times the business ahead. */
  readonly busy: { readonly found: number; readonly milliseconds: number }
}

export async function benchTripLists(dataDir: string): Promise<TripFigures> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    const few = await filled(world, { items: FEW, ahead: AHEAD })
    const many = await filled(world, { items: MANY, ahead: AHEAD })
    const busy = await filled(world, { items: MANY, ahead: AHEAD * (MANY / FEW) })
    await asOwner(dataDir, 'vacuum analyze')
    const lists: ListGrowth[] = []
    for (const [name, reading] of Object.entries(READINGS)) {
      const take = async (where: Filled) => {
        const start = performance.now()
        if ((await reading(world, where)) === 0) throw new Error(`no ${name}`)
        return performance.now() - start
      }
      const pairs: [number, number][] = []
      for (let round = 0; round < ROUNDS; round++) pairs.push([await take(few), await take(many)])
      const counted = pairs.slice(WARM_UP_ROUNDS)
      const milliseconds = median(counted.map(([, large]) => large))
      lists.push({ name, times: milliseconds / median(counted.map(([small]) => small)), milliseconds })
    }
    return { lists, busy: await busyWarnings(world, busy) }
  } finally {
    await close()
  }
}

async function busyWarnings(world: World, { caller }: Filled): Promise<TripFigures['busy']> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < 9; round++) {
    const start = performance.now()
    found = (await readWarnings(world, caller, {}, PAGE)).total
    times.push(performance.now() - start)
  }
  return { found, milliseconds: median(times) }
}

/** Rows like the service's, inserted in bulk: trips of five years past and half a year ahead, half of them abroad. */
async function filled(
  world: World,
  { items, ahead }: { readonly items: number; readonly ahead: number },
): Promise<Filled> {
  const { team } = await createTeam(world, { name: `Bench ${items} ${ahead}`, email: 'bench@example.com' })
  const count = items / ITEMS_OF_TRIP
  const clients = count / TRIPS_OF_CLIENT
  for (const text of fillings({ teamId: team.id, count, clients, ahead })) await world.pool.query(text)
  const owner = { teamId: team.id, mode: 'live' } as const
  const via = { kind: 'key', id: 'key_bench', name: 'Bench', lastFour: '0000', expiresAt: null } as const
  const caller = { owner, permissions: new Set(PERMISSIONS), via, countedAs: team.id, team }
  const { rows } = await world.pool.query(
    `select id, client_id from trips where team_id = $1 order by id offset $2 limit 1`,
    [team.id, count / 2],
  )
  return { caller, tripId: rows[0].id, clientId: rows[0].client_id }
}

interface Filling {
  readonly teamId: string
  readonly count: number
  readonly clients: number
  readonly ahead: number
}

function fillings({ teamId, count, clients, ahead }: Filling): string[] {
  const client = `md5('${teamId} client ' || n % ${clients})::uuid`
  const invoice = `md5('${teamId} invoice ' || n)::uuid`
  const trip = `'trip_${teamId.slice(-20)}' || lpad(n::text, 9, '0')`
  const item = `'tri_${teamId.slice(-20)}' || lpad(n::text, 8, '0') || k`
  /** The last ones are ahead, evenly over half a year; the others behind, evenly over five years. */
  const day = `case when n > ${count - ahead} then current_date + ((n - ${count - ahead}) * 180.0 / ${ahead})::int
    else current_date - 20 - ((${count} - n) * 1800.0 / ${count})::int end`
  /** What is ahead, and one past trip of each client, who has ten. */
  const isOpen = `(n > ${count - ahead} or (n / ${clients} + n) % 10 = 0)`
  const all = `from generate_series(1, ${count}) n`
  const itemsOfAll = `${all} cross join generate_series(1, ${ITEMS_OF_TRIP}) k`
  return [
    `insert into clients (id, team_id, mode, client_type, full_name, email, is_active, search_text, search_tax_ids,
     match_key, created_at, updated_at, born_on, passport_id, passport_expires_on)
   select ${client}, '${teamId}', 'live', 'individual', 'João Conceição ' || n, 'cliente' || n || '@example.com', true,
     'joao conceicao ' || n || E'\\ncliente' || n || '@example.com', '', 'x' || n, now(), now(),
     current_date - 10000 - n % 365, 'idd_' || n,
     case when n % 20 = 0 then current_date + 100 else current_date + 2000 end
   from generate_series(1, ${clients}) n`,
    `insert into trips (id, team_id, mode, number_year, number_sequence, title, has_own_title, client_id, travellers,
     starts_on, ends_on, has_open, is_international, search_text, created_at, updated_at)
   select ${trip}, '${teamId}', 'live', 2026, n, 'Lisboa ' || n, true, ${client}, jsonb_build_array(
       jsonb_build_object('id', 'pax_1', 'full_name', 'Conceição ' || n, 'born_on', null, 'client_id', ${client},
         'companion_id', null)),
     ${day}, ${day} + 7, ${isOpen}, n % 2 = 0, '2026-' || n || E'\\nlisboa ' || n || E'\\nconceicao ' || n, now(), now()
   ${all}`,
    `insert into trip_items (id, trip_id, team_id, mode, kind, status, description, place, starts_at, ends_at,
     free_cancellation_until, currency, rate, cost_cents, price_cents, cost_brl_cents, price_brl_cents, collected_by,
     created_at, updated_at)
   select ${item}, ${trip}, '${teamId}', 'live', 'lodging', 'confirmed',
     'Hotel Avenida, sete noites', 'Lisboa', (${day})::text, (${day} + 7)::text,
     case when k = 1 then ${day} - 5 end, 'BRL', 1, 10000, 15000, 10000, 15000, 'agency', now(), now()
   ${itemsOfAll}`,
    `insert into invoices (id, team_id, mode, client_id, number_year, number_sequence, issue_date, due_date, status,
     payment_status, payment_status_is_set, items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents,
     total_cents, amount_paid_cents, link_token, created_at, updated_at)
   select ${invoice}, '${teamId}', 'live', ${client}, 2026, n, '2026-11-15', '2026-11-30', 'sent', 'paid', false, '[]', 60000,
     0, 0, 0, 0, 60000, 60000, '${teamId}' || n, now(), now()
   ${all}`,
    `insert into trip_item_claims (trip_item_id, invoice_id, amount_cents, paid_cents, is_issued)
   select ${item}, ${invoice}, 15000, 15000, true
   ${itemsOfAll} where not (${isOpen} and k = 1)`,
    ...(['start', 'end'] as const).map(
      (end) => `insert into list_counts (team_id, mode, list, bucket, count)
   select team_id, mode, 'trips_by_${end}', ${end}s_on || case when has_open then ' open' else '' end, count(*)
   from trips where team_id = '${teamId}' group by 1, 2, 4`,
    ),
  ]
}
