// How answers look: the envelope, and `_meta` on every JSON answer to a test key.
import type { FastifyRequest } from 'fastify'
import { withMetaOf } from '../../outbox/answer-meta.ts'

export function enveloped(data: unknown): { success: true; data: unknown } {
  return { success: true, data }
}

/** The body with the `_meta` that this caller gets. */
export function withMeta(request: FastifyRequest, body: unknown): unknown {
  return withMetaOf(request.caller?.owner.mode, body, request.metaMessage)
}
