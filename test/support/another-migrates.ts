// An empty database with a migration that never ends: a service that starts on it waits.
import type { TestContext } from 'node:test'
import pg from 'pg'
import { makeDatabase } from './database.ts'
import { eventually } from './eventually.ts'

export interface AnotherMigrates {
  url: string
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** Resolves once another process waits for the lock. */
  isWaitedFor(waitMaxMs?: number): Promise<unknown>
  /** Releases the lock. */
  end(): Promise<unknown>
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

export async function anotherMigrates(t: TestContext): Promise<AnotherMigrates> {
  const { url, drop } = await makeDatabase({ empty: true })
  const other = new pg.Client({ connectionString: url })
  t.after(async () => {
    await other.end()
    await drop()
  })
  await other.connect()
  await other.query('select pg_advisory_lock(7261834001)')
  const rows = async (sql: string) => (await other.query(sql)).rows
  return {
    url,
    rows,
    isWaitedFor: (waitMaxMs) =>
      eventually('a process waits for the lock', async () => (await rows(WAITING)).length === 1, waitMaxMs),
    end: () => other.query('select pg_advisory_unlock_all()'),
  }
}
