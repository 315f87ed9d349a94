// A whole database as comparable values: every row of every table, and its constraints.
import pg from 'pg'

type Rows = Record<string, unknown>[]

/** One query on a separate session. */
export function query(url: string, sql: string): Promise<Rows> {
  return onSession(url, async (client) => (await client.query(sql)).rows)
}

/** The rows of each table as PostgreSQL writes them, sorted. */
export function dumpOf(url: string): Promise<Record<string, string[]>> {
  return onSession(url, async (client) => {
    const tables = await client.query(`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
    const dump: Record<string, string[]> = Object.fromEntries(tables.rows.map(({ name }) => [name, []]))
    if (tables.rows.length === 0) return dump
    // All at once, because most are empty.
    const all = tables.rows.map(({ name }) => `select '${name}' as name, t::text as row from "${name}" t`)
    const { rows } = await client.query(`${all.join(' union all ')} order by 1, 2`)
    for (const { name, row } of rows) dump[name]?.push(row)
    return dump
  })
}

/** Constraints, triggers and sequences: what a restore drops for a while, or sets. */
export function guardsOf(url: string): Promise<Rows> {
  return query(
    url,
    `
    select conname::text as name, pg_get_constraintdef(oid) as state from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select tgname, tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select sequencename, last_value::text from pg_sequences where schemaname = 'public'
    order by 1, 2`,
  )
}

async function onSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
