// What every request passes before its route: headers, who is calling, the rate limit, the permission.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { costOf, isPersonal, type Operation, permissionOf } from '../../../contract/operation.ts'
import { goOn, type MaybeLater } from '../../base/process/maybe-later.ts'
import { countedAddress } from '../../base/values/counted-address.ts'
import { fail } from '../../base/values/fail.ts'
import type { Sessions } from '../../people/sessions.ts'
import type { SignedIn } from '../../people/signed-in.ts'
import { bucketsOf } from '../../teams/buckets.ts'
import { type Caller, demandPermission } from '../../teams/caller.ts'
import type { Callers } from '../../teams/callers.ts'
import type { World } from '../../world.ts'
import type { HttpConfig } from '../settings.ts'
import { bodyCostOf } from './body-cost.ts'
import { dressAnswers } from './dress-answers.ts'
import { makeRateLimit } from './rate-limit.ts'
import { refuseStrange } from './refuse-strange.ts'
import { callerFor, isFit, makeSessionDoor } from './session-door.ts'
import type { App } from './types.ts'

interface Entry {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly operation: Operation | undefined
}

/**
 * Who sends a request, looked up again while its answer goes on, which is no use of a session. Fails where they have
 * left the team.
 */
export type Recall = (request: FastifyRequest) => MaybeLater<Caller | null>

export function guardFrontDoor(
  app: App,
  world: World<HttpConfig>,
  callers: Callers,
  sessions: Sessions,
): Recall {
  const limit = makeRateLimit(bucketsOf(world))
  const dress = dressAnswers(world)
  const door = makeSessionDoor(world.config, sessions)
  const { rateLimitPerMinute, searchLimitPerMinute } = world.config

  app.addHook('onRequest', (request, reply, done) => {
    dress(request, reply)
    const entered = enter(request, reply)
    if (entered instanceof Promise) entered.then(() => done(), done)
    else done()
  })

  /** Once the body is read, what it asks for is known: the first of its searches was counted at the door. */
  app.addHook('onRoute', (route) => {
    const searchCost = route.config?.operation?.searchCost
    if (searchCost === undefined) return
    route.preHandler = async ({ body, caller }: FastifyRequest, reply: FastifyReply) => {
      const more = searchCost(body) - 1
      if (caller !== undefined && more > 0) await takeSearches(reply, caller, more)
    }
  })

  function take(reply: FastifyReply, name: string, perMinute: number, cost = 1): MaybeLater<void> {
    const behind = limit.catchUp(name, perMinute, cost)
    // Others who waited too may have taken much meanwhile.
    if (behind !== undefined) return behind.then(() => take(reply, name, perMinute, cost))
    limit.take(reply, name, perMinute, cost)
  }

  function takeSearches(reply: FastifyReply, caller: Caller, searches: number) {
    const perMinute = caller.team.search_limit_per_minute ?? searchLimitPerMinute
    // Of a full bucket one was taken already.
    return take(
      reply,
      `search ${caller.countedAs}`,
      perMinute,
      Math.min(searches, Math.max(1, perMinute - 1)),
    )
  }

  function enter(request: FastifyRequest, reply: FastifyReply): MaybeLater<void> {
    if (request.is404) return recognise(request, reply)
    const { operation } = request.routeOptions.config
    return goOn(admit(request, reply, operation), () => refuseStrange(request, operation))
  }

  /** An unknown route needs no key, but a request with one is recognised and counted like any other. */
  function recognise(request: FastifyRequest, reply: FastifyReply): MaybeLater<void> {
    return goOn(findSignedIn(request, reply), (signedIn) => {
      if (signedIn !== null) return countPerson(reply, signedIn)
      return goOn(findKey(request, reply), (caller) => {
        if (caller === null) return take(reply, countedAddress(request.ip), rateLimitPerMinute)
        request.caller = caller
        return take(reply, caller.countedAs, caller.team.rate_limit_per_minute ?? rateLimitPerMinute)
      })
    })
  }

  function admit(request: FastifyRequest, reply: FastifyReply, operation?: Operation): MaybeLater<void> {
    if (operation?.access === 'limited') {
      const cost = costWithBody(request, operation)
      return goOn(take(reply, countedAddress(request.ip), rateLimitPerMinute, cost), () => {
        if (operation.forBrowser) door.refuseOtherSite(request)
      })
    }
    if (operation?.access === 'open') return limit.show(reply, countedAddress(request.ip), rateLimitPerMinute)
    return goOn(findSignedIn(request, reply), (signedIn) => {
      if (signedIn !== null && isFit(signedIn, operation))
        return admitSignedIn({ request, reply, operation }, signedIn)
      return goOn(findKey(request, reply), (caller) => {
        if (caller !== null) return admitCaller({ request, reply, operation }, caller)
        return goOn(take(reply, countedAddress(request.ip), rateLimitPerMinute), () =>
          door.refuse(request, signedIn, operation),
        )
      })
    })
  }

  /** Wrong keys and tokens are limited by address: past the limit a guess does not even cost a database read. */
  const unlessGuessing = (request: FastifyRequest, reply: FastifyReply) => () =>
    limit.demand(reply, countedAddress(request.ip), rateLimitPerMinute)

  function findKey(request: FastifyRequest, reply: FastifyReply): MaybeLater<Caller | null> {
    return callers.find(request.headers.authorization, unlessGuessing(request, reply))
  }

  function findSignedIn(request: FastifyRequest, reply: FastifyReply): MaybeLater<SignedIn | null> {
    return door.find(request, unlessGuessing(request, reply))
  }

  /** What is about no team is counted for the person. */
  function countPerson(reply: FastifyReply, { person }: SignedIn, cost = 1): MaybeLater<void> {
    return take(reply, person.id, rateLimitPerMinute, cost)
  }

  function admitSignedIn({ request, reply, operation }: Entry, signedIn: SignedIn): MaybeLater<void> {
    request.signedIn = signedIn
    door.demandOwnSite(request)
    if (operation === undefined || !isPersonal(operation))
      return admitCaller({ request, reply, operation }, callerFor(request, signedIn))
    const counted = countPerson(reply, signedIn, costWithBody(request, operation))
    if (operation.access !== 'operator' || signedIn.person.isOperator) return counted
    return goOn(counted, () => fail('forbidden', { advice: FOR_OPERATORS }))
  }

  function admitCaller({ request, reply, operation }: Entry, caller: Caller): MaybeLater<void> {
    request.caller = caller
    const cost = costWithBody(request, operation)
    const perMinute = caller.team.rate_limit_per_minute ?? rateLimitPerMinute
    return goOn(take(reply, caller.countedAs, perMinute, cost), () => {
      if (operation === undefined) return
      const { isSearch } = operation
      return goOn(isSearch ? takeSearches(reply, caller, 1) : undefined, () => {
        if (isPersonal(operation)) fail('forbidden', { advice: FOR_PEOPLE })
        const permission = permissionOf(operation)
        if (permission !== null) demandPermission(caller, permission)
      })
    })
  }

  return (request) =>
    goOn(
      door.find(request, () => {}, false),
      (signedIn) => {
        if (signedIn === null) return callers.find(request.headers.authorization, () => {})
        return signedIn.session.awaitsFactor ? null : callerFor(request, signedIn)
      },
    )
}

const FOR_OPERATORS = 'this is for operators of the installation'
const FOR_PEOPLE = 'this is for people who are signed in, and not for keys'

function costWithBody({ headers, query }: FastifyRequest, operation: Operation | undefined): number {
  if (operation === undefined) return 1
  return costOf(operation) + bodyCostOf(operation, headers) + (operation.queryCost?.(query) ?? 0)
}
