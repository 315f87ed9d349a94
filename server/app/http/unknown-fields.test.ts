// Unknown fields are found wherever a schema lists its fields, at almost no cost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, reportsUnknownFields } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { englishOf, type FieldIssue } from '../../../contract/phrases/issues.ts'
import { unknownFieldsOf } from '../../kernel/values/input.ts'
import { rememberedWith, withWarnings } from './responses.ts'

const invoice = unknownFieldsOf(OPERATIONS['invoices.create'])
const booking = unknownFieldsOf(OPERATIONS['bookings.create'])
const LEFT_OUT = 'is not a known field and was left out'
const guesses = (warnings: FieldIssue[]) =>
  Object.fromEntries(
    warnings.map(({ field, issue }) => [field, englishOf(issue).replace(/^.*did you mean (.*)\?$/, '$1')]),
  )

test('the nearest name is reported, in objects and lists too, and each slip once', () => {
  const items = [
    { price: 1, quantity: 1 },
    { description: 'x', price: 2, colour: 'red' },
  ]
  assert.deepEqual(guesses(invoice({ discount: 1, client_id: 'x', items })), {
    discount: 'discount_rate',
    'items.0.price': 'items.0.unit_price',
    'items.1.colour': LEFT_OUT,
  })
  const passengers = [{ id: 'x', birth_date: 'x', identity_documents: [{ expires: 'x' }] }]
  assert.deepEqual(guesses(booking({ offer_id: 'x', passengers, metadata: { any: { thing: 1 } } })), {
    offer_id: 'offerId',
    'passengers.0.birth_date': LEFT_OUT,
    'passengers.0.identity_documents.0.expires': 'passengers.0.identity_documents.0.expires_on',
  })
})

test('read-only fields are ignored without a warning, so that an object can be sent back', () => {
  const update = unknownFieldsOf(OPERATIONS['invoices.update'])
  const near = { payments: [], amount_overpaid: 0, client: {}, items: [{ id: 'x', quantity: 1 }] }
  assert.deepEqual(update({ total: 5, number: 'x', notes: 'x', amount_due: 1, ...near }), [])
})

test('known fields and non-objects give no warning', () => {
  for (const body of [undefined, null, 5, 'x', [], [{ x: 1 }], {}, { notes: null, items: [null, 5] }])
    assert.deepEqual(invoice(body), [])
  assert.deepEqual(guesses(invoice(JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'))), {
    ['__proto__']: LEFT_OUT,
    constructor: LEFT_OUT,
    toString: LEFT_OUT,
  })
})

test('every operation that changes something knows exactly its own fields', () => {
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS).filter(([, one]) =>
    reportsUnknownFields(one),
  )) {
    const unknown = unknownFieldsOf(operation)
    assert.deepEqual(unknown({ zzz_nobody_knows: 1 }), [{ field: 'zzz_nobody_knows', issue: LEFT_OUT }], id)
  }
})

test('many or long names give a short response quickly', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`discount_rat${n}`, 1]))
  const long = { ['x'.repeat(100_000)]: 1, [`${'x'.repeat(39)}🙂🙂`]: 1 }
  const items = Array.from({ length: 500 }, (_, n) => ({ [`unit_pric${n}`]: 1, [`quantit${n}`]: 1 }))
  const start = process.threadCpuUsage()
  const warnings = invoice(many)
  assert.equal(warnings.length, 21)
  assert.deepEqual(warnings.at(-1), { field: 'body', issue: 'has more unknown fields, which are not listed' })
  assert.equal(invoice({ items }).length, 21)
  for (const { field } of invoice(long)) assert.ok(field.length <= 41 && field.isWellFormed(), field)
  const { user } = process.threadCpuUsage(start)
  assert.ok(user < 250_000, `${user / 1000} ms`)
})

test('warnings follow those of the operation, and are added to a stored response once', () => {
  const [own, more] = [
    { field: 'cpf', issue: 'x' },
    { field: 'y', issue: 'z' },
  ]
  assert.deepEqual(withWarnings({ success: true, warnings: [own] }, [more]), {
    success: true,
    warnings: [own, more],
  })
  const response = { status: 201, body: '{"id":"x"}' }
  const stored = rememberedWith(response, [more])
  assert.deepEqual(JSON.parse(stored.body), { id: 'x', warnings: [more] })
  assert.equal(rememberedWith(stored, [more]), stored)
  assert.equal(rememberedWith(response, []), response)
  const refused = { status: 409, body: '{"success":false}' }
  assert.equal(rememberedWith(refused, [more]), refused)
})
