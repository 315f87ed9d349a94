// Wakes processes through the database (LISTEN/NOTIFY). A signal is only a hint that something changed:
// whoever misses one finds out by polling, or by seeing that `connected` is false.
import { type Client, escapeLiteral } from 'pg'
import type { Log } from '../process/log.ts'
import { within } from '../process/within.ts'
import { randomToken } from '../secrets/secrets.ts'
import { type Connection, makeClient } from './db.ts'
import { hangUp, insideOf } from './driver-session.ts'

export interface Signals<Signal extends string> {
  /** While false, signals of other processes are being missed; while true, none that is 5 s old or older was. */
  readonly connected: boolean
  /** A listener is told what changed, where whoever sent the signal said so; '' may be anything. */
  on(signal: Signal, listener: (what: string) => void): void
  /** Runs this process's own listeners at once. */
  tellHere(signal: Signal, what?: string): void
  /** Runs them, and those of all other processes; what comes close behind another is sent together, each once. */
  tellAll(signal: Signal, what?: string): void
  stop(): Promise<void>
}

const RECONNECT_AFTER_MS = 500
const COALESCE_MS = 5
const PREFIX = 'embarque_'
/** Each must have come back when the next is due. */
const BEAT_EVERY_MS = 2_000
/** Two beats and a little: also a process that stood still trusts nothing that is older. */
const TRUSTED_MS = 4_500
const END_WITHIN_MS = 2_000

/** Only the signals named here are heard. */
export async function startSignals<Signal extends string>(
  connection: Connection,
  names: readonly Signal[],
  log: Log,
): Promise<Signals<Signal>> {
  const listeners = new Map<string, ((what: string) => void)[]>(names.map((name) => [name, []]))
  const pending = new Set<string>()
  let client: Client | undefined
  /** When the last beat that has come back was sent: every signal of before came before it. */
  let provenAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let coalescing: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  let sent: Promise<unknown> = Promise.resolve()

  const tellHere = (signal: string, what = '') => {
    for (const listener of listeners.get(signal) ?? []) listener(what)
  }

  async function connect(): Promise<void> {
    const fresh = makeClient(connection)
    // Not by its process, which a pooler makes up.
    const ownBeats = `${PREFIX}beat_${randomToken(8)}`
    fresh.on('notification', ({ channel, processId, payload }) => {
      if (channel === ownBeats) provenAt = Number(payload)
      // The listeners of this process ran when it sent the signal.
      else if (processId !== insideOf(fresh).processID) tellHere(channel.slice(PREFIX.length), payload)
    })
    const lost = (error?: Error) => {
      if (client !== fresh || stopped) return
      client = undefined
      clearTimeout(beating)
      log.warn({ reason: error?.message }, 'the signal line to the database is down')
      scheduleReconnect()
    }
    fresh.on('error', lost)
    fresh.on('end', () => lost())
    const began = performance.now()
    await fresh.connect()
    const channels = [...names.map((name) => PREFIX + name), ownBeats]
    // A signal is worth no wait for a disk or a standby.
    const statements = ['set synchronous_commit = off', ...channels.map((channel) => `listen ${channel}`)]
    // A standby refuses to listen, and would be left with a session more at each try.
    await fresh.query(statements.join(';')).catch(async (error) => {
      await fresh.end()
      throw error
    })
    if (stopped) return fresh.end()
    client = fresh
    provenAt = began
    beat(fresh, ownBeats)
    sendPending()
    // Signals may have been missed while the connection was down, so every listener runs.
    for (const name of names) tellHere(name)
  }

  /** A signal to ourselves: what does not come back has frozen, or is no line that signals come over. */
  function beat(line: Client, channel: string): void {
    const at = performance.now()
    send(line, `notify ${channel}, '${at}'`).catch(() => {})
    const look = () => {
      if (client !== line) return
      if (provenAt >= at) beat(line, channel)
      else hangUp(line, new Error('a signal to ourselves did not come back'))
    }
    // What came while this process stood still is read first.
    beating = setTimeout(() => setImmediate(look), BEAT_EVERY_MS)
  }

  function scheduleReconnect(): void {
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!stopped) scheduleReconnect()
      })
    }, RECONNECT_AFTER_MS)
  }

  /** One at a time: the session takes the next statement only when it has answered the last. */
  function send(line: Client | undefined, text: string): Promise<unknown> {
    const answered = sent.then(() => line?.query(text))
    sent = answered.catch(() => {})
    return answered
  }

  /** The first one at once; those that come close behind it together. */
  function sendSoon(): void {
    if (coalescing === undefined) sendPending()
  }

  function sendPending(): void {
    clearTimeout(coalescing)
    coalescing = undefined
    // Whoever connects next sends them.
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
    tellHere,
    tellAll(signal, what = '') {
      tellHere(signal, what)
      pending.add(`notify ${PREFIX}${signal}, ${escapeLiteral(what)}`)
      sendSoon()
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      sendPending()
      const line = client
      // A short command ends right after its signal, and the end of a session cuts off what is on its way.
      const ended = sent.then(() => line?.end())
      await within(END_WITHIN_MS, ended)
      clearTimeout(beating)
      if (line !== undefined) hangUp(line)
    },
  }
}
