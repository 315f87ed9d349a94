// Sends `begin` before a statement, or `commit` after it, in the message of the statement itself: a round trip less for
// each, and no row stays locked while a `commit` is on its way. All of a message is done, or nothing after what fails:
// a statement whose `begin` failed does not run, and one that fails is not committed.
import pg from 'pg'
import type { Queryable } from './db.ts'
import { COMMIT, type Manners, type Prepared } from './manners.ts'

type Asked = Parameters<Queryable['query']>[0]
type Answered = Awaited<ReturnType<Queryable['query']>>

/** What goes with a statement: the driver's query has it as `around`, for whoever looks at what is sent. */
export interface Around {
  readonly begins: boolean
  readonly commits: boolean
}

export async function joined(
  client: pg.ClientBase,
  asked: Asked,
  around: Around,
  manners: Manners,
): Promise<Answered> {
  try {
    return await new Promise<Answered>((resolve, reject) => {
      // An answer for each thing that was sent, in order.
      const take = (error: Error | undefined, answers: unknown) => {
        if (error) reject(error)
        else resolve((answers as Answered[])[around.begins ? manners.begin.length : 0] as Answered)
      }
      client.query(joinedQuery(new pg.Query(asked, take), around, manners))
    })
  } catch (error) {
    // One that leads to whoever asked, as the driver's own queries have it, and not to its socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function joinedQuery(query: pg.Query, around: Around, { begin, named }: Manners): pg.Query {
  const submit = query.submit.bind(query)
  return Object.assign(query, {
    around,
    // Without values it would be sent in the other form, which cannot be joined to anything.
    queryMode: 'extended',
    submit(connection: pg.Connection) {
      connection.stream.cork()
      try {
        if (around.begins) for (const statement of begin) run(connection, statement, named)
        return submit(around.commits ? committing(connection, named) : connection)
      } finally {
        connection.stream.uncork()
      }
    },
  })
}

/** The same connection, but right after the statement is told to run, so is `commit`. */
function committing(connection: pg.Connection, named: boolean): pg.Connection {
  const execute = (...what: Parameters<pg.Connection['execute']>) => {
    connection.execute(...what)
    run(connection, COMMIT, named)
  }
  return Object.create(connection, { execute: { value: execute } })
}

function run(connection: pg.Connection, { name, text }: Prepared, named: boolean): void {
  if (!named) connection.parse({ name: '', text, types: [] }, true)
  connection.bind({ statement: named ? name : '', values: [] }, true)
  connection.execute({}, true)
}
