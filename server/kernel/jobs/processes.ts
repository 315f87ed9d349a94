// Heartbeats of processes, and the release of jobs that dead processes held. The database's clock decides, as the
// clocks of several machines differ, and a test's clock stands still.
import cluster from 'node:cluster'
import { hostname } from 'node:os'
import { onlyRow, type Queryable, statement } from '../db/db.ts'

export const BEAT_EVERY_MS = 3_000
const DEAD_AFTER_MS = 10_000

const upsertBeat = statement(`
  insert into processes (id, description, clock_offset_ms, untrusted_proxy, beat_at)
  values ($1, $2, $3, $4, clock_timestamp())
  on conflict (id) do update set beat_at = clock_timestamp(), description = excluded.description,
    clock_offset_ms = excluded.clock_offset_ms, untrusted_proxy = excluded.untrusted_proxy`)

export async function beat(db: Queryable, process: AliveProcess): Promise<void> {
  const { id, description, clock_offset_ms, untrusted_proxy } = process
  await upsertBeat(db, id, description, clock_offset_ms, untrusted_proxy)
}

export interface AliveProcess {
  id: string
  description: string
  /** By how much its machine's clock is ahead of the database's; null if not measured. */
  clock_offset_ms: number | null
  /** It got forwarded headers that it may not trust. */
  untrusted_proxy: boolean
}

const selectAlive = statement<AliveProcess>(`
  select id, description, clock_offset_ms, untrusted_proxy from processes
  where not $1 and beat_at >= clock_timestamp() - $2 * interval '1 millisecond' order by id`)

/** The processes with a recent heartbeat. With `alone` every other process is known to be dead. */
export async function aliveProcesses(db: Queryable, alone: boolean): Promise<AliveProcess[]> {
  return selectAlive(db, alone, DEAD_AFTER_MS)
}

/** A process's description: its role, its number, and its parent's number if it has one. */
export const describe = (role: 'all' | 'api' | 'worker'): string =>
  `${role} ${process.pid}${cluster.isWorker ? ` of parent ${process.ppid} on ${hostname()}` : ''}`

/** The description of a parent, which only supervises other processes. */
export const describeParent = (running: number, wanted: number): string =>
  `parent ${process.pid} of ${running}/${wanted} on ${hostname()}`

export const runsJobs = (description: string): boolean => /^(?:all|worker) /.test(description)

/** Whether this describes a parent that has lost some of its processes. */
export function lacksProcesses(description: string): boolean {
  const [, running, wanted] = /^parent \d+ of (\d+)\/(\d+)/.exec(description) ?? []
  return running !== wanted
}

/** Parents without a heartbeat of their own: a parent that hangs passes no connections to its processes. */
export function missedParents(descriptions: readonly string[]): string[] {
  const heard = descriptions.map((text) => text.replace(/^(parent \d+) of \d+\/\d+/, '$1'))
  const named = descriptions.flatMap((text) => / of (parent \d+ on .+)$/.exec(text)?.[1] ?? [])
  return [...new Set(named)].filter((parent) => !heard.includes(parent))
}

const anyWorker = statement<{ alive: boolean }>(`
  select exists (select from processes
    where description ~ '^(all|worker) ' and beat_at > clock_timestamp() - $1 * interval '1 millisecond') as alive`)

/** Whether any process runs jobs. */
export async function isWorkerAlive(db: Queryable): Promise<boolean> {
  return (await anyWorker(db, DEAD_AFTER_MS))[0]?.alive === true
}

const release = statement<{ freed: number }>(`
  with gone as (
    delete from processes where id <> $1 and ($2 or beat_at < clock_timestamp() - $3 * interval '1 millisecond')
  ), alive as (
    select id from processes where id = $1 or (not $2 and beat_at >= clock_timestamp() - $3 * interval '1 millisecond')
  ), clocks_freed as (
    update clocks set advancing_by = null
    where advancing_by is not null and advancing_by not in (select id from alive)
  ), claims_freed as (
    delete from job_claims where process_id not in (select id from alive) returning job_id
  ), jobs_freed as (
    -- A run that ended its process counts as an attempt, so that such a job does not run forever.
    update jobs set attempts = attempts + 1 where id = any(array(select job_id from claims_freed))
  )
  select count(*)::int as freed from claims_freed`)

/** Frees clocks and jobs of dead processes, and returns how many jobs. With `alone` all other processes are dead. */
export async function releaseDead(db: Queryable, id: string, alone: boolean): Promise<number> {
  return onlyRow(await release(db, id, alone, DEAD_AFTER_MS)).freed
}

const silence = statement(`update processes set beat_at = '-infinity' where id = $1`)

/** Marks a process that was seen to end, so that the others free its jobs at their next beat. */
export async function declareDead(db: Queryable, id: string): Promise<void> {
  await silence(db, id)
}

const remove = statement(`
  with gone as (delete from processes where id = $1)
  delete from job_claims where process_id = $1`)

/** Removes a process and frees its claims at once. */
export async function leave(db: Queryable, id: string): Promise<void> {
  await remove(db, id)
}

const selectClaims = statement<{ claim: bigint }>('select claim from job_claims where process_id = $1')

/** The claims that the database has for this process. */
export async function claimsOf(db: Queryable, id: string): Promise<bigint[]> {
  return (await selectClaims(db, id)).map(({ claim }) => claim)
}

const freeSome = statement('delete from job_claims where process_id = $1 and claim = any($2::bigint[])')

export async function freeClaims(db: Queryable, id: string, claims: bigint[]): Promise<void> {
  await freeSome(db, id, claims)
}
