// Every amount compared with independent arithmetic: on decimal text, and by the definition of half-up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Decimal, decimalFromNumber, formatDecimal, makeDecimal, parseDecimal } from './decimal.ts'
import {
  AMOUNT_CENTS_MAX,
  type Cents,
  centsFromNumber,
  divideHalfUp,
  formatAmount,
  formatBrl,
  multiplyDecimalsToCents,
  multiplyToCents,
  numberFromCents,
  parseAmount,
  parseSignedAmount,
  percentOf,
} from './money.ts'

const ROUNDED: [numerator: bigint, denominator: bigint, result: bigint][] = [
  [0n, 5n, 0n],
  [10n, 5n, 2n],
  [1n, 2n, 1n],
  [3n, 2n, 2n],
  [5n, 2n, 3n],
  [-1n, 2n, -1n],
  [-3n, 2n, -2n],
  [-5n, 2n, -3n],
  [1n, -2n, -1n],
  [-1n, -2n, 1n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [-1n, 3n, 0n],
  [-2n, 3n, -1n],
  [49n, 100n, 0n],
  [50n, 100n, 1n],
  [149n, 100n, 1n],
  [150n, 100n, 2n],
  [10n ** 40n + 1n, 2n, 5n * 10n ** 39n + 1n],
]

for (const [numerator, denominator, result] of ROUNDED) {
  test(`${numerator} / ${denominator} rounds to ${result}`, () => {
    assert.equal(divideHalfUp(numerator, denominator), result)
  })
}

test('division by zero throws', () => {
  assert.throws(() => divideHalfUp(1n, 0n), RangeError)
  assert.throws(() => divideHalfUp(0n, 0n), RangeError)
})

test('rounding is to the nearest, with exact halves away from zero', () => {
  fc.assert(
    fc.property(fc.bigInt(), nonZero(), (numerator, denominator) => {
      assertNearest(divideHalfUp(numerator, denominator), numerator, denominator)
    }),
  )
})

test('exact halves, which random quotients hardly produce', () => {
  fc.assert(
    fc.property(fc.bigInt(), nonZero(), (whole, denominator) => {
      // (whole + 1/2) as a fraction with twice the denominator.
      const numerator = (2n * whole + 1n) * denominator
      assertNearest(divideHalfUp(numerator, 2n * denominator), numerator, 2n * denominator)
      assert.equal(divideHalfUp(numerator, 2n * denominator), whole >= 0n ? whole + 1n : whole)
    }),
  )
})

test('rounding is symmetric, and a common factor changes nothing', () => {
  fc.assert(
    fc.property(fc.bigInt(), nonZero(), nonZero(), (numerator, denominator, factor) => {
      const rounded = divideHalfUp(numerator, denominator)
      assert.equal(divideHalfUp(-numerator, denominator), -rounded)
      assert.equal(divideHalfUp(numerator, -denominator), -rounded)
      assert.equal(divideHalfUp(numerator * factor, denominator * factor), rounded)
    }),
  )
})

const AMOUNTS: [text: string, cents: Cents, shown: string][] = [
  ['0', 0n, '0.00'],
  ['0.0', 0n, '0.00'],
  ['0.01', 1n, '0.01'],
  ['0.1', 10n, '0.10'],
  ['100', 10_000n, '100.00'],
  ['100.5', 10_050n, '100.50'],
  ['100.50', 10_050n, '100.50'],
  ['1234.50', 123_450n, '1234.50'],
  ['007', 700n, '7.00'],
  ['9999999999999.99', AMOUNT_CENTS_MAX, '9999999999999.99'],
]

for (const [text, cents, shown] of AMOUNTS) {
  test(`the amount ${text} is ${cents} cents and formatted as ${shown}`, () => {
    assert.equal(parseAmount(text), cents)
    assert.equal(formatAmount(cents), shown)
  })
}

const NO_AMOUNTS = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '-1',
  '-0',
  '+1',
  '.5',
  '1.',
  '1.005',
  '1.000',
  '1,5',
  '1,000.00',
  '1.000,00',
  '1_000',
  '1 000',
  '1e2',
  '0x1',
  'R$ 1',
  '1n',
  'NaN',
  'Infinity',
  '10000000000000',
  '00000000000000',
  '１',
  '١',
]

