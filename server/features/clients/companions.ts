// Companions in the files of clients, and all who can travel as passengers of a booking.
import { isDeepStrictEqual } from 'node:util'
import type { Warned } from '../../../contract/common.ts'
import type { Companion, CompanionChange, CompanionInput, Traveller } from '../../../contract/companions.ts'
import { COMPANIONS_MAX } from '../../../contract/limits.ts'
import { bareTaxId, looksLikeCpf } from '../../../contract/tax-ids.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { maskNumber } from '../../kernel/values/masked-numbers.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, type Page, pageWithin } from '../../kernel/values/pages.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import type { World } from '../world.ts'
import { demandClient, demandWhole, readingOf } from './clients.ts'
import {
  type CompanionRow,
  companionsOf,
  countCompanions,
  deleteCompanionRows,
  findCompanion,
  insertCompanion,
  updateCompanionRow,
} from './companion-store.ts'
import {
  type FileReading,
  NO_TRAVELLER_SECRETS,
  readBirthDate,
  readTravellerSecrets,
  refuseFaults,
  shownNumbers,
  type TravellerSecrets,
  textOf,
} from './file.ts'
import { findWholes, lockClient, uuidFromClientId, type WholeClient } from './store.ts'

interface Named {
  readonly id: string
  readonly companion_id: string
}

/** Locks the client, so that changes of one file come one after the other. */
async function lockFile(tx: Tx, id: string): Promise<WholeClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return (await lockClient(tx, uuid)) ?? fail('client_not_found')
}

export async function createCompanion(
  world: World,
  scope: Scope,
  { clientId, zone }: { clientId: string; zone: string },
  input: CompanionInput,
): Promise<Warned<Companion>> {
  return transaction(world, scope, async (tx) => {
    const client = await lockFile(tx, clientId)
    await refuseBeyond(tx, {
      most: COMPANIONS_MAX,
      what: `companions of ${client.id}`,
      count: () => countCompanions(tx, client.id),
    })
    const reading = readingOf(tx, zone)
    const { relationship, given_name, family_name } = input
    const blank = {
      email: null,
      phone: null,
      born_on: null,
      file: NO_TRAVELLER_SECRETS,
      linked_client_id: null,
    }
    const companion: CompanionRow = {
      id: tx.newId('companion'),
      client_id: client.id,
      created_at: tx.now,
      updated_at: tx.now,
      ...(await readFields(tx, reading, input, { ...blank, relationship, given_name, family_name })),
    }
    await insertCompanion(tx, companion)
    record(tx, {
      ...companionChange(companion),
      before: null,
      after: { relationship: companion.relationship },
    })
    return { data: companionView(companion), warnings: reading.warnings }
  })
}

type Fields = Omit<CompanionRow, 'id' | 'client_id' | 'created_at' | 'updated_at'>

/** `before` has what the request leaves out. */
async function readFields(
  tx: Tx,
  reading: FileReading,
  input: CompanionChange,
  before: Fields,
): Promise<Fields> {
  const fields = {
    relationship: input.relationship ?? before.relationship,
    given_name: (input.given_name ?? before.given_name).trim(),
    family_name: (input.family_name ?? before.family_name).trim(),
    email: textOf(input.email === undefined ? before.email : input.email),
    phone: textOf(input.phone === undefined ? before.phone : input.phone),
    born_on: readBirthDate(reading, input.born_on, before.born_on),
    file: readTravellerSecrets(reading, input, before.file),
  }
  refuseFaults(reading)
  return { ...fields, linked_client_id: await readLink(tx, input.linked_client_id, before.linked_client_id) }
}

async function readLink(
  tx: Tx,
  sent: string | null | undefined,
  before: string | null,
): Promise<string | null> {
  if (sent === undefined || sent === null) return sent === undefined ? before : null
  if (uuidFromClientId(sent) === before) return before
  return (await demandClient(tx, tx.owner, sent, 'linked_client_id')).id
}

