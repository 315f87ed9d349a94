// Reads request bodies: JSON, what a form of a page sends, or a file where the operation takes one. An empty body is no
// body, and the raw bytes are kept for idempotency.
import type { FastifyRequest } from 'fastify'
import { Fail } from '../../kernel/values/fail.ts'
import { issueInBytes } from './scan-json.ts'
import type { App } from './types.ts'

const FORM = 'application/x-www-form-urlencoded'

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
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined)
    if (request.routeOptions.config.operation?.sentByForm !== true) return done(wrongType(request))
    const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
    const issue = issueIn(fields)
    if (issue === undefined) done(null, fields)
    else done(malformed(issue))
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
