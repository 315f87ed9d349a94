// Calendar days (YYYY-MM-DD): how people type and read them, and the months that a calendar shows.

/** What a field is about decides which year is meant where none was typed. */
export type DayAbout = 'any' | 'future' | 'birth'

export interface DayTerms {
  readonly locale: string
  readonly today: string
  readonly about?: DayAbout | undefined
  /** Of a field about the future: the first day that can be meant; today without it. */
  readonly from?: string | undefined
}

const DAY_MS = 24 * 60 * 60 * 1_000
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** A day of February 29 comes within so many years. */
const LEAP_YEARS = 8
const ISO = /^\d{4}-\d{2}-\d{2}$/
const BARE = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/
const PARTED = /^(\d{1,2})[\s/.-]+(\d{1,2})(?:[\s/.-]+(\d{4}|\d{2}))?$/
const WHOLE = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{1,2}[\s/.-]+\d{1,2}[\s/.-]+\d{4})$/

export function isDay(text: string): boolean {
  if (!ISO.test(text)) return false
  const year = Number(text.slice(0, 4))
  const ms = dayMs(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR && !Number.isNaN(ms) && isoDay(ms) === text
}

/** As it stands in a field; what is no day stays as it is. */
export function showDay(day: string, locale: string): string {
  if (!isDay(day)) return day
  const [year, month, date] = day.split('-')
  return isMonthFirst(locale) ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/** Whether a text with its year is all there: one that may go on is read when the field is left. */
export function isWholeDay(text: string): boolean {
  return WHOLE.test(text.trim())
}

/** Undefined where the text is no day: `26/01/2027`, `26/1/27`, `26012027`, `26/01`, `2027-01-26`. */
export function readDay(text: string, { locale, today, about = 'any', from }: DayTerms): string | undefined {
  const typed = text.trim()
  if (ISO.test(typed)) return isDay(typed) ? typed : undefined
  const [, first, second, year] = BARE.exec(typed) ?? PARTED.exec(typed) ?? []
  if (first === undefined || second === undefined) return undefined
  const [month, date] = isMonthFirst(locale) ? [first, second] : [second, first]
  const inYear = (of: number) => {
    const day = `${of}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    return isDay(day) ? day : undefined
  }
  if (year?.length === 4) return inYear(Number(year))
  if (year !== undefined) return inShortYear(Number(year), inYear, about, today)
  if (about === 'birth') return undefined
  const thisYear = Number(today.slice(0, 4))
  if (about === 'any') return inYear(thisYear)
  const earliest = from !== undefined && from > today ? from : today
  return Array.from({ length: LEAP_YEARS + 1 }, (_, ahead) =>
    inYear(Number(earliest.slice(0, 4)) + ahead),
  ).find((day) => day !== undefined && day >= earliest)
}

/** A day of birth is never in the future. */
function inShortYear(
  year: number,
  inYear: (of: number) => string | undefined,
  about: DayAbout,
  today: string,
): string | undefined {
  const day = inYear(2000 + year)
  if (about !== 'birth') return day
  return day !== undefined && day <= today ? day : inYear(1900 + year)
}

/** Puts the slashes in while digits are typed. */
export function maskDay(text: string): string {
  if (!/^[\d/]*$/.test(text)) return text
  const parts = ['']
  for (const sign of text) {
    const last = parts.at(-1) ?? ''
    const isFull = parts.length < 3 && last.length === 2
    if (sign === '/' ? parts.length < 3 && last !== '' : isFull) parts.push('')
    if (sign !== '/') parts.push(`${parts.pop()}${sign}`)
  }
  return parts.join('/')
}

export function daysAfter(day: string, count: number): string {
  return isoDay(dayMs(day) + count * DAY_MS)
}

/** The same day of another month, or that month's last. */
export function monthsAfter(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month, Math.min(Number(day.slice(8)), last)))
}

/** 0 is Sunday, where weeks begin in Brazil and where nothing else is known. */
export function weekStart(locale: string): number {
  const of: { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale)
  return (of.getWeekInfo?.().firstDay ?? 7) % 7
}

/** How far a day is from the beginning of its week. */
export function placeInWeek(day: string, start: number): number {
  return (new Date(dayMs(day)).getUTCDay() - start + 7) % 7
}

/** The month of a day, in weeks; undefined where a day is of another month. */
export function weeksOf(day: string, start: number): (string | undefined)[][] {
  const month = day.slice(0, 7)
  const first = daysAfter(`${month}-01`, -placeInWeek(`${month}-01`, start))
  const days = Array.from({ length: 42 }, (_, index) => daysAfter(first, index))
  const weeks = Array.from({ length: 6 }, (_, index) => days.slice(index * 7, index * 7 + 7))
  return weeks
    .map((week) => week.map((one) => (one.startsWith(month) ? one : undefined)))
    .filter((week) => week.some((one) => one !== undefined))
}

export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function isMonthFirst(locale: string): boolean {
  return locale.startsWith('en')
}
