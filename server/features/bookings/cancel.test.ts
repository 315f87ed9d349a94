import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fareRefund, settlePenalty } from '../../../contract/fare-refunds.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { formatScaled, parseDecimal } from '../../kernel/values/decimal.ts'
import { multiplyToCents } from '../../kernel/values/money.ts'

const rate = (text: string) => parseDecimal(text)!

interface Terms {
  debitedCents: bigint
  penaltyCents: bigint
  rate: ReturnType<typeof rate>
}

/** The refund of a price that is a cent more than the penalty, or of a fare that allows none. */
function refundOf({
  debitedCents: paidCents,
  penaltyCents,
  rate,
  refundable,
}: Terms & { refundable: boolean }) {
  const price = { paidCents, totalCents: penaltyCents + 1n, currency: 'USD' }
  const inBrl = (cents: bigint) => multiplyToCents(cents, rate)
  const settled = settlePenalty(price, { cents: penaltyCents, currency: 'USD' }, inBrl)
  assert.equal(settled.keptCents + settled.returnsCents, paidCents)
  const fare = { ...price, isPaid: true, allowed: refundable, penaltyCents, penaltyCurrency: 'USD' }
  const refund = fareRefund(fare, inBrl)
  assert.ok(refund.kind === 'known')
  if (refundable) assert.equal(refund.returnsCents, settled.returnsCents)
  return refund.returnsCents
}

const ROWS: [debited: bigint, penalty: bigint, rate: string, refund: bigint][] = [
  [1_000_00n, 0n, '5.4321', 1_000_00n],
  [1_000_00n, 100_00n, '1', 900_00n],
  [1_000_00n, 100_00n, '5.40', 460_00n],
  // 33.33 x 5.4321 is 181.051893: the carrier keeps 181.05.
  [1_000_00n, 33_33n, '5.4321', 818_95n],
  // Half a cent is kept as a whole one.
  [1_00n, 1n, '0.5', 99n],
  [1_00n, 1n, '0.49999999', 1_00n],
  // The penalty takes all, or would take more.
  [540_00n, 100_00n, '5.40', 0n],
  [540_01n, 100_00n, '5.40', 1n],
  [539_99n, 100_00n, '5.40', 0n],
  [0n, 100_00n, '5.40', 0n],
  [0n, 0n, '5.40', 0n],
]

for (const [debitedCents, penaltyCents, text, refund] of ROWS) {
  test(`${debitedCents} less ${penaltyCents} at ${text}`, () => {
    const terms = { debitedCents, penaltyCents, rate: rate(text) }
    assert.equal(refundOf({ ...terms, refundable: true }), refund)
    assert.equal(refundOf({ ...terms, refundable: false }), 0n)
  })
}

test('a refund is between 0 and the debit, and keeps the penalty to within half a cent', () => {
  const cents = fc.bigInt({ min: 0n, max: 99_999_999n })
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.bigInt({ min: 1n, max: 99_999_999n }),
      (debitedCents, penaltyCents, digits) => {
        const terms = { debitedCents, penaltyCents, rate: rate(formatScaled(digits, 6)) }
        const refund = refundOf({ ...terms, refundable: true })
        assert.ok(refund >= 0n && refund <= debitedCents)
        // In millionths of a cent, so that nothing is rounded here.
        const exact = penaltyCents * digits
        const kept = (debitedCents - refund) * 1_000_000n
        if (refund > 0n) assert.ok(kept - exact <= 500_000n && exact - kept < 500_000n)
        else assert.ok(exact + 500_000n >= debitedCents * 1_000_000n)
        assert.equal(refundOf({ ...terms, refundable: false }), 0n)
      },
    ),
    { numRuns: fullRuns ? 2_000 : 400 },
  )
})

test('a penalty of the whole price refunds nothing; one in another currency is refused', () => {
  const price = { paidCents: 1_000_00n, totalCents: 100_00n, currency: 'USD' }
  const settled = settlePenalty(price, { cents: 100_00n, currency: 'USD' }, (cents) => cents)
  assert.deepEqual(settled, { keptCents: 1_000_00n, returnsCents: 0n })
  assert.throws(
    () => settlePenalty(price, { cents: 1n, currency: 'EUR' }, (cents) => cents),
    /a penalty in EUR for a price in USD/,
  )
})
