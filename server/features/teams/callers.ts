// Which key is calling: keys are looked up by hash and remembered in memory.
import type { Mode } from '../../../contract/teams.ts'
import type { World } from '../world.ts'
import { type Caller, callerOfKey, type KeyCaller } from './caller.ts'
import { gatherUses, makeCallerMemory } from './caller-memory.ts'
import { findCallerRow, recordUses } from './key-store.ts'

export interface Callers {
  /** `beforeReading` may refuse a caller who is not in memory, before the database is asked. */
  find(authorization: string | undefined, beforeReading: () => void): Promise<Caller | null>
  /** Writes the last uses of keys that have not been written yet. */
  flushUses(): Promise<void>
}

const KEY_FORM = /^Bearer +(sk_(live|test)_[A-Za-z0-9_]{16,120})$/i

/** As its form tells, whether there is such a key or not. */
export function modeOfKey(authorization: string | undefined): Mode | undefined {
  const mode = KEY_FORM.exec(authorization ?? '')?.[2]?.toLowerCase()
  return mode === 'live' || mode === 'test' ? mode : undefined
}

export function makeCallers(world: World): Callers {
  const uses = gatherUses((batch) => recordUses(world.pool, batch))
  const memory = makeCallerMemory(
    world,
    async (hash) => {
      const row = await findCallerRow(world.pool, hash)
      return row && callerOfKey(row)
    },
    ({ owner }) => [owner.teamId],
  )

  function unlessExpired(caller: KeyCaller | null): Caller | null {
    if (caller === null) return null
    const now = world.wall.now()
    const { id, expiresAt } = caller.via
    if (expiresAt !== null && expiresAt <= now) return null
    uses.note(id, now)
    return caller
  }

  return {
    async find(authorization, beforeReading) {
      const key = KEY_FORM.exec(authorization ?? '')?.[1]
      if (key === undefined) return null
      return unlessExpired(await memory.find(key, beforeReading))
    },
    flushUses: uses.flush,
  }
}
