// Days as people type and read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type DayTerms,
  daysAfter,
  isDay,
  isWholeDay,
  maskDay,
  monthsAfter,
  placeInWeek,
  readDay,
  showDay,
  weekStart,
  weeksOf,
} from '../../panel/logic/calendar-days.ts'

const day = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const about = fc.constantFrom('any', 'future', 'birth')
const pt: DayTerms = { locale: 'pt-BR', today: '2026-11-18' }
const en: DayTerms = { locale: 'en', today: '2026-11-18' }

test('a formatted day is parsed again, in both languages, as is a pasted one', () => {
  fc.assert(
    fc.property(day, about, fc.constantFrom('pt-BR', 'en'), (one, what, locale) => {
      const terms: DayTerms = { locale, today: '2026-11-18', about: what }
      const shown = showDay(one, locale)
      assert.ok(isDay(one) && isWholeDay(shown))
      assert.equal(readDay(shown, terms), one)
      assert.equal(readDay(shown.replaceAll('/', ''), terms), one)
      assert.equal(readDay(shown.replaceAll('/', '.'), terms), one)
      assert.equal(readDay(one, terms), one)
    }),
  )
  assert.equal(showDay('2027-01-26', 'pt-BR'), '26/01/2027')
  assert.equal(showDay('2027-01-26', 'en'), '01/26/2027')
})

test('slashes are inserted while typing, and never doubled', () => {
  fc.assert(
    fc.property(day, (one) => {
      const shown = showDay(one, 'pt-BR')
      let text = ''
      for (const sign of shown.replaceAll('/', '')) text = maskDay(text + sign)
      assert.equal(text, shown)
      let typed = ''
      for (const sign of shown) typed = maskDay(typed + sign)
      assert.equal(typed, shown)
    }),
  )
  for (const text of ['', '1', '1/2', '1/2/2027', '12/', '2027-01-26', 'amanhã'])
    assert.equal(maskDay(text), text)
  assert.deepEqual([maskDay('123'), maskDay('12//'), maskDay('/1')], ['12/3', '12/', '1'])
})

test('only valid days are parsed', () => {
  fc.assert(
    fc.property(fc.string(), about, (text, what) => {
      const read = readDay(text, { ...pt, about: what })
      assert.ok(read === undefined || isDay(read))
    }),
  )
  for (const text of [
    '31/02/2027',
    '29/02/2027',
    '00/01/2027',
    '12/13/2027',
    '1',
    '12/',
    '2027-02-30',
    '12/12/202',
  ])
    assert.equal(readDay(text, pt), undefined, text)
  assert.equal(readDay('12/13/2027', en), '2027-12-13')
})

test('an omitted year is the next, the current, or must be typed', () => {
  const future = { ...pt, about: 'future' } as const
  const cases: readonly [string, DayTerms, string | undefined][] = [
    ['12/12', future, '2026-12-12'],
    ['17/11', future, '2027-11-17'],
    ['18/11', future, '2026-11-18'],
    ['29/02', future, '2028-02-29'],
    ['5/1', { ...future, from: '2027-02-01' }, '2028-01-05'],
    ['1212', future, '2026-12-12'],
    ['17/11', pt, '2026-11-17'],
    ['12/12/26', pt, '2026-12-12'],
    ['121226', pt, '2026-12-12'],
    ['17/05', { ...pt, about: 'birth' }, undefined],
    ['17/05/90', { ...pt, about: 'birth' }, '1990-05-17'],
    ['17/05/26', { ...pt, about: 'birth' }, '2026-05-17'],
    ['17/12/26', { ...pt, about: 'birth' }, '1926-12-17'],
    ['12/24', { ...en, about: 'future' }, '2026-12-24'],
  ]
  for (const [text, terms, expected] of cases) assert.equal(readDay(text, terms), expected, text)
  assert.deepEqual(['12/12/20', '12/12/2026', '12122026', '121226', '2026-12-12'].map(isWholeDay), [
    false,
    true,
    true,
    false,
    true,
  ])
})

test('a month has each of its days once, under its weekday', () => {
  fc.assert(
    fc.property(day, fc.nat(6), (one, start) => {
      const weeks = weeksOf(one, start)
      const days = weeks.flat().filter((each) => each !== undefined)
      const last = daysAfter(monthsAfter(`${one.slice(0, 7)}-01`, 1), -1)
      assert.deepEqual(
        [days[0], days.at(-1), days.length],
        [`${one.slice(0, 7)}-01`, last, Number(last.slice(8))],
      )
      for (const week of weeks)
        for (const [place, each] of week.entries())
          assert.ok(each === undefined || placeInWeek(each, start) === place)
    }),
  )
  assert.deepEqual(['pt-BR', 'en', 'pt-PT', 'de'].map(weekStart), [0, 0, 0, 1])
  assert.deepEqual(
    [monthsAfter('2027-01-31', 1), monthsAfter('2027-01-31', -2)],
    ['2027-02-28', '2026-11-30'],
  )
})
