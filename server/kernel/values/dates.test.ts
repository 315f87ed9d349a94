// Only real timestamps, days and durations are read, and days begin by their time zone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBusinessDay as isBusinessDayOfOther } from '@brazilian-utils/brazilian-utils'
import Holidays from 'date-holidays'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import {
  addBusinessDays,
  addDuration,
  dateIn,
  dayEnd,
  dayStart,
  isBusinessDay,
  isoTimestamp,
  isTimeZone,
  parseDate,
  parseDuration,
  parseTimestamp,
} from './dates.ts'

const TIMESTAMPS: [text: string, utc: string][] = [
  ['2026-11-15T10:20:30.456Z', '2026-11-15T10:20:30.456Z'],
  ['2026-11-15T10:20:30Z', '2026-11-15T10:20:30.000Z'],
  ['2026-11-15T10:20Z', '2026-11-15T10:20:00.000Z'],
  ['2026-11-15T10:20:30.4Z', '2026-11-15T10:20:30.400Z'],
  ['2026-11-15T10:20:30.456999Z', '2026-11-15T10:20:30.456Z'],
  ['1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:59.999Z'],
  ['2026-11-15T22:00:00-03:00', '2026-11-16T01:00:00.000Z'],
  ['2026-11-15T00:00:00+05:30', '2026-11-14T18:30:00.000Z'],
  ['2026-11-15T00:00:00-00:00', '2026-11-15T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
]

for (const [text, utc] of TIMESTAMPS) {
  test(`the timestamp ${text} is ${utc}`, () => {
    const at = parseTimestamp(text)
    assert.ok(at !== null)
    assert.equal(isoTimestamp(at), utc)
  })
}

const NO_TIMESTAMPS = [
  '',
  '2026-11-15',
  '2026-11-15T10:20:30',
  '2026-11-15 10:20:30Z',
  '2026-11-15t10:20:30Z',
  '2026-11-15T10:20:30z',
  '2026-11-15T10Z',
  '2026-11-15T10:20:30.Z',
  '2026-11-15T10:20:30,5Z',
  '2026-11-15T10:20:30.1234567890Z',
  '2026-11-15T10:20:30+0300',
  '2026-11-15T10:20:30+03',
  '2026-11-15T10:20:30+24:00',
  '2026-11-15T10:20:30+03:60',
  '2026-11-15T10:20:30Z[UTC]',
  '2026-11-15T10:20:30 Z',
  ' 2026-11-15T10:20:30Z',
  '2026-11-15T10:20:30Z\n',
  '2026-11-15T24:00:00Z',
  '2026-11-15T10:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '+010000-01-01T00:00:00Z',
  '20261115T102030Z',
  'Sun, 15 Nov 2026 10:20:30 GMT',
  '1763202030000',
  'now',
]

for (const text of NO_TIMESTAMPS) {
  test(`${JSON.stringify(text)} is not a timestamp`, () => assert.equal(parseTimestamp(text), null))
}

test('every moment round-trips as a timestamp', () => {
  fc.assert(
    fc.property(moments(), (at) => {
      const text = isoTimestamp(at)
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(parseTimestamp(text)?.getTime(), at.getTime())
    }),
  )
})

test('an invalid Date has no timestamp', () => {
  assert.throws(() => isoTimestamp(new Date(Number.NaN)), RangeError)
})

test('exactly the days of the calendar are valid dates', () => {
  const part = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), part(14), part(33), (year, month, day) => {
      const pad = (value: number, length: number): string => String(value).padStart(length, '0')
      const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
      const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
      assert.equal(parseDate(text)?.toString() ?? null, exists ? text : null)
      assert.equal(parseTimestamp(`${text}T12:00:00Z`) !== null, exists)
    }),
    { numRuns: 2000 },
  )
})

const NO_DATES = [
  '',
  '2026-1-05',
  '2026-01-5',
  '26-01-05',
  '20260105',
  '2026/01/05',
  '05-01-2026',
  '2026-01-05T00:00:00',
  '2026-01-05Z',
  '2026-01-05[u-ca=hebrew]',
  ' 2026-01-05',
  '2026-01-05\n',
  '-2026-01-05',
  '+002026-01-05',
  '0000-01-05',
  '2026-01',
  '2026-W01-1',
  '２０２６-01-05',
]

for (const text of NO_DATES) {
  test(`${JSON.stringify(text)} is not a date`, () => assert.equal(parseDate(text), null))
}

const DAYS: [zone: string, date: string, start: string, hours: number, why: string][] = [
  ['UTC', '2026-11-15', '2026-11-15T00:00:00.000Z', 24, 'UTC has no surprises'],
  ['America/Sao_Paulo', '2026-11-15', '2026-11-15T03:00:00.000Z', 24, 'no summer time since 2019'],
  [
    'America/Sao_Paulo',
    '2018-11-04',
    '2018-11-04T03:00:00.000Z',
    23,
    'midnight was skipped: it began at 01:00',
  ],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25, 'it had 23:00 twice'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23, 'spring forward'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25, 'fall back'],
  ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', 23, 'spring forward'],
  ['Asia/Kathmandu', '2026-11-15', '2026-11-14T18:15:00.000Z', 24, 'a zone with quarter hours'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5, 'half an hour of summer time'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0, 'Samoa skipped this day'],
]

