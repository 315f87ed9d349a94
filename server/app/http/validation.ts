// Compiles schemas into validators: bodies are never coerced, query strings are parsed, and errors name their
// field. Undeclared query parameters are removed.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { LIST_ITEMS_MAX } from '../../../contract/limits.ts'
import { eitherOf, englishOf, foreignIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { FieldShape } from '../../kernel/values/input.ts'
import { tidierOf } from './forgiving-input.ts'

// Finds lists that are too long before their items are validated: collecting the errors of thousands of items
// would be slow.

/** The part of a JSON schema that names lists. */
export interface ListShape {
  readonly maxItems?: number
  readonly items?: ListShape
  readonly properties?: Readonly<Record<string, ListShape>>
  readonly anyOf?: readonly ListShape[]
  readonly allOf?: readonly ListShape[]
}

export interface Unbounded {
  /** The parts of a JSON pointer. */
  path: readonly string[]
  most: number
}

export function findUnbounded(
  shape: ListShape,
  value: unknown,
  path: readonly string[] = [],
): Unbounded | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // With alternatives, each must be too long.
  const alternatives = (shape.anyOf ?? []).map((part) => findUnbounded(part, value, path))
  if (alternatives.length > 0)
    return alternatives.every((found) => found !== undefined) ? alternatives[0] : undefined
  for (const part of shape.allOf ?? []) {
    const found = findUnbounded(part, value, path)
    if (found !== undefined) return found
  }
  return Array.isArray(value) ? inList(shape, value, path) : inFields(shape, value, path)
}

function inList(shape: ListShape, list: unknown[], path: readonly string[]): Unbounded | undefined {
  const most = shape.maxItems ?? LIST_ITEMS_MAX
  if (list.length > most) return { path, most }
  const { items } = shape
  if (items === undefined) return undefined
  for (const [index, item] of list.entries()) {
    const found = findUnbounded(items, item, [...path, String(index)])
    if (found !== undefined) return found
  }
  return undefined
}

