// Decimals are read, written and compared exactly, within bounds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compareDecimals,
  type Decimal,
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  formatScaled,
  makeDecimal,
  numberFromDecimal,
  parseDecimal,
} from './decimal.ts'

const READ: [text: string, digits: bigint, scale: number][] = [
  ['0', 0n, 0],
  ['-0', 0n, 0],
  ['0.00', 0n, 0],
  ['0e30', 0n, 0],
  ['7', 7n, 0],
  ['-7', -7n, 0],
  ['100', 100n, 0],
  ['100.00', 100n, 0],
  ['1.50', 15n, 1],
  ['0.1', 1n, 1],
  ['-0.001', -1n, 3],
  ['5.4321', 54321n, 4],
  ['1e2', 100n, 0],
  ['1E+2', 100n, 0],
  ['1.5e1', 15n, 0],
  ['1.25e1', 125n, 1],
  ['1e-7', 1n, 7],
  ['120e-1', 12n, 0],
  ['1e30', 10n ** 30n, 0],
  ['1e-30', 1n, 30],
  ['123456789012345678901234567890', 123456789012345678901234567890n, 0],
  [`1${'0'.repeat(79)}`, 10n ** 79n, 0],
  [`0.${'0'.repeat(40)}1`, 1n, 41],
]

for (const [text, digits, scale] of READ) {
  test(`parseDecimal reads ${text}`, () => {
    assert.deepEqual(parseDecimal(text), { digits, scale })
  })
}

const REFUSED = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '--1',
  '-',
  '.',
  '.5',
  '5.',
  '01',
  '-01',
  '00',
  '1,5',
  '1.234,50',
  '1_000',
  '1.2.3',
  '0x10',
  '1n',
  '1e',
  '1e+',
  '1e1.5',
  'e5',
  'NaN',
  'Infinity',
  '-Infinity',
  '١٢',
  '１',
  '1e31',
  '1e-31',
  '1e999999999999',
  '1234567890123456789012345678901',
  '0.1234567890123456789012345678901',
  `1${'0'.repeat(80)}`,
  `0.${'0'.repeat(100)}`,
]

for (const text of REFUSED) {
  test(`parseDecimal refuses ${JSON.stringify(text)}`, () => {
    assert.equal(parseDecimal(text), null)
  })
}

const FROM_NUMBER: [value: number, text: string][] = [
  [0, '0'],
  [-0, '0'],
  [0.1, '0.1'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1.005, '1.005'],
  [8.165, '8.165'],
  [-2.675, '-2.675'],
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [1e21, '1000000000000000000000'],
  [1.25e21, '1250000000000000000000'],
  [123456789.12, '123456789.12'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  [Number.MIN_VALUE, `0.${'0'.repeat(323)}5`],
]

for (const [value, text] of FROM_NUMBER) {
  test(`decimalFromNumber reads ${value} by its shortest text`, () => {
    assert.equal(formatDecimal(decimalFromNumber(value)), text)
  })
}

test('decimalFromNumber throws for an invalid number', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => decimalFromNumber(value), RangeError)
  }
})

test('every finite number round-trips through decimalFromNumber', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const decimal = decimalFromNumber(value)
      assertNormal(decimal)
      // -0 is the only number that loses something.
      assert.equal(numberFromDecimal(decimal), value === 0 ? 0 : value)
    }),
  )
})

test('a decimal of up to 15 significant digits round-trips as a JSON number', () => {
  const digits = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 20 }), (value, scale) => {
      const decimal = makeDecimal(value, scale)
      assert.deepEqual(decimalFromNumber(JSON.parse(JSON.stringify(numberFromDecimal(decimal)))), decimal)
    }),
  )
})

test('formatDecimal and parseDecimal are inverse', () => {
  fc.assert(
    fc.property(anyDecimal(), (decimal) => {
      assert.deepEqual(parseDecimal(formatDecimal(decimal)), decimal)
    }),
  )
})

