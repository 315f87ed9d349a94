// The quick, read-only checks that operators see while the installation runs.

import type { InstallationFinding } from '../../../contract/installation.ts'
import * as jobs from '../../features/bookings/jobs.ts'
import { recentLateCancellations } from '../../features/bookings/late-cancellations.ts'
import { awaitsTickets, BOOKING_MOVES, HIDDEN_STATES } from '../../features/bookings/states.ts'
import {
  CLOCK_ADVICE,
  type CodedFinding,
  coded,
  judgeClock,
  numberOf,
  offsetText,
  ok,
  problem,
  warning,
} from '../../features/readiness/readiness.ts'
import { lowBuckets } from '../../features/teams/bucket-store.ts'
import { STORAGE_BUCKETS } from '../../features/teams/storage-quota.ts'
import { awaitsReview, HELD_MOVES } from '../../features/wallet/states.ts'
import type { World } from '../../features/world.ts'
import { onlyRow, statement, textList } from '../../kernel/db/db.ts'
import { aliveProcesses, lacksProcesses, missedParents, runsJobs } from '../../kernel/jobs/processes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { idTime } from '../../kernel/values/ids.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { PROXY_ADVICE } from '../http/forwarding.ts'
import type { CheckContext, QuickCheck } from './check.ts'

// Bookings that wait for a reply of their carrier: a scheduled job resolves most, a stuck booking needs a
// person.

export const DOUBT_CHECK: QuickCheck = { name: 'bookings in doubt', run: checkDoubt }

const NAMED_MAX = 5
const IN_DOUBT = textList([...HIDDEN_STATES, ...statesThat(BOOKING_MOVES, awaitsTickets)])
const ASKING_KINDS = [
  jobs.settleHoldJob,
  jobs.issueTicketsJob,
  jobs.cancelOrderJob,
  jobs.syncBookingJob,
  jobs.acceptChangeJob,
].map(({ type }) => type)

/** By the index, as every ticketed booking has a job too: the key of each begins with the id of its booking. */
const selectInDoubt = statement<{ id: string; asked: boolean }>(`
  select b.id, exists (select from jobs j where j.state = 'waiting' and j.type = any($1)
    and j.key >= b.id || ' ' and j.key < b.id || '!') as asked
  from bookings b where b.status in ${IN_DOUBT} or b.cancelling order by b.id`)

async function checkDoubt({ client }: CheckContext): Promise<CodedFinding> {
  const rows = await selectInDoubt(client, ASKING_KINDS)
  const stuck = rows.filter(({ asked }) => !asked)
  const [first] = stuck.length > 0 ? stuck : rows
  if (first === undefined) return coded('none_in_doubt', ok('no booking waits for its carrier'))
  // The id contains its creation time, in real time.
  const since = isoTimestamp(idTime(first.id))
  const count = stuck.length || rows.length
  const bookings = numberOf(count, 'booking')
  if (stuck.length === 0)
    return coded('in_doubt', ok(`${bookings} on the way at the carrier, the first made at ${since}`), {
      count,
      since,
    })
  const names = stuck
    .slice(0, NAMED_MAX)
    .map(({ id }) => id)
    .join(', ')
  const left = warning(
    `${bookings} in doubt that no job asks the carrier about, the first made at ${since} (${names})`,
    'Run "npx embarque work retry all"; what stays is to be looked up at the carrier, by its id.',
  )
  return coded('stuck', left, { count, since, names })
}

// Checks the banks of the wallets, payments that wait for a person, and simulated payments.

export const MONEY_CHECKS: readonly QuickCheck[] = [
  { name: 'held payments', run: checkHeldPayments },
  { name: 'late cancellations', run: checkLateCancellations },
  { name: 'simulated money', run: checkSimulatedMoney },
]

const sumHeld = statement<{ count: number; amount: string }>(`
  select count(*)::int as count, (coalesce(sum(amount_cents), 0) / 100)::numeric(20, 2)::text as amount
  from held_payments where mode = 'live' and status in ${textList(statesThat(HELD_MOVES, awaitsReview))}`)

