// Passengers in events are encrypted and stored apart; a read returns the same bytes that were emitted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { cutPersonal, encryptPersonal, wholePayload } from './store.ts'

const box = makeSecretBox(Buffer.alloc(32, 1))

/** As an event is stored, and read again. */
function storedAndRead(object: object, eventId = 'evt_1') {
  const { shown, personal } = cutPersonal(object)
  const payload = JSON.stringify({ id: eventId, data: { object: shown } })
  const stored = { payload, personal: encryptPersonal(box, eventId, personal) }
  return { stored, read: wholePayload(box, eventId, stored) }
}
const emitted = (object: object, eventId = 'evt_1') => JSON.stringify({ id: eventId, data: { object } })

test('passengers are encrypted in storage and returned on read', () => {
  const booking = {
    id: 'ord_1',
    passengers: [{ given_name: 'Conceição', email: 'ana@example.com' }],
    slices: [],
  }
  const { stored, read } = storedAndRead(booking)
  assert.equal(read, emitted(booking))
  assert.doesNotMatch(stored.payload, /Conceição|ana@example/)
  assert.doesNotMatch(stored.personal?.toString('latin1') ?? '', /Concei|ana@example/)
  assert.match(stored.payload, /"passengers":"encrypted"/)
})

test('an event without passengers is stored as it is', () => {
  const line = { id: 'txn_1', amount: '10.00', description: '"passengers":"encrypted"' }
  const { stored, read } = storedAndRead(line)
  assert.equal(stored.personal, null)
  assert.deepEqual([stored.payload, read], [emitted(line), emitted(line)])
})

test('encrypted passengers decrypt only with their own event and key', () => {
  const { stored } = storedAndRead({ passengers: [{ given_name: 'Ana' }] }, 'evt_1')
  assert.throws(() => wholePayload(box, 'evt_2', stored))
  assert.throws(() => wholePayload(makeSecretBox(Buffer.alloc(32, 2)), 'evt_1', stored))
})

test('texts that look like the placeholder or a replacement pattern are unchanged', () => {
  for (const text of [
    '"passengers":"encrypted"',
    '$&',
    "$'",
    '$1',
    '\\"passengers\\":\\"encrypted\\"',
    'encrypted',
  ]) {
    const booking = { note: text, passengers: [{ given_name: text }, text], after: text }
    assert.equal(storedAndRead(booking).read, emitted(booking), text)
  }
})

test('any booking is read as it was emitted', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      fc.dictionary(fc.string(), fc.string()),
      (before, passengers, after) => {
        const booking = { ...without(before), passengers, ...without(after) }
        assert.equal(storedAndRead(booking).read, emitted(booking))
      },
    ),
  )
})

/** Names that JSON writes once are written once. */
function without({ passengers: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}
