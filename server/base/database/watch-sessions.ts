// Finds the sessions of a pool whose line froze: nothing passes, and no socket says so. A statement that gets no answer
// may only be slow, so the database is asked over a new session: whoever waits there for us has answered long ago.
import { type Client, type ClientBase, DatabaseError, type Pool } from 'pg'
import { awaitsAnswer, hangUp, insideOf } from './driver-session.ts'

const TICK_MS = 500
/** Time is counted in ticks: a process that stood still has not listened either. */
const SILENT_TICKS = 3
const LOOK_AGAIN_TICKS = 4
const LOOK_WITHIN_MS = 3_000

interface Watch {
  /** Bytes that had come at the last tick. */
  heard: number
  /** For how many ticks nothing has come. */
  quiet: number
  /** For how many of them an answer was waited for. */
  silent: number
  /** The last look found that nobody works on its statement. */
  suspected: boolean
}

interface Looking {
  /** A session of its own, to the server that this one is with: of several, another knows nothing of its statement. */
  makeProbe: (client: ClientBase) => Client
  /** Whoever bears this name at the server belongs to this pool. */
  name: string
  /** No statement takes longer: the server ends it before. */
  answerWithinMs: number
}

/** Frozen sessions fail as if the database were away; idle ones that may be frozen too are closed. */
export function watchSessions(pool: Pool, { makeProbe, name, answerWithinMs }: Looking): void {
  const watches = new Map<ClientBase, Watch>()
  const silentMax = Math.ceil(answerWithinMs / TICK_MS) + SILENT_TICKS
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  pool.on('connect', (client) => {
    watches.set(client, { heard: 0, quiet: 0, silent: 0, suspected: false })
    timer ??= setInterval(tick, TICK_MS).unref()
  })
  pool.on('remove', (client) => {
    watches.delete(client)
    if (watches.size > 0) return
    clearInterval(timer)
    timer = undefined
  })

  function tick(): void {
    for (const [client, watch] of watches) listen(client, watch)
    const silent = [...watches].filter(([, watch]) => watch.silent >= SILENT_TICKS)
    if (isLooking || !silent.some(([, watch]) => isLookDue(watch))) return
    isLooking = true
    const byServer = Map.groupBy(silent, ([client]) => serverOf(client))
    void Promise.all([...byServer.values()].map(look)).finally(() => {
      isLooking = false
    })
  }

  /** All of them are with one server. */
  async function look(silent: [ClientBase, Watch][]): Promise<void> {
    const [[first] = []] = silent
    if (first === undefined) return
    await withProbe(makeProbe(first), async (probe) => {
      const idle = probe === null ? null : await idleOf(probe, silent.map(pidOf))
      // What was heard meanwhile is not silent any more.
      const frozen = silent.filter(([client, watch]) => {
        if (watch.silent < SILENT_TICKS || isHeard(client, watch)) return false
        const wasSuspected = watch.suspected
        watch.suspected = idle?.has(insideOf(client).processID) ?? true
        // An answer may have been on its way at the first look; where nobody answers at all there is no second.
        return watch.silent > silentMax || (watch.suspected && (wasSuspected || idle === null))
      })
      if (frozen.length === 0) return
      const ticks = Math.min(...frozen.map(([, watch]) => watch.silent))
      const unheard = [...watches].filter(
        ([client, watch]) =>
          serverOf(client) === serverOf(first) && watch.quiet >= ticks && isIdle(client, watch),
      )
      for (const [client] of [...frozen, ...unheard]) hangUp(client, frozenError())
      await probe?.query(END_TRANSACTIONS, [frozen.map(pidOf), name])
    })
  }
}

function serverOf(client: ClientBase): string {
  const { host, port } = insideOf(client)
  return `${host}:${port}`
}

/** Since the last tick. */
function isHeard(client: ClientBase, { heard }: Watch): boolean {
  return insideOf(client).connection.stream.bytesRead !== heard
}

/** One that was just taken from the pool is judged by its own answer. */
function isIdle(client: ClientBase, watch: Watch): boolean {
  return !awaitsAnswer(client) && !isHeard(client, watch)
}

function listen(client: ClientBase, watch: Watch): void {
  const isQuiet = !isHeard(client, watch)
  watch.heard = insideOf(client).connection.stream.bytesRead
  watch.quiet = isQuiet ? watch.quiet + 1 : 0
  watch.silent = isQuiet && awaitsAnswer(client) ? watch.silent + 1 : 0
  if (watch.silent === 0) watch.suspected = false
}

function isLookDue({ silent, suspected }: Watch): boolean {
  return silent >= SILENT_TICKS && (suspected || (silent - SILENT_TICKS) % LOOK_AGAIN_TICKS === 0)
}

function pidOf([client]: [ClientBase, Watch]): number {
  return insideOf(client).processID
}

function frozenError(): Error {
  return Object.assign(new Error('the session with the database is frozen'), { code: 'ETIMEDOUT' })
}

/** The work is given null where nobody answers: an error is an answer too. */
async function withProbe(probe: Client, work: (probe: Client | null) => Promise<void>): Promise<void> {
  probe.on('error', () => {})
  const giveUp = setTimeout(() => hangUp(probe, frozenError()), LOOK_WITHIN_MS)
  try {
    await probe.connect()
    await work(probe)
  } catch (error) {
    if (!(error instanceof DatabaseError)) await work(null)
  } finally {
    clearTimeout(giveUp)
    hangUp(probe)
  }
}

/** A pooler makes processes up: then nothing is known of any. */
const BUSY = `
  select pg_backend_pid() as own,
    array(select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%') as busy`

async function idleOf(probe: Client, pids: number[]): Promise<ReadonlySet<number>> {
  const { own, busy } = (await probe.query(BUSY, [pids])).rows[0]
  if (own !== insideOf(probe).processID) return new Set()
  return new Set(pids.filter((pid) => !busy.includes(pid)))
}

/** What they have locked would stay so for as long as the server waits for whoever is in a transaction. */
const END_TRANSACTIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and application_name = $2 and state like 'idle%'`
