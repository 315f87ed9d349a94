// What is owed after refunds, returns, payments and corrections by hand in any order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { discountOf } from '../../kernel/values/early-payment.ts'
import { applyInvoiceUpdate, type InvoiceUpdate } from './invoice-update.ts'
import { amountDue, amountOverpaid, earlyOffer } from './rules.ts'
import type { InvoiceRow } from './store.ts'

const CASES = fullRuns ? 15_000 : 1_500
const DUE = '2026-11-10'
const SENT = {
  id: 'x',
  status: 'sent',
  payment_status: 'pending',
  payment_status_is_set: false,
  due_date: DUE,
  amount_paid_cents: 0n,
  adjustment_cents: 0n,
  refunded_cents: 0n,
  fine_percent: '2',
  interest_percent: '1',
  early_payment: null,
  early_taken_cents: 0n,
  paid_at: null,
} as unknown as InvoiceRow

const STEPS = ['payment', 'refund', 'reopening', 'return', 'correction'] as const
type Step = { what: (typeof STEPS)[number]; cents: bigint; day: number }
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(...STEPS),
    cents: fc.bigInt(1n, 15_000n),
    day: fc.integer({ min: 0, max: 40 }),
  }) as fc.Arbitrary<Step>,
)

function reportedBy({ what, cents }: Step, paidCents: bigint, at: Date): InvoiceUpdate {
  if (what === 'correction') return { amountPaidCents: cents - 1n }
  const back = backOf(cents, paidCents)
  const received = {
    amountCents: what === 'payment' ? cents : -back,
    method: what === 'payment' ? 'pix' : 'return',
    paidAt: at,
    chargeId: 'c',
    reference: null,
  } as const
  const money = received.amountCents === 0n ? {} : { received }
  if (what !== 'refund' && what !== 'reopening') return money
  // The bank gives back what came, also where a correction says that less was paid.
  return {
    ...money,
    refund: { id: 'rfd_1', amountCents: cents, reducesAmountDue: what === 'refund', tripItemId: null },
  }
}

const backOf = (cents: bigint, paidCents: bigint) => (cents < paidCents ? cents : paidCents)

test(`${CASES} rounds of payments, refunds, returns and corrections: the amount due adds up`, () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 20_000n), steps, (total_cents, moves) => {
      let invoice: InvoiceRow = { ...SENT, total_cents }
      let late = 0n
      for (const step of moves) {
        const now = new Date(Date.parse('2026-11-05T12:00:00Z') + step.day * 86_400_000)
        const dueBefore = amountDue(invoice)
        const corrected = step.cents - backOf(step.cents, invoice.amount_paid_cents)
        const update = reportedBy(step, invoice.amount_paid_cents, now)
        const moment = { now, zone: 'America/Sao_Paulo', newUuid: () => 'u', latePaidCents: late }
        const changed = applyInvoiceUpdate(invoice, update, moment)
        invoice = changed.invoice
        late += changed.payment?.late_cents ?? 0n
        const { amount_paid_cents: paid, adjustment_cents } = invoice
        const [due, over] = [amountDue(invoice), amountOverpaid(invoice, late)]
        assert.equal(paid + due - over - late, total_cents + adjustment_cents)
        assert.ok(adjustment_cents <= 0n && adjustment_cents >= -total_cents && late >= 0n)
        assert.equal(invoice.payment_status === 'paid', due === 0n)
        if (step.what === 'refund') {
          const left = dueBefore > corrected ? dueBefore - corrected : 0n
          assert.equal(
            due,
            left,
            'a refund makes nothing due again, and what was corrected away is not owed either',
          )
        }
        if (step.what !== 'refund') assert.equal(changed.adjustment, null)
      }
    }),
    { numRuns: CASES },
  )
})

const discounts = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }).map((digits) => ({ percent: String(digits / 10_000), cents: null })),
  fc.bigInt(1n, 25_000n).map((cents) => ({ percent: null, cents: String(cents) })),
)

test(`${CASES} rounds: a discount until the 14th, a Saturday, is taken whole by early payments, and once`, () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 20_000n), discounts, steps, (total_cents, discount, moves) => {
      const early_payment = { ...discount, until: '2026-11-14' }
      let invoice: InvoiceRow = { ...SENT, total_cents, due_date: '2026-11-20', early_payment }
      let late = 0n
      for (const step of moves) {
        const now = new Date(Date.parse('2026-11-05T12:00:00Z') + step.day * 86_400_000)
        const before = invoice
        const offer = earlyOffer(before)
        const due = amountDue(before)
        const update = reportedBy(step, before.amount_paid_cents, now)
        const moment = { now, zone: 'America/Sao_Paulo', newUuid: () => 'u', latePaidCents: late }
        const changed = applyInvoiceUpdate(before, update, moment)
        invoice = changed.invoice
        late += changed.payment?.late_cents ?? 0n
        const [left, over] = [amountDue(invoice), amountOverpaid(invoice, late)]
        assert.equal(invoice.amount_paid_cents + left - over - late, total_cents + invoice.adjustment_cents)
        assert.equal(invoice.payment_status === 'paid', left === 0n)
        const taken = invoice.early_taken_cents
        assert.ok(taken >= 0n && (offer === null || offer.cents < due))
        const paid = changed.payment?.amount_cents ?? 0n
        // The 16th, a Monday, is eleven days on.
        const settles =
          offer !== null && step.day <= 11 && paid > 0n && paid < due && due - paid <= offer.cents
        if (before.early_taken_cents === 0n) assert.equal(taken, settles ? due - paid : 0n)
        else assert.ok(taken === before.early_taken_cents || (taken === 0n && paid < 0n && left > 0n))
        if (settles) assert.deepEqual([left, changed.adjustment?.type], [0n, 'early_payment'])
      }
    }),
    { numRuns: CASES },
  )
})

test('a discount is exact, rounded half up, and below what is due', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 99_999_999_999n), fc.integer({ min: 1, max: 999_999 }), (total, digits) => {
      const percent = String(digits / 10_000)
      const cents = discountOf(total, { percent, cents: null })
      const above = 2n * (cents * 1_000_000n - total * BigInt(digits))
      assert.ok(above > -1_000_000n && above <= 1_000_000n)
      const owed = {
        ...SENT,
        total_cents: total,
        early_payment: { percent, cents: null, until: '2026-11-14' },
      }
      assert.equal(earlyOffer(owed)?.cents ?? 0n, cents > 0n && cents < total ? cents : 0n)
    }),
    { numRuns: CASES },
  )
})
