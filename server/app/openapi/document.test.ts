// Single operations in the document: access, input, responses, errors and headers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { inputPlan } from '../http/forgiving-input.ts'
import { openApiDocument } from './document.ts'
import { type Example, examplesOn } from './examples.ts'

const now = new Date('2026-11-16T12:00:00Z')
// biome-ignore lint/suspicious/noExplicitAny: a document of every shape
const document: any = openApiDocument({ url: 'https://api.example.com', cookieName: '__Host-embarque', now })
const at = (method: string, path: string) => document.paths[path][method]
const nameOf = ({ $ref = '' }: { $ref?: string }) => $ref.split('/').at(-1) ?? ''
const schemaOf = (response: { content: Record<string, { schema: object }> }) =>
  nameOf(response.content['application/json']?.schema ?? {})

test("the document has its server and the cookie's name", () => {
  assert.deepEqual(document.servers, [{ url: 'https://api.example.com', description: 'This installation' }])
  assert.equal(document.info.contact.url, 'https://api.example.com')
  assert.equal(document.components.securitySchemes.session.name, '__Host-embarque')
  const local = openApiDocument({ url: '/', cookieName: 'embarque', now })
  assert.equal('url' in local.info.contact, false)
})

test('envelopes and pages are named after their content; bare bodies are not wrapped', () => {
  assert.equal(schemaOf(at('post', '/api/v1/bookings').responses[201]), 'BookingDetail')
  assert.equal(schemaOf(at('get', '/api/v1/bookings').responses[200]), 'BookingPage')
  assert.equal(schemaOf(at('get', '/api/v1/wallet/balance').responses[200]), 'WalletBalanceAnswer')
  assert.equal(schemaOf(at('get', '/api/v1/webhooks').responses[200]), 'WebhookListAnswer')
  const { BookingPage, ClientDetailAnswer } = document.components.schemas
  assert.equal(nameOf(BookingPage.properties.data.items), 'BookingListItem')
  assert.deepEqual(ClientDetailAnswer.required, ['success', 'data'])
})

test('each status has the closed list of its codes', () => {
  const { responses } = at('post', '/api/v1/bookings')
  const refused = document.components.responses[nameOf(responses[422])].content['application/json']
  const codes: string[] = refused.schema.allOf[1].properties.code.enum
  assert.ok(codes.includes('insufficient_balance'), codes.join())
  assert.deepEqual(Object.keys(refused.examples), codes)
  assert.equal(nameOf(responses[401]), 'UnauthorizedError')
  assert.equal(nameOf(responses[500]), 'InternalError')
  assert.equal(nameOf(at('get', '/api/v1/health').responses[404]), 'RouteNotFoundError')
})

test('no component has a name that generators derive from an operation and status', () => {
  const { responses, schemas } = document.components
  const names = [...Object.keys(responses), ...Object.keys(schemas)]
  assert.equal(new Set(names).size, names.length)
  for (const name of Object.keys(responses)) assert.match(name, /Error$/)
  assert.deepEqual(
    names.filter((name) => /\d{3}$/.test(name)),
    [],
  )
})

test('health has test mode, like every response to a test key', () => {
  for (const path of ['/api/v1/health', '/health/live', '/health/ready']) {
    const { properties, required } = document.components.schemas[schemaOf(at('get', path).responses[200])]
    assert.deepEqual([nameOf(properties._meta), required.includes('_meta')], ['Meta', false], path)
  }
})

test('headers are documented where they are sent', () => {
  const headersOf = (response: { headers: object }) => Object.keys(response.headers)
  const limits = [
    'X-Request-Id',
    'Embarque-Version',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
  ]
  assert.deepEqual(headersOf(at('get', '/api/v1/me').responses[200]), limits)
  assert.deepEqual(headersOf(at('put', '/api/v1/bookings/{id}/confirm').responses[200]), [
    ...limits,
    'Idempotent-Replayed',
    'Preference-Applied',
  ])
  assert.ok(
    headersOf(at('get', '/api/v1/bookings/{id}/receipt.pdf').responses[200]).includes('Content-Disposition'),
  )
  assert.ok(headersOf(document.components.responses.RateLimitExceededError).includes('Retry-After'))
  assert.ok(headersOf(document.components.responses.UnauthorizedError).includes('WWW-Authenticate'))
})

test('operations have their access', () => {
  const { security, 'x-permission': permission } = at('post', '/api/v1/bookings')
  assert.deepEqual([security, permission], [[{ apiKey: [] }, { session: [] }], 'bookings.write'])
  const profile = at('get', '/api/v1/profile')
  assert.deepEqual([profile.security, profile['x-permission']], [[{ session: [] }], undefined])
  assert.deepEqual(at('get', '/api/v1/health').security, [])
})

test('a file has each of its types, and an optional body is optional', () => {
  const { requestBody } = at('put', '/api/v1/team/logo')
  assert.deepEqual(Object.keys(requestBody.content), ['image/png', 'image/jpeg', 'image/webp'])
  assert.equal(at('post', '/api/v1/webhooks/{id}/test').requestBody.required, false)
  assert.equal(at('post', '/api/v1/webhooks').requestBody.required, true)
})

test('an input is declared with its aliases and accepted nulls', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'api' })
  const examples: Readonly<Record<string, Example>> = examplesOn(Temporal.PlainDate.from('2026-11-16'))
  let nulls = 0
  for (const [id, { method, path, body, tag }] of Object.entries<Operation>(OPERATIONS)) {
    const example = examples[id]?.body
    if (tag === undefined || body === undefined || example === undefined) continue
    const place = path.replaceAll(/:(\w+)/g, '{$1}').replaceAll('/', '~1')
    const isValid = ajv.getSchema(
      `api#/paths/${place}/${method.toLowerCase()}/requestBody/content/application~1json/schema`,
    )!
    const plan = inputPlan(body, method)
    assert.ok(isValid(example), `${id}: ${JSON.stringify(isValid.errors)}`)
    for (const [name, { alias, isOmittedByNull }] of plan?.fields ?? []) {
      if (isOmittedByNull) {
        nulls++
        assert.ok(isValid({ ...Object(example), [name]: null }), `${id} takes ${name}: null`)
      }
      const { [name]: value, ...others }: Record<string, unknown> = Object(example)
      if (alias !== undefined && value !== undefined)
        assert.ok(isValid({ ...others, [alias]: value }), `${id} takes ${alias}`)
    }
  }
  assert.ok(nulls > 30, `${nulls}`)
  const isSlice = ajv.getSchema('api#/components/schemas/FlightSearchInputSlice')!
  const slice = { origin: 'GRU', destination: 'SDU' }
  assert.deepEqual(
    [{}, { departureDate: '2026-12-01' }, { departure_date: '2026-12-01' }].map((day) =>
      isSlice({ ...slice, ...day }),
    ),
    [false, true, true],
  )
})

test('webhooks document each type of event with headers and object', () => {
  const { post } = document.webhooks['booking.ticketed']
  assert.equal(post.operationId, 'onBookingTicketed')
  const names = post.parameters.map(({ name }: { name: string }) => name)
  assert.deepEqual(names.slice(0, 3), ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  const { schema, example } = post.requestBody.content['application/json']
  assert.equal(nameOf(schema), 'BookingTicketedEvent')
  assert.equal(example.data.object.documents.length, 1)
  const { discriminator, oneOf } = document.components.schemas.WebhookEvent
  assert.equal(Object.keys(discriminator.mapping).length, oneOf.length)
})
