// A transaction's last statement: its events with their numbers and deliveries, the due work it causes, the work it
// finishes, its entry in the audit log and the remembered answer, in one round trip. The team's counter and chain are
// locked here, the last of all locks.
import type { Queryable } from '../base/database/db.ts'
import { namedStatement } from '../base/database/named-statement.ts'
import { type Actor, actorText, type Change, systemActor } from './audit.ts'
import { appendEntry, type EntryValues, entryValues, NO_ENTRY } from './audit-entry.ts'
import { type Answer, type AnswerHost, answerPlace } from './idempotency.ts'
import { insertWork } from './insert-work.ts'
import { clockOf, DELIVER, deliveryLanes } from './lanes.ts'
import type { Owner } from './owner.ts'
import { refuseRescheduling } from './refuse-rescheduling.ts'

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
  work: { kind: string; key: string; lane: string; runAt: Date; payload: string }[]
  /** Pieces of due work that this transaction completes, fenced by their claims. */
  done: { id: bigint; kind: string; key: string; claim: bigint }[]
  /** Changes of how many rows a list has, by bucket. */
  counts: { list: string; bucket: string; change: number }[]
  /** What it changes of money, access and settings: one entry of the audit log. */
  changes: Change[]
}

interface Flushed {
  workAdded: boolean
  answered: boolean
}

/** Another process has claimed this piece, as ours was taken for dead: the transaction must roll back. */
export class WorkLost extends Error {}

/** Events take the next numbers of their team and mode. */
const EVENTS = `
  counter as (
    update team_counters set event_sequence = event_sequence + cardinality(:eventIds::text[])
    where team_id = :teamId and mode = :mode and cardinality(:eventIds::text[]) > 0
    returning event_sequence - cardinality(:eventIds::text[]) as before
  ), new_events as (
    insert into events (id, team_id, mode, sequence, type, payload, personal, object_id, actor, created_at)
    select e.id, :teamId, :mode, counter.before + e.n, e.type, e.payload, e.personal, e.object_id, :eventActor, :now
    from counter, unnest(:eventIds::text[], :eventTypes::text[], :eventPayloads::text[], :eventPersonal::bytea[],
      :eventObjects::text[]) with ordinality as e (id, type, payload, personal, object_id, n)
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
const OWN = { clock: ':clock', teamId: ':teamId', mode: ':mode', now: ':now' }

/** Each delivery is a piece of due work in its webhook's lane; `webhooks/deliver` does it. */
const DELIVERY_WORK = `
  delivery_work as (${insertWork(
    {
      ...OWN,
      kind: ':deliver',
      key: 'id',
      lane: ':deliveryLanes || webhook_id',
      runAt: ':now',
      payload: "'null'",
    },
    `from new_deliveries where status = 'waiting'`,
  )}
    returning 1
  )`

const OTHER_WORK = `
  new_work as (${insertWork(
    { ...OWN, kind: 'w.kind', key: 'w.key', lane: 'w.lane', runAt: 'w.run_at', payload: 'w.payload' },
    `from unnest(:workKinds::text[], :workKeys::text[], :workLanes::text[], :workTimes::timestamptz[],
      :workPayloads::text[]) as w (kind, key, lane, run_at, payload)`,
  )}
    on conflict (kind, key) do nothing
    returning 1
  )`

const FINISHED_WORK = `
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

const AUDIT = appendEntry('c.team_id = :teamId and c.mode = :mode')

interface Written {
  events: number
  work: number
  done: number
  answers: number
  audited: number
}

const flushAll = namedStatement<Written, ReturnType<typeof valuesOf> & EntryValues>(`
  with ${[EVENTS, DELIVERIES, DELIVERY_WORK, OTHER_WORK, FINISHED_WORK, ANSWER, COUNTS, AUDIT].join(',')}
  select (select count(*) from new_events)::int as events,
    ((select count(*) from new_work) + (select count(*) from delivery_work))::int as work,
    (select count(*) from done)::int as done,
    (select count(*) from answer)::int as answers,
    (select count(*) from audited)::int as audited`)

type FlushedTx = Queryable & { owner: Owner; now: Date; outbox: Outbox }
type KeyedAnswer = Answer & { key: string }

interface Ending {
  answer: KeyedAnswer | undefined
  /** Whether this transaction answers a request, with a key or without. */
  isAnswering: boolean
  by: Actor | undefined
}

export async function flush(tx: FlushedTx, host: AnswerHost, ending: Ending): Promise<Flushed> {
  const { events, work, done, counts, changes } = tx.outbox
  const { answer, isAnswering, by = systemActor('service') } = ending
  const isAudited = changes.length > 0 || (isAnswering && by.always !== undefined)
  const isEmpty = events.length + work.length + done.length + counts.length === 0
  if (isEmpty && answer === undefined && !isAudited) return { workAdded: false, answered: false }
  refuseRescheduling(tx.outbox)
  const entry = isAudited ? entryValues(by, changes, host.wall.now()) : NO_ENTRY
  const [written] = await flushAll(tx, { ...valuesOf(tx, host, answer, by), ...entry })
  if (written?.done !== done.length) throw new WorkLost()
  if (written.events !== events.length)
    throw new Error(`team ${tx.owner.teamId} has no event counter for ${tx.owner.mode}`)
  if (written.audited !== Number(isAudited))
    throw new Error(`team ${tx.owner.teamId} has no chain of audit entries for ${tx.owner.mode}`)
  return { workAdded: written.work > 0, answered: written.answers === 1 }
}

function valuesOf(
  { owner, now, outbox }: FlushedTx,
  { secretBox }: AnswerHost,
  answer: KeyedAnswer | undefined,
  by: Actor,
) {
  const { events, work, done, counts } = outbox
  return {
    ...owner,
    now,
    clock: clockOf(owner),
    eventIds: events.map(({ id }) => id),
    eventTypes: events.map(({ type }) => type),
    eventPayloads: events.map(({ payload }) => payload),
    eventPersonal: events.map(({ personal }) => personal),
    eventObjects: events.map(({ objectId }) => objectId),
    eventActor: events.length === 0 ? null : actorText(by),
    deliver: DELIVER,
    deliveryLanes: deliveryLanes(owner),
    workKinds: work.map(({ kind }) => kind),
    workKeys: work.map(({ key }) => key),
    workLanes: work.map(({ lane }) => lane),
    workTimes: work.map(({ runAt }) => runAt),
    workPayloads: work.map(({ payload }) => payload),
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
