// Sets the headers of every response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../features/world.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

/** Responses are data for programs: not to be framed, sniffed, cached or run. */
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

// Checks header values before they are sent. If Node.js refused one while writing, the error would be
// uncaught and end the process.

/** Characters that Node.js refuses in a header. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

export function guardHeaders(app: Pick<App, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // This runs for every response, so it copies nothing and skips numbers.
    const headers = reply.getHeaders()
    for (const name in headers) {
      const value = headers[name]
      const isSendable = Array.isArray(value) ? !value.some(isUnsendable) : !isUnsendable(value)
      if (isSendable) continue
      // The error response must not carry the invalid header.
      reply.removeHeader(name)
      return done(new Error(`Invalid character in the header ${name}`))
    }
    done(null, payload)
  })
}

function isUnsendable(value: unknown): boolean {
  return typeof value === 'string' && UNSENDABLE.test(value)
}