test('moving the decimal point in the text equals changing the exponent', () => {
  fc.assert(
    fc.property(anyDecimal(), fc.integer({ min: -30, max: 30 }), (decimal, exponent) => {
      assert.deepEqual(
        parseDecimal(`${formatDecimal(decimal)}e${exponent}`),
        makeDecimal(decimal.digits, decimal.scale - exponent),
      )
    }),
  )
})

test('parseDecimal accepts only JSON numbers, with the same value', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789.-+eE '), maxLength: 12 })
  fc.assert(
    fc.property(text, (candidate) => {
      const decimal = parseDecimal(candidate)
      if (decimal === null) return
      assertNormal(decimal)
      assert.equal(numberFromDecimal(decimal), JSON.parse(candidate) + 0)
    }),
    { numRuns: 2000 },
  )
})

test('makeDecimal normalises any input', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: -40, max: 40 }), (digits, scale) => {
      const decimal = makeDecimal(digits, scale)
      assertNormal(decimal)
      // Cross-multiplied: decimal.digits / 10^decimal.scale is digits / 10^scale.
      const raised = scale + 40
      assert.equal(decimal.digits * 10n ** BigInt(raised), digits * 10n ** BigInt(decimal.scale + 40))
    }),
  )
})

test('makeDecimal throws for a fractional scale', () => {
  assert.throws(() => makeDecimal(1n, 0.5), RangeError)
  assert.throws(() => makeDecimal(1n, Number.NaN), RangeError)
})

test('formatScaled has exactly the requested decimals', () => {
  assert.equal(formatScaled(0n, 2), '0.00')
  assert.equal(formatScaled(-5n, 2), '-0.05')
  assert.equal(formatScaled(12345n, 4), '1.2345')
  assert.equal(formatScaled(-12n, 0), '-12')
})

const PLACES: [text: string, places: number][] = [
  ['0.000', 0],
  ['2.00', 0],
  ['1.50', 1],
  ['1.2345', 4],
  ['1.23450', 4],
  ['1e-5', 5],
  ['100', 0],
]

for (const [text, places] of PLACES) {
  test(`${text} needs ${places} decimals`, () => {
    assert.equal(decimalPlaces(read(text)), places)
  })
}

test('compareDecimals orders by value, not by text', () => {
  const sorted = ['-10', '-9.99', '-0.01', '0', '0.009', '0.01', '0.1', '1', '1.005', '9', '10', '100']
  const shuffled = [...sorted].reverse().map(read)
  assert.deepEqual(shuffled.sort(compareDecimals).map(formatDecimal), sorted)
  assert.equal(compareDecimals(read('1.50'), read('1.5')), 0)
})

test('compareDecimals matches an exact difference', () => {
  fc.assert(
    fc.property(anyDecimal(), anyDecimal(), (a, b) => {
      const difference = a.digits * 10n ** BigInt(40 - a.scale) - b.digits * 10n ** BigInt(40 - b.scale)
      const expected = difference === 0n ? 0 : difference < 0n ? -1 : 1
      assert.equal(compareDecimals(a, b), expected)
      assert.equal(compareDecimals(a, a), 0)
    }),
  )
})

function anyDecimal(): fc.Arbitrary<Decimal> {
  const digits = fc.bigInt({ min: -(10n ** 30n) + 1n, max: 10n ** 30n - 1n })
  return fc.tuple(digits, fc.integer({ min: 0, max: 30 })).map(([value, scale]) => makeDecimal(value, scale))
}

function read(text: string): Decimal {
  const decimal = parseDecimal(text)
  assert.ok(decimal !== null, text)
  return decimal
}

function assertNormal({ digits, scale }: Decimal): void {
  assert.ok(Number.isInteger(scale) && scale >= 0, `scale ${scale}`)
  assert.ok(scale === 0 || digits % 10n !== 0n, `${digits} / 10^${scale} could be shorter`)
}
