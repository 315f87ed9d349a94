// Authenticates requests with a session: cookies, same-site checks, and the team and mode of a request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPersonal, type Operation } from '../../../contract/operation.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { MODES, type Mode } from '../../../contract/teams.ts'
import type { Belonging, Keeper, Sessions, SignedIn, WholeBrowser } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { World } from '../../features/world.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { HttpConfig } from './settings.ts'

// The session cookie: its name keeps other sites and plain HTTP from setting it, and scripts cannot read it.

type PublicUrl = Pick<HttpConfig, 'publicUrl'>

function isSecure({ publicUrl }: PublicUrl): boolean {
  return publicUrl?.startsWith('https:') === true
}

/** Browsers accept a `__Host-` cookie only from this host over HTTPS. */
export function cookieName(config: PublicUrl): string {
  return isSecure(config) ? '__Host-embarque' : 'embarque'
}

const TOKEN = /^[a-z0-9]{52}$/

/** Returns the token of the cookie header if it has the right form. */
export function tokenReader(config: PublicUrl): (header: string | undefined) => string | undefined {
  return tokenIn(cookieName(config))
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(prefix))
  return pair?.trim().slice(prefix.length)
}

function tokenIn(name: string): (header: string | undefined) => string | undefined {
  return (header) => {
    const token = cookieIn(header, name)
    return token !== undefined && TOKEN.test(token) ? token : undefined
  }
}

const USER_AGENT_CHARACTERS_MAX = 300

/** The lifetime of the device cookie in days. */
const DEVICE_DAYS = 365
const DAY_SECONDS = 86_400
/** The purpose that binds the encryption of the device cookie. */
const DEVICE_CONTEXT = 'device cookie'

