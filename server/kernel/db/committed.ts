// Runs work in a transaction: committed if it succeeds, rolled back if it fails. BEGIN travels with the first statement
// and COMMIT with the last one, which saves two round trips.
import pg from 'pg'
import type { Pool, Queryable } from './db.ts'
import { isReadOnlyError, noteRefusal } from './errors.ts'
import { watchReplication } from './replication.ts'

export interface Session extends Queryable {
  /** For the last statement: if it succeeds, all is committed with it, and nothing may follow or fail. */
  readonly last: Queryable
}

/** The statements sent in one message with a query, as `around`, for tests that watch the messages. */
export interface Around {
  readonly begins: boolean
  readonly commits: boolean
}

type Query = Parameters<Queryable['query']>[0]
type Result = Awaited<ReturnType<Queryable['query']>>

const BEGIN = { name: 'begin', text: 'begin' }
const COMMIT = { name: 'commit', text: 'commit' }

/** Connections that have prepared both; the others send them as statements of their own. */
const prepared = new WeakSet<pg.ClientBase>()

export async function committed<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const replication = watchReplication(client)
  const transaction = transactionOn(client)
  let broken: Error | undefined
  try {
    await transaction.begin()
    const result = await work(transaction.session)
    await transaction.commit()
    replication.refuseUnreplicated()
    return result
  } catch (error) {
    noteRefusal(pool, error)
    broken = isReadOnlyError(error) ? (error as Error) : await transaction.rollback()
    throw error
  } finally {
    replication.stop()
    client.release(broken)
  }
}

function transactionOn(client: pg.PoolClient) {
  const isPrepared = prepared.has(client)
  let state: 'before' | 'open' | 'over' = 'before'
  let lost: Error | undefined

  /** A statement without a response leaves the connection busy: no other statement may queue behind it. */
  async function send(query: Query, around?: Around): Promise<Result> {
    if (lost !== undefined) throw lost
    try {
      return await (around === undefined ? client.query(query) : queryWith(client, query, around))
    } catch (error) {
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) lost = error
      throw error
    }
  }

  const session: Session = {
    query(query) {
      if (state !== 'before') return send(query)
      state = 'open'
      return send(query, { begins: true, commits: false })
    },
    last: {
      async query(query) {
        if (!isPrepared) return session.query(query)
        const begins = state === 'before'
        state = 'open'
        const result = await send(query, { begins, commits: true })
        state = 'over'
        return result
      },
    },
  }
  return {
    session,
    async begin(): Promise<void> {
      if (isPrepared) return
      state = 'open'
      await send(BEGIN)
    },
    async commit(): Promise<void> {
      if (state !== 'open') return
      await send(COMMIT)
      state = 'over'
      prepared.add(client)
    },
    /** Returns why the connection must be destroyed, if so. */
    async rollback(): Promise<Error | undefined> {
      if (state !== 'open' || lost !== undefined) return lost
      return send({ text: 'rollback' }).then(
        () => undefined,
        (failure) => failure,
      )
    },
  }
}

/** A message succeeds as a whole or fails at a statement: a failing statement is not committed. */
async function queryWith(client: pg.ClientBase, query: Query, around: Around): Promise<Result> {
  try {
    return await new Promise<Result>((resolve, reject) => {
      // One result for each statement of the message, in order.
      const take = (error: Error | null | undefined, results: unknown) => {
        if (error) reject(error)
        else resolve((results as Result[])[around.begins ? 1 : 0] as Result)
      }
      client.query(joinedQuery(query, around), take)
    })
  } catch (error) {
    // With the caller's stack instead of the socket's, like the driver's own queries.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** Uses the driver's extension point: an object with `submit`, like cursors and copy streams. */
function joinedQuery(query: Query, around: Around): pg.Query & Query {
  // Without values the driver would use the simple protocol, which joins nothing.
  const inner = new pg.Query({ ...query, queryMode: 'extended' } as Query)
  const submit = inner.submit.bind(inner)
  return Object.assign(inner, {
    ...query,
    around,
    submit(connection: pg.Connection) {
      connection.stream.cork()
      try {
        if (around.begins) execute(connection, BEGIN.name)
        return submit(around.commits ? committing(connection) : connection)
      } finally {
        connection.stream.uncork()
      }
    },
  })
}

/** The same connection, but COMMIT follows right after the statement. */
function committing(connection: pg.Connection): pg.Connection {
  const executeAndCommit = (...what: Parameters<pg.Connection['execute']>) => {
    connection.execute(...what)
    execute(connection, COMMIT.name)
  }
  return Object.create(connection, { execute: { value: executeAndCommit } })
}

function execute(connection: pg.Connection, statement: string): void {
  connection.bind({ statement, values: [] }, true)
  connection.execute({}, true)
}
