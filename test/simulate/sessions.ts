// Sessions of a server of PostgreSQL: where they are opened, which process serves one, and some of our own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { isDatabaseUnavailable } from '../../server/kernel/db/errors.ts'
import { eventually } from '../support/eventually.ts'

export const socketIn = (host: string, port: number) => join(host, `.s.PGSQL.${port}`)

/** Any process of the server that serves a client over a line. */
export function sessionOf(postmaster: number): number | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).find((pid) => {
    try {
      const isChild = new RegExp(`^PPid:\\s${postmaster}$`, 'm').test(
        readFileSync(`/proc/${pid}/status`, 'utf8'),
      )
      return isChild && / (?:idle|SELECT|INSERT|UPDATE|BIND|PARSE|COMMIT)/.test(nameOf(pid))
    } catch {
      return false
    }
  })
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')

/** Nothing is waited for without an end. */
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 20_000 }

/** A few sessions that are made anew when they break. */
export function askingPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 3, ...LIMITS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    /** The server may be dead for a while: whoever looks at it, and changes nothing twice, asks again. */
    rows: (sql: string, values: unknown[] = []) =>
      eventually(`the database answers ${sql}`, () =>
        pool.query(sql, values).then(
          ({ rows }) => rows,
          (error: { severity?: string }) => {
            // A deadlock and a standby that is just being promoted are of the moment, too.
            if (error.severity === 'ERROR' && !isDatabaseUnavailable(error)) throw error
            return undefined
          },
        ),
      ),
    end: () => pool.end(),
  }
}
