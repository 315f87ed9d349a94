// Limits the long responses a team may have in flight: each takes time to build and memory until it is read.
// A response that is not read is aborted. Streamed files always count as long.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { permissionOf } from '../../../contract/operation.ts'
import { bucketsOf } from '../../features/teams/buckets.ts'
import { demandPermission } from '../../features/teams/caller.ts'
import type { World } from '../../features/world.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { makeRateLimit } from './rate-limits.ts'
import type { Reauthenticate } from './request-pipeline.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

// A streamed file stops if its caller loses access; the check runs before each chunk, in memory. A cut-off
// file has no proper end, so that the client notices.

function whileAllowed(chunks: Readable, request: FastifyRequest, reauthenticate: Reauthenticate): Readable {
  return Readable.from(allowedOf(chunks, request, reauthenticate), { highWaterMark: 1 })
}

async function* allowedOf(
  chunks: Readable,
  request: FastifyRequest,
  reauthenticate: Reauthenticate,
): AsyncGenerator<unknown> {
  const { operation } = request.routeOptions.config
  const permission = operation === undefined ? null : permissionOf(operation)
  for await (const chunk of chunks) {
    const caller = (await reauthenticate(request)) ?? fail('unauthorized')
    if (permission !== null) demandPermission(caller, permission)
    yield chunk
  }
}

const LONG_BYTES = 256 * 1024
const LONG_MAX = 8
/** How long a response that was long is expected to be long again. */
const EXPECTED_MS = 60_000
const EXPECTED_MAX = 10_000

export function limitResponses(app: App, world: World<HttpConfig>, reauthenticate: Reauthenticate): void {
  const unreadMs = world.config.unreadSeconds * 1_000
  const limit = makeRateLimit(bucketsOf(world))
  const underWay = new Map<string, number>()
  const expectedUntil = new Map<string, number>()
  const counted = new WeakSet<FastifyRequest>()

  /** Returns false if the team has reached its limit. */
  function count(request: FastifyRequest, { raw }: FastifyReply, team: string): boolean {
    if (counted.has(request) || raw.destroyed) return true
    const before = underWay.get(team) ?? 0
    if (before >= LONG_MAX) return false
    counted.add(request)
    underWay.set(team, before + 1)
    raw.once('close', () => {
      const left = (underWay.get(team) ?? 1) - 1
      if (left === 0) underWay.delete(team)
      else underWay.set(team, left)
    })
    return true
  }

  /** A response that was long a moment ago is counted before it is built. */
  app.addHook('preHandler', (request, reply, done) => {
    // A search takes seconds, and has limits of its own.
    const team = isSearch(request) ? undefined : readerOf(request)
    const isLong =
      team !== undefined && (expectedUntil.get(readingKey(request, team)) ?? 0) > performance.now()
    done(isLong && !count(request, reply, team) ? tooMany() : undefined)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = lengthOf(payload)
    if (bytes === 0 && payload instanceof Readable) {
      const bounded = boundChunks(request, reply, payload)
      return bounded instanceof Fail ? done(bounded) : done(null, bounded)
    }
    if (bytes <= LONG_BYTES) return done(null, payload)
    const team = readerOf(request)
    if (team !== undefined) {
      putBounded(expectedUntil, readingKey(request, team), performance.now() + EXPECTED_MS, EXPECTED_MAX)
      if (!count(request, reply, team)) return done(tooMany())
      if (!isSearch(request)) charge(request, reply, Math.ceil(bytes / LONG_BYTES) - 1)
    }
    giveUpUnread(reply)
    done(null, payload)
  })

  /** Endless streams have limits of their own. */
  function boundChunks(request: FastifyRequest, reply: FastifyReply, chunks: Readable): Fail | Readable {
    const kind = request.routeOptions.config.operation?.response.kind
    if (kind === 'stream') return chunks
    if (kind === 'file' && request.method === 'HEAD') {
      // Otherwise the file would be generated to its end without being sent.
      chunks.destroy()
      return Readable.from([])
    }
    const team = readerOf(request)
    if (team !== undefined && !count(request, reply, team)) {
      chunks.destroy()
      reply.removeHeader('content-disposition')
      return tooMany()
    }
    giveUpUnread(reply)
    return team === undefined ? chunks : whileAllowed(chunks, request, reauthenticate)
  }

  /** If no bytes wait to be read, the slowness is ours. */
  function giveUpUnread({ raw }: FastifyReply): void {
    raw.setTimeout(unreadMs, () => {
      if (raw.writableLength > 0) raw.destroy()
    })
  }

  function charge({ caller }: FastifyRequest, reply: FastifyReply, tokens: number): void {
    if (caller === undefined) return
    const perMinute = caller.team.rate_limit_per_minute ?? world.config.rateLimitPerMinute
    limit.charge(reply, caller.countedAs, perMinute, tokens)
  }
}

/** The reading team; a write always gets its response, however long it is. */
function readerOf(request: FastifyRequest): string | undefined {
  return readingOf(request) === undefined ? undefined : request.caller?.owner.teamId
}

/** Distinguishes reads that share one address. */
function readingOf(request: FastifyRequest): string | undefined {
  const { method, routeOptions, body } = request
  const isRead = method === 'GET' || method === 'HEAD' || isSearch(request)
  return isRead ? '' : routeOptions.config.readingOf?.(body)
}

function isSearch({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.operation?.isSearch === true
}

function readingKey(request: FastifyRequest, team: string): string {
  return `${team} ${request.routeOptions.url} ${readingOf(request)}`
}

function lengthOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
}

function tooMany(): Fail {
  const advice = `read the ${LONG_MAX} long answers that are under way first, or ask for shorter pages`
  return new Fail('rate_limit_exceeded', { retryAfterSeconds: 1, advice })
}
