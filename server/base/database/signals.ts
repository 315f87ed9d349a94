// Wakes processes through the database (LISTEN/NOTIFY). A signal is only a hint that something changed:
// whoever misses one finds out by polling, or by seeing that `connected` is false.
import { type Client, escapeLiteral } from 'pg'
import type { Log } from '../process/log.ts'
import { type Connection, makeClient } from './db.ts'

export interface Signals<Signal extends string> {
  /** While false, signals of other processes are being missed. */
  readonly connected: boolean
  /** A listener is told what changed, where whoever sent the signal said so; '' may be anything. */
  on(signal: Signal, listener: (what: string) => void): void
  /** Runs this process's own listeners at once. */
  tellHere(signal: Signal, what?: string): void
  /** Runs them, and those of all other processes; signals that come close together are sent together, each once. */
  tellAll(signal: Signal, what?: string): void
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
  const listeners = new Map<string, ((what: string) => void)[]>(names.map((name) => [name, []]))
  const pending = new Set<string>()
  let client: Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let coalescing: NodeJS.Timeout | undefined
  let sent: Promise<unknown> = Promise.resolve()

  const tellHere = (signal: string, what = '') => {
    for (const listener of listeners.get(signal) ?? []) listener(what)
  }

  async function connect(): Promise<void> {
    const fresh = makeClient(connection)
    fresh.on('notification', ({ channel, processId, payload }) => {
      // The listeners of this process ran when it sent the signal.
      if (processId !== backendOf(fresh)) tellHere(channel.slice(PREFIX.length), payload)
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
    const statements = [...pending]
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
    tellAll(signal, what = '') {
      tellHere(signal, what)
      if (pending.size === 0) coalescing = setTimeout(sendPending, COALESCE_MS).unref()
      pending.add(`notify ${PREFIX}${signal}, ${escapeLiteral(what)}`)
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

function backendOf(client: Client): number | undefined {
  return (client as Client & { processID?: number }).processID
}
