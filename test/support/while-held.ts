// Two at the same moment, for certain: the first has done its work and has not committed when the second comes to it.
import type { PoolClient } from 'pg'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/**
 * Does `hold` in a transaction, begins `work`, and commits once that waits for it and `meanwhile` is over; what `work`
 * came to.
 */
export async function whileHeld<T>(
  { service }: TestApp,
  hold: (tx: PoolClient) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<T> {
  const { pool } = service.world
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    await hold(tx)
    const { rows } = await tx.query('select pg_backend_pid() as pid')
    const waiting = 'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))'
    const begun = work()
    await eventually('it waits', async () => (await pool.query(waiting, [rows[0].pid])).rowCount !== 0)
    await meanwhile()
    await tx.query('commit')
    return await begun
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}
