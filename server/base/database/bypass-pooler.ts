// After a restart of the database behind a pooler, goes past the pooler for a while: that one waits before it connects
// again (PgBouncer 15 seconds, `server_login_retry`), and keeps whoever asks waiting as long.
import type { Client, Pool, PoolClient } from 'pg'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'

export interface Watch {
  stop(): Promise<void>
}

const LOOK_AGAIN_MS = 200
/** Longer than poolers wait. */
const BYPASS_SECONDS = 20

/** Keeps a session at the database itself, by whose end a restart is noticed. */
export async function bypassAfterRestart(pool: Pool, direct: Connection, log: Log): Promise<Watch> {
  const usual = { ...pool.options }
  const open = new Set<PoolClient>()
  pool.on('acquire', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  let session: Client | undefined
  let started = ''
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let back: NodeJS.Timeout | undefined

  async function watch(): Promise<void> {
    const fresh = makeClient(direct)
    fresh.on('error', () => {})
    session = fresh
    const before = started
    try {
      await fresh.connect()
      const { rows } = await fresh.query('select pg_postmaster_start_time()::text as started')
      started = rows[0].started
    } catch (error) {
      hangUp(fresh)
      throw error
    }
    // Not before its answer: one that ended without would be followed by two.
    fresh.once('end', again)
    if (before !== '' && before !== started) bypass()
  }

  function again(): void {
    if (stopped) return
    timer = setTimeout(() => watch().catch(again), LOOK_AGAIN_MS).unref()
  }

  function bypass(): void {
    log.warn(
      { seconds: BYPASS_SECONDS },
      'the database has restarted: it is asked past the pooler for a while',
    )
    // Connections of that time end with it.
    Object.assign(pool.options, direct, { maxLifetimeSeconds: BYPASS_SECONDS })
    // From the last restart on, should there be several.
    clearTimeout(back)
    back = setTimeout(() => Object.assign(pool.options, usual), BYPASS_SECONDS * 1_000).unref()
    // Whatever was under way on the others ended with the database.
    for (const client of open) hangUp(client)
  }

  await watch()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(back)
      await session?.end()
    },
  }
}

/** Without a good-bye, so that it is thrown away, and whoever waits for an answer waits no longer. */
function hangUp(client: PoolClient | Client): void {
  client.connection.stream.destroy()
}
