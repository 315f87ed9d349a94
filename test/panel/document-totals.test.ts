// Tests that the total of an editor equals the stored one to the cent, and that typed decimals are parsed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { documentTotals, formatDecimal, parseDecimal } from '../../panel/logic/document-totals.ts'
import { relativeUrl } from '../../panel/logic/relative-url.ts'
import { invoiceTotals } from '../../server/features/documents/rules.ts'
import { parseOwnDecimal } from '../../server/kernel/values/decimal.ts'
import { formatAmount } from '../../server/kernel/values/money.ts'

/** With up to four decimal places. */
const decimal = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 9_999 }))
    .map(([whole, part]) => parseDecimal(`${whole},${String(part).padStart(4, '0')}`) ?? '')
const rate = fc.oneof(fc.constant('0'), decimal(99), fc.constant('100'))
const line = fc.record({ quantity: decimal(500), unitPrice: decimal(3_000_000) })

test("an editor computes the server's total, to the cent", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), rate, rate, (lines, discount, tax) => {
      const server = invoiceTotals(
        lines.map(({ quantity, unitPrice }) => ({
          quantity: parseOwnDecimal(quantity),
          unitPrice: parseOwnDecimal(unitPrice),
        })),
        parseOwnDecimal(discount),
        parseOwnDecimal(tax),
      )
      assert.deepEqual(documentTotals(lines, discount, tax), {
        lines: server.lineCents.map(formatAmount),
        subtotal: formatAmount(server.subtotalCents),
        discount: formatAmount(server.discountCents),
        tax: formatAmount(server.taxCents),
        total: formatAmount(server.totalCents),
      })
    }),
    { numRuns: 2_000 },
  )
})

test('halves round up, and invalid numbers count as zero', () => {
  assert.deepEqual(documentTotals([{ quantity: '1.5', unitPrice: '0.01' }], '50', '50'), {
    lines: ['0.02'],
    subtotal: '0.02',
    discount: '0.01',
    tax: '0.01',
    total: '0.02',
  })
  assert.equal(documentTotals([{ quantity: 'x', unitPrice: '10' }], '', 'x').total, '0.00')
  assert.equal(documentTotals([], '0', '0').total, '0.00')
})

test('typed decimals are parsed', () => {
  const read = {
    '1,5': '1.5',
    '1.5': '1.5',
    '1.234': '1234',
    '1.234,5678': '1234.5678',
    'R$ 12,30': '12.3',
    '10%': '10',
    '007': '7',
  }
  for (const [typed, decimal] of Object.entries(read)) assert.equal(parseDecimal(typed), decimal, typed)
  for (const typed of ['1,23456', '1.23.4', '-1', '', 'x'])
    assert.equal(parseDecimal(typed), undefined, typed)
})

test('images load from the current origin', () => {
  assert.equal(relativeUrl('https://api.exemplo.com.br/pay/x/qr.svg?a=1'), '/pay/x/qr.svg?a=1')
  assert.equal(relativeUrl('/pay/x'), '/pay/x')
})

test('formatting and parsing a number returns the same number', () => {
  assert.deepEqual(
    [formatDecimal(1.125), formatDecimal(7), formatDecimal(1000.5, 2), formatDecimal(7, 2)],
    ['1,125', '7', '1000,50', '7,00'],
  )
  fc.assert(
    fc.property(decimal(3_000_000), fc.nat(4), (text, places) => {
      assert.equal(parseDecimal(formatDecimal(Number(text), places)), text)
    }),
  )
})
