// Formats amounts, dates and times in the user's language and the team's time zone.
import { isDecimal } from './money.ts'

export interface Formats {
  locale: string
  timeZone: string
  /** R$ 1.234,56 from a decimal string, without floating point. */
  money(amount: string | number, currency?: string): string
  /** Without cents, for large figures. */
  round(amount: string | number): string
  /** 15 mil, for chart axes. */
  short(value: number): string
  number(value: number): string
  /** 26 jan, 08:24. */
  moment(at: string | Date): string
  /** Terça-feira, 26 de janeiro. */
  long(at: Date): string
  /** 26/01/2027, 09:34. */
  stamp(at: string | Date): string
  time(at: string | Date): string
  /** 26 jan, from a calendar day. */
  day(iso: string): string
  /** 26/01, from a calendar day. */
  dayOfYear(iso: string): string
  /** 26/01/2027, from a calendar day. */
  date(iso: string): string
  weekday(iso: string): string
  hourOf(at: Date): number
  /** The calendar day of a moment in the team's time zone. */
  isoDay(at: string | Date): string
}

export function formatsOf(locale: string, timeZone: string): Formats {
  const moments = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (at: string | Date) => plain(format.format(new Date(at)))
  }
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = moments({ timeZone: 'UTC', ...options })
    return cached((iso: string) => format(`${iso}T12:00:00Z`))
  }
  const round = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'BRL',
    maximumFractionDigits: 0,
  })
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const number = new Intl.NumberFormat(locale)
  const long = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone })
  const iso = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return {
    locale,
    timeZone,
    money: (amount, currency = 'BRL') => moneyIn(locale, currency)(String(amount)),
    round: (amount) => written(round, amount),
    short: (value) => short.format(value),
    number: (value) => number.format(value),
    moment: moments({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' }),
    long: (at) => capital(long.format(at)),
    stamp: moments({ dateStyle: 'short', timeStyle: 'short' }),
    time: moments({ timeStyle: 'short' }),
    day: days({ day: 'numeric', month: 'short' }),
    dayOfYear: days({ day: '2-digit', month: '2-digit' }),
    date: days({ dateStyle: 'short' }),
    weekday: days({ weekday: 'short' }),
    hourOf: (at) => Number(hour.format(at)),
    isoDay: (at) => iso.format(new Date(at)),
  }
}

const currencies = new Map<string, (amount: string) => string>()

function moneyIn(locale: string, currency: string): (amount: string) => string {
  const name = `${locale} ${currency}`
  const cache = currencies.get(name)
  if (cache !== undefined) return cache
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const write = cached((amount) => written(format, amount))
  currencies.set(name, write)
  return write
}

function written(format: Intl.NumberFormat, amount: string | number): string {
  const text = String(amount)
  return isDecimal(text) ? format.format(text) : text
}

/** Caches results, because lists format the same days and amounts often. */
function cached(write: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>()
  return (text) => {
    const formatted = cache.get(text) ?? write(text)
    if (cache.size > 1000) cache.clear()
    cache.set(text, formatted)
    return formatted
  }
}

/** Shortens "05 de dez." for tables. */
function plain(text: string): string {
  return text.replaceAll('.', '').replaceAll(' de ', ' ')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