for (const [zone, date, start, hours, why] of DAYS) {
  test(`${date} in ${zone} has ${hours} hours: ${why}`, () => {
    const day = Temporal.PlainDate.from(date)
    assert.equal(isoTimestamp(dayStart(day, zone)), start)
    assert.equal((dayEnd(day, zone).getTime() - dayStart(day, zone).getTime()) / 3_600_000, hours)
  })
}

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/Noronha',
  'America/Manaus',
  'America/New_York',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

test('every moment is within its own day, and just outside it is another day', () => {
  const recent = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2060-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(recent, fc.constantFrom(...ZONES), (at, zone) => {
      const day = dateIn(at, zone)
      const [start, end] = [dayStart(day, zone), dayEnd(day, zone)]
      assert.ok(start <= at && at < end)
      assert.ok(dateIn(start, zone).equals(day))
      assert.ok(dateIn(new Date(end.getTime() - 1), zone).equals(day))
      assert.ok(dateIn(new Date(start.getTime() - 1), zone).equals(day.subtract({ days: 1 })))
      assert.ok(dateIn(end, zone).equals(day.add({ days: 1 })))
    }),
  )
})

test('dateIn matches Intl, which has its own zone data', () => {
  const recent = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const formats = new Map(ZONES.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone })]))
  fc.assert(
    fc.property(recent, fc.constantFrom(...ZONES), (at, zone) => {
      assert.equal(dateIn(at, zone).toString(), formats.get(zone)?.format(at))
    }),
  )
})

test('the day around midnight in São Paulo is the local one', () => {
  assert.equal(dateIn(new Date('2026-11-15T02:59:59.999Z'), 'America/Sao_Paulo').toString(), '2026-11-14')
  assert.equal(dateIn(new Date('2026-11-15T03:00:00.000Z'), 'America/Sao_Paulo').toString(), '2026-11-15')
})

test('an unknown zone throws', () => {
  const at = new Date('2026-11-15T00:00:00Z')
  assert.throws(() => dateIn(at, 'Mars/Olympus'), RangeError)
  assert.throws(() => dayStart(Temporal.PlainDate.from('2026-11-15'), 'Mars/Olympus'), RangeError)
})

test('every zone of Intl is a time zone', () => {
  assert.deepEqual(
    Intl.supportedValuesOf('timeZone').filter((zone) => !isTimeZone(zone)),
    [],
  )
  for (const zone of [
    'UTC',
    'Etc/GMT+3',
    'America/Argentina/Buenos_Aires',
    'Asia/Calcutta',
    'Asia/Kolkata',
  ]) {
    assert.equal(isTimeZone(zone), true, zone)
  }
})

const NO_ZONES = [
  '',
  ' ',
  'Z',
  'utc',
  'america/sao_paulo',
  'AMERICA/SAO_PAULO',
  ' America/Sao_Paulo',
  'America/Sao_Paulo ',
  'America/Sao_Paulo\n',
  'America/Sao Paulo',
  'America/São_Paulo',
  'America/',
  '/Sao_Paulo',
  'America',
  'Mars/Olympus',
  '+03:00',
  '-03',
  '-0300',
  '2026-11-15T00:00Z',
  '2026-11-15T00:00-03:00[America/Sao_Paulo]',
  '../etc/passwd',
]

for (const text of NO_ZONES) {
  test(`${JSON.stringify(text)} is not a time zone`, () => assert.equal(isTimeZone(text), false))
}

const DURATIONS: [text: string, canonical: string][] = [
  ['PT30M', 'PT30M'],
  ['P1D', 'P1D'],
  ['P2W', 'P2W'],
  ['P1Y2M3W4DT5H6M7S', 'P1Y2M3W4DT5H6M7S'],
  ['PT0.001S', 'PT0.001S'],
  ['PT1.5H', 'PT1H30M'],
  ['PT1,5H', 'PT1H30M'],
  ['PT0.5M', 'PT30S'],
  ['P0DT1S', 'PT1S'],
  ['PT90M', 'PT90M'],
  ['P007D', 'P7D'],
]

for (const [text, canonical] of DURATIONS) {
  test(`the duration ${text} is ${canonical}`, () => {
    assert.equal(parseDuration(text)?.toString(), canonical)
  })
}

