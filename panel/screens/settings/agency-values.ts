// What the form of the agency's profile chooses from, and how its empty fields are sent.
import type { agencyWords } from './agency-words.ts'

export type Notice = keyof (typeof agencyWords)['pt']['notices']

/** In the order of the words. */
export function noticesOf(notices: Readonly<Record<Notice, string>>): Notice[] {
  return Object.keys(notices).filter((name): name is Notice => name in notices)
}

/** Those of Brazil first, in the order of the words, then all others that the browser knows. */
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

/** A country or city in the reader's language, as far as the browser has one. */
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

/** Days that were typed one after the other, with whatever between them. */
export function typedDays(text = ''): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** Numbers of at most two digits, with commas or spaces between them; or nothing. */
export function areDays(text = ''): boolean {
  return /^\s*(?:\d{1,2}(?:\s*[,;\s]\s*\d{1,2})*)?\s*$/.test(text)
}

/** What is empty is null: it is taken away. */
export function orNull<V extends object>(values: V): { [Name in keyof V]: NonNullable<V[Name]> | null } {
  const entries = Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)])
  return Object.fromEntries(entries)
}
