// Turns the result of a bound function into the response its operation declares: envelope, page, file or
// redirect.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorBody, type ErrorDetail, Warnings } from '../../../contract/common.ts'
import { ERRORS } from '../../../contract/errors.ts'
import {
  errorsOf,
  type Operation,
  reportsUnknownFields,
  reportsUnknownParameters,
} from '../../../contract/operation.ts'
import { type FieldIssue, storedIssue } from '../../../contract/phrases/issues.ts'
import type { FileResponse, ImageResponse, JsonResponse, ResponseShape } from '../../../contract/responses.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Results } from '../../features/bindings.ts'
import { modeOfKey } from '../../features/teams/callers.ts'
import type { RenderedResponse } from '../../kernel/outbox/idempotency.ts'
import { BODIES, enveloped, withMetaOf } from '../../kernel/outbox/response-body.ts'
import { mapInTurns } from '../../kernel/process/concurrency.ts'
import { detailsFor } from '../../kernel/values/fail.ts'
import { type Cursors, listed, type Page } from '../../kernel/values/pages.ts'
import { sendPage } from './errors.ts'
import { readerLanguage } from './negotiation.ts'
import type { App } from './types.ts'
import { etagMaker, setEtag } from './versions.ts'

// Adds warnings to the response of a change, also to a remembered one.

interface Warnable {
  readonly success?: boolean
  readonly warnings?: readonly (ErrorDetail | FieldIssue)[]
}

/** They follow the warnings of the work itself. */
export function withWarnings(body: Warnable, warnings: NonNullable<Warnable['warnings']>): object {
  return warnings.length === 0 ? body : { ...body, warnings: [...(body.warnings ?? []), ...warnings] }
}

/**
 * A remembered response. If a job wrote it after its request had ended, it lacks the request's warnings,
 * which a repeat adds.
 */
export function rememberedWith(
  response: RenderedResponse,
  warnings: readonly ErrorDetail[],
): RenderedResponse {
  if (warnings.length === 0 || response.status >= 300) return response
  const body: Warnable = JSON.parse(response.body)
  const warned = new Set(body.warnings?.map(({ field }) => field))
  const missing = warnings.filter(({ field }) => !warned.has(field))
  return missing.length === 0 ? response : { ...response, body: JSON.stringify(withWarnings(body, missing)) }
}

// Methods, as in bindings: they accept any result, and the declaration guarantees its type.
type Shape = { shape(result: unknown, asked: Asked): object }['shape']
type Send = { send(reply: FastifyReply, result: unknown, asked: Asked): FastifyReply }['send']

/** The parts of a request that its response depends on. */
interface Asked {
  readonly request: FastifyRequest
  readonly page?: Page
  readonly cursors?: Cursors
  readonly warnings?: readonly FieldIssue[] | undefined
  /** The result without expansions, which are no part of its version. */
  readonly unexpanded?: unknown
}
type Paged = Asked & { readonly page: Page; readonly cursors: Cursors }

const SHAPES: Readonly<Record<JsonResponse['kind'], Shape>> = {
  ...BODIES,
  list: (listing: Results<unknown>['list'], { page, cursors }: Paged) => listed(listing, page, cursors),
  whole: (listing: Results<unknown[]>['whole'], { page, cursors }: Paged) => listed(listing, page, cursors),
  withWarnings: ({ data, warnings }: Results<unknown>['withWarnings']) => ({
    ...enveloped(data),
    ...(warnings.length > 0 && { warnings }),
  }),
}

export function shapeOf(response: JsonResponse): Shape {
  const shape = SHAPES[response.kind]
  const { testMessage } = response
  if (testMessage === undefined) return shape
  return (result: object, asked) => {
    asked.request.metaMessage = testMessage(result)
    return shape(result, asked)
  }
}

