// Whether the database takes changes: asked for, and remembered after a refusal for the health check.
import type { Pool, Queryable } from './db.ts'
import { takesNothing } from './is-database-away.ts'

/** For how long after a refusal the health check reports it. */
const REPORTED_FOR_MS = 10_000
const READ_ONLY = '25006'

const refusedAt = new WeakMap<Pool, number>()

export function noteRefusal(pool: Pool, error: unknown): void {
  if (takesNothing(error)) refusedAt.set(pool, performance.now())
}

/** Whether a change was refused a moment ago. */
export function refusedLately(pool: Pool): boolean {
  return performance.now() - (refusedAt.get(pool) ?? Number.NEGATIVE_INFINITY) < REPORTED_FOR_MS
}

/** Of a standby, a demoted primary, or a database that an operator has closed to changes. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as { code?: unknown }).code === READ_ONLY
}

export async function isReadOnly(db: Queryable): Promise<boolean> {
  const { rows } = await db.query({ text: 'show transaction_read_only' })
  return (rows[0] as { transaction_read_only: string }).transaction_read_only === 'on'
}
