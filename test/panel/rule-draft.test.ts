// A pricing rule as it is typed becomes the rule that is sent, and back; its faults are found before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  broughtBack,
  codesIn,
  draftOf,
  faultsOf,
  inputOf,
  moved,
  type RuleDraft,
  ruleOf,
  steepOf,
} from '../../panel/kit/rule-draft.ts'

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

test('what is left empty is anything, or the default', () => {
  const { fee_amount, ...rest } = ruleOf(draft({}))
  assert.equal(fee_amount, '10.00')
  for (const [name, value] of Object.entries(rest)) assert.equal(value, null, name)
})

test('a rule that is there is shown as it was typed, and sent as it was', () => {
  const shown = draftOf(RULE, number)
  assert.deepEqual([shown.airlines, shown.markup_percent, shown.both_ways], ['LA, G3', '12,5', false])
  const { id, ...rule } = RULE
  assert.deepEqual(ruleOf(shown), rule)
  assert.equal(id, 'prl_1')
})

test('codes are read in whatever way they are written, each once', () => {
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
  test(`${row + 1}. ${JSON.stringify(changes)}: ${faults.map(([, fault]) => fault).join() || 'nothing wrong'}`, () => {
    assert.deepEqual(faultsOf(draft(changes)), faults)
  })
})

test('rules change places, and stay where there is no such place', () => {
  assert.deepEqual(moved([1, 2, 3], 2, 0), [3, 1, 2])
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3])
  for (const to of [-1, 3]) assert.deepEqual(moved([1, 2, 3], 0, to), [1, 2, 3])
})

test('a rule that was deleted comes back without its id, in its place', () => {
  const before = {
    markup_percent: 10,
    fee_amount: '35.00',
    rules: [RULE, { ...RULE, id: 'prl_2' }],
    updated_at: null,
  }
  const { id, ...rule } = RULE
  const back = broughtBack(before, { ...before, rules: before.rules.slice(1) })
  assert.deepEqual(back.rules, [rule, { ...rule, id: 'prl_2' }])
  assert.deepEqual(broughtBack(before, before), inputOf(before))
  assert.equal(id, 'prl_1')
})

test('all of it is sent again as it is, without when it was changed', () => {
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
