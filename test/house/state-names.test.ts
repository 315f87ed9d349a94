// State tables drive: which states there are, and which of them is what, is said in the tables and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKING_MOVES } from '../../server/rules/booking-states.ts'
import { CHARGE_MOVES } from '../../server/rules/charge-states.ts'
import { HELD_MOVES } from '../../server/rules/held-payment-states.ts'
import { INVOICE_MOVES, PAYMENT_MOVES } from '../../server/rules/invoice-states.ts'
import { QUOTE_MOVES } from '../../server/rules/quote-states.ts'
import { RECHARGE_MOVES } from '../../server/rules/recharge-states.ts'
import { RECURRING_MOVES } from '../../server/rules/recurring-states.ts'
import { REFUND_MOVES } from '../../server/rules/refund-states.ts'
import { projectFiles } from './project-files.ts'
import { namedStatesIn, OTHER_STATES } from './state-names.ts'

const STATES = [
  BOOKING_MOVES,
  CHARGE_MOVES,
  HELD_MOVES,
  INVOICE_MOVES,
  PAYMENT_MOVES,
  QUOTE_MOVES,
  RECHARGE_MOVES,
  RECURRING_MOVES,
  REFUND_MOVES,
].flatMap(({ states }): readonly string[] => states)
const files = projectFiles('server')

test('no state is named outside the tables', () => {
  assert.ok(files.size > 300, `only ${files.size} files`)
  assert.deepEqual(namedStatesIn(files, STATES), [])
})

test('each place with states of its own still has them', () => {
  const places = Object.keys(OTHER_STATES)
  for (const place of places) {
    const others = places.filter((one) => one !== place)
    assert.notDeepEqual(namedStatesIn(files, STATES, others), [], `${place} names none`)
  }
})

test('every way to name one is found, and nothing else', () => {
  const found = (text: string) => namedStatesIn(new Map([['server/bookings/x.ts', text]]), STATES).length
  for (const text of [
    "if (booking.status === 'pending') return",
    "const isOver = ['paid', 'expired'].includes(status)",
    "query.where('status', '<>', 'requested')",
    "const sql = statement(`select 1\n  from a where payment_status in ('pending')`)",
    "return { status: 'cancelled' as const }",
  ])
    assert.equal(found(text), 1, text)
  for (const text of [
    "moveCharge(tx, id, 'open')",
    "if (answer.outcome === 'confirmed') return",
    "// status = 'pending'",
    "fail('booking_expired', { status })",
  ])
    assert.equal(found(text), 0, text)
})
