// `_meta` on every JSON answer to a test key, as the request knows it.
import type { FastifyRequest } from 'fastify'
import { withMetaOf } from '../../outbox/answer-body.ts'

/** The body with the `_meta` that this caller gets. */
export function withMeta(request: FastifyRequest, body: unknown): unknown {
  return withMetaOf(request.caller?.owner.mode, body, request.metaMessage)
}
