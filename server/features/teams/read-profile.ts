// Reads what an agency says about itself, field by field, into the columns that keep it.
import type { AddressInput, TeamChange } from '../../../contract/team-profile.ts'
import { NOTIFICATIONS, type Notification } from '../../../contract/team-profile.ts'
import { isTimeZone } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import { bareTaxId, isCnpj, isCpf } from '../../kernel/values/tax-ids.ts'
import { nearestReadable, textOn } from './contrast.ts'
import { readLateTerms } from './late-terms.ts'
import type { Team, TeamChanges } from './team-store.ts'

type Readers = {
  readonly [Field in keyof TeamChange]-?: (value: NonNullable<TeamChange[Field]>, known: Team) => TeamChanges
}

/** `suppliers` are those that are connected. */
export function readProfile(input: TeamChange, known: Team, suppliers: readonly string[]): TeamChanges {
  const readers: Record<string, (value: never, known: Team) => TeamChanges> = readersFor(suppliers)
  const parts = Object.entries(input).map(([field, value]) => {
    const read = readers[field]
    if (read === undefined) return {}
    // Whatever may be null is a column of its own name.
    return value === null ? { [field]: null } : read(value as never, known)
  })
  return Object.assign({}, ...parts)
}

const readersFor = (connected: readonly string[]): Readers => ({
  name: (name) => ({ name: oneLine('name', name) }),
  legal_name: (name) => ({ legal_name: oneLine('legal_name', name) }),
  tax_id: (text) => ({ tax_id: readTaxId(text) }),
  email: (email) => ({ email: readEmail('email', email) }),
  reply_to: (email) => ({ reply_to: readEmail('reply_to', email) }),
  phone: (text) => ({ phone: readPhone('phone', text) }),
  whatsapp: (text) => ({ whatsapp: readPhone('whatsapp', text) }),
  website: (text) => ({ website: readWebsite(text) }),
  brand_colour: (colour) => ({ brand_colour: readColour(colour.toLowerCase()) }),
  time_zone: (zone) => ({
    time_zone: isTimeZone(zone)
      ? zone
      : failField('time_zone', 'must be an IANA time zone such as America/Sao_Paulo'),
  }),
  language: (language) => ({ language }),
  address: (address) => ({ address: readAddress(address) }),
  late_payment: ({ fine_percent: fine, interest_percent: interest }, known) =>
    readLateTerms(
      fine === undefined ? known.fine_percent : String(fine),
      interest === undefined ? known.interest_percent : String(interest),
      { fine: 'late_payment.fine_percent', interest: 'late_payment.interest_percent' },
    ),
  invoice_texts: ({ footer, payment_instructions }) => ({
    ...(footer !== undefined && { invoice_footer: readText('invoice_texts.footer', footer) }),
    ...(payment_instructions !== undefined && {
      payment_instructions: readText('invoice_texts.payment_instructions', payment_instructions),
    }),
  }),
  notifications: (choices, known) => ({ notifications: differing({ ...known.notifications, ...choices }) }),
  payment_reminders: ({ days_before, days_after }) => ({
    ...(days_before !== undefined && { reminder_days_before: ascending(days_before) }),
    ...(days_after !== undefined && { reminder_days_after: ascending(days_after) }),
  }),
  search: ({ suppliers, without_airlines }) => ({
    ...(suppliers !== undefined && { suppliers: suppliers && readSuppliers(suppliers, connected) }),
    ...(without_airlines !== undefined && { without_airlines: [...new Set(without_airlines)].sort() }),
  }),
})

/** Without punctuation. Wrong check digits are refused here: no bank takes them. */
export function readTaxId(text: string): string {
  if (isCpf(text) || isCnpj(text)) return bareTaxId(text)
  return failField('tax_id', 'must be a CPF or CNPJ with right check digits')
}

/** Only what is otherwise than for everybody: whatever is usual may change with a release. */
function differing(choices: Readonly<Partial<Record<string, boolean>>>): Team['notifications'] {
  const isNotification = (name: string): name is Notification => Object.hasOwn(NOTIFICATIONS, name)
  const own = Object.entries(choices).filter(
    ([name, wanted]) => isNotification(name) && wanted !== NOTIFICATIONS[name],
  )
  return Object.fromEntries(own)
}

/** Each once. */
function ascending(days: readonly number[]): number[] {
  return [...new Set(days)].sort((a, b) => a - b)
}

function readSuppliers(wanted: readonly string[], connected: readonly string[]): string[] {
  const unknown = wanted.find((name) => !connected.includes(name))
  if (unknown === undefined) return [...new Set(wanted)].sort()
  return failField('search.suppliers', `knows no ${unknown}; connected are ${connected.join(', ')}`)
}

function readColour(colour: string): string {
  if (textOn(colour) !== null) return colour
  const issue = `is too hard to read text on; the nearest that is not is ${nearestReadable(colour)}`
  return fail('brand_colour_hard_to_read', { details: [{ field: 'brand_colour', issue }] })
}

function readAddress(given: AddressInput): Team['address'] {
  const { street, city, state, postal_code, number = null, complement = null, district = null } = given
  const digits = postal_code.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')
  if (!/^\d{5}-\d{3}$/.test(digits)) failField('address.postal_code', 'must be a CEP such as 01310-100')
  const part = (name: string, text: string | null) => text && oneLine(`address.${name}`, text)
  return {
    street: oneLine('address.street', street),
    number: part('number', number),
    complement: part('complement', complement),
    district: part('district', district),
    city: oneLine('address.city', city),
    state,
    postal_code: digits,
  }
}

function readPhone(field: string, text: string): string {
  const digits = phoneDigits(text)
  return digits === null
    ? failField(field, 'must be a telephone number, such as +55 11 98888-7777')
    : `+${digits}`
}

const EMAIL = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;".\p{C}]+(\.[^\s@<>,;".\p{C}]+)+$/u

function readEmail(field: string, text: string): string {
  return EMAIL.test(text) ? text : failField(field, 'must be an e-mail address')
}

function readWebsite(text: string): string {
  const url = URL.parse(text)
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isFit && !/[\s\p{Cc}]/u.test(text)
    ? text
    : failField('website', 'must be an address that begins with https:// or http://')
}

/** Names stand in headers of mails and in lines of papers. */
export function oneLine(field: string, text: string): string {
  const line = text.trim()
  return line === '' || /\p{Cc}|\u2028|\u2029/u.test(line)
    ? failField(field, 'must be one line of text, and not empty')
    : line
}

/** Empty is none. Its line breaks stay. */
function readText(field: string, text: string | null): string | null {
  const trimmed = text?.replaceAll('\r\n', '\n').trim() ?? ''
  if (/[^\n\P{Cc}]/u.test(trimmed)) failField(field, 'must be plain text')
  return trimmed === '' ? null : trimmed
}
