// Lists and reports are read from a standby, where there is one: never older than the request that asks for them.
// Before it reads there, a request asks the primary how far its log has come, and waits a moment until the standby has
// replayed as much. So whatever was answered before it, to whomever and by whichever process, is in what it reads.
// Where the standby is behind, away, or not of this database any more, the primary answers, as it would without one.
import { setTimeout as wait } from 'node:timers/promises'
import { Counter } from 'prom-client'
import type { Log } from '../process/log.ts'
import { registry } from '../process/metrics.ts'
import type { Pool, Queryable } from './db.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type Reads, readsHere, SERVICE, takenFor } from './taken-for.ts'

/** How far a log has come, of which server and history. */
interface Position {
  readonly lsn: bigint
  /** Of two servers that are the same database, both are equal: a promotion begins a new history. */
  readonly history: string
}

interface Row {
  lsn: string | null
  history: string
}

const SYSTEM = `system_identifier || ' ' ||`
const primaryPosition = {
  name: 'primary-position',
  text: `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn,
      ${SYSTEM} ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as history
    from pg_control_system()`,
}
const standbyPosition = {
  name: 'standby-position',
  text: `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as lsn,
      ${SYSTEM} timeline_id as history
    from pg_control_system(), pg_control_checkpoint()`,
}

/** The most that a request waits for the standby, in all. */
const WAIT_MS = 100
const LOOK_EVERY_MS = 3
/** How long nobody asks a standby that could not be read from. */
const AWAY_MS = 1_000

const listsRead = new Counter({
  name: 'embarque_lists_read_total',
  help: 'Requests for lists and reports, by whether the standby or the primary answered; only with DATABASE_READ_URL',
  labelNames: ['from'],
  registers: [registry],
})

/** A fault of the question: the primary would say the same, after as long. */
const OWN_FAULT = /^(22|23|42|57014)/

/** From now on `pool` asks the standby what is asked for readers of lists. */
export function readFromStandby(pool: Pool, standby: Pool, log: Log): void {
  const ask = pool.query.bind(pool) as Queryable['query']
  let replayed: Position = { lsn: -1n, history: '' }
  let awayUntil = Number.NEGATIVE_INFINITY
  let isAway = false

  const askPrimary = oneAtATime(() => positionBy(ask, primaryPosition))
  const askStandby = oneAtATime(() => positionBy((query) => standby.query(query), standbyPosition))

  function away(why: unknown): void {
    awayUntil = performance.now() + AWAY_MS
    if (!isAway) log.warn({ err: why }, 'the standby cannot be read from: the primary answers')
    isAway = true
  }

  async function hasReplayed(wanted: Position): Promise<boolean> {
    const until = performance.now() + WAIT_MS
    while (replayed.history !== wanted.history || replayed.lsn < wanted.lsn) {
      const found = await askStandby()
      if (found === null || found.history !== wanted.history) {
        away(new Error('it is no standby of the primary, or not yet of the one that was promoted'))
        return false
      }
      replayed = found
      if (found.lsn >= wanted.lsn) break
      if (performance.now() > until) return false
      await wait(LOOK_EVERY_MS)
    }
    if (isAway) log.info('the standby is read from again')
    isAway = false
    return true
  }

  async function choose(): Promise<'standby' | 'primary'> {
    if (performance.now() < awayUntil) return 'primary'
    const wanted = await takenFor(SERVICE, askPrimary)
    if (wanted === null) return 'primary'
    return takenFor(SERVICE, () => hasReplayed(wanted)).then(
      (there) => (there ? 'standby' : 'primary'),
      (error) => {
        away(error)
        return 'primary' as const
      },
    )
  }

  async function chooseOnce(): Promise<'standby' | 'primary'> {
    const from = await choose()
    listsRead.inc({ from })
    return from
  }

  async function read(query: Query, reads: Reads): Promise<Answer> {
    reads.from ??= chooseOnce()
    if ((await reads.from) === 'primary') return ask(query)
    try {
      return await standby.query(query)
    } catch (error) {
      if (OWN_FAULT.test(String((error as { code?: unknown }).code))) throw error
      reads.from = Promise.resolve('primary')
      away(error)
      return ask(query)
    }
  }

  Object.assign(pool, {
    query(asked: string | Query, values?: unknown[]): Promise<Answer> {
      const query = typeof asked === 'string' ? { text: asked, ...(values && { values }) } : asked
      const reads = readsHere()
      return reads === undefined ? ask(query) : read(query, reads)
    },
  })
}

type Query = Parameters<Queryable['query']>[0]
type Answer = Awaited<ReturnType<Queryable['query']>>

async function positionBy(
  ask: (query: { name: string; text: string }) => Promise<{ rows: unknown[] }>,
  question: { name: string; text: string },
): Promise<Position | null> {
  const [row] = (await ask(question)).rows as Row[]
  return row === undefined || row.lsn === null ? null : { lsn: BigInt(row.lsn), history: row.history }
}
