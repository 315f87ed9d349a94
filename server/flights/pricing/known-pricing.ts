// The pricing of a team, remembered in memory: each search needs it, and it seldom changes. It is
// forgotten when that team changes anywhere, and not used while the signals that would say so are disconnected.
import { MODES } from '../../../contract/teams.ts'
import { perWorld } from '../../base/process/batcher.ts'
import { putBounded } from '../../base/values/put-bounded.ts'
import type { Owner } from '../../outbox/owner.ts'
import type { World } from '../../world.ts'
import { findPricing, type StoredPricing } from './pricing-store.ts'

const KNOWN_MAX = 10_000

const memoryOf = perWorld(({ signals }: World) => {
  const memory = { known: new Map<string, StoredPricing>(), generation: 0 }
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
  if (known !== undefined) return known
  const before = memory.generation
  const pricing = await findPricing(world.pool, owner)
  // A change that was signalled meanwhile may be newer than what was read.
  if (memory.generation === before) putBounded(memory.known, nameOf(owner), pricing, KNOWN_MAX)
  return pricing
}

function nameOf({ teamId, mode }: Owner): string {
  return `${teamId} ${mode}`
}
