// Successive services on an embedded database that uses fsync and outlives them.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import pg from 'pg'
import { findRunningServer } from '../../../server/kernel/db/embedded-postgres/leftover.ts'
import { initialisedDataDir } from '../data-dir.ts'
import { LIVE_KEY, TEST_KEY } from '../start-app.ts'
import { type ChildService, startChildService } from './child-service.ts'

export interface OwnDatabase {
  start(environment: string): Promise<ChildService>
  /** The service started last; if it is dead, a new one. */
  running(): Promise<ChildService>
  connect(): Promise<pg.Client>
  isServed(): Promise<boolean>
}

export async function makeOwnDatabase(): Promise<OwnDatabase> {
  const dataDir = await initialisedDataDir()
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    BOOTSTRAP_LIVE_KEY: LIVE_KEY,
    BOOTSTRAP_TEST_KEY: TEST_KEY,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  const services: ChildService[] = []
  const sessions: pg.Client[] = []
  const isServed = async () => (await findRunningServer(dataDir)) !== null

  async function start(environment: string): Promise<ChildService> {
    const service = await startChildService({ ...settings, NODE_ENV: environment })
    services.push(service)
    return service
  }

  // Also after a failed test: a process or server left behind would keep the suite from ending.
  after(async () => {
    for (const session of sessions) await session.end()
    for (const service of services) await service.kill('SIGKILL')
    // The server stops only with a service that is stopped, not killed.
    if (await isServed()) await (await start('test')).kill('SIGTERM')
  })

  return {
    start,
    isServed,
    async running() {
      const { exitCode, signalCode } = services.at(-1)?.process ?? { exitCode: 0 }
      return exitCode === null && signalCode === null ? services.at(-1)! : await start('test')
    },
    async connect() {
      const server = (await findRunningServer(dataDir)) ?? assert.fail('no server runs')
      const session = new pg.Client(server.connection)
      // After a failed test, the server may end first.
      session.on('error', () => {})
      await session.connect()
      sessions.push(session)
      return session
    },
  }
}
