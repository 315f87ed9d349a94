// Wakes processes through the database (LISTEN/NOTIFY), on a connection of its own with a heartbeat. A signal is only a
// hint that something changed: a process that misses one finds out by polling or by the expiry of its caches.
import { type Client, DatabaseError, escapeLiteral } from 'pg'
import { within } from '../process/concurrency.ts'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'

export interface Signals<Signal extends string> {
  /**
   * While false, signals of other processes may be missed; while true, every signal older than 5 s has
   * arrived.
   */
  readonly connected: boolean
  /** A listener receives the subject of the change; '' may be anything. */
  on(signal: Signal, listener: (what: string) => void): void
  /** Runs this process's own listeners at once. */
  notifyHere(signal: Signal, what?: string): void
  /** Runs them and those of all other processes; signals in quick succession are sent together, each once. */
  notifyAll(signal: Signal, what?: string): void
  stop(): Promise<void>
}

const RECONNECT_AFTER_MS = 500
const COALESCE_MS = 5
const PREFIX = 'embarque_'
const BEAT_EVERY_MS = 2_000
const RESPONSE_WITHIN_MS = 2_000
/** A beat, its time-out and a margin: a process that was suspended trusts nothing older either. */
const TRUSTED_MS = 4_500
const END_WITHIN_MS = 2_000

/** Only the signals named here are received. */
export async function startSignals<Signal extends string>(
  connection: Connection,
  names: readonly Signal[],
  log: Log,
): Promise<Signals<Signal>> {
  const listeners = new Map<string, ((what: string) => void)[]>(names.map((name) => [name, []]))
  const listenToAll = names.map((name) => `listen ${PREFIX}${name}`).join(';')
  const pending = new Set<string>()
  let client: Client | undefined
  /**
   * When the last confirmed heartbeat was sent: the server delivered every earlier signal before its
   * response.
   */
  let provenAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let coalescing: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  let sent: Promise<unknown> = Promise.resolve()

  const notifyHere = (signal: string, what = '') => {
    for (const listener of listeners.get(signal) ?? []) listener(what)
  }

  async function connect(): Promise<void> {
    const fresh = makeClient(connection, { name: 'embarque signals', queryTimeoutMs: RESPONSE_WITHIN_MS })
    fresh.on('error', (error) => leave(fresh, error))
    fresh.on('end', () => leave(fresh))
    const began = performance.now()
    await fresh.connect()
    try {
      // A signal must not wait for a disk or a standby.
      await fresh.query('set synchronous_commit = off')
      const { rows } = await fresh.query('select pg_backend_pid() as pid')
      fresh.on('notification', ({ channel, processId, payload }) => {
        // The listeners of this process ran when it sent the signal.
        if (processId !== rows[0].pid) notifyHere(channel.slice(PREFIX.length), payload)
      })
      await fresh.query(listenToAll)
    } catch (error) {
      void fresh.end()
      throw error
    }
    if (stopped) return fresh.end()
    client = fresh
    provenAt = began
    beat(fresh)
    sendPending()
    // Signals may have been missed while the connection was down, so every listener runs.
    for (const name of names) notifyHere(name)
  }

  /** Repeats LISTEN, which changes nothing: a server that became a standby refuses it. */
  function beat(line: Client): void {
    beating = setTimeout(async () => {
      const at = performance.now()
      try {
        await send(line, listenToAll)
        provenAt = at
        if (client === line) beat(line)
      } catch (error) {
        leave(line, error as Error)
      }
    }, BEAT_EVERY_MS)
  }

  function leave(line: Client, error?: Error): void {
    if (client !== line || stopped) return
    client = undefined
    clearTimeout(beating)
    log.warn({ reason: error?.message }, 'the signal line to the database is down')
    // With a statement under way, this closes the socket at once.
    void line.end()
    scheduleReconnect()
  }

  function scheduleReconnect(): void {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!stopped) scheduleReconnect()
      })
    }, RECONNECT_AFTER_MS)
  }

  /** One at a time. A statement without a response ends the connection. */
  function send(line: Client, text: string): Promise<unknown> {
    const responded = sent.then(() => line.query(text))
    sent = responded.catch((error) => {
      if (!(error instanceof DatabaseError)) leave(line, error)
    })
    return responded
  }

  /** The first signal is sent at once; those shortly after it together. */
  function sendSoon(): void {
    if (coalescing === undefined) sendPending()
  }

  function sendPending(): void {
    clearTimeout(coalescing)
    coalescing = undefined
    // The next connection sends them.
    if (pending.size === 0 || client === undefined) return
    coalescing = setTimeout(sendPending, COALESCE_MS).unref()
    const line = client
    const statements = [...pending]
    pending.clear()
    send(line, statements.join(';')).catch((error) => {
      log.warn({ err: error }, 'a signal was not sent')
      if (client === line) return
      for (const statement of statements) pending.add(statement)
      sendSoon()
    })
  }

  await connect()
  return {
    get connected() {
      return client !== undefined && performance.now() - provenAt < TRUSTED_MS
    },
    on: (signal, listener) => listeners.get(signal)?.push(listener),
    notifyHere,
    notifyAll(signal, what = '') {
      notifyHere(signal, what)
      pending.add(`notify ${PREFIX}${signal}, ${escapeLiteral(what)}`)
      sendSoon()
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      sendPending()
      const line = client
      // A command may end right after its signal, and closing the session would drop signals in flight.
      await within(END_WITHIN_MS, sent)
      clearTimeout(beating)
      if (line !== undefined) await within(END_WITHIN_MS, line.end())
    },
  }
}
