// How answers look: the envelope, and `_meta` on every JSON answer to a test key.
import type { FastifyRequest } from 'fastify'
import type { ErrorDetail } from '../../../contract/common.ts'
import { withMetaOf } from '../../outbox/answer-meta.ts'

export function enveloped(data: unknown): { success: true; data: unknown } {
  return { success: true, data }
}

/** With what was taken although it looks wrong, if there is anything. */
export function envelopedWithWarnings(data: unknown, warnings: ErrorDetail[]): object {
  return { success: true, data, ...(warnings.length > 0 && { warnings }) }
}

/** The body as this caller gets it. */
export function withMeta(request: FastifyRequest, body: unknown): unknown {
  return withMetaOf(request.caller?.mode, body, request.metaMessage)
}
