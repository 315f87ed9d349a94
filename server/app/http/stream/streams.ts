// The open event streams of this process: their limits, one shared timer, and closing those whose caller
// loses access.

import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { type Feed, feedsOf, HEARTBEAT, type Listener, startFrame } from '../../../features/events/feed.ts'
import type { Streams } from '../../../features/events/routes.ts'
import type { Caller } from '../../../features/teams/caller.ts'
import type { World } from '../../../features/world.ts'
import { registry } from '../../../kernel/process/metrics.ts'
import { makeTally, type Share, type Tally } from '../../../kernel/values/bounded.ts'
import { Fail, fail, failField } from '../../../kernel/values/fail.ts'
import { ownerName } from '../../../kernel/values/owner.ts'
import { countedAddress } from '../../../kernel/values/urls.ts'
import type { Reauthenticate } from '../request-pipeline.ts'
import type { HttpConfig } from '../settings.ts'

// How many streams may be open for a team, for one of its keys or people, and for an address, which also
// needs connections for requests.

/** Half of all connections of a process. */
const STREAMS_MAX = 4_096

export function sharesOf(
  { streamsPerTeam, connectionsPerAddress }: HttpConfig,
  { owner, via }: Caller,
  address: string,
): Share[] {
  return [
    { name: 'process', most: STREAMS_MAX },
    { name: `team ${ownerName(owner)}`, most: streamsPerTeam },
    { name: `${via.kind} ${via.id}`, most: Math.ceil(streamsPerTeam / 4) },
    { name: `address ${countedAddress(address)}`, most: Math.ceil(connectionsPerAddress / 2) },
  ]
}

export function refuseMore(tally: Tally, shares: readonly Share[]): void {
  const full = tally.take(shares)
  if (full === undefined) return
  const [whose] = full.name.split(' ', 1)
  fail('rate_limit_exceeded', {
    retryAfterSeconds: 5,
    advice: `this ${whose} has ${full.most} streams open, and may have no more; close one first`,
  })
}

// One open stream of bytes: frames are sent at once, and a stream that is not read is closed, so that unread
// frames take no memory.

/** Unread bytes of one stream; the frames themselves are shared by all streams. */
const UNREAD_BYTES_MAX = 1024 * 1024
const READ_ENOUGH_BYTES = 64 * 1024

export type StreamEnd = 'left' | 'slow' | 'refused' | 'stopped' | 'failed'

export interface OpenStream extends Listener {
  readonly content: Readable
  /** The caller as it was found last. */
  caller: Caller
  /** Why the stream ended; `left` unless this process ended it. */
  readonly ended: StreamEnd
  beat(): void
  end(why: StreamEnd): void
}

/** `isPast`: whether the caller's session or key has expired. */
export function listen(caller: Caller, isPast: (caller: Caller) => boolean): OpenStream {
  let readMore = () => {}
  let wasUnread = false
  let ended: StreamEnd = 'left'
  const content = new Readable({
    read: () => readMore(),
    destroy(error, done) {
      readMore()
      done(error)
    },
  })
  const stream: OpenStream = {
    content,
    caller,
    position: 0,
    turn: 0,
    get ended() {
      return ended
    },
    get permissions() {
      return stream.caller.permissions
    },
    give(frames) {
      if (content.destroyed || ended !== 'left') return
      if (isPast(stream.caller)) return stream.end('refused')
      content.push(frames)
      if (content.readableLength > UNREAD_BYTES_MAX) stream.end('slow')
    },
    drained: () =>
      new Promise((resolve) => {
        readMore = () => {
          if (content.readableLength <= READ_ENOUGH_BYTES || content.destroyed) resolve()
        }
        readMore()
      }),
    /** If nothing was read between two beats, the client is gone. */
    beat() {
      const isUnread = content.readableLength > 0
      if (isUnread && wasUnread) stream.end('slow')
      else stream.give(HEARTBEAT)
      wasUnread = isUnread
    },
    end(why) {
      if (content.destroyed || ended !== 'left') return
      ended = why
      stream.turn++
      // Unread bytes would keep the connection open.
      if (content.readableLength > 0) content.destroy()
      else content.push(null)
    },
  }
  return stream
}

// The Prometheus metrics of streams.

const streamsOpen = new Gauge({
  name: 'embarque_streams_open',
  help: 'Open streams of events',
  registers: [registry],
})

const streamsEnded = new Counter({
  name: 'embarque_streams_ended_total',
  help: 'Streams that ended, by why',
  labelNames: ['why'],
  registers: [registry],
})

interface ClosableStreams extends Streams {
  /** At shutdown, because clients would not leave by themselves. */
  close(): void
}

const TICK_MS = 5_000
const TICKS_PER_BEAT = 5
/** Disconnected clients reconnect after different delays, not all at once. */
const RETRY_MS = { least: 1_000, most: 4_000, step: 617 }

interface Known {
  readonly feed: Feed
  readonly request: FastifyRequest
}

