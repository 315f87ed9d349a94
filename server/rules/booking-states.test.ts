// The table of booking states is whole: every state is reached, every pair of state and trigger has one answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKING_STATUSES } from '../../contract/bookings.ts'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS } from '../../contract/events.ts'
import { BOOKING_MOVES, BOOKING_TRIGGERS, refusalOf, statesBefore } from './booking-states.ts'

test('every state is reachable: pending and confirmed by creation, the others by moves', () => {
  const reached = new Set(['pending', 'confirmed', ...BOOKING_MOVES.map(({ to }) => to)])
  for (const status of BOOKING_STATUSES) assert.ok(reached.has(status), status)
})

test('every state and trigger has exactly one row', () => {
  for (const status of BOOKING_STATUSES) {
    for (const trigger of BOOKING_TRIGGERS) {
      const found = BOOKING_MOVES.filter((move) => move.trigger === trigger && move.from === status)
      assert.equal(found.length, 1, `${status} ${trigger}`)
    }
  }
})

test('refusals and events are of the catalogues', () => {
  for (const { refusal, emits } of BOOKING_MOVES) {
    if (refusal !== undefined) assert.ok(refusal in ERRORS, refusal)
    for (const type of emits) assert.ok(type in EVENTS, type)
  }
})

test("the contract's rows", () => {
  assert.deepEqual(statesBefore('confirm'), ['pending'])
  assert.deepEqual(statesBefore('issue'), ['confirmed'])
  assert.deepEqual(statesBefore('deadline'), ['pending'])
  assert.deepEqual(statesBefore('cancel'), ['pending', 'confirmed', 'ticketed'])
  assert.equal(refusalOf('cancelled', 'cancel'), 'booking_already_cancelled')
  assert.equal(refusalOf('confirmed', 'confirm'), 'booking_already_confirmed')
  assert.equal(refusalOf('ticketed', 'confirm'), 'booking_already_confirmed')
})
