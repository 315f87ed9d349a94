// The contract's rows of bookings, and which states are what.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKING_STATUSES } from '../../../contract/bookings.ts'
import { emittedBy, nextState, refusalOf, statesBefore } from '../../kernel/values/state-table.ts'
import {
  awaitsPayment,
  awaitsTickets,
  BOOKING_MOVES,
  type BookingState,
  type BookingTrigger,
  hasFlights,
  isCancelled,
  isGivenUp,
  isLookedAfter,
  isShown,
  isSold,
  isTicketed,
} from './states.ts'

test('the state table has the rows of the contract', () => {
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'hold'), ['requested'])
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'confirm'), ['pending'])
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'issue'), ['confirmed'])
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'issuance_failure'), ['confirmed'])
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'deadline'), ['pending'])
  assert.deepEqual(statesBefore(BOOKING_MOVES, 'cancel'), ['pending', 'confirmed', 'ticketed'])
  assert.equal(refusalOf(BOOKING_MOVES, 'cancelled', 'cancel'), 'booking_already_cancelled')
  assert.equal(refusalOf(BOOKING_MOVES, 'confirmed', 'confirm'), 'booking_already_confirmed')
  assert.equal(refusalOf(BOOKING_MOVES, 'ticketed', 'confirm'), 'booking_already_confirmed')
})

test('in every state, confirm and cancel either move the booking or are refused with a reason', () => {
  for (const trigger of ['confirm', 'cancel'] as const)
    for (const state of BOOKING_MOVES.states) {
      const isMoved = nextState(BOOKING_MOVES, state, trigger) !== null
      assert.equal(refusalOf(BOOKING_MOVES, state, trigger) === undefined, isMoved, `${state} ${trigger}`)
    }
})

test('some triggers keep the state', () => {
  const kept = (trigger: BookingTrigger) =>
    BOOKING_MOVES.states.filter((state) => nextState(BOOKING_MOVES, state, trigger) === state)
  assert.deepEqual(kept('announce'), ['confirmed'])
  assert.deepEqual(kept('order'), ['confirmed'])
  assert.deepEqual(kept('await_tickets'), ['confirmed'])
  assert.deepEqual(kept('ask_to_cancel'), ['confirmed', 'ticketed'])
  assert.deepEqual(kept('keep'), ['confirmed', 'ticketed'])
  assert.deepEqual(kept('reschedule'), ['pending', 'ticketed'])
  assert.deepEqual(kept('sync'), ['pending', 'ticketed'])
  for (const trigger of ['mark_change', 'accept_change'] as const)
    assert.deepEqual(kept(trigger), ['pending', 'confirmed', 'ticketed'])
  assert.deepEqual(kept('late_order'), ['cancelled', 'failed'])
})

test('a change of state emits its own event, then booking.updated; only paid bookings return money', () => {
  for (const { from, trigger, to, emits } of BOOKING_MOVES.rows) {
    if (to === null || from.includes(to) || from.includes('requested')) continue
    assert.equal(emits[0], `booking.${to}`)
    // A state without an event of its own is not updated either.
    assert.equal(emits.at(-1), trigger === 'refuse' ? 'wallet.credit' : 'booking.updated')
  }
  assert.deepEqual(emittedBy(BOOKING_MOVES, 'pending', 'cancel'), ['booking.cancelled', 'booking.updated'])
  assert.deepEqual(emittedBy(BOOKING_MOVES, 'ticketed', 'cancel'), [
    'booking.cancelled',
    'wallet.credit',
    'booking.updated',
  ])
})

test('money moves exactly if a wallet event is emitted', () => {
  for (const { moves, emits } of [...BOOKING_MOVES.rows, ...Object.values(BOOKING_MOVES.begins)]) {
    const [event] = emits.filter((type) => type.startsWith('wallet.'))
    assert.equal(event, moves && `wallet.${moves}`)
  }
})

test('each predicate holds in its states', () => {
  const those = (is: (booking: { status: BookingState }) => boolean) =>
    BOOKING_MOVES.states.filter((status) => is({ status }))
  assert.deepEqual(BOOKING_MOVES.states.filter(isShown), BOOKING_STATUSES)
  assert.deepEqual(those(awaitsPayment), ['pending'])
  assert.deepEqual(those(awaitsTickets), ['confirmed'])
  assert.deepEqual(those(isTicketed), ['ticketed'])
  assert.deepEqual(those(isSold), ['confirmed', 'ticketed'])
  assert.deepEqual(those(isCancelled), ['cancelled'])
  assert.deepEqual(those(isGivenUp), ['cancelled', 'failed'])
  assert.deepEqual(those(isLookedAfter), ['pending', 'ticketed'])
  assert.deepEqual(those(hasFlights), ['pending', 'confirmed', 'ticketed'])
})
