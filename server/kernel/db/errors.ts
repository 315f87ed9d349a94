// Distinguishes an unavailable database from one that refuses a statement. Separate from the driver, which is
// slow to load.
import type { Pool, Queryable } from './db.ts'

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])
// 08 connection, 53 out of resources, 57 shut down or cancelled by a time-out, 3D000 no such database (yet),
// 55P03 lock time-out, 40001 and 40P01 repeated conflicts, 25P03 and 25P04 a transaction that took too long.
const UNAVAILABLE_STATES = /^(?:08|53|57)|^(?:3D000|55P03|40001|40P01|25P03|25P04)$/
// 25006 read-only: a standby, or a fail-over under way. 53100 disk full, 58030 disk error. 08007 unknown
// whether a required standby has the commit.
const REFUSES_WRITES = /^(?:25006|53100|58030|08007)$/
// A table or column is missing, or a prepared statement no longer fits: a newer version has migrated the database.
const MIGRATED = /^(?:42P01|42703)$/
// The server responded, but a statement, a lock or an idle transaction took too long.
const TOO_SLOW = /^(?:57014|55P03|25P03|25P04)$/
/** Driver errors without a code, by their beginning. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
]

/** Whether the database was unreachable, too slow, or read-only: reported as 503, and worth a retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string')
    return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATES.test(code) || REFUSES_WRITES.test(code)
  return typeof message === 'string' && UNAVAILABLE_MESSAGES.some((begins) => message.startsWith(begins))
}

/** Whether a newer version has migrated the schema. */
export function isOtherSchema(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const isStalePlan = code === '0A000' && String(message).startsWith('cached plan must not change')
  return isStalePlan || hasCode(error, MIGRATED)
}

/** Whether the server responds but takes no writes. */
export function refusesWrites(error: unknown): boolean {
  return hasCode(error, REFUSES_WRITES)
}

/** Whether the server was reachable but the statement took too long. */
export function wasTooSlow(error: unknown): boolean {
  return hasCode(error, TOO_SLOW)
}

function hasCode(error: unknown, codes: RegExp): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && codes.test(code)
}

/** For how long after a refusal the health check reports it. */
const REPORTED_FOR_MS = 10_000
const READ_ONLY = '25006'

const refusedAt = new WeakMap<Pool, number>()

/** Remembers a refused write for the health check. */
export function noteRefusal(pool: Pool, error: unknown): void {
  if (refusesWrites(error)) refusedAt.set(pool, performance.now())
}

/** Whether a write was refused a moment ago. */
export function refusedLately(pool: Pool): boolean {
  return performance.now() - (refusedAt.get(pool) ?? Number.NEGATIVE_INFINITY) < REPORTED_FOR_MS
}

/** A standby, a demoted primary, or a database set to read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as { code?: unknown }).code === READ_ONLY
}

export async function isReadOnly(db: Queryable): Promise<boolean> {
  const { rows } = await db.query({ text: 'show transaction_read_only' })
  return (rows[0] as { transaction_read_only: string }).transaction_read_only === 'on'
}