async function checkHeldPayments({ client }: CheckContext): Promise<CodedFinding> {
  const { count, amount } = onlyRow(await sumHeld(client))
  if (count === 0) return coded('none_held', ok('no payment waits for a review'))
  const waiting = warning(
    `${numberOf(count, 'payment')} of ${amount} BRL in all held, and not credited`,
    'Look each up at the bank, then accept or refuse it with "npx embarque payments review".',
  )
  return coded('held', waiting, { count, amount })
}

/** The wallets have the money back, so a person must settle these with the carrier. */
async function checkLateCancellations({ client, wall }: CheckContext): Promise<CodedFinding> {
  const found = await recentLateCancellations(client, wall.now())
  const count = found.length
  if (count === 0) return coded('none_late_cancelled', ok('no carrier kept anything of a given-up booking'))
  const names = found
    .slice(0, NAMED_MAX)
    .map(({ booking_id, outcome }) => `${booking_id}: ${outcome}`)
    .join(', ')
  const kept = warning(
    `${numberOf(count, 'booking')} given up in 30 days, with an order or a penalty that the carrier kept (${names})`,
    'Look each up at the supplier by its id, and settle it there: the wallet has its money back already.',
  )
  return coded('late_cancelled', kept, { count, names })
}

interface Simulated {
  wallet: string
  cents: string
  counted: string
}

const selectSimulated = statement<Simulated>(`
  select w.team_id as wallet, w.simulated_cents::text as cents, coalesce(l.cents, 0)::text as counted
  from wallets w left join (
    select wallet_id, sum(case type when 'credit' then amount_cents else -amount_cents end) as cents
    from wallet_lines where simulated group by wallet_id) l on l.wallet_id = w.id
  where w.mode = 'live' and (l.wallet_id is not null or w.simulated_cents <> 0) order by w.id`)

async function checkSimulatedMoney({ config, client }: CheckContext): Promise<CodedFinding> {
  const rows = await selectSimulated(client)
  const wrong = rows.filter(({ cents, counted }) => cents !== counted)
  if (wrong.length > 0) {
    const names = wrong.map(({ wallet }) => wallet).join(', ')
    const changed = problem(
      `wallets whose simulated money is not that of their lines: ${names}`,
      'Rows were changed by hand. Restore the last good backup into a new database and compare.',
    )
    return coded('simulated_wrong', changed, { names })
  }
  const { length: count } = rows
  if (count === 0) return coded('simulated_none', ok('no live wallet has ever held any'))
  const text = `${numberOf(count, 'live wallet')} with lines that no real money stands behind`
  if (config.environment !== 'production')
    return coded('simulated_harmless', ok(`${text}; in production they would not count`), { count })
  const there = warning(
    `${text}; they do not count here`,
    'They were made outside production. For a clean start, use a new database; nothing real is lost.',
  )
  return coded('simulated_there', there, { count })
}

// Checks that the service's role has few rights: an attacker inside the service has the same.

export const ROLE_CHECK: QuickCheck = { name: 'database role', run: checkRole }

interface Role {
  name: string
  superuser: boolean
  makes_roles: boolean
  makes_databases: boolean
  replicates: boolean
  owns: boolean
  creates: boolean
  sets_triggers: boolean
}

const selectRole = statement<Role>(`
  select rolname::text as name, rolsuper as superuser, rolcreaterole as makes_roles,
    rolcreatedb as makes_databases, rolreplication or rolbypassrls as replicates,
    exists (select from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')) as owns,
    has_schema_privilege(current_schema(), 'create') as creates,
    case when current_setting('server_version_num')::int >= 150000
      then has_parameter_privilege('session_replication_role', 'set') else rolsuper end as sets_triggers
  from pg_roles where rolname = current_user`)

async function checkRole({ client }: CheckContext): Promise<CodedFinding> {
  const rows = await selectRole(client)
  const role = rows[0]
  if (role === undefined) return coded('role_unnamed', warning('the role has no name', ADVICE))
  const excess = excessOf(role)
  const { name } = role
  if (excess.length === 0)
    return coded('role_small', ok(`${name} owns nothing, and can switch nothing off`), { name })
  const text = `${name} ${excess.join(', ')}: an intruder in the service could rewrite the ledger`
  return coded('role_excessive', warning(text, ADVICE), { name })
}

