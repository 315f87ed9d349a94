// Runs work in a transaction of the database: committed when it is done, rolled back when it fails. It begins with its
// first statement, and commits with the last one where that is known. A connection that cannot even roll back is thrown
// away.
import type { PoolClient } from 'pg'
import type { Pool, Queryable } from './db.ts'
import { joined } from './joined-query.ts'
import { COMMIT, type Manners, mannersOf } from './manners.ts'
import { noteRefusal } from './refusals.ts'
import { forgetUnreplicated, refuseUnreplicated } from './replication.ts'

export interface Session extends Queryable {
  /** For the last statement: if it succeeds, all is committed with it, and nothing may follow or fail. */
  readonly last: Queryable
}

type Client = Parameters<typeof joined>[0]
type Asked = Parameters<Queryable['query']>[0]

/** Connections that have prepared both `begin` and `commit`. */
const ready = new WeakSet<Client>()

export async function committed<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  return committedOn(pool, await pool.connect(), work)
}

/** On a connection that was taken for it, and is given back after it. */
export async function committedOn<T>(
  pool: Pool,
  client: PoolClient,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { session, begin, commit, rollback } = sessionOf(client, mannersOf(pool))
  let broken: Error | undefined
  forgetUnreplicated(client)
  try {
    await begin()
    const result = await work(session)
    await commit()
    refuseUnreplicated(client)
    return result
  } catch (error) {
    noteRefusal(pool, error)
    await rollback().catch((failure) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function sessionOf(client: Client, manners: Manners) {
  const { named } = manners
  const isReady = !named || ready.has(client)
  const spoken = (query: Asked): Asked => (named || query.name === undefined ? query : unnamed(query))
  let state: 'before' | 'open' | 'over' = 'before'
  const session: Session = {
    query(query) {
      if (state !== 'before') return client.query(spoken(query))
      state = 'open'
      return joined(client, spoken(query), { begins: true, commits: false }, manners)
    },
    last: {
      async query(query) {
        if (!isReady) return session.query(query)
        const begins = state === 'before'
        state = 'open'
        const answer = await joined(client, spoken(query), { begins, commits: true }, manners)
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
      for (const statement of manners.begin) await client.query(statement)
    },
    async commit() {
      if (state !== 'open') return
      await client.query(named ? COMMIT : COMMIT.text)
      ready.add(client)
    },
    async rollback() {
      if (state === 'open') await client.query('rollback')
    },
  }
}

function unnamed({ text, values }: Asked): Asked {
  return values === undefined ? { text } : { text, values }
}
