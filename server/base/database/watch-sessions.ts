// Finds the sessions of a pool whose line froze: nothing passes, and no socket says so. A statement that gets no answer
// may only be slow, so the database is asked over a new session: whoever waits there for us has answered long ago.
import type { ClientBase, Pool } from 'pg'
import { awaitsAnswer, hangUp, insideOf } from './driver-session.ts'
import { frozenError, lookAt, type Probes, type Verdict } from './look-at-sessions.ts'
import { poolerOf } from './pooled.ts'

const TICK_MS = 500
/** Time is counted in ticks: a process that stood still has not listened either. */
const SILENT_TICKS = 3
const LOOK_AGAIN_TICKS = 4
/** What nobody works on may be in the queue of a pooler. It is then answered as if none of ours had been free. */
const QUEUED_TICKS = SILENT_TICKS + LOOK_AGAIN_TICKS

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
  /**
   * A session of its own, to the server that this one is with: of several, another knows nothing of its statement. And
   * one past the pooler, where there is one.
   */
  makeProbes: (client: ClientBase) => Probes
  /** Whoever bears this name at the server belongs to this pool. */
  name: string
  /** No statement takes longer: the server ends it before. */
  answerWithinMs: number
}

/** Frozen sessions fail as if the database were away; idle ones that may be frozen too are closed. */
export function watchSessions(pool: Pool, { makeProbes, name, answerWithinMs }: Looking): void {
  const watches = new Map<ClientBase, Watch>()
  const silentMax = Math.ceil(answerWithinMs / TICK_MS) + SILENT_TICKS
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  /** For how many ticks a session must be silent, as the last look has shown. */
  let patience = SILENT_TICKS

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
    if (isLooking || !silent.some(([, watch]) => isLookDue(watch, patience))) return
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
    const pooled = poolerOf(pool)
    const probes = makeProbes(first)
    try {
      const verdict = await lookAt(probes, { sessions: silent.map(clientOf), name, pooled })
      // Processes were asked for by name; by what is asked, also those can be judged who fell silent meanwhile.
      const judged = verdict.isExact ? silent : [...watches].filter(isWith(first))
      const frozen = frozenOf(judged, verdict)
      if (frozen.length === 0) return
      const ticks = Math.min(...frozen.map(([, watch]) => watch.silent))
      const unheard = [...watches]
        .filter(isWith(first))
        .filter(([client, watch]) => watch.quiet >= ticks && isIdle(client, watch))
      for (const [client] of [...frozen, ...unheard]) hangUp(client, frozenError())
      if (verdict.isPoolerAway) pooled?.bypass?.()
      await verdict.endTransactions(frozen.map(clientOf), (ticks - 1) * TICK_MS)
    } finally {
      for (const probe of probes) if (probe !== undefined) hangUp(probe)
    }
  }

  function frozenOf(
    silent: readonly [ClientBase, Watch][],
    { isExact, isFinal, isLeft }: Verdict,
  ): [ClientBase, Watch][] {
    patience = isExact || isFinal ? SILENT_TICKS : QUEUED_TICKS
    return silent.filter(([client, watch]) => {
      // What was heard meanwhile is not silent any more.
      if (watch.silent < SILENT_TICKS || isHeard(client, watch)) return false
      const wasSuspected = watch.suspected
      watch.suspected = isLeft(client)
      if (watch.silent > silentMax) return true
      return watch.suspected && watch.silent >= patience && (wasSuspected || isFinal)
    })
  }
}

function clientOf([client]: [ClientBase, Watch]): ClientBase {
  return client
}

function isWith(other: ClientBase): (watched: [ClientBase, Watch]) => boolean {
  return ([client]) => serverOf(client) === serverOf(other)
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

/** Whether the time has come for the first look, or for the one that a suspicion waits for. */
function isLookDue({ silent, suspected }: Watch, patience: number): boolean {
  if (silent < SILENT_TICKS) return false
  return (suspected && silent >= patience) || (silent - SILENT_TICKS) % LOOK_AGAIN_TICKS === 0
}
