// Tests the panel's computations about bookings: durations, commission, expected refunds, coverage of a balance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expectedRefund, inReais } from '../../panel/logic/booking-money.ts'
import { coverageOf } from '../../panel/logic/coverage.ts'
import { clockOf, dayOf, daysLater, layoverMinutes, minutesOf } from '../../panel/logic/journey.ts'
import { amountOf, centsOf } from '../../panel/logic/money.ts'
import { multiplyToCents } from '../../server/kernel/values/money.ts'

test('durations of flights and connections', () => {
  const durations = ['PT2H35M', 'PT45M', 'P1DT1H', 'PT10H', 'two hours'].map(minutesOf)
  assert.deepEqual(durations, [155, 45, 1500, 600, undefined])
  assert.equal(layoverMinutes('2026-12-01T23:40:00', '2026-12-02T01:10:00'), 90)
  assert.equal(daysLater('2026-12-31T22:00:00', '2027-01-01T06:30:00'), 1)
  assert.equal(daysLater('2026-12-01T08:00:00', '2026-12-01T09:00:00'), 0)
  assert.deepEqual([dayOf('2026-12-01T08:05:00'), clockOf('2026-12-01T08:05:00')], ['2026-12-01', '08:05'])
})

const prices = {
  client_amount: '1150.00',
  wallet_amount: '1150.00',
  total_amount: '1000.00',
  total_currency: 'BRL',
  exchange_rate_used: 1,
}

test('amounts are shown in BRL, with the original in brackets', () => {
  const formats = { money: (amount: string | number, currency = 'BRL') => `${currency} ${amount}` }
  const rate = { total_currency: 'USD', exchange_rate_used: 5.4321 }
  assert.equal(inReais('10.00', 'USD', rate, formats), 'BRL 54.32 (USD 10.00)')
  assert.equal(inReais('0.05', 'USD', { ...rate, exchange_rate_used: 5.5 }, formats), 'BRL 0.28 (USD 0.05)')
  assert.equal(inReais('10.00', 'BRL', rate, formats), 'BRL 10.00')
  assert.equal(inReais('10.00', 'EUR', rate, formats), 'EUR 10.00')
})

const refundable = (penalty: string | null, allowed = true, currency: string | null = 'BRL') => {
  const rule = { allowed, penalty_amount: penalty, penalty_currency: currency }
  return {
    ...prices,
    status: 'ticketed' as const,
    conditions: { refund_before_departure: rule, change_before_departure: rule },
  }
}

test('the expected refund of a cancellation, as far as known', () => {
  assert.deepEqual(expectedRefund({ ...refundable('200.00'), status: 'pending' }), { kind: 'free' })
  assert.deepEqual(expectedRefund(refundable('200.00')), {
    kind: 'some',
    paid: '1150.00',
    kept: '200.00',
    returns: '950.00',
  })
  for (const none of [refundable(null, false, null), refundable('1000.00')])
    assert.equal(expectedRefund(none).kind, 'none')
  for (const unknown of [refundable(null), refundable('10.00', true, 'EUR')])
    assert.equal(expectedRefund(unknown).kind, 'unknown')
  const abroad = expectedRefund({
    ...refundable('100.00', true, 'USD'),
    total_currency: 'USD',
    wallet_amount: '6000.00',
    exchange_rate_used: 5.4321,
  })
  assert.deepEqual(abroad, { kind: 'some', paid: '6000.00', kept: '543.21', returns: '5456.79' })
})

test('a penalty in another currency is converted as the server converts it', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 8n })
  fc.assert(
    fc.property(cents, cents, fc.bigInt({ min: 1n, max: 99_9999n }), (penalty, wallet, digits) => {
      const refund = expectedRefund({
        ...refundable(amountOf(penalty), true, 'USD'),
        total_currency: 'USD',
        total_amount: amountOf(penalty + 1n),
        wallet_amount: amountOf(wallet),
        exchange_rate_used: Number(digits) / 10_000,
      })
      const kept = multiplyToCents(penalty, { digits, scale: 4 })
      if (kept >= wallet) return refund.kind === 'none'
      return refund.kind === 'some' && refund.returns === amountOf(wallet - kept)
    }),
  )
})

test('penalty and refund add up to the paid amount', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 10n })
  fc.assert(
    fc.property(cents, cents, (penalty, wallet) => {
      const refund = expectedRefund({ ...refundable(amountOf(penalty)), wallet_amount: amountOf(wallet) })
      if (refund.kind !== 'some') return refund.kind === 'none'
      return (centsOf(refund.kept) ?? 0n) + (centsOf(refund.returns) ?? 0n) === wallet
    }),
  )
})

test('a balance covers amounts in order', () => {
  assert.deepEqual(coverageOf('100.00', ['60.00', '40.00', '0.01']), {
    isCovered: [true, true, false],
    missing: '0.01',
  })
  assert.deepEqual(coverageOf('100.00', ['100.00']), { isCovered: [true], missing: undefined })
  assert.deepEqual(coverageOf('-5.00', []), { isCovered: [], missing: '5.00' })
})
