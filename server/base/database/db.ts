// The way to PostgreSQL: one bounded pool, Kysely to write queries, named prepared statements for the hot ones.
import { createHash } from 'node:crypto'
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
import { randomToken } from '../secrets/secrets.ts'
import { hangUp, insideOf } from './driver-session.ts'
import { Client, type UrlConnection } from './find-primary.ts'
import { poolerOf } from './pooled.ts'
import { keepRefused, watchRefusals } from './refusals.ts'
import { watchReplication } from './replication.ts'
import { watchSessions } from './watch-sessions.ts'

/** A pool, or the one connection of a transaction. */
export interface Queryable {
  query(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<{ rows: unknown[]; rowCount: number | null }>
}

export type Pool = pg.Pool

/** Writes SQL for PostgreSQL and never runs it. */
const DIALECT: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * Builds queries on the tables of one store, which declares them. `rows` runs what was built, so that a query runs
 * wherever its caller says and nowhere else.
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

/** Of a statement that always returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row')
  return row
}

const STATEMENTS_MAX = 500
const names = new Set<string>()

/**
 * A statement of fixed shape that each connection parses and plans once (1.7 to 2.4 times faster on hot paths).
 * Lists with optional filters stay unnamed: a plan that fits every filter fits none.
 */
export function statement<Row>(text: string): (db: Queryable, ...values: unknown[]) => Promise<Row[]> {
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.add(name)
  if (names.size > STATEMENTS_MAX) throw new Error(`more than ${STATEMENTS_MAX} named statements`)
  return async (db, ...values) => (await db.query({ name, text, values })).rows as Row[]
}

export type Connection = UrlConnection | { host: string; user: string; database: string }

const STATEMENT_TIMEOUT_MS = 15_000
/** Told to each session when it is opened; in milliseconds. */
export const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
} as const

/** A line that nobody answers on is noticed also where nothing is asked. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 }

/** `prepare` is done once with each session, before anything else. */
export function makePool(
  connection: Connection,
  max: number,
  prepare?: (session: pg.ClientBase) => Promise<void>,
): Pool {
  const name = `embarque ${randomToken(4)}`
  const pool = new pg.Pool({
    ...connection,
    ...KEEP_ALIVE,
    Client,
    ...(prepare && { onConnect: prepare }),
    max,
    types: TYPES,
    application_name: name,
    ...LIMITS,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while a transaction holds it fails that transaction's next query; without a listener
  // it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // One that breaks while idle is replaced by the next one asked for.
  pool.on('error', () => {})
  keepRefused(pool)
  watchRefusals(pool)
  watchReplication(pool)
  watchSessions(pool, {
    makeProbes: (session) => [makeClient(besides(connection, session)), poolerOf(pool)?.makePast?.()],
    name,
    answerWithinMs: STATEMENT_TIMEOUT_MS,
  })
  return pool
}

/** Where there are several servers, the one that a session is with. */
function besides(connection: Connection, session: pg.ClientBase): Connection {
  if (!('find' in connection) || connection.find === undefined) return connection
  const { host, port } = insideOf(session)
  return { ...connection, find: async () => ({ host, port }) }
}

/** A session of its own, outside the pool and without time-outs: LISTEN, session locks, migrations, copies. */
export function makeClient(connection: Connection): pg.Client {
  return new Client({
    ...connection,
    ...KEEP_ALIVE,
    types: TYPES,
    application_name: 'embarque',
    connectionTimeoutMillis: 5_000,
  })
}

/**
 * The waiting query reports a lost session; without a listener, the error event would end the process first. Once
 * `halt` is aborted, nobody waits any longer, and what was not committed is not.
 */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  halt?: AbortSignal,
): Promise<T> {
  const client = makeClient(connection)
  client.on('error', () => {})
  await client.connect()
  const leave = () => hangUp(client)
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
