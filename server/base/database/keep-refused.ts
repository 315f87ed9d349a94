// The driver's pool throws a session away with any statement that fails. Where the database refused that statement
// alone, its session is as good as before, and another would have to be opened and learn every statement anew: of a
// hundred who want the last seats, most are refused.
import type { Pool, PoolClient } from 'pg'

// 23 a constraint; 40001 and 40P01 in the way of others.
const REFUSED = /^(?:23...|40001|40P01)$/

/** What the driver does when a session is given back, besides what its types tell. */
interface Inside {
  _release(session: PoolClient, whileIdle: (error: Error) => void, fault?: unknown): void
}

export function keepRefused(pool: Pool): void {
  const inside = pool as Pool & Inside
  const release = inside._release
  const releaseKept: Inside['_release'] = (session, whileIdle, fault) =>
    release.call(pool, session, whileIdle, isRefused(fault) ? undefined : fault)
  Object.assign(pool, { _release: releaseKept })
}

function isRefused(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && REFUSED.test(code)
}
