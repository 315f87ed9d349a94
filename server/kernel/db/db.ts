// Access to PostgreSQL: bounded pools, Kysely to build queries, named prepared statements for the hot ones.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Compilable,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { isReadOnlyError, noteRefusal } from './errors.ts'

/** A pool, or the connection of a transaction. */
export interface Queryable {
  query(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<{ rows: unknown[]; rowCount: number | null }>
}

/** What the service uses of a pool of connections. */
export interface Pool {
  connect(): Promise<pg.PoolClient>
  query<Row extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
  end(): Promise<void>
  readonly totalCount: number
  readonly idleCount: number
}

/** Compiles SQL for PostgreSQL and never runs it. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * Builds queries on the tables that a store declares. `rows` runs them, so that the caller chooses the
 * connection.
 */
export function buildFor<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: DIALECT })
}

export async function rows<Row>(db: Queryable, query: Compilable<Row>): Promise<Row[]> {
  const { sql, parameters } = query.compile()
  return (await db.query({ text: sql, values: parameters as unknown[] })).rows as Row[]
}

export async function firstRow<Row>(db: Queryable, query: Compilable<Row>): Promise<Row | undefined> {
  return (await rows(db, query))[0]
}

/** For a statement that always returns one row. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row')
  return row
}

/** Reached only by texts that vary with their input, which would fill the memory of every connection. */
export const STATEMENTS_MAX = 2_000
/** Texts by name. A test prepares each of them and compares its columns with the row type. */
export const statements = new Map<string, string>()

/**
 * A named statement that each connection parses and plans once, for hot paths. Lists with optional filters
 * stay unnamed: a generic plan suits no filter.
 */
export function statement<Row>(text: string): (db: Queryable, ...values: unknown[]) => Promise<Row[]> {
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  statements.set(name, text)
  if (statements.size > STATEMENTS_MAX) throw new Error(`more than ${STATEMENTS_MAX} named statements`)
  return async (db, ...values) => (await db.query({ name, text, values })).rows as Row[]
}

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

/** A session without traffic for this long is checked by TCP, which ends it about ten seconds later. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 3_000 }
const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10_000
const LOCK_TIMEOUT_MS = 3_000
/** How much later than the server we give up on a statement: then the connection is lost. */
const RESPONSE_MARGIN_MS = 2_000
/** A server without a replacement behind its address must not be dropped at every refusal. */
const LEAVE_EVERY_MS = 1_000

interface PoolOptions {
  /** Shown in `pg_stat_activity`. */
  name?: string
  statementTimeoutMs?: number
  /** Session settings besides the time-outs. */
  settings?: Readonly<Record<string, string>>
}

/** Session settings are set by a statement: PgBouncer refuses them as startup parameters. */
export function makePool(
  connection: Connection,
  max: number,
  { name = 'embarque', statementTimeoutMs = STATEMENT_TIMEOUT_MS, settings = {} }: PoolOptions = {},
): pg.Pool {
  const set = Object.entries({
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(LOCK_TIMEOUT_MS, statementTimeoutMs),
    idle_in_transaction_session_timeout: statementTimeoutMs,
    ...settings,
  }).map(([setting, value]) => `set ${setting} = ${value}`)
  const pool = new pg.Pool({
    ...connection,
    ...KEEP_ALIVE,
    onConnect: async (client) => {
      await client.query(set.join(';'))
    },
    max,
    types: TYPES,
    application_name: name,
    query_timeout: statementTimeoutMs + RESPONSE_MARGIN_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while a transaction holds it fails that transaction's next query; without a listener
  // it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // A connection that breaks while idle is replaced by the next one.
  pool.on('error', () => {})
  leaveLostServers(pool)
  return pool
}

/**
 * If a statement got no response, or the server was demoted to read-only, idle connections lead to the same
 * server: they are closed, and new ones are opened through DNS or the proxy.
 */
function leaveLostServers(pool: pg.Pool): void {
  let leftAt = Number.NEGATIVE_INFINITY
  pool.on('release', (error) => {
    if (!(error instanceof Error)) return
    noteRefusal(pool, error)
    if (error instanceof pg.DatabaseError) {
      if (!isReadOnlyError(error) || performance.now() - leftAt < LEAVE_EVERY_MS) return
      leftAt = performance.now()
    }
    for (let idle = pool.idleCount; idle > 0; idle--) pool.connect((_error, client) => client?.release(true))
  })
}

interface ClientOptions {
  name?: string
  queryTimeoutMs?: number
}

/** A session outside the pool: LISTEN, session locks, migrations, copies. */
export function makeClient(
  connection: Connection,
  { name = 'embarque', queryTimeoutMs }: ClientOptions = {},
): pg.Client {
  return new pg.Client({
    ...connection,
    ...KEEP_ALIVE,
    types: TYPES,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
  })
}

/**
 * The waiting query reports a lost session; without a listener, the error event would end the process. If
 * `halt` is aborted, the session ends and uncommitted work is lost.
 */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  halt?: AbortSignal,
): Promise<T> {
  const client = makeClient(connection)
  client.on('error', () => {})
  await client.connect()
  // While a statement is under way, this closes the socket at once.
  const leave = () => void client.end()
  halt?.addEventListener('abort', leave, { once: true })
  try {
    halt?.throwIfAborted()
    return await work(client)
  } catch (error) {
    halt?.throwIfAborted()
    throw error
  } finally {
    halt?.removeEventListener('abort', leave)
    await client.end()
  }
}

// bigint columns are money, counts and sequences: exact. Calendar dates have no zone: text, never a Date.
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, String],
])
const TYPES = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/** A deadlock or serialisation failure rolled this transaction back: it is safe to run it again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01'
}

/**
 * For statements with many parameters: among twenty, $17 and $18 are easily confused. Parameters are written
 * `:name`, each as often as it is needed. Casts (`::text`) and forms of time (`HH24:MI`) are left alone.
 */
export function namedStatement<Row, Values extends Readonly<Record<string, unknown>>>(
  text: string,
): (db: Queryable, values: Values) => Promise<Row[]> {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const run = statement<Row>(numbered)
  return async (db, values) => run(db, ...names.map((name) => demandValue(values, name)))
}

function demandValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new Error(`the statement wants a value for :${name}`)
  return value
}

/**
 * Constants of our catalogues for `in` and `not in`: ('a', 'b'). PostgreSQL uses a partial index only if the statement
 * itself contains the condition.
 */
export function textList(texts: readonly string[]): string {
  const unfit = texts.find((text) => !/^[a-z_]+$/.test(text))
  if (texts.length === 0 || unfit !== undefined) throw new Error(`not a list of names: ${texts}`)
  return `(${texts.map((text) => `'${text}'`).join(', ')})`
}

/** The pattern of `like` for texts that contain this one, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const PAUSE_MS_MIN = 5
/** The pause as a multiple of the batch's duration. */
const PAUSE = 2

/** Runs batch after batch while `batch` returns true, with pauses, so that requests never wait long. */
export async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now()
    if (!(await batch())) return
    await wait(Math.max(PAUSE_MS_MIN, PAUSE * (performance.now() - start)))
  }
}

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))')

/** An advisory lock until the transaction ends: serializes transactions with the same name if there is no row to lock. */
export async function lockInTransaction(tx: Queryable, name: string): Promise<void> {
  await lock(tx, name)
}
