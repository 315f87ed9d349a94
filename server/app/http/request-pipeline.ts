// The request pipeline before each route: authentication, rate limits and permissions.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_VERSION } from '../../../contract/common.ts'
import { isOpen, isPersonal, isVersioned, type Operation, permissionOf } from '../../../contract/operation.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Sessions, SignedIn } from '../../features/people/sessions.ts'
import { bucketsOf } from '../../features/teams/buckets.ts'
import { type Caller, demandPermission } from '../../features/teams/caller.ts'
import type { Callers } from '../../features/teams/callers.ts'
import type { World } from '../../features/world.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import { hasBody } from './connection-limits.ts'
import { addResponseHeaders } from './headers.ts'
import { costWithBody, makeRateLimit } from './rate-limits.ts'
import { callerAt, callerFor, makeSessionAuthentication, sessionMayAccess } from './session-authentication.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

// Refuses unusual addresses, and modes that an operation is not for.

/** The only version so far. A request for another must not be served with this one. */
function refuseOtherVersion({ headers }: FastifyRequest): void {
  const version = headers['embarque-version']
  if (version !== undefined && version !== API_VERSION)
    failField(
      'Embarque-Version',
      issueWith('must be {version}, the only version so far, or left out', { version: API_VERSION }),
    )
}

/** Runs after authentication, so that the response to an unusual address reveals nothing. */
export function refuseUnusualRequest(
  { url, caller }: FastifyRequest,
  operation: Operation | undefined,
): void {
  if (operation !== undefined && isOpen(operation) && isTraversal(url, operation)) fail('route_not_found')
  // PostgreSQL cannot store this character.
  if (url.includes('%00')) fail('invalid_request_parameters', { advice: 'the address must not contain %00' })
  if (operation?.testModeOnly && caller?.owner.mode !== 'test')
    fail(
      'forbidden',
      adviceWith('this needs {what}; nothing here is for live mode', { what: modeOf(caller, 'test') }),
    )
  if (operation?.liveModeOnly && caller?.owner.mode !== 'live')
    fail(
      'forbidden',
      adviceWith('this needs {what}; it changes the team itself', { what: modeOf(caller, 'live') }),
    )
}

function modeOf(caller: Caller | undefined, mode: Mode): string {
  return caller?.via.kind === 'person' ? `"Embarque-Mode: ${mode}"` : `a ${mode} key`
}

/** Paths below a site consist of plain names; other paths to files and pages are traversal attempts. */
const PLAIN_PATH = /^(?:\/[\w-][\w.-]*)*\/?$/

