// What is known of the pooler between a pool and its database.
import type { Pool } from 'pg'
import type { Connection } from './db.ts'

export interface Pooled {
  /** Who its sessions are at the database. */
  readonly role: string
  /** The way past it, where there is one. */
  readonly direct: Connection | undefined
  /** Goes that way for a while, as the pooler does not answer and the database does. */
  readonly bypass?: () => void
}

const poolers = new WeakMap<Pool, Pooled>()

/** Undefined where there is none, as far as anybody knows. */
export function poolerOf(pool: Pool): Pooled | undefined {
  return poolers.get(pool)
}

export function notePooler(pool: Pool, pooled: Pooled): void {
  poolers.set(pool, pooled)
}
