// What being late costs: laws that hold for any amount, rate and day, and days worked out by hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { isBusinessDay } from '../../kernel/values/dates.ts'
import { makeDecimal } from '../../kernel/values/decimal.ts'
import {
  chargeableDaysLate,
  isCostly,
  type LateColumns,
  lastDayOnTime,
  lateCharges,
  lateShare,
  lateTakenBack,
  lateTermsOf,
} from '../../kernel/values/late-charges.ts'
import { lateWords } from '../../render/words/late-words.ts'
import { chargeTerms, type OwedInvoice } from './rules.ts'

const CASES = fullRuns ? 50_000 : 2_500
const day = (text: string) => Temporal.PlainDate.from(text)
const terms = (fine_percent: string, interest_percent: string) =>
  lateTermsOf({ fine_percent, interest_percent })

/** Ten-thousandths of a percent, as a team may set them. */
const rates = fc.record({
  fine: fc.integer({ min: 0, max: 20_000 }),
  interest: fc.integer({ min: 0, max: 10_000 }),
})
const owed = fc.bigInt(1n, 99_999_999_999_999n)
const days = fc.integer({ min: -400, max: 4_000 })
const inTerms = ({ fine, interest }: { fine: number; interest: number }) => ({
  finePercent: makeDecimal(BigInt(fine), 4),
  interestPercent: makeDecimal(BigInt(interest), 4),
})

/** The nearest whole, and of two that are as near the upper one. */
function assertHalfUp(cents: bigint, numerator: bigint, denominator: bigint): void {
  const above = 2n * (cents * denominator - numerator)
  assert.ok(above > -denominator && above <= denominator, `${cents} of ${numerator}/${denominator}`)
}

test(`${CASES} late payments: fine and interest are exact, rounded half up, and grow with the days`, () => {
  fc.assert(
    fc.property(owed, rates, days, (cents, rate, late) => {
      const { fineCents, interestCents, lateCents } = lateCharges(cents, inTerms(rate), late)
      assert.equal(lateCents, fineCents + interestCents)
      if (late <= 0) return assert.equal(lateCents, 0n)
      assertHalfUp(fineCents, cents * BigInt(rate.fine), 1_000_000n)
      assertHalfUp(interestCents, cents * BigInt(rate.interest) * BigInt(late), 30_000_000n)
      const next = lateCharges(cents, inTerms(rate), late + 1)
      assert.ok(next.fineCents === fineCents && next.interestCents >= interestCents)
    }),
    { numRuns: CASES },
  )
})

test('late money of a payment is at most the late charges, and at most what exceeds the rest', () => {
  fc.assert(
    fc.property(owed, owed, owed, (paid, rest, cost) => {
      const share = lateShare(paid, rest, cost)
      assert.ok(share >= 0n && share <= cost && (share === 0n || paid - share >= rest))
      if (paid <= rest + cost && paid > rest) assert.equal(paid - share, rest, 'nothing is left over')
    }),
    { numRuns: CASES },
  )
})

test('an invoice is not late on the due date, nor on the next business day after a bank holiday', () => {
  // A Friday, a Saturday, and the Saturday before a Monday without banks.
  assert.deepEqual(
    ['2026-11-13', '2026-11-14', '2026-10-10'].map((due) => lastDayOnTime(day(due)).toString()),
    ['2026-11-13', '2026-11-16', '2026-10-13'],
  )
  const late = (due: string, today: string) => chargeableDaysLate(day(due), day(today))
  assert.deepEqual([late('2026-11-13', '2026-11-13'), late('2026-11-13', '2026-11-14')], [0, 1])
  assert.deepEqual([late('2026-11-14', '2026-11-16'), late('2026-11-14', '2026-11-17')], [0, 3])
})

test('by hand: 150.00, nine days late, 2 % and 1 % a month', () => {
  const { fineCents, interestCents } = lateCharges(15_000n, terms('2.0000', '1.0000'), 9)
  assert.deepEqual([fineCents, interestCents], [300n, 45n])
  assert.equal(
    lateWords(terms('2.0000', '0.5000')),
    'Após o vencimento: multa de 2% e juros de mora de 0,5% ao mês, por dia de atraso.',
  )
  assert.equal(
    lateWords(terms('0', '1')),
    'Após o vencimento: juros de mora de 1% ao mês, por dia de atraso.',
  )
  assert.equal(lateWords(terms('0', '0')), null)
})

/** Without a discount. */
const owedOn = (due_date: string, columns: LateColumns): OwedInvoice => ({
  due_date,
  ...columns,
  payable_days: 30,
  offer: null,
})

const dates = fc.integer({ min: 0, max: 8_000 }).map((add) => day('2026-01-01').add({ days: add }))

