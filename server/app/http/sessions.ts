// What a session must pass besides: a write must come from a page of ours, and say for which team and mode it is.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPersonal, type Operation } from '../../../contract/operation.ts'
import { MODES, type Mode } from '../../../contract/teams.ts'
import type { Belonging, Keeper, Sessions, SignedIn, WholeBrowser } from '../../features/people/sessions.ts'
import type { Caller } from '../../features/teams/caller.ts'
import type { World } from '../../features/world.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { HttpConfig } from './settings.ts'

// The cookie of a session: named so that no other site and no plain HTTP can set it, and out of reach of scripts.

type PublicUrl = Pick<HttpConfig, 'publicUrl'>

function isSecure({ publicUrl }: PublicUrl): boolean {
  return publicUrl?.startsWith('https:') === true
}

/** With `__Host-` a browser takes it from this very host alone, over HTTPS. */
export function cookieName(config: PublicUrl): string {
  return isSecure(config) ? '__Host-embarque' : 'embarque'
}

const TOKEN = /^[a-z0-9]{52}$/

/** The token in the header, if there is one of the right form. */
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

/** What a browser keeps of a device, in days. */
const DEVICE_DAYS = 365
const DAY_SECONDS = 86_400
/** Where the cookie of a device is sealed for. */
const DEVICE_PLACE = 'device cookie'

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
  /** The person who signed in there before; null if the cookie is missing, too old or not ours. */
  const personAt = (header: string | undefined): string | null => {
    const sealed = cookieIn(header, deviceName)
    if (sealed === undefined) return null
    try {
      const [personId = '', until] = secretBox.open(Buffer.from(sealed, 'base64url'), DEVICE_PLACE).split(' ')
      return Number(until) > wall.now().getTime() ? personId : null
    } catch {
      return null
    }
  }
  const keepDevice = (reply: FastifyReply, personId: string) => {
    const seconds = DEVICE_DAYS * DAY_SECONDS
    const until = wall.now().getTime() + seconds * 1_000
    const sealed = secretBox.seal(`${personId} ${until}`, DEVICE_PLACE).toString('base64url')
    void reply.header('set-cookie', `${deviceName}=${sealed}; Max-Age=${seconds}; ${attributes}`)
  }
  const [session, errand] = [keeperOf(cookieName(config)), keeperOf(`${cookieName(config)}-oidc`)]
  return (request, reply) => ({
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX).toWellFormed() ?? null,
    requestId: request.id,
    ...session(request, reply),
    errand: errand(request, reply),
    device: {
      get personId() {
        return personAt(request.headers.cookie)
      },
      keep: (personId) => keepDevice(reply, personId),
    },
  })
}

export interface SessionAuthentication {
  /** Null where a key asks, or nobody. */
  find(request: FastifyRequest, beforeReading: () => void, isUse?: boolean): Promise<SignedIn | null>
  /** Whether it comes with a key or the cookie of a session, right or wrong. */
  isClaimed(request: FastifyRequest): boolean
  /** Fails where a change with a session does not prove that it comes from a page of ours. */
  demandOwnSite(request: FastifyRequest): void
  /** Fails where it comes from another site; who is no browser says nothing of it. */
  refuseOtherSite(request: FastifyRequest): void
  /** Fails with what would help: a key, or signing in where this is for people or somebody came as one. */
  refuse(request: FastifyRequest, signedIn: SignedIn | null, operation: Operation | undefined): never
}

const SIGN_IN = { advice: 'sign in with POST /api/v1/sessions' }
const SECOND_STEP = { advice: 'finish signing in with POST /api/v1/sessions/second-factor' }

/** A request with a key is decided by the key alone. */
export function makeSessionAuthentication(config: HttpConfig, sessions: Sessions): SessionAuthentication {
  const readToken = tokenReader(config)
  const publicOrigin = config.publicUrl === null ? undefined : new URL(config.publicUrl).origin

  function isFromOwnSite({ headers: { origin, 'sec-fetch-site': site }, host }: FastifyRequest): boolean {
    // Browsers tell it themselves, and no page can forge it.
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
    isClaimed: (request) => request.headers.authorization !== undefined || tokenOf(request) !== undefined,
    demandOwnSite(request) {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (!isReading && !isFromOwnSite(request)) fail('cross_site_request')
    },
    refuseOtherSite(request) {
      // Links lead here from everywhere; what they begin proves itself.
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

/** Who they are in the team and mode that the request names: in headers, or in the address of what a frame shows. */
export function callerFor({ method, headers, query }: FastifyRequest, signedIn: SignedIn): Caller {
  const { embarque_team: team, embarque_mode: mode } = Object(method === 'GET' ? query : {})
  const { callers } = teamFor(signedIn, headers['embarque-team'] ?? team)
  return callers[modeFor(method, headers['embarque-mode'] ?? mode)]
}

/** Who they still are there; null where they belong to that team no longer. */
export function callerAt(owner: Owner | undefined, { teams }: SignedIn): Caller | null {
  if (owner === undefined) return null
  return teams.find(({ team }) => team.id === owner.teamId)?.callers[owner.mode] ?? null
}

/** Whether this session opens such operations: before its second factor nothing but that is open to it. */
export function isFit({ session: { awaitsFactor } }: SignedIn, operation: Operation | undefined): boolean {
  return awaitsFactor === (operation?.access === 'pending')
}

function teamFor({ teams }: SignedIn, wanted: string | string[] | undefined): Belonging {
  const [first] = teams
  if (wanted === undefined) {
    if (first === undefined)
      fail('forbidden', { advice: 'you belong to no team; ask its owner to invite you' })
    return teams.length === 1 ? first : fail('team_required')
  }
  return teams.find(({ team }) => team.id === wanted) ?? fail('team_not_found')
}

/** Links are opened without headers, and show what is real. What changes something must say where. */
function modeFor(method: string, wanted: string | string[] | undefined): Mode {
  if (wanted === undefined) return method === 'GET' || method === 'HEAD' ? 'live' : fail('mode_required')
  return MODES.find((mode) => mode === wanted) ?? failField('Embarque-Mode', 'must be live or test')
}
