// Compares the panel's small validator with TypeBox: both accept the same values, for every input of the contract.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { plainSchema } from '../../panel/build/contract-plugin.ts'
import { checkInput, type InputSchema } from '../../panel/logic/check-input.ts'
import { fullRuns } from '../support/full-runs.ts'

const inputs = Object.entries<Operation>(OPERATIONS).flatMap(([id, { body }]) =>
  body === undefined ? [] : [[id, plainSchema(body)] as const],
)

test('every input schema uses only supported keywords', () => {
  assert.ok(inputs.length > 25, `only ${inputs.length}`)
  const known = new Set(
    (
      'type const enum anyOf allOf properties required additionalProperties patternProperties items minItems ' +
      'maxItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum ' +
      'multipleOf minProperties maxProperties format'
    ).split(' '),
  )
  for (const [id, schema] of inputs)
    for (const word of wordsOf(schema)) assert.ok(known.has(word) || word.startsWith('x-'), `${id}: ${word}`)
})

for (const [id, schema] of inputs) {
  test(`${id}: the same verdict as TypeBox`, () => {
    fc.assert(
      fc.property(valueFor(schema), (value) => {
        const issues = checkInput(schema, value)
        assert.equal(issues.length === 0, Check(schema as TSchema, value), JSON.stringify({ value, issues }))
      }),
      { numRuns: fullRuns ? 300 : 30 },
    )
  })
}

test('issues name the field and the type', () => {
  const schema: InputSchema = {
    type: 'object',
    required: ['name', 'rows'],
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      rows: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', properties: { at: { type: 'integer', minimum: 1 } } },
      },
      kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    },
  }
  assert.deepEqual(checkInput(schema, { name: 'x', rows: [{ at: 1 }, { at: 0 }], kind: 'c' }), [
    { field: 'name', kind: 'short', limit: 2 },
    { field: 'rows.1.at', kind: 'small', limit: 1 },
    { field: 'kind', kind: 'choice' },
  ])
  assert.deepEqual(
    checkInput(schema, { rows: [] }).map(({ field, kind }) => `${field} ${kind}`),
    ['name required', 'rows few'],
  )
})

/** The JSON Schema keywords of a schema; property names are not keywords. */
function wordsOf(schema: InputSchema): string[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [], allOf = [] } = schema
  const parts = [...Object.values(properties), ...Object.values(patternProperties), ...anyOf, ...allOf]
  return [...Object.keys(schema), ...[...parts, ...(items === undefined ? [] : [items])].flatMap(wordsOf)]
}

/** Mostly valid, sometimes invalid in one place, and sometimes arbitrary. */
function valueFor(schema: InputSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: fittingFor(schema) }, { weight: 1, arbitrary: fc.jsonValue() })
}

function fittingFor(schema: InputSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueFor))
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map(fittingFor)).map((parts) => Object.assign({}, ...parts.map(Object)))
  if (schema.type === 'object') return recordFor(schema)
  if (schema.type === 'array') return fc.array(valueFor(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'string') return textFor(schema)
  if (schema.type === 'integer') return fc.oneof(fc.integer({ min: -2, max: 12 }), fc.double())
  if (schema.type === 'number') return fc.oneof(fc.integer({ min: -2, max: 101 }), fc.double())
  return fc.oneof(fc.boolean(), fc.constant(null), fc.string())
}

function recordFor({ properties = {}, required = [] }: InputSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueFor(one)]))
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  )
}

function textFor({ pattern, minLength = 0, maxLength = 30 }: InputSchema): fc.Arbitrary<string> {
  const length = { minLength: Math.max(0, minLength - 1), maxLength: Math.min(maxLength + 1, minLength + 40) }
  const plain = fc.string({ ...length, unit: 'grapheme-ascii' })
  return pattern === undefined ? plain : fc.oneof(plain, fc.stringMatching(new RegExp(pattern)))
}
