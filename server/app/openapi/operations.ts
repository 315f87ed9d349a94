// Describes one operation in OpenAPI.

import type { TSchema } from 'typebox'
import { API_VERSION, ErrorBody, Meta, Pagination, Warnings } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, WAIT_SECONDS_MAX } from '../../../contract/limits.ts'
import {
  errorsOf,
  isChange,
  isConditional,
  isOpen,
  isPersonal,
  isVersioned,
  type Operation,
  partPermissionsOf,
  permissionOf,
} from '../../../contract/operation.ts'
import type { JsonResponse, Written } from '../../../contract/responses.ts'
import { pascal } from '../../../contract/shapes.ts'
import { zeros } from '../../features/sandbox/samples.ts'
import { Fail, failureBody } from '../../kernel/values/fail.ts'
import { inputPlan } from '../http/forgiving-input.ts'
import { etagMaker } from '../http/versions.ts'
import { type Example, exampleFor } from './examples.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'

// The headers of requests and responses.

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
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { ...text, examples: ['"fXrPqk1Yl0aVw9z"'] },
    description:
      'The `ETag` of the object as you read it (or a list, or `*`): if it was changed since, nothing is done and the ' +
      'answer is 412 with `current`',
  },
  EmbarqueVersion: {
    name: 'Embarque-Version',
    in: 'header',
    required: false,
    schema: { ...text, const: API_VERSION },
    description: 'The version of the API that you were built for; the only one so far if left out',
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

/** The header parameters of a request. */
function parametersOf(operation: Operation): object[] {
  const names: (keyof typeof PARAMETERS)[] = [
    ...(isVersioned(operation) ? (['EmbarqueVersion'] as const) : []),
    ...(isChange(operation) ? (['IdempotencyKey'] as const) : []),
    ...(isConditional(operation) ? (['IfMatch'] as const) : []),
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
  'Embarque-Version': { schema: text, description: 'The version of the API that served the request' },
  'RateLimit-Limit': { schema: count, description: 'Requests that are allowed within a minute' },
  'RateLimit-Remaining': { schema: count, description: 'How many of them are left' },
  'RateLimit-Reset': { schema: count, description: 'Seconds until all of them are there again' },
  'Retry-After': { schema: count, description: 'Seconds to wait before the request is sent again' },
  'WWW-Authenticate': { schema: text, description: '`Bearer`: an API key is missing, or not a valid one' },
  'Idempotent-Replayed': {
    schema: { type: 'string', const: 'true' },
    description: 'The answer is that of an earlier request with the same Idempotency-Key',
  },
  ETag: { schema: text, description: 'The version of the object, for `If-Match` of a change' },
  'Preference-Applied': { schema: text, description: 'How long the answer was ready to wait: `wait=N`' },
  'Content-Language': { schema: text, description: 'The language of names in the answer' },
  'Content-Disposition': { schema: text, description: 'Name of the file, and whether to show or save it' },
  'Set-Cookie': { schema: text, description: 'The session, or its end' },
} as const
export type HeaderName = keyof typeof HEADERS

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const EVERY: readonly HeaderName[] = ['X-Request-Id', 'Embarque-Version', ...LIMITS]

/** The headers of successful responses. */
function successHeaders(operation: Operation): Record<string, object> {
  const { response } = operation
  return refs([
    ...EVERY.filter((name) => name !== 'Embarque-Version' || isVersioned(operation)),
    ...(isChange(operation) ? (['Idempotent-Replayed'] as const) : []),
    ...(etagMaker(operation) === undefined ? [] : (['ETag'] as const)),
    ...(operation.waits ? (['Preference-Applied'] as const) : []),
    ...(operation.inLanguages ? (['Content-Language'] as const) : []),
    ...(operation.forBrowser ? (['Set-Cookie'] as const) : []),
    ...(response.kind === 'file' ? (['Content-Disposition'] as const) : []),
  ])
}

const ALSO: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  412: ['ETag'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The headers of an error with this status. */
function failureHeaders(status: number): Record<string, object> {
  return refs([...EVERY, ...(ALSO[status] ?? [])])
}

function refs(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

// The successful responses of an operation; envelopes and pages are named after their content.

function successesOf(operation: Operation, writer: SchemaWriter, place: string): Record<string, object> {
  const { method, response, status = 200 } = operation
  const headers = successHeaders(operation)
  switch (response.kind) {
    case 'byStatus': {
      const content = json(writer.write(response.of, place))
      const said = Object.entries(response.statuses)
      return Object.fromEntries(said.map(([code, description]) => [code, { description, headers, content }]))
    }
    case 'file':
    case 'image':
    case 'stream':
      return { 200: { description: 'The file', headers, content: { [response.type]: { schema: BYTES } } } }
    case 'page':
      return { 200: { description: 'The page', headers, content: { 'text/html': { schema: BYTES } } } }
    case 'redirect':
      return { 303: { description: 'The browser is sent on', headers } }
    case 'site':
      return {}
    case 'written':
      return { 200: { description: ASKED, headers, content: json(successBodyOf(response, writer, place)) } }
    default: {
      const description = status === 201 ? 'Created' : method === 'GET' ? ASKED : 'Done'
      return { [status]: { description, headers, content: json(successBodyOf(response, writer, place)) } }
    }
  }
}

const ASKED = 'What was asked for'
const BYTES: Schema = { type: 'string' }

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** The whole body. Warnings about unknown fields have the same place in all. */
export function successBodyOf(
  { kind, of }: JsonResponse | Written,
  writer: SchemaWriter,
  place: string,
): Schema {
  if (kind === 'bare' || kind === 'written') return writer.write(of, place)
  if (kind === 'list') {
    const item = writer.write(of, place)
    return writer.name(`${named(item, place).replace(/(?:List)?Item$/, '')}Page`, () =>
      enveloped(
        writer,
        { data: { type: 'array', items: item }, pagination: writer.write(Pagination, '') },
        { warnings: writer.write(Warnings, '') },
      ),
    )
  }
  const items = itemsOf(of)
  const beside = kind === 'whole' ? { pagination: writer.write(Pagination, '') } : {}
  const data = items === undefined ? writer.write(of, place) : writer.write(items, place)
  const all: Schema = items === undefined ? data : { type: 'array', items: data }
  return writer.name(`${named(data, place)}${items === undefined ? '' : 'List'}Answer`, () =>
    enveloped(writer, { data: all, ...beside }, { warnings: writer.write(Warnings, '') }),
  )
}

function itemsOf(shape: TSchema & { items?: TSchema }): TSchema | undefined {
  return 'items' in shape ? shape.items : undefined
}

function enveloped(
  writer: SchemaWriter,
  fields: Record<string, Schema>,
  maybe: Record<string, Schema> = {},
): Schema {
  return {
    type: 'object',
    required: ['success', ...Object.keys(fields)],
    properties: {
      success: { type: 'boolean', const: true },
      ...fields,
      ...maybe,
      _meta: writer.write(Meta, ''),
    },
  }
}

function named({ $ref }: Schema, place: string): string {
  return $ref?.split('/').at(-1) ?? place
}

/** Turns `bookings.create` into a name that suits client generators. */
function operationIdOf(id: string): string {
  return id.replace(/\.(\w)/, (_, first: string) => first.toUpperCase())
}

export function describeOperation(
  id: string,
  operation: Operation,
  {
    writer,
    failures,
    example,
  }: { writer: SchemaWriter; failures: FailureWriter; example: Example | undefined },
): object {
  const { tag, summary, params, query } = operation
  const permission = permissionOf(operation)
  const parameters = [
    ...writeParameters('path', params, writer),
    ...writeParameters('query', query, writer, example?.query),
    ...parametersOf(operation),
  ]
  const requestBody = bodyOf(id, operation, writer, example?.body)
  return {
    operationId: operationIdOf(id),
    'x-operation': id,
    summary,
    description: descriptionOf(operation),
    tags: [tag],
    security: securityOf(operation),
    ...(permission !== null && { 'x-permission': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...successesOf(operation, writer, `${pascal(id)}Result`),
      ...failures.write(id, operation),
    },
  }
}

/** The description with the required permission. */
function descriptionOf(operation: Operation): string | undefined {
  const { summary, description, access } = operation
  const whose = isPersonal(operation) ? 'For people who are signed in.' : 'Needs no key.'
  const parts = partPermissionsOf(operation).map((one) => `\`${one}\``)
  const needed =
    parts.length === 0 ? `\`${access}\`` : `\`${access}\`, and a part of it ${parts.join(' or ')}`
  const needs = isOpen(operation) || isPersonal(operation) ? whose : `Needs the permission ${needed}.`
  return [description ?? `${summary}.`, ...(description?.includes(needs) ? [] : [needs])].join(' ')
}

/** Keys and people have the same permissions; personal operations are for people only. */
function securityOf(operation: Operation): Record<string, string[]>[] {
  if (isOpen(operation)) return []
  if (isPersonal(operation)) return [{ session: [] }]
  return [{ apiKey: [] }, { session: [] }]
}

interface Fields {
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  allOf?: readonly Fields[]
}

function writeParameters(
  place: 'path' | 'query',
  shape: TSchema | undefined,
  writer: SchemaWriter,
  examples: Readonly<Record<string, unknown>> = {},
): object[] {
  return fieldsOf(shape ?? {}).map(([name, schema, isRequired]) => {
    const { description = undefined, ...written } = writer.write(schema, pascal(name), name)
    const example = examples[name] ?? exampleFor(description)
    const named = written.type === 'array' ? `${name}[]` : name
    const parameter = {
      name: named,
      in: place,
      required: isRequired,
      description,
      ...(written.additionalProperties !== undefined && { style: 'deepObject', explode: true }),
      schema: written,
    }
    return example === undefined ? parameter : { ...parameter, example }
  })
}

function fieldsOf({ properties = {}, required = [], allOf = [] }: Fields): [string, Schema, boolean][] {
  const own = Object.entries(properties).map(([name, schema]): [string, Schema, boolean] => [
    name,
    schema,
    required.includes(name),
  ])
  return [...own, ...allOf.flatMap(fieldsOf)]
}

function bodyOf(
  id: string,
  operation: Operation,
  writer: SchemaWriter,
  example: unknown,
): object | undefined {
  const { method, body, takes } = operation
  if (takes !== undefined)
    return { required: true, content: Object.fromEntries(takes.map((type) => [type, { schema: FILE }])) }
  if (body === undefined) return undefined
  const media = {
    schema: writer.write(body, `${pascal(id)}Body`, '', inputPlan(body, method)),
    ...(example !== undefined && { example }),
  }
  return { required: !('x-optional' in body), content: { 'application/json': media } }
}

const FILE: Schema = { type: 'string', format: 'binary' }

// The errors of an operation: for each status the closed list of codes, with the message of each.

export interface FailureWriter {
  /** The errors of an operation, by status. */
  write(id: string, operation: Operation): Record<string, object>
  /** All components referenced so far: shared errors appear once. */
  components(): Record<string, object>
  /** Each referenced code as it is sent, without request-specific details. */
  examples(): Record<string, object>
}

export function makeFailureWriter(writer: SchemaWriter, address: string): FailureWriter {
  const names = new Map<string, string>()
  const components: Record<string, object> = {}
  const examples: Record<string, object> = {}

  function refer(id: string, status: number, codes: readonly ErrorCode[]): object {
    const [first = '', ...others] = codes
    const key = codes.join(' ')
    const called = others.length === 0 ? pascal(first) : `${pascal(id)}${status}`
    // Generators call the responses of an operation by its id and status, so a component needs another name.
    const name = names.get(key) ?? called.replace(/(?:Error)?$/, 'Error')
    names.set(key, name)
    components[name] ??= failureOf(status, codes, writer)
    for (const code of codes) examples[code] ??= exampleOf(code, address)
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    write(id, operation) {
      // If the status is the outcome, only declared errors are errors.
      const codes = operation.response.kind === 'byStatus' ? (operation.errors ?? []) : errorsOf(operation)
      const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status)
      return Object.fromEntries([...byStatus].map(([status, same]) => [status, refer(id, status, same)]))
    },
    components: () => components,
    examples: () => examples,
  }
}

function exampleOf(code: ErrorCode, address: string): object {
  const value = failureBody(new Fail(code), zeros('req'), { language: 'pt-BR', address })
  return { summary: ERRORS[code].text, value }
}

function failureOf(status: number, codes: readonly ErrorCode[], writer: SchemaWriter): object {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: codes.map((code) => ERRORS[code].text).join(', or '),
    headers: failureHeaders(status),
    content: {
      'application/json': { schema: refused(codes, writer), examples: Object.fromEntries(examples) },
    },
  }
}

/** Every error has one shape; the code is one of a few. */
function refused(codes: readonly ErrorCode[], writer: SchemaWriter): Schema {
  const any = writer.write(ErrorBody, 'ApiError')
  return {
    allOf: [
      any,
      { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
    ],
  }
}

// Derives the format of dates, times, addresses and ids from names and descriptions, because validators do
// not use it.

const BY_PATTERN: Readonly<Record<string, string>> = {
  '^\\d{4}-\\d{2}-\\d{2}$': 'date',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$': 'date-time',
}

interface Text {
  readonly type?: string | string[]
  readonly pattern?: string
  readonly description?: string
}

/** `key` is the name of the field. */
export function formatOf(key: string, { type, pattern = '', description = '' }: Text): string | undefined {
  if (type !== 'string') return undefined
  if (pattern in BY_PATTERN) return BY_PATTERN[pattern]
  if (/YYYY-MM-DD|^(?:From|Up to) this day/.test(description)) return 'date'
  if (/^ISO 8601 timestamp|\(timestamp\)/.test(description)) return 'date-time'
  if (description === 'UUID') return 'uuid'
  if (/(?:^|_)email$|^reply_to$/.test(key)) return description.includes('; empty if ') ? undefined : 'email'
  if (/(?:^|_)url$|^website$/.test(key)) return 'uri'
  return undefined
}
