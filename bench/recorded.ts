// Copies recorded statements for a replay: the same SQL with the same kinds of values, prepared beforehand.
import { randomBytes } from 'node:crypto'
import type { Recorded } from '../test/support/statements.ts'

export interface Query {
  text: string
  values?: unknown[]
  name?: string
}

/** Ids, tokens and keys of the recorded work: each copy needs its own. `shared` ones existed before. */
export function copier({ queries }: Pick<Recorded, 'queries'>, shared: readonly string[]): () => Query[] {
  const found = new Set(
    JSON.stringify(
      queries.map(({ values }) => values),
      plain,
    ).match(UNIQUE) ?? [],
  )
  const tokens = [...found].filter((token) => !shared.some((known) => known.includes(token)))
  const pattern = new RegExp(tokens.join('|'), 'g')
  return () => {
    const fresh = new Map(tokens.map((token) => [token, freshLike(token)]))
    const replaced = (value: unknown): unknown => {
      if (typeof value === 'string') return value.replace(pattern, (token) => fresh.get(token)!)
      return Array.isArray(value) ? value.map(replaced) : value
    }
    return queries.map(({ values, ...query }) =>
      values === undefined ? query : { ...query, values: values.map(replaced) },
    )
  }
}

/** UUIDs, ids of 26 characters, tokens of 32. */
const UNIQUE =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{32}|[0-7][0-9a-hjkmnp-tv-z]{25}/g

function freshLike(token: string): string {
  const hex = randomBytes(20).toString('hex')
  if (token.includes('-')) return token.slice(0, 24) + hex.slice(0, 12)
  return token.slice(0, token.length - 20) + hex.slice(0, 20)
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
