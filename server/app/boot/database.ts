// Opens the database of the settings: a named server, or the embedded one in its folder.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { archiveIn } from '../../kernel/db/archive/archive-folder.ts'
import { keepArchive } from '../../kernel/db/archive/keep-archive.ts'
import {
  type Connection,
  makeClient,
  makePool,
  onlyRow,
  type Pool,
  type Queryable,
  statement,
} from '../../kernel/db/db.ts'
import { clusterIn, defaultDataDir } from '../../kernel/db/embedded-postgres/data-folder.ts'
import { findRunningServer } from '../../kernel/db/embedded-postgres/leftover.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../kernel/db/embedded-postgres/start-embedded-postgres.ts'
import type { DatabaseConfig } from '../../kernel/db/settings.ts'
import { capTeams } from '../../kernel/db/team-cap.ts'
import type { Closers } from '../../kernel/process/closers.ts'
import type { Say } from '../../kernel/process/log.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface OpenDatabase {
  connection: Connection
  /** For migrations, backup and restore: the service's role owns nothing. */
  owner: Connection
  /** True if no other service can be using this database. */
  alone: boolean
  close(): Promise<void>
}

export function dataDirOf(config: DatabaseConfig): string {
  return config.dataDir === null ? defaultDataDir(PROJECT_DIR) : resolve(config.dataDir)
}

/** False before the first start with an embedded database, which opening would create. */
export function hasDatabase(config: DatabaseConfig): boolean {
  return config.databaseUrl !== null || existsSync(join(clusterIn(dataDirOf(config)), 'PG_VERSION'))
}

interface Opening {
  /** Joins the database of a running service, as the command line does. */
  share?: boolean
  /** Aborts the opening. */
  halt?: AbortSignal | undefined
}

export async function openDatabase(
  config: DatabaseConfig,
  say: Say,
  { share = false, halt }: Opening = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const connection = { connectionString: config.databaseUrl }
    const owner = { connectionString: config.databaseOwnerUrl ?? config.databaseUrl }
    return { connection, owner, alone: false, close: async () => {} }
  }
  const dataDir = dataDirOf(config)
  const running = share ? await findRunningServer(dataDir) : null
  if (running !== null) return { ...waysInto(running), alone: false, close: async () => {} }
  const { databaseOsUser, backupDir } = config
  const server = await startEmbeddedPostgres({
    dataDir,
    osUser: databaseOsUser ?? undefined,
    archiveDir: backupDir ?? undefined,
    say,
    halt,
  })
  // Commands end soon; their writes are archived too, but only a service makes base backups.
  const kept = backupDir === null || share ? null : keep(server, backupDir, config, say)
  const close = async () => {
    await kept?.stop()
    await server.stop()
  }
  return { ...waysInto(server), alone: true, close }
}

function keep(
  { connection, isArchived }: EmbeddedPostgres,
  backupDir: string,
  config: DatabaseConfig,
  say: Say,
) {
  const dataDir = dataDirOf(config)
  return keepArchive({
    archive: archiveIn(backupDir),
    connection,
    dataDir,
    clusterDir: clusterIn(dataDir),
    keep: config.backupKeep,
    isOurs: isArchived,
    say,
  })
}

type Ways = Pick<EmbeddedPostgres, 'connection' | 'serviceConnection'>

function waysInto({ connection, serviceConnection }: Ways): Pick<OpenDatabase, 'connection' | 'owner'> {
  return { connection: serviceConnection, owner: connection }
}

export interface Pools {
  /** Shared fairly between teams. */
  pool: Pool
  /**
   * One connection for heartbeats and health: it waits for no standby, and fails before the next heartbeat.
   */
  vitalPool: Pool
}

/** With a margin for the response, a frozen connection is replaced before the process counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 3_000
const CHECK_TIMEOUT_MS = 5_000

export async function openPools(
  { connection }: OpenDatabase,
  { databaseUrl, databasePoolMax }: DatabaseConfig,
  closers: Closers,
): Promise<Pools> {
  if (databaseUrl !== null) await refuseTransactionPooling(connection)
  const pool = capTeams(makePool(connection, databasePoolMax))
  closers.add(() => pool.end())
  const vitalPool = openHeartbeatPool(connection)
  closers.add(() => vitalPool.end())
  return { pool, vitalPool }
}

export function openHeartbeatPool(connection: Connection): Pool {
  return makePool(connection, 1, {
    name: 'embarque heartbeat',
    statementTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    settings: { synchronous_commit: 'local' },
  })
}

/**
 * LISTEN, prepared statements and time-outs need a session. A pooler in transaction mode gives `other` the
 * server session of `one`, which this detects.
 */
