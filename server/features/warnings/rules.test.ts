// The days of warnings, on generated dates and in time zones that are far apart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  birthdayOn,
  birthdaysWithin,
  DAYS_BEFORE,
  daysLeft,
  dueDays,
  expiresTooSoon,
  isNamesake,
  opensAt,
  personOf,
} from './rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const anyDay = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => Temporal.PlainDate.from('1960-01-01').add({ days }))

test('a birthday on 29 February is on that day in leap years, and on 28 February in others', () => {
  const on = (today: string) =>
    birthdayOn('2004-02-29', birthdaysWithin(day(today), day(today).add({ days: 7 })))
  assert.equal(on('2028-02-21'), undefined)
  assert.equal(on('2028-02-22'), '2028-02-29')
  assert.equal(on('2028-02-29'), '2028-02-29')
  assert.equal(on('2028-03-01'), undefined)
  assert.equal(on('2027-02-20'), undefined)
  assert.equal(on('2027-02-21'), '2027-02-28')
  assert.equal(on('2027-02-28'), '2027-02-28')
  assert.equal(on('2027-03-01'), undefined)
})

test('each person has one birthday a year, listed on the eight days up to it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 2020, max: 2080 }), (born, year) => {
      const birthday = Temporal.PlainMonthDay.from({ monthCode: born.monthCode, day: born.day }).toPlainDate({
        year,
      })
      const first = day(`${year}-01-01`)
      const listed = Array.from({ length: first.daysInYear }, (_, days) => first.add({ days })).filter(
        (today) => {
          const on = birthdayOn(
            born.toString(),
            birthdaysWithin(today, today.add({ days: DAYS_BEFORE.birthday })),
          )
          return on === birthday.toString()
        },
      )
      const expected = Array.from({ length: 8 }, (_, days) => birthday.subtract({ days: 7 - days }))
      const within = expected.filter((one) => one.year === year).map(String)
      assert.deepEqual(listed.map(String), within)
    }),
    { numRuns: 30 },
  )
})

test('a passport is valid until six months after the return, to the day', () => {
  assert.equal(expiresTooSoon('2027-06-26', '2026-12-27'), true)
  assert.equal(expiresTooSoon('2027-06-27', '2026-12-27'), false)
  // Six months after 31 August is the last of February.
  assert.equal(expiresTooSoon('2027-02-27', '2026-08-31'), true)
  assert.equal(expiresTooSoon('2027-02-28', '2026-08-31'), false)
})

test("days begin at the team's midnight", () => {
  fc.assert(
    fc.property(
      fc.constantFrom('America/Sao_Paulo', 'Pacific/Auckland', 'America/Noronha', 'Pacific/Honolulu'),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (zone, now) => {
        const { first, last } = dueDays('departure', { now, zone })
        assert.equal(daysLeft(first.toString(), { now, zone }), 0)
        assert.equal(daysLeft(last.toString(), { now, zone }), 7)
        assert.equal(
          first.toString(),
          now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().toString(),
        )
      },
    ),
  )
})

test('a departure is listed from the start of the seventh day before', () => {
  const opens = (zone: string) => opensAt('departure', '2026-11-22', zone).toISOString()
  assert.equal(opens('America/Sao_Paulo'), '2026-11-15T03:00:00.000Z')
  assert.equal(opens('Pacific/Auckland'), '2026-11-14T11:00:00.000Z')
})

test('a traveller is found by id, or by name and date of birth', () => {
  const ana = { person_id: 'a', merged_ids: ['c'], full_name: 'Ana Souza', born_on: '1990-05-17' }
  const daughter = { person_id: 'b', merged_ids: [], full_name: 'Ana Souza', born_on: '2015-01-01' }
  const traveller = (fields: object) => ({
    full_name: 'ANA SOUZA',
    born_on: null,
    client_id: null,
    companion_id: null,
    ...fields,
  })
  const found = (fields: object) => personOf(traveller(fields), [ana, daughter])?.person_id
  assert.equal(found({ born_on: '2015-01-01' }), 'b')
  assert.equal(found({ companion_id: 'b' }), 'b')
  assert.equal(found({ client_id: 'a', born_on: '2015-01-01' }), 'a')
  assert.equal(found({ client_id: 'c', full_name: 'Outra' }), 'a')
  assert.equal(found({ full_name: 'Outra' }), undefined)
  assert.equal(isNamesake(traveller({ full_name: 'Aná souza' }), daughter), true)
  assert.equal(isNamesake(traveller({ born_on: '1991-01-01' }), daughter), false)
})
