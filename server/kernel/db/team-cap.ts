// Caps the connections that one team holds in this process: if a row of the team is locked or its report is slow, other
// teams are served as before.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Pool } from './db.ts'
import { noteRefusal } from './errors.ts'

/** The owner of a connection. Reads receive only the pool, so the owner is stored in the async context. */
interface Holder {
  /** Empty for work that belongs to several teams or to none: it is not capped. */
  readonly team: string
  readonly isJob: boolean
}

interface Waiter {
  readonly holder: Holder
  start(): void
}

const NO_TEAM: Holder = { team: '', isJob: false }
const JOBS: Holder = { team: '', isJob: true }
const WAIT_MS = 5_000
/** PostgreSQL's code for "too many connections". */
const REFUSED = '53300'

const currentHolder = new AsyncLocalStorage<Holder>()

/** Connections that `work` takes count for this team; for none if the name is empty. */
export function forTeam<T>(team: string, work: () => T): T {
  return currentHolder.run({ team, isJob: holderHere().isJob }, work)
}

/** Connections that `work` takes come from the share of jobs. A transaction counts for its team besides. */
export function forJobs<T>(work: () => T): T {
  return currentHolder.run(JOBS, work)
}

function holderHere(): Holder {
  return currentHolder.getStore() ?? NO_TEAM
}

class NoConnection extends Error {
  readonly code = REFUSED

  constructor(team: string) {
    super(`no connection to the database was free in time${team === '' ? '' : ` for ${team}`}`)
  }
}

/**
 * A team takes a connection while it holds fewer than are free: alone it has at most half of the pool.
 * Requests and jobs leave a quarter of the pool to each other. Waiters fail after 5 seconds.
 */
export function capTeams(pool: pg.Pool, waitMs: number = WAIT_MS): Pool {
  const { max } = pool.options
  const reserved = Math.floor(max / 4)
  const heldBy = new Map<string, number>()
  const held = { requests: 0, jobs: 0 }
  const holders = new WeakMap<pg.PoolClient, Holder>()
  const waiters = new Set<Waiter>()

  function mayTake({ team, isJob }: Holder): boolean {
    const others = isJob ? held.requests : held.jobs
    const free = max - held.requests - held.jobs - Math.max(0, reserved - others)
    return free > (team === '' ? 0 : (heldBy.get(team) ?? 0))
  }

  function count({ team, isJob }: Holder, change: 1 | -1): void {
    held[isJob ? 'jobs' : 'requests'] += change
    if (team === '') return
    const now = (heldBy.get(team) ?? 0) + change
    if (now === 0) heldBy.delete(team)
    else heldBy.set(team, now)
  }

  function giveBack(holder: Holder): void {
    count(holder, -1)
    // Deferred: by then the connection is idle in the pool, which opens no other.
    queueMicrotask(() => {
      for (const waiter of waiters) if (mayTake(waiter.holder)) waiter.start()
    })
  }

  /** Counted once it resolves. */
  function turnOf(holder: Holder): Promise<void> {
    if (mayTake(holder)) {
      count(holder, 1)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        holder,
        start() {
          clearTimeout(timer)
          waiters.delete(waiter)
          count(holder, 1)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        reject(new NoConnection(holder.team))
      }, waitMs).unref()
      waiters.add(waiter)
    })
  }

  async function take(holder: Holder): Promise<pg.PoolClient> {
    await turnOf(holder)
    try {
      const client = await pool.connect()
      holders.set(client, holder)
      return client
    } catch (error) {
      giveBack(holder)
      throw error
    }
  }

  pool.on('release', (_error, client) => {
    const holder = holders.get(client)
    holders.delete(client)
    if (holder !== undefined) giveBack(holder)
  })
  const capped: Pool = {
    connect: () => take(holderHere()),
    async query(query, values) {
      const client = await capped.connect()
      try {
        const result = await client.query(query, values)
        client.release()
        return result
      } catch (error) {
        noteRefusal(capped, error)
        client.release(error as Error)
        throw error
      }
    },
    end: () => pool.end(),
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
  }
  return capped
}
