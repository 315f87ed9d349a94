// Tells a database that cannot be reached, or takes nothing now, from one that refuses. Apart from the driver, which
// takes long to load.

const AWAY_CODES = new Set([
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
// 55P03 lock not available in time, 40001 and 40P01 in the way of others again and again, 25P03 and 25P04 a transaction
// that took too long.
const AWAY_STATES = /^(?:08|53|57)|^(?:3D000|55P03|40001|40P01|25P03|25P04)$/
// 25006 read-only: a standby, or a fail-over under way. 53100 its disk is full, 58030 or does not work. 08007 nobody
// knows whether a standby has it, which a commit was to wait for.
const TAKES_NOTHING = /^(?:25006|53100|58030|08007)$/
// It answered: too long for a statement, for a lock, or between two statements.
const TOO_SLOW = /^(?:57014|55P03|25P03|25P04)$/
/** What the driver says without a code: how it begins. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
]

/** Whether the database was unreachable, too slow, or takes no changes: answered as 503, and worth a retry. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string')
    return AWAY_CODES.has(code) || AWAY_STATES.test(code) || TAKES_NOTHING.test(code)
  return typeof message === 'string' && AWAY_MESSAGES.some((begins) => message.startsWith(begins))
}

/** Whether it answers, but takes no changes now. */
export function takesNothing(error: unknown): boolean {
  return hasCode(error, TAKES_NOTHING)
}

/** Whether it was there, and what was asked of it took too long. */
export function wasTooSlow(error: unknown): boolean {
  return hasCode(error, TOO_SLOW)
}

function hasCode(error: unknown, codes: RegExp): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && codes.test(code)
}
