// Fills the tables of all teams, one statement for each table, and reports duration and size.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import { encryptPassengers } from '../server/features/bookings/passengers.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import type { World } from '../server/features/world.ts'
import type { Grown } from './grow-lists.ts'
import { FILLINGS } from './grow-tables.ts'

export interface Measured extends Grown {
  readonly key: string
}

export type GrownTeams = Readonly<Record<'small' | 'large', Measured>>

interface Filled {
  readonly crowd: number
  readonly events: number
  readonly sizes: Readonly<Record<'small' | 'large', number>>
  /** The file that stores the two measured teams. */
  readonly kept: string
  readonly wasFilled: boolean
  /** Tables in which the other teams have rows; null is all. */
  readonly tables: readonly string[] | null
  readonly say: (line: string) => void
}

/** As the owner of the tables, who may disable the triggers of append-only tables. */
export async function fillAll(owner: pg.Client, world: World, wanted: Filled): Promise<GrownTeams> {
  const { kept, sizes, say } = wanted
  if (wanted.wasFilled && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const start = performance.now()
  const keys = { small: '', large: '' }
  await owner.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'`)
  await owner.query(`create temp table grow (number int, team_id text, events int, clients int, is_measured boolean,
    wallet_id int, chain_id int, webhook_id text)`)
  for (const [number, name] of (['small', 'large'] as const).entries()) {
    const { team, secrets } = await createTeam(world, { name, email: 'bench@example.com' })
    keys[name] = secrets.live
    await owner.query('insert into grow values ($1, $2, $3, $3, true)', [number + 1, team.id, sizes[name]])
  }
  await addCrowd(owner, wanted.crowd, Math.floor(wanted.events / Math.max(1, wanted.crowd)))
  for (const { table, share, columns, select } of FILLINGS) {
    const began = performance.now()
    const ofCrowd = wanted.tables === null || wanted.tables.includes(table) ? share : 0
    const addIndexes = await takeIndexes(owner, table)
    const { rowCount } = await owner.query(
      `insert into ${table} (${columns}) select ${select} from grow t
       cross join lateral (
         select case when is_measured then events else ceil(events * ${ofCrowd}::float8)::int end as many) s
       cross join lateral generate_series(1, s.many) n
       cross join lateral (select now() - interval '365 days' + n * (interval '364 days' / s.many) as at) a`,
    )
    for (const text of addIndexes) await owner.query(text)
    const { rows } = await owner.query(`select floor(pg_total_relation_size('${table}') / 1048576) as mb`)
    const seconds = (performance.now() - began) / 1000
    const each = (Number(rows[0].mb) * 1_048_576) / (rowCount ?? 1)
    say(
      `${table}: ${rowCount} rows in ${seconds.toFixed(1)} s, ${rows[0].mb} MB, ${each.toFixed(0)} bytes each`,
    )
  }
  await addTravellers(owner, world)
  for (const text of COUNTS) await owner.query(text)
  await owner.query('vacuum analyze')
  const { rows } = await owner.query(`select pg_database_size(current_database()) / 1048576 as mb`)
  say(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s: ${rows[0].mb} MB`)
  const measured = async (name: 'small' | 'large'): Promise<Measured> => {
    const number = name === 'small' ? 1 : 2
    const found = await owner.query('select webhook_id, team_id from grow where number = $1', [number])
    return {
      key: keys[name],
      rows: sizes[name],
      webhookId: found.rows[0].webhook_id,
      clientId: `${String(number).padStart(8, '0')}-0001-7000-8000-000000000008`,
      invoiceId: `${String(number).padStart(8, '0')}-0004-7000-8000-000000000009`,
      bookingId: (
        await owner.query('select id from bookings where team_id = $1 limit 1', [found.rows[0].team_id])
      ).rows[0].id,
    }
  }
  const teams = { small: await measured('small'), large: await measured('large') }
  writeFileSync(kept, JSON.stringify(teams))
  return teams
}

const TRAVELLERS = JSON.stringify([{ given_name: 'João', family_name: 'Conceição' }])

/** Encrypts the travellers of bookings in the departures report. */
async function addTravellers(owner: pg.Client, { secretBox }: World): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select b.id from bookings b join grow t on t.team_id = b.team_id
     where t.is_measured and b.departure_date >= current_date - 1`,
  )
  await owner.query(
    `update bookings b set passengers = s.passengers
     from unnest($1::text[], $2::bytea[]) as s (id, passengers) where b.id = s.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ id }) => encryptPassengers(secretBox, { id, passengers: TRAVELLERS })),
    ],
  )
}

/** Indexes without a constraint are created after all rows: it takes a third of the time. */
async function takeIndexes(owner: pg.Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ text }) => text)
}

/** Teams like the small one, with their initial rows and a webhook each. */
async function addCrowd(owner: pg.Client, crowd: number, events: number): Promise<void> {
  const ids = `(
    select 2 + n as number, 'team_' || lpad((2 + n)::text, 26, '0') as id from generate_series(1, $1::int) n) g`
  await owner.query(
    `insert into teams select (jsonb_populate_record(t, jsonb_build_object('id', g.id))).*
     from teams t join grow on grow.team_id = t.id and number = 1 cross join ${ids}`,
    [crowd],
  )
  await owner.query(
    `insert into grow select g.number, g.id, $2::int, greatest(1, ceil($2 * 0.02::float8)::int), false from ${ids}`,
    [crowd, events],
  )
  const begun = `from grow cross join (values ('live'), ('test')) as m (mode) where not is_measured`
  await owner.query(`insert into team_counters (team_id, mode) select team_id, mode ${begun}`)
  await owner.query(
    `insert into clocks (id) select team_id from grow where not is_measured on conflict do nothing`,
  )
  await owner.query(`insert into audit_chains (team_id, mode) select team_id, mode ${begun}`)
  await owner.query(`insert into wallets (team_id, mode, balance_cents)
    select team_id, mode, case mode when 'live' then 0 else 500000 end ${begun}`)
  await owner.query(`insert into webhooks (id, team_id, mode, url, url_key, events, secret, created_at, updated_at)
    select 'wh_0' || lpad(number::text, 25, '0'), team_id, 'live', 'https://example.com/' || number, number::text,
      '{*}', '\\x00', now(), now() from grow`)
  await owner.query(`update grow set
    wallet_id = (select id from wallets w where w.team_id = grow.team_id and w.mode = 'live'),
    chain_id = (select id from audit_chains c where c.team_id = grow.team_id and c.mode = 'live'),
    webhook_id = (select id from webhooks h where h.team_id = grow.team_id)`)
  // Initial entries are in the log already; new rows are numbered from 1.
  await owner.query(`delete from audit_entries where chain_id in (select chain_id from grow)`)
  await owner.query('analyze grow')
}

/** Derived rows: the counters, and the totals of lists. */
const list = (
  table: string,
  bucket: string,
  name = table,
) => `insert into list_counts (team_id, mode, list, bucket, count)
  select team_id, mode, '${name}', ${bucket}, count(*) from ${table} group by 1, 2, 4`
const tripBucket = (day: string) =>
  `case when cancelled then 'cancelled' else coalesce(${day}::text, 'undated') end || case when has_open then ' open' else '' end`
const COUNTS = [
  `update team_counters c set event_sequence = e.last, last_event_at = e.at
   from (select team_id, mode, max(sequence) as last, max(created_at) as at from events group by 1, 2) e
   where e.team_id = c.team_id and e.mode = c.mode`,
  `update wallets set lines = seq, credits = l.credits, debits = seq - l.credits, credits_cents = l.credits_cents,
     debits_cents = l.debits_cents, balance_cents = balance_after_cents, last_at = created_at
   from (select distinct on (wallet_id) * from wallet_lines order by wallet_id, seq desc) l
   where wallets.id = l.wallet_id`,
  `update audit_chains c set entries = e.seq, head = e.hash
   from (select distinct on (chain_id) * from audit_entries order by chain_id, seq desc) e where e.chain_id = c.id`,
  list('bookings', 'status'),
  list('invoices', "status || ' ' || payment_status"),
  list('quotes', 'status'),
  list('recurring_invoices', 'status'),
  list('trips', tripBucket('starts_on'), 'trips_by_start'),
  list('trips', tripBucket('ends_on'), 'trips_by_end'),
  list('recharges', 'status'),
  list('mails', 'status'),
  list('messages', "'all'"),
  list('erasures', "'all'"),
  list('clients', "client_type || case when is_active then ' active' else ' inactive' end"),
  `insert into tags (team_id, mode, booking_id, tag)
   select team_id, mode, id, 'vip' from bookings where right(id, 2) = '07'`,
  `insert into tags (team_id, mode, client_id, tag)
   select team_id, mode, id, 'vip' from clients where right(id::text, 2) = '07'`,
]
