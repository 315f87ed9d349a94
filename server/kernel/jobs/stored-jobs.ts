// Jobs as operators see them: waiting, running or dead. Dead jobs can run again.
import { sql } from 'kysely'
import { buildFor, type Queryable, statement } from '../db/db.ts'
import { type Order, readPage } from '../db/lists.ts'
import { type Actor, record } from '../outbox/audit.ts'
import { installationTransaction } from '../outbox/installation-transaction.ts'
import type { TransactionHost, Tx } from '../outbox/transaction.ts'
import type { Listing, Page } from '../values/pages.ts'

export interface StoredJob {
  id: bigint
  type: string
  key: string
  state: 'waiting' | 'dead'
  run_at: Date
  attempts: number
  last_error: string | null
  /** The process that runs the job, if any. */
  process_id: string | null
}

const build = buildFor<{
  jobs: Omit<StoredJob, 'process_id'>
  job_claims: { job_id: bigint; process_id: string }
}>()

/** As text, because times of the database are finer than a Date. */
const RUN_AT = sql<string>`run_at::text`
const DUE_FIRST: Order<{ id: bigint; run_key: string }> = {
  by: ['run_at', 'id'],
  direction: 'asc',
  keyOf: ({ run_key, id }) => [run_key, String(id)],
}

/** Jobs that are due first come first. */
export async function listJobs(db: Queryable, onlyDead: boolean, page: Page): Promise<Listing<StoredJob>> {
  const all = build
    .selectFrom('jobs')
    .leftJoin('job_claims', 'job_id', 'id')
    .select(['id', 'type', 'key', 'state', 'run_at', 'attempts', 'last_error', 'process_id'])
    .select(RUN_AT.as('run_key'))
  return readPage(db, onlyDead ? all.where('state', '=', 'dead') : all, { order: DUE_FIRST, page })
}

export function shownState({ process_id, state }: StoredJob): 'waiting' | 'running' | 'dead' {
  return process_id === null ? state : 'running'
}

const revive = statement<{ id: bigint }>(`
  update jobs set state = 'waiting', attempts = 0
  where state = 'dead' and ($1::bigint is null or id = $1)
  returning id`)

/** Lets one dead job or all run as if for the first time; returns how many. */
async function reviveJobs(db: Queryable, which: bigint | 'all'): Promise<number> {
  return (await revive(db, which === 'all' ? null : which)).length
}

const reviveOfTeam = statement(`
  update jobs set state = 'waiting', attempts = 0
  where state = 'dead' and type = $1 and team_id = $2 and mode = $3 and starts_with(key, $4)`)

/** Lets a team's dead jobs of this type run again, if their keys have this prefix. */
export async function reviveNamed(tx: Tx, { type }: { type: string }, keyPrefix: string): Promise<void> {
  const { teamId, mode } = tx.owner
  await reviveOfTeam(tx, type, teamId, mode, keyPrefix)
}

const REVIVED = {
  topic: 'settings',
  object: 'due_work',
  before: { state: 'dead' },
  after: { state: 'waiting' },
} as const

/** The number of a job, or all; undefined for any other text. */
export function readJobChoice(text: string): bigint | 'all' | undefined {
  if (text === 'all') return text
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

/** Lets dead jobs run again, with an entry in the installation's audit log; returns how many. */
export async function retryJobs(
  host: TransactionHost & { readonly by?: Actor },
  which: bigint | 'all',
): Promise<number> {
  const revived = await installationTransaction(host, async (tx) => {
    const revived = await reviveJobs(tx, which)
    if (revived > 0) record(tx, { ...REVIVED, objectId: String(which) })
    return revived
  })
  if (revived > 0) host.jobsAdded()
  return revived
}

const clearLastErrors = statement(
  'update jobs set last_error = null where type = any($1) and key = any($2) and last_error is not null',
)

/** The error of a job may name the person that the job was for. */
export async function clearErrors(tx: Tx, types: readonly string[], keys: readonly string[]): Promise<void> {
  await clearLastErrors(tx, types, keys)
}
