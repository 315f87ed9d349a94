// Tells a database that cannot be reached from one that refuses. Apart from the driver, which takes long to load.

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
])
// 08 connection, 53 out of resources, 57 shut down or cancelled by a time-out, 3D000 no such database (yet),
// 55P03 lock not available in time.
const AWAY_STATES = /^(08|53|57)|^3D000$|^55P03$/

/** Whether the database was unreachable or too slow: answered as 503, and worth a retry. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return AWAY_CODES.has(code) || AWAY_STATES.test(code)
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  )
}
