// Reads request bodies: JSON only, an empty body is no body, and the raw bytes are kept for idempotency.
import { Fail } from '../../base/values/fail.ts'
import type { App } from './types.ts'

export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined)
    request.rawBody = raw
    const text = raw.toString('utf8')
    // Fastify's own parser guards against __proto__; its error is answered as one of our catalogue.
    parseJson(request, text, (error, body) => {
      if (error !== null) done(malformed('is not valid JSON'))
      else {
        const issue = text.length > SURELY_SHALLOW_BYTES || text.includes('\\u') ? issueIn(body) : undefined
        if (issue === undefined) done(null, body)
        else done(malformed(issue))
      }
    })
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, raw: Buffer, done) => {
    if (raw.length === 0) done(null, undefined)
    else done(new Fail('unsupported_media_type'))
  })
}

function malformed(issue: string): Fail {
  return new Fail('invalid_request_parameters', { details: [{ field: 'body', issue }] })
}

// A body this short cannot be nested deeply enough to do harm.
const SURELY_SHALLOW_BYTES = 1_000
const DEPTH_MAX = 100

/** What no route can use: U+0000 and lone surrogates, which PostgreSQL cannot store, and nesting too deep to read. */
function issueIn(body: unknown): string | undefined {
  const left: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }]
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    const { value, depth } = item
    if (depth > DEPTH_MAX) return `must not be nested more than ${DEPTH_MAX} levels deep`
    if (typeof value === 'string' && value.includes('\u0000')) return 'must not contain the character U+0000'
    if (typeof value === 'string' && !value.isWellFormed()) return 'must not contain half of a surrogate pair'
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value))
      left.push({ value: name, depth }, { value: inner, depth: depth + 1 })
  }
  return undefined
}
