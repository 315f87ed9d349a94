// A transaction's last statement: its events with their sequence and deliveries, the due work it causes, the work it
// finishes and the remembered answer, in one round trip. The team's counter row is locked here, so last of all locks.
import { type Queryable, statement } from '../base/database/db.ts'
import { type Answer, answerPlace, type Sealed } from './idempotency.ts'
import { clockOf, DELIVER, deliveryLanes } from './lanes.ts'
import type { Owner } from './owner.ts'

export interface Outbox {
  events: { id: string; type: string; objectId: string | null; payload: string }[]
  work: { kind: string; key: string; lane: string; runAt: Date; payload: string }[]
  /** Pieces of due work that this transaction completes, fenced by their claims. */
  done: { id: bigint; kind: string; key: string; claim: bigint }[]
  /** Changes of how many rows a list has, by bucket. */
  counts: { list: string; bucket: string; change: number }[]
}

interface Flushed {
  workAdded: boolean
  answered: boolean
}

/** The worker that runs this was taken for dead and its work given to another: nothing of it may commit. */
export class WorkLost extends Error {}

const flushAll = statement<{ events: number; work: number; done: number; answers: number }>(`
  with counter as (
    update team_counters set event_sequence = event_sequence + cardinality($4::text[])
    where team_id = $1 and mode = $2 and cardinality($4::text[]) > 0
    returning event_sequence - cardinality($4::text[]) as before
  ), new_events as (
    insert into events (id, team_id, mode, sequence, type, payload, object_id, created_at)
    select e.id, $1, $2, counter.before + e.n, e.type, e.payload, e.object_id, $3
    from counter, unnest($4::text[], $5::text[], $6::text[], $20::text[]) with ordinality
      as e (id, type, payload, object_id, n)
    returning id, type
  ), new_deliveries as (
    -- An id like every other: the time of its event, and a digest that no two deliveries share.
    insert into deliveries (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
    select 'dlv_' || substr(e.id, 5, 10) || substr(md5(e.id || w.id), 1, 16), w.id, e.id, e.type,
      case when w.active then 'waiting' else 'skipped' end, case when w.active then $3::timestamptz end, $3
    from new_events e join webhooks w on w.team_id = $1 and w.mode = $2 and w.deleted_at is null
      and (w.events @> array[e.type] or w.events @> array['*'])
    returning id, webhook_id, status
  ), delivery_work as (
    insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
    select $21, id, $22 || webhook_id, $23, $1, $2, $3, 'null', $3
    from new_deliveries where status = 'waiting'
    returning 1
  ), new_work as (
    insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
    select w.kind, w.key, w.lane, $23, $1, $2, w.run_at, w.payload, $3
    from unnest($7::text[], $8::text[], $9::text[], $10::timestamptz[], $11::text[])
      as w (kind, key, lane, run_at, payload)
    on conflict (kind, key) do nothing
    returning 1
  ), done as (
    delete from due_work_claims where work_id = any($12::bigint[]) and claim = any($13::bigint[]) returning work_id
  ), finished as (
    delete from due_work where id = any(array(select work_id from done))
  ), answer as (
    update idempotency_keys set status = $15, body = $16
    where team_id = $1 and mode = $2 and key = $14 and body is null
    returning 1
  ), counted as (
    insert into list_counts (team_id, mode, list, bucket, count)
    select $1, $2, c.list, c.bucket, sum(c.change) from unnest($17::text[], $18::text[], $19::int[])
      as c (list, bucket, change)
    group by c.list, c.bucket having sum(c.change) <> 0 order by c.list, c.bucket
    on conflict (team_id, mode, list, bucket) do update set count = list_counts.count + excluded.count
  )
  select (select count(*) from new_events)::int as events,
    ((select count(*) from new_work) + (select count(*) from delivery_work))::int as work,
    (select count(*) from done)::int as done,
    (select count(*) from answer)::int as answers`)

export async function flush(
  tx: Queryable & { owner: Owner; now: Date; outbox: Outbox },
  { secretBox }: Sealed,
  answer: (Answer & { key: string }) | undefined,
): Promise<Flushed> {
  const { events, work, done, counts: changes } = tx.outbox
  if (events.length + work.length + done.length + changes.length === 0 && answer === undefined) {
    return { workAdded: false, answered: false }
  }
  refuseRescheduling(tx.outbox)
  const [counts] = await flushAll(
    tx,
    tx.owner.teamId,
    tx.owner.mode,
    tx.now,
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.payload),
    work.map((piece) => piece.kind),
    work.map((piece) => piece.key),
    work.map((piece) => piece.lane),
    work.map((piece) => piece.runAt),
    work.map((piece) => piece.payload),
    done.map((piece) => piece.id),
    done.map((piece) => piece.claim),
    answer?.key ?? null,
    answer?.status ?? null,
    answer === undefined ? null : secretBox.seal(answer.body, answerPlace(tx.owner, answer.key)),
    changes.map(({ list }) => list),
    changes.map(({ bucket }) => bucket),
    changes.map(({ change }) => change),
    events.map((event) => event.objectId),
    DELIVER,
    deliveryLanes(tx.owner),
    clockOf(tx.owner),
  )
  if (counts!.done !== done.length) throw new WorkLost()
  if (counts!.events !== events.length)
    throw new Error(`team ${tx.owner.teamId} has no event counter for ${tx.owner.mode}`)
  return { workAdded: counts!.work > 0, answered: counts!.answers === 1 }
}

/** Within one statement the finished row would still be in the way of the new one, and the work would be lost. */
function refuseRescheduling({ work, done }: Outbox): void {
  for (const { kind, key } of done) {
    if (work.some((piece) => piece.kind === kind && piece.key === key)) {
      throw new Error(
        `${kind} ${key} is finished and scheduled again in one transaction; give the new piece a new key`,
      )
    }
  }
}