function excessOf(role: Role): string[] {
  if (role.superuser) return ['is a superuser']
  return [
    ...(role.owns ? ['owns the tables'] : []),
    ...(role.sets_triggers ? ['can switch off triggers'] : []),
    ...(role.creates ? ['can make tables'] : []),
    ...(role.makes_roles ? ['can make roles'] : []),
    ...(role.makes_databases ? ['can make databases'] : []),
    ...(role.replicates ? ['can pass by what guards rows'] : []),
  ]
}

const ADVICE =
  'Create a role that owns nothing, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner (docs/database.md).'

// Checks that the service is alive and runs its jobs.

export const RUNNING_CHECKS: readonly QuickCheck[] = [
  { name: 'processes', run: checkProcesses },
  { name: 'clocks', run: checkClocks },
  { name: 'reverse proxy', run: checkProxy },
  { name: 'overdue work', run: checkOverdueWork },
  { name: 'dead work', run: checkDeadWork },
  { name: 'abandoned work', run: checkAbandonedWork },
  { name: 'test clocks', run: checkTestClocks },
]

async function checkProcesses({ client, alone }: CheckContext): Promise<CodedFinding> {
  const alive = await aliveProcesses(client, alone)
  if (alive.length === 0) return coded('nothing_runs', ok('no service is running on this database'))
  const names = alive.map(({ description }) => description)
  const text = `running: ${names.join(', ')}`
  const values = { names: names.join(', ') }
  const silent = missedParents(names)
  if (silent.length > 0) {
    const advice =
      'A parent that hangs takes no new connections and replaces no process that ends. Kill it (SIGKILL); the others ' +
      'end with it, and whatever keeps the service running starts it again.'
    const finding = problem(`${text}; not to be heard: ${silent.join(', ')}`, advice)
    return coded('parent_silent', finding, { ...values, silent: silent.join(', ') })
  }
  if (names.some(lacksProcesses)) {
    const advice =
      'They may be starting still; one that ended or is stuck is replaced by itself, within a minute, and the log ' +
      'says so ("a process ended", "a process is stuck").'
    return coded('processes_missing', warning(`${text}; some of a parent are missing`, advice), values)
  }
  if (names.some(runsJobs)) return coded('processes_run', ok(text), values)
  const idle = warning(`${text}; none of them runs jobs`, 'Start one with ROLE=worker or ROLE=all.')
  return coded('nobody_works', idle, values)
}

async function checkClocks({ client, alone }: CheckContext): Promise<CodedFinding> {
  const offsets = (await aliveProcesses(client, alone)).map(({ description, clock_offset_ms: ms }) => ({
    state: judgeClock(Math.abs(ms ?? 0)),
    text: offsetText(description, ms ?? 0),
  }))
  const off = offsets.filter(({ state }) => state !== 'ok')
  if (off.length === 0)
    return coded('clocks_agree', ok('no machine of a process is a second or more from the database'))
  const state = off.some((one) => one.state === 'problem') ? 'problem' : 'warning'
  const text = off.map((one) => one.text).join(', ')
  return coded('clocks_differ', { state, text, advice: CLOCK_ADVICE }, { names: text })
}

async function checkProxy({ client, alone }: CheckContext): Promise<CodedFinding> {
  const alive = await aliveProcesses(client, alone)
  if (!alive.some(({ untrusted_proxy }) => untrusted_proxy))
    return coded('proxy_trusted', ok('no request came through a proxy that TRUST_PROXY does not name'))
  const untrusted = warning('requests arrive with X-Forwarded-For, and TRUST_PROXY is 0', PROXY_ADVICE)
  return coded('proxy_untrusted', untrusted)
}

const OVERDUE_MS = 5 * 60_000

interface Counted {
  count: number
}

const selectOverdue = statement<{ count: number; ms: number }>(`
  select count(*)::int as count, coalesce(max(extract(epoch from now - j.run_at)) * 1000, 0)::float8 as ms
  from jobs j join clocks c on c.id = j.clock
  cross join lateral (select $1::timestamptz + c.offset_ms * interval '1 millisecond' as now) t
  where j.state = 'waiting' and j.run_at <= now - $2 * interval '1 millisecond'
    and not exists (select from job_claims where job_id = j.id)`)

