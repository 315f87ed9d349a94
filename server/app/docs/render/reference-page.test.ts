// The reference renders any OpenAPI document, complete or minimal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorOf, type OpenApi, type OpenApiOperation, resolverOf, slug, tagsOf } from './openapi.ts'
import { drawReference, fieldsOf, typeOf } from './reference-page.ts'
import { sampleRequestOf } from './samples.ts'

const ANY_ERROR = { properties: { code: { enum: ['offer_expired', 'sold_out', 'forbidden'] } } }
const ERROR = { properties: { code: { enum: ['offer_expired', 'sold_out'] } } }
const operations: Record<string, Record<string, OpenApiOperation>> = {
  '/api/v1/bookings/{id}': {
    get: {
      operationId: 'bookings.read',
      tags: ['Bookings'],
      summary: 'Read a booking',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'What was asked for', content: { 'application/pdf': {} } } },
    },
  },
  '/api/v1/bookings': {
    post: {
      tags: ['Bookings'],
      description: 'Needs `bookings.write`. <b>No markup</b>.',
      parameters: [
        { $ref: '#/components/parameters/Key' },
        { name: 'dry', in: 'query', required: true, schema: { type: 'string', enum: ['a&b'] } },
        { name: 'other', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: { required: false, content: { 'application/json': { example: { type: 'hold' } } } },
      responses: {
        201: {},
        409: { content: { 'application/json': { schema: { allOf: [ANY_ERROR, ERROR] } } } },
      },
      security: [],
    },
    head: { tags: ['Bookings'] },
  },
  '/health': { get: { tags: ['Service'], responses: {} } },
  '/hidden': { get: {} },
}
const document: OpenApi = {
  info: { title: 'x', version: '1' },
  tags: [{ name: 'Service', description: 'Of itself.' }, { name: 'Empty' }],
  paths: operations,
  components: { parameters: { Key: { name: 'Idempotency-Key', in: 'header', description: 'Done once' } } },
}
const resolve = resolverOf(document)
const [service, bookings] = tagsOf(document)

test('operations are grouped by tag, in the order of the document', () => {
  assert.deepEqual(
    tagsOf(document).map(({ name, endpoints }) => [
      name,
      endpoints.map(({ method, path }) => `${method} ${path}`),
    ]),
    [
      ['Service', ['GET /health']],
      ['Bookings', ['GET /api/v1/bookings/{id}', 'POST /api/v1/bookings']],
    ],
  )
  assert.deepEqual(bookings?.endpoints.map(anchorOf), ['bookings-read', 'post-api-v1-bookings'])
  assert.equal(slug(' Faturas, recorrentes É '), 'faturas-recorrentes-e')
})

test('a page has every operation with parameters, responses, codes and a form', () => {
  const text = drawReference(bookings ?? assert.fail(), resolve)
    .map(({ markup }) => markup)
    .join('\n')
  assert.match(text, /<h2 id="bookings-read"><a href="#bookings-read">Read a booking<\/a><\/h2>/)
  assert.match(text, /<code class="name">Idempotency-Key<\/code>[\s\S]{0,80}<\/p>\n<p>Done once<\/p>/)
  assert.match(text, /&lt;b&gt;No markup&lt;\/b&gt;/)
  assert.match(text, /<code>application\/json<\/code>, which may be left out/)
  assert.match(text, /<a href="\/docs\/errors#all-errors"><code>sold_out<\/code><\/a>/)
  assert.doesNotMatch(text, /forbidden/)
  assert.match(text, /<form data-method="POST" data-path="\/api\/v1\/bookings">/)
  assert.match(text, /<textarea [^>]*>\n\{\n {2}&quot;type&quot;: &quot;hold&quot;\n\}<\/textarea>/)
  assert.match(text, /data-in="path" autocomplete="off" required>/)
  assert.equal(text.match(/<fieldset class="samples">/g)?.length, 2)
  assert.match(drawReference(service ?? assert.fail(), resolve)[1]?.markup ?? '', /Of itself\./)
})

test('samples have what an operation requires, with placeholders if there is no example', () => {
  const requests = bookings?.endpoints.map((endpoint) =>
    sampleRequestOf(endpoint, (endpoint.parameters ?? []).map(resolve), resolve),
  )
  assert.deepEqual(
    requests?.map(({ sdk }) => sdk && [sdk.id, sdk.ids, sdk.input]),
    [
      ['bookings.read', ['BOOKING_ID'], undefined],
      ['bookings.create', [], { type: 'hold' }],
    ],
  )
  const sent = requests?.map(({ sdk: _, ...request }) => request)
  assert.deepEqual(sent, [
    {
      method: 'GET',
      path: '/api/v1/bookings/BOOKING_ID',
      needsKey: true,
      takesIdempotencyKey: false,
      file: 'document.pdf',
    },
    {
      method: 'POST',
      path: '/api/v1/bookings?dry=a%26b',
      body: { type: 'hold' },
      needsKey: false,
      takesIdempotencyKey: true,
    },
  ])
})

test('types are described in words', () => {
  const typeText = (schema: object) => typeOf(schema, resolve)
  assert.equal(typeText({ type: 'string', maxLength: 5 }), 'string, at most 5 characters')
  assert.equal(typeText({ type: 'integer', minimum: 1, maximum: 9 }), 'integer, 1 to 9')
  assert.equal(typeText({ type: 'integer', minimum: 2 }), 'integer, at least 2')
  assert.equal(typeText({ type: ['string', 'null'], format: 'date' }), 'string, or null (date)')
  assert.equal(typeText({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'string, or null')
  assert.equal(typeText({ type: 'array', items: { enum: ['a'] } }), 'array of string')
  assert.equal(typeText({ anyOf: [{ properties: { a: {} } }, { type: 'null' }] }), 'object, or null')
})

test('fields expand level by level, with their values, and stop at recursion', () => {
  const inner = {
    type: 'object',
    required: ['b'],
    properties: { b: { enum: ['x', 'y'], description: 'Why' } },
  }
  const { markup } = fieldsOf(
    { type: 'array', items: { allOf: [{ properties: { a: inner } }, {}] } },
    resolve,
  )
  assert.match(markup, /<code class="name">a<\/code> <span class="type">object<\/span><\/p>/)
  assert.match(markup, /<details><summary>Fields of <code>a<\/code><\/summary><ul class="fields">/)
  assert.match(
    markup,
    /<b class="needed">required<\/b><\/p>\n<p>Why<\/p>\n<p class="values">One of <code>x<\/code>/,
  )
  const many = fieldsOf({ properties: { c: { enum: Array.from({ length: 30 }, (_, n) => n) } } }, resolve)
  assert.match(many.markup, /and 6 more/)
  assert.equal(fieldsOf({ type: 'string' }, resolve).markup, '')
})
