// The calendar of banks, day by day, held against published lists and two libraries: for 111 years in the full run,
// for thirty in every run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBusinessDay as isBusinessDayOfOther } from '@brazilian-utils/brazilian-utils'
import Holidays from 'date-holidays'
import fc from 'fast-check'
import { campaign } from '../../../test/support/campaign.ts'
import { addBusinessDays, isBusinessDay } from './dates.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const FIRST_YEAR = campaign(1990, 2015)
const YEARS = Array.from({ length: campaign(111, 15) }, (_, index) => FIRST_YEAR + index)
/** Years of other centuries, whose Easter shows whether the moon's corrections are right. */
const FAR_YEARS = [1818, 1886, 2106, 2114, 2326, 2573]

/** As FEBRABAN published them, those on Saturdays and Sundays included. */
const PUBLISHED: Record<number, string> = {
  2023: '01-01 02-20 02-21 04-07 04-21 05-01 06-08 09-07 10-12 11-02 11-15 12-25',
  2024: '01-01 02-12 02-13 03-29 04-21 05-01 05-30 09-07 10-12 11-02 11-15 11-20 12-25',
  2025: '01-01 03-03 03-04 04-18 04-21 05-01 06-19 09-07 10-12 11-02 11-15 11-20 12-25',
  2026: '01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-15 11-20 12-25',
}
for (const [year, list] of Object.entries(PUBLISHED)) {
  test(`in ${year} banks are closed on the published days and on no other weekday`, () => {
    const published = list.split(' ').map((monthDay) => `${year}-${monthDay}`)
    assert.deepEqual(
      daysOf(Number(year))
        .filter((date) => date.dayOfWeek <= 5 && !isBusinessDay(date))
        .map(String),
      published.filter((date) => day(date).dayOfWeek <= 5),
    )
    for (const date of published) assert.equal(isBusinessDay(day(date)), false, date)
  })
}

const KNOWN: [date: string, business: boolean, why: string][] = [
  ['2023-11-20', true, 'a Monday before 20 November was national'],
  ['2024-11-20', false, 'the first year it was'],
  ['2001-11-02', false, 'banks were closed before the law of 2002'],
  ['2026-02-18', true, 'Ash Wednesday: banks open at noon'],
  ['2026-04-02', true, 'the Thursday before Easter'],
  ['2026-12-31', true, 'closed to visitors, but money is settled'],
  ['2026-12-24', true, 'a shorter day'],
  ['2026-11-14', false, 'a Saturday'],
  ['2026-11-15', false, 'a Sunday, and a holiday'],
  ['2026-11-16', true, 'holidays on Sundays do not move to Mondays'],
  ['2008-03-21', false, 'Good Friday of an early Easter'],
  ['2038-04-23', false, 'Good Friday of the latest Easter there can be'],
  ['2076-04-17', false, 'Good Friday, where the moon is moved back one day'],
  ['2049-04-16', false, 'Good Friday, where it is moved back by the other rule'],
]
for (const [date, business, why] of KNOWN) {
  test(`${date} is ${business ? 'a' : 'no'} business day: ${why}`, () => {
    assert.equal(isBusinessDay(day(date)), business)
  })
}

const allDays = YEARS.flatMap(daysOf)
const closedDays = closedDaysOfLibrary()

test(`every day of ${YEARS.length} years, and of some far ones, is as date-holidays has it`, () => {
  for (const date of [...allDays, ...FAR_YEARS.flatMap(daysOf)]) {
    const expected = date.dayOfWeek <= 5 && !closedDays.has(date.toString())
    assert.equal(isBusinessDay(date), expected, date.toString())
  }
})

test('every day to 2099 is as brazilian-utils has it, but for the Monday of Carnaval, which it forgets', () => {
  const days = allDays.filter(({ year }) => year <= 2099)
  const different = days.filter((date) => {
    // At noon, because some days of São Paulo had no midnight.
    return isBusinessDay(date) !== isBusinessDayOfOther(new Date(date.year, date.month - 1, date.day, 12))
  })
  assert.deepEqual(
    different.map(({ year }) => year),
    YEARS.filter((year) => year <= 2099),
  )
  for (const date of different) {
    assert.deepEqual([date.dayOfWeek, isBusinessDay(date)], [1, false])
    assert.ok(closedDays.has(date.toString()) && closedDays.has(date.add({ days: 1 }).toString()))
  }
})

const ADDED: [from: string, days: number, result: string][] = [
  ['2026-11-16', 1, '2026-11-17'],
  ['2026-11-13', 1, '2026-11-16'],
  ['2026-11-14', 1, '2026-11-16'],
  ['2026-11-15', 3, '2026-11-18'],
  ['2026-11-18', 3, '2026-11-24'],
  ['2026-02-13', 3, '2026-02-20'],
  ['2026-02-16', 1, '2026-02-18'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2026-04-01', 3, '2026-04-07'],
]
for (const [from, days, result] of ADDED) {
  test(`${days} business days after ${from} comes ${result}`, () => {
    assert.equal(addBusinessDays(day(from), days).toString(), result)
  })
}

test('from any day, the nth business day is the nth open day after it', () => {
  const dates = allDays.map(String)
  const open = dates.filter((date, index) => allDays[index]!.dayOfWeek <= 5 && !closedDays.has(date))
  fc.assert(
    fc.property(fc.nat(dates.length - 60), fc.integer({ min: 1, max: 30 }), (index, days) => {
      const from = dates[index]!
      const next = open.findIndex((date) => date > from)
      assert.equal(addBusinessDays(day(from), days).toString(), open[next + days - 1])
    }),
    { numRuns: campaign(1_000, 100) },
  )
})

for (const days of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`${days} is no count of business days`, () => {
    assert.throws(() => addBusinessDays(day('2026-11-16'), days), RangeError)
  })
}

function daysOf(year: number): Temporal.PlainDate[] {
  const first = new Temporal.PlainDate(year, 1, 1)
  return Array.from({ length: first.daysInYear }, (_, days) => first.add({ days }))
}

function closedDaysOfLibrary(): Set<string> {
  const holidays = new Holidays('BR', { types: ['public', 'bank'] })
  const found = [...YEARS, ...FAR_YEARS].flatMap((year) => holidays.getHolidays(year))
  return new Set(found.map(({ date }) => date.slice(0, 10)))
}
