// Which days are business days of Brazilian banks, because boletos are valid and cleared by those alone.
import { putBounded } from './put-bounded.ts'

/** Where Brazilian banks keep their calendar, wherever their clients are. */
export const BANK_ZONE = 'America/Sao_Paulo'

/**
 * National by laws of 1949 to 1980, all but one: 2 November became so only with Lei 10.607/2002, but was a
 * day without banks before, by rule of the Conselho Monetário Nacional (Resolução 2.516/1998).
 */
const FIXED_HOLIDAYS = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'])

/** National since Lei 14.759/2023; before, a holiday of some states and cities only. */
const BLACK_AWARENESS_DAY = '11-20'
const BLACK_AWARENESS_SINCE_YEAR = 2024

/** Days from Easter to Carnaval's Monday and Tuesday, Good Friday and Corpus Christi. */
const EASTER_HOLIDAYS = [-48, -47, -2, 60]

/**
 * By the national calendar of banks (Resolução CMN 4.880/2020), from 1990 on: states' and cities' holidays
 * do not count, Ash Wednesday and 31 December are business days. Passing exceptions of the 1990s (the
 * Thursday before Easter, elections on weekdays, holidays moved to Mondays) are left out.
 */
export function isBusinessDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek <= 5 && !isBankHoliday(date)
}

/** The nth business day after this one, which may be any day and is never counted itself. */
export function addBusinessDays(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError(`not a count of business days: ${days}`)
  let day = date
  for (let left = days; left > 0; ) {
    day = day.add({ days: 1 })
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

function isBankHoliday(date: Temporal.PlainDate): boolean {
  const monthDay = date.toString().slice(-5)
  if (FIXED_HOLIDAYS.has(monthDay)) return true
  if (monthDay === BLACK_AWARENESS_DAY && date.year >= BLACK_AWARENESS_SINCE_YEAR) return true
  return EASTER_HOLIDAYS.includes(easterOf(date.year).until(date, { largestUnit: 'day' }).days)
}

const YEARS_KEPT_MAX = 200
const easters = new Map<number, Temporal.PlainDate>()

function easterOf(year: number): Temporal.PlainDate {
  const known = easters.get(year)
  if (known !== undefined) return known
  const easter = findEaster(year)
  putBounded(easters, year, easter, YEARS_KEPT_MAX)
  return easter
}

/** The Sunday after the first full moon from 21 March on, by the moon of the Gregorian calendar. */
function findEaster(year: number): Temporal.PlainDate {
  const fullMoon = new Temporal.PlainDate(year, 3, 21).add({ days: fullMoonOf(year) })
  return fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) })
}

/** Days from 21 March to that full moon: it comes round every 19 years, with corrections by the century. */
function fullMoonOf(year: number): number {
  const place = year % 19
  const century = Math.floor(year / 100)
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const days = (19 * place + correction + 15) % 30
  // No later than 18 April, and within 19 years never twice on the same day.
  if (days === 29 || (days === 28 && place > 10)) return days - 1
  return days
}
