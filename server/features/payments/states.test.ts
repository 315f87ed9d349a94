// Money moves a charge from any state, and nothing else moves one that is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARGE_STATUSES } from '../../../contract/payment-methods.ts'
import { moveBy, nextState } from '../../kernel/values/state-table.ts'
import { CHARGE_MOVES, isAbandoned, isAwaited, isPayable } from './states.ts'

test('a payment is accepted in every state of a charge', () => {
  for (const status of CHARGE_STATUSES) assert.equal(nextState(CHARGE_MOVES, status, 'pay'), 'paid')
})

test('only money moves a charge that is over, and each trigger has one target state', () => {
  const moves = CHARGE_MOVES.triggers.map((trigger) => [trigger, moveBy(CHARGE_MOVES, trigger)] as const)
  assert.deepEqual(
    moves.filter(([trigger]) => trigger !== 'pay').map(([trigger, { from, to }]) => [trigger, from, to]),
    [
      ['open', ['requested'], 'open'],
      ['authorise', ['requested', 'open'], 'authorised'],
      ['release', ['authorised'], 'open'],
      ['ask_again', ['authorised'], 'requested'],
      ['unpay', ['paid'], 'withdrawn'],
      ['settle', ['paid'], 'settled'],
      ['refund', ['paid', 'settled', 'disputed'], 'refunded'],
      ['dispute', ['paid', 'settled'], 'disputed'],
      ['win', ['disputed'], 'paid'],
      ['lose', ['disputed'], 'lost'],
      ['withdraw', ['requested', 'open', 'authorised'], 'withdrawn'],
      ['expire', ['requested', 'open'], 'expired'],
      ['abandon', ['requested'], 'abandoned'],
    ],
  )
})

test('only an open charge is shown to payers', () => {
  const those = (is: (charge: { status: (typeof CHARGE_STATUSES)[number] }) => boolean) =>
    CHARGE_STATUSES.filter((status) => is({ status }))
  assert.deepEqual(those(isPayable), ['open'])
  assert.deepEqual(those(isAwaited), ['requested'])
  assert.deepEqual(those(isAbandoned), ['abandoned'])
})
