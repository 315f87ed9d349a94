// Every table of states is whole: each pair of states has one row, every state is reached, names are of the catalogues.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { INVOICE_STATUSES, QUOTE_STATUSES, RECURRING_STATUSES } from '../../contract/invoicing-states.ts'
import { INVOICE_MOVES } from './invoice-states.ts'
import { INVOICED_QUOTE_MOVES, QUOTE_MOVES } from './quote-states.ts'
import { RECURRING_MOVES } from './recurring-states.ts'
import { moveOf, type StatusMove } from './status-moves.ts'

const TABLES: [
  name: string,
  states: readonly string[],
  moves: readonly StatusMove<string>[],
  first: string,
][] = [
  ['invoice', INVOICE_STATUSES, INVOICE_MOVES, 'draft'],
  ['quote', QUOTE_STATUSES, QUOTE_MOVES, 'draft'],
  ['recurring invoice', RECURRING_STATUSES, RECURRING_MOVES, 'active'],
]

for (const [name, states, moves, first] of [
  ...TABLES,
  ['invoiced quote', QUOTE_STATUSES, INVOICED_QUOTE_MOVES, 'accepted'] as (typeof TABLES)[number],
]) {
  test(`${name}: every pair of states has exactly one row`, () => {
    for (const from of states) {
      for (const to of states) {
        const found = moves.filter((move) => move.to === to && move.from.includes(from))
        assert.equal(found.length, 1, `${from} to ${to}`)
        assert.equal(moveOf(moves, from, to), found[0])
      }
    }
  })

  test(`${name}: a move to itself is never refused, and refusals are of the catalogue`, () => {
    for (const state of states) assert.equal(moveOf(moves, state, state).refusal, undefined, state)
    for (const { refusal } of moves) if (refusal !== undefined) assert.ok(refusal in ERRORS, refusal)
  })

  if (name === 'invoiced quote') continue
  test(`${name}: every state is reached from ${first}`, () => {
    const reached = new Set([first])
    for (const from of reached) {
      for (const to of states) if (moveOf(moves, from, to).refusal === undefined) reached.add(to)
    }
    assert.deepEqual([...reached].sort(), [...states].sort())
  })
}

test('what cannot be undone', () => {
  const refused = (moves: readonly StatusMove<string>[], states: readonly string[]) =>
    states.flatMap((from) =>
      states.filter((to) => moveOf(moves, from, to).refusal !== undefined).map((to) => `${from} ${to}`),
    )
  assert.deepEqual(refused(INVOICE_MOVES, INVOICE_STATUSES), ['sent draft', 'cancelled draft'])
  assert.deepEqual(refused(QUOTE_MOVES, QUOTE_STATUSES), [])
  assert.equal(refused(INVOICED_QUOTE_MOVES, QUOTE_STATUSES).length, 20)
  assert.deepEqual(refused(RECURRING_MOVES, RECURRING_STATUSES), [
    'cancelled active',
    'cancelled paused',
    'cancelled expired',
    'expired active',
    'expired paused',
  ])
})
