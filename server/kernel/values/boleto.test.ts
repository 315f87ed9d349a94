// Boletos compared with banks' published examples and two independent libraries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBoleto, getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { isBoleto } from 'validation-br'
import { Boleto as ValidatedBoleto } from 'validation-br/boleto'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { type Boleto, boletoBarcode, digitableLine, dueFactor, formatDigitableLine } from './boleto.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const FIRST_DAY = day('2000-07-03')
const LAST_DAY = day('2049-10-13')
const EXAMPLE: Boleto = {
  bank: '341',
  dueDate: day('2002-05-01'),
  amountCents: 12_345n,
  freeField: '1101234567880057123457000',
}

const PUBLISHED: [source: string, boleto: Boleto, barcode: string, line: string][] = [
  [
    "Itaú's manual of barcodes",
    EXAMPLE,
    '34196166700000123451101234567880057123457000',
    '34191.10121 34567.880058 71234.570001 6 16670000012345',
  ],
  [
    'the documentation of validation-br, worked out digit by digit',
    {
      bank: '001',
      dueDate: day('2024-02-24'),
      amountCents: 123_400n,
      freeField: '1234567890123456789012345',
    },
    '00191963600001234001234567890123456789012345',
    '00191.23454 67890.123457 67890.123457 1 96360000123400',
  ],
  [
    // The bars' weighted sum is 441, which leaves 1 when divided by 11; 11 - 1 is 10, and so the digit is 1.
    // The sums of the line's three parts are 35, 11 and 29, so their digits are 5, 9 and 1.
    'our own, worked out by hand, after the restart',
    {
      bank: '237',
      dueDate: day('2026-11-18'),
      amountCents: 150_000n,
      freeField: '1234090000000012300123450',
    },
    '23791163400001500001234090000000012300123450',
    '23791.23405 90000.000019 23001.234501 1 16340000150000',
  ],
]
for (const [source, boleto, barcode, line] of PUBLISHED) {
  test(`an example: ${source}`, () => {
    assert.equal(boletoBarcode(boleto), barcode)
    assert.equal(formatDigitableLine(digitableLine(barcode)), line)
    assert.deepEqual([isValidBoleto(line), isBoleto(line), isBoleto(barcode)], [true, true, true])
  })
}

const anyDay = (first: Temporal.PlainDate, last: Temporal.PlainDate) =>
  fc.nat(first.until(last, { largestUnit: 'day' }).days).map((days) => first.add({ days }))
const anyBoleto = (first = FIRST_DAY, last = LAST_DAY): fc.Arbitrary<Boleto> =>
  fc.record({
    bank: fc.stringMatching(/^[0-79]\d\d$/),
    dueDate: fc.oneof(anyDay(first, last), anyDay(day('2025-01-22'), day('2025-03-22'))),
    amountCents: fc.oneof(fc.bigInt(1n, 9_999_999_999n), fc.bigInt(1n, 10_000_000n)),
    freeField: fc.stringMatching(/^\d{25}$/),
  })

test('two libraries accept every boleto and read the same values', () => {
  fc.assert(
    fc.property(anyBoleto(), (boleto) => {
      const barcode = boletoBarcode(boleto)
      const line = digitableLine(barcode)
      assert.match(barcode, /^\d{44}$/)
      assert.match(line, /^\d{47}$/)
      const one = getBoletoInfo(line, { referenceDate: localDate(boleto.dueDate) })
      assert.ok(one !== null)
      assert.deepEqual([one.bankCode, BigInt(one.amount)], [boleto.bank, boleto.amountCents])
      assert.deepEqual(one.expirationDate, localDate(boleto.dueDate))
      const other = new ValidatedBoleto(barcode)
      assert.deepEqual([other.bank, other.freeField], [boleto.bank, boleto.freeField])
      assert.equal(BigInt(Math.round(other.amount * 100)), boleto.amountCents)
      assert.equal(other.toString(), line)
      assert.equal(new ValidatedBoleto(line).toBarcode(), barcode)
    }),
    { numRuns: fullRuns ? 3_000 : 300 },
  )
})

test('the other library reads the same due date, in the years that it supports', () => {
  // That library reads factors from 6000 on as the first round and all others as the second, so it misreads
  // days before 2014-03-12 and after 2038-10-31.
  fc.assert(
    fc.property(anyBoleto(day('2014-03-12'), day('2038-10-31')), (boleto) => {
      const { expiresAt } = new ValidatedBoleto(digitableLine(boletoBarcode(boleto)))
      assert.equal(expiresAt?.toISOString().slice(0, 10), boleto.dueDate.toString())
    }),
    { numRuns: fullRuns ? 1_000 : 200 },
  )
})

test('lines are formatted as two libraries format them', () => {
  fc.assert(
    fc.property(anyBoleto().map(boletoBarcode), (barcode) => {
      const line = digitableLine(barcode)
      assert.equal(formatDigitableLine(line), formatBoleto(line))
      assert.equal(formatDigitableLine(line), new ValidatedBoleto(barcode).mask())
    }),
    { numRuns: 500 },
  )
})

