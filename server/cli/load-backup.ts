// Fills an empty database from a backup in one transaction, as the tables' owner and without superuser rights.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type BackupFile, type BackupSummary, leaveRows, readBackup } from './backup-format.ts'
import { listTables, quoted, type Table } from './schema.ts'

/** `lastly` runs when all is there and before it is kept. Returns the backup's tables that are not Embarque's. */
export async function loadBackup(
  client: pg.Client,
  file: BackupFile,
  summary: BackupSummary,
  lastly: () => void,
): Promise<string[]> {
  await client.query('begin')
  try {
    const foreign = await load(client, file, summary)
    lastly()
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
  const giveBackTriggers = await takeTriggersAway(client)
  const giveBackForeignKeys = await takeForeignKeysAway(client)
  // Migrations and a first start leave rows of their own; the backup has its own of those.
  await client.query(`truncate ${quoted(tables)}`)
  await readBackup(file, async ({ name, columns }, rows) => {
    if (tables.includes(name)) await pipeline(rows, copyInto(client, { name, columns }))
    else await leaveRows(rows)
  })
  await setSequences(client, summary)
  await letGoOfProcesses(client)
  await giveBackForeignKeys()
  await giveBackTriggers()
  await client.query(`analyze ${quoted(tables)}`)
  return Object.keys(summary.rows).filter((name) => !tables.includes(name))
}

/** The schema equals that of the backup, so a table that the backup lacks is not Embarque's. */
function refuseUnknownTables(tables: string[], { rows }: BackupSummary): void {
  const unknown = tables.filter((name) => !(name in rows))
  if (unknown.length === 0) return
  throw new Error(
    `The database has tables of something else (${unknown.join(', ')}); restore into an empty one.`,
  )
}

function copyInto(client: pg.Client, { name, columns }: Table) {
  return client.query(copyFrom(`copy ${quoted([name])} (${quoted(columns)}) from stdin`))
}

/**
 * Triggers guard and follow what people do. These rows are past that: what a trigger would write is in the
 * backup, and a table that refuses to be emptied has to be.
 */
async function takeTriggersAway(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname::text as table, t.tgname::text as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0`,
  )
  const set = async (state: 'enable' | 'disable') => {
    for (const { table, name } of rows) {
      await client.query(`alter table ${quoted([table])} ${state} trigger ${quoted([name])}`)
    }
  }
  await set('disable')
  return () => set('enable')
}

/** Without them the tables load in any order, circles included; given back, they check every row at once. */
async function takeForeignKeysAway(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and f.contype = 'f' and f.conparentid = 0`,
  )
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
    // Those of tables that were left out are not here.
    await client.query('select setval(to_regclass($1), $2)', [pg.escapeIdentifier(name), last])
  }
}

/** Frees test clocks that were being moved when the backup was taken: the process that moved them is gone. */
async function letGoOfProcesses(client: pg.Client): Promise<void> {
  await client.query('update clocks set advancing_by = null where advancing_by is not null')
}
