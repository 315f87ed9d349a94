// Examples fit their schema: what it gives comes first, and what it leaves open is the plainest of its type.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenApi, resolverOf, type Schema } from './openapi.ts'
import { exampleOf } from './samples.ts'

const document: OpenApi = {
  info: { title: 'x', version: '1' },
  paths: {},
  components: {
    schemas: {
      Name: { type: 'string', examples: ['Maria'] },
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Node' } },
      },
    },
    examples: { good: { value: { a: 1 } } },
  },
}
const resolve = resolverOf(document)
const of = (schema: Schema) => exampleOf({ schema }, resolve)

test('an example that is given wins, of the body or of a field', () => {
  assert.deepEqual(exampleOf({ example: { a: 1 }, schema: { type: 'string' } }, resolve), { a: 1 })
  assert.deepEqual(exampleOf({ examples: { first: { value: 1 }, second: { value: 2 } } }, resolve), 1)
  const named = Object(JSON.parse('{"good": {"$ref": "#/components/examples/good"}}'))
  assert.deepEqual(exampleOf({ examples: named }, resolve), { a: 1 })
  assert.equal(of({ type: 'string', examples: ['GRU', 'SDU'] }), 'GRU')
  assert.equal(of({ type: 'string', example: 'GRU' }), 'GRU')
  assert.equal(of({ const: 'balance' }), 'balance')
  assert.equal(of({ enum: ['hold', 'instant'] }), 'hold')
  assert.equal(of({ type: 'integer', default: 20 }), 20)
})

test('of the rest, the plainest of its type', () => {
  assert.deepEqual(
    ['integer', 'number', 'boolean', 'null', 'object', 'string'].map((type) => of({ type })),
    [1, 1, true, null, {}, 'text'],
  )
  assert.deepEqual(
    ['date', 'date-time', 'email', 'uri'].map((format) => of({ type: 'string', format })),
    ['2027-03-01', '2027-03-01T12:00:00.000Z', 'maria@example.com', 'https://agency.example/'],
  )
  assert.deepEqual(of({ type: 'array' }), [])
  assert.deepEqual(of({ type: 'array', items: { $ref: '#/components/schemas/Name' } }), ['Maria'])
  assert.equal(of({ type: ['string', 'null'] }), 'text')
})

test('an object has what is required and what has an example; choices are decided, parts joined', () => {
  const properties = { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer', examples: [7] } }
  assert.deepEqual(of({ type: 'object', required: ['a'], properties }), { a: 1, c: 7 })
  assert.equal(of({ anyOf: [{ type: 'integer' }, { type: 'null' }] }), 1)
  assert.equal(of({ oneOf: [{ type: 'boolean' }] }), true)
  const part = (name: string): Schema => ({ properties: { [name]: { const: name } }, required: [name] })
  assert.deepEqual(of({ allOf: [part('a'), part('b')] }), { a: 'a', b: 'b' })
})

test('what holds itself ends somewhere', () => {
  assert.match(JSON.stringify(of({ $ref: '#/components/schemas/Node' })), /^(?:\{"next":)+null\}+$/)
  assert.deepEqual(of({ $ref: '#/components/schemas/Nowhere' }), {})
})
