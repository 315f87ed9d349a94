// Every table of states is whole: each state is reached, each pair of state and trigger has one row, names are of the
// catalogues. And what its readers make of a row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS, type EventType } from '../../contract/events.ts'
import {
  emittedBy,
  emittedUpTo,
  moveBy,
  nextState,
  refusalOf,
  rowOf,
  type StateTable,
  stateAtEvent,
  statesBefore,
  statesThat,
  unmoved,
} from '../kernel/values/state-table.ts'
import { BOOKING_MOVES } from './bookings/states.ts'
import { INVOICE_MOVES, PAYMENT_MOVES } from './invoices/states.ts'
import { CHARGE_MOVES } from './payments/states.ts'
import { QUOTE_MOVES, USED_QUOTE_MOVES } from './quotes/states.ts'
import { RECURRING_MOVES } from './recurring-invoices/states.ts'
import { RECHARGE_MOVES } from './wallet/states.ts'

/** A table by its texts alone, whatever it is about. */
interface Plain {
  states: readonly string[]
  triggers: readonly string[]
  begins: Readonly<Record<string, { to: string; emits: readonly EventType[] }>>
  rows: readonly {
    from: readonly string[]
    trigger: string
    to: string | null
    emits: readonly EventType[]
    refusal?: string
  }[]
}

const TABLES: Record<string, Plain> = {
  booking: BOOKING_MOVES,
  charge: CHARGE_MOVES,
  invoice: INVOICE_MOVES,
  'payment of an invoice': PAYMENT_MOVES,
  quote: QUOTE_MOVES,
  'invoiced quote': USED_QUOTE_MOVES,
  recharge: RECHARGE_MOVES,
  'recurring invoice': RECURRING_MOVES,
}

for (const [name, { states, triggers, begins, rows }] of Object.entries(TABLES)) {
  test(`${name}: every state and trigger has exactly one row`, () => {
    for (const state of states) {
      for (const trigger of triggers) {
        const found = rows.filter((row) => row.trigger === trigger && row.from.includes(state))
        assert.equal(found.length, 1, `${state} ${trigger}`)
      }
    }
  })

  test(`${name}: a refused trigger neither moves nor emits, and names are in the catalogues`, () => {
    for (const { to, emits, refusal } of rows) {
      for (const type of emits) assert.ok(type in EVENTS, type)
      if (to === null) assert.deepEqual(emits, [])
      if (refusal === undefined) continue
      assert.ok(refusal in ERRORS, refusal)
      assert.equal(to, null)
    }
  })

  // It is the quote's own table from which an invoiced one comes.
  if (Object.keys(begins).length === 0) continue
  test(`${name}: every state is reachable from an initial state`, () => {
    const reached = new Set(Object.values(begins).map(({ to }) => to))
    for (const state of reached)
      for (const { from, to } of rows) if (to !== null && from.includes(state)) reached.add(to)
    assert.deepEqual([...reached].sort(), [...states].sort())
  })
}

const DOOR: StateTable<'open' | 'closed' | 'bricked up', 'open' | 'close' | 'paint', 'quote.sent', 'build'> =
  {
    states: ['open', 'closed', 'bricked up'],
    triggers: ['open', 'close', 'paint'],
    begins: { build: { to: 'closed', emits: [] } },
    rows: [
      { from: ['closed'], trigger: 'open', to: 'open', emits: ['quote.sent'] },
      unmoved(['open'], 'open'),
      unmoved(['bricked up'], 'open', { refusal: 'forbidden' }),
      { from: ['open', 'closed'], trigger: 'close', to: 'closed', emits: [] },
      unmoved(['bricked up'], 'close'),
      { from: ['open'], trigger: 'paint', to: 'closed', emits: [] },
      { from: ['closed'], trigger: 'paint', to: 'open', emits: [] },
    ],
  }

test('a row has its target state, events and refusal', () => {
  assert.equal(nextState(DOOR, 'closed', 'open'), 'open')
  assert.equal(nextState(DOOR, 'open', 'open'), null)
  assert.equal(nextState(DOOR, 'closed', 'close'), 'closed')
  assert.deepEqual(emittedBy(DOOR, 'closed', 'open'), ['quote.sent'])
  assert.deepEqual(emittedBy(DOOR, 'open', 'open'), [])
  assert.equal(refusalOf(DOOR, 'bricked up', 'open'), 'forbidden')
  assert.equal(refusalOf(DOOR, 'open', 'open'), undefined)
  assert.throws(() => rowOf(DOOR, 'bricked up', 'paint'), /says nothing of paint/)
})

test('a trigger alone has its source states and one target state', () => {
  assert.deepEqual(statesBefore(DOOR, 'close'), ['open'])
  assert.deepEqual(moveBy(DOOR, 'close'), { from: ['open'], to: 'closed', emits: [] })
  assert.deepEqual(moveBy(DOOR, 'open'), { from: ['closed'], to: 'open', emits: ['quote.sent'] })
  const painted = { ...DOOR, states: ['open', 'closed'] as const }
  assert.throws(() => moveBy(painted, 'paint'), /does not lead to one state/)
})

test('states are selected by predicate, and by the event on entering them', () => {
  assert.deepEqual(
    statesThat(DOOR, ({ status }) => status !== 'open'),
    ['closed', 'bricked up'],
  )
  assert.equal(stateAtEvent(DOOR, 'quote.sent'), 'open')
  assert.equal(stateAtEvent(DOOR, 'quote.accepted'), undefined)
  assert.equal(stateAtEvent(INVOICE_MOVES, 'invoice.created'), 'draft')
})

test('a new record emits created, then the event of its state', () => {
  assert.deepEqual(emittedUpTo(INVOICE_MOVES, undefined, 'draft'), ['invoice.created'])
  assert.deepEqual(emittedUpTo(INVOICE_MOVES, undefined, 'sent'), ['invoice.created', 'invoice.sent'])
  assert.deepEqual(emittedUpTo(INVOICE_MOVES, 'draft', 'sent'), ['invoice.sent'])
  assert.deepEqual(emittedUpTo(INVOICE_MOVES, 'sent', 'sent'), [])
})

test('the refused moves are exactly these', () => {
  const refused = ({ states, rows }: Plain) =>
    states.flatMap((from) =>
      rows
        .filter((row) => row.refusal !== undefined && row.from.includes(from))
        .map(({ trigger }) => `${from} ${trigger}`),
    )
  assert.deepEqual(refused(INVOICE_MOVES), ['sent draft', 'cancelled draft'])
  assert.deepEqual(refused(PAYMENT_MOVES), [])
  assert.deepEqual(refused(QUOTE_MOVES), [])
  assert.equal(refused(USED_QUOTE_MOVES).length, 20)
  assert.deepEqual(refused(RECURRING_MOVES), [
    'cancelled active',
    'cancelled paused',
    'cancelled expired',
    'expired active',
    'expired paused',
  ])
})
