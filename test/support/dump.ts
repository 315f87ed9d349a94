// A whole database as values to compare: every row of every table, and what guards them.
import pg from 'pg'

type Rows = Record<string, unknown>[]

/** One query on a session of its own. */
export async function query(url: string, sql: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The rows of each table as PostgreSQL writes them, in an order of their own. */
export async function dumpOf(url: string): Promise<Record<string, string[]>> {
  const tables = await query(
    url,
    `select relname as name from pg_class where relkind in ('r', 'p')
    and relnamespace = 'public'::regnamespace order by 1`,
  )
  const dump: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await query(url, `select t::text as row from "${name}" t order by 1`)
    dump[String(name)] = rows.map(({ row }) => String(row))
  }
  return dump
}

/** Constraints, triggers and sequences: what a restore takes away for a while, or sets. */
export async function guardsOf(url: string): Promise<Rows> {
  return query(
    url,
    `
    select conname::text as name, pg_get_constraintdef(oid) as state from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select tgname, tgenabled || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select sequencename, last_value::text from pg_sequences where schemaname = 'public'
    order by 1, 2`,
  )
}
