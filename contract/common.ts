// Shapes that every part of the API shares: envelopes, pages, errors and their helpers.
import Type, { type TSchema } from 'typebox'
import { ERROR_TYPES } from './errors.ts'
import { CURSOR_CHARACTERS_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts'
import type { FieldIssue } from './phrases/issues.ts'

export const API_VERSION = '2026-11-01'

/** A list with a first item. */
export type NonEmpty<T> = [T, ...T[]]

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'UTC with milliseconds',
  examples: ['2026-11-15T12:00:00.000Z'],
})

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Meta = Type.Object(
  { test_mode: Type.Boolean(), message: Type.String() },
  { description: 'Present when a test key was used' },
)

/** A body that the code reads by hand, field by field, instead of validating it by schema. */
export const AnyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' })

/** A path parameter that names an object. */
export const IdOf = (what: string, prefix: string) =>
  Type.String({ description: `Id of the ${what} (${prefix}_)` })

/** A body that may be omitted, and is validated if it is sent. */
export const OptionalBody = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Type.Static<T> | undefined>({ ...schema, 'x-optional': true })

export const Enveloped = <T extends TSchema>(data: T) =>
  Type.Object({ success: Type.Literal(true), data, _meta: Type.Optional(Meta) })

export const ErrorDetail = Type.Object({
  field: Type.String({ description: 'Path of the field to blame, for example passengers.0.born_on' }),
  issue: Type.String(),
  user_message: Type.Optional(
    Type.String({ description: 'The issue as a sentence for people, in the language of the reader' }),
  ),
})
export type ErrorDetail = Type.Static<typeof ErrorDetail>

/** The result, with warnings about input that was accepted although it looks wrong. */
export interface Warned<T> {
  readonly data: T
  readonly warnings: readonly FieldIssue[]
}

export const Warnings = Type.Array(ErrorDetail, {
  description:
    'What was taken although it looks wrong, such as check digits, and unknown fields and query parameters',
})

/** Data and warnings inside the usual envelope. */
export const EnvelopedWithWarnings = <T extends TSchema>(data: T) =>
  Type.Object({
    success: Type.Literal(true),
    data,
    warnings: Type.Optional(Warnings),
    _meta: Type.Optional(Meta),
  })

export const Pagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  pages: Type.Integer({ description: '0 when total is 0' }),
  has_more: Type.Boolean({ description: 'Whether items follow the last one of this page' }),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: '`starting_after` of the next page; null after the last one',
  }),
  previous_cursor: Type.Union([Type.String(), Type.Null()], {
    description: '`ending_before` of the page before; null before the first one',
  }),
})
export type Pagination = Type.Static<typeof Pagination>

export const ErrorBody = Type.Object({
  success: Type.Literal(false),
  error: Type.String({ description: 'The error text of the contract' }),
  code: Type.String({ description: 'The text in snake_case: what programs compare' }),
  type: Type.Enum([...ERROR_TYPES], { description: 'What kind of failure it is' }),
  message: Type.String({ description: 'The text and what to do about it' }),
  user_message: Type.String({
    description:
      'What to show to a person, in Portuguese or English: as Accept-Language says, or else in the language of the team',
  }),
  param: Type.Optional(
    Type.String({ description: 'The first field to blame, as in details; left out where no field is' }),
  ),
  details: Type.Optional(Type.Array(ErrorDetail)),
  current: Type.Optional(
    Type.Unsafe<object>({
      type: 'object',
      description: 'Of `precondition_failed`: the object as it is now; its version is in the ETag header',
    }),
  ),
  doc_url: Type.String({ description: 'Address of a page about the code, which needs no key' }),
  request_id: Type.String(),
  _meta: Type.Optional(Meta),
})

/**
 * A body for which the contract has its own error texts. Validation accepts any object, so that the code can respond
 * with those texts; `described` is what the documentation shows.
 */
export const CheckedByHand = <T extends TSchema, D extends TSchema>(accepted: T, described: D) =>
  Type.Unsafe<Type.Static<T>>({ ...accepted, 'x-described': described })

/** A field that may be sent under a second name. */
export const AlsoNamed = <T extends TSchema & { readonly description?: string }>(
  alias: string,
  schema: T,
): T => {
  const also = `\`${alias}\` means the same`
  return { ...schema, 'x-alias': alias, description: [schema.description, also].filter(Boolean).join('; ') }
}

/** An optional amount that means everything if it is left out: an explicit null is a mistake, and refused. */
export const NotNull = <T extends TSchema>(schema: T): T => ({ ...schema, 'x-not-null': true })

const Cursor = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_CHARACTERS_MAX, description }))

const LIMIT = { minimum: 1 } as const
const CURSORS = {
  starting_after: Cursor(
    'A `next_cursor`: the items after that page, however many were added, changed or removed since. With the same ' +
      'filters, without `page`; `total` and `pages` are those of the first page',
  ),
  ending_before: Cursor(
    'A `previous_cursor`: the items before that page. Without `page` and `starting_after`',
  ),
}

/** Query parameters of every list. A limit above the maximum is served as the maximum. */
export const PageQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'From 1 on; 1 if left out' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      ...LIMIT,
      description: `Items per page; ${PAGE_SIZE} if left out, at most ${PAGE_SIZE_MAX}`,
    }),
  ),
  ...CURSORS,
})
export type PageQuery = Type.Static<typeof PageQuery>

/** Query parameters of a short list, which is whole without a limit. */
export const WholeQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ ...LIMIT, description: `Items per page; all if left out, else at most ${PAGE_SIZE_MAX}` }),
  ),
  ...CURSORS,
})
export type WholeQuery = Type.Static<typeof WholeQuery>

/** The query of a list that can be narrowed. */
export const PageOf = <F extends Type.TProperties>(filter: F) =>
  Type.Intersect([PageQuery, Type.Object(filter)])

export const Listed = <T extends TSchema>(item: T) =>
  Type.Object({
    success: Type.Literal(true),
    data: Type.Array(item),
    pagination: Pagination,
    _meta: Type.Optional(Meta),
  })

const From = (what: string) =>
  Type.Optional(
    Type.String({
      description: `${what} at this moment or later. A day, such as 2026-11-15, counts from its beginning, in the team's time zone`,
    }),
  )
const Until = (what: string) =>
  Type.Optional(
    Type.String({
      description: `${what} before this moment. A day counts to its end, in the team's time zone`,
    }),
  )

/** Filters of a list by time: of objects that never change, and of all others. */
export const CREATED = { created_after: From('Created'), created_before: Until('Created') }
export const CHANGED = {
  ...CREATED,
  updated_after: From('Changed or created'),
  updated_before: Until('Not changed since, and created,'),
}
/** Of invoices, besides. */
export const INVOICED = {
  issued_after: From('Issued'),
  issued_before: Until('Issued'),
  due_after: From('Due'),
  due_before: Until('Due'),
  paid_after: From('Paid in full'),
  paid_before: Until('Paid in full'),
}

/** The query of a list without filters of its own. */
export const ChangedQuery = Type.Object({ ...PageQuery.properties, ...CHANGED })
export type ChangedQuery = Type.Static<typeof ChangedQuery>

/** The query of a short list whose items change. */
export const WholeChangedQuery = Type.Object({ ...WholeQuery.properties, ...CHANGED })
export type WholeChangedQuery = Type.Static<typeof WholeChangedQuery>

/** A day of a filter. */
export const DayInput = (description: string) =>
  Type.String({ description: `${description}, in the team's time zone (YYYY-MM-DD)` })
