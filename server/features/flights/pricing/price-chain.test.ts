import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../../test/support/full-runs.ts'
import { formatScaled, makeDecimal, parseDecimal } from '../../../kernel/values/decimal.ts'
import { type PriceTerms, priceForClient, priceOfCost } from './rules.ts'

const decimal = (text: string) => parseDecimal(text)!

const terms = (percent: string, feeCents: bigint, some: Partial<PriceTerms> = {}): PriceTerms => ({
  rule: null,
  markupPercent: decimal(percent),
  feeCents,
  feePer: 'offer',
  passengers: 1,
  weight: 10n,
  ...some,
})

/** Rounds half up by long multiplication of the written digits, and shares nothing with the code. */
function timesByHand(cents: bigint, factor: string, shift: number): bigint {
  const [whole = '', fraction = ''] = factor.split('.')
  const digits = (cents * BigInt(whole + fraction)).toString()
  const places = fraction.length + shift
  const padded = digits.padStart(places + 1, '0')
  const kept = BigInt(padded.slice(0, padded.length - places))
  const firstLost = padded[padded.length - places] ?? '0'
  return '56789'.includes(firstLost) && places > 0 ? kept + 1n : kept
}

const written = (digitsMax: number, places: number) =>
  fc.bigInt({ min: 0n, max: 10n ** BigInt(digitsMax) }).map((digits) => formatScaled(digits, places))

test('every step matches a calculation by hand, and the sums add up to the cent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_999_999_999n }),
      fc.integer({ min: 0, max: 8 }).chain((places) => written(9, places)),
      fc.integer({ min: 0, max: 4 }).chain((places) => written(5, places)),
      fc.bigInt({ min: 0n, max: 9_999_999n }),
      (totalCents, rate, percent, feeCents) => {
        const { parts, ...price } = priceForClient(totalCents, decimal(rate), [terms(percent, feeCents)])
        const base = timesByHand(totalCents, rate, 0)
        const markup = timesByHand(base, percent, 2)
        assert.deepEqual(price, {
          baseCostCents: base,
          markupPercent: decimal(percent),
          markupCents: markup,
          feeCents,
          commissionCents: markup + feeCents,
          clientCents: base + markup + feeCents,
        })
        assert.equal(parts[0]!.shareCents, base)
      },
    ),
    { numRuns: fullRuns ? 5_000 : 1_000 },
  )
})

const ROWS: [string, string, string, string, Record<string, bigint>][] = [
  // total, rate, percent, fee
  ['100.00', '5.40', '10', '35.00', { baseCostCents: 54000n, markupCents: 5400n, clientCents: 62900n }],
  ['100.00', '1', '0', '0.00', { baseCostCents: 10000n, markupCents: 0n, clientCents: 10000n }],
  // 0.01 x 0.5 is half a cent, which goes up.
  ['0.01', '0.5', '0', '0.00', { baseCostCents: 1n, markupCents: 0n, clientCents: 1n }],
  ['0.01', '0.49999999', '0', '0.00', { baseCostCents: 0n, markupCents: 0n, clientCents: 0n }],
  // 1.15 x 1.5: binary fractions give 1.7249999..., decimal arithmetic 1.725.
  ['1.15', '1.5', '0', '0.00', { baseCostCents: 173n, markupCents: 0n, clientCents: 173n }],
  // 10.05 x 10 % is 1.005.
  ['10.05', '1', '10', '0.00', { baseCostCents: 1005n, markupCents: 101n, clientCents: 1106n }],
  ['212.35', '5.4321', '7.25', '35.00', { baseCostCents: 115351n, markupCents: 8363n, clientCents: 127214n }],
]

for (const [total, rate, percent, fee, expected] of ROWS) {
  test(`${total} at ${rate}, ${percent} % and ${fee}`, () => {
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const price = priceForClient(cents(total), decimal(rate), [terms(percent, cents(fee))])
    assert.deepEqual({ ...price, ...expected }, price)
  })
}

test('a cost of zero costs only the fee', () => {
  assert.equal(priceForClient(0n, makeDecimal(5n), [terms('10', 3500n)]).clientCents, 3500n)
  const two = [terms('10', 3500n), terms('5', 100n, { passengers: 3, feePer: 'passenger' })]
  const { clientCents, markupPercent } = priceOfCost(0n, two)
  assert.deepEqual([clientCents, markupPercent], [3800n, makeDecimal(0n)])
})

test('parts share the cost by weight: no cent is lost, and none is more than one cent off', () => {
  const part = fc.record({
    percent: fc.integer({ min: 0, max: 4 }).chain((places) => written(5, places)),
    fee: fc.bigInt({ min: 0n, max: 99_999n }),
    passengers: fc.integer({ min: 1, max: 9 }),
    weight: fc.bigInt({ min: 1n, max: 90n }),
    feePer: fc.constantFrom('offer' as const, 'passenger' as const),
  })
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_999_999_999n }),
      fc.array(part, { minLength: 2, maxLength: 3 }),
      (base, wanted) => {
        const parts = wanted.map(({ percent, fee, ...some }) => terms(percent, fee, some))
        const price = priceOfCost(base, parts)
        const whole = Number(wanted.reduce((sum, { weight }) => sum + weight, 0n))
        let client = base
        for (const [index, { percent, fee, passengers, weight, feePer }] of wanted.entries()) {
          const { shareCents, markupCents, feeTotalCents } = price.parts[index]!
          assert.ok(Math.abs(Number(shareCents) - (Number(base) * Number(weight)) / whole) <= 1)
          assert.equal(markupCents, timesByHand(shareCents, percent, 2))
          assert.equal(feeTotalCents, feePer === 'offer' ? fee : fee * BigInt(passengers))
          client += markupCents + feeTotalCents
        }
        assert.equal(
          price.parts.reduce((sum, { shareCents }) => sum + shareCents, 0n),
          base,
        )
        assert.deepEqual([price.clientCents, price.commissionCents], [client, client - base])
      },
    ),
    { numRuns: fullRuns ? 5_000 : 500 },
  )
})
