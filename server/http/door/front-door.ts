// What every request passes before its route: headers, who is calling, the rate limit, the permission.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { fail } from '../../base/values/fail.ts'
import { demandPermission } from '../../teams/caller.ts'
import type { Callers } from '../../teams/callers.ts'
import type { World } from '../../world.ts'
import type { HttpConfig } from '../settings.ts'
import { makeRateLimit } from './rate-limit.ts'
import type { App } from './types.ts'

export function guardFrontDoor(app: App, world: World<HttpConfig>, callers: Callers): void {
  const limit = makeRateLimit(world.wall)
  const dress = dressAnswers(world)
  const { rateLimitPerMinute, searchLimitPerMinute } = world.config

  app.addHook('onRequest', async (request, reply) => {
    dress(request, reply)
    if (request.is404) return recognise(request, reply)
    const { operation } = request.routeOptions.config
    await enter(request, reply, operation)
    // After the key is checked, so that a strange address reveals nothing; PostgreSQL cannot store this character.
    if (request.url.includes('%00'))
      fail('invalid_request_parameters', { advice: 'the address must not contain %00' })
    if (operation?.testModeOnly && request.caller?.owner.mode !== 'test')
      fail('forbidden', { advice: 'this needs a test key; nothing here is for live mode' })
  })

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<void> {
    if (operation?.access === 'limited') limit.take(reply, request.ip, rateLimitPerMinute)
    else if (operation?.access === 'open') limit.show(reply, request.ip, rateLimitPerMinute)
    else await admit(request, reply, operation)
  }

  /** An unknown route needs no key, but a request with one is recognised and counted like any other. */
  async function recognise(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await callers.find(request.headers.authorization, () =>
      limit.demand(reply, request.ip, rateLimitPerMinute),
    )
    if (caller !== null) request.caller = caller
    limit.take(reply, caller?.via.id ?? request.ip, caller?.team.rate_limit_per_minute ?? rateLimitPerMinute)
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: Operation | undefined,
  ): Promise<void> {
    // Wrong keys are limited by address: past the limit a guess does not even cost a database read.
    const beforeReading = () => limit.demand(reply, request.ip, rateLimitPerMinute)
    const caller = await callers.find(request.headers.authorization, beforeReading)
    if (caller === null) {
      limit.take(reply, request.ip, rateLimitPerMinute)
      return fail('unauthorized')
    }
    request.caller = caller
    const { via, team } = caller
    limit.take(reply, via.id, team.rate_limit_per_minute ?? rateLimitPerMinute)
    if (operation === undefined) return
    if (operation.isSearch)
      limit.take(reply, `search ${via.id}`, team.search_limit_per_minute ?? searchLimitPerMinute)
    const { access } = operation
    if (access !== 'open' && access !== 'limited') demandPermission(caller, access)
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
