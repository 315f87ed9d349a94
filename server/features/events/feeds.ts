// The feeds that somebody listens to in this process, woken by whoever stores events, here or elsewhere.
import { forTeam } from '../../kernel/db/team-cap.ts'
import { readEventNumbers } from '../../kernel/outbox/event-numbers.ts'
import { type Owner, ownerName } from '../../kernel/outbox/owner.ts'
import { perWorld } from '../../kernel/process/batcher.ts'
import type { World } from '../world.ts'
import { type Feed, makeFeed } from './feed.ts'

interface Feeds {
  /** Kept until each who entered has left. */
  enter(owner: Owner): Feed
  leave(owner: Owner): void
  /** Behind the signals, of which one may be missed: one question for all of them. */
  look(): Promise<void>
}

interface Kept {
  readonly owner: Owner
  readonly feed: Feed
  listeners: number
}

export const feedsOf = perWorld((world: World): Feeds => {
  const kept = new Map<string, Kept>()
  world.signals.on('events', (name) => {
    if (name !== '') kept.get(name)?.feed.wake()
    else for (const { feed } of kept.values()) feed.wake()
  })
  return {
    enter(owner) {
      const one = kept.get(ownerName(owner)) ?? { owner, feed: makeFeed(world, owner), listeners: 0 }
      one.listeners++
      kept.set(ownerName(owner), one)
      return one.feed
    },
    leave(owner) {
      const one = kept.get(ownerName(owner))
      if (one !== undefined && --one.listeners === 0) kept.delete(ownerName(owner))
    },
    async look() {
      if (kept.size === 0) return
      const owners = [...kept.values()].map(({ owner }) => owner)
      const numbers = await forTeam('', () => readEventNumbers(world.pool, owners))
      for (const [name, { last }] of numbers) {
        const feed = kept.get(name)?.feed
        if (feed !== undefined && feed.position < last) feed.wake()
      }
    },
  }
})
