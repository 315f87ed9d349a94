// What there is to save, asked from the catalogue and not listed by hand: later migrations are covered by themselves.
import pg from 'pg'

export interface Table {
  name: string
  /** Those that hold what was stored; generated columns make themselves. */
  columns: string[]
}

/** Their rows are about this database, not about its data: who runs on it, and how it was migrated. */
const NOT_DATA = ['migrations', 'processes', 'due_work_claims']

/** Every table with data. A partitioned one counts once, by its own name; those of extensions are not ours. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
       and not exists (
         select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [NOT_DATA],
  )
  return rows
}

/** The last number each sequence gave out. Numbers are not part of a snapshot: they are at least the rows'. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Values are written and read in one way, whatever the server, role or database prefers; and no time-out. */
export async function plainSession(client: pg.Client): Promise<void> {
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set extra_float_digits = 3; set bytea_output = 'hex'`)
}

export function quoted(names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
