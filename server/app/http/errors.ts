// Turns every failure into one response shape: catalogue text and code, advice, fields, request id.

import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { World } from '../../features/world.ts'
import type { Pool } from '../../kernel/db/db.ts'
import { isDatabaseUnavailable, isOtherSchema } from '../../kernel/db/errors.ts'
import type { Log } from '../../kernel/process/log.ts'
import { Fail, fail, failureBody } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { refusalPage } from '../../render/pages/refusal-page.ts'
import { isMigratedSince } from '../boot/migrate.ts'
import { readerLanguage, readsPages } from './negotiation.ts'
import type { App } from './types.ts'

// Sends an HTML page with its content security policy.

export function sendPage(reply: FastifyReply, { html, policy, isFramed }: HtmlPage): FastifyReply {
  if (isFramed) reply.header('x-frame-options', 'SAMEORIGIN')
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}

type Address = Pick<World, 'address'>

export function errorBody({ address }: Address, request: FastifyRequest, failure: Fail): object {
  return failureBody(failure, request.id, { language: readerLanguage(request), address: address.url })
}

export function errorHandler(
  world: Address & { readonly log: Log; readonly pool: Pool },
): (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const logRefused = refusalLog(world.log)
  return async (error, request, reply) => {
    const isOutdated = isOtherSchema(error) && (await isMigratedSince(world.pool).catch(() => false))
    const failure = isOutdated ? unavailable() : failureOf(error, request)
    hangUpIfUnread(request, reply)
    const isStranger = request.caller === undefined && request.signedIn === undefined
    if (failure === error && failure.status >= 500 && isStranger) logRefused(failure)
    else if (failure.status >= 500) world.log.error({ err: error, request_id: request.id }, failure.code)
    setFailureHeaders(reply, failure)
    reply.code(failure.status)
    if (readsPages(request)) return sendPage(reply, refusalPage(failure.code, readerLanguage(request)))
    return reply.type('application/json; charset=utf-8').send(errorBody(world, request, failure))
  }
}

const REFUSALS_EVERY_MS = 10_000

/** Strangers cause as many refusals as they like, so several are logged in one line without a stack. */
function refusalLog(log: Log): (failure: Fail) => void {
  let requests = 0
  let nextAt = 0
  return ({ code, message }) => {
    requests++
    if (performance.now() < nextAt) return
    nextAt = performance.now() + REFUSALS_EVERY_MS
    log.warn({ requests, code }, `requests without a key were refused: ${message}`)
    requests = 0
  }
}

function setFailureHeaders(reply: FastifyReply, { code, options }: Fail): void {
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer')
  if (options.retryAfterSeconds !== undefined) reply.header('retry-after', options.retryAfterSeconds)
  if (options.etag !== undefined) reply.header('etag', options.etag)
  if (options.allow !== undefined) reply.header('allow', options.allow.join(', '))
}

/** The connection is closed instead of waiting for the rest of a refused body, unless little is missing. */
function hangUpIfUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  const length = Number(raw.headers['content-length'] ?? 0)
  if (length > UNREAD_BYTES_MAX || raw.headers['transfer-encoding'] !== undefined)
    reply.header('connection', 'close')
}

const UNREAD_BYTES_MAX = 16 * 1024
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'

// Errors of Fastify and their codes in the catalogue.
const OF_FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request_parameters',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request_parameters',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request_parameters',
  FST_ERR_BAD_URL: 'route_not_found',
}

function failureOf(error: Error & { code?: string }, { raw, routeOptions }: FastifyRequest): Fail {
  if (error instanceof Fail) return error
  // The client hung up while it sent the body.
  if (error.code === 'ECONNRESET' && raw.destroyed && !raw.complete)
    return new Fail('invalid_request_parameters')
  if (error.code === TOO_LARGE)
    return new Fail(
      'payload_too_large',
      adviceWith('send a body of at most {bytes} bytes', { bytes: routeOptions.bodyLimit }),
    )
  const code = OF_FASTIFY[error.code ?? '']
  if (code !== undefined) return new Fail(code)
  return isDatabaseUnavailable(error) ? unavailable() : new Fail('internal_error')
}

function unavailable(): Fail {
  return new Fail('service_unavailable', { retryAfterSeconds: 2 })
}

// Responds to bytes that are no valid or complete HTTP request, in the usual shape, directly on the socket.

export function respondToBrokenRequest(
  world: World,
): (error: Error & { code?: string }, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const failure = failureOfBrokenRequest(code)
    const requestId = makeId('request', world.wall.now())
    const body = JSON.stringify(
      failureBody(failure, requestId, { language: 'pt-BR', address: world.address.url }),
    )
    const head = [
      `HTTP/1.1 ${failure.status} ${ERRORS[failure.code].text}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

function failureOfBrokenRequest(code: string): Fail {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fail('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Fail('payload_too_large', { advice: 'the headers of the request are too long' })
  const advice = 'the request is not well-formed HTTP; check its first lines and headers'
  return new Fail('invalid_request_parameters', { advice })
}

// Unknown paths are 404; a known path with the wrong method is 405 with the allowed methods.

export function refuseUnknownRoutes(app: App): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  app.setNotFoundHandler(async (request) => {
    const path = request.url.replace(/\?.*$/s, '')
    for (const [pattern, methods] of methodsOf) {
      // A known pattern with this method, such as a missing file, is 404 and not 405.
      if (matches(pattern, path) && !methods.has(request.method))
        fail('method_not_allowed', { allow: [...methods].sort() })
    }
    fail('route_not_found')
  })
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*')
    return (
      given.length >= wanted.length &&
      matches(wanted.slice(0, -1).join('/'), given.slice(0, wanted.length - 1).join('/'))
    )
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}