function inFields(shape: ListShape, value: object, path: readonly string[]): Unbounded | undefined {
  const inner = new Map<string, unknown>(Object.entries(value))
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    const found = findUnbounded(field, inner.get(name), [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

const OPTIONS = { strict: false, useDefaults: true, removeAdditional: false, verbose: true } as const
const DETAILS_MAX = 20

const forBodies = new Ajv({ ...OPTIONS, coerceTypes: false })
const forBodiesThorough = new Ajv({ ...OPTIONS, coerceTypes: false, allErrors: true })
// A parameter that is sent once is a list of one, where a list is declared.
const forTheRest = new Ajv({ ...OPTIONS, coerceTypes: 'array' })

/** Each validator is compiled at its first use: compiling all takes a quarter of the start. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, method, httpPart }) => {
  const isBody = httpPart === 'body'
  const tidy = isBody ? tidierOf(schema, method) : undefined
  const mayBeLeftOut = isBody && 'x-optional' in schema
  let validate: ValidateFunction | undefined
  let thorough: ValidateFunction | undefined
  const declared = httpPart === 'querystring' ? new Set(namesIn(schema)) : undefined
  return (data: unknown) => {
    if (declared !== undefined) leaveOutOthers(Object(data), declared)
    if ((data === undefined || data === null) && mayBeLeftOut) return { value: undefined }
    const conflicts = tidy?.(data) ?? []
    if (conflicts.length > 0)
      return { error: new Fail('invalid_request_parameters', { details: conflicts.slice(0, DETAILS_MAX) }) }
    validate ??= (isBody ? forBodies : forTheRest).compile(schema)
    if (validate(data)) return { value: data }
    if (!isBody) return { error: faultOf(validate.errors ?? []) }
    const unbounded = findUnbounded(schema, data)
    if (unbounded !== undefined) return { error: tooMany(unbounded) }
    // The first error is found cheaply; all are collected once their number is known to be small.
    thorough ??= forBodiesThorough.compile(schema)
    thorough(data)
    return { error: faultOf(thorough.errors ?? []) }
  }
}

/** Unknown parameters are ignored and would otherwise be passed on. */
function leaveOutOthers(query: Record<string, unknown>, declared: ReadonlySet<string>): void {
  for (const name of Object.keys(query)) if (!declared.has(name)) delete query[name]
}

/** Includes nested schemas. */
function namesIn({ properties = {}, allOf = [] }: FieldShape): string[] {
  return [...Object.keys(properties), ...allOf.flatMap(namesIn)]
}

function tooMany({ path, most }: Unbounded): Fail {
  const field = path.join('.') || 'body'
  return new Fail('invalid_request_parameters', {
    details: [{ field, issue: issueWith('must have at most {count} items', { count: most }) }],
  })
}

function faultOf(errors: ErrorObject[]): Fail {
  /** By field, then by English text. */
  const issues = new Map<string, Map<string, Issue>>()
  for (const error of errors) {
    if (error.keyword === 'anyOf' || isNeedlessNull(error, errors)) continue
    const field = fieldOf(error)
    const known = issues.get(field)
    if (known === undefined && issues.size === DETAILS_MAX) break
    const issue = issueOf(error)
    const english = englishOf(issue)
    if (known === undefined) issues.set(field, new Map([[english, issue]]))
    else known.set(english, issue)
  }
  const details = [...issues].map(([field, several]) => ({ field, issue: eitherOf([...several.values()]) }))
  return new Fail('invalid_request_parameters', { details })
}

/** Of a field that may be null, what is wrong with the other value is enough. */
function isNeedlessNull({ keyword, params, instancePath }: ErrorObject, errors: ErrorObject[]): boolean {
  if (keyword !== 'type' || params.type !== 'null') return false
  return errors.some(
    (other) =>
      other.params.type !== 'null' &&
      other.keyword !== 'anyOf' &&
      `${other.instancePath}/`.startsWith(`${instancePath}/`),
  )
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  if (keyword === 'required') path.push(params.missingProperty)
  return path.join('.') || 'body'
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function issueOf({ keyword, message, params, parentSchema }: ErrorObject): Issue {
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum') return issueWith('must be one of {list}', { list: params.allowedValues.join(', ') })
  if (keyword === 'pattern')
    return patternIssue(params.pattern, parentSchema?.examples) ?? 'must have a valid form'
  if (keyword === 'const')
    return issueWith('must be exactly {value}', { value: JSON.stringify(params.allowedValue) })
  return ISSUES[keyword]?.(params) ?? (message === undefined ? 'is wrong' : foreignIssue(message))
}

type Params = ErrorObject['params']

const TYPES: Readonly<Record<string, Issue>> = {
  string: 'must be a string',
  number: 'must be a number',
  integer: 'must be a whole number',
  boolean: 'must be true or false',
  null: 'must be null',
  array: 'must be a list',
  object: 'must be an object',
}

/** Readable messages for the validator's keywords. */
const ISSUES: Readonly<Record<string, (params: Params) => Issue | undefined>> = {
  type: ({ type }) => TYPES[type],
  minLength: ({ limit }) =>
    limit === 1
      ? 'must have at least 1 character'
      : issueWith('must have at least {count} characters', { count: limit }),
  maxLength: ({ limit }) =>
    limit === 1
      ? 'must have at most 1 character'
      : issueWith('must have at most {count} characters', { count: limit }),
  minItems: ({ limit }) =>
    limit === 1
      ? 'must have at least 1 item'
      : issueWith('must have at least {count} items', { count: limit }),
  maxItems: ({ limit }) =>
    limit === 1 ? 'must have at most 1 item' : issueWith('must have at most {count} items', { count: limit }),
  minProperties: ({ limit }) =>
    limit === 1
      ? 'must have at least 1 field'
      : issueWith('must have at least {count} fields', { count: limit }),
  maxProperties: ({ limit }) => issueWith('must have at most {count} fields', { count: limit }),
  minimum: ({ limit }) => issueWith('must be {least} or more', { least: limit }),
  maximum: ({ limit }) => issueWith('must be {most} or less', { most: limit }),
  exclusiveMinimum: ({ limit }) => issueWith('must be more than {least}', { least: limit }),
  exclusiveMaximum: ({ limit }) => issueWith('must be less than {most}', { most: limit }),
  multipleOf: ({ multipleOf }) => issueWith('must be a multiple of {step}', { step: multipleOf }),
  additionalProperties: () => 'must not have other fields',
  uniqueItems: () => 'has the same item twice',
}

/** Describes a pattern by an example instead of a regular expression; undefined without an example. */
function patternIssue(pattern: string, examples: readonly unknown[] = []): Issue | undefined {
  if (pattern === '\\S') return 'must not be blank'
  return examples.length === 0
    ? undefined
    : issueWith('must look like {example}', { example: examples.join(' or ') })
}
