// What every request passes before its route: headers, the key, the rate limit, read-only keys.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../base/values/fail.ts'
import { type Owner, ownerOfRow } from '../../outbox/owner.ts'
import type { Callers } from '../../teams/callers.ts'
import type { World } from '../../world.ts'
import type { HttpConfig } from '../settings.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { App } from './types.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function guardFrontDoor(app: App, world: World<HttpConfig>, callers: Callers): void {
  const limit = makeRateLimit(world.wall)
  const dress = dressAnswers(world)

  app.addHook('onRequest', async (request, reply) => {
    dress(request, reply)
    await enter(request, reply)
    // After the key, so that nobody learns more by a strange address; PostgreSQL cannot hold this character.
    if (request.url.includes('%00') && !request.is404) {
      fail('invalid_request_parameters', { advice: 'the address must not contain %00' })
    }
  })

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.is404) await recognise(request, reply)
    else if (request.routeOptions.config.counted)
      limit.take(reply, request.ip, world.config.rateLimitPerMinute)
    else if (request.routeOptions.config.open) limit.show(reply, request.ip, world.config.rateLimitPerMinute)
    else await admit(request, reply)
  }

  /** An unknown route needs no key, but whoever sends one is answered as its holder. */
  async function recognise(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const perMinute = world.config.rateLimitPerMinute
    const caller = await callers.find(request.headers.authorization, () =>
      limit.demand(reply, request.ip, perMinute),
    )
    if (caller !== null) request.caller = caller
    limit.take(reply, caller?.key_id ?? request.ip, caller?.rate_limit_per_minute ?? perMinute)
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Guessing keys is limited by address: past the limit a guess does not even cost a read.
    const beforeReading = () => limit.demand(reply, request.ip, world.config.rateLimitPerMinute)
    const caller = await callers.find(request.headers.authorization, beforeReading)
    if (caller === null) {
      limit.take(reply, request.ip, world.config.rateLimitPerMinute)
      return fail('unauthorized')
    }
    request.caller = caller
    limit.take(reply, caller.key_id, caller.rate_limit_per_minute ?? world.config.rateLimitPerMinute)
    if (request.routeOptions.config.search) {
      const perMinute = caller.search_limit_per_minute ?? world.config.searchLimitPerMinute
      limit.take(reply, `search ${caller.key_id}`, perMinute)
    }
    // A search is sent as a POST, and changes nothing that anybody else sees.
    const isRead = READS.has(request.method) || request.routeOptions.config.search === true
    if (caller.read_only && !isRead) {
      fail('forbidden', { advice: 'this key is read-only; use a key with full access to write' })
    }
  }
}

/** The headers of every answer. Answers are data for programs: not to be framed, guessed, cached or run. */
export function dressAnswers({
  config,
}: World<HttpConfig>): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(config.publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
  return (request, reply) => void reply.headers(headers).header('x-request-id', request.id)
}

/** Whose rows this caller sees and changes: its team's, of its mode. */
export function ownerOf({ caller }: FastifyRequest): Owner {
  return ownerOfRow(caller!)
}

/** For routes of the sandbox, as an onRequest hook: live time and live receivers are real. */
export async function testKeysOnly({ caller }: FastifyRequest): Promise<void> {
  if (caller!.mode !== 'test')
    fail('forbidden', { advice: 'this needs a test key; nothing here is for live mode' })
}
