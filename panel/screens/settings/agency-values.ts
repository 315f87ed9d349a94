// Choices of the agency's profile form, and the conversion of empty fields.
import type { agencyWords } from './agency-words.ts'

export type Notice = keyof (typeof agencyWords)['pt']['notices']

/** In the order of the texts. */
export function noticesOf(notices: Readonly<Record<Notice, string>>): Notice[] {
  return Object.keys(notices).filter((name): name is Notice => name in notices)
}

/** Brazilian time zones first, in the order of the texts, then all others that the browser knows. */
export function zoneChoices(
  present: string,
  brazil: Readonly<Record<string, string>>,
  locale: string,
): { value: string; label: string }[] {
  const own = Object.entries(brazil).map(([value, name]) => ({ value, label: labelled(value, name, locale) }))
  const others = [...new Set([present, ...Intl.supportedValuesOf('timeZone')])]
    .filter((zone) => !(zone in brazil))
    .map((value) => ({ value, label: labelled(value, placeOf(value, locale), locale) }))
  return [...own, ...others.toSorted((one, other) => one.label.localeCompare(other.label, locale))]
}

function labelled(zone: string, name: string, locale: string): string {
  return `${name} (${partOf(zone, locale, 'shortOffset')})`
}

/** The localised name of a country or city, if the browser has one. */
function placeOf(zone: string, locale: string): string {
  const place = partOf(zone, locale, 'shortGeneric').replace(/^Horário (?:de |do |da )?| Time$/, '')
  return /^(?:[A-Z]{2,5}|GMT.*)$/.test(place) ? partOf(zone, locale, 'longGeneric') : place
}

function partOf(
  timeZone: string,
  locale: string,
  timeZoneName: 'shortOffset' | 'shortGeneric' | 'longGeneric',
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Parses days with any separator. */
export function typedDays(text: string | null | undefined): number[] {
  return (text?.match(/\d+/g) ?? []).map(Number)
}

/** Numbers of at most two digits, with commas or spaces between them; or nothing. */
export function areDays(text = ''): boolean {
  return /^\s*(?:\d{1,2}(?:\s*[,;\s]\s*\d{1,2})*)?\s*$/.test(text)
}

/** Empty values become null, which clears them. */
export function orNull<V extends object>(values: V): { [Name in keyof V]: NonNullable<V[Name]> | null } {
  const entries = Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)])
  return Object.fromEntries(entries)
}
