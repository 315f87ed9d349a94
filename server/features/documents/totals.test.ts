// Totals against a second calculation that shares nothing with the first: whole numbers of a tiny unit, rounded by
// looking at the digits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { type Decimal, decimalFromNumber, parseDecimal } from '../../kernel/values/decimal.ts'
import { invoiceTotals } from './rules.ts'

const CASES = fullRuns ? 50_000 : 2_500

const decimal = (text: string): Decimal => parseDecimal(text)!

interface Written {
  lines: { quantity: string; price: string }[]
  discount: string
  tax: string
}

/** The text of a decimal with up to four places, as people and programs write it. */
const written = (whole: fc.Arbitrary<number>) =>
  fc
    .tuple(whole, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 9999 }))
    .map(([left, places, right]) =>
      places === 0 ? String(left) : `${left}.${String(right).padStart(4, '0').slice(0, places)}`,
    )

const invoices: fc.Arbitrary<Written> = fc.record({
  lines: fc.array(
    fc.record({
      quantity: written(fc.integer({ min: 0, max: 200 })),
      price: written(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 2_000_000 }))),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  discount: fc.oneof(fc.constant('0'), written(fc.integer({ min: 0, max: 99 }))),
  tax: fc.oneof(fc.constant('0'), written(fc.integer({ min: 0, max: 99 }))),
})

test(`${CASES} invoices: every amount equals an independent exact calculation to the cent`, () => {
  let count = 0
  fc.assert(
    fc.property(invoices, (invoice) => {
      const lines = invoice.lines.map(({ quantity, price }) => ({
        quantity: decimal(quantity),
        unitPrice: decimal(price),
      }))
      const ours = invoiceTotals(lines, decimal(invoice.discount), decimal(invoice.tax))
      assert.deepEqual(ours, independently(invoice))
      count++
    }),
    { numRuns: CASES },
  )
  assert.ok(count >= CASES)
})

test('JSON numbers are read from their decimal text, with the same result as after parsing', () => {
  fc.assert(
    fc.property(written(fc.integer({ min: 0, max: 99_999_999_999 })), (text) => {
      assert.deepEqual(decimalFromNumber(JSON.parse(text)), decimal(text))
    }),
    { numRuns: CASES / 10 },
  )
})

test('examples by hand', () => {
  const totals = (lines: [string, string][], discount: string, tax: string) => {
    const priced = lines.map(([quantity, price]) => ({
      quantity: decimal(quantity),
      unitPrice: decimal(price),
    }))
    const { lineCents, ...rest } = invoiceTotals(priced, decimal(discount), decimal(tax))
    return [lineCents, rest.subtotalCents, rest.discountCents, rest.taxCents, rest.totalCents]
      .flat()
      .map(Number)
  }
  // 3 x 0.335 is 1.005, half-up 1.01; in binary fractions it would be 1.00.
  assert.deepEqual(totals([['3', '0.335']], '0', '0'), [101, 101, 0, 0, 101])
  // 10% of 0.05 is half a cent.
  assert.deepEqual(totals([['1', '0.05']], '10', '0'), [5, 5, 1, 0, 4])
  assert.deepEqual(
    totals(
      [
        ['1', '100'],
        ['2', '50.5'],
      ],
      '5',
      '8.65',
    ),
    [10000, 10100, 20100, 1005, 1652, 20747],
  )
  assert.deepEqual(totals([['1', '100']], '100', '50'), [10000, 10000, 10000, 0, 0])
  assert.deepEqual(totals([['0.0001', '0.0001']], '0', '100'), [0, 0, 0, 0, 0])
})

test('the shown amounts add up', () => {
  fc.assert(
    fc.property(invoices, ({ lines, discount, tax }) => {
      const priced = lines.map(({ quantity, price }) => ({
        quantity: decimal(quantity),
        unitPrice: decimal(price),
      }))
      const all = invoiceTotals(priced, decimal(discount), decimal(tax))
      assert.equal(
        all.subtotalCents,
        all.lineCents.reduce((sum, cents) => sum + cents, 0n),
      )
      assert.equal(all.totalCents, all.subtotalCents - all.discountCents + all.taxCents)
      assert.ok(all.discountCents >= 0n && all.discountCents <= all.subtotalCents && all.taxCents >= 0n)
    }),
  )
})

function independently({ lines, discount, tax }: Written) {
  const lineCents = lines.map(({ quantity, price }) => rounded(tiny(quantity) * tiny(price), 8))
  const subtotalCents = lineCents.reduce((sum, cents) => sum + cents, 0n)
  const discountCents = part(subtotalCents, discount)
  const taxCents = part(subtotalCents - discountCents, tax)
  const totalCents = subtotalCents + taxCents - discountCents
  return { lineCents, subtotalCents, discountCents, taxCents, totalCents }
}

/** In ten-thousandths. */
function tiny(text: string): bigint {
  const [left = '', right = ''] = text.split('.')
  return BigInt(`${left}${`${right}0000`.slice(0, 4)}`)
}

/** cents x rate is in cents of ten-thousandths of hundredths: six places too many. */
function part(cents: bigint, rate: string): bigint {
  const [whole, next] = split((cents * tiny(rate)).toString(), 6)
  return BigInt(whole) + (next >= '5' ? 1n : 0n)
}

/** A value with this many decimals, to cents, by its digits. */
function rounded(value: bigint, places: number): bigint {
  const [whole, next] = split(value.toString(), places - 2)
  return BigInt(whole) + (next >= '5' ? 1n : 0n)
}

function split(digits: string, places: number): [string, string] {
  const padded = digits.padStart(places + 1, '0')
  return [padded.slice(0, -places), padded.at(-places)!]
}
