// What every list needs: the filters that were asked for, one page of its rows, and the total.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Listing, Page } from '../values/pages.ts'
import { onlyRow, type Queryable, rows } from './db.ts'

type Given<Filter> = { [Name in keyof Filter]?: NonNullable<Filter[Name]> }

/** Columns with the values to filter by, without those that were left out. */
export function given<Filter extends object>(filter: Filter): Given<Filter> {
  const asked: Given<Filter> = {}
  for (const name in filter) {
    const value = filter[name]
    if (value !== undefined && value !== null) asked[name] = value
  }
  return asked
}

/** A page of what a query finds, newest first, as ids grow with time. A total that is known already is not counted. */
export async function newestFirst<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
  { limit, offset }: Page,
  knownTotal?: number,
): Promise<Listing<Row>> {
  const total = knownTotal ?? (await countRows(db, query))
  const page = query.orderBy(sql.ref('id'), 'desc').limit(limit).offset(offset)
  return { items: await rows(db, page), total }
}

/** How many rows a query finds, whatever it selects of them. */
export async function countRows<Tables, Table extends keyof Tables, Row>(
  db: Queryable,
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const count = query.clearSelect().select(({ fn }) => fn.countAll().as('total'))
  return Number(onlyRow(await rows(db, count.$castTo<{ total: bigint }>())).total)
}
