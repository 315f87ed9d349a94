// `_meta` on every JSON answer to a test key, as the request knows it.
import type { FastifyRequest } from 'fastify'
import type { Mode } from '../../../contract/teams.ts'
import { modeOfKey } from '../../features/teams/callers.ts'
import { withMetaOf } from '../../kernel/outbox/answer-body.ts'

/** The body with the `_meta` that this caller gets. */
export function withMeta(request: FastifyRequest, body: unknown): unknown {
  return withMetaOf(modeOf(request), body, request.metaMessage)
}

/**
 * What anybody may ask reads no key: there its form tells. The health check must not wait for the database to know
 * whose key it was sent.
 */
function modeOf({ caller, headers, routeOptions }: FastifyRequest): Mode | undefined {
  if (routeOptions.config.operation?.answer.kind === 'byStatus') return modeOfKey(headers.authorization)
  return caller?.owner.mode
}
