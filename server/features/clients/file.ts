// The file of a client: reads it from requests, encrypts it, and shows it with numbers whole or masked.
import { isDeepStrictEqual } from 'node:util'
import type {
  ClientAddress,
  ClientAddressInput,
  ClientContact,
  ClientFile,
  ClientFileInput,
  ClientPreferences,
  FileDocument,
  FileDocumentInput,
  TravellerFileInput,
} from '../../../contract/client-file.ts'
import type { LoyaltyAccount } from '../../../contract/passengers.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { CPF_CHARACTERS, isCpf, looksLikeCpf } from '../../../contract/tax-ids.ts'
import { STATES } from '../../../contract/team-profile.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { isCountryCode } from '../../kernel/values/countries.ts'
import { parseDate } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isMasked, maskNumber } from '../../kernel/values/masked-numbers.ts'

/** What is stored encrypted of every traveller, a client or a companion. */
export interface TravellerSecrets {
  readonly gender: ClientFile['gender']
  readonly identity_documents: readonly FileDocument[]
  readonly loyalty_programme_accounts: readonly LoyaltyAccount[]
}

/** What is stored encrypted of a client. */
export interface ClientSecrets extends TravellerSecrets {
  readonly given_name: string | null
  readonly family_name: string | null
  readonly address: ClientAddress | null
  readonly contacts: readonly ClientContact[]
  readonly preferences: ClientPreferences | null
}

export const NO_TRAVELLER_SECRETS: TravellerSecrets = {
  gender: null,
  identity_documents: [],
  loyalty_programme_accounts: [],
}

export const NO_SECRETS: ClientSecrets = {
  given_name: null,
  family_name: null,
  ...NO_TRAVELLER_SECRETS,
  address: null,
  contacts: [],
  preferences: null,
}

/** Of the passport that expires last. Stored in the clear, so that warnings find it; its number is not. */
export interface PassportColumns {
  passport_id: string | null
  passport_expires_on: string | null
}

export function passportOf({ identity_documents }: TravellerSecrets): PassportColumns {
  const [last] = identity_documents
    .filter(({ type }) => type === 'passport')
    .toSorted((one, other) => (other.expires_on ?? '').localeCompare(one.expires_on ?? ''))
  return { passport_id: last?.id ?? null, passport_expires_on: last?.expires_on ?? null }
}

/** Null if there is nothing to keep. */
export function encryptSecrets(box: SecretBox, id: string, secrets: ClientSecrets): Buffer | null {
  return isDeepStrictEqual(secrets, NO_SECRETS) ? null : box.encrypt(JSON.stringify(secrets), contextOf(id))
}

export function decryptSecrets(box: SecretBox, id: string, file: Buffer | null): ClientSecrets {
  return file === null ? NO_SECRETS : { ...NO_SECRETS, ...JSON.parse(box.decrypt(file, contextOf(id))) }
}

function contextOf(id: string): string {
  return encryptionContext('clients', 'file', id)
}

/** Documents and accounts as a caller sees them. */
export function shownNumbers(
  { identity_documents, loyalty_programme_accounts }: TravellerSecrets,
  showsNumbers: boolean,
): Pick<ClientFile, 'identity_documents' | 'loyalty_programme_accounts'> {
  const shown = (number: string) => (showsNumbers ? number : maskNumber(number))
  return {
    identity_documents: identity_documents.map((one) => ({ ...one, number: shown(one.number) })),
    loyalty_programme_accounts: loyalty_programme_accounts.map((one) => ({
      ...one,
      account_number: shown(one.account_number),
    })),
  }
}

/** What reading a file needs, and where it notes what is wrong or looks wrong. */
export interface FileReading {
  /** In the team's zone. */
  readonly today: Temporal.PlainDate
  readonly newId: () => string
  readonly faults: FieldIssue[]
  readonly warnings: FieldIssue[]
}

export function refuseFaults({ faults }: FileReading): void {
  if (faults.length > 0) fail('invalid_request_parameters', { details: faults })
}

/** What a request leaves out stays as it was. */
export function readSecrets(
  reading: FileReading,
  input: Partial<ClientFileInput>,
  before: ClientSecrets,
): ClientSecrets {
  const { given_name, family_name, address, contacts, preferences } = input
  return {
    given_name: given_name === undefined ? before.given_name : textOf(given_name),
    family_name: family_name === undefined ? before.family_name : textOf(family_name),
    ...readTravellerSecrets(reading, input, before),
    address: address === undefined ? before.address : readAddress(reading, address),
    contacts: contacts === undefined ? before.contacts : (contacts ?? []).map(readContact),
    preferences: preferences === undefined ? before.preferences : readPreferences(preferences),
  }
}