export function browserAt({
  config,
  wall,
  secretBox,
}: World<HttpConfig>): (request: FastifyRequest, reply: FastifyReply) => WholeBrowser {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
  const keeperOf = (name: string) => {
    const readToken = tokenIn(name)
    return ({ headers: { cookie } }: FastifyRequest, reply: FastifyReply): Keeper => {
      const write = (value: string, seconds: number) =>
        void reply.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; ${attributes}`)
      return {
        token: readToken(cookie),
        keep: (token, until) => write(token, Math.floor((until.getTime() - wall.now().getTime()) / 1_000)),
        forget: () => write('', 0),
      }
    }
  }
  const deviceName = `${cookieName(config)}-device`
  /**
   * Returns the person who signed in on this device before; null if the cookie is missing, expired or
   * invalid.
   */
  const personAt = (header: string | undefined): string | null => {
    const encrypted = cookieIn(header, deviceName)
    if (encrypted === undefined) return null
    try {
      const [personId = '', until] = secretBox
        .decrypt(Buffer.from(encrypted, 'base64url'), DEVICE_CONTEXT)
        .split(' ')
      return Number(until) > wall.now().getTime() ? personId : null
    } catch {
      return null
    }
  }
  const keepDevice = (reply: FastifyReply, personId: string) => {
    const seconds = DEVICE_DAYS * DAY_SECONDS
    const until = wall.now().getTime() + seconds * 1_000
    const encrypted = secretBox.encrypt(`${personId} ${until}`, DEVICE_CONTEXT).toString('base64url')
    void reply.header('set-cookie', `${deviceName}=${encrypted}; Max-Age=${seconds}; ${attributes}`)
  }
  const [session, oidc] = [keeperOf(cookieName(config)), keeperOf(`${cookieName(config)}-oidc`)]
  return (request, reply) => ({
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX).toWellFormed() ?? null,
    requestId: request.id,
    ...session(request, reply),
    oidc: oidc(request, reply),
    device: {
      get personId() {
        return personAt(request.headers.cookie)
      },
      keep: (personId) => keepDevice(reply, personId),
    },
  })
}

export interface SessionAuthentication {
  /** Returns null for a request with a key or without credentials. */
  find(request: FastifyRequest, beforeReading: () => void, isUse?: boolean): Promise<SignedIn | null>
  /** Whether the request has a key or the cookie of a session, right or wrong. */
  hasCredentials(request: FastifyRequest): boolean
  /** Fails if a change with a session does not come from a page of ours. */
  demandOwnSite(request: FastifyRequest): void
  /** Fails if the request comes from another site; clients other than browsers send no origin. */
  refuseOtherSite(request: FastifyRequest): void
  /** Fails with helpful advice: a key, or signing in if the operation is for people. */
  refuse(request: FastifyRequest, signedIn: SignedIn | null, operation: Operation | undefined): never
}

const SIGN_IN = { advice: 'sign in with POST /api/v1/sessions' }
const SECOND_STEP = { advice: 'finish signing in with POST /api/v1/sessions/second-factor' }

/** If a request carries a key, the key alone decides. */
export function makeSessionAuthentication(config: HttpConfig, sessions: Sessions): SessionAuthentication {
  const readToken = tokenReader(config)
  const publicOrigin = config.publicUrl === null ? undefined : new URL(config.publicUrl).origin

  function isFromOwnSite({ headers: { origin, 'sec-fetch-site': site }, host }: FastifyRequest): boolean {
    // Browsers set this header themselves, and no page can forge it.
    if (site !== undefined) return site === 'same-origin'
    return publicOrigin === undefined ? origin?.replace(/^https?:\/\//, '') === host : origin === publicOrigin
  }

  const tokenOf = ({ headers: { authorization, cookie } }: FastifyRequest) =>
    authorization === undefined ? readToken(cookie) : undefined

  return {
    async find(request, beforeReading, isUse) {
      const token = tokenOf(request)
      return token === undefined ? null : sessions.find(token, beforeReading, isUse)
    },
    hasCredentials: (request) =>
      request.headers.authorization !== undefined || tokenOf(request) !== undefined,
    demandOwnSite(request) {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (!isReading && !isFromOwnSite(request)) fail('cross_site_request')
    },
    refuseOtherSite(request) {
      // Links from other sites lead here; the operations they start verify themselves.
      if (request.method === 'GET') return
      const { origin, 'sec-fetch-site': site } = request.headers
      if ((origin ?? site) !== undefined && !isFromOwnSite(request)) fail('cross_site_request')
    },
    refuse(request, signedIn, operation) {
      if (signedIn?.session.awaitsFactor) fail('unauthorized', SECOND_STEP)
      const isForPeople = operation !== undefined && isPersonal(operation)
      return fail('unauthorized', isForPeople || tokenOf(request) !== undefined ? SIGN_IN : {})
    },
  }
}

/** Finds the person in the team and mode that the request names, in headers or in the query of a frame. */
export function callerFor({ method, headers, query }: FastifyRequest, signedIn: SignedIn): Caller {
  const { embarque_team: team, embarque_mode: mode } = Object(method === 'GET' ? query : {})
  const { callers } = teamFor(signedIn, headers['embarque-team'] ?? team)
  return callers[modeFor(method, headers['embarque-mode'] ?? mode)]
}

/** Finds the person there again; null if the person has left the team. */
export function callerAt(owner: Owner | undefined, { teams }: SignedIn): Caller | null {
  if (owner === undefined) return null
  return teams.find(({ team }) => team.id === owner.teamId)?.callers[owner.mode] ?? null
}

/** Whether the session may call such operations: before the second factor it may only complete that. */
export function sessionMayAccess(
  { session: { awaitsFactor } }: SignedIn,
  operation: Operation | undefined,
): boolean {
  return awaitsFactor === (operation?.access === 'pending')
}

function teamFor({ teams }: SignedIn, wanted: string | string[] | undefined): Belonging {
  const [first] = teams
  if (wanted === undefined) {
    if (first === undefined)
      fail('forbidden', adviceWith('you belong to no team; ask its owner to invite you'))
    return teams.length === 1 ? first : fail('team_required')
  }
  return teams.find(({ team }) => team.id === wanted) ?? fail('team_not_found')
}

/** Links are opened without headers and show live data. A write must name its mode. */
function modeFor(method: string, wanted: string | string[] | undefined): Mode {
  if (wanted === undefined) return method === 'GET' || method === 'HEAD' ? 'live' : fail('mode_required')
  return MODES.find((mode) => mode === wanted) ?? failField('Embarque-Mode', 'must be live or test')
}
