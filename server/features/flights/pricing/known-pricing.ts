// The pricing of a team, cached in memory: each search needs it, and it seldom changes. A signal of a change removes
// it; if the signal is lost, it expires after five seconds. Without a connection for signals, the cache is not used.
import { MODES } from '../../../../contract/teams.ts'
import type { Owner } from '../../../kernel/outbox/owner.ts'
import { perWorld } from '../../../kernel/process/batcher.ts'
import { putBounded } from '../../../kernel/values/put-bounded.ts'
import type { World } from '../../world.ts'
import { findPricing, type StoredPricing } from './pricing-store.ts'

const KNOWN_MAX = 10_000
/** From before it was read. */
const EXPIRES_AFTER_MS = 5_000

interface Entry {
  readonly pricing: StoredPricing
  readonly readAt: number
}

const memoryOf = perWorld(({ signals }: World) => {
  const memory = { known: new Map<string, Entry>(), generation: 0 }
  signals.on('callers', (what) => {
    memory.generation++
    if (what === '') memory.known.clear()
    else for (const mode of MODES) memory.known.delete(nameOf({ teamId: what, mode }))
  })
  return memory
})

export async function pricingOf(world: World, owner: Owner): Promise<StoredPricing> {
  const memory = memoryOf(world)
  const known = world.signals.connected ? memory.known.get(nameOf(owner)) : undefined
  if (known !== undefined && isFresh(known)) return known.pricing
  const before = memory.generation
  const readAt = performance.now()
  const pricing = await findPricing(world.pool, owner)
  // A change that was signalled meanwhile may be newer than what was read.
  if (memory.generation === before) putBounded(memory.known, nameOf(owner), { pricing, readAt }, KNOWN_MAX)
  return pricing
}

function isFresh({ readAt }: Entry): boolean {
  return performance.now() - readAt < EXPIRES_AFTER_MS
}

function nameOf({ teamId, mode }: Owner): string {
  return `${teamId} ${mode}`
}
