// Opens what everything asks the database through, fit for a pooler that may stand between and a standby beside it.
import { adaptToPooler } from '../base/database/adapt-to-pooler.ts'
import { bypassAfterRestart } from '../base/database/bypass-pooler.ts'
import { LIMITS, makePool, type Pool } from '../base/database/db.ts'
import { shareFairly } from '../base/database/fair-pool.ts'
import { waitForNoStandby } from '../base/database/replication.ts'
import type { DatabaseConfig } from '../base/database/settings.ts'
import type { Closers } from '../base/process/closers.ts'
import type { Log } from '../base/process/log.ts'
import type { OpenDatabase } from './open-database.ts'

export interface Pools {
  /** Shared between teams. */
  pool: Pool
  /** One session that nobody else can take, past any pooler. */
  vitalPool: Pool
}

export async function openPools(
  database: OpenDatabase,
  config: DatabaseConfig,
  log: Log,
  closers: Closers,
): Promise<Pools> {
  const pool = shareFairly(makePool(database.connection, config.databasePoolMax))
  closers.add(() => pool.end())
  if (config.databaseUrl !== null) {
    const direct = config.databaseDirectUrl === null ? undefined : database.direct
    const forgets = await adaptToPooler(pool, LIMITS, direct)
    if (forgets) log.info('the database is behind a pooler: each transaction sets its own limits')
    if (forgets && direct !== undefined) {
      const watch = await bypassAfterRestart(pool, direct, log)
      closers.add(() => watch.stop())
    }
  }
  const vitalPool = makePool(database.direct, 1, waitForNoStandby)
  closers.add(() => vitalPool.end())
  return { pool, vitalPool }
}
