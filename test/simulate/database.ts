// The PostgreSQL of a simulation: its own servers, the service's embedded one, or a fresh database on a named
// server, where only sessions can be ended.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { connectionTo } from '../../server/kernel/db/embedded-postgres/owner-session.ts'
import { isAlive, postmasterPid } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { temporaryDataDir } from '../support/data-dir.ts'
import { withDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startPair } from './pair.ts'
import { askingPool, sessionOf, socketIn } from './sessions.ts'
import type { SimulatedDatabase } from './simulated-database.ts'
import { takeAlong } from './taken-along.ts'

const RESTED_AFTER_MS = 70_000

/** One of our own, the embedded one of the service itself, or one on a server that is named. */
export async function startDatabase(where: 'own' | 'embedded' | { url: string }): Promise<SimulatedDatabase> {
  if (typeof where === 'object') return useNamed(where.url)
  return where === 'own' ? startPair() : useEmbedded(temporaryDataDir())
}

/** It exists once the service has started, and outlives a killed service. */
function useEmbedded(dataDir: string): SimulatedDatabase {
  const { host, port, user, database } = connectionTo(join(dataDir, 'run'))
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  const asked = askingPool(url)
  let killedMs = Number.NEGATIVE_INFINITY
  const forget = takeAlong(() => process.kill(postmasterPid(dataDir), 'SIGQUIT'))

  async function kill(what: 'server' | 'session'): Promise<void> {
    const postmaster = postmasterPid(dataDir)
    // The supervisor waits longer each time the server dies soon.
    const isRested = performance.now() - killedMs > RESTED_AFTER_MS
    killedMs = performance.now()
    const pid = what === 'server' && isRested ? postmaster : sessionOf(postmaster)
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  return {
    url,
    target: () => ({ path: socketIn(host, port) }),
    through: () => ({ DATA_DIR: dataDir }),
    rows: asked.rows,
    asked: asked.pool,
    kill,
    failOver: () => kill('server'),
    async stop() {
      await asked.end()
      const postmaster = postmasterPid(dataDir)
      process.kill(postmaster, 'SIGQUIT')
      await eventually('the database has ended', () => !isAlive(postmaster))
      forget()
    },
  }
}

async function useNamed(given: string): Promise<SimulatedDatabase> {
  const admin = askingPool(given)
  const name = `simulation_${randomUUID().replaceAll('-', '')}`
  await admin.rows(`create database ${name}`)
  const url = withDatabase(given, name)
  const asked = askingPool(url)
  const { host, port } = new pg.Client({ connectionString: url })
  const endOthers = async () => {
    const others = 'from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
    await admin.rows(`select pg_terminate_backend(pid) ${others}`, [name])
  }
  return {
    url,
    target: () => (host.startsWith('/') ? { path: socketIn(host, port) } : { host, port }),
    through(at) {
      const reached = new URL(url.replace('@/', '@localhost/'))
      reached.host = `127.0.0.1:${at}`
      reached.search = ''
      return { DATABASE_URL: reached.href, DATABASE_OWNER_URL: reached.href }
    },
    rows: asked.rows,
    asked: asked.pool,
    kill: endOthers,
    failOver: endOthers,
    async stop() {
      await asked.end()
      await admin.rows(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
