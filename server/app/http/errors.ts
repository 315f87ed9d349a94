// Every failure leaves through here, in one shape: the catalogue's text and code, advice, fields, request id.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../contract/errors.ts'
import { isDatabaseAway } from '../../kernel/db/is-database-away.ts'
import type { Log } from '../../kernel/process/log.ts'
import { Fail, failureBody } from '../../kernel/values/fail.ts'
import { refusalPage } from '../../render/pages/refusal-page.ts'
import { readsPages } from './reads-pages.ts'
import { sendPage } from './send-page.ts'

export function errorBody(request: FastifyRequest, failure: Fail): object {
  return failureBody(failure, request.id)
}

export function errorHandler(
  log: Log,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (error, request, reply) => {
    const failure = failureOf(error, request)
    hangUpIfUnread(request, reply)
    if (failure.status >= 500) log.error({ err: error, request_id: request.id }, failure.code)
    setFailureHeaders(reply, failure)
    reply.code(failure.status)
    if (readsPages(request)) return sendPage(reply, refusalPage(failure.code))
    return reply.type('application/json; charset=utf-8').send(errorBody(request, failure))
  }
}

function setFailureHeaders(reply: FastifyReply, { code, options }: Fail): void {
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  if (options.retryAfterSeconds !== undefined) reply.header('retry-after', options.retryAfterSeconds)
  if (options.allow !== undefined) reply.header('allow', options.allow.join(', '))
}

/** What is still to come of a refused body is not waited for, unless it is little. */
function hangUpIfUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  const length = Number(raw.headers['content-length'] ?? 0)
  if (length > UNREAD_BYTES_MAX || raw.headers['transfer-encoding'] !== undefined)
    reply.header('connection', 'close')
}

const UNREAD_BYTES_MAX = 16 * 1024
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'

// What Fastify itself refuses, in the catalogue's words.
const OF_FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request_parameters',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request_parameters',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request_parameters',
  FST_ERR_BAD_URL: 'route_not_found',
}

function failureOf(error: Error & { code?: string }, { routeOptions }: FastifyRequest): Fail {
  if (error instanceof Fail) return error
  if (error.code === TOO_LARGE) {
    const advice = `send a body of at most ${routeOptions.bodyLimit} bytes`
    return new Fail('payload_too_large', { advice })
  }
  const code = OF_FASTIFY[error.code ?? '']
  if (code !== undefined) return new Fail(code)
  return new Fail(isDatabaseAway(error) ? 'service_unavailable' : 'internal_error', {
    ...(isDatabaseAway(error) && { retryAfterSeconds: 2 }),
  })
}