const FACTORS: [date: string, factor: number][] = [
  ['2000-07-03', 1000],
  ['2000-07-04', 1001],
  ['2002-05-01', 1667],
  ['2025-02-20', 9998],
  ['2025-02-21', 9999],
  ['2025-02-22', 1000],
  ['2025-02-23', 1001],
  ['2049-10-13', 9999],
]
for (const [date, factor] of FACTORS) {
  test(`${date} has the factor ${factor}`, () => assert.equal(dueFactor(day(date)), factor))
}

test('on every day of both cycles the factor counts from 1997-10-07, less 9,000 after the restart', () => {
  const start = Date.UTC(1997, 9, 7)
  const restart = Date.UTC(2025, 1, 22)
  for (let date = FIRST_DAY; Temporal.PlainDate.compare(date, LAST_DAY) <= 0; date = date.add({ days: 1 })) {
    const at = Date.UTC(date.year, date.month - 1, date.day)
    assert.equal(dueFactor(date), (at - start) / 86_400_000 - (at < restart ? 0 : 9000))
  }
})

for (const date of ['1997-10-07', '2000-07-02', '2049-10-14', '2100-01-01']) {
  test(`a boleto due on ${date} is refused`, () => {
    assert.throws(() => dueFactor(day(date)), RangeError)
    assert.throws(() => boletoBarcode({ ...EXAMPLE, dueDate: day(date) }), RangeError)
  })
}

const REFUSED: Partial<Boleto>[] = [
  ...[0n, -1n, 10_000_000_000n, 10n ** 20n].map((amountCents) => ({ amountCents })),
  ...['', '34', '3411', '34a', '٣٤١', '841', '341\n'].map((bank) => ({ bank })),
  ...['', '1'.repeat(24), '1'.repeat(26), `${'1'.repeat(24)} `].map((freeField) => ({ freeField })),
]
for (const part of REFUSED) {
  const [[name, value]] = Object.entries(part) as [[string, unknown]]
  test(`a boleto with ${name} ${JSON.stringify(String(value))} is refused`, () => {
    assert.throws(() => boletoBarcode({ ...EXAMPLE, ...part }), RangeError)
  })
}

test('the smallest and the largest amount are accepted', () => {
  for (const amountCents of [1n, 9_999_999_999n]) {
    const line = digitableLine(boletoBarcode({ ...EXAMPLE, amountCents }))
    assert.equal(getBoletoInfo(line)?.amount, Number(amountCents))
  }
})

test('an invalid barcode has no line, and an invalid line no printed form', () => {
  const barcode = boletoBarcode(EXAMPLE)
  const line = digitableLine(barcode)
  const dollars = withCheckDigit(`3418${barcode.slice(5)}`)
  const taxes = withCheckDigit(`8419${barcode.slice(5)}`)
  assert.deepEqual([isBoleto(dollars), isBoleto(taxes)], [true, true])
  for (const wrong of ['', barcode.slice(1), `${barcode}0`, `${barcode}\n`, dollars, taxes, line]) {
    assert.throws(() => digitableLine(wrong), RangeError)
  }
  for (const wrong of ['', line.slice(1), `${line}0`, `${line}\n`, formatDigitableLine(line), barcode]) {
    assert.throws(() => formatDigitableLine(wrong), RangeError)
  }
})

// The general check digit 1 stands for 10 and 11 as well, so if it is 1 some changes pass; but none in the
// line's first three parts, which have their own check digits.
const barcodeAndStep = () => fc.tuple(anyBoleto().map(boletoBarcode), fc.integer({ min: 1, max: 9 }))

test('a changed digit of the line is detected by two libraries', () => {
  fc.assert(
    fc.property(barcodeAndStep(), fc.nat(46), ([barcode, by], at) => {
      const line = digitableLine(barcode)
      if (line[32] === '1' && at > 32) return
      const wrong = change(line, at, by)
      assert.deepEqual([isValidBoleto(wrong), isBoleto(wrong)], [false, false])
    }),
    { numRuns: fullRuns ? 2_000 : 200 },
  )
})

test('a changed digit of the barcode is detected here, or undetectable', () => {
  fc.assert(
    fc.property(barcodeAndStep(), fc.nat(43), ([barcode, by], at) => {
      const wrong = change(barcode, at, by)
      const unseen = barcode[4] === '1' && isBoleto(wrong) && /^(?!8)\d{3}9/.test(wrong)
      if (unseen) assert.ok(isValidBoleto(digitableLine(wrong)))
      else assert.throws(() => digitableLine(wrong), RangeError)
    }),
    { numRuns: fullRuns ? 2_000 : 200 },
  )
})

function withCheckDigit(digits: string): string {
  return digits.slice(0, 4) + ValidatedBoleto.checksum(digits) + digits.slice(4)
}

function change(digits: string, at: number, by: number): string {
  return digits.slice(0, at) + ((Number(digits[at]) + by) % 10) + digits.slice(at + 1)
}

function localDate({ year, month, day }: Temporal.PlainDate): Date {
  return new Date(year, month - 1, day)
}
