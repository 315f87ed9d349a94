// The headers of every answer, whoever asks.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../features/world.ts'
import type { HttpConfig } from './settings.ts'

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
