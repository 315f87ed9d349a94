// Opens the connections that everything asks the database through.

import { randomToken } from '../../kernel/crypto/secrets.ts'
import { type Connection, makeClient, makePool, type Pool, type Queryable } from '../../kernel/db/db.ts'
import type { DatabaseConfig } from '../../kernel/db/settings.ts'
import { capTeams } from '../../kernel/db/team-cap.ts'
import type { Closers } from '../../kernel/process/closers.ts'
import type { OpenDatabase } from './open-database.ts'

export interface Pools {
  /** Shared between teams. */
  pool: Pool
  /** One session for heartbeats and health: it waits for no standby, and fails soon enough for the next heartbeat. */
  vitalPool: Pool
}

/** With the margin for its response, a frozen connection is replaced before the process counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 3_000
const CHECK_TIMEOUT_MS = 5_000

export async function openPools(
  { connection }: OpenDatabase,
  { databaseUrl, databasePoolMax }: DatabaseConfig,
  closers: Closers,
): Promise<Pools> {
  if (databaseUrl !== null) await refuseTransactionPooling(connection)
  const pool = capTeams(makePool(connection, databasePoolMax))
  closers.add(() => pool.end())
  const vitalPool = openHeartbeatPool(connection)
  closers.add(() => vitalPool.end())
  return { pool, vitalPool }
}

export function openHeartbeatPool(connection: Connection): Pool {
  return makePool(connection, 1, {
    name: 'embarque heartbeat',
    statementTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    settings: { synchronous_commit: 'local' },
  })
}

/**
 * LISTEN, prepared statements and time-outs belong to a session. While `other` is in a transaction, a pooler in
 * transaction mode must give `one` another session of the server, or has given `other` that of `one`.
 */
async function refuseTransactionPooling(connection: Connection): Promise<void> {
  const token = randomToken(10)
  const one = makeClient(connection, { queryTimeoutMs: CHECK_TIMEOUT_MS })
  const other = makeClient(connection, { queryTimeoutMs: CHECK_TIMEOUT_MS })
  try {
    for (const client of [one, other]) {
      client.on('error', () => {})
      await client.connect()
    }
    await one.query(`select set_config('embarque.session', $1, false)`, [token])
    await other.query('begin')
    const seenByOther = await tokenOf(other)
    if ((await tokenOf(one)) !== token || seenByOther === token)
      throw new Error(
        'DATABASE_URL leads through a pooler in transaction mode, which mixes sessions; set "pool_mode = session" ' +
          'in PgBouncer, or set DATABASE_URL to the server itself',
      )
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function tokenOf(session: Queryable): Promise<string | null> {
  const { rows } = await session.query({ text: `select current_setting('embarque.session', true) as token` })
  return (rows[0] as { token: string | null }).token
}