async function refuseTransactionPooling(connection: Connection): Promise<void> {
  const token = randomToken(10)
  const one = makeClient(connection, { queryTimeoutMs: CHECK_TIMEOUT_MS })
  const other = makeClient(connection, { queryTimeoutMs: CHECK_TIMEOUT_MS })
  try {
    for (const client of [one, other]) {
      client.on('error', () => {})
      await client.connect()
    }
    await one.query(`select set_config('embarque.session', $1, false)`, [token])
    await other.query('begin')
    const seenByOther = await tokenOf(other)
    if ((await tokenOf(one)) !== token || seenByOther === token)
      throw new Error(
        'DATABASE_URL leads through a pooler in transaction mode, which mixes sessions; set "pool_mode = session" ' +
          'in PgBouncer, or set DATABASE_URL to the server itself',
      )
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function tokenOf(session: Queryable): Promise<string | null> {
  const { rows } = await session.query({ text: `select current_setting('embarque.session', true) as token` })
  return (rows[0] as { token: string | null }).token
}

// The rights of the service's own role: rows only, no tables, triggers or past ledger lines. An attacker
// inside the service gets no further.

/** Rows of these tables never change; the role lacks the right, even without the trigger. */
const APPEND_ONLY = ['wallet_lines', 'audit_entries']

const RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Right = (typeof RIGHTS)[number]

function rightsOn(table: string): readonly Right[] {
  if (table === 'migrations') return ['select']
  if (APPEND_ONLY.includes(table)) return ['select', 'insert']
  // Old offers are dropped by the hour, one table at a time.
  if (/^offer_lines_\d+$/.test(table)) return RIGHTS
  return ['select', 'insert', 'update', 'delete']
}

const selectUser = statement<{ role: string }>('select current_user::text as role')

/** The database role of the service. */
export async function serviceRole(db: Queryable): Promise<string> {
  return onlyRow(await selectUser(db)).role
}

/** Run by the owner after migrations. If the service is the owner, no rights are granted. */
export async function grantService(db: Queryable, role: string): Promise<void> {
  if (await hasOwnerRights(db, role)) return
  const statements = [
    ...(await placeStatements(db, role)),
    ...(await tableStatements(db, role)),
    ...(await sequenceStatements(db, role)),
  ]
  // All statements run in one transaction, so that a running service never lacks rights.
  if (statements.length > 0) await db.query({ text: statements.join(';\n') })
}

const selectOwnerRights = statement<{ has_rights: boolean }>(
  `select pg_has_role($1, current_user, 'member') as has_rights`,
)

/** The owner or a role that may act as the owner; `doctor` warns about it. */
async function hasOwnerRights(db: Queryable, role: string): Promise<boolean> {
  return onlyRow(await selectOwnerRights(db, role)).has_rights
}

interface Place {
  schema: string
  database: string
  name: string
  enters: boolean
  creates: boolean
  creates_temporary: boolean
}

const selectPlace = statement<Place>(`
  select quote_ident(current_schema()) as schema, quote_ident(current_database()) as database,
    quote_ident($1) as name, has_schema_privilege($1, current_schema(), 'usage') as enters,
    has_schema_privilege($1, current_schema(), 'create') as creates,
    has_database_privilege($1, current_database(), 'temporary') as creates_temporary`)

async function placeStatements(db: Queryable, role: string): Promise<string[]> {
  const place = onlyRow(await selectPlace(db, role))
  const { schema, database, name } = place
  return [
    ...(place.enters ? [] : [`grant usage on schema ${schema} to ${name}`]),
    ...(place.creates ? [`revoke create on schema ${schema} from public, ${name}`] : []),
    ...(place.creates_temporary ? [`revoke temporary on database ${database} from public, ${name}`] : []),
  ]
}

interface Given {
  table: string
  quoted: string
  to: string
  rights: Right[]
}

const selectGiven = statement<Given>(`
  select c.relname::text as table, quote_ident(c.relname) as quoted, quote_ident($1) as to, array(
    select r from unnest($2::text[]) r where has_table_privilege($1, c.oid, r)) as rights
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and pg_has_role(c.relowner, 'usage') order by 1`)

async function tableStatements(db: Queryable, role: string): Promise<string[]> {
  const given = await selectGiven(db, role, RIGHTS)
  return given.flatMap(({ table, quoted, to, rights }) => {
    const wanted = rightsOn(table)
    const excess = rights.filter((right) => !wanted.includes(right))
    const missing = wanted.filter((right) => !rights.includes(right))
    return [
      ...(excess.length > 0 ? [`revoke ${excess.join(', ')} on ${quoted} from ${to}`] : []),
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} on ${quoted} to ${to}`] : []),
    ]
  })
}

const selectSequenceGrants = statement<{ grant: string }>(`
  select 'grant usage, select on sequence ' || quote_ident(c.relname) || ' to ' || quote_ident($1) as grant
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and pg_has_role(c.relowner, 'usage')
    and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select'))`)

async function sequenceStatements(db: Queryable, role: string): Promise<string[]> {
  return (await selectSequenceGrants(db, role)).map(({ grant }) => grant)
}
