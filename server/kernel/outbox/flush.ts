// A transaction's last statement: its events with their numbers and deliveries, the due work it causes, the work it
// finishes, its entry in the audit log and the remembered answer, in one round trip. The team's counter and chain are
// locked here, the last of all locks.
import { namedStatement, onlyRow, type Queryable } from '../db/db.ts'
import { clockOf, DELIVER, deliveryQueues, insertJobs } from '../jobs/jobs.ts'
import { type Actor, actorText, appendEntry, type Change, entryValues } from './audit.ts'
import { type Answer, type AnswerHost, answerPlace } from './idempotency.ts'
import type { Owner } from './transaction.ts'

// The text of a flush: the parts that a transaction has something for, and no others. Each part that is there costs
// the database time even where it has nothing to write, so every combination that occurs is a statement of its own.

/**
 * Events take the next numbers of their team and mode. Without a counter they would have none, which is refused. None
 * is earlier than the one before: one that another transaction or process overtook is of that one's time, and says so.
 */
const EVENTS = `
  counter as (
    update team_counters set event_sequence = event_sequence + cardinality(:eventIds::text[]),
      last_event_at = greatest(last_event_at, :now::timestamptz)
    where team_id = :teamId and mode = :mode
    returning event_sequence - cardinality(:eventIds::text[]) as before, last_event_at as at
  ), new_events as (
    insert into events (id, team_id, mode, sequence, type, payload, personal, object_id, actor, created_at)
    select e.id, :teamId, :mode, counter.before + e.n, e.type,
      case when counter.at = :now::timestamptz then e.payload else regexp_replace(e.payload,
        '(?<="created_at":")[^"]*', to_char(counter.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
      e.personal, e.object_id, :eventActor, counter.at
    from unnest(:eventIds::text[], :eventTypes::text[], :eventPayloads::text[], :eventPersonal::bytea[],
      :eventObjects::text[]) with ordinality as e (id, type, payload, personal, object_id, n) left join counter on true
    returning id, type
  )`

/** Each event makes a delivery for every webhook that is subscribed to it; one that is off misses it, visibly. */
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

/** Of every piece that a transaction adds. */
const OWN = { clock: ':clock', teamId: ':teamId', mode: ':mode', now: ':now', trace: ':trace::text' }

/** Each delivery is a piece of due work in its webhook's lane; `webhooks/deliver` does it. */
const DELIVERY_JOBS = `
  delivery_jobs as (${insertJobs(
    {
      ...OWN,
      kind: ':deliver',
      key: 'id',
      lane: ':deliveryQueues || webhook_id',
      runAt: ':now',
      payload: "'null'",
    },
    `from new_deliveries where status = 'waiting'`,
  )}
    returning 1
  )`

const OTHER_JOBS = `
  new_jobs as (${insertJobs(
    { ...OWN, kind: 'w.kind', key: 'w.key', lane: 'w.lane', runAt: 'w.run_at', payload: 'w.payload' },
    `from unnest(:jobTypes::text[], :jobKeys::text[], :jobQueues::text[], :jobTimes::timestamptz[],
      :jobPayloads::text[]) as w (kind, key, lane, run_at, payload)`,
  )}
    on conflict (kind, key) do nothing
    returning 1
  )`

const FINISHED_JOBS = `
  done as (
    delete from due_work_claims where work_id = any(:doneIds::bigint[]) and claim = any(:doneClaims::bigint[])
    returning work_id
  ), finished as (
    delete from due_work where id = any(array(select work_id from done))
  )`

/** Only where there is none yet: the first answer counts. */
const ANSWER = `
  answer as (
    update idempotency_keys set status = :answerStatus, body = :answerBody
    where team_id = :teamId and mode = :mode and key = :answerKey and body is null
    returning 1
  )`

const COUNTS = `
  counted as (
    insert into list_counts (team_id, mode, list, bucket, count)
    select :teamId, :mode, c.list, c.bucket, sum(c.change)
    from unnest(:lists::text[], :buckets::text[], :changes::int[]) as c (list, bucket, change)
    group by c.list, c.bucket having sum(c.change) <> 0 order by c.list, c.bucket
    on conflict (team_id, mode, list, bucket) do update set count = list_counts.count + excluded.count
  )`

const PARTS = {
  events: [EVENTS, DELIVERIES, DELIVERY_JOBS],
  jobs: [OTHER_JOBS],
  done: [FINISHED_JOBS],
  answers: [ANSWER],
  counts: [COUNTS],
  audited: [appendEntry('c.team_id = :teamId and c.mode = :mode')],
} as const

export type FlushPart = keyof typeof PARTS

/** Of some parts it matters how much they wrote: counting costs time. The others write all, or the statement fails. */
const COUNTED = {
  events: ['deliveries', 'delivery_jobs'],
  jobs: ['jobs', 'new_jobs'],
  done: ['done', 'done'],
  answers: ['answers', 'answer'],
} as const satisfies Partial<Record<FlushPart, readonly [as: string, rows: string]>>

/** How many rows were written; of parts that are not there, nothing. */
export type Written = Partial<Record<(typeof COUNTED)[keyof typeof COUNTED][0], number>>

/** By this whoever looks at the database's statements knows it, whatever its parts. */
const MARK = '/* flush */'
/**
 * The first that is asked for, so that the counter is locked before any total: without webhooks nothing else asks for
 * it, and it would be locked when all that nobody asks for is written, in an order that plans choose.
 */
