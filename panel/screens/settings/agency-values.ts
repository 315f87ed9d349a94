// What the form of the agency's profile chooses from, and how its empty fields are sent.
import type { agencyWords } from './agency-words.ts'

export type Notice = keyof (typeof agencyWords)['pt']['notices']

/** In the order of the words. */
export function noticesOf(notices: Readonly<Record<Notice, string>>): Notice[] {
  return Object.keys(notices).filter((name): name is Notice => name in notices)
}

const BRAZIL = [
  'Sao_Paulo',
  'Bahia',
  'Fortaleza',
  'Recife',
  'Maceio',
  'Belem',
  'Araguaina',
  'Santarem',
  'Manaus',
  'Campo_Grande',
  'Cuiaba',
  'Porto_Velho',
  'Boa_Vista',
  'Rio_Branco',
  'Eirunepe',
  'Noronha',
].map((city) => `America/${city}`)

/** Those of Brazil first, then all others that the browser knows; the present one is always among them. */
export function shownZones(present: string): string[] {
  return [...new Set([...BRAZIL, present, ...Intl.supportedValuesOf('timeZone')])]
}

/** Days that were typed one after the other, with whatever between them. */
export function typedDays(text = ''): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** What is empty is null: it is taken away. */
export function orNull<V extends object>(values: V): { [Name in keyof V]: NonNullable<V[Name]> | null } {
  const entries = Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)])
  return Object.fromEntries(entries)
}
