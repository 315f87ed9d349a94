// Reads request bodies: JSON only, an empty body is no body, and the raw bytes are kept for idempotency.
import type { FastifyRequest } from 'fastify'
import { Fail } from '../base/fail.ts'
import type { App } from './types.ts'

export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined)
    request.rawBody = raw
    const text = raw.toString('utf8')
    // Fastify's own parser guards against __proto__; its complaint is told in our words.
    parseJson(request as FastifyRequest, text, (error, body) => {
      if (error !== null) done(malformed('is not valid JSON'))
      else if (text.includes('\\u0000') && hasNul(body))
        done(malformed('must not contain the character U+0000'))
      else done(null, body)
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

/** The database cannot store U+0000 in text, so it is refused at the door. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => name.includes('\u0000') || hasNul(inner))
}