test('a charge is payable today or later, and covers the debt plus at most the late charges', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 9_000_000_000n),
      rates,
      dates,
      fc.integer({ min: -40, max: 90 }),
      fc.constantFrom('pix' as const, 'boleto' as const),
      (cents, rate, today, until, method) => {
        const due = today.add({ days: until })
        const late = inTerms(rate)
        const columns = {
          fine_percent: String(rate.fine / 1e4),
          interest_percent: String(rate.interest / 1e4),
        }
        const made = chargeTerms(method, cents, owedOn(due.toString(), columns), { today })
        assert.ok(made !== null)
        const { amountCents, lateCents, dueOn, lastDay, growsLate } = made
        const cost = lateCharges(cents, late, chargeableDaysLate(due, today)).lateCents
        assert.deepEqual([amountCents, lateCents], [cents + cost, cost])
        assert.ok(Temporal.PlainDate.compare(lastDay, today) >= 0)
        if (method === 'boleto') assert.ok(Temporal.PlainDate.compare(dueOn, today) >= 0)
        // Either the bank adds it, or the amount has it and ends before it would be another.
        assert.equal(growsLate, method === 'boleto' && until >= 0 && isCostly(late))
        if (method === 'pix' && isCostly(late) && cost === 0n && until >= 0) assert.ok(isBusinessDay(lastDay))
      },
    ),
    { numRuns: CASES },
  )
})

test('with a discount the Pix code ends with it; boleto and Pix with a due date leave it to the bank', () => {
  const rates = { fine_percent: '2', interest_percent: '1' }
  const invoice = {
    ...owedOn('2026-12-10', rates),
    payable_days: 15,
    offer: { cents: 5_000n, until: '2026-12-01' },
  }
  const termsOn = (today: string, hasDueDates = true, changes: Partial<OwedInvoice> = {}) => {
    const made = chargeTerms('pix', 150_000n, { ...invoice, ...changes }, { today: day(today), hasDueDates })
    assert.ok(made !== null)
    const { amountCents, discount, lastDay, byBank, growsLate } = made
    return [amountCents, discount?.cents ?? 0n, lastDay.toString(), byBank, growsLate]
  }
  assert.deepEqual(termsOn('2026-11-16'), [150_000n, 5_000n, '2026-12-25', true, true])
  assert.deepEqual(termsOn('2026-12-02'), [150_000n, 0n, '2026-12-25', true, true], 'the discount is over')
  assert.deepEqual(termsOn('2026-12-11'), [153_050n, 0n, '2026-12-11', false, false], 'it is late')
  assert.deepEqual(termsOn('2026-11-16', false), [145_000n, 5_000n, '2026-12-01', false, false])
  assert.deepEqual(termsOn('2026-12-02', false), [150_000n, 0n, '2026-12-10', false, false])
  const plain = { fine_percent: '0', interest_percent: '0' }
  assert.deepEqual(termsOn('2026-11-16', true, plain), [150_000n, 5_000n, '2026-12-25', true, false])
  const none = { ...plain, offer: null }
  assert.deepEqual(
    termsOn('2026-11-16', true, none),
    [150_000n, 0n, '2027-01-09', false, false],
    'nothing changes',
  )
  // Until a Saturday: on the Sunday the bank would refuse that day, and the discount stands.
  const saturday = { offer: { cents: 5_000n, until: '2026-11-21' } }
  assert.deepEqual(termsOn('2026-11-22', true, saturday), [145_000n, 5_000n, '2026-11-23', false, false])
  const boleto = chargeTerms('boleto', 150_000n, invoice, { today: day('2026-11-16') })
  assert.partialDeepStrictEqual(boleto, { amountCents: 150_000n, discount: { cents: 5_000n }, byBank: true })
  assert.equal(boleto?.lastDay.toString(), '2026-12-25')
})

test('late money never exceeds what was paid beyond the total, under any payments and returns', () => {
  fc.assert(
    fc.property(
      owed,
      fc.array(fc.tuple(fc.bigInt(-5_000n, 5_000n), fc.bigInt(0n, 2_000n))),
      (total, moves) => {
        let paid = 0n
        let late = 0n
        for (const [cents, cost] of [[total + 1_000n, 600n] as const, ...moves]) {
          const moved = paid + cents < 0n ? -paid : cents
          const rest = total > paid ? total - paid : 0n
          late += moved < 0n ? lateTakenBack(paid + moved, total, late) : lateShare(moved, rest, cost)
          paid += moved
          assert.ok(
            late >= 0n && late <= (paid > total ? paid - total : 0n),
            `${late} of ${paid} of ${total}`,
          )
        }
        assert.equal(late + lateTakenBack(0n, total, late), 0n, 'all of it goes back')
      },
    ),
    { numRuns: CASES },
  )
})

test('an amount or date beyond the limits of boleto or Pix has no charge', () => {
  const invoice = owedOn('2026-11-20', { fine_percent: '0', interest_percent: '0' })
  const today = day('2026-11-15')
  assert.equal(chargeTerms('boleto', 10_000_000_000n, invoice, { today }), null)
  assert.equal(chargeTerms('pix', 1_000_000_000_000n, invoice, { today }), null)
  assert.equal(chargeTerms('boleto', 100n, { ...invoice, due_date: '2049-10-14' }, { today }), null)
  assert.equal(chargeTerms('pix', 100n, { ...invoice, due_date: '2049-10-14' }, { today })?.amountCents, 100n)
})
