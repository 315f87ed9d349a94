// Runs work in a transaction of the database: committed when it is done, rolled back when it fails. It begins with its
// first statement, and commits with the last one where that is known. A connection that cannot even roll back is thrown
// away.
import type { Pool, Queryable } from './db.ts'
import { BEGIN, COMMIT, joined } from './joined-query.ts'

export interface Session extends Queryable {
  /** For the last statement: if it succeeds, all is committed with it, and nothing may follow or fail. */
  readonly last: Queryable
}

type Client = Parameters<typeof joined>[0]

/** Connections that have prepared both `begin` and `commit`. */
const ready = new WeakSet<Client>()

export async function committed<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const { session, begin, commit, rollback } = sessionOf(client)
  let broken: Error | undefined
  try {
    await begin()
    const result = await work(session)
    await commit()
    return result
  } catch (error) {
    await rollback().catch((failure) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function sessionOf(client: Client) {
  const isReady = ready.has(client)
  let state: 'before' | 'open' | 'over' = 'before'
  const session: Session = {
    query(query) {
      if (state !== 'before') return client.query(query)
      state = 'open'
      return joined(client, query, { begins: true, commits: false })
    },
    last: {
      async query(query) {
        if (!isReady) return session.query(query)
        const begins = state === 'before'
        state = 'open'
        const answer = await joined(client, query, { begins, commits: true })
        state = 'over'
        return answer
      },
    },
  }
  return {
    session,
    async begin() {
      if (isReady) return
      state = 'open'
      await client.query(BEGIN)
    },
    async commit() {
      if (state !== 'open') return
      await client.query(COMMIT)
      ready.add(client)
    },
    async rollback() {
      if (state === 'open') await client.query('rollback')
    },
  }
}
