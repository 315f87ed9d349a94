// The flush: a transaction's last statement. It stores events with their deliveries, new jobs, completed jobs, the audit
// entry and the response to be remembered in one round trip, and locks the rows that a whole team shares.
import { namedStatement, onlyRow, type Queryable } from '../db/db.ts'
import { clockOf, DELIVER, deliveryQueues, insertJobs } from '../jobs/jobs.ts'
import type { Owner } from '../values/owner.ts'
import { type Actor, actorText, appendEntry, type Change, entryValues } from './audit.ts'
import { type IdempotencyHost, type RenderedResponse, responseContext } from './idempotency.ts'

/** What a transaction collects for its flush. */
export interface Outbox {
  events: {
    id: string
    type: string
    objectId: string | null
    payload: EventPayload
    /** The personal part, encrypted. */
    personal: Buffer | null
  }[]
  jobs: { type: string; key: string; queue: string; runAt: Date; payload: string }[]
  /** Jobs that this transaction completes, fenced by their claims. */
  done: { id: bigint; type: string; key: string; claim: bigint }[]
  /** Changes of how many rows a list has, by bucket. */
  counts: { list: string; bucket: string; change: number }[]
  /** Changes of money, access, settings and records: one entry of the audit log. */
  changes: Change[]
}

/** The JSON of an event before and after its time. The flush writes the time, as the team's counter decides it. */
export interface EventPayload {
  readonly beforeTime: string
  readonly afterTime: string
}

/** The payload with the fields of `first`, then `created_at`, then the fields of `rest`. Neither may be empty. */
export function eventPayload(first: object, rest: object): EventPayload {
  return {
    beforeTime: `${JSON.stringify(first).slice(0, -1)},"created_at":"`,
    afterTime: `",${JSON.stringify(rest).slice(1)}`,
  }
}

/** Another process has claimed this job, as ours was taken for dead: the transaction must roll back. */
export class JobLost extends Error {}

interface FlushedTx extends Queryable {
  readonly owner: Owner
  readonly now: Date
  readonly recordedAt: Date
  readonly by: Actor
  readonly outbox: Outbox
  /** Commits with the statement. */
  readonly last: Queryable
}

type KeyedResponse = RenderedResponse & { key: string }

interface Ending {
  response: KeyedResponse | undefined
  /** Whether this transaction responds to a request, with a key or without. */
  isResponding: boolean
  /** Continues in the jobs that this transaction adds. */
  trace: string | null
}

interface Flushed {
  jobsAdded: boolean
  isResponseStored: boolean
}

/** The worker polls each second, so a job that is due later needs no signal. */
const SOON_MS = 1_000

export async function flush(tx: FlushedTx, host: IdempotencyHost, ending: Ending): Promise<Flushed> {
  const { by, recordedAt } = tx
  const { done, changes } = tx.outbox
  const { response, isResponding, trace } = ending
  const isAudited = changes.length > 0 || (isResponding && by.always !== undefined)
  const parts = partsOf({ ...tx.outbox, responses: response === undefined ? [] : [response] }, isAudited)
  if (parts.length === 0) return { jobsAdded: false, isResponseStored: false }
  refuseRescheduling(tx.outbox)
  const entry = isAudited ? entryValues(by, changes, recordedAt) : {}
  // A lost claim shows in the result of the statement, so the statement must not commit yet.
  const db = done.length > 0 ? tx : tx.last
  const written = onlyRow(await flushOf(parts)(db, { ...valuesOf(tx, host, response), trace, ...entry }))
  const { jobs = 0, deliveries = 0, responses = 0 } = written
  if ((written.done ?? 0) !== done.length) throw new JobLost()
  const isDueSoon = deliveries > 0 || (jobs > 0 && tx.outbox.jobs.some(({ runAt }) => isSoon(runAt, tx.now)))
  return { jobsAdded: isDueSoon, isResponseStored: responses === 1 }
}

/** In one statement the completed row still conflicts with the new one, so the new job would be lost. */
function refuseRescheduling({ jobs, done }: Outbox): void {
  for (const { type, key } of done) {
    if (jobs.some((job) => job.type === type && job.key === key)) {
      throw new Error(
        `${type} ${key} is finished and scheduled again in one transaction; give the new job a new key`,
      )
    }
  }
}

function isSoon(runAt: Date, now: Date): boolean {
  return runAt.getTime() - now.getTime() < SOON_MS
}

