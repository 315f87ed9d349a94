// Shapes become components: named once and referenced everywhere, however they were copied or described.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { AmountOf } from '../../../contract/amounts.ts'
import { BOOKING_STATUSES, Booking, BookingListItem } from '../../../contract/bookings.ts'
import { Nullable, OptionalBody, Timestamp } from '../../../contract/common.ts'
import { InvoiceInput } from '../../../contract/invoices.ts'
import { WebhookInput } from '../../../contract/webhooks.ts'
import { inputPlan } from '../http/forgiving-input.ts'
import { formatOf } from './operations.ts'
import { makeSchemaWriter } from './schema-writer.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('a shape has its exported name, and is a component once', () => {
  const writer = makeSchemaWriter()
  assert.deepEqual(writer.write(Booking, 'X'), ref('Booking'))
  assert.deepEqual(writer.write(Type.Array(Booking), 'X'), { type: 'array', items: ref('Booking') })
  const { Booking: written, Slice, Segment } = writer.components()
  assert.deepEqual(written?.properties?.slices?.items, ref('Slice'))
  assert.deepEqual(Slice?.properties?.segments?.items, ref('Segment'))
  assert.ok(Segment)
})

test('copies of a shape are the same shape: optional, described differently, or not', () => {
  const writer = makeSchemaWriter()
  for (const copy of [Type.Optional(InvoiceInput), OptionalBody(InvoiceInput), { ...InvoiceInput }])
    assert.deepEqual(writer.write(copy, 'X'), ref('InvoiceInput'))
  const described = { ...InvoiceInput, description: 'What to bill' }
  assert.deepEqual(writer.write(described, 'X'), { ...ref('InvoiceInput'), description: 'What to bill' })
})

test('texts of one format share a component', () => {
  const writer = makeSchemaWriter()
  assert.deepEqual(writer.write(AmountOf('What it costs'), 'X'), {
    ...ref('Amount'),
    description: 'What it costs',
  })
  assert.deepEqual(writer.write(Type.Optional(Timestamp), 'X'), ref('Timestamp'))
  assert.equal(writer.components().Timestamp?.format, 'date-time')
})

test('a body that is read by hand is written with its schema', () => {
  const writer = makeSchemaWriter()
  assert.deepEqual(writer.write(WebhookInput, 'X'), ref('WebhookInput'))
  assert.deepEqual(writer.components().WebhookInput?.required, ['url', 'events'])
})

test('an inline shape is named after its place', () => {
  const writer = makeSchemaWriter()
  writer.write(BookingListItem, 'X')
  const { BookingListItem: item, BookingListItemFlightSummary: summary } = writer.components()
  assert.deepEqual(item?.properties?.flight_summary, ref('BookingListItemFlightSummary'))
  assert.equal(summary?.properties?.departure_date?.format, 'date')
  const lists = Type.Object({ buckets: Type.Array(Type.Object({ name: Type.String() })) })
  writer.write(lists, 'Ages')
  assert.ok('AgesBucket' in writer.components())
})

test('an input that accepts more than its output cannot share its shape', () => {
  const writer = makeSchemaWriter()
  const shape = Type.Object({ note: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })) })
  assert.deepEqual(writer.write(shape, 'Sent', '', inputPlan(shape, 'POST')), ref('Sent'))
  const note = { type: ['string', 'null'], format: 'date', description: 'YYYY-MM-DD' }
  assert.deepEqual(writer.components().Sent?.properties, { note })
  assert.throws(() => writer.write(shape, 'X'), /Sent is written in two ways/)
})

test('two shapes cannot share a name', () => {
  const writer = makeSchemaWriter()
  writer.write(Type.Object({ a: Type.String() }), 'Thing')
  assert.throws(() => writer.write(Type.Object({ b: Type.String() }), 'Thing'), /two shapes are called Thing/)
})

test('a closed list is identified by its values in any order, and documents each', () => {
  const writer = makeSchemaWriter()
  const backwards = Type.Enum([...BOOKING_STATUSES].reverse(), { description: 'Only those' })
  assert.deepEqual(writer.write(backwards, 'X'), { ...ref('BookingStatus'), description: 'Only those' })
  const { BookingStatus: status } = writer.components()
  assert.deepEqual([status?.type, status?.enum], ['string', [...BOOKING_STATUSES]])
  assert.match(status?.description ?? '', /^- `pending`: Held.*\n- `confirmed`: /)
})

test('a nullable type has its shortest form', () => {
  const writer = makeSchemaWriter()
  const maybe = Nullable(Type.String({ description: 'If it is known' }))
  assert.deepEqual(writer.write(maybe, 'X'), { type: ['string', 'null'], description: 'If it is known' })
  assert.deepEqual(writer.write(Nullable(Timestamp), 'X'), { anyOf: [ref('Timestamp'), { type: 'null' }] })
  const either = Type.Union([Type.String(), Type.Number()])
  assert.deepEqual(writer.write(either, 'X'), { anyOf: [{ type: 'string' }, { type: 'number' }] })
})

test('maps have the schema of their values', () => {
  const writer = makeSchemaWriter()
  const written = writer.write(Type.Record(Type.String(), Type.Integer()), 'X')
  assert.deepEqual(written, { type: 'object', additionalProperties: { type: 'integer' } })
})

test('an open shape of the contract can be given a name', () => {
  const writer = makeSchemaWriter()
  const open = Type.Unknown()
  writer.call(open, 'Anything')
  assert.deepEqual(writer.write(open, 'X'), ref('Anything'))
  writer.name('Made', () => ({ type: 'object', properties: { again: writer.name('Made', () => ({})) } }))
  assert.deepEqual(writer.components().Made?.properties, { again: ref('Made') })
})

test('formats of dates, addresses and ids follow from names and descriptions', () => {
  const text = (description: string) => ({ type: 'string', description })
  for (const [key, description, format] of [
    ['born_on', 'YYYY-MM-DD, today at the latest', 'date'],
    ['created_after', "From this day on, in the team's time zone", 'date'],
    ['paid_at', 'ISO 8601 timestamp with its zone', 'date-time'],
    ['id', 'UUID', 'uuid'],
    ['email', 'Where to write', 'email'],
    ['client_email', '', 'email'],
    ['pdf_url', '', 'uri'],
    ['website', 'Address', 'uri'],
    ['name', 'Of the client', undefined],
    ['emails', '', undefined],
  ] as const)
    assert.equal(formatOf(key, text(description)), format, key)
  assert.equal(formatOf('email', { type: ['string', 'null'] }), undefined)
  assert.equal(formatOf('email', { type: 'integer' }), undefined)
})
