// Reads, checks and encrypts the passengers of a booking.
import type { BookingPassenger, BookingWarning } from '../../../contract/bookings.ts'
import type { PassengerType, Slice } from '../../../contract/flights.ts'
import { DOCUMENT_TYPES, GENDERS, TITLES } from '../../../contract/passengers.ts'
import { englishOf, type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { CPF_CHARACTERS, isCpf, looksLikeCpf } from '../../../contract/tax-ids.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { isCountryCode } from '../../kernel/values/countries.ts'
import { dateIn, parseDate } from '../../kernel/values/dates.ts'
import { isMasked } from '../../kernel/values/masked-numbers.ts'
import { findAirport } from '../flights/reference/airports.ts'
import { isInternational } from '../flights/reference/geography.ts'
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
} from './field-reading.ts'

export interface Itinerary {
  /** In the zone where the trip begins. */
  today: Temporal.PlainDate
  /** The local day on which the last slice departs. */
  lastDeparture: Temporal.PlainDate
  /** The local day on which the last slice arrives. */
  lastArrival: Temporal.PlainDate
  international: boolean
}

export interface OfferTraveller {
  id: string
  type: PassengerType
}

export type ReadPassengers =
  /** In the offer's order. */
  | { outcome: 'right'; passengers: BookingPassenger[]; warnings: BookingWarning[] }
  | { outcome: 'invalid passenger data'; faults: FieldIssue[] }
  /** The passports are the only fault. */
  | { outcome: 'passport required'; faults: FieldIssue[] }

/** One entry of the request. The type is undefined if the id is not in the offer, or is a duplicate. */
interface Sent {
  path: string
  fields: PassengerFields
  type: PassengerType | undefined
}

const FAULTS_MAX = 20

const AGES = {
  adult: {
    from: 12,
    to: Number.POSITIVE_INFINITY,
    template: 'must fit adult: 12 years or older at the last flight ({day})',
  },
  child: { from: 2, to: 11, template: 'must fit child: 2 to 11 years old at the last flight ({day})' },
  infant_without_seat: {
    from: 0,
    to: 1,
    template: 'must fit infant_without_seat: under 2 years old at the last flight ({day})',
  },
} as const satisfies Readonly<Record<PassengerType, object>>

export function readPassengers(
  input: unknown,
  travellers: readonly OfferTraveller[],
  itinerary: Itinerary,
): ReadPassengers {
  const notes: Notes = { faults: [], warnings: [] }
  const sent = readEntries(notes, input, travellers, itinerary)
  checkInfants(notes, sent)
  if (notes.faults.length > 0) return refusal('invalid passenger data', notes.faults)
  const lacking = itinerary.international ? sent.filter(({ fields }) => !hasPassport(fields)) : []
  if (lacking.length > 0) {
    const issue: Issue = 'must have a passport, because the trip is international'
    const faults = lacking.map(({ path }) => ({ field: `${path}.identity_documents`, issue }))
    return refusal('passport required', faults)
  }
  const byId = new Map(sent.map(({ fields }) => [fields.id, fields]))
  const passengers = travellers.map(({ id, type }) => ({ ...byId.get(id)!, type }))
  // They are stored with the booking.
  const warnings = notes.warnings.map(({ field, issue }) => ({ field, issue: englishOf(issue) }))
  return { outcome: 'right', passengers, warnings }
}

function refusal(outcome: 'invalid passenger data' | 'passport required', faults: FieldIssue[]) {
  return { outcome, faults: faults.slice(0, FAULTS_MAX) }
}

function readEntries(
  notes: Notes,
  input: unknown,
  travellers: readonly OfferTraveller[],
  itinerary: Itinerary,
): Sent[] {
  if (!Array.isArray(input)) {
    const issue = input === undefined ? 'is required' : 'must be a list of passengers'
    notes.faults.push({ field: 'passengers', issue })
    return []
  }
  const types = new Map(travellers.map(({ id, type }) => [id, type]))
  const missing = new Set(types.keys())
  const sent: Sent[] = []
  for (const [index, entry] of input.entries()) {
    // Stops after enough faults, so that a huge list is not read to its end.
    if (notes.faults.length >= FAULTS_MAX) return sent
    const path = `passengers.${index}`
    const before = notes.faults.length
    const fields = readFields(notes, entry, path, itinerary)
    const isNew = missing.delete(fields.id)
    const type = isNew ? types.get(fields.id) : undefined
    sent.push({ path, fields, type })
    if (type !== undefined) checkAge(notes, { path, passenger: fields, type, itinerary })
    else if (!hasFaultAt(notes.faults.slice(before), path)) {
      const issue = types.has(fields.id) ? 'was given already' : 'is no passenger of this offer'
      notes.faults.push({ field: `${path}.id`, issue })
    }
  }
  for (const id of missing)
    notes.faults.push({ field: 'passengers', issue: issueWith('lacks {id} of the offer', { id }) })
  return sent
}

/** Without a readable id, the entry cannot be matched. */
function hasFaultAt(faults: readonly FieldIssue[], path: string): boolean {
  return faults.some(({ field }) => field === path || field === `${path}.id`)
}

