// After a restart of the database behind a pooler, goes past the pooler for a while: that one waits before it connects
// again (PgBouncer 15 seconds, `server_login_retry`), and keeps whoever asks waiting as long.
import type { Client, Pool, PoolClient } from 'pg'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'
import { hangUp } from './driver-session.ts'

export interface Watch {
  stop(): Promise<void>
}

/** The seconds are more than poolers wait. */
const USUAL = { lookAgainMs: 200, bypassSeconds: 20 }

/** Keeps a session at the database itself, by whose end a restart is noticed. */
export async function bypassAfterRestart(
  pool: Pool,
  direct: Connection,
  log: Log,
  { lookAgainMs, bypassSeconds } = USUAL,
): Promise<Watch> {
  const usual = { ...pool.options }
  const open = new Set<PoolClient>()
  pool.on('acquire', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  let session: Client | undefined
  let started = ''
  let stopped = false
  let looking: NodeJS.Timeout | undefined
  let bypassing: NodeJS.Timeout | undefined

  async function watch(): Promise<void> {
    const fresh = makeClient(direct)
    fresh.on('error', () => {})
    await fresh.connect()
    if (stopped) return fresh.end()
    fresh.once('end', again)
    session = fresh
    const { rows } = await fresh.query('select pg_postmaster_start_time()::text as started')
    const before = started
    started = rows[0].started
    if (before !== '' && before !== started) bypass()
  }

  function again(): void {
    if (stopped) return
    // One that is cut off as it asks both ends and fails: it is replaced once.
    clearTimeout(looking)
    looking = setTimeout(() => watch().catch(again), lookAgainMs).unref()
  }

  function bypass(): void {
    log.warn(
      { seconds: bypassSeconds },
      'the database has restarted: it is asked past the pooler for a while',
    )
    // Connections of that time end with it.
    Object.assign(pool.options, direct, { maxLifetimeSeconds: bypassSeconds })
    clearTimeout(bypassing)
    bypassing = setTimeout(() => Object.assign(pool.options, usual), bypassSeconds * 1_000).unref()
    // Whatever was under way on the others ended with the database.
    for (const client of open) hangUp(client)
  }

  await watch()
  return {
    async stop() {
      stopped = true
      clearTimeout(looking)
      clearTimeout(bypassing)
      await session?.end()
    },
  }
}
