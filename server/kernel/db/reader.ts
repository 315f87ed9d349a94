// Where rows are read, together with what opens their sealed parts.
import type { SecretBox } from '../crypto/secret-box.ts'
import type { Queryable } from './db.ts'

/** A transaction is one. */
export interface Reader extends Queryable {
  readonly secretBox: SecretBox
}

export function readerOf({ pool, secretBox }: { pool: Queryable; secretBox: SecretBox }): Reader {
  return { query: (query) => pool.query(query), secretBox }
}
