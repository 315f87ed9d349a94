// Moments by the clock of a time zone, as forms hold them: a day and a time.
import { isDay } from './calendar-days.ts'

const MINUTE_MS = 60_000

export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Puts the colon in while digits are typed. */
export function maskTime(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** `2026-12-20T14:00`, or the day alone; undefined without a day. */
export function dayAndTime(day: string, time: string): string | undefined {
  if (!isDay(day)) return undefined
  return isTime(time) ? `${day}T${time}` : day
}

export function localParts(at: string | null): { day: string; time: string } {
  return { day: at?.slice(0, 10) ?? '', time: at?.slice(11, 16) ?? '' }
}

/** The day and the time of a moment in a zone. */
export function partsIn(at: string, timeZone: string): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return localParts(format.format(new Date(at)).replace(' ', 'T'))
}

/** The moment of a day and a time in a zone. A time that the clock skips is the one an hour later. */
export function momentIn(day: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (ms: number) => {
    const { day: localDay, time: localClock } = partsIn(new Date(ms).toISOString(), timeZone)
    return Date.parse(`${localDay}T${localClock}:00Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  }
  // The offset of the first guess may be the one on the other side of a change of the clock.
  const guess = wanted - offsetAt(wanted)
  return new Date(wanted - offsetAt(guess)).toISOString()
}