function checkAge(
  { faults }: Notes,
  {
    path,
    passenger: { born_on },
    type,
    itinerary: { lastDeparture },
  }: {
    readonly path: string
    readonly passenger: PassengerFields
    readonly type: PassengerType
    readonly itinerary: Itinerary
  },
): void {
  const bornOn = parseDate(born_on)
  const field = `${path}.born_on`
  if (bornOn === null || faults.some((fault) => fault.field === field)) return
  const years = ageOn(lastDeparture, bornOn)
  const { from, to, template } = AGES[type]
  if (years >= from && years <= to) return
  faults.push({ field, issue: issueWith(template, { day: `${lastDeparture}` }) })
}

/** A birthday on 29 February counts as 1 March in other years. */
function ageOn(day: Temporal.PlainDate, bornOn: Temporal.PlainDate): number {
  const hadBirthday = day.month > bornOn.month || (day.month === bornOn.month && day.day >= bornOn.day)
  return day.year - bornOn.year - (hadBirthday ? 0 : 1)
}

function checkInfants({ faults }: Notes, sent: readonly Sent[]): void {
  const infants = new Set(
    sent.filter(({ type }) => type === 'infant_without_seat').map(({ fields }) => fields.id),
  )
  const named = new Set<string>()
  for (const { path, fields, type } of sent) {
    const id = fields.infant_passenger_id
    if (id === null || type === undefined) continue
    const field = `${path}.infant_passenger_id`
    if (type !== 'adult') faults.push({ field, issue: 'may be given for an adult only' })
    else if (!infants.has(id)) faults.push({ field, issue: 'must be an infant_without_seat of this offer' })
    else if (named.has(id)) faults.push({ field, issue: 'is with another adult already' })
    named.add(id)
  }
  for (const { path, fields, type } of sent) {
    if (type !== 'infant_without_seat' || named.has(fields.id)) continue
    faults.push({ field: `${path}.id`, issue: 'must be the infant_passenger_id of an adult' })
  }
}

function hasPassport({ identity_documents }: PassengerFields): boolean {
  return identity_documents.some(({ type }) => type === 'passport')
}

/** What the checks of passengers need: today, the last day, and whether the trip is international. */
export function itineraryOf(slices: readonly Slice[], now: Date): Itinerary {
  const last = slices.at(-1)!
  const home = findAirport(slices[0]?.origin.iata_code ?? '')
  return {
    // In the zone where the trip begins, as for the dates of a search.
    today: dateIn(now, home?.zone ?? 'UTC'),
    lastDeparture: dayOf(last.segments[0]!.departing_at),
    lastArrival: dayOf(last.segments.at(-1)!.arriving_at),
    international: slices.some((slice) => crossesBorder(slice)),
  }
}

/** An unknown airport counts as abroad: a needless passport is better than a passenger left behind. */
function crossesBorder({ origin, destination }: Slice): boolean {
  const from = findAirport(origin.iata_code)
  const to = findAirport(destination.iata_code)
  return from === undefined || to === undefined || isInternational(from, to)
}

