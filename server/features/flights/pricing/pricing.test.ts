// The cached pricing of teams: read once, forgotten when the team changes or after five seconds, and not used while
// changes of other processes could be missed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PassengerType } from '../../../../contract/flights.ts'
import { englishOf } from '../../../../contract/phrases/issues.ts'
import type { PricingInput, PricingRuleInput } from '../../../../contract/pricing.ts'
import { decimalFromNumber, makeDecimal } from '../../../kernel/values/decimal.ts'
import { Fail } from '../../../kernel/values/fail.ts'
import { codesOf, offerPricingView, partsShown, pricingOf, pricingView, readPricingInput } from './pricing.ts'
import { type PriceTerms, priceForClient, priceOfCost } from './rules.ts'

const OWNER = { teamId: 'team_1', mode: 'live' } as const

/** A world whose database responds on command, with a fee that grows by each read. */
function makeWorld() {
  const waiting: (() => void)[] = []
  const listeners: ((what: string) => void)[] = []
  const state = { reads: 0, isSlow: false, connected: true }
  const pool = {
    async query({ values = [] }: { values?: unknown[] }) {
      const fee_cents = BigInt(++state.reads)
      if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      return { rows: [{ version: 1, markup_percent: '10', fee_cents, rules: [], updated_at: null, values }] }
    },
  }
  const signals = {
    get connected() {
      return state.connected
    },
    on: (_: string, listener: (what: string) => void) => void listeners.push(listener),
  }
  const world = { pool, signals } as unknown as Parameters<typeof pricingOf>[0]
  return {
    state,
    change: (teamId: string = OWNER.teamId) => {
      for (const listener of listeners) listener(teamId)
    },
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
    feeOf: async (owner: Parameters<typeof pricingOf>[1] = OWNER) =>
      (await pricingOf(world, owner)).fee_cents,
  }
}

test('pricing is read once for each team and mode', async () => {
  const { feeOf, state } = makeWorld()
  assert.deepEqual([await feeOf(), await feeOf()], [1n, 1n])
  assert.equal(await feeOf({ ...OWNER, mode: 'test' }), 2n)
  assert.equal(await feeOf({ ...OWNER, teamId: 'team_2' }), 3n)
  assert.deepEqual([await feeOf(), state.reads], [1n, 3])
})

test('a change of the team, or of an unknown one, causes a new read; that of another team does not', async () => {
  const { feeOf, change } = makeWorld()
  assert.equal(await feeOf(), 1n)
  change('team_2')
  assert.equal(await feeOf(), 1n)
  change()
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 2n])
  change('')
  assert.equal(await feeOf(), 3n)
})

test('a read during a change is returned, but not cached', async () => {
  const { feeOf, change, answer, state } = makeWorld()
  assert.equal(await feeOf({ ...OWNER, mode: 'test' }), 1n, 'it listens from the first reading on')
  state.isSlow = true
  const reading = feeOf()
  change()
  answer()
  assert.equal(await reading, 2n)
  state.isSlow = false
  assert.equal(await feeOf(), 3n)
})

test('while signals could be missed, pricing is read each time', async () => {
  const { feeOf, state } = makeWorld()
  assert.equal(await feeOf(), 1n)
  state.connected = false
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 3n])
})

test('without a signal the cache expires five seconds after the read began', async (t) => {
  const { feeOf, answer, state } = makeWorld()
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  state.isSlow = true
  const reading = feeOf()
  now += 1_000
  answer()
  assert.equal(await reading, 1n)
  state.isSlow = false
  now += 3_999
  assert.equal(await feeOf(), 1n)
  now += 1
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 2n])
})

test('two worlds have separate caches', async () => {
  const [one, two] = [makeWorld(), makeWorld()]
  assert.equal(await one.feeOf(), 1n)
  one.change()
  assert.equal(await two.feeOf(), 1n)
  assert.deepEqual([await one.feeOf(), await two.feeOf()], [2n, 1n])
})

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