export function makeStreams(world: World<HttpConfig>, reauthenticate: Reauthenticate): ClosableStreams {
  const open = new Map<OpenStream, Known>()
  const doubtful = new Set<OpenStream>()
  const tally = makeTally()
  let isClosed = false
  let isAsking = false
  /** Counts changes of rights. */
  let changes = 0
  let ticks = 0
  let opened = 0
  let timer: NodeJS.Timeout | undefined

  function tick(): void {
    ticks++
    for (const [stream, { request }] of open) {
      if (isPast(stream.caller)) stream.end('refused')
      else {
        if (ticks % TICKS_PER_BEAT === 0) stream.beat()
        if (stream.caller.via.kind === 'person') void endIfIdle(stream, request)
      }
    }
    if (!world.signals.connected) doubt('')
    void askAgain()
    feedsOf(world)
      .look()
      .catch((error) => world.log.warn({ err: error }, 'streams could not look for new events'))
  }

  const isPast = ({ via }: Caller) =>
    'expiresAt' in via && via.expiresAt !== null && via.expiresAt <= world.wall.now()

  /**
   * No notification announces a session that expires unused. The check reads memory, and rarely the database.
   */
  async function endIfIdle(stream: OpenStream, request: FastifyRequest): Promise<void> {
    if (!world.signals.connected || doubtful.has(stream)) return
    try {
      if ((await findAgain(request)) === null) stream.end('refused')
    } catch (error) {
      world.log.warn({ err: error }, 'the session of an open stream could not be read')
    }
  }

  /** Until they are looked up again, the person or the team's callers get no frames. */
  function doubt(what: string): void {
    changes++
    for (const [stream, { feed }] of open) {
      const { owner, via } = stream.caller
      if (what !== '' && what !== owner.teamId && what !== via.id) continue
      feed.part(stream)
      doubtful.add(stream)
    }
    void askAgain()
  }

  /** One stream after the other: a caller found for one is cached for the next. */
  async function askAgain(): Promise<void> {
    if (isAsking) return
    isAsking = true
    for (let [stream] = doubtful; stream !== undefined; [stream] = doubtful) {
      const known = open.get(stream)
      try {
        if (known === undefined || (await admit(stream, known))) doubtful.delete(stream)
      } catch (error) {
        // These streams get nothing until the next tick.
        world.log.warn({ err: error }, 'callers of open streams could not be read')
        break
      }
    }
    isAsking = false
  }

  /** Returns false if rights have changed meanwhile and the lookup must be repeated. */
  async function admit(stream: OpenStream, { feed, request }: Known): Promise<boolean> {
    const before = changes
    const found = await findAgain(request)
    if (changes !== before) return false
    if (found === null || !mayListen(stream.caller, found)) stream.end('refused')
    else {
      stream.caller = found
      feed.join(stream, stream.position).catch(() => stream.end('failed'))
    }
    return true
  }

  async function findAgain(request: FastifyRequest): Promise<Caller | null> {
    try {
      return await reauthenticate(request)
    } catch (error) {
      if (error instanceof Fail) return null
      throw error
    }
  }

  function keep(stream: OpenStream, { feed }: Known, leave: () => void): void {
    streamsOpen.inc()
    stream.content.once('close', () => {
      feed.part(stream)
      open.delete(stream)
      doubtful.delete(stream)
      streamsOpen.dec()
      streamsEnded.inc({ why: stream.ended })
      leave()
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }

  world.signals.on('callers', doubt)
  return {
    async open(caller, request, lastEventId) {
      const after = readLastEventId(request.headers['last-event-id']) ?? lastEventId
      const shares = sharesOf(world.config, caller, request.ip)
      refuseMore(tally, shares)
      const feeds = feedsOf(world)
      const feed = feeds.enter(caller.owner)
      const stream = listen(caller, isPast)
      const began = performance.now()
      const known: Known = { feed, request }
      keep(stream, known, () => {
        tally.giveBack(shares)
        feeds.leave(caller.owner)
        const who = { request_id: request.id, team: caller.owner.teamId, [caller.via.kind]: caller.via.id }
        const ms = Math.round(performance.now() - began)
        world.log.info({ ...who, why: stream.ended, ms }, 'stream ended')
      })
      try {
        await feed.ready
      } catch (error) {
        stream.content.destroy()
        throw error
      }
      const { least, most, step } = RETRY_MS
      stream.position = after ?? feed.position
      stream.give(startFrame(stream.position, least + ((++opened * step) % (most - least))))
      if (isClosed) stream.end('stopped')
      // Rights may have changed since authentication.
      open.set(stream, known)
      timer ??= setInterval(tick, TICK_MS)
      doubtful.add(stream)
      void askAgain()
      return { content: stream.content }
    },
    close() {
      isClosed = true
      for (const stream of open.keys()) stream.end('stopped')
    },
  }
}

/** The same team and mode, and still the permission. */
function mayListen({ owner }: Caller, found: Caller): boolean {
  return (
    found.owner.teamId === owner.teamId &&
    found.owner.mode === owner.mode &&
    found.permissions.has('events.read')
  )
}

function readLastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  const number = typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : Number.NaN
  return Number.isSafeInteger(number) ? number : failField('Last-Event-ID', 'must be the id of an event')
}