export async function updateCompanion(
  world: World,
  scope: Scope,
  { id, companion_id, zone }: Named & { zone: string },
  change: CompanionChange,
): Promise<Warned<Companion>> {
  return transaction(world, scope, async (tx) => {
    const client = await lockFile(tx, id)
    const before = await demandCompanion(tx, tx.owner, { clientId: client.id, id: companion_id })
    const reading = readingOf(tx, zone)
    const after: CompanionRow = { ...before, ...(await readFields(tx, reading, change, before)) }
    const { warnings } = reading
    if (isDeepStrictEqual(before, after)) return { data: companionView(before), warnings }
    const changed = { ...after, updated_at: tx.now }
    await updateCompanionRow(tx, changed)
    recordFields(tx, companionChange(after), auditedFields(before), auditedFields(after))
    return { data: companionView(changed), warnings }
  })
}

export async function deleteCompanion(
  world: World,
  scope: Scope,
  { id, companion_id }: Named,
): Promise<{ id: string; deleted: true }> {
  return transaction(world, scope, async (tx) => {
    const client = await lockFile(tx, id)
    const companion = await demandCompanion(tx, tx.owner, { clientId: client.id, id: companion_id })
    await deleteCompanionRows(tx, [companion.id])
    const before = { relationship: companion.relationship }
    record(tx, { ...companionChange(companion), before, after: null })
    return { id: companion.id, deleted: true as const }
  })
}

async function demandCompanion(
  db: Reader,
  owner: Owner,
  wanted: { clientId: string; id: string },
): Promise<CompanionRow> {
  return (await findCompanion(db, owner, wanted)) ?? fail('companion_not_found')
}

export async function readCompanion(
  db: Reader,
  owner: Owner,
  { id, companion_id }: Named,
  showsNumbers: boolean,
): Promise<Companion> {
  const client = await demandWhole(db, owner, id)
  const found = await demandCompanion(db, owner, { clientId: client.id, id: companion_id })
  return companionView(found, showsNumbers)
}

export async function readCompanions(
  db: Reader,
  owner: Owner,
  { id, page, times, showsNumbers }: { id: string; page: Page; times: Times; showsNumbers: boolean },
): Promise<Listing<Companion>> {
  const client = await demandWhole(db, owner, id)
  const found = await companionsOf(db, owner, client.id, times)
  const shown = found.map((companion) => companionView(companion, showsNumbers))
  return pageWithin(shown, page, (companion) => companion.id, 'asc')
}

/** For the audit log: without personal data, and found by the client too. */
function companionChange({ id, client_id }: CompanionRow) {
  return { topic: 'records', object: 'companion', objectId: id, about: client_id } satisfies Partial<Change>
}

function auditedFields({ file, ...companion }: CompanionRow) {
  return { ...companion, ...file }
}

function fullName({ given_name, family_name }: Pick<CompanionRow, 'given_name' | 'family_name'>): string {
  return `${given_name} ${family_name}`
}

function companionView(companion: CompanionRow, showsNumbers = false): Companion {
  const { file, created_at, updated_at, ...fields } = companion
  return {
    ...fields,
    full_name: fullName(companion),
    gender: file.gender,
    ...shownNumbers(file, showsNumbers),
    created_at: isoTimestamp(created_at),
    updated_at: isoTimestamp(updated_at),
  }
}

// Travellers: the people of a file as passengers.

/** What is known of a person, from their own record and those that stand in for it. */
interface Known extends TravellerSecrets {
  readonly given_name: string
  readonly family_name: string
  readonly born_on: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly cpf: string | null
}

type Passenger = Traveller['passenger']

/** What every booking asks of a passenger. */
const NEEDED = ['given_name', 'family_name', 'gender', 'born_on', 'email', 'phone_number'] as const

export async function readTravellers(
  db: Reader,
  owner: Owner,
  { id, page, showsNumbers, today }: { id: string; page: Page; showsNumbers: boolean; today: string },
): Promise<Listing<Traveller>> {
  const client = await demandWhole(db, owner, id)
  const companions = await companionsOf(db, owner, client.id)
  const links = companions.flatMap(({ linked_client_id }) => linked_client_id ?? [])
  const linked = new Map((await findWholes(db, owner, links)).map((one) => [one.id, one]))
  const terms = { showsNumbers, today }
  const themselves =
    client.client_type === 'company'
      ? []
      : [
          {
            person: 'client' as const,
            person_id: client.id,
            full_name: client.full_name,
            relationship: null,
            ...passengerOf(knownOfClient(client), terms),
          },
        ]
  const others = companions.map((companion) => {
    const other = linked.get(companion.linked_client_id ?? '')
    const known = filledFrom(knownOfCompanion(companion), other && knownOfClient(other))
    const reachable = { ...known, email: known.email ?? client.email, phone: known.phone ?? client.phone }
    return {
      person: 'companion' as const,
      person_id: companion.id,
      full_name: fullName(companion),
      relationship: companion.relationship,
      ...passengerOf(reachable, terms),
    }
  })
  return pageWithin([...themselves, ...others], page, (_, index) => index, 'asc')
}

