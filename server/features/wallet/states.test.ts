// The contract's rows of recharges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECHARGE_STATUSES } from '../../../contract/wallet.ts'
import {
  emittedBy,
  moveBy,
  nextState,
  refusalOf,
  stateAtEvent,
  statesBefore,
  statesThat,
} from '../../kernel/values/state-table.ts'
import { isRefused, isUnsettled, REFUND_MOVES } from '../invoices/refunds/states.ts'
import { awaitsReview, HELD_MOVES, isCredited, isPending, RECHARGE_MOVES } from './states.ts'

test('a payment is accepted in every state; deadline and cancellation move only a pending recharge', () => {
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'payment'), ['pending', 'expired', 'failed', 'cancelled'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'deadline'), ['pending'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'cancel'), ['pending'])
  assert.deepEqual(statesBefore(RECHARGE_MOVES, 'provider_failure'), ['pending'])
  assert.equal(nextState(RECHARGE_MOVES, 'completed', 'payment'), 'completed')
})

test('a payment emits completed and a credit; a second one only a credit', () => {
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'payment').emits, ['wallet.recharge.completed', 'wallet.credit'])
  assert.deepEqual(emittedBy(RECHARGE_MOVES, 'completed', 'payment'), ['wallet.credit'])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'deadline').emits, ['wallet.recharge.expired'])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'cancel').emits, [])
  assert.deepEqual(moveBy(RECHARGE_MOVES, 'provider_failure').emits, [])
})

test('only a pending recharge can be cancelled, others refuse with a reason', () => {
  for (const status of RECHARGE_STATUSES)
    assert.equal(
      refusalOf(RECHARGE_MOVES, status, 'cancel'),
      isPending({ status }) ? undefined : 'recharge_not_pending',
    )
})

// The tables of what awaits a decision: held payments by a person, refunds by the bank.

for (const [name, table] of [
  ['a held payment', HELD_MOVES],
  ['a refund', REFUND_MOVES],
] as const) {
  test(`${name}: one row for each state and trigger`, () => {
    const rows: { from: readonly string[]; trigger: string }[] = [...table.rows]
    for (const state of table.states)
      for (const trigger of table.triggers) {
        const fitting = rows.filter((row) => row.trigger === trigger && row.from.includes(state))
        assert.equal(fitting.length, 1, `${trigger} where it is ${state}`)
      }
  })
}

test('a held payment emits an event; a decision emits the events of its effect', () => {
  assert.deepEqual(HELD_MOVES.begins.hold, { to: 'held', emits: ['wallet.payment.held'] })
  assert.deepEqual(moveBy(HELD_MOVES, 'accept'), { from: ['held'], to: 'accepted', emits: [] })
  assert.deepEqual(moveBy(HELD_MOVES, 'refuse'), { from: ['held'], to: 'refused', emits: [] })
  assert.equal(stateAtEvent(HELD_MOVES, 'wallet.payment.held'), 'held')
})

test('a decision about a held payment is final', () => {
  for (const state of ['accepted', 'refused'] as const)
    for (const trigger of HELD_MOVES.triggers) assert.equal(nextState(HELD_MOVES, state, trigger), null)
})

test('only an accepted payment is in the wallet, and only a held one waits', () => {
  assert.deepEqual(statesThat(HELD_MOVES, isCredited), ['accepted'])
  assert.deepEqual(statesThat(HELD_MOVES, awaitsReview), ['held'])
})

test('a refund is requested, and ends as the bank reports', () => {
  assert.deepEqual(REFUND_MOVES.begins.ask, { to: 'pending', emits: ['invoice.refund.created'] })
  assert.equal(nextState(REFUND_MOVES, 'pending', 'return'), 'succeeded')
  assert.equal(nextState(REFUND_MOVES, 'pending', 'refuse'), 'failed')
  assert.deepEqual(emittedBy(REFUND_MOVES, 'pending', 'return'), ['invoice.refund.succeeded'])
  assert.deepEqual(emittedBy(REFUND_MOVES, 'pending', 'refuse'), ['invoice.refund.failed'])
})

test('returned money makes a failed refund succeed, and never the reverse', () => {
  assert.deepEqual(statesBefore(REFUND_MOVES, 'return'), ['pending', 'failed'])
  assert.deepEqual(statesBefore(REFUND_MOVES, 'refuse'), ['pending'])
  assert.equal(nextState(REFUND_MOVES, 'succeeded', 'refuse'), null)
  assert.deepEqual(emittedBy(REFUND_MOVES, 'succeeded', 'return'), [], 'emitted once')
})

test('the amount of a refund is reserved until the bank reports', () => {
  assert.deepEqual(statesThat(REFUND_MOVES, isUnsettled), ['pending'])
  assert.deepEqual(statesThat(REFUND_MOVES, isRefused), ['failed'])
})
