// Tests the conversion of a pricing rule between form and API, and its validation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codesIn,
  draftOf,
  faultsOf,
  inputOf,
  moved,
  type RuleDraft,
  restoredInput,
  ruleOf,
  steepOf,
} from '../../panel/logic/rule-draft.ts'

const number = (value: number) => String(value).replace('.', ',')
const EMPTY = draftOf(undefined, number)
const draft = (changes: Partial<RuleDraft>): RuleDraft => ({ ...EMPTY, fee_amount: '10.00', ...changes })
const RULE = {
  id: 'prl_1',
  name: 'Nordeste',
  route: { origin: 'SAO', destination: null, both_ways: false },
  airlines: ['LA', 'G3'],
  cabins: ['business' as const],
  passenger_types: null,
  client_id: null,
  markup_percent: 12.5,
  fee_amount: null,
}

test('empty fields mean any value or the default', () => {
  const { fee_amount, ...rest } = ruleOf(draft({}))
  assert.equal(fee_amount, '10.00')
  for (const [name, value] of Object.entries(rest)) assert.equal(value, null, name)
})

test('an existing rule survives a round trip through the form', () => {
  const shown = draftOf(RULE, number)
  assert.deepEqual([shown.airlines, shown.markup_percent, shown.both_ways], ['LA, G3', '12,5', false])
  const { id, ...rule } = RULE
  assert.deepEqual(ruleOf(shown), rule)
  assert.equal(id, 'prl_1')
})

test('codes are parsed with any separator, without duplicates', () => {
  assert.deepEqual(codesIn(' la,g3; AD  la '), ['LA', 'G3', 'AD'])
  assert.deepEqual(codesIn(''), [])
  assert.deepEqual(ruleOf(draft({ origin: ' gru ' })).route, {
    origin: 'GRU',
    destination: null,
    both_ways: true,
  })
})

const FAULTS: [changes: Partial<RuleDraft>, faults: ReturnType<typeof faultsOf>][] = [
  [{}, []],
  [{ origin: 'gru', destination: 'br', airlines: 'la, g3', markup_percent: '1.000,5' }, []],
  [{ origin: 'Recife' }, [['origin', 'place']]],
  [{ destination: 'B1' }, [['destination', 'place']]],
  [{ airlines: 'LATAM' }, [['airlines', 'airline']]],
  [{ markup_percent: 'dez' }, [['markup_percent', 'number']]],
  [{ fee_amount: '' }, [['markup_percent', 'nothing']]],
]
FAULTS.forEach(([changes, faults], row) => {
  test(`${row + 1}. ${JSON.stringify(changes)}: ${faults.map(([, fault]) => fault).join() || 'valid'}`, () => {
    assert.deepEqual(faultsOf(draft(changes)), faults)
  })
})

test('rules move, and an invalid target changes nothing', () => {
  assert.deepEqual(moved([1, 2, 3], 2, 0), [3, 1, 2])
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3])
  for (const to of [-1, 3]) assert.deepEqual(moved([1, 2, 3], 0, to), [1, 2, 3])
})

test('a deleted rule is restored without its id, in its place', () => {
  const before = {
    markup_percent: 10,
    fee_amount: '35.00',
    rules: [RULE, { ...RULE, id: 'prl_2' }],
    updated_at: null,
  }
  const { id, ...rule } = RULE
  const back = restoredInput(before, { ...before, rules: before.rules.slice(1) })
  assert.deepEqual(back.rules, [rule, { ...rule, id: 'prl_2' }])
  assert.deepEqual(restoredInput(before, before), inputOf(before))
  assert.equal(id, 'prl_1')
})

test('the pricing input omits the time of the last change', () => {
  const pricing = { markup_percent: 10, fee_amount: '35.00', rules: [RULE], updated_at: null }
  assert.deepEqual(inputOf(pricing), { markup_percent: 10, fee_amount: '35.00', rules: [RULE] })
})

test('a markup above 100 % and a fee above R$ 1.000 are steep, as people write them', () => {
  const steep = (markup_percent: string, fee_amount: string) => steepOf({ markup_percent, fee_amount })
  assert.deepEqual(steep('100', '1000.00'), { markup: false, fee: false })
  assert.deepEqual(steep('100,5', '1000.01'), { markup: true, fee: true })
  assert.deepEqual(steep('', ''), { markup: false, fee: false })
  assert.deepEqual(steep('abc', '5.00'), { markup: false, fee: false })
})