function isTraversal(url: string, { access, response }: Operation): boolean {
  const path = url.replace(/[?#].*$/s, '')
  if (response.kind === 'site') return !PLAIN_PATH.test(path)
  return access === 'open' && path.includes('%00')
}

interface Entry {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly operation: Operation | undefined
  /** The request was counted when it arrived. */
  readonly isAgain: boolean
}

/**
 * Looks up the caller again while its response is streamed, in the same team and mode. This does not count as
 * use of the session. Returns null if the caller has lost access.
 */
export type Reauthenticate = (request: FastifyRequest) => Promise<Caller | null>

export function authenticateRequests(
  app: App,
  world: World<HttpConfig>,
  callers: Callers,
  sessions: Sessions,
): Reauthenticate {
  const limit = makeRateLimit(bucketsOf(world))
  const addHeaders = addResponseHeaders(world)
  const sessionAuth = makeSessionAuthentication(world.config, sessions)
  const { rateLimitPerMinute, searchLimitPerMinute } = world.config

  app.addHook('onRequest', async (request, reply) => {
    addHeaders(request, reply)
    await handleRequest(request, reply)
  })

  /**
   * A caller may lose its rights while its body arrives, so writing routes check them again. Reads have no
   * body to wait for and skip this.
   */
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD') return
    route.preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
      const { operation } = request.routeOptions.config
      if (!hasBody(request.raw) || (operation !== undefined && isOpen(operation))) return
      await admitAuthenticated({ request, reply, operation, isAgain: true })
    }
  })

  /** The cost is known once the body is read. The first request and the first search were counted before. */
  app.addHook('onRoute', (route) => {
    const bodyCost = route.config?.bodyCost
    const searchCost = route.config?.operation?.searchCost
    if (bodyCost === undefined && searchCost === undefined) return
    route.preHandler = async ({ body, caller }: FastifyRequest, reply: FastifyReply) => {
      if (caller === undefined) return
      const requests = (bodyCost?.(body) ?? 1) - 1
      if (requests > 0) takeRequests(reply, caller, requests)
      const searches = (searchCost?.(body) ?? 1) - 1
      if (searches > 0) takeSearches(reply, caller, searches)
    }
  })

  function takeRequests(reply: FastifyReply, caller: Caller, requests: number): void {
    const perMinute = caller.team.rate_limit_per_minute ?? rateLimitPerMinute
    // One token was taken already.
    const cost = Math.min(requests, Math.max(0, perMinute - 1))
    limit.take(reply, caller.countedAs, perMinute, cost)
  }

  function takeSearches(reply: FastifyReply, caller: Caller, searches: number): void {
    const perMinute = caller.team.search_limit_per_minute ?? searchLimitPerMinute
    // One token was taken already.
    const cost = Math.min(searches, Math.max(1, perMinute - 1))
    limit.take(reply, `search ${caller.countedAs}`, perMinute, cost)
  }

  async function handleRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.is404) return authenticateUnknownRoute(request, reply)
    const { operation } = request.routeOptions.config
    await admit(request, reply, operation)
    refuseUnusualRequest(request, operation)
    if (isVersioned(operation)) refuseOtherVersion(request)
  }

  /** An unknown route needs no key, but a request with one is authenticated and counted. */
  async function authenticateUnknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const signedIn = await findSignedIn(request, reply)
    if (signedIn !== null) return countPerson(reply, signedIn)
    const caller = await findKey(request, reply)
    if (caller === null) return limit.take(reply, unknownAs(request), rateLimitPerMinute)
    request.caller = caller
    limit.take(reply, caller.countedAs, caller.team.rate_limit_per_minute ?? rateLimitPerMinute)
  }

  async function admit(request: FastifyRequest, reply: FastifyReply, operation?: Operation): Promise<void> {
    if (operation?.access === 'limited') {
      limit.take(reply, countedAddress(request.ip), rateLimitPerMinute, costWithBody(operation, request))
      if (operation.forBrowser) sessionAuth.refuseOtherSite(request)
      return
    }
    if (operation?.access === 'open') return limit.show(reply, countedAddress(request.ip), rateLimitPerMinute)
    await admitAuthenticated({ request, reply, operation, isAgain: false })
  }

  async function admitAuthenticated(entry: Entry): Promise<void> {
    const { request, reply, operation } = entry
    const signedIn = await findSignedIn(request, reply)
    if (signedIn !== null && sessionMayAccess(signedIn, operation)) return admitSignedIn(entry, signedIn)
    const caller = await findKey(request, reply)
    if (caller !== null) return admitCaller(entry, caller)
    limit.take(reply, unknownAs(request), rateLimitPerMinute)
    sessionAuth.refuse(request, signedIn, operation)
  }

  /** Wrong keys and tokens are limited by address: past the limit a guess costs no database read. */
  const limitGuesses = (request: FastifyRequest, reply: FastifyReply) => () =>
    limit.demand(reply, guessesOf(request), rateLimitPerMinute)

  /** Many people share an address: those who read pages must not use up the limit of wrong keys. */
  function unknownAs(request: FastifyRequest): string {
    return sessionAuth.hasCredentials(request) ? guessesOf(request) : countedAddress(request.ip)
  }

  function findKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    return callers.find(request.headers.authorization, limitGuesses(request, reply))
  }

  function findSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    return sessionAuth.find(request, limitGuesses(request, reply))
  }

  /** Requests that belong to no team are counted for the person. */
  function countPerson(reply: FastifyReply, { person }: SignedIn, cost = 1): void {
    limit.take(reply, person.id, rateLimitPerMinute, cost)
  }

  function admitSignedIn(entry: Entry, signedIn: SignedIn): void {
    const { request, reply, operation, isAgain } = entry
    request.signedIn = signedIn
    sessionAuth.demandOwnSite(request)
    if (operation === undefined || !isPersonal(operation)) {
      admitCaller(entry, callerFor(request, signedIn))
      return
    }
    if (!isAgain) countPerson(reply, signedIn, costWithBody(operation, request))
    if (operation.access === 'operator' && !signedIn.person.isOperator)
      fail('forbidden', { advice: FOR_OPERATORS })
  }

  function admitCaller(entry: Entry, caller: Caller): void {
    const { request, operation, isAgain } = entry
    request.caller = caller
    if (!isAgain) countCaller(entry, caller)
    if (operation === undefined) return
    if (isPersonal(operation)) fail('forbidden', { advice: FOR_PEOPLE })
    const permission = permissionOf(operation)
    if (permission !== null) demandPermission(caller, permission)
  }

  function countCaller({ request, reply, operation }: Entry, caller: Caller): void {
    const cost = costWithBody(operation, request)
    limit.take(reply, caller.countedAs, caller.team.rate_limit_per_minute ?? rateLimitPerMinute, cost)
    if (operation?.isSearch) takeSearches(reply, caller, 1)
  }

  return async (request) => {
    const signedIn = await sessionAuth.find(request, () => {}, false)
    if (signedIn === null) return callers.find(request.headers.authorization, () => {})
    return signedIn.session.awaitsFactor ? null : callerAt(request.caller?.owner, signedIn)
  }
}

function guessesOf({ ip }: FastifyRequest): string {
  return `guesses ${countedAddress(ip)}`
}

const FOR_OPERATORS = 'this is for operators of the installation'
const FOR_PEOPLE = 'this is for people who are signed in, and not for keys'
