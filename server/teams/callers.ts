// Who is calling: keys are looked up by hash and remembered in memory, as a read per request would cost
// three quarters of the throughput. The memory is cleared when a key or team changes anywhere, and not
// used while the signals that would say so are disconnected.
import type { Mode } from '../../contract/teams.ts'
import type { MaybeLater } from '../base/process/maybe-later.ts'
import { putBounded } from '../base/values/put-bounded.ts'
import type { World } from '../world.ts'
import { hashApiKey } from './api-key.ts'
import { type Caller, callerOfKey } from './caller.ts'
import { findCallerRow, recordUses } from './key-store.ts'

export interface Callers {
  /**
   * Whoever is in memory is found at once, without a promise, which would cost a tenth of the throughput.
   * `beforeReading` may refuse a caller who is not, before the database is asked.
   */
  find(authorization: string | undefined, beforeReading: () => void): MaybeLater<Caller | null>
  /** Writes the last uses of keys that have not been written yet. */
  flushUses(): Promise<void>
}

const KNOWN_MAX = 10_000
const KEY_FORM = /^Bearer +(sk_(live|test)_[A-Za-z0-9_]{16,120})$/i

/** As its form tells, whether there is such a key or not. */
export function modeOfKey(authorization: string | undefined): Mode | undefined {
  const mode = KEY_FORM.exec(authorization ?? '')?.[2]?.toLowerCase()
  return mode === 'live' || mode === 'test' ? mode : undefined
}

export function makeCallers(world: World): Callers {
  const known = new Map<string, Caller>()
  const uses = new Map<string, Date>()
  let generation = 0
  world.signals.on('callers', () => {
    generation++
    known.clear()
  })

  async function read(hash: Buffer, name: string): Promise<Caller | null> {
    const before = generation
    const row = await findCallerRow(world.pool, hash)
    if (row === undefined) return null
    const caller = callerOfKey(row)
    // A change that was signalled while we were reading may be newer than what we read.
    if (generation === before) putBounded(known, name, caller, KNOWN_MAX)
    return unlessExpired(caller)
  }

  function unlessExpired(caller: Caller): Caller | null {
    const now = world.wall.now()
    const { id, expiresAt } = caller.via
    if (expiresAt !== null && expiresAt <= now) return null
    uses.set(id, now)
    return caller
  }

  return {
    find(authorization, beforeReading) {
      const key = KEY_FORM.exec(authorization ?? '')?.[1]
      if (key === undefined) return null
      const hash = hashApiKey(key)
      const name = hash.toString('base64')
      const remembered = world.signals.connected ? known.get(name) : undefined
      if (remembered !== undefined) return unlessExpired(remembered)
      beforeReading()
      return read(hash, name)
    },
    async flushUses() {
      if (uses.size === 0) return
      const batch = new Map(uses)
      uses.clear()
      await recordUses(world.pool, batch)
    },
  }
}