const NO_DURATIONS = [
  '',
  'P',
  'PT',
  'P1DT',
  'P0D',
  'PT0S',
  'PT0.000S',
  'PT0.0001S',
  'PT0.000000001S',
  'PT0.0000000001S',
  'PT0.0000001H',
  '-P1D',
  '+P1D',
  'P-1D',
  'p1d',
  'pt30m',
  'P1d',
  ' P1D',
  'P1D ',
  'P1D\n',
  '1D',
  'P1',
  'P1H',
  'PT1D',
  'P1.5D',
  'P1.5Y',
  'PT1.5H30M',
  'PT1.H',
  'PT.5H',
  'P1M1Y',
  'PT1S1M',
  'P1Y1Y',
  'PT1M1M',
  'P1D1D',
  'P1e2D',
  'P99999999999999999999Y',
  'PT999999999999999999999S',
  'P2026-11-15T00:00:00',
  '30 minutes',
  '1800',
]

for (const text of NO_DURATIONS) {
  test(`${JSON.stringify(text)} is not a duration`, () => {
    assert.equal(parseDuration(text), null)
    assert.equal(addDuration(new Date('2026-11-15T00:00:00Z'), text), null)
  })
}

const SUMS: [from: string, duration: string, to: string | null][] = [
  ['2026-11-15T12:00:00.000Z', 'PT30M', '2026-11-15T12:30:00.000Z'],
  ['2026-11-15T12:00:00.123Z', 'PT0.001S', '2026-11-15T12:00:00.124Z'],
  ['2026-11-15T12:00:00.000Z', 'P1DT38H', '2026-11-18T02:00:00.000Z'],
  ['2026-01-31T12:00:00.000Z', 'P1M', '2026-02-28T12:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', 'P1Y', '2025-02-28T12:00:00.000Z'],
  // Two calendar years from November 2026 hold a 29 February: 731 days, 17,544 hours.
  ['2026-11-15T12:00:00.000Z', 'P2Y', '2028-11-15T12:00:00.000Z'],
  ['2026-11-15T12:00:00.000Z', 'P24M', '2028-11-15T12:00:00.000Z'],
  ['2026-11-15T12:00:00.000Z', 'P731D', '2028-11-15T12:00:00.000Z'],
  ['2026-11-15T12:00:00.000Z', 'PT17544H', '2028-11-15T12:00:00.000Z'],
  ['2026-11-15T12:00:00.000Z', 'P732D', null],
  ['2026-11-15T12:00:00.000Z', 'P2YT0.001S', null],
  ['2025-01-15T12:00:00.000Z', 'P731D', null],
  ['2026-11-15T12:00:00.000Z', 'P3Y', null],
  ['2026-11-15T12:00:00.000Z', 'P4294967295Y', null],
  ['2026-11-15T12:00:00.000Z', 'PT9007199254740991S', null],
]

for (const [from, duration, to] of SUMS) {
  test(`${from} plus ${duration} is ${to ?? 'too far'}`, () => {
    const sum = addDuration(new Date(from), duration)
    assert.equal(sum === null ? null : isoTimestamp(sum), to)
  })
}

test('adding milliseconds up to a day is plain addition', () => {
  fc.assert(
    fc.property(moments(), fc.integer({ min: 1, max: 86_400_000 }), (at, ms) => {
      const text = `PT${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}S`
      assert.equal(addDuration(at, text)?.getTime(), at.getTime() + ms)
    }),
  )
})

test('any sum is after the start and within two years', () => {
  const count = fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined })
  const parts = fc.record({ Y: count, M: count, W: count, D: count })
  fc.assert(
    fc.property(moments(), parts, (at, units) => {
      const text = `P${Object.entries(units)
        .map(([unit, value]) => (value === undefined ? '' : `${value}${unit}`))
        .join('')}`
      const sum = addDuration(at, text)
      if (sum === null) return
      assert.ok(sum > at)
      assert.ok(sum.getTime() - at.getTime() <= 731 * 86_400_000)
    }),
  )
})

function moments(): fc.Arbitrary<Date> {
  return fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

// The calendar of banks compared with published lists and two libraries, day by day: 111 years in the full
// run, thirty in every run.

const day = (text: string) => Temporal.PlainDate.from(text)
const FIRST_YEAR = fullRuns ? 1990 : 2015
const YEARS = Array.from({ length: fullRuns ? 111 : 15 }, (_, index) => FIRST_YEAR + index)
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
  test(`in ${year} banks close on the published days and on no other weekday`, () => {
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
  test(`${date} is ${business ? 'a' : 'not a'} business day: ${why}`, () => {
    assert.equal(isBusinessDay(day(date)), business)
  })
}

const allDays = YEARS.flatMap(daysOf)
const closedDays = closedDaysOfLibrary()

test(`every day of ${YEARS.length} years, and of some distant ones, matches date-holidays`, () => {
  for (const date of [...allDays, ...FAR_YEARS.flatMap(daysOf)]) {
    const expected = date.dayOfWeek <= 5 && !closedDays.has(date.toString())
    assert.equal(isBusinessDay(date), expected, date.toString())
  }
})

test('every day to 2099 matches brazilian-utils, except the Monday of Carnaval, which it lacks', () => {
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
  test(`${days} business days after ${from} is ${result}`, () => {
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
    { numRuns: fullRuns ? 1_000 : 100 },
  )
})

for (const days of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`${days} is not a number of business days`, () => {
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
