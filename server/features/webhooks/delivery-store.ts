// The SQL on deliveries and their attempts.
import { sql } from 'kysely'
import { CHANGE_VISIBLE_SECONDS_MAX } from '../../../contract/limits.ts'
import type { DeliveryStatus } from '../../../contract/webhooks.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import {
  buildFor,
  inBatches,
  namedStatement,
  onlyRow,
  type Queryable,
  statement,
} from '../../kernel/db/db.ts'
import {
  countRows,
  type GrowingCounts,
  makeGrowingCounts,
  onlyCount,
  withinTimes,
} from '../../kernel/db/lists.ts'
import {
  CLOCK_OF_ROW,
  clockOf,
  DELIVER,
  deliveryQueues,
  insertJobs,
  sharedQueue,
} from '../../kernel/jobs/jobs.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import type { DayRange } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import { alertWebhookOffJob } from './jobs.ts'
import { FAILURES_IN_ROW_MAX } from './rules.ts'

export interface DeliveryJob {
  id: string
  attempts: number
  team_id: string
  webhook_id: string
  event_id: string
  payload: string
  personal: Buffer | null
  sequence: bigint
  url: string
  active: boolean
  headers: Buffer | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

const selectJobs = statement<DeliveryJob>(`
  select d.id, d.attempts, w.team_id, d.webhook_id, e.id as event_id, e.payload, e.personal, e.sequence, w.url,
    w.active and w.deleted_at is null as active, w.headers, w.secret, w.previous_secret, w.previous_secret_until
  from deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
  where d.id = any($1::text[]) and d.status = 'waiting'`)

/** Reads what is needed to send these deliveries; undefined for those that need no sending any more. */
export async function loadJobs(db: Queryable, ids: string[]): Promise<(DeliveryJob | undefined)[]> {
  const jobs = new Map((await selectJobs(db, ids)).map((job) => [job.id, job]))
  return ids.map((id) => jobs.get(id))
}

const SCHEDULE = insertJobs(
  {
    type: '$2',
    key: 'id',
    queue: '$3 || webhook_id',
    clock: '$4',
    teamId: '$5',
    mode: '$6',
    runAt: 'greatest(next_attempt_at, $7)',
    payload: "'null'",
    now: '$7',
  },
  `from deliveries where webhook_id = $1 and status = 'waiting'`,
)

const scheduleAll = statement(`${SCHEDULE} on conflict (type, key) do nothing`)

/** Schedules the deliveries that waited while their webhook was inactive, each at its own time or now. */
export async function resumeDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await scheduleAll(tx, webhookId, ...jobColumns(tx))
}

const scheduleSome = statement(`${SCHEDULE} and id = any($8::text[]) on conflict (type, key) do nothing`)

/** Schedules new deliveries. */
export async function scheduleDeliveries(tx: Tx, webhookId: string, ids: string[]): Promise<void> {
  await scheduleSome(tx, webhookId, ...jobColumns(tx), ids)
}

function jobColumns({ owner, now }: Tx): unknown[] {
  return [DELIVER, deliveryQueues(owner), clockOf(owner), owner.teamId, owner.mode, now]
}

const deleteSome = statement(`
  with doomed as (select id from deliveries where webhook_id = $1 limit 1000),
  jobs_removed as (delete from jobs where type = $2 and key in (select id from doomed)),
  log as (delete from delivery_attempts where delivery_id in (select id from doomed))
  delete from deliveries where id in (select id from doomed) returning 1`)

/** Deletes deliveries of a webhook with their log and jobs, in a bounded batch. Returns true if more may remain. */
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

/** A new delivery of an old event. */
export interface MadeReplay {
  readonly id: string
  readonly type: string
}

const replayOne = statement<MadeReplay>(`${REPLAY}
  from deliveries d where d.webhook_id = $1 and d.id = $4
  returning id, type`)

/** Creates a new delivery of an old one's event; none if there is no such delivery. */
export async function addReplay(tx: Tx, webhookId: string, deliveryId: string): Promise<MadeReplay[]> {
  return replayOne(tx, webhookId, tx.now, tx.newId('delivery'), deliveryId)
}