async function checkOverdueWork({ client, wall }: CheckContext): Promise<CodedFinding> {
  const { count, ms } = onlyRow(await selectOverdue(client, wall.now(), OVERDUE_MS))
  if (count === 0) return coded('none_overdue', ok('nothing has waited for more than 5 minutes'))
  const minutes = Math.floor(ms / 60_000)
  const late = warning(
    `${numberOf(count, 'job')} should have begun more than 5 minutes ago, the first ${minutes} minutes ago`,
    'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help against load.',
  )
  return coded('overdue', late, { count, minutes })
}

const countDead = statement<Counted>(`select count(*)::int as count from jobs where state = 'dead'`)

async function checkDeadWork({ client }: CheckContext): Promise<CodedFinding> {
  const { count } = onlyRow(await countDead(client))
  if (count === 0) return coded('none_dead', ok('nothing failed for good'))
  const failed = warning(
    `${numberOf(count, 'job')} failed for good`,
    'See why with "npx embarque work list --dead", then run "npx embarque work retry all".',
  )
  return coded('dead', failed, { count })
}

const countAbandoned = statement<Counted>(`
  select count(*)::int as count from job_claims where process_id <> all($1::text[])`)

async function checkAbandonedWork({ client, alone }: CheckContext): Promise<CodedFinding> {
  const { count } = onlyRow(await countAbandoned(client, await idsAlive(client, alone)))
  if (count === 0) return coded('none_abandoned', ok('everything under way belongs to a living process'))
  const text = `held by processes that are gone: ${numberOf(count, 'job')}`
  return coded('abandoned', warning(text, TAKEN_OVER), { count })
}

const countHeldClocks = statement<Counted>(`
  select count(*)::int as count from clocks where advancing_by is not null and advancing_by <> all($1::text[])`)

async function checkTestClocks({ client, alone }: CheckContext): Promise<CodedFinding> {
  const { count } = onlyRow(await countHeldClocks(client, await idsAlive(client, alone)))
  if (count === 0) return coded('no_clock_held', ok('none is held by a process that is gone'))
  const text = `held by processes that are gone: ${numberOf(count, 'clock')}`
  return coded('clocks_held', warning(text, TAKEN_OVER), { count })
}

const TAKEN_OVER =
  'A running service frees this within 10 seconds: start one. If one runs and this stays, restart it.'

async function idsAlive(client: CheckContext['client'], alone: boolean): Promise<string[]> {
  return (await aliveProcesses(client, alone)).map(({ id }) => id)
}

// Names the teams that have almost reached their daily storage, before the disk is full.

export const STORAGE_CHECK: QuickCheck = { name: 'storage', run: checkStorage }

/** The remaining share of a team's daily storage. */
const LEFT_LOW = 0.2

async function checkStorage({ client, config, wall }: CheckContext): Promise<CodedFinding | null> {
  if (config.storedMbPerDay === 0) return null
  const low = await lowBuckets(client, STORAGE_BUCKETS, LEFT_LOW, wall.now())
  const each = `${config.storedMbPerDay} MB a day`
  const values = { count: low.length, megabytes: config.storedMbPerDay }
  if (low.length === 0) return coded('storage_free', ok(`no team is near its ${each}`), values)
  const named = low.slice(0, NAMED_MAX).map((name) => name.slice(STORAGE_BUCKETS.length))
  const full = warning(
    `${numberOf(low.length, 'team')} stored most of ${each} (${named.join(', ')})`,
    'Look at what they send. STORED_MB_PER_DAY says how much each team may store, in each mode.',
  )
  return coded('storage_low', full, { ...values, names: named.join(', ') })
}

const QUICK: readonly QuickCheck[] = [
  ROLE_CHECK,
  ...RUNNING_CHECKS,
  DOUBT_CHECK,
  STORAGE_CHECK,
  ...MONEY_CHECKS,
]

export async function examine({ pool, wall, config }: World): Promise<InstallationFinding[]> {
  const findings: InstallationFinding[] = []
  for (const { name, run } of QUICK) {
    const finding = await run({ config, client: pool, alone: false, wall }).catch((error: Error) =>
      coded('not_checked', problem(error.message, CANNOT_LOOK), { reason: error.message }),
    )
    if (finding === null) continue
    const { state, code, values, text, advice = null } = finding
    findings.push({ check: name, state, code, values, text, advice })
  }
  return findings
}

export const CANNOT_LOOK = 'This check could not be made; the sentence before says why.'
