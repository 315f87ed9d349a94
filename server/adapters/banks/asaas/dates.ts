// Days and times as Asaas writes them: local, in São Paulo, without an offset.
import { BANK_ZONE, parseDate } from '../../../kernel/values/dates.ts'

export function dateOf(value: unknown): Temporal.PlainDate | null {
  return typeof value === 'string' ? parseDate(value) : null
}

/** `2024-10-18 10:19:06`; noon of a day without a time. */
export function momentOf(value: unknown): Date | null {
  const match = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(value) : null
  const [, day = '', time = '12:00:00'] = match ?? []
  const date = parseDate(day)
  if (date === null || !/^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(time)) return null
  return zoned(date.toPlainDateTime(time))
}

export function zoned(at: Temporal.PlainDateTime): Date {
  return new Date(at.toZonedDateTime(BANK_ZONE).epochMilliseconds)
}
