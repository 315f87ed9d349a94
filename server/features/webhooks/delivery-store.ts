// The SQL on deliveries: what is to be sent, sending it again, and forgetting it.
import type { DeliveryStatus } from '../../../contract/deliveries.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { inBatches } from '../../kernel/db/in-batches.ts'
import { insertWork } from '../../kernel/jobs/jobs.ts'
import { clockOf, DELIVER, deliveryLanes } from '../../kernel/jobs/queues.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

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
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

const selectJobs = statement<DeliveryJob>(`
  select d.id, d.attempts, w.team_id, d.webhook_id, e.id as event_id, e.payload, e.personal, e.sequence, w.url,
    w.active and w.deleted_at is null as active, w.secret, w.previous_secret, w.previous_secret_until
  from deliveries d join events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
  where d.id = any($1::text[]) and d.status = 'waiting'`)

/** All that is needed to send these deliveries; those that are no longer to be sent are undefined. */
export async function loadJobs(db: Queryable, ids: string[]): Promise<(DeliveryJob | undefined)[]> {
  const jobs = new Map((await selectJobs(db, ids)).map((job) => [job.id, job]))
  return ids.map((id) => jobs.get(id))
}

const SCHEDULE = insertWork(
  {
    kind: '$2',
    key: 'id',
    lane: '$3 || webhook_id',
    clock: '$4',
    teamId: '$5',
    mode: '$6',
    runAt: 'greatest(next_attempt_at, $7)',
    payload: "'null'",
    now: '$7',
  },
  `from deliveries where webhook_id = $1 and status = 'waiting'`,
)

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

/** What was made to be sent again. */
export interface MadeReplay {
  readonly id: string
  readonly type: string
}

const replayOne = statement<MadeReplay>(`${REPLAY}
  from deliveries d where d.webhook_id = $1 and d.id = $4
  returning id, type`)

/** Makes a new delivery of the event of an old one; none if there is no such delivery. */
export async function addReplay(tx: Tx, webhookId: string, deliveryId: string): Promise<MadeReplay[]> {
  return replayOne(tx, webhookId, tx.now, tx.newId('delivery'), deliveryId)
}

const replayMany = statement<MadeReplay>(`${REPLAY}
  from deliveries d join events e on e.id = d.event_id
  where d.webhook_id = $1 and d.status = any($6::text[]) and e.created_at >= $4 and e.created_at < $5
    and not exists (select from deliveries r where r.replay_of = d.id)
  order by e.sequence limit $7
  returning id, type`)

/** The same for the events of a time that were not replayed yet, the oldest first. */
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
 * Deletes ended deliveries from before a time with their attempts, and those that still wait for a webhook that is off
 * once their events are past their time.
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
