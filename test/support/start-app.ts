// A running service on a database of its own, with the demo team's keys and clients that use them.
import { after } from 'node:test'
import { readConfig } from '../../server/app/boot/config.ts'
import { type Service, type ServiceOptions, startService } from '../../server/app/boot/start-service.ts'
import { type MovableClock, realClock } from '../../server/kernel/process/clock.ts'
import { type Log, makeLog } from '../../server/kernel/process/log.ts'
import { checkResponses } from './check-responses.ts'
import { type Client, makeClient } from './client.ts'
import { makeDatabase, serviceUrl } from './database.ts'
import { query } from './dump.ts'

export const LIVE_KEY = 'sk_live_q7m2vx09d4kz8wr5t1ybn6hcj3fgs0pe'
export const TEST_KEY = 'sk_test_h4t9zc61pw8kq2nr7vyxj0dmb5gf3se2'
export const SECRET_KEY = '00'.repeat(32)

/** The lowest hashing cost, because the tests sign in hundreds of times. */
const TEST_PASSWORD_COST = { memory: 8, passes: 1, parallelism: 1 } as const

/** For tests of concurrency: as many connections as a service usually has. */
export const AT_ONCE = { DATABASE_POOL_MAX: '16' } as const

export interface TestApp {
  service: Service
  url: string
  /** Connects as the owner; the service's own role owns nothing. */
  databaseUrl: string
  /** For what the service's role may not do: tables, triggers, lines of the ledger. */
  asOwner(sql: string): Promise<unknown[]>
  live: Client
  test: Client
  /** Without a key. */
  anybody: Client
  /** Moves the team's test clock by an ISO 8601 duration, as a sandbox user would. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  advance(by: string): Promise<any>
}

export interface TestAppOptions extends Omit<ServiceOptions, 'wall'> {
  settings?: Record<string, string>
  wall?: MovableClock
  databaseUrl?: string
  log?: Log
}

/** Starts at once and stops after the file's tests. */
export async function startApp({ settings, databaseUrl, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const database =
    databaseUrl === undefined ? await makeDatabase() : { url: databaseUrl, drop: async () => {} }
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: serviceUrl(database.url),
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: process.env.TEST_DATA_DIR ?? '',
    // Each connection warms up separately, which takes longer than most tests.
    DATABASE_POOL_MAX: '4',
    SECRET_KEY,
    BOOTSTRAP_LIVE_KEY: LIVE_KEY,
    BOOTSTRAP_TEST_KEY: TEST_KEY,
    RATE_LIMIT_PER_MINUTE: '0',
    SEARCH_LIMIT_PER_MINUTE: '0',
    // A thread takes most of a second to start.
    HEAVY_THREADS: '0',
    // No load balancer needs time to notice a stop.
    DRAIN_SECONDS: '0',
    ...settings,
  })
  const responses = checkResponses()
  const prepare: ServiceOptions['prepare'] = (app) => {
    responses.watch(app)
    options.prepare?.(app)
  }
  const log = options.log ?? makeLog({ level: 'fatal' })
  const service = await startService(config, log, {
    wall: realClock,
    ...(config.environment !== 'production' && { passwordCost: TEST_PASSWORD_COST }),
    ...options,
    prepare,
  })
  after(async () => {
    await service.stop()
    await database.drop()
    responses.verify()
  })
  const url = service.url ?? ''
  const test = makeClient(url, TEST_KEY)
  return {
    service,
    url,
    databaseUrl: database.url,
    asOwner: (sql) => query(database.url, sql),
    live: makeClient(url, LIVE_KEY),
    test,
    anybody: makeClient(url),
    advance: async (by) => (await test.post('/api/v1/test/clock/advance', { by })).body.data,
  }
}
