// Windows, cycles and retries of mandates, on literal calendars and on generated dates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FREQUENCIES } from '../../../contract/invoicing-states.ts'
import type { DebitAttempt, MandateFrequency } from '../../../contract/mandate-states.ts'
import { chargeDay, cycleOf, mandateFrequency, nextLook, nextRetryDay, obstacleFor } from './rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const refused = (on: string, code: string | null = null): DebitAttempt => ({ on, status: 'refused', code })
const MONTHLY = {
  frequency: 'monthly',
  amount_cents: 50_000n,
  starts_on: '2026-12-10',
  ends_on: '2027-04-10',
} as const

test('bimonthly and custom frequencies are unsupported', () => {
  const fit = FREQUENCIES.filter((frequency) => mandateFrequency(frequency) !== null)
  assert.deepEqual(fit, ['monthly', 'quarterly', 'semiannual', 'annual'])
})

test('an invoice is debited if it is within the mandate, of its amount, and at least three days away', () => {
  const of = (dueOn: string, today: string, owedCents = 50_000n) =>
    obstacleFor(MONTHLY, { dueOn, owedCents }, day(today))
  assert.equal(of('2027-01-10', '2027-01-03'), null)
  assert.equal(of('2027-01-10', '2027-01-07'), null)
  assert.equal(of('2027-01-10', '2027-01-08'), 'too_late')
  assert.equal(of('2027-01-10', '2027-01-10'), 'too_late')
  assert.equal(of('2027-01-10', '2027-01-03', 50_001n), 'amount_differs')
  assert.equal(of('2026-11-30', '2026-11-20'), 'outside_mandate')
  assert.equal(of('2027-04-10', '2027-04-01'), null)
  assert.equal(of('2027-05-10', '2027-05-01'), 'outside_mandate')
  assert.equal(chargeDay('2027-01-10').toString(), '2027-01-03')
})

test('each cycle has its own number', () => {
  const numbers = (frequency: MandateFrequency, ...days: string[]) =>
    days.map((due) => cycleOf({ frequency, starts_on: '2026-12-10' }, due))
  assert.deepEqual(numbers('monthly', '2026-12-01', '2026-12-31', '2027-01-01', '2027-12-10'), [0, 0, 1, 12])
  assert.deepEqual(
    numbers('quarterly', '2026-11-30', '2027-02-28', '2027-03-01', '2027-06-10'),
    [-1, 0, 1, 2],
  )
  assert.deepEqual(numbers('annual', '2027-11-30', '2027-12-01'), [0, 1])
})

test('retries are on future days, three at most, within seven days of the first attempt', () => {
  const next = (attempts: DebitAttempt[], today: string) =>
    nextRetryDay('three_in_seven_days', attempts, day(today))?.toString() ?? null
  const first = refused('2027-01-11')
  assert.equal(next([first], '2027-01-11'), '2027-01-13')
  assert.equal(next([first], '2027-01-13'), '2027-01-15', 'never on the day itself')
  assert.equal(next([first, refused('2027-01-13')], '2027-01-13'), '2027-01-15')
  assert.equal(next([first, refused('2027-01-13'), refused('2027-01-15')], '2027-01-16'), '2027-01-18')
  assert.equal(next([first, ...['13', '15', '18'].map((on) => refused(`2027-01-${on}`))], '2027-01-18'), null)
  assert.equal(next([first], '2027-01-18'), null, 'too late')
  assert.equal(next([refused('2027-01-11', 'AC05')], '2027-01-11'), null, 'the account is closed')
  assert.equal(next([{ on: '2027-01-11', status: 'scheduled', code: null }], '2027-01-11'), null)
  assert.equal(nextRetryDay('none', [first], day('2027-01-11')), null)
})

test('after any refusals a retry is in the future and within the limits', () => {
  const delay = fc.integer({ min: 0, max: 12 })
  fc.assert(
    fc.property(fc.array(delay, { minLength: 1, maxLength: 6 }), (delays) => {
      const attempts: DebitAttempt[] = [refused('2027-01-11')]
      for (const days of delays) {
        const today = day(attempts.at(-1)!.on).add({ days })
        const on = nextRetryDay('three_in_seven_days', attempts, today)
        if (on === null) break
        assert.ok(Temporal.PlainDate.compare(on, today) > 0)
        assert.ok(Temporal.PlainDate.compare(on, day('2027-01-18')) <= 0)
        attempts.push(refused(on.toString()))
      }
      assert.ok(attempts.length <= 4)
    }),
  )
})

test('the bank is asked in the morning and evening of the day', () => {
  const look = (on: string, now: string) => nextLook(on, new Date(now), 'America/Sao_Paulo').toISOString()
  assert.equal(look('2027-01-11', '2027-01-04T12:00:00Z'), '2027-01-11T12:00:00.000Z')
  assert.equal(look('2027-01-11', '2027-01-11T12:00:00Z'), '2027-01-12T01:00:00.000Z')
  assert.equal(look('2027-01-11', '2027-01-14T02:00:00Z'), '2027-01-14T12:00:00.000Z')
})
