// The PostgreSQL of a simulation: a server of its own that is killed and comes back, or a fresh database on a server
// that was named, where only sessions can be ended.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Queryable } from '../../server/base/database/db.ts'
import { connectionTo } from '../../server/base/database/embedded-postgres/owner-session.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/base/database/embedded-postgres/start-embedded-postgres.ts'
import { isAlive, postmasterPid } from '../../server/base/database/embedded-postgres/test-support.ts'
import { temporaryDataDir } from '../support/data-dir.ts'
import { withDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

export interface SimulatedDatabase {
  /** Of the owner, past all lines. */
  url: string
  /** Where a line to it leads. */
  target: NetConnectOpts
  /** The same database, as a service reaches it through a line. */
  through(port: number): Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  rows(sql: string, values?: unknown[]): Promise<any[]>
  /** For the stores of the service. */
  asked: Queryable
  /** Kills the whole server, or one of its sessions, which takes all others with it. */
  kill(what: 'server' | 'session'): Promise<void>
  stop(): Promise<void>
}

const RESTED_AFTER_MS = 70_000
/** Nobody's disk fails here, so nothing waits for it; but a commit is written before it is answered. */
const SETTINGS = { max_connections: '200', synchronous_commit: 'on', full_page_writes: 'off' }

/** One of our own, the embedded one of the service itself, or one on a server that is named. */
export async function startDatabase(where: 'own' | 'embedded' | { url: string }): Promise<SimulatedDatabase> {
  if (typeof where === 'object') return useNamed(where.url)
  return where === 'own' ? startOwn() : useEmbedded(temporaryDataDir())
}

async function startOwn(): Promise<SimulatedDatabase> {
  const dataDir = temporaryDataDir()
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, settings: SETTINGS })
  const { user, database } = server.connection
  const known = inFolder(dataDir, server.connection)
  const at = (name: string, port: number) => `postgresql://${name}@127.0.0.1:${port}/${database}`
  return {
    ...known,
    through: (port) => ({
      DATABASE_URL: at(server.serviceConnection.user, port),
      DATABASE_OWNER_URL: at(user, port),
    }),
    async stop() {
      await known.stop()
      await server.stop()
    },
  }
}

/** It is there once the service has started, and whoever ends the service at once leaves it behind. */
function useEmbedded(dataDir: string): SimulatedDatabase {
  const known = inFolder(dataDir, connectionTo(join(dataDir, 'run')))
  return {
    ...known,
    through: () => ({ DATA_DIR: dataDir }),
    async stop() {
      await known.stop()
      const postmaster = postmasterPid(dataDir)
      process.kill(postmaster, 'SIGQUIT')
      await eventually('the database has ended', () => !isAlive(postmaster))
    },
  }
}

/** What there is to know of a server that runs in a folder of ours. */
function inFolder(
  dataDir: string,
  { host, port, user, database }: EmbeddedPostgres['connection'],
): Omit<SimulatedDatabase, 'through'> {
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  const asked = askingPool(url)
  let killedMs = Number.NEGATIVE_INFINITY
  return {
    url,
    target: { path: join(host, `.s.PGSQL.${port}`) },
    rows: asked.rows,
    asked: asked.pool,
    async kill(what) {
      const postmaster = postmasterPid(dataDir)
      // Whoever looks after the server waits longer each time that it dies soon.
      const isRested = performance.now() - killedMs > RESTED_AFTER_MS
      killedMs = performance.now()
      const pid = what === 'server' && isRested ? postmaster : sessionOf(postmaster)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    stop: asked.end,
  }
}

/** Any process of the server that serves a client over a line. */
function sessionOf(postmaster: number): number | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).find((pid) => {
    try {
      const isChild = new RegExp(`^PPid:\\s${postmaster}$`, 'm').test(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )
      return isChild && / (?:idle|SELECT|INSERT|UPDATE|BIND|PARSE|COMMIT)/.test(nameOf(pid))
    } catch {
      return false
    }
  })
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

async function useNamed(given: string): Promise<SimulatedDatabase> {
  const admin = askingPool(given)
  const name = `simulation_${randomUUID().replaceAll('-', '')}`
  await admin.rows(`create database ${name}`)
  const url = withDatabase(given, name)
  const asked = askingPool(url)
  const { host, port } = new pg.Client({ connectionString: url })
  return {
    url,
    target: host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
    through(at) {
      const reached = new URL(url.replace('@/', '@localhost/'))
      reached.host = `127.0.0.1:${at}`
      reached.search = ''
      return { DATABASE_URL: reached.href, DATABASE_OWNER_URL: reached.href }
    },
    rows: asked.rows,
    asked: asked.pool,
    async kill() {
      const others = 'from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
      await admin.rows(`select pg_terminate_backend(pid) ${others}`, [name])
    },
    async stop() {
      await asked.end()
      await admin.rows(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A few sessions that are made anew when they break. */
function askingPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 3 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    /** The server may be dead for a while: whoever looks at it, and changes nothing twice, asks again. */
    rows: (sql: string, values: unknown[] = []) =>
      eventually(`the database answers ${sql}`, () =>
        pool.query(sql, values).then(
          ({ rows }) => rows,
          (error: { severity?: string }) => {
            if (error.severity === 'ERROR') throw error
            return undefined
          },
        ),
      ),
    end: () => pool.end(),
  }
}
