// What of a query reaches a function: what its operation declares, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { validatorCompiler } from './validation.ts'

function validatorOf(schema: object, httpPart: string) {
  const validate = validatorCompiler({ schema, httpPart, method: 'GET', url: '/' })
  return (sent: object) => validate(sent) as { value?: unknown; error?: Error }
}

const QUERY = Type.Object({ days: Type.Optional(Type.Integer()), kind: Type.Optional(Type.String()) })
const PAGED = Type.Intersect([QUERY, Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })) })])

test('undeclared fields of a query are left out, those of every part of its schema stay', () => {
  const sent = { days: '3', page: '2', by: 'x', constructor: 'x', kind: 'y' }
  assert.deepEqual(validatorOf(QUERY, 'querystring')({ ...sent }).value, { days: 3, kind: 'y' })
  assert.deepEqual(validatorOf(PAGED, 'querystring')({ ...sent }).value, { days: 3, kind: 'y', page: 2 })
  assert.ok(validatorOf(PAGED, 'querystring')({ page: '0', by: 'x' }).error instanceof Error)
})

test('a body keeps what its operation does not know, so that it can be told', () => {
  const sent = { days: 3, by: 'x' }
  assert.deepEqual(validatorOf(QUERY, 'body')({ ...sent }).value, sent)
})

test('of no operation a name is left in that its schema does not have', () => {
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
