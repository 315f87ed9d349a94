// The cookie of a session: named so that no other site and no plain HTTP can set it, and out of reach of scripts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Keeper, WholeBrowser } from '../../features/people/sessions.ts'
import type { World } from '../../features/world.ts'
import type { HttpConfig } from './settings.ts'

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

function tokenIn(name: string): (header: string | undefined) => string | undefined {
  const prefix = `${name}=`
  return (header) => {
    if (header === undefined) return undefined
    const pair = header.split(';').find((part) => part.trimStart().startsWith(prefix))
    const token = pair?.trim().slice(prefix.length)
    return token !== undefined && TOKEN.test(token) ? token : undefined
  }
}

const USER_AGENT_CHARACTERS_MAX = 300

export function browserAt({
  config,
  wall,
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
  const [session, errand] = [keeperOf(cookieName(config)), keeperOf(`${cookieName(config)}-oidc`)]
  return (request, reply) => ({
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX).toWellFormed() ?? null,
    requestId: request.id,
    ...session(request, reply),
    errand: errand(request, reply),
  })
}
