/** Connects to the embedded server's socket, to find out whether it runs and whether a service owns it. */
import pg from 'pg'
import { SERVICE_ROLE, SUPERUSER } from './cluster.ts'
import { PORT } from './data-folder.ts'

const RESPONSE_WAIT_MAX_MS = 3_000
/** The server needs a moment to notice that a killed owner is gone. */
const OWNER_WAIT_MAX_MS = 2_000
/** Any fixed number works; this one spells "embarque". */
const OWNER_LOCK_KEY = '7308605940963571045'
const CANNOT_CONNECT_NOW = '57P03'
const LOCK_NOT_AVAILABLE = '55P03'

const DATABASE = 'embarque'

/** silent: no server listens. busy: a server starts or stops. Otherwise an open session. */
export type SocketState = 'silent' | 'busy' | pg.Client

/** All fields are set, because pg would fill gaps from PGPORT, PGSSLMODE and the like. */
export function connectionTo(socketDir: string, database = DATABASE, user = SUPERUSER) {
  return { host: socketDir, port: PORT, user, database, ssl: false as const }
}

/** The connection of the service, once it is started. */
export function serviceConnectionTo(socketDir: string) {
  return connectionTo(socketDir, DATABASE, SERVICE_ROLE)
}

/** Connects to `postgres`, which always exists: our own database may not have been created yet. */
export async function knock(socketDir: string): Promise<SocketState> {
  const session = new pg.Client({
    ...connectionTo(socketDir, 'postgres'),
    application_name: 'embarque owner',
    connectionTimeoutMillis: RESPONSE_WAIT_MAX_MS,
  })
  // A session may break at any time, and an unhandled error event would end the process.
  session.on('error', () => {})
  try {
    await session.connect()
    return session
  } catch (error) {
    await closeSession(session)
    if (error instanceof pg.DatabaseError && error.code !== CANNOT_CONNECT_NOW) throw error
    return error instanceof pg.DatabaseError ? 'busy' : 'silent'
  }
}

/** Returns false if another session owns the server. The lock lasts as long as the session. */
export async function takeOwnership(session: pg.Client): Promise<boolean> {
  try {
    await session.query(`SET lock_timeout = ${OWNER_WAIT_MAX_MS}`)
    await session.query('SELECT pg_advisory_lock($1)', [OWNER_LOCK_KEY])
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

export async function ensureDatabase(session: pg.Client): Promise<void> {
  const found = await session.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (found.rowCount === 0) await session.query(`CREATE DATABASE ${DATABASE}`)
  const role = await session.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE])
  if (role.rowCount === 0) await session.query(`CREATE ROLE ${SERVICE_ROLE} LOGIN`)
}

export async function closeSession(session: pg.Client): Promise<void> {
  await session.end().catch(() => {})
}
