// Finds out at the start whether there is a pooler between us and the database that forgets what sessions were told,
// and then has every transaction and every read outside of one set its limits anew.
import type { QueryConfig } from 'pg'
import { randomToken } from '../secrets/secrets.ts'
import { committedOn } from './committed.ts'
import { type Connection, makeClient, type Pool } from './db.ts'
import { BEGIN, type Prepared, setManners } from './manners.ts'
import { notePooler } from './pooled.ts'

/** In milliseconds, as PostgreSQL calls them. */
export type Limits = Readonly<Record<string, number>>

interface Seen {
  kept: boolean
  role: string
  names: string[]
}

/**
 * True where there is one. Sessions are told `limits` when they are opened, unless there is a `direct` way past it, so
 * that it is one for sure.
 */
export async function adaptToPooler(pool: Pool, limits: Limits, direct?: Connection): Promise<boolean> {
  // One may refuse sessions that bring such wishes along.
  if (direct !== undefined) for (const limit in limits) Reflect.deleteProperty(pool.options, limit)
  const name = `pooler-${randomToken(10)}`
  const text = `
    select not exists (select from jsonb_each_text($1::jsonb) l
        where current_setting(l.key, true)::interval
          is distinct from l.value::int * interval '1 millisecond') as kept,
      current_user::text as role,
      array(select name::text from pg_prepared_statements) as names`
  const { rows } = await pool.query<Seen>({ name, text, values: [JSON.stringify(limits)] })
  const [seen] = rows
  if (seen === undefined || seen.kept) return false
  // A pooler that keeps statements for us has names of its own for them. Any other loses them.
  notePooler(pool, { role: seen.role, makePast: direct && (() => makeClient(direct)) })
  speakPlainly(pool, limits, !seen.names.includes(name))
  return true
}

function speakPlainly(pool: Pool, limits: Limits, named: boolean): void {
  const setting = ([limit, ms]: [string, number]): Prepared => ({
    name: limit,
    text: `set local ${limit} = ${ms}`,
  })
  setManners(pool, { begin: [BEGIN, ...Object.entries(limits).map(setting)], named })
  Object.assign(pool, {
    query: (asked: string | QueryConfig, values?: unknown[]) =>
      queryOnce(pool, {
        ...(values && { values }),
        ...(typeof asked === 'string' ? { text: asked } : asked),
      }),
  })
}

/** A transaction of one statement: begun, limited and committed by the message of the statement itself. */
function queryOnce(pool: Pool, { name, text, values }: QueryConfig): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error)
      committedOn(pool, client, (session) =>
        session.last.query({ text, ...(name && { name }), ...(values && { values }) }),
      ).then(resolve, reject)
    })
  })
}
