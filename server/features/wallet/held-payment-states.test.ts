// The tables of what waits for somebody else's word: held payments for a person's, refunds for the bank's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emittedBy,
  moveBy,
  nextState,
  statesBefore,
  statesThat,
  stateTold,
} from '../../kernel/values/state-table.ts'
import { isRefused, isUnsettled, REFUND_MOVES } from '../invoices/refunds/store.ts'
import { awaitsReview, HELD_MOVES, isCredited } from './states.ts'

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
  assert.equal(stateTold(HELD_MOVES, 'wallet.payment.held'), 'held')
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
