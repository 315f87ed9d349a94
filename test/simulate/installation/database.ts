// The PostgreSQL of a simulation: a primary and a standby of its own, the service's embedded server, or a new
// database on a given server, where faults can only end sessions.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Queryable } from '../../../server/kernel/db/db.ts'
import {
  connectionTo,
  serviceConnectionTo,
} from '../../../server/kernel/db/embedded-postgres/owner-session.ts'
import { isAlive, postmasterPid } from '../../../server/kernel/db/embedded-postgres/test-support.ts'
import { isDatabaseUnavailable } from '../../../server/kernel/db/errors.ts'
import { temporaryDataDir } from '../../support/data-dir.ts'
import { withDatabase } from '../../support/database.ts'
import {
  type ReplicationServer,
  startAgain,
  startPrimary,
  startStandby,
  waitForBoth,
} from '../../support/endurance/replication.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOf, socketPath, startTcpProxy } from '../../support/tcp-proxy.ts'
import { atExit } from '../cleanup.ts'

export interface SimulatedDatabase {
  /** For the owner, without a proxy. */
  url: string
  /** Where a proxy connects to; a fail-over changes it. */
  address(): NetConnectOpts
  /** The settings of a service that reaches the database through a proxy on this port. */
  settingsThrough(port: number): Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  rows(sql: string, values?: unknown[]): Promise<any[]>
  pool: Queryable
  /** Kills the server, or one of its sessions, which makes PostgreSQL end all others. */
  kill(what: 'server' | 'session'): Promise<void>
  /** Promotes the standby; without one, the server restarts. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

export async function startDatabase(where: 'own' | 'embedded' | { url: string }): Promise<SimulatedDatabase> {
  if (typeof where === 'object') return createOnServer(where.url)
  return where === 'own' ? startPrimaryAndStandby() : useEmbedded(temporaryDataDir())
}

/** Each commit is on both servers before it is acknowledged. A killed primary restarts in place. */
async function startPrimaryAndStandby(): Promise<SimulatedDatabase> {
  const stops: (() => Promise<void>)[] = []
  const keep = (stop: () => Promise<void>) => void stops.push(stop)
  let primary = await startPrimary({}, keep)
  let standby: ReplicationServer | null = await startStandby(primary, undefined, keep)
  const withdrawals = [primary.dataDir, standby.dataDir].map((dataDir) =>
    atExit(() => process.kill(postmasterPid(dataDir), 'SIGQUIT')),
  )
  await waitForBoth(primary)
  let queue: Promise<void> = Promise.resolve()

  const address = () => ({ path: socketPath(primary.host, connectionTo(primary.host).port) })
  const proxy = await startTcpProxy(address)
  const { user, database } = connectionTo(primary.host)
  const urlAt = (name: string, port: number) => `postgresql://${name}@127.0.0.1:${port}/${database}`
  const sessions = retryingPool(urlAt(user, proxy.port))

  async function restart(): Promise<void> {
    await primary.kill()
    primary = await startAgain(primary, keep)
  }

  async function promote(): Promise<void> {
    const [dead, next] = [primary, standby]
    if (next === null) return restart()
    standby = null
    await dead.kill()
    await next.query('select pg_promote()')
    primary = next
    standby = await startStandby(primary, dead.dataDir, keep)
    await waitForBoth(primary)
  }

  async function killSession(): Promise<void> {
    const pid = findSession(postmasterPid(primary.dataDir))
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  /** Two faults may overlap: the second waits. */
  function oneAtATime(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  return {
    url: urlAt(user, proxy.port),
    address,
    settingsThrough: (port) => ({
      DATABASE_URL: urlAt(serviceConnectionTo(primary.host).user, port),
      DATABASE_OWNER_URL: urlAt(user, port),
    }),
    rows: sessions.rows,
    pool: sessions.pool,
    kill: (what) => oneAtATime(what === 'server' ? restart : killSession),
    failOver: () => oneAtATime(promote),
    async stop() {
      await queue
      await sessions.end()
      await proxy.close()
      for (const stop of stops) await stop()
      for (const withdraw of withdrawals) withdraw()
    },
  }
}

const RESTARTS_AT_ONCE_AFTER_MS = 70_000

/** The service creates it at its first start. It outlives a killed service. */
function useEmbedded(dataDir: string): SimulatedDatabase {
  const { host, port, user, database } = connectionTo(join(dataDir, 'run'))
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  const sessions = retryingPool(url)
  let killedAtMs = Number.NEGATIVE_INFINITY
  const withdraw = atExit(() => process.kill(postmasterPid(dataDir), 'SIGQUIT'))

  async function kill(what: 'server' | 'session'): Promise<void> {
    const postmaster = postmasterPid(dataDir)
    // The service waits longer before each restart of a server that dies again and again.
    const restartsAtOnce = performance.now() - killedAtMs > RESTARTS_AT_ONCE_AFTER_MS
    killedAtMs = performance.now()
    const pid = what === 'server' && restartsAtOnce ? postmaster : findSession(postmaster)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  return {
    url,
    address: () => ({ path: socketPath(host, port) }),
    settingsThrough: () => ({ DATA_DIR: dataDir }),
    rows: sessions.rows,
    pool: sessions.pool,
    kill,
    failOver: () => kill('server'),
    async stop() {
      await sessions.end()
      const postmaster = postmasterPid(dataDir)
      process.kill(postmaster, 'SIGQUIT')
      await eventually('the database has ended', () => !isAlive(postmaster))
      withdraw()
    },
  }
}

async function createOnServer(serverUrl: string): Promise<SimulatedDatabase> {
  const admin = retryingPool(serverUrl)
  const name = `simulation_${randomUUID().replaceAll('-', '')}`
  await admin.rows(`create database ${name}`)
  const url = withDatabase(serverUrl, name)
  const sessions = retryingPool(url)
  const endSessions = async () => {
    const others = 'from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
    await admin.rows(`select pg_terminate_backend(pid) ${others}`, [name])
  }
  return {
    url,
    address: () => addressOf(url),
    settingsThrough(port) {
      const proxied = new URL(url.replace('@/', '@localhost/'))
      proxied.host = `127.0.0.1:${port}`
      proxied.search = ''
      return { DATABASE_URL: proxied.href, DATABASE_OWNER_URL: proxied.href }
    },
    rows: sessions.rows,
    pool: sessions.pool,
    kill: endSessions,
    failOver: endSessions,
    async stop() {
      await sessions.end()
      await admin.rows(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A process of the server that serves a client. */
function findSession(postmaster: number): number | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).find((pid) => {
    try {
      const isChild = new RegExp(`^PPid:\\s${postmaster}$`, 'm').test(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )
      return isChild && / (?:idle|SELECT|INSERT|UPDATE|BIND|PARSE|COMMIT)/.test(titleOf(pid))
    } catch {
      return false
    }
  })
}

const titleOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

const TIME_OUTS = { connectionTimeoutMillis: 10_000, query_timeout: 20_000 }

/** Sessions of the simulation itself: a statement that is safe to repeat is retried while the server is down. */
function retryingPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 3, ...TIME_OUTS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    rows: (sql: string, values: unknown[] = []) =>
      eventually(`the database runs ${sql}`, () =>
        pool.query(sql, values).then(
          ({ rows }) => rows,
          (error: { severity?: string }) => {
            // Deadlocks and standbys that are just being promoted are temporary too.
            if (error.severity === 'ERROR' && !isDatabaseUnavailable(error)) throw error
            return undefined
          },
        ),
      ),
    end: () => pool.end(),
  }
}