for (const text of NO_AMOUNTS) {
  test(`${JSON.stringify(text)} is not an amount`, () => {
    assert.equal(parseAmount(text), null)
  })
}

test('amounts round-trip as text, and negatives have a minus', () => {
  fc.assert(
    fc.property(amounts(), (cents) => {
      const text = formatAmount(cents)
      assert.match(text, /^\d+\.\d\d$/)
      assert.equal(parseAmount(text), cents)
      if (cents > 0n) assert.equal(formatAmount(-cents), `-${text}`)
      assert.deepEqual([parseSignedAmount(text), parseSignedAmount(`-${text}`)], [cents, -cents])
    }),
  )
})

const BRL: [cents: Cents, text: string][] = [
  [0n, 'R$ 0,00'],
  [5n, 'R$ 0,05'],
  [99_999n, 'R$ 999,99'],
  [100_000n, 'R$ 1.000,00'],
  [123_450n, 'R$ 1.234,50'],
  [-123_450n, '-R$ 1.234,50'],
  [-1n, '-R$ 0,01'],
  [123_456_789_012n, 'R$ 1.234.567.890,12'],
]

for (const [cents, text] of BRL) {
  test(`${cents} cents are written ${text}`, () => {
    assert.equal(formatBrl(cents), text)
  })
}

test('formatBrl matches Intl, but with an ordinary space', () => {
  const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  fc.assert(
    fc.property(signedAmounts(), (cents) => {
      const expected = intl.format(formatAmount(cents) as Intl.StringNumericLiteral)
      assert.equal(formatBrl(cents), expected.replaceAll(/\s/g, ' '))
      assert.match(formatBrl(cents), /^-?R\$ [\d.]+,\d\d$/)
    }),
  )
})

