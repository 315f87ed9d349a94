// How the sessions of a pool are spoken to. Behind a pooler each transaction may get another session of the database,
// and what was set when we connected is gone: so each transaction sets its own limits, in the message that begins it.
import type { Pool } from './db.ts'

export interface Prepared {
  readonly name: string
  readonly text: string
}

export interface Manners {
  /** What every transaction begins with. */
  readonly begin: readonly Prepared[]
  /** Statements are known to the session by their names, once it has seen them. */
  readonly named: boolean
}

/** Each connection must have run these once by themselves, as it knows them by their names from then on. */
export const BEGIN: Prepared = { name: 'begin', text: 'begin' }
export const COMMIT: Prepared = { name: 'commit', text: 'commit' }

const USUAL: Manners = { begin: [BEGIN], named: true }

const others = new WeakMap<Pool, Manners>()

export function mannersOf(pool: Pool): Manners {
  return others.get(pool) ?? USUAL
}

export function setManners(pool: Pool, manners: Manners): void {
  others.set(pool, manners)
}
