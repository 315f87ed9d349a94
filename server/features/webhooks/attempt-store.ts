// The SQL that records attempts to deliver, with everything that follows from them.

import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { namedStatement } from '../../kernel/db/named-statement.ts'
import { insertWork } from '../../kernel/jobs/jobs.ts'
import { CLOCK_OF_ROW, sharedLane } from '../../kernel/jobs/queues.ts'
import { FAILURES_IN_ROW_MAX } from './retry-schedule.ts'
import { alertWebhookOff } from './work.ts'

export interface AttemptResult {
  workId: bigint
  claim: bigint
  deliveryId: string
  webhookId: string
  ok: boolean
  /** False where it failed through no fault of the receiver: it is tried again, and the webhook is not blamed. */
  counts: boolean
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  /** What the receiver said, sealed; null where it said nothing. */
  body: Buffer | null
  nextAttemptAt: Date | null
}

const ALERT = insertWork(
  {
    kind: ':alertKind',
    key: "id || ' ' || total_deliveries",
    lane: ':alertLane',
    clock: CLOCK_OF_ROW,
    teamId: 'team_id',
    mode: 'mode',
    runAt: 'at',
    payload: "json_build_object('webhook_id', id)::text",
    now: 'at',
  },
  'from hooks where deactivated_by = :token',
)

// One statement for many attempts: fence, due work, deliveries, log, the webhooks' counters and failure streaks, and
// the alert of a webhook that had six failures in a row, over time enough. A streak is counted in the order of the
// results: each success opens a new run, and the first run continues what the webhook had before. What failed by our
// own fault is in the log alone.
const record = namedStatement<{ work_id: bigint; alerts: number }, ReturnType<typeof valuesOf>>(`
  with results as (
    select * from unnest(:workIds::bigint[], :claims::bigint[], :deliveryIds::text[], :webhookIds::text[],
      :oks::boolean[], :counting::boolean[], :times::timestamptz[], :statuses::int[], :durations::int[],
      :errors::text[], :bodies::bytea[], :nextTimes::timestamptz[]) with ordinality
      as r (work_id, claim, delivery_id, webhook_id, ok, counts, at, status, duration_ms, error, body, next_at, n)
  ), mine as (
    delete from due_work_claims c using results r where c.work_id = r.work_id and c.claim = r.claim
    returning r.work_id, r.delivery_id, r.webhook_id, r.ok, r.counts, r.at, r.status, r.duration_ms, r.error, r.body,
      r.next_at, r.n
  ), finished as (
    delete from due_work where id = any(array(select work_id from mine where next_at is null))
  ), postponed as (
    update due_work w set run_at = m.next_at, attempts = 0 from mine m where w.id = m.work_id and m.next_at is not null
  ), updated as (
    update deliveries d set attempts = d.attempts + 1, last_attempt_at = m.at, next_attempt_at = m.next_at,
      status = case when m.ok then 'delivered' when m.next_at is null then 'failed' else 'waiting' end
    from mine m where d.id = m.delivery_id
    returning d.id, d.attempts, m.at, m.status as answered, m.duration_ms, m.error, m.body
  ), logged as (
    -- Not joined with the results again: a plan for few of them compares each with each, and there are hundreds.
    insert into delivery_attempts (delivery_id, number, at, status, duration_ms, error, body, sealed_body)
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
      disabled_reason = case when w.active and t.is_off then 'failures' else w.disabled_reason end
    from tally t where w.id = t.webhook_id
    returning w.id, w.team_id, w.mode, w.deactivated_by, w.total_deliveries, t.at
  ), alerts as (${ALERT}
    returning 1
  )
  select work_id, (select count(*) from alerts)::int as alerts from mine`)

/** It may well repeat what it was told. */
export function sealBody(box: SecretBox, deliveryId: string, body: string): Buffer | null {
  return body === '' ? null : box.seal(body, placeOf(deliveryId))
}

export function openBody(box: SecretBox, deliveryId: string, sealed: Buffer): string {
  return box.open(sealed, placeOf(deliveryId))
}

function placeOf(deliveryId: string): string {
  return `delivery_attempts.sealed_body:${deliveryId}`
}

/**
 * Records attempts in the order they ended. `token` names this call; `offAfterMs` is how long failures in a row must go
 * on to switch a webhook off. True when an alert is due.
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
    alertKind: alertWebhookOff.kind,
    alertLane: sharedLane(alertWebhookOff.kind),
  }
}
