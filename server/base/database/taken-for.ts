// For whom connections to the database are taken. Reads are handed the pool and know no caller, and ports know even
// less; so it is remembered beside the calls, from where a request or the worker begins. A transaction says it itself:
// remembering it for each piece of due work would cost more than most pieces do.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Taker {
  /** Empty: nobody's in particular. */
  readonly team: string
  /** Due work, and not a request. */
  readonly isWork: boolean
}

/** What is done for several teams together, or before anybody knows for whom. */
export const SERVICE: Taker = { team: '', isWork: false }
/** The same for the worker: claims and outcomes, and what pieces read. */
export const WORKER: Taker = { team: '', isWork: true }

const takers = new AsyncLocalStorage<Taker>()

/** What `work` asks of the database, now and later, is for this one. */
export function takenFor<T>(taker: Taker, work: () => T): T {
  return takers.run(taker, work)
}

let teamOfNext: string | undefined

/** The connection that `work` asks for before it waits for anything is for this team. */
export function takenAtOnceFor<T>(team: string, work: () => T): T {
  teamOfNext = team
  try {
    return work()
  } finally {
    teamOfNext = undefined
  }
}

export function teamHere(): string {
  return teamOfNext ?? takerHere().team
}

export function isWorkHere(): boolean {
  return takerHere().isWork
}

function takerHere(): Taker {
  return takers.getStore() ?? SERVICE
}
