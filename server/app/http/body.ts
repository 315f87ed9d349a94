// Parses request bodies: JSON, HTML forms, or files where the operation takes one. The raw bytes are kept for
// idempotency.

import type { FastifyRequest } from 'fastify'
import { BODY_VALUES_MAX } from '../../../contract/limits.ts'
import { type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { App } from './types.ts'

// Scans the bytes of a body before it is parsed, so that a body that would be slow to parse and validate is
// refused after one cheap pass.

const DEPTH_MAX = 100
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Returns undefined if the body may be parsed; the parser checks that it is JSON. */
export function issueInBytes(raw: Buffer): Issue | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0
    if (byte === QUOTE) at = endOfString(raw, at)
    else if (byte === COMMA) values++
    else if (OPENING.has(byte)) {
      values++
      if (++depth > DEPTH_MAX + 1)
        return issueWith('must not be nested more than {count} levels deep', { count: DEPTH_MAX })
    } else if (CLOSING.has(byte)) depth--
    if (values > BODY_VALUES_MAX)
      return issueWith('must not have more than {count} values', { count: BODY_VALUES_MAX })
  }
  return undefined
}

/** Returns the index of the closing quote, or the end of the buffer. */
function endOfString(raw: Buffer, start: number): number {
  let end = raw.indexOf(QUOTE, start + 1)
  while (end >= 0 && isEscaped(raw, end)) end = raw.indexOf(QUOTE, end + 1)
  return end < 0 ? raw.length : end
}

function isEscaped(raw: Buffer, at: number): boolean {
  let first = at
  while (raw[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}

const FORM = 'application/x-www-form-urlencoded'

export function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw: Buffer, done) => {
    if (raw.length === 0) return done(null, undefined)
    if (acceptedTypes(request) !== undefined) return done(wrongType(request))
    const excess = issueInBytes(raw)
    if (excess !== undefined) return done(malformed(excess))
    request.rawBody = raw
    const text = raw.toString('utf8')
    // Fastify's parser guards against __proto__; its error is translated into our catalogue.
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
    if (!acceptedTypes(request)?.includes(type)) return done(wrongType(request))
    // A file is not the body, because it has no fields.
    request.rawBody = raw
    done(null, undefined)
  })
}

function acceptedTypes({ routeOptions }: FastifyRequest): readonly string[] | undefined {
  return routeOptions.config.operation?.takes
}

function wrongType(request: FastifyRequest): Fail {
  const taken = acceptedTypes(request)
  const advice =
    taken && `send the bytes of a file, with one of these as its Content-Type: ${taken.join(', ')}`
  return new Fail('unsupported_media_type', advice === undefined ? {} : { advice })
}

function malformed(issue: Issue): Fail {
  return new Fail('invalid_request_parameters', { details: [{ field: 'body', issue }] })
}

/** In UTF-8 text these characters appear only as escapes. */
const UNFIT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/

/** Finds U+0000 and lone surrogates, which PostgreSQL cannot store. */
function issueIn(body: unknown): Issue | undefined {
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
