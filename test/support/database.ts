// A fresh migrated database per test file, copied from the template.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { eventually } from './eventually.ts'

const ENDED_WITHIN_MS = 250

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

export async function makeDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_SERVER_URL
  if (server === undefined) throw new Error('run the tests through "npm test", which starts their database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = (sql: string) => adminOf(server).query(sql)
  const template = empty ? 'template0' : process.env.TEST_TEMPLATE
  // Copied as files, which is faster than writing every page to the log; a given server may be too old for it.
  const strategy = process.env.TEST_CLUSTER === undefined ? '' : 'strategy file_copy'
  await admin(`create database ${name} template ${template} ${strategy}`)
  return {
    url: withDatabase(server, name),
    async drop() {
      const sessions = () => admin(`select from pg_stat_activity where datname = '${name}'`)
      const areGone = async () => (await sessions()).rowCount === 0
      // Pools that have just ended would report the forced end as a failure.
      await eventually('all sessions have ended', areGone, ENDED_WITHIN_MS).catch(() => {})
      await admin(`drop database ${name} with (force)`)
    },
  }
}

let admins: pg.Pool | undefined

/** One session per process, which does not keep the process alive; the server may stop first. */
function adminOf(server: string): pg.Pool {
  const options = { connectionString: server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  admins ??= new pg.Pool(options).on('error', () => {})
  return admins
}

export function withDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`)
}

/** The same database as the service's role, which owns nothing; on a given server, the given user. */
export function serviceUrl(url: string): string {
  const role = process.env.TEST_SERVICE_ROLE
  return role === undefined ? url : url.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${role}@`)
}
