// Finds the addresses of names that strangers give us: bounded for all and for each team, and remembered for as long as
// the name's own record allows. Whether an address may be called is decided elsewhere, at each connection.
import { makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { putBounded } from '../../kernel/values/put-bounded.ts'
import { LookUpFailed, type Resolve, UnresolvedName } from '../webhooks/public-address.ts'
import { type Found, makeAskDns } from './ask-dns.ts'
import { makeOwnNames, type OwnNames } from './hosts-file.ts'

export interface NameOptions {
  /** Whom to ask; null asks those of the machine. */
  servers: readonly string[] | null
  ownNames?: OwnNames
}

interface Remembered {
  /** Empty where there is no such name. */
  addresses: readonly string[]
  until: number
}

const REMEMBERED_MAX = 10_000
/** A name without a life of its own is still not asked for at every connection of a burst. */
const LIFE_MS_MIN = 1_000
const LIFE_MS_MAX = 600_000
/** Somebody may be about to make it. */
const NO_NAME_MS = 2_000
const LIMITS = { slots: 128, slotsEach: 8, waitingMax: 256, waitMs: 3_000 }

export function makeNames({ servers, ownNames = makeOwnNames() }: NameOptions): Resolve {
  const ask = makeAskDns(servers)
  const turns = makeFairQueue(LIMITS)
  const remembered = new Map<string, Remembered>()
  // By team too: nobody waits for a look-up that waits for somebody else's turn.
  const running = new Map<string, Promise<string[]>>()

  async function lookUp(name: string, team: string): Promise<string[]> {
    try {
      return kept(name, await turns.run(team, () => ask(name)))
    } catch (error) {
      // Its team has too many of them under way: that says nothing of the name.
      if (error instanceof QueueFull) throw new LookUpFailed()
      if (!(error instanceof LookUpFailed)) keep(name, [], NO_NAME_MS)
      throw error
    }
  }

  function kept(name: string, { addresses, ttlSeconds }: Found): string[] {
    keep(name, addresses, Math.min(LIFE_MS_MAX, Math.max(LIFE_MS_MIN, ttlSeconds * 1000)))
    return addresses
  }

  function keep(name: string, addresses: string[], lifeMs: number): void {
    putBounded(remembered, name, { addresses, until: performance.now() + lifeMs }, REMEMBERED_MAX)
  }

  return async (given, team) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    const own = ownNames(name)
    if (own !== undefined) return [...own]
    // RFC 6761: there is never such a name, and asking would only tell others of it.
    if (/(^|\.)invalid$/.test(name)) throw new UnresolvedName()
    const known = remembered.get(name)
    if (known !== undefined && known.until > performance.now()) {
      if (known.addresses.length === 0) throw new UnresolvedName()
      return [...known.addresses]
    }
    const key = `${team} ${name}`
    const asked = running.get(key) ?? lookUp(name, team).finally(() => running.delete(key))
    running.set(key, asked)
    return asked
  }
}
