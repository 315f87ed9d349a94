// Lets a bounded number of things happen at once, with a bounded part of them for each team: whoever asks for much
// waits behind itself, and not in front of the others.

export interface Turns {
  /** Runs the work when it is its team's turn; fails with `tooLate()` where that does not come in time. */
  take<T>(team: string, work: () => Promise<T>): Promise<T>
}

export interface TurnLimits {
  atOnce: number
  ofOneTeam: number
  /** How many of one team may wait, and for how long. */
  waitingOfOneTeam: number
  waitMs: number
  tooLate: () => Error
}

interface Waiting {
  begin(): void
}

export function makeTurns(limits: TurnLimits): Turns {
  const running = new Map<string, number>()
  // In the order in which the teams are served: whoever was served goes to the end.
  const queues = new Map<string, Waiting[]>()
  let count = 0

  const isFree = (team: string) => count < limits.atOnce && (running.get(team) ?? 0) < limits.ofOneTeam

  function occupy(team: string): void {
    count++
    running.set(team, (running.get(team) ?? 0) + 1)
  }

  function leave(team: string): void {
    count--
    const left = (running.get(team) ?? 1) - 1
    if (left === 0) running.delete(team)
    else running.set(team, left)
    serveNext()
  }

  function serveNext(): void {
    for (const [team, queue] of queues) {
      if (!isFree(team)) continue
      const next = queue.shift()
      queues.delete(team)
      if (queue.length > 0) queues.set(team, queue)
      next?.begin()
      return
    }
  }

  function ownTurn(team: string): Promise<void> {
    if (isFree(team)) {
      occupy(team)
      return Promise.resolve()
    }
    const queue = queues.get(team) ?? []
    if (queue.length >= limits.waitingOfOneTeam) return Promise.reject(limits.tooLate())
    queues.set(team, queue)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin() {
          clearTimeout(timer)
          occupy(team)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) queues.delete(team)
        reject(limits.tooLate())
      }, limits.waitMs)
      queue.push(waiting)
    })
  }

  return {
    async take(team, work) {
      await ownTurn(team)
      try {
        return await work()
      } finally {
        leave(team)
      }
    },
  }
}
