// What a booking says of one traveller: names, birthday, ways to be reached, documents and loyalty accounts.
import { type BookingPassenger, DOCUMENT_TYPES, GENDERS, TITLES } from '../../../contract/bookings.ts'
import { isCountryCode } from '../../kernel/values/countries.ts'
import { isMasked } from '../../kernel/values/masked-numbers.ts'
import { CPF_CHARACTERS, isCpf, looksLikeCpf } from '../../kernel/values/tax-ids.ts'
import {
  blame,
  type Notes,
  open,
  type Reading,
  readDate,
  readList,
  readOneOf,
  readText,
  readTrimmed,
  warn,
} from './read-fields.ts'

export interface Trip {
  /** Where it begins. */
  today: Temporal.PlainDate
  /** The day on which the last slice leaves, where it leaves. */
  lastDeparture: Temporal.PlainDate
  /** The day on which it arrives, where it arrives. */
  lastArrival: Temporal.PlainDate
  international: boolean
}

export type PassengerFields = Omit<BookingPassenger, 'type'>
type IdentityDocument = BookingPassenger['identity_documents'][number]
type LoyaltyAccount = BookingPassenger['loyalty_programme_accounts'][number]

const NAME_CHARACTERS_MAX = 60
const EMAIL_CHARACTERS_MAX = 254
const IDENTIFIER_CHARACTERS_MAX = 40
const ACCOUNT_CHARACTERS_MAX = 30
const DOCUMENTS_MAX = 10
const ACCOUNTS_MAX = 10
const FIRST_BIRTH_YEAR = 1900

// A letter may carry one mark that has no single character with it, such as the tilde of a Guarani g.
const NAME = /^(?:[[\p{Lu}\p{Ll}]&&\p{Script=Latin}]\p{Mn}?|[ \-'’.])+$/v
const LETTER = /\p{L}/u
// Every passenger can become a client of the agency: these limits are within those of contract/clients.ts.
const EMAIL = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u
const PHONE_NUMBER = /^\+[1-9]\d{7,14}$/
const AIRLINE = /^[A-Z0-9]{2}$/
// No line breaks and nothing invisible.
const ONE_LINE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u

export function readFields(notes: Notes, value: unknown, path: string, trip: Trip): PassengerFields {
  const reading = open(notes, value, path)
  return {
    id: readText(reading, 'id') ?? '',
    given_name: readName(reading, 'given_name'),
    family_name: readName(reading, 'family_name'),
    gender: readOneOf(reading, 'gender', GENDERS),
    title: isLeftOut(reading, 'title') ? null : readOneOf(reading, 'title', TITLES),
    born_on: readBirthday(reading, trip),
    email: readTrimmed(reading, 'email', isEmail, 'must be an e-mail address'),
    phone_number: readTrimmed(reading, 'phone_number', isPhoneNumber, 'must be + and 8 to 15 digits'),
    identity_documents: readList(reading, 'identity_documents', DOCUMENTS_MAX, (entry) =>
      readDocument(entry, trip),
    ),
    loyalty_programme_accounts: readList(reading, 'loyalty_programme_accounts', ACCOUNTS_MAX, readAccount),
    infant_passenger_id: isLeftOut(reading, 'infant_passenger_id')
      ? null
      : readText(reading, 'infant_passenger_id'),
  }
}

/** A booking shows these two as null where there is none, so what was read from one may be sent again. */
function isLeftOut({ fields }: Reading, name: 'title' | 'infant_passenger_id'): boolean {
  return fields[name] === undefined || fields[name] === null
}

function readName(reading: Reading, name: string): string {
  const issue =
    `must have 1 to ${NAME_CHARACTERS_MAX} characters: Latin letters, and between them spaces, hyphens, ` +
    'apostrophes or dots'
  return readTrimmed(reading, name, isName, issue).normalize('NFC')
}

function isName(text: string): boolean {
  const written = text.normalize('NFC')
  return charactersIn(written) <= NAME_CHARACTERS_MAX && NAME.test(written) && LETTER.test(written)
}

function readBirthday(reading: Reading, { today }: Trip): string {
  const date = readDate(reading, 'born_on')
  if (date === null) return ''
  if (date.year < FIRST_BIRTH_YEAR) blame(reading, 'born_on', `must not be before ${FIRST_BIRTH_YEAR}`)
  if (isBefore(today, date)) blame(reading, 'born_on', `must not be after today (${today})`)
  return date.toString()
}

function isEmail(text: string): boolean {
  return text.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(text)
}

function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text)
}

function readDocument(reading: Reading, trip: Trip): IdentityDocument {
  const country = 'must be an ISO 3166-1 code of two letters, such as BR'
  const document: IdentityDocument = {
    type: readOneOf(reading, 'type', DOCUMENT_TYPES),
    unique_identifier: readLine(reading, 'unique_identifier', IDENTIFIER_CHARACTERS_MAX),
    issuing_country_code: readTrimmed(reading, 'issuing_country_code', isCountryCode, country),
  }
  if (document.type === 'tax_id' && document.issuing_country_code === 'BR') checkCpf(reading, document)
  if (reading.fields.expires_on === undefined) return document
  const expiresOn = readDate(reading, 'expires_on')
  if (expiresOn === null) return document
  if (document.type === 'passport') checkExpiry(reading, expiresOn, trip)
  return { ...document, expires_on: expiresOn.toString() }
}

function checkCpf(reading: Reading, { unique_identifier }: IdentityDocument): void {
  if (unique_identifier === '' || isCpf(unique_identifier)) return
  if (looksLikeCpf(unique_identifier))
    warn(reading, 'unique_identifier', 'has wrong check digits; it was stored as sent')
  else blame(reading, 'unique_identifier', `must have ${CPF_CHARACTERS} digits`)
}

/** A passport must be valid on the day the last flight leaves; that it runs out on the way is only told. */
function checkExpiry(reading: Reading, expiresOn: Temporal.PlainDate, trip: Trip): void {
  if (isBefore(expiresOn, trip.lastDeparture))
    blame(reading, 'expires_on', `is before the last flight (${trip.lastDeparture})`)
  else if (isBefore(expiresOn, trip.lastArrival))
    warn(reading, 'expires_on', `is before the last flight arrives (${trip.lastArrival})`)
}

function readAccount(reading: Reading): LoyaltyAccount {
  const airline = 'must be an IATA airline code such as LA'
  return {
    airline_iata_code: readTrimmed(reading, 'airline_iata_code', isAirlineCode, airline),
    account_number: readLine(reading, 'account_number', ACCOUNT_CHARACTERS_MAX),
  }
}

function isAirlineCode(text: string): boolean {
  return AIRLINE.test(text)
}

function readLine(reading: Reading, name: string, charactersMax: number): string {
  const sent = reading.fields[name]
  if (typeof sent === 'string' && isMasked(sent.trim())) {
    blame(reading, name, 'is masked; send the whole number')
    return ''
  }
  const isRight = (text: string) => ONE_LINE.test(text) && charactersIn(text) <= charactersMax
  return readTrimmed(reading, name, isRight, `must have 1 to ${charactersMax} characters`)
}

function charactersIn(text: string): number {
  return [...text].length
}

function isBefore(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, other) < 0
}
