// Wakes processes through the database (LISTEN/NOTIFY). A signal is only a hint that something changed:
// whoever misses one finds out by polling, or by seeing that `connected` is false.
import type pg from 'pg'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'

export interface Signals<Signal extends string> {
  /** While false, signals of other processes are being missed. */
  readonly connected: boolean
  on(signal: Signal, listener: () => void): void
  /** Runs this process's own listeners at once. */
  tellHere(signal: Signal): void
  /** Runs them, and those of all other processes; signals that come close together are sent as one. */
  tellAll(signal: Signal): void
  stop(): Promise<void>
}

const RECONNECT_AFTER_MS = 500
const COALESCE_MS = 5
const PREFIX = 'embarque_'

/** Only the signals named here are heard. */
export async function startSignals<Signal extends string>(
  connection: Connection,
  names: readonly Signal[],
  log: Log,
): Promise<Signals<Signal>> {
  const listeners = new Map<string, (() => void)[]>(names.map((name) => [name, []]))
  const pending = new Set<Signal>()
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let coalescing: NodeJS.Timeout | undefined
  let sent: Promise<unknown> = Promise.resolve()

  const tellHere = (signal: string) => {
    for (const listener of listeners.get(signal) ?? []) listener()
  }

  async function connect(): Promise<void> {
    const fresh = makeClient(connection)
    fresh.on('notification', ({ channel, processId }) => {
      // The listeners of this process ran when it sent the signal.
      if (processId !== backendOf(fresh)) tellHere(channel.slice(PREFIX.length))
    })
    const lost = (error?: Error) => {
      if (client !== fresh || stopped) return
      client = undefined
      log.warn({ reason: error?.message }, 'the signal line to the database is down')
      scheduleReconnect()
    }
    fresh.on('error', lost)
    fresh.on('end', () => lost())
    await fresh.connect()
    await fresh.query(names.map((name) => `listen ${PREFIX}${name}`).join(';'))
    client = fresh
    // Signals may have been missed while the connection was down, so every listener runs.
    for (const name of names) tellHere(name)
  }

  function scheduleReconnect(): void {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!stopped) scheduleReconnect()
      })
    }, RECONNECT_AFTER_MS)
  }

  function sendPending(): void {
    clearTimeout(coalescing)
    if (pending.size === 0) return
    const statements = [...pending].map((signal) => `notify ${PREFIX}${signal}`)
    pending.clear()
    // One at a time: the session takes the next statement only when it has answered the last.
    sent = sent
      .then(() => client?.query(statements.join(';')))
      .catch((error) => log.warn({ err: error }, 'a signal was not sent'))
  }

  await connect()
  return {
    get connected() {
      return client !== undefined
    },
    on: (signal, listener) => listeners.get(signal)?.push(listener),
    tellHere,
    tellAll(signal) {
      tellHere(signal)
      if (pending.size === 0) coalescing = setTimeout(sendPending, COALESCE_MS).unref()
      pending.add(signal)
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      sendPending()
      // A short command ends right after its signal, and the end of a session cuts off what is on its way.
      await sent
      await client?.end()
    },
  }
}

function backendOf(client: pg.Client): number | undefined {
  return (client as pg.Client & { processID?: number }).processID
}
