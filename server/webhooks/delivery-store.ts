// The only SQL on deliveries: what is to be sent, what came of it, and sending it again.
import type { DeliveryStatus } from '../../contract/webhooks.ts'
import { type Queryable, statement } from '../base/database/db.ts'
import { clockOf, DELIVER, deliveryLanes, sharedLane } from '../outbox/lanes.ts'
import type { Tx } from '../outbox/transaction.ts'
import { FAILURES_IN_ROW_MAX } from '../rules/retry-schedule.ts'
import { alertWebhookOff } from './work.ts'

export interface DeliveryJob {
  id: string
  attempts: number
  webhook_id: string
  event_id: string
  payload: string
  sequence: bigint
  url: string
  active: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

const selectJobs = statement<DeliveryJob>(`
  select d.id, d.attempts, d.webhook_id, e.id as event_id, e.payload, e.sequence, w.url,
    w.active and w.deleted_at is null as active, w.secret, w.previous_secret, w.previous_secret_until
  from deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
  where d.id = any($1::text[]) and d.status = 'waiting'`)

/** All that is needed to send these deliveries; those that are no longer to be sent are undefined. */
export async function loadJobs(db: Queryable, ids: string[]): Promise<(DeliveryJob | undefined)[]> {
  const jobs = new Map((await selectJobs(db, ids)).map((job) => [job.id, job]))
  return ids.map((id) => jobs.get(id))
}

export interface AttemptResult {
  workId: bigint
  claim: bigint
  deliveryId: string
  webhookId: string
  ok: boolean
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  body: string
  nextAttemptAt: Date | null
}

// One statement for many attempts: fence, due work, deliveries, log, the webhooks' counters and failure streaks, and
// the alert of a webhook that had its sixth failure in a row. A streak is counted in the order of the results:
// each success opens a new run, and the first run continues what the webhook had before.
const record = statement<{ work_id: bigint; alerts: number }>(`
  with results as (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::timestamptz[],
      $7::int[], $8::int[], $9::text[], $10::text[], $11::timestamptz[]) with ordinality
      as r (work_id, claim, delivery_id, webhook_id, ok, at, status, duration_ms, error, body, next_at, n)
  ), mine as (
    delete from due_work_claims c using results r where c.work_id = r.work_id and c.claim = r.claim
    returning r.work_id, r.delivery_id, r.webhook_id, r.ok, r.at, r.status, r.duration_ms, r.error, r.body, r.next_at,
      r.n
  ), finished as (
    delete from due_work where id = any(array(select work_id from mine where next_at is null))
  ), postponed as (
    update due_work w set run_at = m.next_at, attempts = 0 from mine m where w.id = m.work_id and m.next_at is not null
  ), updated as (
    update deliveries d set attempts = d.attempts + 1, last_attempt_at = m.at, next_attempt_at = m.next_at,
      status = case when m.ok then 'delivered' when m.next_at is null then 'failed' else 'waiting' end
    from mine m where d.id = m.delivery_id
    returning d.id, d.attempts
  ), logged as (
    insert into delivery_attempts (delivery_id, number, at, status, duration_ms, error, body)
    select m.delivery_id, u.attempts, m.at, m.status, m.duration_ms, m.error, m.body
    from mine m join updated u on u.id = m.delivery_id
  ), marked as (
    select webhook_id, ok, at, count(*) filter (where ok) over (partition by webhook_id order by n) as run from mine
  ), runs as (
    select webhook_id, run, count(*) as total, count(*) filter (where not ok) as failures, max(at) as at
    from marked group by webhook_id, run
  ), tally as (
    select webhook_id, sum(total)::int as total, sum(failures)::int as failed, max(at) as at, max(run) as last_run,
      coalesce(sum(failures) filter (where run = 0), 0)::int as first_failures,
      coalesce(max(failures) filter (where run > 0), 0)::int as later_failures_max,
      ((array_agg(failures order by run desc))[1])::int as last_failures
    from runs group by webhook_id
  ), locked as (
    select w.id from webhooks w where w.id in (select webhook_id from tally) order by w.id for no key update
  ), hooks as (
    update webhooks w set
      total_deliveries = w.total_deliveries + t.total,
      failed_deliveries = w.failed_deliveries + t.failed,
      last_triggered_at = greatest(w.last_triggered_at, t.at),
      failed_in_row = t.last_failures + case when t.last_run = 0 then w.failed_in_row else 0 end,
      active = w.active and greatest(w.failed_in_row + t.first_failures, t.later_failures_max) < ${FAILURES_IN_ROW_MAX},
      deactivated_by = case
        when w.active and greatest(w.failed_in_row + t.first_failures, t.later_failures_max) >= ${FAILURES_IN_ROW_MAX}
        then $12 else w.deactivated_by end
    from tally t join locked on locked.id = t.webhook_id where w.id = t.webhook_id
    returning w.id, w.team_id, w.mode, w.deactivated_by, w.total_deliveries, t.at
  ), alerts as (
    insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
    select $13, id || ' ' || total_deliveries, $14, case when mode = 'test' then team_id else '' end, team_id, mode, at,
      json_build_object('webhook_id', id)::text, at
    from hooks where deactivated_by = $12
    returning 1
  )
  select work_id, (select count(*) from alerts)::int as alerts from mine`)

/** Writes down attempts in the order they ended. `token` names this call. True when an alert is due. */
export async function recordAttempts(
  db: Queryable,
  results: AttemptResult[],
  token: string,
): Promise<boolean> {
  const column = <K extends keyof AttemptResult>(name: K) => results.map((result) => result[name])
  const recorded = await record(
    db,
    column('workId'),
    column('claim'),
    column('deliveryId'),
    column('webhookId'),
    column('ok'),
    column('at'),
    column('status'),
    column('durationMs'),
    column('error'),
    column('body'),
    column('nextAttemptAt'),
    token,
    alertWebhookOff.kind,
    sharedLane(alertWebhookOff.kind),
  )
  return recorded.some(({ alerts }) => alerts > 0)
}

const SCHEDULE = `
  insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
  select $2, id, $3 || webhook_id, $4, $5, $6, greatest(next_attempt_at, $7), 'null', $7
  from deliveries where webhook_id = $1 and status = 'waiting'`

const scheduleAll = statement(`${SCHEDULE} on conflict (kind, key) do nothing`)

/** Schedules the deliveries that waited while their webhook was inactive, each at its own time or now. */
export async function resumeDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await scheduleAll(tx, webhookId, ...workColumns(tx))
}

