// Turns for heavy work: so many at once, each owner's in their order, and the owners one after the other, so that
// whoever asks for much waits behind their own work and nobody else does.

export interface FairQueue {
  /** Runs the work when it is its turn. Throws `QueueFull` where this owner has too much waiting. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

export interface QueueLimits {
  /** At once, of all owners. */
  readonly slots: number
  /** At once, of one owner. */
  readonly slotsEach: number
  /** Waiting, of one owner. */
  readonly waitingMax: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export function makeFairQueue({ slots, slotsEach, waitingMax }: QueueLimits): FairQueue {
  // Whoever had a turn goes to the end of the map.
  const lines = new Map<string, Line>()
  let running = 0

  function next(): void {
    if (running >= slots) return
    for (const [owner, line] of lines) {
      if (line.running >= slotsEach) continue
      const start = line.waiting.shift()
      if (start === undefined) continue
      lines.delete(owner)
      lines.set(owner, line)
      line.running++
      running++
      start()
      return
    }
  }

  function leave(owner: string, line: Line): void {
    line.running--
    running--
    if (line.running === 0 && line.waiting.length === 0) lines.delete(owner)
    next()
  }

  return {
    async run(owner, work) {
      const line = lines.get(owner) ?? { running: 0, waiting: [] }
      if (line.waiting.length >= waitingMax) throw new QueueFull()
      lines.set(owner, line)
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve)
        next()
      })
      try {
        return await work()
      } finally {
        leave(owner, line)
      }
    },
  }
}
