// Which second factors a person has: with any of them, a password alone opens nothing.
import type { SecondFactor } from '../../contract/people.ts'
import type { Queryable } from '../base/database/db.ts'

/** Each tells which of its kind the person has. */
const KINDS: readonly ((db: Queryable, personId: string) => Promise<readonly SecondFactor[]>)[] = []

export async function secondFactorsOf(db: Queryable, personId: string): Promise<SecondFactor[]> {
  const found = await Promise.all(KINDS.map((of) => of(db, personId)))
  return found.flat()
}
