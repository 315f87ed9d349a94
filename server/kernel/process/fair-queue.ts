// A fair queue: a limited number runs at once, each owner's work in order, and the owners take turns, so that
// an owner with much work delays no other.

export interface FairQueue {
  /**
   * Runs the work at its turn. Throws `QueueFull` if this owner has too much waiting, or if the turn does not come in
   * time.
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

export interface QueueLimits {
  /** Running at once, of all owners. */
  readonly slots: number
  /** Running at once, of one owner. */
  readonly slotsEach: number
  /** Waiting for a slot, of one owner. */
  readonly waitingMax: number
  /** How long to wait for a turn; without a limit if omitted. */
  readonly waitMs?: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface OwnerQueue {
  running: number
  readonly waiting: Set<() => void>
}

export function makeFairQueue({ slots, slotsEach, waitingMax, waitMs }: QueueLimits): FairQueue {
  // An owner that had a turn moves to the end of the map.
  const owners = new Map<string, OwnerQueue>()
  let running = 0

  function startNext(): void {
    if (running >= slots) return
    for (const [owner, queue] of owners) {
      const [begin] = queue.waiting
      if (begin === undefined || queue.running >= slotsEach) continue
      owners.delete(owner)
      owners.set(owner, queue)
      queue.waiting.delete(begin)
      queue.running++
      running++
      begin()
      return
    }
  }

  function forgetIfIdle(owner: string, queue: OwnerQueue): void {
    if (queue.running + queue.waiting.size === 0) owners.delete(owner)
  }

  /** Resolves when the turn has come, and rejects if it does not come in time. */
  function turnOf(owner: string, queue: OwnerQueue): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        queue.waiting.delete(begin)
        forgetIfIdle(owner, queue)
        reject(new QueueFull())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      queue.waiting.add(begin)
      startNext()
    })
  }

  return {
    async run(owner, work) {
      const queue = owners.get(owner) ?? { running: 0, waiting: new Set() }
      if (queue.waiting.size >= waitingMax) throw new QueueFull()
      owners.set(owner, queue)
      await turnOf(owner, queue)
      try {
        return await work()
      } finally {
        queue.running--
        running--
        forgetIfIdle(owner, queue)
        startNext()
      }
    },
  }
}
