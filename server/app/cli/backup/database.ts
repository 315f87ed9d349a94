// The database side of backup and restore: the owner's session, the list of tables, and loading them.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Connection, statement, withClient } from '../../../kernel/db/db.ts'
import type { Config } from '../../boot/config.ts'
import { openDatabase } from '../../boot/database.ts'
import { CommandFailure } from '../failures.ts'
import { type BackupFile, type BackupSummary, readBackup, skipRows } from './file-format.ts'

export interface DatabaseSession {
  config: Config
  client: pg.Client
  /** The service's connection, whose role need not be the owner. */
  service: Connection
  /** No service can be running on this database. */
  alone: boolean
}

/** Leaves the database unmigrated. With `share` it joins the embedded database of a running service. */
export async function withDatabase(
  config: Config,
  share: boolean,
  work: (session: DatabaseSession) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(config, () => {}, { share })
  try {
    await withClient(database.owner, (client) =>
      work({ config, client, service: database.connection, alone: database.alone }),
    )
  } finally {
    await database.close()
  }
}

export interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
}

/** Their rows describe this database and its processes, not its data. */
const NOT_DATA = ['migrations', 'processes', 'job_claims']

const selectTables = statement<Table>(`
  select c.relname::text as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind = 'r'
    and c.relname <> all($1)
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`)

/** Read from the catalogue, so that later migrations are covered. Tables of extensions are excluded. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  return selectTables(client, NOT_DATA)
}

const selectSequences = statement<{ name: string; last: string }>(`
  select sequencename::text as name, last_value::text as last from pg_sequences
  where schemaname = current_schema() and last_value is not null order by sequencename`)

/**
 * The last value of each sequence. Sequences are not part of a snapshot: the values are at least the rows'.
 */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const rows = await selectSequences(client)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Sets one text form for values, whatever the server, role or database prefers; and no time-out. */
export async function plainSession(client: pg.Client): Promise<void> {
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set extra_float_digits = 3; set bytea_output = 'hex'`)
}

export function quoted(names: string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}

/**
 * Fills an empty database in one transaction, as the tables' owner and without superuser rights. `beforeCommit` runs
 * when everything is loaded. Returns the tables of the backup that are not Embarque's.
 */
export async function loadBackup(
  client: pg.Client,
  file: BackupFile,
  summary: BackupSummary,
  beforeCommit: () => void,
): Promise<string[]> {
  await client.query('begin')
  try {
    const foreign = await load(client, file, summary)
    beforeCommit()
    await client.query('commit')
    return foreign
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function load(client: pg.Client, file: BackupFile, summary: BackupSummary): Promise<string[]> {
  const tables = (await listTables(client)).map(({ name }) => name)
  refuseUnknownTables(tables, summary)
  const enableTriggers = await disableTriggers(client)
  const addForeignKeys = await dropForeignKeys(client)
  // Migrations and a first start insert rows that the backup has too.
  await client.query(`truncate ${quoted(tables)}`)
  await readBackup(file, async ({ name, columns }, rows) => {
    if (tables.includes(name)) await pipeline(rows, copyInto(client, { name, columns }))
    else await skipRows(rows)
  })
  await setSequences(client, summary)
  await releaseClocks(client)
  await addForeignKeys()
  await enableTriggers()
  await client.query(`analyze ${quoted(tables)}`)
  return Object.keys(summary.rows).filter((name) => !tables.includes(name))
}

/** The schema equals that of the backup, so a table that the backup lacks is not Embarque's. */
function refuseUnknownTables(tables: string[], { rows }: BackupSummary): void {
  const unknown = tables.filter((name) => !(name in rows))
  if (unknown.length === 0) return
  throw hasOtherTables(unknown)
}

export function hasOtherTables(names: readonly string[]): CommandFailure {
  const list = names.join(', ')
  return new CommandFailure('failed', [
    `The database has tables of something else (${list}); restore into an empty one.`,
    `O banco de dados tem tabelas de outra coisa (${list}); restaure em um vazio.`,
  ])
}

function copyInto(client: pg.Client, { name, columns }: Table) {
  return client.query(copyFrom(`copy ${quoted([name])} (${quoted(columns)}) from stdin`))
}

const selectTriggers = statement<{ table: string; name: string }>(`
  select c.relname::text as table, t.tgname::text as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0`)

/** Rows that a trigger would write are in the backup, and append-only tables must be emptied here. */
async function disableTriggers(client: pg.Client): Promise<() => Promise<void>> {
  const rows = await selectTriggers(client)
  const set = async (state: 'enable' | 'disable') => {
    for (const { table, name } of rows) {
      await client.query(`alter table ${quoted([table])} ${state} trigger ${quoted([name])}`)
    }
  }
  await set('disable')
  return () => set('enable')
}

const selectForeignKeys = statement<{ table: string; name: string; definition: string }>(`
  select c.relname::text as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and f.contype = 'f' and f.conparentid = 0`)

/** Without them the tables load in any order; adding them again checks every row. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const rows = await selectForeignKeys(client)
  for (const { table, name } of rows) {
    await client.query(`alter table ${quoted([table])} drop constraint ${quoted([name])}`)
  }
  return async () => {
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${quoted([table])} add constraint ${quoted([name])} ${definition}`)
    }
  }
}

async function setSequences(client: pg.Client, { sequences }: BackupSummary): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    // Sequences of tables that were left out do not exist here.
    await client.query('select setval(to_regclass($1), $2)', [pg.escapeIdentifier(name), last])
  }
}

/**
 * Releases test clocks that were being advanced during the backup: the process that advanced them is gone.
 */
async function releaseClocks(client: pg.Client): Promise<void> {
  await client.query('update clocks set advancing_by = null where advancing_by is not null')
}
