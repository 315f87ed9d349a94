// Finds who is signed in by the token of their cookie. Like keys, sessions are remembered in memory and forgotten in
// every process when the session, the person, their roles or a team change.
import { hash } from 'node:crypto'
import { gatherUses, makeCallerMemory } from '../teams/caller-memory.ts'
import type { World } from '../world.ts'
import { findSigned, recordSessionUses } from './session-store.ts'
import type { PeopleConfig } from './settings.ts'
import { type SignedIn, signedInOf } from './signed-in.ts'

export interface Sessions {
  /**
   * `beforeReading` may refuse who is not in memory, before the database is asked. Who is looked up for something that
   * goes on by itself does not use the session by that (`isUse`), and so lets it end.
   */
  find(token: string, beforeReading: () => void, isUse?: boolean): Promise<SignedIn | null>
  /** Writes the last uses of sessions that have not been written yet. */
  flushUses(): Promise<void>
}

const HOUR_MS = 3_600_000

/** What is stored instead of the token. A plain hash is enough: 256 random bits cannot be tried out. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** How long a session lasts that nobody uses. */
export function idleMsOf({ config }: World<PeopleConfig>): number {
  return config.sessionIdleHours * HOUR_MS
}

export function makeSessions(world: World<PeopleConfig>): Sessions {
  const idleMs = idleMsOf(world)
  const uses = gatherUses((batch) => recordSessionUses(world.pool, batch))
  const memory = makeCallerMemory(
    world,
    async (tokenHash) => signedInOf(await findSigned(world.pool, tokenHash)),
    ({ person, teams }) => [person.id, ...teams.map(({ team }) => team.id)],
  )

  function isIdle({ session: { id, lastUsedAt } }: SignedIn): boolean {
    const at = Math.max(lastUsedAt.getTime(), uses.lastOf(id)?.getTime() ?? 0)
    return world.wall.now().getTime() - at > idleMs
  }

  function unlessOver(found: SignedIn | null, isUse: boolean): SignedIn | null {
    const now = world.wall.now()
    if (found === null || found.session.expiresAt <= now || isIdle(found)) return null
    if (isUse) uses.note(found.session.id, now)
    return found
  }

  return {
    async find(token, beforeReading, isUse = true) {
      const found = await memory.find(token, beforeReading)
      // It may have been used in another process: the database knows.
      if (found !== null && isIdle(found)) return unlessOver(await memory.findAnew(token), isUse)
      return unlessOver(found, isUse)
    },
    flushUses: uses.flush,
  }
}
