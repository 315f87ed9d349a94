// The OpenAPI document tells the whole contract and nothing else: operations, errors, events, closed lists, and a name
// for every shape. It is made as the service makes it, without one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENUMS } from '../../contract/enums.ts'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS } from '../../contract/events.ts'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { SHAPES } from '../../contract/shapes.ts'
import { openApiDocument, TAGS } from '../../server/app/openapi/document.ts'

const document = openApiDocument({ url: '/', cookieName: 'embarque', now: new Date('2026-11-16T12:00:00Z') })
const text = JSON.stringify(document)
const { schemas, examples } = document.components
const operations = Object.entries<Operation>(OPERATIONS)

/** Why they are not for who reads the document. */
const UNDOCUMENTED: Readonly<Record<string, RegExp>> = {
  'the document and the pages around it': /^service\.(?:openapi|docs|home|panel|llms)$/,
  'pages, pictures and files behind links that clients and agencies are sent':
    /^(?:payer|shared|brandPreviews|logos|airlines|testCards)\.\w+$/,
  'a protocol of its own, for agents': /^service\.mcp$/,
  'called by banks, carriers and the messenger': /^(?:supplierHints|callbacks|messageReceipts)\.\w+$/,
  "the browser is led there by the provider's own page": /^signIn\.(?:begin|finish)$/,
}

/** Everything in the document, with where it stands. */
function* inside(value: unknown, path = ''): Generator<[path: string, value: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, { ...value }]
  for (const [key, part] of Object.entries(value)) yield* inside(part, `${path}/${key.replaceAll('/', '~1')}`)
}
const all = [...inside(document)]

test('every operation is documented, or the reason is given', () => {
  const documented = [...text.matchAll(/"x-operation":"([^"]+)"/g)].map(([, id]) => id)
  const undocumented = operations.map(([id]) => id).filter((id) => !documented.includes(id))
  assert.equal(documented.length + undocumented.length, operations.length)
  for (const id of undocumented)
    assert.ok(
      Object.values(UNDOCUMENTED).some((reason) => reason.test(id)),
      id,
    )
  const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id = '']) => id)
  assert.equal(new Set(ids).size, documented.length + Object.keys(EVENTS).length)
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z]+$/)
})

test('every tag is documented and used', () => {
  const used = new Set(operations.flatMap(([, { tag }]) => tag ?? []))
  assert.deepEqual([...used].toSorted(), Object.keys(TAGS).toSorted())
})

test('what is referred to is there', () => {
  const paths = new Set(all.map(([path]) => `#${path}`))
  for (const [path, { $ref }] of all)
    if (typeof $ref === 'string') assert.ok(paths.has($ref), `${path}: ${$ref}`)
})

test('every error code of the document is in the catalogue, with the message that is sent', () => {
  for (const [code, example] of Object.entries(examples)) {
    const { text: error, advice } = ERRORS[code as keyof typeof ERRORS]
    assert.partialDeepStrictEqual(example, { value: { code, error, message: `${error}: ${advice}` } })
  }
  assert.deepEqual(schemas.ErrorCode?.enum, Object.keys(ERRORS))
})

test('every type of event is documented, with its object and a sample that fits', () => {
  assert.deepEqual(Object.keys(document.webhooks), Object.keys(EVENTS))
  for (const type of Object.keys(EVENTS)) assert.ok(text.includes(`"const":"${type}"`), type)
})

test('every shape of the contract that has a name is in the document', () => {
  assert.deepEqual(
    SHAPES.map(([name]) => name).filter((name) => !(name in schemas)),
    [],
  )
})

test('no object of significance is without a name', () => {
  const nameless = all.filter(
    ([path, { type, properties }]) =>
      type === 'object' &&
      typeof properties === 'object' &&
      !/^\/components\/schemas\/\w+$/.test(path) &&
      // What a shape has besides another that it is made of, the code of a refusal, and the envelope of an event.
      !/\/allOf\/\d+$|^\/components\/schemas\/\w+Event\/properties\/data$/.test(path),
  )
  assert.deepEqual(nameless, [])
})

test('every closed list has a name and a sentence for each of its values', () => {
  const lists = all.filter(([path, value]) => 'enum' in value && !/allOf\/1\/properties\/code$/.test(path))
  for (const [path, value] of lists) assert.ok('x-enumDescriptions' in value, path)
  for (const [name, meanings] of Object.entries(ENUMS)) {
    assert.ok(name in schemas, `${name} is used`)
    for (const [value, meaning] of Object.entries(meanings)) assert.ok(meaning.length > 1, `${name} ${value}`)
  }
})

test('examples are about days to come', () => {
  const later = openApiDocument({ url: '/', cookieName: 'embarque', now: new Date('2027-02-01T12:00:00Z') })
  assert.match(text, /"departureDate":"2027-01-15"/)
  assert.match(JSON.stringify(later), /"departureDate":"2027-04-02"/)
})
