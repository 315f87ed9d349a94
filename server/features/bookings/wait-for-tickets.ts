// Lets requests wait until the tickets of a booking are there, or surely never will be. Whoever issues them, in this
// process or in another, wakes all that wait; meanwhile none of them has a connection to the database.
import { forTeam } from '../../kernel/db/team-cap.ts'
import { perWorld } from '../../kernel/process/batcher.ts'
import type { World } from '../world.ts'
import { settledAmong } from './booking-store.ts'

/** Behind the signals, of which one may be missed. */
const LOOK_EVERY_MS = 1_000

interface Room {
  waitFor(bookingId: string, waitMs: number): Promise<void>
  close(): void
}

/** Ends when there is nothing to wait for any more, or when the time is over. */
export async function waitForTickets(world: World, bookingId: string, waitMs: number): Promise<void> {
  if (waitMs > 0) await roomOf(world).waitFor(bookingId, waitMs)
}

/** Nobody waits any longer: the process is to end, and all that wait are to be answered before. */
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

  /** One question for all of them, and one at a time, however many signals come. */
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
        // It may have happened before anybody waited.
        void look()
      }),
    close() {
      isClosed = true
      for (const id of [...waiting.keys()]) wake(id)
    },
  }
})
