// Lets requests wait until tickets are issued. A signal, from this process or another, wakes them.
import { forTeam } from '../../kernel/db/team-cap.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import type { World } from '../world.ts'
import { settledAmong } from './store.ts'

/** Catches missed signals. */
const LOOK_EVERY_MS = 1_000

interface Room {
  waitFor(bookingId: string, waitMs: number): Promise<void>
  close(): void
}

/**
 * Resolves when the booking does not wait for tickets any more, or after the time. A waiting request holds no
 * connection.
 */
export async function waitForTickets(world: World, bookingId: string, waitMs: number): Promise<void> {
  if (waitMs > 0) await roomOf(world).waitFor(bookingId, waitMs)
}

/** Ends all waits before the process ends, so that every request gets its response. */
export function stopWaiting(world: World): void {
  roomOf(world).close()
}

const roomOf = perWorld((world: World): Room => {
  const waiting = new Map<string, Set<() => void>>()
  let isClosed = false
  let isLooking = false
  let again = false
  let poll: NodeJS.Timeout | undefined

  const wake = (id: string) => {
    for (const leave of waiting.get(id) ?? []) leave()
  }

  /** One query for all waiting requests, and one at a time, however many signals arrive. */
  async function look(): Promise<void> {
    again = true
    if (isLooking) return
    isLooking = true
    try {
      while (again && waiting.size > 0) {
        again = false
        const settled = await forTeam('', () => settledAmong(world.pool, [...waiting.keys()]))
        for (const id of settled) wake(id)
      }
    } catch (error) {
      world.log.warn({ err: error }, 'bookings that are waited for could not be read')
    } finally {
      isLooking = false
    }
  }

  world.signals.on('bookings', look)
  return {
    waitFor: (bookingId, waitMs) =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        const mine = waiting.get(bookingId) ?? new Set()
        waiting.set(bookingId, mine)
        poll ??= setInterval(look, LOOK_EVERY_MS)
        const timer = setTimeout(leave, waitMs)
        function leave(): void {
          clearTimeout(timer)
          mine.delete(leave)
          if (mine.size === 0) waiting.delete(bookingId)
          if (waiting.size === 0) {
            clearInterval(poll)
            poll = undefined
          }
          resolve()
        }
        mine.add(leave)
        // The tickets may have been issued before the wait began.
        void look()
      }),
    close() {
      isClosed = true
      for (const id of [...waiting.keys()]) wake(id)
    },
  }
})