const replayMany = statement<MadeReplay>(`${REPLAY}
  from deliveries d join events e on e.id = d.event_id
  where d.webhook_id = $1 and d.status = any($6::text[]) and e.created_at >= $4 and e.created_at < $5
    and not exists (select from deliveries r where r.replay_of = d.id)
  order by e.sequence limit $7
  returning id, type`)

/** Creates new deliveries of a time range's events that were not replayed yet, the oldest first. */
export async function addReplays(
  tx: Tx,
  webhookId: string,
  range: ReplayRange,
  limit: number,
): Promise<MadeReplay[]> {
  const { from, to, statuses } = range
  return replayMany(tx, webhookId, tx.now, tx.newId('delivery'), from, to, statuses, limit)
}

const FORGOTTEN_AT_ONCE = 500

const deleteOld = statement<{ last: Date }>(`
  with old as (
    select id, created_at from deliveries
    where created_at >= $1 and created_at < $2 and (status <> 'waiting' or created_at < $3)
    order by created_at limit ${FORGOTTEN_AT_ONCE}
  ), attempts as (
    delete from delivery_attempts where delivery_id = any(array(select id from old))
  ), deleted as (
    delete from deliveries where id = any(array(select id from old))
  )
  select max(created_at) as last from old having count(*) > 0`)

/**
 * Deletes ended deliveries before a time with their attempts. Those that wait for a webhook that is off go once their
 * events are deleted.
 */
export async function forgetOldDeliveries(
  { pool }: { pool: Queryable },
  before: Date,
  eventsFrom: Date,
): Promise<void> {
  let from: Date | string = '-infinity'
  await inBatches(async () => {
    const [batch] = await deleteOld(pool, from, before, eventsFrom)
    from = batch?.last ?? from
    return batch !== undefined
  })
}

export interface AttemptResult {
  workId: bigint
  claim: bigint
  deliveryId: string
  webhookId: string
  ok: boolean
  /** False if the failure was ours: the delivery is retried, and the webhook's failures are not counted. */
  counts: boolean
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  /** The response of the receiver, encrypted; null if empty. */
  body: Buffer | null
  nextAttemptAt: Date | null
}

const ALERT = insertJobs(
  {
    type: ':alertType',
    key: "id || ' ' || total_deliveries",
    queue: ':alertQueue',
    clock: CLOCK_OF_ROW,
    teamId: 'team_id',
    mode: 'mode',
    runAt: 'at',
    payload: "json_build_object('webhook_id', id)::text",
    now: 'at',
  },
  'from hooks where deactivated_by = :token',
)

