// The only SQL on clients, the keys by which it finds them, and the two spellings of their ids.
import { hash } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { ClientType, DuplicateSign } from '../../../contract/clients.ts'
import { CLIENT_PREFIX } from '../../../contract/ids.ts'
import type { References, ReferencesFilter } from '../../../contract/references.ts'
import { bareTaxId } from '../../../contract/tax-ids.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import {
  buildFor,
  containing,
  firstRow,
  lockInTransaction,
  type Queryable,
  rows,
  statement,
} from '../../kernel/db/db.ts'
import { anyOf, given, newestFirst, searchedPage, withinTimes } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { foldText } from '../../kernel/values/text.ts'
import { idsTagged, pageTagged } from '../notes/tags.ts'
import {
  type ClientSecrets,
  decryptSecrets,
  encryptSecrets,
  type PassportColumns,
  passportOf,
} from './file.ts'

export interface ClientsTable extends References, PassportColumns {
  id: string
  team_id: string
  mode: Mode
  client_type: ClientType
  full_name: string
  email: string
  phone: string | null
  cpf: string | null
  cnpj: string | null
  company_name: string | null
  notes: string | null
  /** Null is the agency's. */
  language: TeamLanguage | null
  is_active: boolean
  search_text: string
  search_tax_ids: string
  match_key: string
  /** YYYY-MM-DD */
  born_on: string | null
  /** Encrypted. */
  file: Buffer | null
  merged_into_id: string | null
  merged_at: Date | null
  duplicate_keys: string[]
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ clients: ClientsTable }>()

/** The fields that an agency sets. */
export const CLIENT_FIELDS = [
  'client_type',
  'full_name',
  'email',
  'phone',
  'cpf',
  'cnpj',
  'company_name',
  'notes',
  'language',
  'is_active',
  'metadata',
  'external_reference',
] as const

const COLUMNS = ['id', ...CLIENT_FIELDS, 'merged_into_id', 'created_at', 'updated_at'] as const
const WHOLE = [...COLUMNS, 'born_on', 'file', 'merged_at'] as const

export type ClientRow = Pick<ClientsTable, (typeof COLUMNS)[number]>
type StoredClient = Pick<ClientsTable, (typeof WHOLE)[number]>
/** With the decrypted file. */
export type WholeClient = Omit<StoredClient, 'file'> & { file: ClientSecrets }
/** The columns by which clients are searched, matched and compared, computed from the others. */
export type ClientKeys = Pick<ClientsTable, 'search_text' | 'search_tax_ids' | 'match_key' | 'duplicate_keys'>

export interface ClientFilter {
  clientType?: ClientType | undefined
  isActive?: boolean | undefined
  /** Folded; empty means everything. */
  search?: string | undefined
  /** The search without punctuation, where it could be part of a tax id. */
  searchTaxId?: string | undefined
  tag?: string | undefined
  mergedInto?: string | undefined
  references?: ReferencesFilter | undefined
  times?: Times
}

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('clients')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

const wholeOfOwner = (owner: Owner) =>
  build
    .selectFrom('clients')
    .select(WHOLE)
    .where(({ and }) => and(ownerColumns(owner)))

function opened(box: SecretBox, client: StoredClient): WholeClient {
  return { ...client, file: decryptSecrets(box, client.id, client.file) }
}

export async function findWhole(db: Reader, owner: Owner, id: string): Promise<WholeClient | undefined> {
  const found = await firstRow(db, wholeOfOwner(owner).where('id', '=', id))
  return found && opened(db.secretBox, found)
}

/** The oldest first. */
export async function findWholes(db: Reader, owner: Owner, ids: readonly string[]): Promise<WholeClient[]> {
  if (ids.length === 0) return []
  const found = await rows(db, wholeOfOwner(owner).where('id', '=', anyOf(ids)).orderBy('id'))
  return found.map((client) => opened(db.secretBox, client))
}

export async function findClient(db: Queryable, owner: Owner, id: string): Promise<ClientRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

const selectNamed = statement<ClientRow>(`
  select ${COLUMNS.join(', ')} from clients where team_id = $1 and mode = $2 and id = any($3)`)

export async function findClients(db: Queryable, owner: Owner, ids: readonly string[]): Promise<ClientRow[]> {
  return ids.length === 0 ? [] : selectNamed(db, owner.teamId, owner.mode, ids)
}

