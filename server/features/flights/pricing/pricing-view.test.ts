import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PassengerType } from '../../../../contract/flights.ts'
import { decimalFromNumber, makeDecimal } from '../../../kernel/values/decimal.ts'
import { codesOf, offerPricingView, partsShown, pricingView } from './pricing.ts'
import { type PriceTerms, priceForClient, priceOfCost } from './rules.ts'

const TRAVELLERS: PassengerType[] = ['adult', 'adult', 'infant_without_seat']
const SEATS: PriceTerms = {
  rule: null,
  markupPercent: decimalFromNumber(12.3456),
  feeCents: 35_00n,
  feePer: 'offer',
  passengers: 2,
  weight: 20n,
}
const LAPS: PriceTerms = {
  rule: { id: 'prl_1', name: 'Bebês' },
  markupPercent: makeDecimal(0n),
  feeCents: 5_01n,
  feePer: 'passenger',
  passengers: 1,
  weight: 1n,
}
const ALL: PriceTerms = { ...LAPS, passengers: 3, weight: 21n }

test('what an offer shows of its pricing prices it again, at any cost', () => {
  for (const parts of [[SEATS, LAPS], [LAPS, SEATS], [ALL]]) {
    const shown = offerPricingView(priceOfCost(123_45n, parts), null)
    const read = partsShown(JSON.parse(JSON.stringify(shown)), TRAVELLERS)
    assert.deepEqual(read, parts)
    const rate = decimalFromNumber(5.4321)
    for (const cents of [0n, 1n, 99_999_99n])
      assert.deepEqual(priceForClient(cents, rate, read), priceForClient(cents, rate, parts))
  }
})

test('one rule is shown as it is, several with their parts and what they come to', () => {
  assert.deepEqual(offerPricingView(priceOfCost(100_00n, [ALL]), 'cli_1'), {
    rule_id: 'prl_1',
    rule_name: 'Bebês',
    markup_percent: 0,
    fee_amount: '5.01',
    fee_per: 'passenger',
    client_id: 'cli_1',
  })
  const { parts, ...whole } = offerPricingView(priceOfCost(210_00n, [SEATS, LAPS]), null)
  assert.deepEqual(whole, {
    rule_id: null,
    rule_name: null,
    // 24.69 of 210.00
    markup_percent: 11.7571,
    fee_amount: '40.01',
    fee_per: 'offer',
    client_id: null,
  })
  assert.deepEqual(
    parts?.map(({ base_cost_brl, markup_amount, fee_total }) => [base_cost_brl, markup_amount, fee_total]),
    [
      ['200.00', '24.69', '35.00'],
      ['10.00', '0.00', '5.01'],
    ],
  )
})

test('pricing that nobody has set has no time', () => {
  const stored = { version: 0, markup_percent: '8.5', fee_cents: 20_00n, rules: [], updated_at: null }
  assert.deepEqual(pricingView(stored), {
    markup_percent: 8.5,
    fee_amount: '20.00',
    rules: [],
    updated_at: null,
  })
})

const CODES: [string, string[]][] = [
  ['GRU', ['GRU', 'SAO', 'BR']],
  ['SAO', ['SAO', 'BR']],
  ['BR', ['BR']],
  ['FLN', ['FLN', 'BR']],
  // An airport and a city.
  ['HOU', ['HOU', 'US']],
  ['IAH', ['IAH', 'HOU', 'US']],
  ['QQQ', []],
  ['XX', []],
]

for (const [code, expected] of CODES) {
  test(`${code} is called ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(codesOf(code), expected)
  })
}
