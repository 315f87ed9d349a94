// The contract's rows of recharges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECHARGE_STATUSES } from '../../../contract/wallet.ts'
import { emittedBy, moveBy, nextState, refusalOf, statesBefore } from '../../kernel/values/state-table.ts'
import { isPending, RECHARGE_MOVES } from './states.ts'

test('money is taken in every state; the deadline and a cancellation move a pending one only', () => {
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'payment'), ['pending', 'expired', 'failed', 'cancelled'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'deadline'), ['pending'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'cancel'), ['pending'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'provider_failure'), ['pending'])
  assert.equal(nextState(RECHARGE_MOVES, 'completed', 'payment'), 'completed')
})

test('a payment is told as what completed it, and as a credit; a second one as a credit alone', () => {
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'payment').emits, ['wallet.recharge.completed', 'wallet.credit'])
  assert.deepEqual(emittedBy(RECHARGE_MOVES, 'completed', 'payment'), ['wallet.credit'])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'deadline').emits, ['wallet.recharge.expired'])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'cancel').emits, [])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'provider_failure').emits, [])
})

test('only a pending one can be cancelled, and every other says why not', () => {
  for (const status of RECHARGE_STATUSES)
    assert.equal(
      refusalOf(RECHARGE_MOVES, status, 'cancel'),
      isPending({ status }) ? undefined : 'recharge_not_pending',
    )
})
