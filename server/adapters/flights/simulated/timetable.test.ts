import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../../test/support/full-runs.ts'
import {
  dateText,
  dayOf,
  durationText,
  localDay,
  localText,
  momentOf,
  offsetAt,
  weekdayOf,
} from './timetable.ts'

// Whole, half and quarter hours; changes at midnight (Santiago, Asunción), none, southern and northern, the
// date line.
const ZONES = [
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/London',
  'Europe/Lisbon',
  'America/Santiago',
  'America/Asuncion',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'America/Noronha',
]
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') })

test('offsets match the zone database, in any order of queries', () => {
  fc.assert(
    fc.property(zone, moment, (name, at) => {
      const expected =
        Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).offsetNanoseconds / 1e6
      assert.equal(offsetAt(name, at), expected)
    }),
    { numRuns: fullRuns ? 3_000 : 300 },
  )
})

test('a local time is written as in the zone database', () => {
  fc.assert(
    fc.property(zone, moment, (name, at) => {
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).toPlainDateTime()
      assert.equal(localText(name, at), local.toString({ smallestUnit: 'second' }))
    }),
    { numRuns: fullRuns ? 3_000 : 300 },
  )
})

test('offsets are right a millisecond before and after a change', () => {
  for (const name of ZONES) {
    let at: Temporal.ZonedDateTime | null =
      Temporal.Instant.from('2024-01-01T00:00:00Z').toZonedDateTimeISO(name)
    for (let count = 0; count < 8; count++) {
      at = at?.getTimeZoneTransition('next') ?? null
      if (at === null) break
      for (const ms of [-1, 0, 1]) {
        const near = Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds + ms)
        assert.equal(
          offsetAt(name, near.epochMilliseconds),
          near.toZonedDateTimeISO(name).offsetNanoseconds / 1e6,
          `${name} ${near}`,
        )
      }
    }
  }
})

test('a local time is the moment that Temporal finds, in gaps and overlaps too', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 1_439 }), (name, at, minute) => {
      const day = Math.floor(at / 86_400_000)
      const plain = Temporal.PlainDate.from(dateText(day)).toPlainDateTime({
        hour: Math.floor(minute / 60),
        minute: minute % 60,
      })
      assert.equal(momentOf(name, day, minute), plain.toZonedDateTime(name).epochMilliseconds)
    }),
    { numRuns: fullRuns ? 5_000 : 500 },
  )
})

test('every quarter of an hour around every change of the clocks is right', () => {
  for (const name of ZONES) {
    const change = Temporal.Instant.from('2026-01-01T00:00:00Z')
      .toZonedDateTimeISO(name)
      .getTimeZoneTransition('next')
    if (change === null) continue
    const start = dayOf(change.toPlainDate().toString()) - 1
    for (let day = start; day < start + 3; day++) {
      for (let minute = 0; minute < 1_440; minute += 15) {
        const time = { hour: Math.floor(minute / 60), minute: minute % 60 }
        const expected = Temporal.PlainDate.from(dateText(day)).toPlainDateTime(time).toZonedDateTime(name)
        assert.equal(momentOf(name, day, minute), expected.epochMilliseconds, `${name} ${expected}`)
      }
    }
  }
})

test('texts and days are local', () => {
  const at = Date.parse('2026-12-31T23:30:00Z')
  assert.equal(localText('Asia/Tokyo', at), '2027-01-01T08:30:00')
  assert.equal(localText('America/Sao_Paulo', at), '2026-12-31T20:30:00')
  assert.equal(dateText(localDay('Asia/Tokyo', at)), '2027-01-01')
  assert.equal(weekdayOf(dayOf('2026-11-15')), 0)
  assert.equal(weekdayOf(dayOf('2026-11-21')), 6)
})

test('durations are ISO 8601, in their shortest form', () => {
  const rows: [number, string][] = [
    [5, 'PT5M'],
    [60, 'PT1H'],
    [65, 'PT1H5M'],
    [1_440, 'P1D'],
    [1_505, 'P1DT1H5M'],
    [2_880 + 30, 'P2DT30M'],
  ]
  for (const [minutes, text] of rows) {
    assert.equal(durationText(minutes), text)
    assert.equal(Temporal.Duration.from(text).total('minutes'), minutes)
  }
})