/** Returns how the results of an operation are sent. */
export function senderOf(operation: Operation): Send {
  const { response, status = 200 } = operation
  if (isJson(response)) {
    const shape = shapeOf(response)
    const etagOf = etagMaker(operation)
    return (reply, result, asked) => {
      const body = shape(result, asked)
      setEtag(reply, etagOf?.(asked.unexpanded === undefined ? body : shape(asked.unexpanded, asked)))
      return reply.code(status).send(withWarnings(body, asked.warnings ?? []))
    }
  }
  if (response.kind === 'file') return fileSender(response)
  if (response.kind === 'image') return imageSender(response)
  return OTHERS[response.kind]
}

export function isJson(response: ResponseShape): response is JsonResponse {
  return response.kind in SHAPES
}

function fileSender({ type, disposition }: FileResponse): Send {
  const contentType = type.startsWith('text/') ? `${type}; charset=utf-8` : type
  return (reply, { name, content, policy }: Results<unknown>['file']) => {
    if (policy !== undefined) reply.header('content-security-policy', policy)
    return reply
      .type(contentType)
      .header('content-disposition', `${disposition}; ${fileNameOf(name)}`)
      .send(typeof content === 'string' || Buffer.isBuffer(content) ? content : inChunks(content))
  }
}

/** RFC 6266: names of files that people chose may have any letter. */
function fileNameOf(name: string): string {
  if (/^[\w .()-]+$/.test(name)) return `filename="${name}"`
  const plain = name.normalize('NFD').replace(/[^\w .()-]/g, '')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A chunk is created when the one before is read: the default would buffer sixteen for each slow reader. */
function inChunks(content: AsyncIterable<string>): Readable {
  return Readable.from(content, { highWaterMark: 1 })
}

function imageSender({ type, cacheSeconds }: ImageResponse): Send {
  return (reply, { content }: Results<unknown>['image']) => {
    if (cacheSeconds > 0) reply.header('cache-control', `public, max-age=${cacheSeconds}`)
    return reply.type(type).header('cross-origin-resource-policy', 'cross-origin').send(content)
  }
}

const OTHERS: Readonly<Record<'written' | 'byStatus' | 'page' | 'redirect' | 'site' | 'stream', Send>> = {
  written: (reply, { content, version }: Results<unknown>['written'], { request }) => {
    const json = reply.type('application/json; charset=utf-8')
    return version === undefined
      ? json.send(content)
      : sendVersioned(json, request, { bytes: content, version })
  },
  byStatus: (reply, { status, body }: Results<unknown>['byStatus']) => reply.code(status).send(body),
  page: sendPage,
  redirect: (reply, { to }: Results<unknown>['redirect']) => reply.redirect(to, 303),
  // Asks proxies not to buffer the stream.
  stream: (reply, { content }: Results<unknown>['stream']) =>
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(content),
  // The library sends these itself.
  site: (reply) => reply,
}

/**
 * Sends the content unless the client has it. The version is weak, because it is the same for compressed and
 * plain bytes.
 */
export function sendVersioned(
  reply: FastifyReply,
  { headers }: FastifyRequest,
  { bytes, version }: { bytes: unknown; version: string },
): FastifyReply {
  reply.headers({ etag: `W/${version}`, 'cache-control': 'no-cache' })
  return isKnown(headers['if-none-match'], version) ? reply.code(304).send() : reply.send(bytes)
}

/** Whether the client has this version, weak or not. */
export function isKnown(known: string | undefined, version: string): boolean {
  const versions = (known ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''))
  return versions.includes(version) || versions.includes('*')
}

// The request schemas of an operation and the schemas of its responses.

/** The schemas that requests are validated with. */
export function routeSchema({ params, query, body }: Operation): FastifySchema {
  return {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(body !== undefined && { body }),
  }
}

/** Every response of an operation by status: a schema, or the media type if it is no JSON. */
export function responsesOf(operation: Operation): Readonly<Record<number, object>> {
  return { ...errorResponses(operation), ...successes(operation) }
}

