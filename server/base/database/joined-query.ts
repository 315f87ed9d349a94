// Sends `begin` before a statement, or `commit` after it, in the message of the statement itself: a round trip less for
// each, and no row stays locked while a `commit` is on its way. All of a message is done, or nothing after what fails:
// a statement whose `begin` failed does not run, and one that fails is not committed.
import pg from 'pg'
import type { Queryable } from './db.ts'

type Asked = Parameters<Queryable['query']>[0]
type Answered = Awaited<ReturnType<Queryable['query']>>

/** Each connection must have run both once by themselves, as it knows them by their names from then on. */
export const BEGIN = { name: 'begin', text: 'begin' }
export const COMMIT = { name: 'commit', text: 'commit' }

/** What goes with a statement: the driver's query has it as `around`, for whoever looks at what is sent. */
export interface Around {
  readonly begins: boolean
  readonly commits: boolean
}

export async function joined(client: pg.ClientBase, asked: Asked, around: Around): Promise<Answered> {
  try {
    return await new Promise<Answered>((resolve, reject) => {
      // An answer for each thing that was sent, in order.
      const take = (error: Error | undefined, answers: unknown) => {
        if (error) reject(error)
        else resolve((answers as Answered[])[around.begins ? 1 : 0] as Answered)
      }
      client.query(joinedQuery(new pg.Query(asked, take), around))
    })
  } catch (error) {
    // One that leads to whoever asked, as the driver's own queries have it, and not to its socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function joinedQuery(query: pg.Query, around: Around): pg.Query {
  const submit = query.submit.bind(query)
  return Object.assign(query, {
    around,
    // Without values it would be sent in the other form, which cannot be joined to anything.
    queryMode: 'extended',
    submit(connection: pg.Connection) {
      connection.stream.cork()
      try {
        if (around.begins) run(connection, BEGIN.name)
        return submit(around.commits ? committing(connection) : connection)
      } finally {
        connection.stream.uncork()
      }
    },
  })
}

/** The same connection, but right after the statement is told to run, so is `commit`. */
function committing(connection: pg.Connection): pg.Connection {
  const execute = (...what: Parameters<pg.Connection['execute']>) => {
    connection.execute(...what)
    run(connection, COMMIT.name)
  }
  return Object.create(connection, { execute: { value: execute } })
}

function run(connection: pg.Connection, statement: string): void {
  connection.bind({ statement, values: [] }, true)
  connection.execute({}, true)
}