// Events take the next numbers of their team and mode. Without a counter they would have none, which is refused. The
// times never decrease with the numbers: an event that another one overtook gets the time of that event.
const EVENTS = `
  counter as (
    update team_counters set event_sequence = event_sequence + cardinality(:eventIds::text[]),
      last_event_at = greatest(last_event_at, :now::timestamptz)
    where team_id = :teamId and mode = :mode
    returning event_sequence - cardinality(:eventIds::text[]) as before, last_event_at as at
  ), new_events as (
    insert into events (id, team_id, mode, sequence, type, payload, personal, object_id, actor, created_at)
    select e.id, :teamId, :mode, counter.before + e.n, e.type,
      e.before_time || to_char(counter.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || e.after_time,
      e.personal, e.object_id, :eventActor, counter.at
    from unnest(:eventIds::text[], :eventTypes::text[], :eventsBeforeTime::text[], :eventsAfterTime::text[],
      :eventPersonal::bytea[], :eventObjects::text[])
      with ordinality as e (id, type, before_time, after_time, personal, object_id, n) left join counter on true
    returning id, type
  )`

/** Each event has a delivery for every webhook that subscribed to it; for a disabled webhook it is skipped. */
const DELIVERIES = `
  new_deliveries as (
    -- An id like every other: the time of its event, and a digest that no two deliveries share.
    insert into deliveries (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
    select 'dlv_' || substr(e.id, 5, 10) || substr(md5(e.id || w.id), 1, 16), w.id, e.id, e.type,
      case when w.active then 'waiting' else 'skipped' end, case when w.active then :now::timestamptz end, :now
    from new_events e join webhooks w on w.team_id = :teamId and w.mode = :mode and w.deleted_at is null
      and (w.events @> array[e.type] or w.events @> array['*'])
    returning id, webhook_id, status
  )`

/** Values of every job that a transaction adds. */
const OWN = { clock: ':clock', teamId: ':teamId', mode: ':mode', now: ':now', trace: ':trace::text' }

/** Each delivery is a job in its webhook's queue. */
const DELIVERY_JOBS = `
  delivery_jobs as (${insertJobs(
    {
      ...OWN,
      type: ':deliver',
      key: 'id',
      queue: ':deliveryQueues || webhook_id',
      runAt: ':now',
      payload: "'null'",
    },
    `from new_deliveries where status = 'waiting'`,
  )}
    returning 1
  )`

const otherJobs = (condition: string) => `
  new_jobs as (${insertJobs(
    { ...OWN, type: 'j.type', key: 'j.key', queue: 'j.queue', runAt: 'j.run_at', payload: 'j.payload' },
    `from unnest(:jobTypes::text[], :jobKeys::text[], :jobQueues::text[], :jobTimes::timestamptz[],
      :jobPayloads::text[]) as j (type, key, queue, run_at, payload) where ${condition}`,
  )}
    on conflict (type, key) do nothing
    returning 1
  )`

const finishedJobs = (condition: string) => `
  done as (
    delete from job_claims
    where job_id = any(:doneIds::bigint[]) and claim = any(:doneClaims::bigint[]) and ${condition}
    returning job_id
  ), finished as (
    delete from jobs where id = any(array(select job_id from done))
  )`

/** The first response to a key counts: a stored one is never replaced. */
const rememberedResponse = (condition: string) => `
  response as (
    update idempotency_keys set status = :responseStatus, body = :responseBody
    where team_id = :teamId and mode = :mode and key = :responseKey and body is null and ${condition}
    returning 1
  )`

const changedCounts = (condition: string) => `
  counted as (
    insert into list_counts (team_id, mode, list, bucket, count)
    select :teamId, :mode, c.list, c.bucket, sum(c.change)
    from unnest(:lists::text[], :buckets::text[], :changes::int[]) as c (list, bucket, change)
    where ${condition}
    group by c.list, c.bucket having sum(c.change) <> 0 order by c.list, c.bucket
    on conflict (team_id, mode, list, bucket) do update set count = list_counts.count + excluded.count
    returning 1
  )`

interface Part {
  /** The SQL; `condition` is true once the parts before have taken their locks. */
  text(condition: string): string
  /** The queries within it that take locks. */
  readonly locks: readonly string[]
  /** The name of the count of rows that a query within it wrote. Only counts that matter: each costs time. */
  readonly counted?: readonly [name: keyof Written, query: string]
}