function knownOfClient(client: WholeClient): Known {
  const { file, full_name, born_on, email, phone, cpf } = client
  const { given_name, family_name } = file
  const names =
    given_name !== null && family_name !== null ? { given_name, family_name } : splitName(full_name)
  return { ...file, ...names, born_on, email, phone, cpf }
}

function knownOfCompanion({ file, given_name, family_name, born_on, email, phone }: CompanionRow): Known {
  return { ...file, given_name, family_name, born_on, email, phone, cpf: null }
}

function filledFrom(known: Known, other: Known | undefined): Known {
  if (other === undefined) return known
  const { identity_documents, loyalty_programme_accounts } = known
  return {
    ...known,
    gender: known.gender ?? other.gender,
    born_on: known.born_on ?? other.born_on,
    email: known.email ?? other.email,
    phone: known.phone ?? other.phone,
    cpf: known.cpf ?? other.cpf,
    identity_documents: identity_documents.length > 0 ? identity_documents : other.identity_documents,
    loyalty_programme_accounts:
      loyalty_programme_accounts.length > 0 ? loyalty_programme_accounts : other.loyalty_programme_accounts,
  }
}

function passengerOf(
  known: Known,
  { showsNumbers, today }: { showsNumbers: boolean; today: string },
): Pick<Traveller, 'passenger' | 'missing'> {
  const { given_name, family_name, gender, born_on, email, loyalty_programme_accounts: accounts } = known
  const digits = known.phone === null ? null : phoneDigits(known.phone)
  const shown = (number: string) => (showsNumbers ? number : maskNumber(number))
  const passenger: Passenger = {
    ...(given_name !== '' && { given_name }),
    ...(family_name !== '' && { family_name }),
    ...(gender !== null && { gender }),
    ...(born_on !== null && { born_on }),
    ...(email && { email }),
    ...(digits !== null && { phone_number: `+${digits}` }),
    identity_documents: documentsOf(known, today).map((document) => ({
      ...document,
      unique_identifier: shown(document.unique_identifier),
    })),
    loyalty_programme_accounts: accounts.map((account) => ({
      ...account,
      account_number: shown(account.account_number),
    })),
  }
  return { passenger, missing: NEEDED.filter((name) => !(name in passenger)) }
}

type PassengerDocument = Passenger['identity_documents'][number]

/** Valid passports, and the CPF; other documents are of no use to an airline. */
function documentsOf({ identity_documents, cpf }: Known, today: string): PassengerDocument[] {
  const passports = identity_documents
    .filter(({ type, expires_on }) => type === 'passport' && (expires_on === null || expires_on >= today))
    .map(({ number, issuing_country_code, expires_on }) => ({
      type: 'passport' as const,
      unique_identifier: number,
      issuing_country_code,
      ...(expires_on !== null && { expires_on }),
    }))
  const card = identity_documents.find(({ type }) => type === 'cpf_card')?.number ?? cpf
  if (card === null || !looksLikeCpf(card)) return passports
  return [...passports, { type: 'tax_id', unique_identifier: bareTaxId(card), issuing_country_code: 'BR' }]
}

const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'di', 'do', 'dos', 'e'])
const SUFFIXES: ReadonlySet<string> = new Set([
  'filho',
  'filha',
  'neto',
  'neta',
  'junior',
  'júnior',
  'sobrinho',
])

/** As airlines write Brazilian names: the last surname with its particles, and with Filho or Neto. */
export function splitName(fullName: string): { given_name: string; family_name: string } {
  const words = fullName.trim().split(/\s+/)
  const isParticle = (word = '') => PARTICLES.has(word.toLowerCase())
  let start = words.length - 1
  if (start > 1 && SUFFIXES.has(words[start]!.toLowerCase())) start--
  while (start > 1 && isParticle(words[start - 1])) start--
  if (start < 1) return { given_name: words.join(' '), family_name: '' }
  return { given_name: words.slice(0, start).join(' '), family_name: words.slice(start).join(' ') }
}
