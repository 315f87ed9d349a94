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

// The tables of what waits for somebody else's word: held payments for a person's, refunds for the bank's.

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

test('a held payment begins held, which is told; what a person decides is told by what it causes', () => {
  assert.deepEqual(HELD_MOVES.begins.hold, { to: 'held', emits: ['wallet.payment.held'] })
  assert.deepEqual(moveBy(HELD_MOVES, 'accept'), { from: ['held'], to: 'accepted', emits: [] })
  assert.deepEqual(moveBy(HELD_MOVES, 'refuse'), { from: ['held'], to: 'refused', emits: [] })
  assert.equal(stateAtEvent(HELD_MOVES, 'wallet.payment.held'), 'held')
})

test('a decision about a held payment stands, whoever decides again and how', () => {
  for (const state of ['accepted', 'refused'] as const)
    for (const trigger of HELD_MOVES.triggers) assert.equal(nextState(HELD_MOVES, state, trigger), null)
})

test('only an accepted payment is in the wallet, and only a held one waits', () => {
  assert.deepEqual(statesThat(HELD_MOVES, isCredited), ['accepted'])
  assert.deepEqual(statesThat(HELD_MOVES, awaitsReview), ['held'])
})

test('a refund is asked for, and ends as the bank says', () => {
  assert.deepEqual(REFUND_MOVES.begins.ask, { to: 'pending', emits: ['invoice.refund.created'] })
  assert.equal(nextState(REFUND_MOVES, 'pending', 'return'), 'succeeded')
  assert.equal(nextState(REFUND_MOVES, 'pending', 'refuse'), 'failed')
  assert.deepEqual(emittedBy(REFUND_MOVES, 'pending', 'return'), ['invoice.refund.succeeded'])
  assert.deepEqual(emittedBy(REFUND_MOVES, 'pending', 'refuse'), ['invoice.refund.failed'])
})

test('money that went back after all makes a failed refund a success, and never the other way', () => {
  assert.deepEqual(statesBefore(REFUND_MOVES, 'return'), ['pending', 'failed'])
  assert.deepEqual(statesBefore(REFUND_MOVES, 'refuse'), ['pending'])
  assert.equal(nextState(REFUND_MOVES, 'succeeded', 'refuse'), null)
  assert.deepEqual(emittedBy(REFUND_MOVES, 'succeeded', 'return'), [], 'told once')
})

test('the amount of a refund is spoken for until the bank has said something', () => {
  assert.deepEqual(statesThat(REFUND_MOVES, isUnsettled), ['pending'])
  assert.deepEqual(statesThat(REFUND_MOVES, isRefused), ['failed'])
})
