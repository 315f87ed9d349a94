// Two certainly concurrent transactions: the first is done but not committed when the second reaches its lock.
import type { PoolClient } from 'pg'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/**
 * Runs `hold` in a transaction, starts `work`, and commits once `work` waits for it and `meanwhile` has ended. Returns
 * the result of `work`.
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