const COUNTER_FIRST = '(select before from counter) as before'
/** Also where no part of it names the team. */
const WHOSE = ':teamId::text as team_id'

type Values = Readonly<Record<string, unknown>>
type Flush = ReturnType<typeof namedStatement<Written, Values>>

const made = new Map<string, Flush>()

function flushOf(names: readonly FlushPart[]): Flush {
  const key = names.join()
  const known = made.get(key)
  if (known !== undefined) return known
  const statement = namedStatement<Written, Values>(textOf(names))
  made.set(key, statement)
  return statement
}

function textOf(names: readonly FlushPart[]): string {
  const texts = names.flatMap((name) => PARTS[name])
  const counted = Object.entries(COUNTED).filter(([name]) => names.some((part) => part === name))
  const counts = counted.map(([, [name, rows]]) => `(select count(*) from ${rows})::int as ${name}`)
  const first = names.includes('events') ? [COUNTER_FIRST] : []
  return `${MARK} with ${texts.join(',')} select ${[...first, ...counts, WHOSE].join(', ')}`
}

/** What a transaction collects until then. */
export interface Outbox {
  events: {
    id: string
    type: string
    objectId: string | null
    payload: string
    /** What of it is personal, sealed. */
    personal: Buffer | null
  }[]
  jobs: { type: string; key: string; queue: string; runAt: Date; payload: string }[]
  /** Pieces of due work that this transaction completes, fenced by their claims. */
  done: { id: bigint; kind: string; key: string; claim: bigint }[]
  /** Changes of how many rows a list has, by bucket. */
  counts: { list: string; bucket: string; change: number }[]
  /** What it changes of money, access, settings and records: one entry of the audit log. */
  changes: Change[]
}

interface Flushed {
  jobsAdded: boolean
  answered: boolean
}

/** Another process has claimed this piece, as ours was taken for dead: the transaction must roll back. */
export class JobLost extends Error {}

/** What is due later is found by the look of each second: nobody need be woken for it now. */
const SOON_MS = 1_000

const LISTED = ['events', 'jobs', 'done', 'answers', 'counts'] as const satisfies readonly FlushPart[]

interface FlushedTx extends Queryable {
  readonly owner: Owner
  readonly now: Date
  readonly recordedAt: Date
  readonly by: Actor
  readonly outbox: Outbox
  /** Commits with the statement. */
  readonly last: Queryable
}

type KeyedAnswer = Answer & { key: string }

interface Ending {
  answer: KeyedAnswer | undefined
  /** Whether this transaction answers a request, with a key or without. */
  isAnswering: boolean
  /** Goes on with the work that this transaction adds. */
  trace: string | null
}

export async function flush(tx: FlushedTx, host: AnswerHost, ending: Ending): Promise<Flushed> {
  const { by, recordedAt } = tx
  const { done, changes } = tx.outbox
  const { answer, isAnswering, trace } = ending
  const isAudited = changes.length > 0 || (isAnswering && by.always !== undefined)
  const parts = partsOf({ ...tx.outbox, answers: answer === undefined ? [] : [answer] }, isAudited)
  if (parts.length === 0) return { jobsAdded: false, answered: false }
  refuseRescheduling(tx.outbox)
  const entry = isAudited ? entryValues(by, changes, recordedAt) : {}
  // Whether a claim was lost is seen by what was written, so that is not committed yet.
  const db = done.length > 0 ? tx : tx.last
  const written = onlyRow(await flushOf(parts)(db, { ...valuesOf(tx, host, answer), trace, ...entry }))
  const { jobs = 0, deliveries = 0, answers = 0 } = written
  if ((written.done ?? 0) !== done.length) throw new JobLost()
  const isDueSoon = deliveries > 0 || (jobs > 0 && tx.outbox.jobs.some(({ runAt }) => isSoon(runAt, tx.now)))
  return { jobsAdded: isDueSoon, answered: answers === 1 }
}

/** In one statement the finished row would still conflict with the new one, and the new work would be lost. */
function refuseRescheduling({ jobs, done }: Outbox): void {
  for (const { kind, key } of done) {
    if (jobs.some((job) => job.type === kind && job.key === key)) {
      throw new Error(
        `${kind} ${key} is finished and scheduled again in one transaction; give the new job a new key`,
      )
    }
  }
}

function isSoon(runAt: Date, now: Date): boolean {
  return runAt.getTime() - now.getTime() < SOON_MS
}

/** What of the flush there is something for. */
function partsOf(rows: Record<(typeof LISTED)[number], readonly unknown[]>, isAudited: boolean): FlushPart[] {
  const parts: FlushPart[] = LISTED.filter((name) => rows[name].length > 0)
  if (isAudited) parts.push('audited')
  return parts
}

function valuesOf(
  { owner, now, by, outbox }: FlushedTx,
  { secretBox }: AnswerHost,
  answer: KeyedAnswer | undefined,
) {
  const { events, jobs, done, counts } = outbox
  return {
    ...owner,
    now,
    clock: clockOf(owner),
    eventIds: events.map(({ id }) => id),
    eventTypes: events.map(({ type }) => type),
    eventPayloads: events.map(({ payload }) => payload),
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
    answerKey: answer?.key ?? null,
    answerStatus: answer?.status ?? null,
    answerBody: answer === undefined ? null : secretBox.seal(answer.body, answerPlace(owner, answer.key)),
    lists: counts.map(({ list }) => list),
    buckets: counts.map(({ bucket }) => bucket),
    changes: counts.map(({ change }) => change),
  }
}
