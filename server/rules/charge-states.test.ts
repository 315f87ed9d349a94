// The table of charge states is whole: every state is reached, money is taken in from all of them, and nothing but
// money moves a charge that is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARGE_STATUSES, type ChargeStatus } from '../../contract/payments.ts'
import { CHARGE_MOVES, CHARGE_TRIGGERS, isPayable } from './charge-states.ts'

const OVER: readonly ChargeStatus[] = ['paid', 'withdrawn', 'expired', 'abandoned']

test('every state is reached from requested', () => {
  const reached = new Set<ChargeStatus>(['requested'])
  for (const status of reached)
    for (const trigger of CHARGE_TRIGGERS)
      if (CHARGE_MOVES[trigger].from.includes(status)) reached.add(CHARGE_MOVES[trigger].to)
  assert.deepEqual([...reached].sort(), [...CHARGE_STATUSES].sort())
})

test('a trigger has its row, names no state twice, and moves to one that it does not start from', () => {
  assert.deepEqual(Object.keys(CHARGE_MOVES).sort(), [...CHARGE_TRIGGERS].sort())
  for (const trigger of CHARGE_TRIGGERS) {
    const { from, to } = CHARGE_MOVES[trigger]
    assert.equal(new Set(from).size, from.length, trigger)
    if (trigger !== 'pay') assert.ok(!from.includes(to), trigger)
  }
})

test('money is taken in whatever the charge was; nothing else moves one that is over', () => {
  assert.deepEqual(CHARGE_MOVES.pay.from, CHARGE_STATUSES)
  for (const trigger of CHARGE_TRIGGERS)
    if (trigger !== 'pay') assert.ok(!CHARGE_MOVES[trigger].from.some((from) => OVER.includes(from)), trigger)
})

test('only an open one is shown to payers', () => {
  assert.deepEqual(
    CHARGE_STATUSES.filter((status) => isPayable({ status })),
    ['open'],
  )
})
