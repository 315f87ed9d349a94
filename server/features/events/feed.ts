// Feeds of events for open streams: each owner's events are read once for all listeners.
import { setTimeout as wait } from 'node:timers/promises'
import { STREAM_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { forTeam } from '../../kernel/db/team-cap.ts'
import { eventNumbersOf, readEventNumbers } from '../../kernel/outbox/event-numbers.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import { listedEvent } from './events.ts'
import { type EventRow, listAfter } from './store.ts'

export type ResetReason = 'unknown' | 'forgotten' | 'too_many'

/** Server-sent events: each event as the list of events shows it to a caller with these permissions. */
export function eventFrames(events: readonly EventRow[], permissions: ReadonlySet<Permission>): Buffer {
  const frames = events.map((event) => {
    const shown = listedEvent(event, permissions)
    return `id: ${shown.sequence}\nevent: ${shown.type}\ndata: ${JSON.stringify(shown)}\n\n`
  })
  return Buffer.from(frames.join(''))
}

/** A client that is cut off before the first event continues from `position` too. */
export function startFrame(position: number, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${position}\n\n`)
}

/** Events between `after` and `sequence` are not sent. */
export function resetFrame(reason: ResetReason, after: number, sequence: number): Buffer {
  return Buffer.from(
    `id: ${sequence}\nevent: reset\ndata: ${JSON.stringify({ reason, after, sequence })}\n\n`,
  )
}

/** A comment line, so that proxies do not close an idle connection. */
export const HEARTBEAT = Buffer.from(':\n\n')

export interface Listener {
  readonly permissions: ReadonlySet<Permission>
  /** The number of the last event that was sent to it. */
  position: number
  /** Counts the joins. A read that began for an earlier join sends nothing any more. */
  turn: number
  give(frames: Buffer): void
  /** Resolves once the client has read most of its buffer, or has disconnected. */
  drained(): Promise<void>
}

export interface Feed {
  /** Resolves once the position is known. */
  readonly ready: Promise<void>
  readonly position: number
  /** There may be new events. */
  wake(): void
  /** Sends new events, or first all events after a number. If those are too many or deleted, sends a reset. */
  join(listener: Listener, after?: number): Promise<void>
  part(listener: Listener): void
}

const PAGE = 50
/** Under load, several changes share one read. */
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
      // The next `look` finds that this feed is behind.
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

  /** Sends the events that this listener does not have yet. */
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
        // The events were deleted since the listener joined.
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

interface Feeds {
  /** The feed is kept until every listener has left. */
  enter(owner: Owner): Feed
  leave(owner: Owner): void
  /** Catches missed signals, with one query for all feeds. */
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