export function readTravellerSecrets(
  reading: FileReading,
  input: TravellerFileInput,
  before: TravellerSecrets,
): TravellerSecrets {
  const {
    gender = before.gender,
    identity_documents: documents,
    loyalty_programme_accounts: accounts,
  } = input
  return {
    gender,
    identity_documents:
      documents === undefined
        ? before.identity_documents
        : readDocuments(reading, documents ?? [], before.identity_documents),
    loyalty_programme_accounts:
      accounts === undefined
        ? before.loyalty_programme_accounts
        : (accounts ?? []).map((account, index) =>
            readAccount(reading, account, before.loyalty_programme_accounts, index),
          ),
  }
}

const FIRST_BIRTH_YEAR = 1900

export function readBirthDate(
  reading: FileReading,
  sent: string | null | undefined,
  before: string | null,
): string | null {
  if (sent === undefined) return before
  const text = textOf(sent)
  if (text === null) return null
  const date = readDate(reading, 'born_on', text)
  const blame = (issue: Issue) => reading.faults.push({ field: 'born_on', issue })
  if (date !== null && date.year < FIRST_BIRTH_YEAR)
    blame(issueWith('must not be before {year}', { year: FIRST_BIRTH_YEAR }))
  if (date !== null && isBefore(reading.today, date))
    blame(issueWith('must not be after today ({today})', { today: `${reading.today}` }))
  return text
}

function readDate(reading: FileReading, field: string, text: string): Temporal.PlainDate | null {
  const date = parseDate(text)
  if (date === null) reading.faults.push({ field, issue: 'must be a date that exists, as YYYY-MM-DD' })
  return date
}

function isBefore(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, other) < 0
}

export function textOf(text: string | null | undefined): string | null {
  return text?.trim() || null
}

// Documents

function readDocuments(
  reading: FileReading,
  sent: readonly FileDocumentInput[],
  before: readonly FileDocument[],
): FileDocument[] {
  const ids = sent.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length)
    reading.faults.push({ field: 'identity_documents', issue: 'has the same item twice' })
  return sent.map((document, index) => readDocument(reading, document, before, `identity_documents.${index}`))
}

function readDocument(
  reading: FileReading,
  input: FileDocumentInput,
  before: readonly FileDocument[],
  path: string,
): FileDocument {
  const { type } = input
  const known = before.find(({ id }) => id === input.id)
  const number = readNumber(reading, { sent: input.number, kept: known?.number }, `${path}.number`)
  if (type === 'cpf_card' && number !== '') checkCpf(reading, number, `${path}.number`)
  const country = textOf(input.issuing_country_code)?.toUpperCase() ?? 'BR'
  if (!isCountryCode(country))
    reading.faults.push({ field: `${path}.issuing_country_code`, issue: COUNTRY_ISSUE })
  const day = (name: 'issued_on' | 'expires_on') => {
    const text = textOf(input[name])
    return text === null ? null : readDate(reading, `${path}.${name}`, text)
  }
  const [issuedOn, expiresOn] = [day('issued_on'), day('expires_on')]
  if (issuedOn !== null && isBefore(reading.today, issuedOn))
    reading.faults.push({
      field: `${path}.issued_on`,
      issue: issueWith('must not be after today ({today})', { today: `${reading.today}` }),
    })
  if (issuedOn !== null && expiresOn !== null && isBefore(expiresOn, issuedOn))
    reading.faults.push({ field: `${path}.expires_on`, issue: 'must not be before issued_on' })
  return {
    // The id of a document of another file is no id here: what was read elsewhere may be sent as a copy.
    id: known?.id ?? reading.newId(),
    type,
    number,
    issuing_country_code: country,
    issued_on: issuedOn?.toString() ?? null,
    expires_on: expiresOn?.toString() ?? null,
  }
}

const COUNTRY_ISSUE: Issue = 'must be an ISO 3166-1 code of two letters, such as BR'

/** A number that is left out or masked stays, so that a caller who sees none whole can change the rest. */
function readNumber(
  { faults }: FileReading,
  { sent, kept }: { sent: string | undefined; kept: string | undefined },
  field: string,
): string {
  const text = textOf(sent)
  if (text !== null && !isMasked(text)) return text
  if (kept !== undefined) return kept
  faults.push({ field, issue: text === null ? 'is required' : 'is masked; send the whole number' })
  return ''
}