// One statement records many attempts: claims, jobs, deliveries, log, counters, failure streaks and alerts. A success
// ends a streak, and the first streak continues that of the webhook. Our own failures are only logged.
const record = namedStatement<{ job_id: bigint; alerts: number }, ReturnType<typeof valuesOf>>(`
  with results as (
    select * from unnest(:workIds::bigint[], :claims::bigint[], :deliveryIds::text[], :webhookIds::text[],
      :oks::boolean[], :counting::boolean[], :times::timestamptz[], :statuses::int[], :durations::int[],
      :errors::text[], :bodies::bytea[], :nextTimes::timestamptz[]) with ordinality
      as r (job_id, claim, delivery_id, webhook_id, ok, counts, at, status, duration_ms, error, body, next_at, n)
  ), mine as (
    delete from job_claims c using results r where c.job_id = r.job_id and c.claim = r.claim
    returning r.job_id, r.delivery_id, r.webhook_id, r.ok, r.counts, r.at, r.status, r.duration_ms, r.error, r.body,
      r.next_at, r.n
  ), finished as (
    delete from jobs where id = any(array(select job_id from mine where next_at is null))
  ), postponed as (
    update jobs j set run_at = m.next_at, attempts = 0 from mine m where j.id = m.job_id and m.next_at is not null
  ), updated as (
    update deliveries d set attempts = d.attempts + 1, last_attempt_at = m.at, next_attempt_at = m.next_at,
      status = case when m.ok then 'delivered' when m.next_at is null then 'failed' else 'waiting' end
    from mine m where d.id = m.delivery_id
    returning d.id, d.attempts, m.at, m.status as answered, m.duration_ms, m.error, m.body
  ), logged as (
    -- Not joined with the results again: a plan for few of them compares each with each, and there are hundreds.
    insert into delivery_attempts (delivery_id, number, at, status, duration_ms, error, body, encrypted_body)
    select id, attempts, at, answered, duration_ms, error, '', body from updated
  ), marked as (
    select webhook_id, ok, at, error, n, count(*) filter (where ok) over (partition by webhook_id order by n) as run
    from mine where counts
  ), runs as (
    select webhook_id, run, count(*) as total, count(*) filter (where not ok) as failures, max(at) as at,
      max(at) filter (where ok) as ok_at, min(at) filter (where not ok) as since,
      max(at) filter (where not ok) as until,
      (array_agg(error order by n desc))[1] as error
    from marked group by webhook_id, run
  ), locked as (
    select w.id, w.failed_in_row, w.failing_since from webhooks w where w.id in (select webhook_id from runs)
    order by w.id for no key update
  ), streaks as (
    select r.*, r.failures + case when run = 0 then l.failed_in_row else 0 end as in_row,
      case when run = 0 then coalesce(l.failing_since, r.since) else r.since end as failing_since
    from runs r join locked l on l.id = r.webhook_id
  ), tally as (
    select webhook_id, sum(total)::int as total, sum(failures)::int as failed, max(at) as at, max(ok_at) as ok_at,
      (array_agg(in_row::int order by run desc))[1] as in_row,
      (array_agg(failing_since order by run desc))[1] as failing_since,
      (array_agg(error order by run desc))[1] as error,
      bool_or(in_row >= ${FAILURES_IN_ROW_MAX} and until >= failing_since + :offAfterMs * interval '1 millisecond')
        is true as is_off
    from streaks group by webhook_id
  ), hooks as (
    update webhooks w set
      total_deliveries = w.total_deliveries + t.total,
      failed_deliveries = w.failed_deliveries + t.failed,
      last_triggered_at = greatest(w.last_triggered_at, t.at),
      last_success_at = greatest(w.last_success_at, t.ok_at),
      last_error = t.error,
      failed_in_row = t.in_row,
      failing_since = t.failing_since,
      active = w.active and not t.is_off,
      deactivated_by = case when w.active and t.is_off then :token else w.deactivated_by end,
      disabled_at = case when w.active and t.is_off then t.at else w.disabled_at end,
      disabled_reason = case when w.active and t.is_off then 'failures' else w.disabled_reason end,
      updated_at = case when w.active and t.is_off then greatest(w.updated_at, t.at) else w.updated_at end
    from tally t where w.id = t.webhook_id
    returning w.id, w.team_id, w.mode, w.deactivated_by, w.total_deliveries, t.at
  ), alerts as (${ALERT}
    returning 1
  )
  select job_id, (select count(*) from alerts)::int as alerts from mine`)

/** Encrypted, because a receiver may echo the event. */
export function encryptBody(box: SecretBox, deliveryId: string, body: string): Buffer | null {
  return body === '' ? null : box.encrypt(body, contextOf(deliveryId))
}

export function decryptBody(box: SecretBox, deliveryId: string, encrypted: Buffer): string {
  return box.decrypt(encrypted, contextOf(deliveryId))
}

function contextOf(deliveryId: string): string {
  return encryptionContext('delivery_attempts', 'encrypted_body', deliveryId)
}

/**
 * Records attempts in the order they ended. `token` names this call; failures in a row over `offAfterMs` switch a
 * webhook off. Returns true if an alert was scheduled.
 */
export async function recordAttempts(
  db: Queryable,
  results: AttemptResult[],
  token: string,
  offAfterMs: number,
): Promise<boolean> {
  const recorded = await record(db, valuesOf(results, token, offAfterMs))
  return recorded.some(({ alerts }) => alerts > 0)
}

function valuesOf(results: AttemptResult[], token: string, offAfterMs: number) {
  const column = <K extends keyof AttemptResult>(name: K) => results.map((result) => result[name])
  return {
    workIds: column('workId'),
    claims: column('claim'),
    deliveryIds: column('deliveryId'),
    webhookIds: column('webhookId'),
    oks: column('ok'),
    counting: column('counts'),
    times: column('at'),
    statuses: column('status'),
    durations: column('durationMs'),
    errors: column('error'),
    bodies: column('body'),
    nextTimes: column('nextAttemptAt'),
    token,
    offAfterMs,
    alertType: alertWebhookOffJob.type,
    alertQueue: sharedQueue(alertWebhookOffJob.type),
  }
}

