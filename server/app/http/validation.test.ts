// A function receives only the query parameters that its operation declares.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { LIST_ITEMS_MAX } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { findUnbounded, type ListShape, validatorCompiler } from './validation.ts'

function validatorOf(schema: object, httpPart: string) {
  const validate = validatorCompiler({ schema, httpPart, method: 'GET', url: '/' })
  return (sent: object) => validate(sent) as { value?: unknown; error?: Error }
}

const QUERY = Type.Object({ days: Type.Optional(Type.Integer()), kind: Type.Optional(Type.String()) })
const PAGED = Type.Intersect([QUERY, Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) })])

test('undeclared fields of a query are dropped, those of every part of its schema stay', () => {
  const sent = { days: '3', page: '2', by: 'x', constructor: 'x', kind: 'y' }
  assert.deepEqual(validatorOf(QUERY, 'querystring')({ ...sent }).value, { days: 3, kind: 'y' })
  assert.deepEqual(validatorOf(PAGED, 'querystring')({ ...sent }).value, { days: 3, kind: 'y', page: 2 })
  assert.ok(validatorOf(PAGED, 'querystring')({ page: '0', by: 'x' }).error instanceof Error)
})

test('a body keeps unknown fields, so that they can be reported', () => {
  const sent = { days: 3, by: 'x' }
  assert.deepEqual(validatorOf(QUERY, 'body')({ ...sent }).value, sent)
})

test('every operation drops names that its schema does not have', () => {
  const asking = Object.entries<Operation>(OPERATIONS).flatMap(([id, { query }]) =>
    query === undefined ? [] : [[id, query] as const],
  )
  assert.ok(asking.length > 20)
  for (const [id, query] of asking) {
    const sent: Record<string, string> = { 'not declared': 'x', __embarque: 'x' }
    validatorOf(query, 'querystring')(sent)
    assert.deepEqual(
      Object.keys(sent).filter((name) => !JSON.stringify(query).includes(`"${name}"`)),
      [],
      id,
    )
  }
})

// Lists that are too long are found before their items are validated, at any depth.

const many = (length: number, item: unknown = 1) => Array.from({ length }, () => item)
const LIST: ListShape = { maxItems: 3, items: {} }

test('a list has at most the items of its schema', () => {
  assert.equal(findUnbounded(LIST, many(3)), undefined)
  assert.deepEqual(findUnbounded(LIST, many(4)), { path: [], most: 3 })
  assert.equal(findUnbounded({ maxItems: 0 }, []), undefined)
  assert.deepEqual(findUnbounded({ maxItems: 0 }, [1]), { path: [], most: 0 })
})

test('a list without a maximum has the limit of all lists', () => {
  assert.equal(findUnbounded({ items: {} }, many(LIST_ITEMS_MAX)), undefined)
  assert.deepEqual(findUnbounded({ items: {} }, many(LIST_ITEMS_MAX + 1)), { path: [], most: LIST_ITEMS_MAX })
  assert.deepEqual(findUnbounded({}, many(LIST_ITEMS_MAX + 1)), { path: [], most: LIST_ITEMS_MAX })
})

test('the path leads to the list, through fields and items', () => {
  const shape: ListShape = { properties: { slices: { maxItems: 2, items: { properties: { tags: LIST } } } } }
  const body = { slices: [{ tags: many(3) }, { tags: many(4) }] }
  assert.deepEqual(findUnbounded(shape, body), { path: ['slices', '1', 'tags'], most: 3 })
  assert.deepEqual(findUnbounded(shape, { slices: many(3, {}) }), { path: ['slices'], most: 2 })
  assert.equal(findUnbounded(shape, { slices: [{ tags: [] }, {}] }), undefined)
})

test('an outer list that is too long is reported before its items', () => {
  const shape: ListShape = { maxItems: 1, items: LIST }
  assert.deepEqual(findUnbounded(shape, [many(9), many(9)]), { path: [], most: 1 })
})

test('a list must exceed every alternative, or any part', () => {
  const short: ListShape = { maxItems: 1 }
  assert.equal(findUnbounded({ anyOf: [short, LIST] }, many(2)), undefined)
  assert.deepEqual(findUnbounded({ anyOf: [short, LIST] }, many(4)), { path: [], most: 1 })
  assert.equal(findUnbounded({ anyOf: [{}, LIST] }, many(4)), undefined)
  assert.deepEqual(findUnbounded({ allOf: [{}, LIST] }, many(4)), { path: [], most: 3 })
  const combined: ListShape = { allOf: [{ properties: { a: LIST } }, { properties: { b: LIST } }] }
  assert.deepEqual(findUnbounded(combined, { a: [], b: many(4) }), { path: ['b'], most: 3 })
})

test('absent fields and values that are not lists are left to other checks', () => {
  const shape: ListShape = { properties: { tags: LIST } }
  for (const value of [
    null,
    undefined,
    7,
    'text',
    {},
    { tags: 'x'.repeat(99) },
    { tags: null },
    { other: many(99) },
  ])
    assert.equal(findUnbounded(shape, value), undefined, JSON.stringify(value))
  assert.equal(findUnbounded({ properties: { constructor: LIST } }, {}), undefined, 'only own fields')
})
