// The generator of the SDK on shapes that are small enough to see what it makes of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Nullable, OptionalBody, PageOf, Timestamp } from '../../contract/common.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { docComment } from '../../scripts/sdk/doc-comment.ts'
import { sdkOperations, tableText } from '../../scripts/sdk/operations.ts'
import { resourcesText } from '../../scripts/sdk/write-resources.ts'
import { literal, typeWriter } from '../../scripts/sdk/write-types.ts'

test('values are written as TypeScript has them', () => {
  const types = typeWriter()
  const of = (shape: object) => types.of(shape, 'Place')
  assert.equal(of(Type.String()), 'string')
  assert.equal(of(Type.Integer({ minimum: 1 })), 'number')
  assert.equal(of(Nullable(Type.Boolean())), 'boolean | null')
  assert.equal(of(Type.Array(Nullable(Type.String()))), 'Array<string | null>')
  assert.equal(of(Type.Array(Type.Array(Type.Number()))), 'Array<number[]>')
  assert.equal(of(Type.Enum(['a', "b's"])), "'a' | 'b\\'s'")
  assert.equal(of(Type.Literal(true)), 'true')
  assert.equal(of(Type.Record(Type.String(), Type.Number())), 'Record<string, number>')
  assert.equal(of(Type.Unknown()), 'unknown')
  assert.equal(of(Timestamp), 'Timestamp')
})

test('an object is declared once, under its name or its place; what may be left out may be undefined', () => {
  const types = typeWriter()
  const shape = Type.Object({
    id: Type.String({ description: 'Of the thing' }),
    'odd name': Type.Optional(Type.Integer()),
  })
  assert.equal(types.of(shape, 'Thing'), 'Thing')
  assert.equal(types.of(Type.Array(shape), 'Things'), 'Thing[]')
  assert.ok(
    types.declarations().includes(`export interface Thing {
  /** Of the thing */
  id: string
  'odd name'?: number | undefined
}
`),
  )
  const query = PageOf({ tag: Type.Optional(Type.String()) })
  assert.equal(types.of(query, 'ThingsQuery'), 'ThingsQuery')
  assert.match(
    types.declarations(),
    /export type ThingsQuery = PageQuery & \{\n {2}tag\?: string \| undefined\n\}/,
  )
  assert.equal(types.names().filter((name) => name === 'Thing').length, 1)
})

test('comments are broken before they are too wide, and cannot be left by what they say', () => {
  assert.equal(docComment(undefined), '')
  assert.equal(docComment('One line.'), '/** One line. */\n')
  assert.equal(docComment('ends */ here'), '/** ends *\\/ here */\n')
  assert.equal(
    docComment('About.', 'More.', '10.00'),
    '/**\n * About.\n *\n * More.\n *\n * Example: "10.00"\n */\n',
  )
  for (const line of docComment('word '.repeat(100)).split('\n')) assert.ok(line.length <= 105, line)
  assert.equal(literal("it's"), "'it\\'s'")
})

test('operations are those of keys, with what the runtime must know', () => {
  const operations = sdkOperations()
  const ids = operations.map(({ id }) => id)
  for (const id of ['service.health', 'bookings.create', 'team.setLogo', 'events.stream'])
    assert.ok(ids.includes(id))
  for (const id of [
    'profile.read',
    'sessions.create',
    'setup.create',
    'installation.teams',
    'shared.quote',
  ]) {
    assert.ok(id in OPERATIONS && !ids.includes(id), id)
  }
  const row = (id: string) => tableText(operations.filter((one) => one.id === id)).trim()
  assert.match(row('team.setLogo'), /input: 'file', isChange: true \}/)
  assert.match(row('service.health'), /answer: 'bare', accepts: \[200, 503\] \}/)
  assert.doesNotMatch(row('flights.search'), /isChange/)
  assert.match(row('wallet.transactions'), /input: 'query', items: 'transactions' \}/)
  assert.match(row('webhooks.list'), /answer: 'data', input: 'query', items: true \}/)
})

test('a method names its ids by what they are of, and leaves out what may be left out', () => {
  const types = typeWriter()
  const text = (id: string) =>
    resourcesText(
      sdkOperations().filter((one) => one.id === id),
      types,
    )
  assert.match(
    text('deliveries.replay'),
    /replay\(webhookId: string, deliveryId: string, options\?: CallOptions\)/,
  )
  assert.match(text('bookings.create'), /create\(body: BookingInput, options\?: WaitOptions\): Call<\w+>/)
  assert.match(text('places.suggest'), /suggest\(query: PlacesSuggestQuery, /)
  assert.match(
    text('people.list'),
    /list\(query\?: PeopleListQuery, options\?: CallOptions\): ListCall<TeamPerson>/,
  )
  assert.match(text('webhooks.list'), /\): ItemsCall<Webhook\[\], Webhook>/)
  assert.match(text('wallet.transactions'), /\): ItemsCall<WalletTransactions, WalletTransaction>/)
  assert.match(text('webhooks.test'), /test\(webhookId: string, body\?: WebhookTestInput, /)
  assert.equal('x-optional' in OptionalBody(Type.Object({})), true)
})
