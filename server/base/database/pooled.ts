// What is known of the pooler between a pool and its database.
import type { Client, Pool } from 'pg'

export interface Pooled {
  /** Who its sessions are at the database. */
  readonly role: string
  /** A session past it, where there is a way. */
  readonly makePast: (() => Client) | undefined
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
