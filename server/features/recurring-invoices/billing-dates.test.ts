// Due dates against literal calendars and against a slow, obvious search day by day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FREQUENCIES } from '../../../contract/invoicing-states.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import {
  anchorFor,
  type BillingPlan,
  dueDateNumber,
  firstDueDate,
  generationMoment,
  isReminderWanted,
  issueDateOf,
} from './rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

function plan(
  frequency: BillingPlan['frequency'],
  billingDay: number,
  start: string,
  interval = 0,
): BillingPlan {
  return { frequency, billingDay, customIntervalDays: interval, anchor: anchorFor(day(start), billingDay) }
}

const dates = (of: BillingPlan, from: string, count: number) => {
  const found: string[] = []
  let next = firstDueDate(of, day(from))
  for (let n = 0; n < count; n++) {
    found.push(next.toString())
    next = firstDueDate(of, next.add({ days: 1 }))
  }
  return found.join(' ')
}

test('the 31st is the last day of shorter months and returns to the 31st', () => {
  assert.equal(
    dates(plan('monthly', 31, '2027-01-31'), '2027-01-31', 6),
    '2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30',
  )
  assert.equal(dates(plan('monthly', 29, '2028-01-05'), '2028-01-05', 3), '2028-01-29 2028-02-29 2028-03-29')
  assert.equal(dates(plan('monthly', 30, '2026-12-31'), '2026-12-31', 3), '2027-01-30 2027-02-28 2027-03-30')
  assert.equal(
    dates(plan('annual', 29, '2028-02-01'), '2028-02-01', 5),
    '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29',
  )
})

test('every frequency steps by its months, across years', () => {
  assert.equal(
    dates(plan('bimonthly', 31, '2026-10-31'), '2026-10-31', 4),
    '2026-10-31 2026-12-31 2027-02-28 2027-04-30',
  )
  assert.equal(
    dates(plan('quarterly', 15, '2026-11-16'), '2026-11-16', 3),
    '2026-12-15 2027-03-15 2027-06-15',
  )
  assert.equal(
    dates(plan('semiannual', 31, '2027-08-31'), '2027-08-31', 3),
    '2027-08-31 2028-02-29 2028-08-31',
  )
})

test('custom counts its days from the first billing day', () => {
  assert.equal(
    dates(plan('custom', 31, '2027-02-10', 10), '2027-02-10', 4),
    '2027-02-28 2027-03-10 2027-03-20 2027-03-30',
  )
  assert.equal(
    dates(plan('custom', 5, '2027-02-10', 45), '2027-02-10', 3),
    '2027-03-05 2027-04-19 2027-06-03',
  )
})

test('the first date is on or after the start date', () => {
  assert.equal(dates(plan('monthly', 10, '2026-11-10'), '2026-11-10', 1), '2026-11-10')
  assert.equal(dates(plan('monthly', 10, '2026-11-11'), '2026-11-11', 1), '2026-12-10')
  assert.equal(dates(plan('quarterly', 31, '2026-02-28'), '2026-02-28', 2), '2026-02-28 2026-05-31')
})

const plans = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    billingDay: fc.integer({ min: 1, max: 31 }),
    interval: fc.integer({ min: 1, max: 400 }),
    start: fc.integer({ min: 0, max: 1500 }).map((days) => day('2026-01-01').add({ days })),
  })
  .map(({ frequency, billingDay, interval, start }) => ({
    start,
    plan: { frequency, billingDay, customIntervalDays: interval, anchor: anchorFor(start, billingDay) },
  }))

test('dates increase, are on the billing day or the last day of the month, and do not drift', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 0, max: 60 }), ({ plan: of, start }, n) => {
      const date = dueDateNumber(of, n)
      assert.ok(Temporal.PlainDate.compare(date, start) >= 0)
      assert.ok(Temporal.PlainDate.compare(dueDateNumber(of, n + 1), date) > 0)
      if (of.frequency !== 'custom') assert.equal(date.day, Math.min(of.billingDay, date.daysInMonth))
    }),
    { numRuns: fullRuns ? 3_000 : 600 },
  )
})

test('the first due date from a day on equals a search day by day', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: -40, max: 1200 }), ({ plan: of, start }, days) => {
      const from = start.add({ days })
      const all = Array.from({ length: 130 }, (_, n) => dueDateNumber(of, n))
      const expected = all.find((date) => Temporal.PlainDate.compare(date, from) >= 0)
      if (expected !== undefined) assert.equal(firstDueDate(of, from).toString(), expected.toString())
    }),
    { numRuns: fullRuns ? 1_000 : 200 },
  )
})

test('an invoice is generated five days before, at six in the morning of its zone', () => {
  const at = (due: string, zone: string) => generationMoment(day(due), zone).toISOString()
  assert.equal(at('2026-11-10', 'America/Sao_Paulo'), '2026-11-05T09:00:00.000Z')
  assert.equal(at('2027-01-03', 'America/Manaus'), '2026-12-29T10:00:00.000Z')
  assert.equal(at('2026-03-03', 'Europe/Lisbon'), '2026-02-26T06:00:00.000Z')
  assert.equal(at('2026-04-03', 'Europe/Lisbon'), '2026-03-29T05:00:00.000Z')
})

test('the issue date is five days before the due date, but not before creation', () => {
  assert.equal(issueDateOf(day('2026-11-10'), day('2026-01-01')).toString(), '2026-11-05')
  assert.equal(issueDateOf(day('2026-11-10'), day('2026-11-08')).toString(), '2026-11-08')
})

test('of the due reminders only the last is sent, and none after the due date', () => {
  const wanted = (daysLeft: number) => [5, 3, 1].filter((days) => isReminderWanted(days, [5, 3, 1], daysLeft))
  assert.deepEqual([6, 5, 4, 3, 2, 1, 0, -1].map(wanted), [[], [5], [5], [3], [3], [1], [1], []])
  assert.equal(isReminderWanted(0, [0], 0), true)
})