/** How many rows were written, by the parts that the statement has. */
interface Written {
  deliveries?: number
  jobs?: number
  done?: number
  responses?: number
}

// All flushes lock in this order, so that two of one team cannot wait for each other: the counter of events, jobs,
// the idempotency key, the totals of lists, the chain of the audit log.
const PARTS = {
  events: {
    text: () => [EVENTS, DELIVERIES, DELIVERY_JOBS].join(','),
    locks: ['counter', 'delivery_jobs'],
    counted: ['deliveries', 'delivery_jobs'],
  },
  jobs: { text: otherJobs, locks: ['new_jobs'], counted: ['jobs', 'new_jobs'] },
  done: { text: finishedJobs, locks: ['done'], counted: ['done', 'done'] },
  responses: { text: rememberedResponse, locks: ['response'], counted: ['responses', 'response'] },
  counts: { text: changedCounts, locks: ['counted'] },
  audited: {
    text: (condition) => appendEntry(`c.team_id = :teamId and c.mode = :mode and ${condition}`),
    locks: [],
  },
} as const satisfies Record<string, Part>

type PartName = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as PartName[]

/** The parts that the transaction has rows for. A part without rows would still cost the database time. */
function partsOf(
  rows: Record<Exclude<PartName, 'audited'>, readonly unknown[]>,
  isAudited: boolean,
): PartName[] {
  return PART_NAMES.filter((name) => (name === 'audited' ? isAudited : rows[name].length > 0))
}

type Values = Readonly<Record<string, unknown>>
type Flush = ReturnType<typeof namedStatement<Written, Values>>

const flushes = new Map<string, Flush>()
/** Every combination of parts is a statement of its own. */
export const FLUSHES_MAX = 2 ** PART_NAMES.length - 1

function flushOf(names: readonly PartName[]): Flush {
  const key = names.join()
  const known = flushes.get(key)
  if (known !== undefined) return known
  const statement = namedStatement<Written, Values>(textOf(names.map((name) => PARTS[name])))
  flushes.set(key, statement)
  return statement
}

/** Marks the statement for a reader of the database's statements, whatever its parts. */
const MARK = '/* flush */'
/** The team's id, also if no part names the team. */
const WHOSE = ':teamId::text as team_id'

function textOf(parts: readonly Part[]): string {
  const texts = parts.map(({ text }, index) => text(afterLocks(parts[index - 1]?.locks ?? [])))
  const counts = parts.flatMap(({ counted }) =>
    counted === undefined ? [] : [`(select count(*) from ${counted[1]})::int as ${counted[0]}`],
  )
  return `${MARK} with ${texts.join(',')} select ${[...counts, WHOSE].join(', ')}`
}

/** A condition that is always true. The database must run these queries before it can know that. */
function afterLocks(queries: readonly string[]): string {
  if (queries.length === 0) return 'true'
  return queries.map((query) => `(select count(*) from ${query}) >= 0`).join(' and ')
}

function valuesOf(
  { owner, now, by, outbox }: FlushedTx,
  { secretBox }: IdempotencyHost,
  response: KeyedResponse | undefined,
) {
  const { events, jobs, done, counts } = outbox
  return {
    ...owner,
    now,
    clock: clockOf(owner),
    eventIds: events.map(({ id }) => id),
    eventTypes: events.map(({ type }) => type),
    eventsBeforeTime: events.map(({ payload }) => payload.beforeTime),
    eventsAfterTime: events.map(({ payload }) => payload.afterTime),
    eventPersonal: events.map(({ personal }) => personal),
    eventObjects: events.map(({ objectId }) => objectId),
    eventActor: actorText(by),
    deliver: DELIVER,
    deliveryQueues: deliveryQueues(owner),
    jobTypes: jobs.map(({ type }) => type),
    jobKeys: jobs.map(({ key }) => key),
    jobQueues: jobs.map(({ queue }) => queue),
    jobTimes: jobs.map(({ runAt }) => runAt),
    jobPayloads: jobs.map(({ payload }) => payload),
    doneIds: done.map(({ id }) => id),
    doneClaims: done.map(({ claim }) => claim),
    responseKey: response?.key ?? null,
    responseStatus: response?.status ?? null,
    responseBody:
      response === undefined ? null : secretBox.encrypt(response.body, responseContext(owner, response.key)),
    lists: counts.map(({ list }) => list),
    buckets: counts.map(({ bucket }) => bucket),
    changes: counts.map(({ change }) => change),
  }
}
