// Other queues on PostgreSQL, as their own documents set them up, from a folder in which npm has installed them.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withClient } from '../server/base/database/db.ts'
import { findRunningServer } from '../server/base/database/embedded-postgres/find-running-server.ts'

type Began = (key: string) => Promise<void>

interface Enqueuing {
  enqueue(key: string): Promise<unknown>
  stop(): Promise<unknown>
}

const QUEUE = 'bench-timed'

interface GraphileWorker {
  makeWorkerUtils(options: object): Promise<{
    addJob(name: string, payload: object): Promise<unknown>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
}

interface Boss {
  start(): Promise<unknown>
  stop(options: object): Promise<unknown>
  createQueue(name: string): Promise<unknown>
  send(name: string, data: object): Promise<unknown>
  work(
    name: string,
    options: object,
    run: (jobs: { data: { key: string } }[]) => Promise<void>,
  ): Promise<unknown>
}

export async function enqueueTo(name: string, folder: string, dataDir: string): Promise<Enqueuing> {
  const connection = await connectionOf(dataDir)
  const load = createRequire(join(folder, 'package.json'))
  if (name === 'graphile-worker') {
    const { makeWorkerUtils } = load('graphile-worker') as GraphileWorker
    await withClient(connection, (client) => client.query('create schema if not exists graphile_worker'))
    const utils = await makeWorkerUtils({ connectionString: urlOf(connection) })
    return { enqueue: (key) => utils.addJob(QUEUE, { key }), stop: () => utils.release() }
  }
  const boss = await startBoss(load, connection)
  return { enqueue: (key) => boss.send(QUEUE, { key }), stop: () => boss.stop({ graceful: false }) }
}

export async function workWith(name: string, folder: string, dataDir: string, began: Began) {
  const connection = await connectionOf(dataDir)
  const load = createRequire(join(folder, 'package.json'))
  if (name === 'graphile-worker') {
    const { run } = load('graphile-worker') as GraphileWorker
    const runner = await run({
      connectionString: urlOf(connection),
      concurrency: 16,
      noHandleSignals: true,
      logger: undefined,
      taskList: { [QUEUE]: ({ key }: { key: string }) => began(key) },
    })
    return () => runner.stop()
  }
  const boss = await startBoss(load, connection)
  // The shortest that it allows; whether a version has signals as well is not asked.
  await boss.work(QUEUE, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
    for (const { data } of jobs) await began(data.key)
  })
  return () => boss.stop({ graceful: false })
}

async function startBoss(load: NodeJS.Require, connection: Connection): Promise<Boss> {
  const loaded = load('pg-boss') as (new (url: string) => Boss) | { PgBoss: new (url: string) => Boss }
  const boss = new ('PgBoss' in loaded ? loaded.PgBoss : loaded)(urlOf(connection))
  await boss.start()
  await boss.createQueue(QUEUE)
  return boss
}

interface Connection {
  host: string
  user: string
  database: string
}

async function connectionOf(dataDir: string): Promise<Connection> {
  const server = await findRunningServer(dataDir)
  if (server === null) throw new Error(`no database runs in ${dataDir}`)
  return server.connection as Connection
}

function urlOf({ host, user, database }: Connection): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}
