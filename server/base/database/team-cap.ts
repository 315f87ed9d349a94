// Caps the connections that one team holds in this process: if a row of the team is locked or its report is slow, other
// teams are served as before.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

/** Whom a connection is for. Reads are handed the pool and know no caller, so this is kept beside their calls. */
interface Holder {
  /** Empty for work that belongs to several teams or to none: it is not capped. */
  readonly team: string
  readonly isJob: boolean
}

interface Queue {
  readonly holder: Holder
  /** In the order in which they came; each function starts the waiter. */
  readonly waiting: Set<() => void>
}

type Connected = Parameters<Pool['connect']>[0]

const NO_TEAM: Holder = { team: '', isJob: false }
const JOBS: Holder = { team: '', isJob: true }
const WAIT_MS = 5_000
const TRY_AGAIN_MS = 500
/** PostgreSQL's code for "too many connections". */
const REFUSED = '53300'

const holders = new AsyncLocalStorage<Holder>()

/** Connections that `work` takes count for this team; for none if the name is empty. */
export function forTeam<T>(team: string, work: () => T): T {
  return holders.run({ team, isJob: holderHere().isJob }, work)
}

/** Connections that `work` takes come from the share of jobs. A transaction counts for its team besides. */
export function forJobs<T>(work: () => T): T {
  return holders.run(JOBS, work)
}

function holderHere(): Holder {
  return holders.getStore() ?? NO_TEAM
}

class NoConnection extends Error {
  readonly code = REFUSED

  constructor(team: string) {
    super(`no connection to the database was free in time${team === '' ? '' : ` for ${team}`}`)
  }
}

/**
 * A team takes a connection while it holds fewer than are left: alone it has at most half of the pool, with others
 * less, and one is left for the next team. Requests and jobs leave a quarter of the pool to each other. Waiters are
 * served in turns between teams; after 5 seconds they fail.
 */
export function capTeams(pool: Pool, waitMs: number = WAIT_MS): Pool {
  const { max } = pool.options
  const open = pool.connect.bind(pool)
  const heldByTeam = new Map<string, number>()
  const holderOf = new WeakMap<PoolClient, Holder>()
  /** Those in which somebody waits, in the order of their turns. */
  const queues = new Map<string, Queue>()
  let requests = 0
  let jobs = 0
  /** Fewer than `max` for a moment if the database has none left for us. */
  let limit = max

  function mayTake({ team, isJob }: Holder): boolean {
    const share = Math.floor(limit / 4)
    const left = limit - requests - jobs - Math.max(0, share - (isJob ? requests : jobs))
    return team === '' ? left > 0 : (heldByTeam.get(team) ?? 0) < left
  }

  function count({ team, isJob }: Holder, change: 1 | -1): void {
    if (isJob) jobs += change
    else requests += change
    if (team === '') return
    const held = (heldByTeam.get(team) ?? 0) + change
    if (held === 0) heldByTeam.delete(team)
    else heldByTeam.set(team, held)
  }

  function giveBack(holder: Holder): void {
    count(holder, -1)
    // Later: by then the pool has the connection among its idle ones, and opens no other.
    if (queues.size > 0) queueMicrotask(serve)
  }

  function serve(): void {
    for (const [name, { holder, waiting }] of queues) {
      const [start] = waiting
      if (start === undefined || !mayTake(holder)) continue
      count(holder, 1)
      leave(name, start)
      start()
    }
  }

  /** The queue's next turn comes after those of all others. */
  function leave(name: string, start: () => void): void {
    const queue = queues.get(name)
    queue?.waiting.delete(start)
    queues.delete(name)
    if (queue !== undefined && queue.waiting.size > 0) queues.set(name, queue)
  }

  function waitForTurn(holder: Holder, until: number): Promise<void> {
    const name = nameOf(holder)
    const queue = queues.get(name) ?? { holder, waiting: new Set() }
    queues.set(name, queue)
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        leave(name, start)
        reject(new NoConnection(holder.team))
      }
      const timer = setTimeout(giveUp, until - performance.now()).unref()
      queue.waiting.add(start)
    })
  }

  /** The service goes on with the connections that it has, and tries to open more twice a second. */
  function lowerLimit(): void {
    if (limit === max)
      setTimeout(() => {
        limit = max
        serve()
      }, TRY_AGAIN_MS).unref()
    limit = Math.max(1, pool.totalCount)
  }

  async function take(holder: Holder): Promise<PoolClient> {
    const until = performance.now() + waitMs
    let mustWait = queues.has(nameOf(holder)) || !mayTake(holder)
    for (;;) {
      if (mustWait) await waitForTurn(holder, until)
      else count(holder, 1)
      try {
        const client = await open()
        holderOf.set(client, holder)
        return client
      } catch (error) {
        giveBack(holder)
        if (!isRefused(error)) throw error
        lowerLimit()
        mustWait = true
      }
    }
  }

  pool.on('release', (_error, client) => {
    const holder = holderOf.get(client)
    holderOf.delete(client)
    if (holder !== undefined) giveBack(holder)
  })
  return Object.assign(pool, {
    /** With a callback it is called by the pool's own `query`. */
    connect(connected?: Connected): Promise<PoolClient> | undefined {
      const taken = take(holderHere())
      if (connected === undefined) return taken
      taken.then(
        (client) => connected(undefined, client, (error) => client.release(error)),
        (error) => connected(error, undefined, () => {}),
      )
      return undefined
    },
  })
}

function nameOf({ team, isJob }: Holder): string {
  return isJob ? `${team} jobs` : team
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === REFUSED
}
