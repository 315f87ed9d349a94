// Schedules jobs: what must happen later, or outside a transaction, is stored with the change that causes it.
import { type Queryable, statement } from '../db/db.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Clock } from '../process/clock.ts'
import type { InstallationJob, TeamJob } from './declare-job.ts'
import { insertJobs, queueOf, REAL_TIME, sharedQueue } from './jobs.ts'

interface NewJob<Payload> {
  /** When the job is due, by the team's own clock. */
  at: Date
  /** Names the job: a second job of the same type and key is not stored. */
  key: string
  payload: Payload
}

/** The transaction collects the job, and its flush stores it. */
export function schedule<Payload>(
  tx: Tx,
  { type, queue, write }: TeamJob<Payload>,
  { at, key, payload }: NewJob<Payload>,
): void {
  const name = queue === 'shared' ? sharedQueue(type) : queueOf(type, tx.owner)
  tx.outbox.jobs.push({ type, key, queue: name, runAt: at, payload: write(payload) })
}

const selectJob = statement('select from jobs where type = $1 and key = $2')

/** Whether such a job waits or runs. */
export async function isScheduled(
  db: Queryable,
  { type }: { readonly type: string },
  key: string,
): Promise<boolean> {
  return (await selectJob(db, type, key)).length > 0
}

const selectKeys = statement<{ key: string }>(`
  select key from jobs where type = $1 and queue = $2 order by id limit $3`)

/** The keys of such jobs of this team and mode that wait or run, oldest first. */
export async function scheduledKeys(tx: Tx, { type }: TeamJob<null>, limit: number): Promise<string[]> {
  return (await selectKeys(tx, type, queueOf(type, tx.owner), limit)).map(({ key }) => key)
}

const NEXT = insertJobs({
  type: '$1',
  key: '$2',
  queue: '$3',
  clock: '$4',
  teamId: 'null',
  mode: 'null',
  runAt: '$5::timestamptz',
  payload: "'null'",
  now: '$6::timestamptz',
})
const insertNext = statement(`${NEXT} on conflict do nothing`)

/** Schedules the next run for the next full interval. The time is the key, so several processes schedule one run. */
export async function scheduleNext(
  { pool, wall }: { pool: Queryable; wall: Clock },
  { type, everyMs }: InstallationJob,
): Promise<void> {
  const now = wall.now()
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs)
  await insertNext(pool, type, runAt.toISOString(), sharedQueue(type), REAL_TIME, runAt, now)
}