const scheduleSome = statement(`${SCHEDULE} and id = any($8::text[]) on conflict (kind, key) do nothing`)

/** Schedules deliveries that were just made. */
export async function scheduleDeliveries(tx: Tx, webhookId: string, ids: string[]): Promise<void> {
  await scheduleSome(tx, webhookId, ...workColumns(tx), ids)
}

function workColumns({ owner, now }: Tx): unknown[] {
  return [DELIVER, deliveryLanes(owner), clockOf(owner), owner.teamId, owner.mode, now]
}

const deleteSome = statement(`
  with doomed as (select id from deliveries where webhook_id = $1 limit 1000),
  work as (delete from due_work where kind = $2 and key in (select id from doomed)),
  log as (delete from delivery_attempts where delivery_id in (select id from doomed))
  delete from deliveries where id in (select id from doomed) returning 1`)

/** Deletes deliveries of a webhook with their log and their due work; true when more may be left. */
export async function deleteDeliveries(db: Queryable, webhookId: string): Promise<boolean> {
  return (await deleteSome(db, webhookId, DELIVER)).length > 0
}

export interface ReplayRange {
  from: Date
  to: Date
  statuses: DeliveryStatus[]
}

const REPLAY = `
  insert into deliveries (id, webhook_id, event_id, type, status, next_attempt_at, created_at, replay_of)
  select 'dlv_' || substr($3, 5, 10) || substr(md5(d.id || $3), 1, 16), d.webhook_id, d.event_id, d.type, 'waiting',
    $2, $2, d.id`

const replayOne = statement<{ id: string }>(`${REPLAY}
  from deliveries d where d.webhook_id = $1 and d.id = $4
  returning id`)

/** Makes a new delivery of the event of an old one; none if there is no such delivery. */
export async function addReplay(tx: Tx, webhookId: string, deliveryId: string): Promise<string[]> {
  return idsOf(await replayOne(tx, webhookId, tx.now, tx.newId('delivery'), deliveryId))
}

const replayMany = statement<{ id: string }>(`${REPLAY}
  from deliveries d join events e on e.id = d.event_id
  where d.webhook_id = $1 and d.status = any($6::text[]) and e.created_at >= $4 and e.created_at < $5
    and not exists (select from deliveries r where r.replay_of = d.id)
  order by e.sequence limit $7
  returning id`)

/** The same for the events of a time that were not replayed yet, the oldest first. */
export async function addReplays(
  tx: Tx,
  webhookId: string,
  range: ReplayRange,
  limit: number,
): Promise<string[]> {
  const { from, to, statuses } = range
  return idsOf(await replayMany(tx, webhookId, tx.now, tx.newId('delivery'), from, to, statuses, limit))
}

const idsOf = (made: { id: string }[]) => made.map(({ id }) => id)

const deleteOld = statement(`
  with doomed as (select id from deliveries where status <> 'waiting' and created_at < $1 limit 1000),
  log as (delete from delivery_attempts where delivery_id in (select id from doomed))
  delete from deliveries where id = any(array(select id from doomed)) returning 1`)

/** Forgets ended deliveries with their log, a bounded number at once; true when more may be left. */
export async function forgetOldDeliveries(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
