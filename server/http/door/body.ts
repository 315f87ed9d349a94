// Reads request bodies: JSON, or a file where the operation takes one. An empty body is no body, and the raw bytes are
// kept for idempotency.
import type { FastifyRequest } from 'fastify'
import { Fail } from '../../base/values/fail.ts'
import { issueInBytes } from './scan-json.ts'
import type { App } from './types.ts'

export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined)
    if (takenBy(request) !== undefined) return done(wrongType(request))
    const excess = issueInBytes(raw)
    if (excess !== undefined) return done(malformed(excess))
    request.rawBody = raw
    const text = raw.toString('utf8')
    // Fastify's own parser guards against __proto__; its error is answered as one of our catalogue.
    parseJson(request, text, (error, body) => {
      if (error !== null) done(malformed('is not valid JSON'))
      else {
        const issue = UNFIT_ESCAPE.test(text) ? issueIn(body) : undefined
        if (issue === undefined) done(null, body)
        else done(malformed(issue))
      }
    })
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (raw.length === 0) return done(null, undefined)
    if (!takenBy(request)?.includes(type)) return done(wrongType(request))
    // Not as the body: nothing in it is a field.
    request.rawBody = raw
    done(null, undefined)
  })
}

function takenBy({ routeOptions }: FastifyRequest): readonly string[] | undefined {
  return routeOptions.config.operation?.takes
}

function wrongType(request: FastifyRequest): Fail {
  const taken = takenBy(request)
  const advice =
    taken && `send the bytes of a file, with one of these as its Content-Type: ${taken.join(', ')}`
  return new Fail('unsupported_media_type', advice === undefined ? {} : { advice })
}

function malformed(issue: string): Fail {
  return new Fail('invalid_request_parameters', { details: [{ field: 'body', issue }] })
}

/** Neither character can be in a text of UTF-8 but by its escape. */
const UNFIT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

/** What no route can use: U+0000 and lone surrogates, which PostgreSQL cannot store. */
function issueIn(body: unknown): string | undefined {
  const left: unknown[] = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') {
      if (value.includes('\u0000')) return 'must not contain the character U+0000'
      if (!value.isWellFormed()) return 'must not contain half of a surrogate pair'
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) left.push(name, inner)
  }
  return undefined
}