// The id of a delivery derives from event and webhook (`kernel/outbox/flush.ts`), so no search is needed; replays name
// the delivery they repeat.
const blank = statement(`
  with recursive found as (
    select d.id from unnest($3::text[]) as e (id)
      join webhooks w on w.team_id = $1 and w.mode = $2
      join deliveries d on d.id = 'dlv_' || substr(e.id, 5, 10) || substr(md5(e.id || w.id), 1, 16)
    union select r.id from deliveries r join found t on r.replay_of = t.id
  )
  update delivery_attempts set body = '', encrypted_body = null
  where delivery_id = any(array(select id from found)) and (body <> '' or encrypted_body is not null)
  returning 1`)

/** Empties the stored responses to deliveries of these events, which may repeat personal data. Returns their number. */
export async function eraseAttempts(tx: Tx, eventIds: readonly string[]): Promise<number> {
  return (await blank(tx, tx.owner.teamId, tx.owner.mode, eventIds)).length
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  last_attempt_at: Date | null
  created_at: Date
  replay_of: string | null
}

const build = buildFor<{ deliveries: DeliveryRow }>()

const TIMES = { updated_at: sql`greatest(created_at, last_attempt_at)` }

interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  hasFailed?: boolean | undefined
  type?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  changed?: DayRange | undefined
}

/** A delivery that waits after an attempt is retried: the attempt failed. */
const FAILED = sql<boolean>`(status = 'failed' or status = 'waiting' and attempts > 0)`

/** The matching deliveries, unordered. */
export function deliveriesOf(
  webhookId: string,
  { status, hasFailed, type, from, until, changed }: DeliveryFilter,
) {
  let query = build.selectFrom('deliveries').where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (hasFailed !== undefined) query = query.where(FAILED, '=', hasFailed)
  if (type !== undefined) query = query.where('type', '=', type)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  if (changed !== undefined) query = query.where(withinTimes({ updated_at: changed }, TIMES))
  return query
}

const selectOther = statement<{ type: string }>(`
  select type from deliveries where webhook_id = $1 and type <> all($2::text[]) limit 1`)

/** A type other than these of which the webhook has deliveries. */
export async function findOtherType(
  db: Queryable,
  webhookId: string,
  types: readonly string[],
): Promise<string | undefined> {
  return (await selectOther(db, webhookId, types))[0]?.type
}

/** Older rows are visible to all. */
const SEEN_AFTER_MS = CHANGE_VISIBLE_SECONDS_MAX * 1_000
const countsOf = perWorld((): GrowingCounts => makeGrowingCounts())

const selectEnds = statement<{ oldest: string | null; waiting: Date | null }>(`
  select (select id from deliveries where webhook_id = $1 order by created_at, id limit 1) as oldest,
    (select created_at from deliveries where webhook_id = $1 and status = 'waiting' order by created_at limit 1)
      as waiting`)

/**
 * Deliveries older than every waiting one do not change any more, so their count is cached until the oldest is deleted.
 * Test clocks may jump, so test mode counts every time.
 */
export async function countDeliveries(
  world: World,
  { mode }: Owner,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const between = (from: Date | undefined, until: Date | undefined) =>
    countRows(world.pool, deliveriesOf(webhookId, { ...filter, from, until }))
  const { from, until } = filter
  if (mode === 'test' || filter.status === 'waiting' || filter.changed !== undefined)
    return between(from, until)
  const { oldest, waiting } = onlyRow(await selectEnds(world.pool, webhookId))
  const seen = world.wall.now().getTime() - SEEN_AFTER_MS
  // The first moment that may still change, and the start of the requested range.
  const open = Math.min(seen, waiting?.getTime() ?? seen, until?.getTime() ?? seen)
  const start = from?.getTime() ?? 0
  if (open <= start) return between(from, until)
  const key = [webhookId, oldest, filter.status, filter.hasFailed, filter.type, until?.getTime()].join()
  const ended = await countsOf(world).total(key, start, open, async (after, upTo) =>
    onlyCount(await between(new Date(after), new Date(upTo))),
  )
  return ended.count + (await between(new Date(open), until))
}
