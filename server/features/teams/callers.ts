// Finds the caller of an API key. Callers are cached for five seconds, and dropped at a signal that they changed.
import { hash } from 'node:crypto'
import type { Mode } from '../../../contract/teams.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import type { World } from '../world.ts'
import { type Caller, callerOfKey, type KeyCaller } from './caller.ts'
import { findCallerRow, recordUses } from './key-store.ts'

export interface CallerMemory<Known> {
  /** `beforeReading` may refuse a caller that was not found before, before the database is asked. */
  find(secret: string, beforeReading: () => void): Promise<Known | null>
  /** Reads the database, not the cache. */
  readAgain(secret: string): Promise<Known | null>
}

const KNOWN_MAX = 10_000
/** Counted from before the read. After this time a revocation holds in all processes, even if its signal is lost. */
const EXPIRES_AFTER_MS = 5_000

interface Entry<Known> {
  readonly known: Known
  readonly readAt: number
}

export function makeCallerMemory<Known>(
  world: World,
  /** Finds a caller by the hash of the secret. */
  read: (hash: Buffer) => Promise<Known | undefined>,
  /** The ids of the person and teams that the caller was read from. */
  dependsOn: (known: Known) => readonly string[],
): CallerMemory<Known> {
  const entries = new Map<string, Entry<Known>>()
  let generation = 0
  world.signals.on('callers', (what) => {
    generation++
    if (what === '') entries.clear()
    else for (const [name, { known }] of entries) if (dependsOn(known).includes(what)) entries.delete(name)
  })

  async function readAs(name: string): Promise<Known | null> {
    const before = generation
    const readAt = performance.now()
    const found = await read(Buffer.from(name, 'base64'))
    if (found === undefined) {
      entries.delete(name)
      return null
    }
    // A change that was signalled during the read may be newer than the result.
    if (generation === before) putBounded(entries, name, { known: found, readAt }, KNOWN_MAX)
    return found
  }

  return {
    async find(secret, beforeReading) {
      const name = nameOf(secret)
      const entry = entries.get(name)
      if (entry !== undefined && world.signals.connected && isFresh(entry)) return entry.known
      // A secret that was right before is no guess.
      if (entry === undefined) beforeReading()
      return readAs(name)
    },
    readAgain: (secret) => readAs(nameOf(secret)),
  }
}

function isFresh({ readAt }: Entry<unknown>): boolean {
  return performance.now() - readAt < EXPIRES_AFTER_MS
}

/** The hash as text in one call: encoding bytes afterwards costs as much again. */
function nameOf(secret: string): string {
  return hash('sha256', secret, 'base64')
}

export interface Uses {
  note(id: string, at: Date): void
  /** Includes uses that are not written yet. */
  lastOf(id: string): Date | undefined
  /** Writes the uses that are not written yet. */
  flush(): Promise<void>
}

/** Collects the last uses of credentials, and writes them in batches. */
export function gatherUses(write: (uses: ReadonlyMap<string, Date>) => Promise<void>): Uses {
  let noted = new Map<string, Date>()
  let writing: ReadonlyMap<string, Date> = new Map()
  return {
    note: (id, at) => void noted.set(id, at),
    lastOf: (id) => noted.get(id) ?? writing.get(id),
    async flush() {
      if (noted.size === 0) return
      writing = noted
      noted = new Map()
      await write(writing)
      writing = new Map()
    },
  }
}

export interface Callers {
  /** `beforeReading` may refuse a caller that is not cached, before the database is asked. */
  find(authorization: string | undefined, beforeReading: () => void): Promise<Caller | null>
  /** Writes the last uses of keys that are not written yet. */
  flushUses(): Promise<void>
}

const KEY_FORM = /^Bearer +(sk_(live|test)_[A-Za-z0-9_]{16,120})$/i

/** By the form of the key, whether it exists or not. */
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
