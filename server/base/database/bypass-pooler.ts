// After a restart of the database behind a pooler, goes past the pooler for a while: that one waits before it connects
// again (PgBouncer 15 seconds, `server_login_retry`), and keeps whoever asks waiting as long. So it does while the
// pooler answers nobody and the database does: the lines between them are frozen, or those to the pooler.
import type { ClientConfig, Pool, PoolClient, Client as Session } from 'pg'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'
import { hangUp, isFree } from './driver-session.ts'
import { Client } from './find-primary.ts'
import { notePooler, poolerOf } from './pooled.ts'

export interface Watch {
  stop(): Promise<void>
}

/** The seconds are more than poolers wait. */
const USUAL = { lookAgainMs: 200, bypassSeconds: 20 }
const ANSWER_WITHIN_MS = 2_500

/** Keeps a session at the database itself, by whose end a restart is noticed. */
export async function bypassAfterRestart(
  pool: Pool,
  direct: Connection,
  log: Log,
  { lookAgainMs, bypassSeconds } = USUAL,
): Promise<Watch> {
  const usual = { ...pool.options }
  const open = new Set<PoolClient>()
  pool.on('acquire', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  let session: Session | undefined
  let started = ''
  let stopped = false
  let looking: NodeJS.Timeout | undefined
  let bypassing: NodeJS.Timeout | undefined

  async function watch(): Promise<void> {
    const fresh = makeClient(direct)
    fresh.on('error', () => {})
    await fresh.connect()
    if (stopped) return fresh.end()
    fresh.once('end', again)
    session = fresh
    const { rows } = await fresh.query('select pg_postmaster_start_time()::text as started')
    const before = started
    started = rows[0].started
    if (before === '' || before === started) return
    bypass('the database has restarted', () => Object.assign(pool.options, usual))
    // Whatever was under way on the others ended with the database.
    for (const client of open) hangUp(client)
  }

  function again(): void {
    if (stopped) return
    // One that is cut off as it asks both ends and fails: it is replaced once.
    clearTimeout(looking)
    looking = setTimeout(() => watch().catch(again), lookAgainMs).unref()
  }

  function bypass(reason: string, end: () => void): void {
    log.warn({ seconds: bypassSeconds }, `${reason}: it is asked past the pooler for a while`)
    // Connections of that time end with it.
    Object.assign(pool.options, direct, { maxLifetimeSeconds: bypassSeconds })
    endLater(end)
  }

  function endLater(end: () => void): void {
    clearTimeout(bypassing)
    bypassing = setTimeout(end, bypassSeconds * 1_000).unref()
  }

  function bypassSilent(): void {
    bypass('the pooler does not answer, and the database does', endIfHeard)
    for (const client of open) if (isFree(client)) hangUp(client)
  }

  async function endIfHeard(): Promise<void> {
    const isHeard = await answers(usual)
    if (stopped) return
    if (isHeard) Object.assign(pool.options, usual)
    else endLater(endIfHeard)
  }

  const pooled = poolerOf(pool)
  if (pooled !== undefined) notePooler(pool, { ...pooled, bypass: bypassSilent })

  await watch()
  return {
    async stop() {
      stopped = true
      clearTimeout(looking)
      clearTimeout(bypassing)
      await session?.end()
    },
  }
}

/** To be let in is not enough: a pooler does that by itself. */
async function answers(connection: ClientConfig): Promise<boolean> {
  const probe = new Client(connection)
  probe.on('error', () => {})
  const giveUp = setTimeout(() => hangUp(probe), ANSWER_WITHIN_MS)
  try {
    await probe.connect()
    await probe.query('select 1')
    return true
  } catch {
    return false
  } finally {
    clearTimeout(giveUp)
    hangUp(probe)
  }
}