const FROM_NUMBER: [value: number, cents: Cents | null][] = [
  [0, 0n],
  [-0, 0n],
  [0.1, 10n],
  [0.29, 29n],
  [1.1, 110n],
  [19.99, 1999n],
  [1000, 100_000n],
  [-12.34, -1234n],
  [9999999999999.99, AMOUNT_CENTS_MAX],
  [-9999999999999.99, -AMOUNT_CENTS_MAX],
  [10000000000000, null],
  [-10000000000000, null],
  [0.1 + 0.2, null],
  [1.005, null],
  [0.001, null],
  [1e-7, null],
  [1e21, null],
  [Number.MAX_VALUE, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [Number.NEGATIVE_INFINITY, null],
]

for (const [value, cents] of FROM_NUMBER) {
  test(`the number ${value} is ${cents === null ? 'not an amount' : `${cents} cents`}`, () => {
    assert.equal(centsFromNumber(value), cents)
  })
}

test('cents round-trip as a JSON number, with the digits of the amount string', () => {
  fc.assert(
    fc.property(signedAmounts(), (cents) => {
      const json = JSON.stringify(numberFromCents(cents))
      assert.equal(centsFromNumber(JSON.parse(json)), cents)
      assert.equal(json, formatAmount(cents).replace(/\.?0+$/, ''))
    }),
  )
})

test('a number that cannot hold every cent is never produced', () => {
  assert.equal(numberFromCents(AMOUNT_CENTS_MAX), 9999999999999.99)
  assert.throws(() => numberFromCents(AMOUNT_CENTS_MAX + 1n), RangeError)
  assert.throws(() => numberFromCents(-AMOUNT_CENTS_MAX - 1n), RangeError)
})

// Where binary floating point goes wrong: the third column is what Math.round would give.
const TRAPS: [quantity: number, unitPrice: number, float: bigint, exact: Cents][] = [
  [1, 1.005, 100n, 101n],
  [1, 8.165, 816n, 817n],
  [1, 4.015, 401n, 402n],
  [1, 10.075, 1007n, 1008n],
  [1, 5.015, 501n, 502n],
  [1.5, 0.35, 52n, 53n],
  [7, 0.145, 101n, 102n],
  [0.29, 0.5, 14n, 15n],
]

for (const [quantity, unitPrice, float, exact] of TRAPS) {
  test(`${quantity} x ${unitPrice} is ${exact} cents, where floats say ${float}`, () => {
    assert.equal(BigInt(Math.round(quantity * unitPrice * 100)), float)
    assert.equal(multiplyDecimalsToCents(decimalFromNumber(quantity), decimalFromNumber(unitPrice)), exact)
    assert.equal(multiplyDecimalsToCents(decimalFromNumber(-quantity), decimalFromNumber(unitPrice)), -exact)
  })
}

test('2.675 rounds up to 2.68, while toFixed gives 2.67', () => {
  assert.equal((2.675).toFixed(2), '2.67')
  assert.equal(multiplyDecimalsToCents(read('1'), decimalFromNumber(2.675)), 268n)
  assert.equal(multiplyToCents(1n, read('267.5')), 268n)
})

test('half a cent rounds up even to an odd cent, unlike half-even', () => {
  assert.equal(percentOf(50n, read('1')), 1n)
  assert.equal(percentOf(250n, read('1')), 3n)
  assert.equal(percentOf(150n, read('1')), 2n)
  assert.equal(percentOf(-250n, read('1')), -3n)
})

test('percentages of 0 and 100 give nothing and everything', () => {
  fc.assert(
    fc.property(signedAmounts(), (cents) => {
      assert.equal(percentOf(cents, read('0')), 0n)
      assert.equal(percentOf(cents, read('100')), cents)
      assert.equal(multiplyToCents(cents, read('1')), cents)
    }),
  )
})

test('products match multiplication by hand on decimal text', () => {
  fc.assert(
    fc.property(signedAmounts(), decimals(), decimals(), (cents, a, b) => {
      const reais = formatAmount(cents)
      assert.equal(formatAmount(multiplyToCents(cents, a)), byHand(reais, formatDecimal(a)))
      assert.equal(formatAmount(percentOf(cents, a)), byHand(byHandExact(reais, formatDecimal(a)), '0.01'))
      assert.equal(formatAmount(multiplyDecimalsToCents(a, b)), byHand(formatDecimal(a), formatDecimal(b)))
    }),
    { numRuns: 1000 },
  )
})

test('the price chain adds up and matches multiplication by hand', () => {
  const rate = fc.bigInt({ min: 1n, max: 10_000_000n }).map((digits) => makeDecimal(digits, 6))
  const percent = fc.bigInt({ min: 0n, max: 1_000_000n }).map((digits) => makeDecimal(digits, 4))
  const fee = fc.bigInt({ min: 0n, max: 100_000n })
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      rate,
      percent,
      fee,
      (total, used, markup, fixed) => {
        const base = multiplyToCents(total, used)
        const markupAmount = percentOf(base, markup)
        const client = base + markupAmount + fixed

        const baseText = byHand(formatAmount(total), formatDecimal(used))
        const markupText = byHand(byHandExact(baseText, formatDecimal(markup)), '0.01')
        assert.equal(formatAmount(base), baseText)
        assert.equal(formatAmount(markupAmount), markupText)
        // The displayed numbers add up exactly, read back from their text.
        const shown = [baseText, markupText, formatAmount(fixed)].map((text) => parseAmount(text) ?? -1n)
        assert.equal(formatAmount(client), formatAmount(shown.reduce((sum, cents) => sum + cents, 0n)))
      },
    ),
    { numRuns: 1000 },
  )
})

test('a price chain computed by hand', () => {
  // USD 412.35 at 5.4321 is 2239.926435; 8.5% of 2239.93 is 190.39405; fee 35.00.
  const base = multiplyToCents(41_235n, read('5.4321'))
  const markup = percentOf(base, read('8.5'))
  assert.equal(formatAmount(base), '2239.93')
  assert.equal(formatAmount(markup), '190.39')
  assert.equal(formatAmount(base + markup + 3_500n), '2465.32')
  assert.equal(formatAmount(markup + 3_500n), '225.39')
})

