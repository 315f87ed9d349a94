// The first page of bookings with its total, of a team with 100,000 bookings over one with 1,000, in turns. The totals
// without a filter and by status are maintained; other totals are counted.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { encryptPassengers } from '../server/features/bookings/passengers.ts'
import { type BookingFilter, readBookings } from '../server/features/bookings/read-bookings.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import type { World } from '../server/features/world.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { median } from './side-by-side.ts'

const FEW = 1_000
const MANY = 100_000
/** Inserted at once, well within the time limit of a statement. */
const CHUNK = 10_000
const ROUNDS = 60
const WARM_UP_ROUNDS = 10
const PAGE = { page: 1, limit: 20, offset: 0 }

const FILTERS: readonly [name: string, filter: BookingFilter][] = [
  ['unfiltered', {}],
  ['by status', { status: 'ticketed' }],
  ['of a month', { times: { created_at: { from: new Date('2026-03-01'), until: new Date('2026-04-01') } } }],
  ['by passenger', { search: 'Conceição 777' }],
]

export interface ListGrowth {
  name: string
  times: number
  milliseconds: number
}

export async function benchBookingList(dataDir: string): Promise<ListGrowth[]> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    const [few, many] = [await filled(world, FEW), await filled(world, MANY)]
    await asOwner(dataDir, 'vacuum analyze bookings, clients, list_counts')
    const growths: ListGrowth[] = []
    for (const [name, filter] of FILTERS) {
      const take = async (teamId: string) => {
        const start = performance.now()
        const { total } = await readBookings(world.pool, { teamId, mode: 'live' }, filter, PAGE)
        if (total === 0) throw new Error(`no bookings ${name}`)
        return performance.now() - start
      }
      const pairs: [number, number][] = []
      for (let round = 0; round < ROUNDS; round++) pairs.push([await take(few), await take(many)])
      const counted = pairs.slice(WARM_UP_ROUNDS)
      const milliseconds = median(counted.map(([, large]) => large))
      growths.push({
        name,
        times: milliseconds / median(counted.map(([small]) => small)),
        milliseconds,
      })
    }
    return growths
  } finally {
    await close()
  }
}

export async function filled(world: World, count: number): Promise<string> {
  const { team } = await createTeam(world, { name: `Bench ${count}`, email: 'bench@example.com' })
  await fillBookings(world, team.id, count)
  return team.id
}

/** Rows like the service's, inserted in bulk over the year 2026, with their counts. */
export async function fillBookings({ pool, secretBox }: World, teamId: string, count: number): Promise<void> {
  await pool.query(
    `insert into clients (id, team_id, mode, client_type, full_name, email, is_active, search_text, search_tax_ids,
       match_key, created_at, updated_at)
     select gen_random_uuid(), $1, 'live', 'individual', 'João Conceição ' || n, 'cliente@example.com', true, '', '',
       'x' || n, now(), now() from generate_series(1, 100) n`,
    [teamId],
  )
  for (let from = 0; from < count; from += CHUNK)
    await insertBookings({ pool, secretBox }, teamId, { from, to: Math.min(from + CHUNK, count), count })
  await pool.query(
    `insert into list_counts (team_id, mode, list, bucket, count)
     select team_id, mode, 'bookings', status, count(*) from bookings where team_id = $1 group by 1, 2, 4`,
    [teamId],
  )
}

async function insertBookings(
  { pool, secretBox }: Pick<World, 'pool' | 'secretBox'>,
  teamId: string,
  { from, to, count }: Record<'from' | 'to' | 'count', number>,
): Promise<void> {
  const ids = Array.from(
    { length: to - from },
    (_, index) => `ord_${count}_${String(from + index + 1).padStart(9, '0')}`,
  )
  const passengers = ids.map((id) => encryptPassengers(secretBox, { id, passengers: '[]' }))
  await pool.query(
    `insert into bookings (id, team_id, mode, type, status, client_id, offer_id, supplier, booking_reference,
       wallet_cents, client_cents, total_cents, base_cents, tax_cents, currency, rate, origin, destination,
       departure_date, airline, search_text, slices, documents, content, passengers, created_at, synced_at,
       updated_at, simulated)
     select booked.id, $1, 'live', 'hold',
       (array['pending', 'ticketed', 'ticketed', 'cancelled', 'expired'])[1 + n % 5], c.ids[1 + n % 100], 'off_x',
       'simulated', 'AB' || n, 100000, 100000, 100000, 90000, 10000, 'BRL', 1, 'GRU', 'SDU', '2026-12-20', 'LATAM',
       'ab' || n || E'\\njoao conceicao ' || n,
       '[{"segments":[{"departing_at":"2026-12-20T' || lpad((n % 24)::text, 2, '0') || ':00:00"}],"more":"'
         || repeat('x', 3000) || '"}]',
       '[]', '{"metadata":{},"more":"' || repeat('y', 1500) || '"}', booked.passengers, at, at, at, true
     from unnest($3::text[], $4::bytea[]) with ordinality as booked (id, passengers, place)
     cross join lateral (select $5::int + place as n) numbered
     cross join lateral (
       select timestamptz '2026-01-01' + n * (interval '365 days' / $2::int) as at) t
     cross join (select array_agg(id) as ids from clients where team_id = $1) c`,
    [teamId, count, ids, passengers, from],
  )
}