function checkCpf({ faults, warnings }: FileReading, number: string, field: string): void {
  if (!looksLikeCpf(number))
    faults.push({ field, issue: issueWith('must have {count} digits', { count: CPF_CHARACTERS }) })
  else if (!isCpf(number)) warnings.push({ field, issue: 'has wrong check digits; it was stored as sent' })
}

/** Accounts have no id: a masked number means the account that looks like it. */
function readAccount(
  reading: FileReading,
  { airline_iata_code, account_number }: LoyaltyAccount,
  before: readonly LoyaltyAccount[],
  index: number,
): LoyaltyAccount {
  const alike = before.filter(
    (one) =>
      one.airline_iata_code === airline_iata_code && maskNumber(one.account_number) === account_number.trim(),
  )
  const kept = alike.length === 1 ? alike[0]?.account_number : undefined
  const field = `loyalty_programme_accounts.${index}.account_number`
  return { airline_iata_code, account_number: readNumber(reading, { sent: account_number, kept }, field) }
}

// Address, contacts, preferences

/** The first two digits of the IBGE code of every city in a state. */
const IBGE_STATES: Readonly<Record<(typeof STATES)[number], string>> = {
  RO: '11',
  AC: '12',
  AM: '13',
  RR: '14',
  PA: '15',
  AP: '16',
  TO: '17',
  MA: '21',
  PI: '22',
  CE: '23',
  RN: '24',
  PB: '25',
  PE: '26',
  AL: '27',
  SE: '28',
  BA: '29',
  MG: '31',
  ES: '32',
  RJ: '33',
  SP: '35',
  PR: '41',
  SC: '42',
  RS: '43',
  MS: '50',
  MT: '51',
  GO: '52',
  DF: '53',
}

function readAddress(reading: FileReading, input: ClientAddressInput | null): ClientAddress | null {
  if (input === null) return null
  const { country, ...rest } = input
  const parts = {
    postal_code: textOf(rest.postal_code),
    street: textOf(rest.street),
    number: textOf(rest.number),
    complement: textOf(rest.complement),
    district: textOf(rest.district),
    city: textOf(rest.city),
    state: textOf(rest.state),
    ibge_code: textOf(rest.ibge_code),
  }
  if (Object.values(parts).every((part) => part === null)) return null
  const address = { ...parts, country: textOf(country)?.toUpperCase() ?? 'BR' }
  if (address.country === 'BR') return readBrazilian(reading, address)
  const blame = (field: string, issue: Issue) => reading.faults.push({ field: `address.${field}`, issue })
  if (!isCountryCode(address.country)) blame('country', COUNTRY_ISSUE)
  if (address.ibge_code !== null) blame('ibge_code', 'is for addresses in Brazil')
  return address
}

function readBrazilian({ faults }: FileReading, address: ClientAddress): ClientAddress {
  const blame = (field: string, issue: Issue) => faults.push({ field: `address.${field}`, issue })
  const postal_code = address.postal_code?.replace(/^(\d{5})-?(\d{3})$/, '$1-$2') ?? null
  if (postal_code !== null && !/^\d{5}-\d{3}$/.test(postal_code))
    blame('postal_code', 'must be a CEP such as 01310-100')
  const written = address.state?.toUpperCase() ?? null
  const state = STATES.find((one) => one === written) ?? null
  if (written !== null && state === null) blame('state', 'must be the two letters of a state, such as SP')
  const { ibge_code } = address
  if (ibge_code === null) return { ...address, postal_code, state }
  if (!/^\d{7}$/.test(ibge_code)) blame('ibge_code', issueWith('must have {count} digits', { count: 7 }))
  else if (state !== null && !ibge_code.startsWith(IBGE_STATES[state] ?? ''))
    blame('ibge_code', 'is not a city of this state')
  return { ...address, postal_code, state }
}

type ContactInput = NonNullable<ClientFileInput['contacts']>[number]

function readContact({ name, role, email, phone }: ContactInput): ClientContact {
  return { name: name.trim(), role: textOf(role), email: textOf(email), phone: textOf(phone) }
}

function readPreferences(input: ClientFileInput['preferences']): ClientPreferences | null {
  const [seat, meal, notes] = [textOf(input?.seat), textOf(input?.meal), textOf(input?.notes)]
  return seat === null && meal === null && notes === null ? null : { seat, meal, notes }
}
