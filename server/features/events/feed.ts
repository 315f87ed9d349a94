// The feed of an owner's events for open streams, read once for all that listen.
import { setTimeout as wait } from 'node:timers/promises'
import { STREAM_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { forTeam } from '../../kernel/db/team-cap.ts'
import { eventNumbersOf, readEventNumbers } from '../../kernel/outbox/event-numbers.ts'
import { type Owner, ownerName } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import type { World } from '../world.ts'
import { listedEvent } from './events.ts'
import { type EventRow, listAfter } from './store.ts'

// Events as server-sent events: the text of a stream, which browsers and most HTTP clients read by themselves.

export type ResetReason = 'unknown' | 'forgotten' | 'too_many'

/** Each as the list of events shows it to somebody with these permissions. */
export function eventFrames(events: readonly EventRow[], permissions: ReadonlySet<Permission>): Buffer {
  const frames = events.map((event) => {
    const shown = listedEvent(event, permissions)
    return `id: ${shown.sequence}\nevent: ${shown.type}\ndata: ${JSON.stringify(shown)}\n\n`
  })
  return Buffer.from(frames.join(''))
}

/** Whoever is cut off before the first event goes on from here too. */
export function startFrame(position: number, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${position}\n\n`)
}

/** What was between `after` and `sequence` is not sent. */
export function resetFrame(reason: ResetReason, after: number, sequence: number): Buffer {
  return Buffer.from(
    `id: ${sequence}\nevent: reset\ndata: ${JSON.stringify({ reason, after, sequence })}\n\n`,
  )
}

/** A comment, so that whatever is in between does not take the line for dead. */
export const HEARTBEAT = Buffer.from(':\n\n')

export interface Listener {
  readonly permissions: ReadonlySet<Permission>
  /** The number of the last event that it was given. */
  position: number
  /** Which time it joins: what an earlier one was still reading is not given any more. */
  turn: number
  give(frames: Buffer): void
  /** Once it has read most of what it was given, or is gone. */
  drained(): Promise<void>
}

export interface Feed {
  /** Once its position is known. */
  readonly ready: Promise<void>
  readonly position: number
  /** There may be new events. */
  wake(): void
  /** From now on, or first all that came after a number; what is too much or not there any more is a reset. */
  join(listener: Listener, after?: number): Promise<void>
  part(listener: Listener): void
}

const PAGE = 50
/** Under load several changes share a read. */
const GAP_MS = 20

export function makeFeed(world: World, owner: Owner): Feed {
  const live = new Set<Listener>()
  let position = 0
  let isReading = false
  let isDue = false

  async function begin(): Promise<void> {
    position = (await eventNumbersOf(world.pool, owner)).last
  }

  function readAfter(afterSequence: number): Promise<EventRow[]> {
    return listAfter(world.pool, owner, afterSequence, PAGE)
  }

  async function read(): Promise<void> {
    isDue = true
    if (isReading) return
    isReading = true
    try {
      while (isDue) {
        isDue = false
        const events = await readAfter(position)
        giveAll(events)
        if (events.length === PAGE) isDue = true
        else await wait(GAP_MS, undefined, { ref: false })
      }
    } catch (error) {
      // The next look finds that this one is behind.
      world.log.warn({ err: error }, 'events could not be read for those who listen')
    } finally {
      isReading = false
    }
  }

  function giveAll(events: readonly EventRow[]): void {
    const last = events.at(-1)
    if (last === undefined) return
    const first = Number(events[0]?.sequence)
    position = Number(last.sequence)
    const framesOf = new Map<ReadonlySet<Permission>, Buffer>()
    for (const listener of live) {
      const { permissions } = listener
      if (listener.position >= first) give(listener, events)
      else {
        const frames = framesOf.get(permissions) ?? eventFrames(events, permissions)
        framesOf.set(permissions, frames)
        listener.position = position
        listener.give(frames)
      }
    }
  }

  /** What it has not had. */
  function give(listener: Listener, events: readonly EventRow[]): void {
    const fresh = events.filter(({ sequence }) => sequence > listener.position)
    const last = fresh.at(-1)
    if (last === undefined) return
    listener.position = Number(last.sequence)
    listener.give(eventFrames(fresh, listener.permissions))
  }

  async function reasonToReset(after: number): Promise<ResetReason | undefined> {
    const { last, forgotten } = await eventNumbersOf(world.pool, owner)
    if (after > last) return 'unknown'
    if (after < forgotten) return 'forgotten'
    return last - after > STREAM_EVENTS_MAX ? 'too_many' : undefined
  }

  return {
    ready: begin(),
    get position() {
      return position
    },
    wake: () => void read(),
    async join(listener, after = position) {
      const turn = ++listener.turn
      const isOver = () => listener.turn !== turn
      listener.position = after
      const reason = after === position ? undefined : await reasonToReset(after)
      if (isOver()) return
      if (reason !== undefined) {
        listener.position = position
        listener.give(resetFrame(reason, after, position))
      }
      while (listener.position < position) {
        const events = await readAfter(listener.position)
        if (isOver()) return
        // Forgotten since it asked.
        if (events.length === 0) listener.position = position
        give(listener, events)
        await listener.drained()
        if (isOver()) return
      }
      live.add(listener)
    },
    part(listener) {
      listener.turn++
      live.delete(listener)
    },
  }
}

// The feeds that somebody listens to in this process, woken by whoever stores events, here or elsewhere.

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
