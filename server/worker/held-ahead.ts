// Pieces that a process holds before it may run them: a claim costs nearly the same for one piece as for a hundred, and
// a lane whose receiver answers at once would need one for every few. While there is room they wait here, each in its
// lane, and the lanes have their turns.
import type { Piece } from '../outbox/due-work.ts'

export interface HeldAhead {
  readonly size: number
  put(piece: Piece): void
  /** The first piece of the next lane that may run one. */
  take(mayRun: (lane: string) => boolean): Piece | undefined
  takeAll(): Piece[]
}

export function makeHeldAhead(): HeldAhead {
  const lanes = new Map<string, Piece[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    put(piece) {
      lanes.getOrInsertComputed(piece.lane, () => []).push(piece)
      size++
    },
    take(mayRun) {
      for (const [lane, pieces] of lanes) {
        if (!mayRun(lane)) continue
        const piece = pieces.shift()
        // To the end of the turns, where it has more.
        lanes.delete(lane)
        if (pieces.length > 0) lanes.set(lane, pieces)
        size--
        return piece
      }
      return undefined
    },
    takeAll() {
      const all = [...lanes.values()].flat()
      lanes.clear()
      size = 0
      return all
    },
  }
}
