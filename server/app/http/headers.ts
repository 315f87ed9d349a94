// The headers of every answer, whoever asks.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../features/world.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

/** The headers of every answer. Answers are data for programs: not to be framed, guessed, cached or run. */
export function addResponseHeaders({
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

// Finds what no header can carry before anything is sent. Found by Node.js while it writes, after the answer was
// packed, nobody would catch it, and the process would end.

/** What Node.js refuses to write into a header. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

export function guardHeaders(app: Pick<App, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Every answer passes here: no copies, and numbers need no look.
    const headers = reply.getHeaders()
    for (const name in headers) {
      const value = headers[name]
      const isSendable = Array.isArray(value) ? !value.some(isUnsendable) : !isUnsendable(value)
      if (isSendable) continue
      // It must not stand on the answer that tells of it.
      reply.removeHeader(name)
      return done(new Error(`Invalid character in the header ${name}`))
    }
    done(null, payload)
  })
}

function isUnsendable(value: unknown): boolean {
  return typeof value === 'string' && UNSENDABLE.test(value)
}
