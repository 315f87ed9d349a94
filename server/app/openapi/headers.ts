// The headers that requests may carry and answers have, as OpenAPI tells of them.
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, WAIT_SECONDS_MAX } from '../../../contract/limits.ts'
import { isChange, type Operation } from '../../../contract/operation.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { ...text, maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX },
    description:
      'The same request with the same key is done once and answered with the same bytes for 24 hours',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    schema: { ...text, examples: ['pt-BR'] },
    description: 'Names of places in English, or in Portuguese where it likes that best, such as pt-BR',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    schema: { ...text, examples: ['wait=10'] },
    description:
      `\`wait=N\` (RFC 7240): the answer waits for the tickets, up to N seconds and ${WAIT_SECONDS_MAX} at most, and ` +
      'says so with `Preference-Applied`',
  },
} as const

/** What a request may carry besides. */
export function parametersOf(operation: Operation): object[] {
  const names: (keyof typeof PARAMETERS)[] = [
    ...(isChange(operation) ? (['IdempotencyKey'] as const) : []),
    ...(operation.waits ? (['Prefer'] as const) : []),
    ...(operation.inLanguages ? (['AcceptLanguage'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

export const HEADERS = {
  'X-Request-Id': {
    schema: text,
    description: 'Id of this request, for questions about it; yours if you sent one',
  },
  'RateLimit-Limit': { schema: count, description: 'Requests that are allowed within a minute' },
  'RateLimit-Remaining': { schema: count, description: 'How many of them are left' },
  'RateLimit-Reset': { schema: count, description: 'Seconds until all of them are there again' },
  'Retry-After': { schema: count, description: 'Seconds to wait before the request is sent again' },
  'WWW-Authenticate': { schema: text, description: '`Bearer`: an API key is missing, or not a valid one' },
  'Idempotent-Replayed': {
    schema: { type: 'string', const: 'true' },
    description: 'The answer is that of an earlier request with the same Idempotency-Key',
  },
  'Preference-Applied': { schema: text, description: 'How long the answer was ready to wait: `wait=N`' },
  'Content-Language': { schema: text, description: 'The language of names in the answer' },
  'Content-Disposition': { schema: text, description: 'Name of the file, and whether to show or save it' },
  'Set-Cookie': { schema: text, description: 'The session, or its end' },
} as const
export type HeaderName = keyof typeof HEADERS

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const EVERY: readonly HeaderName[] = ['X-Request-Id', ...LIMITS]

/** Of what an operation answers where it worked. */
export function successHeaders(operation: Operation): Record<string, object> {
  const { answer } = operation
  return refs([
    ...EVERY,
    ...(isChange(operation) ? (['Idempotent-Replayed'] as const) : []),
    ...(operation.waits ? (['Preference-Applied'] as const) : []),
    ...(operation.inLanguages ? (['Content-Language'] as const) : []),
    ...(operation.forBrowser ? (['Set-Cookie'] as const) : []),
    ...(answer.kind === 'file' ? (['Content-Disposition'] as const) : []),
  ])
}

const ALSO: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Of a refusal with this status. */
export function failureHeaders(status: number): Record<string, object> {
  return refs([...EVERY, ...(ALSO[status] ?? [])])
}

function refs(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
