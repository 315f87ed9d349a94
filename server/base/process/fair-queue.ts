// Turns for what there is only so much of: so many at once, each owner's in their order, and the owners one after the
// other, so that whoever asks for much waits behind their own work and nobody else does.

export interface FairQueue {
  /**
   * Runs the work when it is its turn. What its owner calls the same goes together, in one slot, also with what is
   * under way already. Throws `QueueFull` where this owner has too much waiting, or the turn does not come in time.
   */
  run<T>(owner: string, work: () => Promise<T>, same?: string): Promise<T>
}

export interface QueueLimits {
  /** At once, of all owners. */
  readonly slots: number
  /** At once, of one owner. */
  readonly slotsEach: number
  /** Without a slot of their own, of one owner. */
  readonly waitingMax: number
  /** Until a turn comes; as long as it takes if left out. */
  readonly waitMs?: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Those who share a slot. */
interface Party {
  readonly same: string | undefined
  members: number
  readonly waiting: Set<() => void>
}

interface Line {
  members: number
  readonly running: Set<Party>
  readonly waiting: Set<Party>
}

export function makeFairQueue({ slots, slotsEach, waitingMax, waitMs }: QueueLimits): FairQueue {
  // Whoever had a turn goes to the end of the map.
  const lines = new Map<string, Line>()
  let running = 0

  function next(): void {
    if (running >= slots) return
    for (const [owner, line] of lines) {
      const [party] = line.waiting
      if (party === undefined || line.running.size >= slotsEach) continue
      lines.delete(owner)
      lines.set(owner, line)
      line.waiting.delete(party)
      line.running.add(party)
      running++
      for (const begin of party.waiting) begin()
      return
    }
  }

  function leave(owner: string, line: Line, party: Party): void {
    party.members--
    line.members--
    if (line.members === 0) lines.delete(owner)
    if (party.members > 0) return
    line.waiting.delete(party)
    if (line.running.delete(party)) running--
    next()
  }

  /** Resolves when its turn has come, and rejects when that was not in time. */
  function turnOf(line: Line, party: Party): Promise<void> {
    if (line.running.has(party)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        party.waiting.delete(begin)
        reject(new QueueFull())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      party.waiting.add(begin)
      line.waiting.add(party)
      next()
    })
  }

  return {
    async run(owner, work, same) {
      const line = lines.get(owner) ?? { members: 0, running: new Set(), waiting: new Set() }
      if (line.members - line.running.size >= waitingMax) throw new QueueFull()
      lines.set(owner, line)
      const party = partyOf(line, same)
      party.members++
      line.members++
      try {
        await turnOf(line, party)
        return await work()
      } finally {
        leave(owner, line, party)
      }
    },
  }
}

function partyOf({ running, waiting }: Line, same: string | undefined): Party {
  const known = same === undefined ? undefined : [...running, ...waiting].find((party) => party.same === same)
  return known ?? { same, members: 0, waiting: new Set() }
}
