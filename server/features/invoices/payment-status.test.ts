import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { INVOICE_STATUSES } from '../../../contract/invoicing-states.ts'
import { amountDue, paymentStatusOf } from './rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const DUE = day('2026-11-10')

test('the payment status follows the table, row by row', () => {
  const rows = [
    // status, total, paid, today, payment status
    ['draft', 100n, 0n, '2026-11-01', 'pending'],
    ['sent', 100n, 0n, '2026-11-01', 'pending'],
    ['sent', 100n, 40n, '2026-11-01', 'partial'],
    ['sent', 100n, 100n, '2026-11-01', 'paid'],
    ['sent', 100n, 130n, '2026-11-01', 'paid'],
    ['sent', 100n, 0n, '2026-11-10', 'pending'],
    ['sent', 100n, 40n, '2026-11-10', 'partial'],
    ['sent', 100n, 0n, '2026-11-11', 'overdue'],
    ['sent', 100n, 40n, '2026-11-11', 'overdue'],
    ['sent', 100n, 100n, '2026-11-11', 'paid'],
    ['draft', 100n, 0n, '2026-11-11', 'pending'],
    ['draft', 100n, 100n, '2026-11-11', 'paid'],
    ['cancelled', 100n, 0n, '2026-11-11', 'pending'],
    ['cancelled', 100n, 40n, '2026-11-11', 'partial'],
    ['cancelled', 100n, 100n, '2026-11-11', 'paid'],
    // A total of 0 is paid when it is sent.
    ['draft', 0n, 0n, '2026-11-01', 'pending'],
    ['sent', 0n, 0n, '2026-11-01', 'paid'],
    ['sent', 0n, 0n, '2026-11-11', 'paid'],
    ['draft', 0n, 1n, '2026-11-01', 'paid'],
  ] as const
  for (const [status, totalCents, paidCents, today, expected] of rows) {
    const owed = { status, totalCents, adjustmentCents: 0n, paidCents, dueDate: DUE }
    assert.equal(paymentStatusOf(owed, day(today)), expected, `${status} ${totalCents} ${paidCents} ${today}`)
  }
})

test('an invoice is not overdue before or on its due date', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INVOICE_STATUSES),
      fc.bigInt(0n, 10_000n),
      fc.bigInt(0n, 10_000n),
      fc.integer({ min: -400, max: 0 }),
      (status, totalCents, paidCents, days) => {
        const owed = { status, totalCents, adjustmentCents: 0n, paidCents, dueDate: DUE }
        assert.notEqual(paymentStatusOf(owed, DUE.add({ days })), 'overdue')
      },
    ),
  )
})

test('with nothing due after a refund the status is paid, also for cancelled invoices and drafts', () => {
  for (const status of INVOICE_STATUSES) {
    const owed = { status, totalCents: 100n, paidCents: 0n, dueDate: DUE }
    assert.equal(paymentStatusOf({ ...owed, adjustmentCents: -100n }, DUE.add({ days: 1 })), 'paid')
    const part = { ...owed, adjustmentCents: -40n, paidCents: 60n }
    assert.equal(paymentStatusOf(part, DUE.add({ days: 1 })), 'paid')
  }
})

test('the amount due is never negative', () => {
  const due = (amount_paid_cents: bigint, adjustment_cents = 0n) =>
    amountDue({ total_cents: 100n, adjustment_cents, amount_paid_cents })
  assert.deepEqual([due(0n), due(30n), due(130n)], [100n, 70n, 0n])
  assert.deepEqual([due(0n, -100n), due(20n, -30n), due(0n, -130n)], [0n, 50n, 0n])
})