function successes(operation: Operation): Readonly<Record<number, object>> {
  const { method, response, status = 200 } = operation
  switch (response.kind) {
    case 'byStatus':
      return Object.fromEntries(
        Object.entries(response.statuses).map(([code, description]) => [
          code,
          { ...response.of, description },
        ]),
      )
    case 'file':
    case 'image':
    case 'stream':
      return { 200: media(response.type) }
    case 'page':
      return { 200: media('text/html') }
    case 'redirect':
    case 'site':
      return {}
    case 'written':
      return {
        200: { ...response.body, description: 'What was asked for' },
        ...(response.isVersioned && { 304: { description: 'Nothing new' } }),
      }
    default: {
      const description = status === 201 ? 'Created' : method === 'GET' ? 'What was asked for' : 'Done'
      return {
        [status]: { ...(reportsUnknown(operation) ? warning(response.body) : response.body), description },
      }
    }
  }
}

function reportsUnknown(operation: Operation): boolean {
  return reportsUnknownFields(operation) || reportsUnknownParameters(operation)
}

/** Warnings may accompany every response. */
function warning(body: TSchema & { readonly properties?: object }): object {
  return { ...body, properties: { warnings: Warnings, ...body.properties } }
}

function media(type: string): object {
  return { description: 'The file', content: { [type]: { schema: { type: 'string' } } } }
}

function errorResponses(operation: Operation): Readonly<Record<number, TSchema>> {
  // The status is the outcome here, even if it would be an error elsewhere.
  if (operation.response.kind === 'byStatus') return {}
  const byStatus = Map.groupBy(errorsOf(operation), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const description = same.map((code) => ERRORS[code].text).join(', or ')
      return [status, { ...ErrorBody, description }]
    }),
  )
}

// Adds `_meta` to every JSON response in test mode.

/** The body with the `_meta` of this caller. */
export function withMeta(request: FastifyRequest, body: unknown): unknown {
  return withMetaOf(modeOf(request), withReadableWarnings(request, body), request.metaMessage)
}

/** Issues of fields as they are sent: in English, with a sentence for the reader. */
function withReadableWarnings(request: FastifyRequest, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return body
  if (!Array.isArray(body.warnings)) return body
  const language = readerLanguage(request)
  const warnings = body.warnings.map((one) => {
    if (!('field' in one) || 'user_message' in one) return one
    // Warnings that are stored with a booking are English texts.
    const issue = typeof one.issue === 'string' ? storedIssue(one.issue) : one.issue
    return detailsFor(language, [{ ...one, issue }])[0]
  })
  return { ...body, warnings }
}

/**
 * Public operations look up no key, so the key's prefix decides. The health check must not wait for the
 * database.
 */
function modeOf({ caller, headers, routeOptions }: FastifyRequest): Mode | undefined {
  if (routeOptions.config.operation?.response.kind === 'byStatus') return modeOfKey(headers.authorization)
  return caller?.owner.mode
}

// Writes the JSON of lists item by item, yielding between items: a page of a hundred large ones would block
// the event loop.

export function writeLists(app: App): void {
  app.addHook('preSerialization', (request, reply, body, done) => {
    const response = withMeta(request, body)
    if (!hasItems(response)) return done(null, response)
    mapInTurns(response.data, (item) => JSON.stringify(item)).then((items) => {
      reply.serializer((text: unknown) => String(text))
      done(null, written(response, items))
    }, done)
  })
}

function hasItems(response: unknown): response is { data: unknown[] } {
  return (
    typeof response === 'object' &&
    response !== null &&
    'data' in response &&
    Array.isArray(response.data) &&
    response.data.length > 1
  )
}

/** Equals the output of JSON.stringify. */
function written(response: { data: unknown[] }, items: string[]): string {
  const fields = Object.entries(response)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === 'data' ? `[${items.join()}]` : JSON.stringify(value)])
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
}
