// Watches the statements of a pool: tests record them, count them, or stop the process at one of them.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import type { Around } from '../../server/kernel/db/committed.ts'
import type { Pool } from '../../server/kernel/db/db.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
  /** The statements that travel with it in one message. */
  readonly around?: Around
  /** The connection of its transaction; missing if the pool chooses one for this statement alone. */
  readonly session?: object
}

/** Called before each statement; the caller gets what it returns. */
export type Watch = (statement: Statement, send: () => Promise<unknown>) => Promise<unknown>

type Query = string | (Pick<Statement, 'text' | 'name' | 'around'> & { values?: unknown[] })
type Callback = (error: Error | null, result?: unknown) => void

/** A pool that passes each of its statements to `watch`. */
export function watchPool(pool: Pool, watch: Watch): Pool {
  // The service remembers which of its connections have prepared statements, so each keeps its wrapper.
  const watched = new WeakMap<PoolClient, PoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = watched.get(client) ?? watchClient(client, watch)
      watched.set(client, known)
      return known
    },
    query: (query, values) =>
      watch(statementOf(query as Query, values), () => pool.query(query, values)) as never,
    end: () => pool.end(),
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
  }
}

/** What the service uses of a connection of its pool. */
function watchClient(client: PoolClient, watch: Watch): PoolClient {
  const session = {
    query(query: Query, given?: unknown[] | Callback) {
      const values = typeof given === 'function' ? undefined : given
      const statement = { ...statementOf(query, values), session }
      if (typeof given !== 'function') return watch(statement, () => client.query(query, values))
      const send = () =>
        new Promise((resolve, reject) => {
          client.query(query, (error, result) => (error ? reject(error) : resolve(result)))
        })
      return watch(statement, send).then((result) => given(null, result), given)
    },
    release: (error?: Error) => client.release(error),
    on: client.on.bind(client),
    off: client.off.bind(client),
  }
  return session as unknown as PoolClient
}

function statementOf(query: Query, given: readonly unknown[] = []): Statement {
  if (typeof query === 'string') return { text: query, values: given }
  const { text, values = given, name, around } = query
  return { text, values, ...(name && { name }), ...(around && { around }) }
}

export interface Recorded {
  /** With `begin` and `commit` as statements of their own. */
  queries: { text: string; values?: unknown[]; name?: string }[]
  /** A statement that shares a message is no round trip. */
  roundTrips: number
}

export interface Recorder {
  wrapPool(pool: Pool): Pool
  /** All statements during the work; nothing else may be busy meanwhile. */
  record(work: () => Promise<unknown>): Promise<Recorded>
  /** Only the statements of the work itself: periodic work of the process may run in between. */
  recordOwn(work: () => Promise<unknown>): Promise<Recorded>
}

export function makeRecorder(): Recorder {
  const working = new AsyncLocalStorage<Recorded>()
  let current: Recorded | undefined

  function add(to: Recorded, { text, values, name, around }: Statement): void {
    to.roundTrips++
    if (around?.begins) to.queries.push({ text: 'begin' })
    to.queries.push({ text, ...(name && { name }), values: [...values] })
    if (around?.commits) to.queries.push({ text: 'commit' })
  }

  return {
    wrapPool: (pool) =>
      watchPool(pool, (statement, send) => {
        const recorded = working.getStore() ?? current
        if (recorded !== undefined) add(recorded, statement)
        return send()
      }),
    async record(work) {
      const recorded: Recorded = { queries: [], roundTrips: 0 }
      current = recorded
      await work().finally(() => {
        current = undefined
      })
      return recorded
    },
    async recordOwn(work) {
      const recorded: Recorded = { queries: [], roundTrips: 0 }
      await working.run(recorded, work)
      return recorded
    },
  }
}
