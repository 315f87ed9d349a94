// Other queues on PostgreSQL, set up as documented, from a folder with their packages (BENCH_PEERS). They are
// no part of this project.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withClient } from '../server/kernel/db/db.ts'
import { findRunningServer } from '../server/kernel/db/embedded-postgres/leftover.ts'

const NAMES = ['graphile-worker', 'pg-boss'] as const
const QUEUE = 'bench'

export type PeerName = (typeof NAMES)[number]

export interface Peer {
  enqueue(keys: string[]): Promise<unknown>
  /** Runs enqueued jobs; the returned function stops that. */
  work(run: (key: string) => Promise<void>): Promise<() => Promise<unknown>>
  close(): Promise<unknown>
}

interface Job {
  key: string
}

interface GraphileWorker {
  makeWorkerUtils(options: object): Promise<{
    addJobs(jobs: { identifier: string; payload: Job }[]): Promise<unknown>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
}

interface Boss {
  start(): Promise<unknown>
  stop(options: object): Promise<unknown>
  createQueue(name: string, options: object): Promise<unknown>
  insert(name: string, jobs: { data: Job }[]): Promise<unknown>
  work(name: string, options: object, run: (jobs: { data: Job }[]) => Promise<void>): Promise<unknown>
  offWork(name: string): Promise<unknown>
}

type NewBoss = new (options: object) => Boss

/** None without a folder. */
export function peersHere(): readonly PeerName[] {
  return process.env.BENCH_PEERS === undefined ? [] : NAMES
}

/** With its version. */
export function titleOf(name: PeerName): string {
  const { version } = load(`${name}/package.json`) as { version: string }
  return `${name} ${version}`
}

/** With `batch`, set up for throughput; without, for latency. */
export async function openPeer(name: PeerName, dataDir: string, batch?: number): Promise<Peer> {
  const server = await findRunningServer(dataDir)
  if (server === null) throw new Error(`no database runs in ${dataDir}`)
  const { host, user, database } = server.connection as { host: string; user: string; database: string }
  const connectionString = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  if (name === 'pg-boss') return openBoss(connectionString, batch)
  await withClient(server.connection, (client) => client.query('create schema if not exists graphile_worker'))
  return openGraphile(connectionString, batch)
}

async function openGraphile(connectionString: string, batch?: number): Promise<Peer> {
  const { makeWorkerUtils, run: start } = load('graphile-worker') as GraphileWorker
  const utils = await makeWorkerUtils({ connectionString })
  const batches =
    batch === undefined
      ? {}
      : { preset: { worker: { localQueue: { size: batch }, completeJobBatchDelay: 0 } } }
  return {
    enqueue: (keys) => utils.addJobs(keys.map((key) => ({ identifier: QUEUE, payload: { key } }))),
    async work(run) {
      const runner = await start({
        connectionString,
        concurrency: 16,
        maxPoolSize: 20,
        noHandleSignals: true,
        logger: quietLogger(),
        taskList: { [QUEUE]: ({ key }: Job) => run(key) },
        ...batches,
      })
      return () => runner.stop()
    },
    close: () => utils.release(),
  }
}

function quietLogger(): unknown {
  const { Logger } = load('graphile-worker') as { Logger: new (make: () => () => void) => unknown }
  return new Logger(() => () => {})
}

async function openBoss(connectionString: string, batch?: number): Promise<Peer> {
  const loaded = load('pg-boss') as NewBoss | { PgBoss: NewBoss }
  // Versions without signals ignore the option, and poll.
  const boss = new ('PgBoss' in loaded ? loaded.PgBoss : loaded)({ connectionString, useListenNotify: true })
  await boss.start()
  await boss.createQueue(QUEUE, { notify: true })
  // The shortest allowed.
  const polling = { pollingIntervalSeconds: 0.5 }
  const batches =
    batch === undefined ? {} : { batchSize: batch, burstWhenBatchFull: true, localConcurrency: 2 }
  return {
    enqueue: (keys) =>
      boss.insert(
        QUEUE,
        keys.map((key) => ({ data: { key } })),
      ),
    async work(run) {
      await boss.work(QUEUE, { ...polling, ...batches }, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => run(data.key)))
      })
      return () => boss.offWork(QUEUE)
    },
    close: () => boss.stop({ graceful: false }),
  }
}

function load(path: string): unknown {
  return createRequire(join(process.env.BENCH_PEERS ?? '', 'package.json'))(path)
}