/** The client of each row; the database does not delete clients that rows name. */
export async function clientsOf(
  db: Queryable,
  owner: Owner,
  named: readonly { client_id: string }[],
): Promise<(row: { client_id: string }) => ClientRow> {
  const ids = [...new Set(named.map(({ client_id }) => client_id))]
  const found = await findClients(db, owner, ids)
  const clients = new Map(found.map((client) => [client.id, client]))
  return ({ client_id }) => {
    const client = clients.get(client_id)
    if (client === undefined) throw new Error(`there is no client ${client_id}`)
    return client
  }
}

export async function clientOf(db: Queryable, owner: Owner, row: { client_id: string }): Promise<ClientRow> {
  return (await clientsOf(db, owner, [row]))(row)
}

/** Locked against changes and deletion, but not against rows that refer to it. */
export async function lockClient(tx: Tx, id: string): Promise<WholeClient | undefined> {
  const found = await firstRow(tx, wholeOfOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
  return found && opened(tx.secretBox, found)
}

/** The duplicates that were merged into this client. */
export async function lockMerged(tx: Tx, id: string): Promise<WholeClient[]> {
  const merged = wholeOfOwner(tx.owner).where('merged_into_id', '=', id).orderBy('id').forNoKeyUpdate()
  return (await rows(tx, merged)).map((client) => opened(tx.secretBox, client))
}

/** Two clients, locked in one order, also against rows that begin to refer to them. */
export async function lockPair(tx: Tx, ids: readonly [string, string]): Promise<(WholeClient | undefined)[]> {
  const pair = wholeOfOwner(tx.owner).where('id', '=', anyOf(ids)).orderBy('id').forUpdate()
  const found = (await rows(tx, pair)).map((client) => opened(tx.secretBox, client))
  return ids.map((id) => found.find((client) => client.id === id))
}

export async function listClients(
  db: Reader,
  owner: Owner,
  {
    filter,
    page,
    total,
  }: {
    readonly filter: ClientFilter
    readonly page: Page
    readonly total?: (() => Promise<number>) | undefined
  },
): Promise<Listing<WholeClient>> {
  const { clientType, isActive, search = '', searchTaxId = '', tag, references, times = ANY_TIME } = filter
  const columns = { client_type: clientType, is_active: isActive, merged_into_id: filter.mergedInto }
  const isByColumn = Object.values(columns).some((value) => value !== undefined)
  if (tag !== undefined && search === '' && !isByColumn && times === ANY_TIME && references === undefined) {
    return withRows(db, owner, await pageTagged(db, owner, { column: 'client_id', tag }, page))
  }
  let all = wholeOfOwner(owner).where(({ and }) => and(given(columns)))
  if (tag !== undefined) all = all.where('id', '=', idsTagged(owner, 'client_id', tag))
  if (references !== undefined) all = all.where('id', '=', idsReferenced('clients', owner, references))
  if (search === '') {
    const found = await newestFirst(db, all, { page, total, times })
    return { ...found, items: found.items.map((client) => opened(db.secretBox, client)) }
  }
  const holders = all.where(withinTimes(times)).where(holding(search, searchTaxId)).clearSelect().select('id')
  return withRows(db, owner, await searchedPage(db, holders, page))
}

async function withRows(db: Reader, owner: Owner, ids: Listing<string>): Promise<Listing<WholeClient>> {
  return { ...ids, items: (await findWholes(db, owner, ids.items)).reverse() }
}

function holding(search: string, searchTaxId: string) {
  return ({ eb, or }: ExpressionBuilder<{ clients: ClientsTable }, 'clients'>) =>
    or([
      eb('search_text', 'like', containing(search)),
      ...(searchTaxId === '' ? [] : [eb('search_tax_ids', 'like', containing(searchTaxId))]),
    ])
}

export async function insertClient(tx: Tx, { file, ...client }: WholeClient & ClientKeys): Promise<void> {
  const encrypted = encryptSecrets(tx.secretBox, client.id, file)
  const values = { ...client, file: encrypted, ...passportOf(file), ...ownerColumns(tx.owner) }
  await rows(tx, build.insertInto('clients').values(values))
}

export async function changeClient(
  tx: Tx,
  id: string,
  { file, ...change }: Partial<Omit<WholeClient, 'id' | 'created_at'> & ClientKeys>,
): Promise<void> {
  const encrypted = file && { file: encryptSecrets(tx.secretBox, id, file), ...passportOf(file) }
  await rows(
    tx,
    build
      .updateTable('clients')
      .set({ ...change, ...encrypted })
      .where('id', '=', id),
  )
}

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * False if a row refers to the client, which then stays. The foreign keys decide, so that new tables count by themselves
 * and no row can be inserted between a check and the deletion.
 */
export async function deleteUnlessLinked(tx: Tx, id: string): Promise<boolean> {
  await tx.query({ text: 'savepoint deletion' })
  try {
    await rows(tx, build.deleteFrom('clients').where('id', '=', id))
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    await tx.query({ text: 'rollback to savepoint deletion' })
    return false
  }
}

/** Another transaction with the same key waits here until this one has ended. */
export async function lockMatchKey(tx: Tx, matchKey: string): Promise<void> {
  await lockInTransaction(tx, `client ${tx.owner.teamId} ${tx.owner.mode} ${matchKey}`)
}

const selectMatch = statement<{ id: string }>(`
  select coalesce(merged_into_id, id) as id from clients where team_id = $1 and mode = $2 and match_key = $3
  order by is_active desc, id limit 1`)

/** The client with this name and e-mail, or the one it was merged into; of several, the oldest active one. */
export async function findMatch(tx: Tx, matchKey: string): Promise<ClientRow | undefined> {
  const [match] = await selectMatch(tx, tx.owner.teamId, tx.owner.mode, matchKey)
  return match && findClient(tx, tx.owner, match.id)
}

const CLIENT_ID = /^cli_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i

/** The spelling of the flight API: cli_ and the UUID without dashes. The invoicing API uses the UUID. */
export function clientIdFromUuid(uuid: string): string {
  if (!isUuid(uuid)) throw new RangeError(`not a UUID: ${uuid}`)
  return `${CLIENT_PREFIX}_${uuid.replaceAll('-', '').toLowerCase()}`
}

/** Accepts both spellings; returns the UUID in lower case, or null. */
export function uuidFromClientId(text: string): string | null {
  if (isUuid(text)) return text.toLowerCase()
  const match = CLIENT_ID.exec(text)
  return match === null ? null : match.slice(1).join('-').toLowerCase()
}

export const CLIENT_LIST = 'clients'

type Fields = Pick<
  WholeClient,
  'full_name' | 'email' | 'company_name' | 'cpf' | 'cnpj' | 'born_on' | 'merged_into_id'
>

export function keysOf(client: Fields): ClientKeys {
  const { full_name, email, company_name, cpf, cnpj } = client
  return {
    duplicate_keys: client.merged_into_id === null ? duplicateKeys(client) : [],
    search_text: [full_name, email, company_name].map((text) => foldText(text ?? '')).join('\n'),
    search_tax_ids: [cpf, cnpj].map((text) => bareTaxId(text ?? '')).join('\n'),
    match_key: matchKey(full_name, email),
  }
}

type Compared = Pick<WholeClient, 'full_name' | 'email' | 'cpf' | 'cnpj' | 'born_on'>

/** The values that only one client should have; empty if there is none. */
export function valuesOf({
  full_name,
  email,
  cpf,
  cnpj,
  born_on,
}: Compared): Readonly<Record<DuplicateSign, string>> {
  return {
    cpf: bareTaxId(cpf ?? ''),
    cnpj: bareTaxId(cnpj ?? ''),
    email: foldText(email),
    name_and_birth_date: born_on === null ? '' : `${foldText(full_name)} ${born_on}`,
  }
}

const HASH_DIGITS = 32

/** The sign and a hash, so that no other table shows the value. The migration computes the same for older clients. */
function duplicateKeys(client: Compared): string[] {
  return Object.entries(valuesOf(client)).flatMap(([sign, value]) =>
    value === '' ? [] : [`${sign} ${hash('sha256', value, 'hex').slice(0, HASH_DIGITS)}`],
  )
}

/** Equal for spellings that differ in case or accents. */
export function matchKey(fullName: string, email: string): string {
  return `${foldText(email)}\n${foldText(fullName)}`
}

export function clientBucket({
  client_type,
  is_active,
}: Pick<ClientRow, 'client_type' | 'is_active'>): string {
  return `${client_type} ${activityOf({ is_active })}`
}

export function activityOf({ is_active }: Pick<ClientRow, 'is_active'>): string {
  return is_active ? 'active' : 'inactive'
}
