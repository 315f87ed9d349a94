import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CABIN_CLASSES, PASSENGER_TYPES, type PassengerType } from '../../../../contract/flights.ts'
import type { PricingRule } from '../../../../contract/pricing.ts'
import { formatDecimal } from '../../../kernel/values/decimal.ts'
import { type PricedTrip, readyPricing } from './rules.ts'

const NOTHING: PricingRule = {
  id: '',
  name: null,
  route: null,
  airlines: null,
  cabins: null,
  passenger_types: null,
  client_id: null,
  markup_percent: null,
  fee_amount: null,
}
const HOME: PricedTrip = {
  origin: ['GRU', 'SAO', 'BR'],
  destination: ['SDU', 'RIO', 'BR'],
  airline: 'LA',
  cabin: 'economy',
}
const ABROAD: PricedTrip = {
  origin: ['GRU', 'SAO', 'BR'],
  destination: ['MIA', 'US'],
  airline: 'AA',
  cabin: 'business',
}
const BACK: PricedTrip = { ...ABROAD, origin: ABROAD.destination, destination: ABROAD.origin }

const rule = (fields: Partial<PricingRule>, index = 0): PricingRule => ({
  ...NOTHING,
  id: `prl_${index}`,
  fee_amount: '1.00',
  ...fields,
})

function partsOf(
  rules: Partial<PricingRule>[],
  trip: PricedTrip,
  { travellers = ['adult'], client = null }: { travellers?: PassengerType[]; client?: string | null } = {},
) {
  const pricing = { version: 1, markup_percent: '10', fee_cents: 35_00n, rules: rules.map(rule) }
  return readyPricing(pricing, travellers, client).partsFor(trip)
}

/** Whether a rule with this one condition is applied to these trips: at home, abroad, and back. */
const ROWS: [string, Partial<PricingRule>, [boolean, boolean, boolean]][] = [
  ['from an airport', { route: { origin: 'GRU', destination: null, both_ways: false } }, [true, true, false]],
  ['from a city', { route: { origin: 'SAO', destination: null, both_ways: false } }, [true, true, false]],
  ['from a country', { route: { origin: 'BR', destination: null, both_ways: false } }, [true, true, false]],
  ['to a country', { route: { origin: null, destination: 'US', both_ways: false } }, [false, true, false]],
  ['both ways', { route: { origin: null, destination: 'US', both_ways: true } }, [false, true, true]],
  ['within a country', { route: { origin: 'BR', destination: 'BR', both_ways: true } }, [true, false, false]],
  ['one way', { route: { origin: 'MIA', destination: 'SAO', both_ways: false } }, [false, false, true]],
  [
    'another airport',
    { route: { origin: 'CGH', destination: null, both_ways: true } },
    [false, false, false],
  ],
  ['an airline', { airlines: ['G3', 'LA'] }, [true, false, false]],
  ['cabins', { cabins: ['business', 'first'] }, [false, true, true]],
  ['a type that travels', { passenger_types: ['adult'] }, [true, true, true]],
  ['a type that does not', { passenger_types: ['child'] }, [false, false, false]],
  ['a client', { client_id: 'cli_1' }, [true, true, true]],
  ['another client', { client_id: 'cli_2' }, [false, false, false]],
  ['all conditions', { airlines: ['AA'], cabins: ['business'], client_id: 'cli_1' }, [false, true, true]],
  ['all but one', { airlines: ['AA'], cabins: ['economy'], client_id: 'cli_1' }, [false, false, false]],
]

for (const [name, condition, expected] of ROWS) {
  test(`a rule by ${name}`, () => {
    const applied = [HOME, ABROAD, BACK].map((trip) => {
      const parts = partsOf([condition], trip, { client: 'cli_1' })
      assert.equal(parts.length, 1)
      return parts[0]?.rule?.id === 'prl_0'
    })
    assert.deepEqual(applied, expected)
  })
}

test('a rule for a client does not apply without a client', () => {
  assert.equal(partsOf([{ client_id: 'cli_1' }], HOME)[0]?.rule, null)
})

test("omitted terms default to the team's, with the fee once per offer", () => {
  const terms = (fields: Partial<PricingRule>) => {
    const [part] = partsOf([fields], HOME, { travellers: ['adult', 'adult', 'child'] })
    assert.ok(part)
    return [formatDecimal(part.markupPercent), part.feeCents, part.feePer, part.passengers, part.weight]
  }
  assert.deepEqual(terms({ airlines: ['G3'] }), ['10', 3500n, 'offer', 3, 30n])
  assert.deepEqual(terms({ airlines: ['LA'], fee_amount: null, markup_percent: 0.1 }), [
    '0.1',
    3500n,
    'offer',
    3,
    30n,
  ])
  assert.deepEqual(terms({ airlines: ['LA'], fee_amount: '7.05' }), ['10', 705n, 'offer', 3, 30n])
  assert.deepEqual(terms({ passenger_types: ['adult', 'child'] }), ['10', 100n, 'passenger', 3, 30n])
})

test('each passenger has the first matching rule, and passengers of one rule are one part', () => {
  const travellers: PassengerType[] = ['adult', 'adult', 'child', 'infant_without_seat']
  const parts = partsOf(
    [
      { passenger_types: ['infant_without_seat'] },
      { airlines: ['AA'], passenger_types: ['adult'] },
      { airlines: ['LA'], passenger_types: ['child'] },
      { passenger_types: ['child', 'adult'] },
    ],
    HOME,
    { travellers },
  )
  assert.deepEqual(
    parts.map(({ rule: applied, passengers, weight }) => [applied?.id, passengers, weight]),
    [
      ['prl_3', 2, 20n],
      ['prl_2', 1, 10n],
      ['prl_0', 1, 1n],
    ],
  )
})

test('under any rules the parts cover all passengers and all weight, and no rule has two parts', () => {
  const anyRule = fc.record({
    airlines: fc.constantFrom<string[] | null>(null, ['LA'], ['AA']),
    cabins: fc.option(fc.subarray([...CABIN_CLASSES], { minLength: 1 }), { nil: null }),
    passenger_types: fc.option(fc.subarray([...PASSENGER_TYPES], { minLength: 1 }), { nil: null }),
  })
  const anyTravellers = fc.array(fc.constantFrom(...PASSENGER_TYPES), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 6 }), anyTravellers, (rules, travellers) => {
      const parts = partsOf(rules, HOME, { travellers })
      const infants = travellers.filter((type) => type === 'infant_without_seat').length
      assert.equal(
        parts.reduce((sum, { passengers }) => sum + passengers, 0),
        travellers.length,
      )
      assert.equal(
        parts.reduce((sum, { weight }) => sum + weight, 0n),
        BigInt(10 * (travellers.length - infants) + infants),
      )
      const ids = parts.map((part) => part.rule?.id)
      assert.equal(new Set(ids).size, ids.length)
    }),
  )
})

test('without a matching rule, the parts are the same for all trips and known in advance', () => {
  const travellers: PassengerType[] = ['adult', 'child', 'infant_without_seat']
  const ready = (rules: PricingRule[]) =>
    readyPricing({ version: 1, markup_percent: '10', fee_cents: 35_00n, rules }, travellers, null)
  for (const rules of [[], [rule({ client_id: 'another' })]])
    for (const trip of [ABROAD, BACK]) assert.deepEqual(ready(rules).partsForAll, ready(rules).partsFor(trip))
  assert.equal(ready([rule({})]).partsForAll, null)
})
