// Where rows are read, with the key for their encrypted columns.
import type { SecretBox } from '../crypto/secret-box.ts'
import type { Queryable } from './db.ts'

/** A transaction is one. */
export interface Reader extends Queryable {
  readonly secretBox: SecretBox
}

export function readerOf({ pool, secretBox }: { pool: Queryable; secretBox: SecretBox }): Reader {
  return { query: (query) => pool.query(query), secretBox }
}
