// Turns what a bound function returned into the answer its operation declares: envelope, page, file or redirect.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerShape, FileAnswer, ImageAnswer, JsonAnswer } from '../../../contract/answers.ts'
import type { ErrorDetail } from '../../../contract/common.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Results } from '../../features/bindings.ts'
import { BODIES, enveloped } from '../../kernel/outbox/answer-body.ts'
import { listed, type Page } from '../../kernel/values/pages.ts'
import { sendPage } from './send-page.ts'
import { withWarnings } from './warnings.ts'

// Methods, as in bindings: a result of any kind goes in, and the declaration vouches for which.
type Shape = { shape(result: unknown, asked: Asked): object }['shape']
type Send = { send(reply: FastifyReply, result: unknown, asked: Asked): FastifyReply }['send']

/** What of the request its answer depends on. */
interface Asked {
  readonly request: FastifyRequest
  readonly page?: Page
  readonly warnings?: readonly ErrorDetail[] | undefined
}
type Paged = Asked & { readonly page: Page }

const SHAPES: Readonly<Record<JsonAnswer['kind'], Shape>> = {
  ...BODIES,
  list: ({ items, total }: Results<unknown>['list'], { page }: Paged) => listed(items, page, total),
  withWarnings: ({ data, warnings }: Results<unknown>['withWarnings']) => ({
    ...enveloped(data),
    ...(warnings.length > 0 && { warnings }),
  }),
}

export function shapeOf(answer: JsonAnswer): Shape {
  const shape = SHAPES[answer.kind]
  const { testMessage } = answer
  if (testMessage === undefined) return shape
  return (result: object, asked) => {
    asked.request.metaMessage = testMessage(result)
    return shape(result, asked)
  }
}

/** How the results of an operation are sent. */
export function senderOf({ answer, status = 200 }: Operation): Send {
  if (isJson(answer)) {
    const shape = shapeOf(answer)
    return (reply, result, asked) =>
      reply.code(status).send(withWarnings(shape(result, asked), asked.warnings ?? []))
  }
  if (answer.kind === 'file') return fileSender(answer)
  if (answer.kind === 'image') return imageSender(answer)
  return OTHERS[answer.kind]
}

export function isJson(answer: AnswerShape): answer is JsonAnswer {
  return answer.kind in SHAPES
}

function fileSender({ type, disposition }: FileAnswer): Send {
  const contentType = type.startsWith('text/') ? `${type}; charset=utf-8` : type
  return (reply, { name, content }: Results<unknown>['file']) =>
    reply
      .type(contentType)
      .header('content-disposition', `${disposition}; filename="${name}"`)
      .send(typeof content === 'string' || Buffer.isBuffer(content) ? content : inPieces(content))
}

/** A piece is made when the one before it is taken: sixteen would be made ahead, for each who reads slowly. */
function inPieces(content: AsyncIterable<string>): Readable {
  return Readable.from(content, { highWaterMark: 1 })
}

function imageSender({ type, cacheSeconds }: ImageAnswer): Send {
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
  // A proxy that waits for more of it would keep it to itself.
  stream: (reply, { content }: Results<unknown>['stream']) =>
    reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(content),
  // The library serves these itself.
  site: (reply) => reply,
}

/** Only to who does not have it yet. Its version is weak, being the same whether the bytes are compressed or not. */
export function sendVersioned(
  reply: FastifyReply,
  { headers }: FastifyRequest,
  { bytes, version }: { bytes: unknown; version: string },
): FastifyReply {
  reply.headers({ etag: `W/${version}`, 'cache-control': 'no-cache' })
  return isKnown(headers['if-none-match'], version) ? reply.code(304).send() : reply.send(bytes)
}

/** Whether the caller has this version, weak or not. */
function isKnown(known: string | undefined, version: string): boolean {
  const versions = (known ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''))
  return versions.includes(version) || versions.includes('*')
}