function dayOf(time: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(time.slice(0, 10))
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

// A letter may carry one combining mark that has no precomposed character, such as the Guarani g with tilde.
const NAME = /^(?:[[\p{Lu}\p{Ll}]&&\p{Script=Latin}]\p{Mn}?|[ \-'’.])+$/v
const LETTER = /\p{L}/u
// A passenger can become a client of the agency, so these limits are within those of contract/clients.ts.
const EMAIL = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u
const PHONE_NUMBER = /^\+[1-9]\d{7,14}$/
const AIRLINE = /^[A-Z0-9]{2}$/
// No line breaks and no invisible characters.
const ONE_LINE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u

function readFields(notes: Notes, value: unknown, path: string, itinerary: Itinerary): PassengerFields {
  const reading = open(notes, value, path)
  return {
    id: readText(reading, 'id') ?? '',
    given_name: readName(reading, 'given_name'),
    family_name: readName(reading, 'family_name'),
    gender: readOneOf(reading, 'gender', GENDERS),
    title: isLeftOut(reading, 'title') ? null : readOneOf(reading, 'title', TITLES),
    born_on: readBirthday(reading, itinerary),
    email: readTrimmed(reading, 'email', isEmail, 'must be an e-mail address'),
    phone_number: bareNumber(
      readTrimmed(reading, 'phone_number', isPhoneNumber, 'must be + and 8 to 15 digits'),
    ),
    identity_documents: readList(reading, 'identity_documents', DOCUMENTS_MAX, (entry) =>
      itinerary.international || isTaxId(entry)
        ? readDocument(entry, itinerary)
        : readNeedless(entry, itinerary),
    ).filter((document) => document !== null),
    loyalty_programme_accounts: readList(reading, 'loyalty_programme_accounts', ACCOUNTS_MAX, readAccount),
    infant_passenger_id: isLeftOut(reading, 'infant_passenger_id')
      ? null
      : readText(reading, 'infant_passenger_id'),
  }
}

/** A booking shows these two as null if absent, so its JSON may be sent again. */
function isLeftOut({ fields }: Reading, name: 'title' | 'infant_passenger_id'): boolean {
  return fields[name] === undefined || fields[name] === null
}

function readName(reading: Reading, name: string): string {
  const issue = issueWith(
    'must have 1 to {count} characters: Latin letters, and between them spaces, hyphens, apostrophes or dots',
    { count: NAME_CHARACTERS_MAX },
  )
  return readTrimmed(reading, name, isName, issue).normalize('NFC')
}

function isName(text: string): boolean {
  const written = text.normalize('NFC')
  return charactersIn(written) <= NAME_CHARACTERS_MAX && NAME.test(written) && LETTER.test(written)
}

function readBirthday(reading: Reading, { today }: Itinerary): string {
  const date = readDate(reading, 'born_on')
  if (date === null) return ''
  if (date.year < FIRST_BIRTH_YEAR)
    blame(reading, 'born_on', issueWith('must not be before {year}', { year: FIRST_BIRTH_YEAR }))
  if (isBefore(today, date))
    blame(reading, 'born_on', issueWith('must not be after today ({today})', { today: `${today}` }))
  return date.toString()
}

function isEmail(text: string): boolean {
  return text.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(text)
}

function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(bareNumber(text))
}

/** Without the punctuation that people write after the leading +. */
function bareNumber(text: string): string {
  return text.startsWith('+') ? text.replaceAll(/[\s\-.()[\]]/g, '') : text
}

function isTaxId({ fields }: Reading): boolean {
  return fields.type === 'tax_id'
}

/** A domestic flight needs no such document: if it is expired or incomplete, the booking goes on without it. */
function readNeedless(reading: Reading, itinerary: Itinerary): IdentityDocument | null {
  const scratch = { ...reading, faults: [], warnings: [] }
  const document = readDocument(scratch, itinerary)
  if (scratch.faults.length === 0) return document
  if (DOCUMENT_TYPES.every((type) => type !== reading.fields.type)) readOneOf(reading, 'type', DOCUMENT_TYPES)
  else reading.warnings.push({ field: reading.path, issue: NEEDLESS })
  return null
}

const NEEDLESS: Issue = 'is not needed on a domestic flight and was left out'

function readDocument(reading: Reading, itinerary: Itinerary): IdentityDocument {
  const country: Issue = 'must be an ISO 3166-1 code of two letters, such as BR'
  const document: IdentityDocument = {
    type: readOneOf(reading, 'type', DOCUMENT_TYPES),
    unique_identifier: readLine(reading, 'unique_identifier', IDENTIFIER_CHARACTERS_MAX),
    issuing_country_code: readTrimmed(reading, 'issuing_country_code', isCountryCode, country),
  }
  if (document.type === 'tax_id' && document.issuing_country_code === 'BR') checkCpf(reading, document)
  if (reading.fields.expires_on === undefined) return document
  const expiresOn = readDate(reading, 'expires_on')
  if (expiresOn === null) return document
  if (document.type === 'passport') checkExpiry(reading, expiresOn, itinerary)
  return { ...document, expires_on: expiresOn.toString() }
}

function checkCpf(reading: Reading, { unique_identifier }: IdentityDocument): void {
  if (unique_identifier === '' || isCpf(unique_identifier)) return
  if (looksLikeCpf(unique_identifier))
    warn(reading, 'unique_identifier', 'has wrong check digits; it was stored as sent')
  else blame(reading, 'unique_identifier', issueWith('must have {count} digits', { count: CPF_CHARACTERS }))
}

/**
 * A passport must be valid on the day the last flight departs. If it expires during the flight, a warning is enough.
 */
function checkExpiry(reading: Reading, expiresOn: Temporal.PlainDate, itinerary: Itinerary): void {
  if (isBefore(expiresOn, itinerary.lastDeparture))
    blame(
      reading,
      'expires_on',
      issueWith('is before the last flight ({day})', { day: `${itinerary.lastDeparture}` }),
    )
  else if (isBefore(expiresOn, itinerary.lastArrival))
    warn(
      reading,
      'expires_on',
      issueWith('is before the last flight arrives ({day})', { day: `${itinerary.lastArrival}` }),
    )
}

function readAccount(reading: Reading): LoyaltyAccount {
  const airline: Issue = 'must be an IATA airline code such as LA'
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
  return readTrimmed(
    reading,
    name,
    isRight,
    issueWith('must have 1 to {count} characters', { count: charactersMax }),
  )
}

function charactersIn(text: string): number {
  return [...text].length
}

function isBefore(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, other) < 0
}

export function encryptPassengers(
  box: SecretBox,
  { id, passengers }: { readonly id: string; readonly passengers: string },
): Buffer {
  return box.encrypt(passengers, contextOf(id))
}

/** As JSON. */
export function decryptPassengers(
  box: SecretBox,
  { id, passengers }: { readonly id: string; readonly passengers: Buffer },
): string {
  return box.decrypt(passengers, contextOf(id))
}

function contextOf(bookingId: string): string {
  return encryptionContext('bookings', 'passengers', bookingId)
}
