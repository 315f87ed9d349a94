// The table of recharge states is whole: every state is reached, every pair of state and trigger has one answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS } from '../../contract/events.ts'
import { RECHARGE_STATUSES } from '../../contract/wallet.ts'
import { movedBy, nextState, RECHARGE_MOVES, RECHARGE_TRIGGERS } from './recharge-states.ts'

test('every state is reachable from pending', () => {
  const reached = new Set(['pending', ...RECHARGE_MOVES.map(({ to }) => to)])
  for (const status of RECHARGE_STATUSES) assert.ok(reached.has(status), status)
})

test('every state and trigger has exactly one row', () => {
  for (const status of RECHARGE_STATUSES) {
    for (const trigger of RECHARGE_TRIGGERS) {
      const found = RECHARGE_MOVES.filter((move) => move.trigger === trigger && move.from.includes(status))
      assert.equal(found.length, 1, `${status} ${trigger}`)
    }
  }
})

test('refusals and events are of the catalogues', () => {
  for (const { refusal, emits } of RECHARGE_MOVES) {
    if (refusal !== undefined) assert.ok(refusal in ERRORS, refusal)
    for (const type of emits) assert.ok(type in EVENTS, type)
  }
})

test('money is taken in every state; the deadline and a cancellation move a pending one only', () => {
  assert.deepEqual(movedBy('payment'), ['pending', 'expired', 'failed', 'cancelled'])
  assert.deepEqual(movedBy('deadline'), ['pending'])
  assert.deepEqual(movedBy('cancel'), ['pending'])
  assert.deepEqual(movedBy('provider_failure'), ['pending'])
  assert.equal(nextState('completed', 'payment'), 'unchanged')
})
