// Remembers that a database takes no changes, for health to tell at once; and closes sessions with a server that only
// reads, so that the next ones find the server that does more. Those that were refused one statement alone are kept.
import type { Pool, PoolClient } from 'pg'
import { hangUp, isFree } from './driver-session.ts'
import { takesNothing } from './is-database-away.ts'

/** For how long after a refusal health tells of it. */
const TOLD_FOR_MS = 10_000
/** Where there is no other server, sessions are not closed at every refusal. */
const CLOSE_EVERY_MS = 1_000
const READ_ONLY = '25006'
// 23 a constraint; 40001 and 40P01 in the way of others.
const REFUSED_ALONE = /^(?:23...|40001|40P01)$/

interface Memory {
  readonly sessions: ReadonlySet<PoolClient>
  refusedAt: number
  closedAt: number
}

const memories = new WeakMap<Pool, Memory>()

export function watchRefusals(pool: Pool): void {
  const sessions = new Set<PoolClient>()
  memories.set(pool, { sessions, refusedAt: Number.NEGATIVE_INFINITY, closedAt: Number.NEGATIVE_INFINITY })
  pool.on('connect', (session) => sessions.add(session))
  pool.on('remove', (session) => sessions.delete(session))
  pool.on('release', (error) => {
    if (error) noteRefusal(pool, error)
  })
}

/** For whoever goes on with the session that was refused. */
export function noteRefusal(pool: Pool, error: unknown): void {
  const memory = memories.get(pool)
  if (memory === undefined || !takesNothing(error)) return
  const now = performance.now()
  memory.refusedAt = now
  if ((error as { code?: unknown }).code !== READ_ONLY || now - memory.closedAt < CLOSE_EVERY_MS) return
  memory.closedAt = now
  // By then the one that was refused is idle, too.
  setImmediate(() => {
    for (const session of memory.sessions) if (isFree(session)) hangUp(session)
  })
}

/** Whether a change was refused a moment ago. */
export function refusedLately(pool: Pool): boolean {
  const memory = memories.get(pool)
  return memory !== undefined && performance.now() - memory.refusedAt < TOLD_FOR_MS
}

/** What the driver does when a session is given back, besides what its types tell. */
interface Inside {
  _release(session: PoolClient, whileIdle: (error: Error) => void, fault?: unknown): void
}

/**
 * The driver's pool throws a session away with any statement that fails. Where the database refused that statement
 * alone, the session is as good as before, and another would have to be opened and learn every statement anew: of a
 * hundred who want the last seats, most are refused.
 */
export function keepRefused(pool: Pool): void {
  const inside = pool as Pool & Inside
  const release = inside._release
  const releaseKept: Inside['_release'] = (session, whileIdle, fault) =>
    release.call(pool, session, whileIdle, isRefusedAlone(fault) ? undefined : fault)
  Object.assign(pool, { _release: releaseKept })
}

function isRefusedAlone(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && REFUSED_ALONE.test(code)
}