test('an invoice computed by hand', () => {
  // 3 x 33.335 = 100.005; 1.5 x 19.99 = 29.985; 0.3333 x 0.05 = 0.016665; discount 7.5%, tax 9.25%.
  const lines = [
    multiplyDecimalsToCents(read('3'), read('33.335')),
    multiplyDecimalsToCents(read('1.5'), read('19.99')),
    multiplyDecimalsToCents(read('0.3333'), read('0.05')),
  ]
  const subtotal = lines.reduce((sum, line) => sum + line, 0n)
  const discount = percentOf(subtotal, read('7.5'))
  const tax = percentOf(subtotal - discount, read('9.25'))
  assert.deepEqual(lines.map(formatAmount), ['100.01', '29.99', '0.02'])
  assert.equal(formatAmount(subtotal), '130.02')
  assert.equal(formatAmount(discount), '9.75')
  assert.equal(formatAmount(tax), '11.12')
  assert.equal(formatAmount(subtotal - discount + tax), '131.39')
})

function amounts(): fc.Arbitrary<Cents> {
  return fc.bigInt({ min: 0n, max: AMOUNT_CENTS_MAX })
}

function signedAmounts(): fc.Arbitrary<Cents> {
  return fc.bigInt({ min: -AMOUNT_CENTS_MAX, max: AMOUNT_CENTS_MAX })
}

function nonZero(): fc.Arbitrary<bigint> {
  return fc.bigInt().filter((value) => value !== 0n)
}

// Often few digits, so that exact halves of a cent occur.
function decimals(): fc.Arbitrary<Decimal> {
  const digits = fc.oneof(
    fc.bigInt({ min: -1000n, max: 1000n }),
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  )
  return fc.tuple(digits, fc.integer({ min: 0, max: 6 })).map(([value, scale]) => makeDecimal(value, scale))
}

function read(text: string): Decimal {
  const decimal = parseDecimal(text)
  assert.ok(decimal !== null, text)
  return decimal
}

/**
 * By definition: no whole number is nearer, and of two equally near ones the one away from zero is chosen.
 */
function assertNearest(rounded: bigint, numerator: bigint, denominator: bigint): void {
  const size = (value: bigint): bigint => (value < 0n ? -value : value)
  const doubleError = 2n * size(rounded * denominator - numerator)
  assert.ok(doubleError <= size(denominator), 'a nearer whole number exists')
  if (doubleError === size(denominator)) {
    assert.ok(size(rounded * denominator) > size(numerator), 'a half must go away from zero')
  }
}

/** School multiplication of two decimal texts, rounded half-up to two places by looking at the third. */
function byHand(a: string, b: string): string {
  const exact = byHandExact(a, b)
  const negative = exact.startsWith('-')
  const [whole = '', fraction = ''] = exact.replace('-', '').split('.')
  const kept = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`
  const up = (fraction[2] ?? '0') >= '5'
  const digits = (up ? increment(kept) : kept).replace(/^0+/, '').padStart(3, '0')
  const sign = negative && /[1-9]/.test(digits) ? '-' : ''
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The whole product, digit by digit with carries. */
function byHandExact(a: string, b: string): string {
  const negative = a.startsWith('-') !== b.startsWith('-')
  const [left, leftPlaces] = plainDigits(a)
  const [right, rightPlaces] = plainDigits(b)
  const cells: number[] = Array(left.length + right.length).fill(0)
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const sum = (cells[i + j + 1] ?? 0) + Number(left[i]) * Number(right[j])
      cells[i + j + 1] = sum % 10
      cells[i + j] = (cells[i + j] ?? 0) + Math.floor(sum / 10)
    }
  }
  const places = leftPlaces + rightPlaces
  const text = cells.join('').padStart(places + 1, '0')
  return `${negative ? '-' : ''}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`
}

function plainDigits(text: string): [digits: string, places: number] {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return [whole + fraction, fraction.length]
}

function increment(digits: string): string {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0
  const head = `0${digits}`.slice(0, digits.length + 1 - nines)
  return `${head.slice(0, -1)}${Number(head.at(-1)) + 1}${'0'.repeat(nines)}`
}
