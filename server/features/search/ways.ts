// The ways in which a term may find something, and how a result is told that was found.
import type { Match, SearchResult } from '../../../contract/search.ts'
import { containing } from '../../kernel/db/containing.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Term } from './read-term.ts'
import type { Way } from './search-store.ts'

/** Who asks, in which database, and how many of each type at most. */
export interface Asked {
  readonly db: Queryable
  readonly owner: Owner
  readonly limit: number
}

/** Its part of a result: what it is, and what was found in it. */
export type Told = Omit<SearchResult, 'currency' | 'created_at'>

export interface Matched {
  readonly matched: Match
  readonly exact: boolean
}

export const within = (column: string, part: string | null): Way[] =>
  part === null ? [] : [{ where: `${column} like $4`, values: [containing(part)], isCommon: true }]

export const byUuid = (id: string | null): Way[] =>
  id !== null && isUuid(id) ? [{ where: 'found.id = $4', values: [id] }] : []

export const byAmount = (column: string, { amountCents }: Term): Way[] =>
  amountCents === null ? [] : [{ where: `${column} = $4`, values: [amountCents] }]

export const byClients = (ids: readonly string[]): Way[] =>
  ids.length === 0 ? [] : [{ where: 'true', values: [ids], isOfClients: true }]

/** What each way finds, once, as long as there is room: the first ways are the surest. */
export async function findAll<Row extends { id: string }>(
  { db, owner, limit }: Asked,
  find: (db: Queryable, owner: Owner, way: Way, limit: number) => Promise<Row[]>,
  ways: readonly Way[],
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for (const way of ways) {
    if (found.size >= limit) break
    for (const row of await find(db, owner, way, limit)) if (!found.has(row.id)) found.set(row.id, row)
  }
  return [...found.values()].slice(0, limit)
}

/** Of texts that were looked in, which one has it: whole before in part. */
export function matchIn(
  texts: readonly (readonly [Match, string])[],
  parts: readonly (string | null)[],
): Matched | null {
  const wanted = parts.filter((part) => part !== null && part !== '')
  const whole = texts.find(([, text]) => wanted.includes(text))
  if (whole !== undefined) return { matched: whole[0], exact: true }
  const partly = texts.find(([, text]) => wanted.some((part) => part !== null && text.includes(part)))
  return partly === undefined ? null : { matched: partly[0], exact: false }
}
