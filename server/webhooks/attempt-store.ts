// The SQL that records attempts to deliver, with everything that follows from them.
import type { Queryable } from '../base/database/db.ts'
import { namedStatement } from '../base/database/named-statement.ts'
import { insertWork } from '../outbox/insert-work.ts'
import { CLOCK_OF_ROW, sharedLane } from '../outbox/lanes.ts'
import { FAILURES_IN_ROW_MAX } from '../rules/retry-schedule.ts'
import { alertWebhookOff } from './work.ts'

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
// the alert of a webhook that had its sixth failure in a row. A streak is counted in the order of the results:
// each success opens a new run, and the first run continues what the webhook had before.
const record = namedStatement<{ work_id: bigint; alerts: number }, ReturnType<typeof valuesOf>>(`
  with results as (
    select * from unnest(:workIds::bigint[], :claims::bigint[], :deliveryIds::text[], :webhookIds::text[],
      :oks::boolean[], :times::timestamptz[], :statuses::int[], :durations::int[], :errors::text[], :bodies::text[],
      :nextTimes::timestamptz[]) with ordinality
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
        then :token else w.deactivated_by end
    from tally t join locked on locked.id = t.webhook_id where w.id = t.webhook_id
    returning w.id, w.team_id, w.mode, w.deactivated_by, w.total_deliveries, t.at
  ), alerts as (${ALERT}
    returning 1
  )
  select work_id, (select count(*) from alerts)::int as alerts from mine`)

/** Records attempts in the order they ended. `token` names this call. True when an alert is due. */
export async function recordAttempts(
  db: Queryable,
  results: AttemptResult[],
  token: string,
): Promise<boolean> {
  const recorded = await record(db, valuesOf(results, token))
  return recorded.some(({ alerts }) => alerts > 0)
}

function valuesOf(results: AttemptResult[], token: string) {
  const column = <K extends keyof AttemptResult>(name: K) => results.map((result) => result[name])
  return {
    workIds: column('workId'),
    claims: column('claim'),
    deliveryIds: column('deliveryId'),
    webhookIds: column('webhookId'),
    oks: column('ok'),
    times: column('at'),
    statuses: column('status'),
    durations: column('durationMs'),
    errors: column('error'),
    bodies: column('body'),
    nextTimes: column('nextAttemptAt'),
    token,
    alertKind: alertWebhookOff.kind,
    alertLane: sharedLane(alertWebhookOff.kind),
  }
}