test('the pricing shown with an offer computes its price again at any cost', () => {
  for (const parts of [[SEATS, LAPS], [LAPS, SEATS], [ALL]]) {
    const shown = offerPricingView(priceOfCost(123_45n, parts), null)
    const read = partsShown(JSON.parse(JSON.stringify(shown)), TRAVELLERS)
    assert.deepEqual(read, parts)
    const rate = decimalFromNumber(5.4321)
    for (const cents of [0n, 1n, 99_999_99n])
      assert.deepEqual(priceForClient(cents, rate, read), priceForClient(cents, rate, parts))
  }
})

test('one rule is shown as it is, several with their parts and totals', () => {
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

test('default pricing has no time of change', () => {
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

// Reading the pricing sent by a caller: both forms of a client id, every condition and limit, and all errors at
// once.

const UUID = '0192f0c4-7b7a-7c3e-8f55-0123456789ab'
const CLIENT_ID = 'cli_0192f0c47b7a7c3e8f550123456789ab'
const OK: PricingRuleInput = { airlines: ['LA'], fee_amount: '1.00' }

const input = (rules: PricingRuleInput[], terms: Partial<PricingInput> = {}): PricingInput => ({
  markup_percent: 10,
  fee_amount: '35.00',
  ...terms,
  rules,
})

function readRule(rule: PricingRuleInput) {
  const [read] = readPricingInput(input([rule])).rules
  assert.ok(read)
  return read
}

function faultsOf(pricing: PricingInput): string[] {
  try {
    readPricingInput(pricing)
  } catch (error) {
    assert.ok(error instanceof Fail)
    assert.equal(error.code, 'invalid_request_parameters')
    return error.options.details?.map(({ field, issue }) => `${field} ${englishOf(issue)}`) ?? []
  }
  return []
}

test('omitted and null are the same', () => {
  const nothing = { name: null, route: null, cabins: null, passenger_types: null, client_id: null }
  const expected = { ...nothing, id: null, airlines: ['LA'], markup_percent: null, fee_amount: '1.00' }
  assert.deepEqual(readRule(OK), expected)
  assert.deepEqual(readRule({ ...nothing, ...OK, id: null, markup_percent: null }), expected)
})

test('a route needs one end; the other defaults to anywhere, and both_ways to false', () => {
  assert.deepEqual(readRule({ ...OK, route: { origin: 'GRU' } }).route, {
    origin: 'GRU',
    destination: null,
    both_ways: false,
  })
  const whole = { origin: 'BR', destination: 'LIS', both_ways: true }
  assert.deepEqual(readRule({ ...OK, route: whole }).route, whole)
})

test('a client id is accepted in both forms, and stored in one', () => {
  for (const client_id of [
    UUID,
    UUID.toUpperCase(),
    CLIENT_ID,
    CLIENT_ID.toUpperCase().replace('CLI', 'cli'),
  ])
    assert.equal(readRule({ ...OK, client_id }).client_id, CLIENT_ID, client_id)
})

const AMOUNTS: [string, string, bigint][] = [
  // As it is sent, as a rule shows it, in cents.
  ['0', '0.00', 0n],
  ['7', '7.00', 700n],
  ['7.5', '7.50', 750n],
  ['0.01', '0.01', 1n],
  ['007.05', '7.05', 705n],
  ['100000', '100000.00', 10_000_000n],
]

for (const [sent, shown, cents] of AMOUNTS) {
  test(`a fee of ${sent} is ${shown}, of a rule and for all trips`, () => {
    assert.equal(readRule({ ...OK, fee_amount: sent }).fee_amount, shown)
    assert.equal(readPricingInput(input([], { fee_amount: sent })).fee_cents, cents)
  })
}

const PERCENTS: [number, string][] = [
  [0, '0'],
  [0.0001, '0.0001'],
  [12.3456, '12.3456'],
  [1000, '1000'],
  // The nearest number to it that a computer has is 0.299999999999999988….
  [0.3, '0.3'],
]

for (const [sent, stored] of PERCENTS) {
  test(`a markup of ${sent} percent is stored exactly`, () => {
    assert.equal(readPricingInput(input([], { markup_percent: sent })).markup_percent, stored)
    assert.equal(readRule({ ...OK, markup_percent: sent }).markup_percent, sent)
  })
}

const CONDITION = 'must have a condition; what is for all trips is the default'
const TERMS = 'must have a markup_percent or a fee_amount'
const PLACE = 'is not the code of an airport, city or country'
const PLACES = 'must have at most 4 decimals'
const MOST = 'must be at most 100000.00'
const PER_PASSENGER = 'is required with passenger_types: it is for each of these passengers'

const FAULTS: [string, PricingRuleInput, string[]][] = [
  ['nothing at all', {}, [`rules.0 ${CONDITION}`, `rules.0 ${TERMS}`]],
  ['a name is no condition', { name: 'VIP', fee_amount: '1.00' }, [`rules.0 ${CONDITION}`]],
  ['a condition without terms', { cabins: ['first'] }, [`rules.0 ${TERMS}`]],
  [
    'a route without ends is one condition that is wrong, not a missing one',
    { fee_amount: '1.00', route: { both_ways: true } },
    ['rules.0.route must have an origin or a destination'],
  ],
  [
    'both ends unknown',
    { ...OK, route: { origin: 'QQQ', destination: 'ZZ' } },
    [`rules.0.route.origin ${PLACE}`, `rules.0.route.destination ${PLACE}`],
  ],
  ['five decimals', { ...OK, markup_percent: 0.00001 }, [`rules.0.markup_percent ${PLACES}`]],
  ['a cent too much', { ...OK, fee_amount: '100000.01' }, [`rules.0.fee_amount ${MOST}`]],
  [
    'a markup alone for some passengers',
    { passenger_types: ['child'], markup_percent: 5 },
    [`rules.0.fee_amount ${PER_PASSENGER}`],
  ],
  ['half a UUID', { ...OK, client_id: UUID.slice(0, 20) }, ['rules.0.client_id must be the id of a client']],
  [
    'the id of something else',
    { ...OK, client_id: CLIENT_ID.replace('cli', 'ord') },
    ['rules.0.client_id must be the id of a client'],
  ],
]

for (const [name, rule, expected] of FAULTS) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(faultsOf(input([rule])), expected)
  })
}

test('all errors are returned at once, each with the index of its rule, up to twenty', () => {
  const many = input([OK, { ...OK, fee_amount: '999999' }, OK, {}], {
    markup_percent: 1.23456,
    fee_amount: '100000.01',
  })
  assert.deepEqual(faultsOf(many), [
    `markup_percent ${PLACES}`,
    `fee_amount ${MOST}`,
    `rules.1.fee_amount ${MOST}`,
    `rules.3 ${CONDITION}`,
    `rules.3 ${TERMS}`,
  ])
  assert.equal(faultsOf(input(Array.from({ length: 100 }, () => ({})))).length, 20)
})

test('pricing sent back as it was read is unchanged', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2))
  const percent = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 10_000)
  const rule = fc.record({
    airlines: fc.subarray(['LA', 'G3'], { minLength: 1 }),
    client_id: fc.option(fc.uuid()),
    markup_percent: fc.option(percent),
    fee_amount: amount,
  })
  fc.assert(
    fc.property(percent, amount, fc.array(rule, { maxLength: 5 }), (markup_percent, fee_amount, rules) => {
      const first = readPricingInput({ markup_percent, fee_amount, rules })
      assert.equal(Number(first.markup_percent), markup_percent)
      assert.deepEqual(readPricingInput({ markup_percent, fee_amount, rules: [...first.rules] }), first)
    }),
  )
})
