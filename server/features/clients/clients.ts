// Creates, changes, deletes and reads clients.

import { isDeepStrictEqual } from 'node:util'
import type {
  Client,
  ClientChange,
  ClientDetail,
  ClientInput,
  ClientsQuery,
  DeletedClient,
} from '../../../contract/clients.ts'
import type { Warned } from '../../../contract/common.ts'
import { UNMERGE_HOURS } from '../../../contract/limits.ts'
import type { Tags } from '../../../contract/notes.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import {
  bareTaxId,
  CNPJ_CHARACTERS,
  CPF_CHARACTERS,
  isCnpj,
  isCpf,
  looksLikeCnpj,
  looksLikeCpf,
} from '../../../contract/tax-ids.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount, totalOf } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, isoTimestamp, timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { foldText } from '../../kernel/values/text.ts'
import { tagFrom, tagsOf, tagsOfAll } from '../notes/tags.ts'
import type { World } from '../world.ts'
import {
  type FileReading,
  NO_SECRETS,
  readBirthDate,
  readSecrets,
  refuseFaults,
  shownNumbers,
} from './file.ts'
import {
  CLIENT_FIELDS,
  CLIENT_LIST,
  type ClientFilter,
  type ClientRow,
  changeClient,
  clientBucket,
  deleteUnlessLinked,
  findClient,
  findClients,
  findMatch,
  findWhole,
  insertClient,
  keysOf,
  listClients,
  lockClient,
  lockMatchKey,
  matchKey,
  uuidFromClientId,
  type WholeClient,
} from './store.ts'

// The jobs of clients.

/** The CPF or CNPJ of a client changed: charges that waited for it are asked for. Run by
 * `features/invoices/open-charge.ts`. */
export const clientTaxIdJob = teamJob<{ client_id: string }>('client-tax-id', { waits: TECHNICAL, cap: 2 })

interface TaxIds {
  cpf?: string | null | undefined
  cnpj?: string | null | undefined
}

export interface Person {
  fullName: string
  email: string
  phone: string | null
}

export async function createClient(
  world: World,
  scope: Scope,
  input: ClientInput,
  zone: string,
): Promise<Warned<ClientDetail>> {
  const taxWarnings = checkTaxIds(input)
  return transaction(world, scope, async (tx) => {
    const reading = readingOf(tx, zone)
    const file = readFile(reading, input, { born_on: null, file: NO_SECRETS })
    const client = await storeClient(tx, input, file)
    record(tx, { ...clientChange(client.id), before: null, after: { client_type: client.client_type } })
    return { data: wholeView(client, []), warnings: [...taxWarnings, ...reading.warnings] }
  })
}

export function readingOf(tx: Tx, zone: string): FileReading {
  return { today: dateIn(tx.now, zone), newId: () => tx.newId('fileDocument'), faults: [], warnings: [] }
}

type File = Pick<WholeClient, 'born_on' | 'file'>

function readFile(reading: FileReading, input: ClientChange, before: File): File {
  const born_on = readBirthDate(reading, input.born_on, before.born_on)
  const file = readSecrets(reading, input, before.file)
  refuseFaults(reading)
  return { born_on, file }
}

async function storeClient(
  tx: Tx,
  input: ClientInput,
  file: File = { born_on: null, file: NO_SECRETS },
): Promise<WholeClient> {
  const client: WholeClient = {
    id: tx.newUuid(),
    client_type: input.client_type,
    full_name: input.full_name,
    email: input.email,
    phone: input.phone ?? null,
    cpf: input.cpf ?? null,
    cnpj: input.cnpj ?? null,
    company_name: input.company_name ?? null,
    notes: input.notes ?? null,
    language: input.language ?? null,
    is_active: input.is_active ?? true,
    ...readReferences(input),
    ...file,
    merged_into_id: null,
    merged_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertClient(tx, { ...client, ...keysOf(client) })
  changeCount(tx, CLIENT_LIST, clientBucket(client), 1)
  return client
}

export async function updateClient(
  world: World,
  scope: Scope,
  { id, zone }: { id: string; zone: string },
  change: ClientChange,
): Promise<Warned<ClientDetail>> {
  const taxWarnings = checkTaxIds(change)
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return transaction(world, scope, async (tx) => {
    const before = (await lockClient(tx, uuid)) ?? fail('client_not_found')
    if (before.merged_into_id !== null) fail('client_already_merged')
    const reading = readingOf(tx, zone)
    const after: WholeClient = {
      ...before,
      ...namedIn(change),
      ...readReferences(change, before),
      ...readFile(reading, change, before),
    }
    const warnings = [...taxWarnings, ...reading.warnings]
    const tags = await tagsOf(tx, tx.owner, { column: 'client_id', id: uuid })
    if (isDeepStrictEqual(before, after)) return { data: wholeView(before, tags), warnings }
    const { id: _, created_at, ...fields } = { ...after, updated_at: tx.now }
    await changeClient(tx, uuid, { ...fields, ...keysOf(after) })
    recordFields(tx, clientChange(uuid), auditedFields(before), auditedFields(after))
    moveCount(tx, CLIENT_LIST, clientBucket(before), clientBucket(after))
    if (TAX_FIELDS.some((field) => before[field] !== after[field])) {
      const key = `${uuid} ${tx.now.getTime()}`
      schedule(tx, clientTaxIdJob, { at: tx.now, key, payload: { client_id: uuid } })
    }
    return { data: wholeView({ ...after, updated_at: tx.now }, tags), warnings }
  })
}

/** Fails for a malformed tax id. Wrong check digits only cause a warning, because real documents have them. */
function checkTaxIds({ cpf, cnpj }: TaxIds): FieldIssue[] {
  const refused: FieldIssue[] = []
  const warnings: FieldIssue[] = []
  if (typeof cpf === 'string') {
    if (!looksLikeCpf(cpf))
      refused.push({ field: 'cpf', issue: issueWith('must have {count} digits', { count: CPF_CHARACTERS }) })
    else if (!isCpf(cpf)) warnings.push({ field: 'cpf', issue: WRONG_CHECK_DIGITS })
  }
  if (typeof cnpj === 'string') {
    if (!looksLikeCnpj(cnpj)) {
      refused.push({
        field: 'cnpj',
        issue: issueWith('must have {count} digits or letters', { count: CNPJ_CHARACTERS }),
      })
    } else if (!isCnpj(cnpj)) warnings.push({ field: 'cnpj', issue: WRONG_CHECK_DIGITS })
  }
  if (refused.length > 0) fail('invalid_request_parameters', { details: refused })
  return warnings
}

const WRONG_CHECK_DIGITS: Issue = 'has wrong check digits; it was stored as sent'
/** Banks ask for one of them, by the type. */
const TAX_FIELDS = ['client_type', 'cpf', 'cnpj'] as const

function namedIn(change: ClientChange): Partial<ClientRow> {
  return Object.fromEntries(
    CLIENT_FIELDS.filter((field) => field in change).map((field) => [field, change[field]]),
  )
}

/** Each field of the file by its own name. */
export function auditedFields({ file, ...client }: WholeClient) {
  return { ...client, ...file }
}

/** A client with invoices, quotes, recurring invoices or bookings is deactivated instead. */
export async function deleteClient(world: World, scope: Scope, id: string): Promise<DeletedClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return transaction(world, scope, async (tx) => {
    const client = (await lockClient(tx, uuid)) ?? fail('client_not_found')
    const before = { is_active: client.is_active }
    if (await deleteUnlessLinked(tx, uuid)) {
      record(tx, { ...clientChange(uuid), before, after: null })
      changeCount(tx, CLIENT_LIST, clientBucket(client), -1)
      return { id: uuid, deleted: true }
    }
    record(tx, { ...clientChange(uuid), before, after: { is_active: false } })
    if (client.is_active) {
      await changeClient(tx, uuid, { is_active: false, updated_at: tx.now })
      moveCount(tx, CLIENT_LIST, clientBucket(client), clientBucket({ ...client, is_active: false }))
    }
    return { id: uuid, deleted: false, is_active: false as const }
  })
}

export async function readClient(
  db: Reader,
  owner: Owner,
  id: string,
  showsNumbers: boolean,
): Promise<ClientDetail> {
  const client = await demandWhole(db, owner, id)
  return wholeView(client, await tagsOf(db, owner, { column: 'client_id', id: client.id }), showsNumbers)
}

/** By either spelling of the id. */
export async function demandWhole(db: Reader, owner: Owner, id: string): Promise<WholeClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return (await findWhole(db, owner, uuid)) ?? fail('client_not_found')
}

export async function readClients(
  db: Reader,
  owner: Owner,
  { query, page, zone }: { readonly query: ClientsQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<ClientDetail>> {
  const { client_type, is_active, search = '', tag } = query
  const tagged = tag === undefined ? undefined : tagFrom(tag)
  const references = referencesIn(query)
  const filter = {
    clientType: client_type,
    isActive: is_active,
    tag: tagged,
    mergedInto: mergedIntoIn(query),
    references,
    times: timesOf(query, zone),
    ...searchOf(search),
  }
  const isKept =
    filter.search === '' && tag === undefined && references === undefined && filter.mergedInto === undefined
  const total = isKept ? () => keptTotal(db, owner, filter) : undefined
  const found = await listClients(db, owner, { filter, page, total })
  return { ...found, items: await withTags(db, owner, found.items) }
}

function mergedIntoIn({ merged_into_id: id }: ClientsQuery): string | undefined {
  if (id === undefined) return undefined
  return uuidFromClientId(id) ?? failField('merged_into_id', 'must be the id of a client')
}

/** With masked numbers. */
export async function withTags(
  db: Queryable,
  owner: Owner,
  clients: readonly WholeClient[],
): Promise<ClientDetail[]> {
  const ids = clients.map(({ id }) => id)
  const tags = await tagsOfAll(db, owner, 'client_id', ids)
  return clients.map((client) => wholeView(client, tags(client.id)))
}

/** Those among these ids that exist, by UUID. */
export async function clientsById(
  db: Queryable,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Client & Tags>> {
  const found = await findClients(db, owner, ids)
  const tags = await tagsOfAll(db, owner, 'client_id', ids)
  return new Map(found.map((client) => [client.id, { ...clientView(client), tags: tags(client.id) }]))
}

function searchOf(text: string): Pick<ClientFilter, 'search' | 'searchTaxId'> {
  const bare = bareTaxId(text)
  return { search: foldText(text), searchTaxId: /^[0-9A-Z]+$/.test(bare) ? bare : '' }
}

async function keptTotal(
  db: Queryable,
  owner: Owner,
  { clientType, isActive }: ClientFilter,
): Promise<number> {
  const types = clientType === undefined ? (['individual', 'company'] as const) : [clientType]
  const states = isActive === undefined ? [true, false] : [isActive]
  const wanted = types.flatMap((client_type) =>
    states.map((is_active) => clientBucket({ client_type, is_active })),
  )
  return totalOf(db, owner, CLIENT_LIST, (bucket) => wanted.includes(bucket))
}

/** By either spelling of the id; if there is no such client, the error names `field`. */
export async function demandClient(
  db: Queryable,
  owner: Owner,
  id: string,
  field?: string,
): Promise<ClientRow> {
  const uuid = uuidFromClientId(id)
  const client = uuid === null ? undefined : await findClient(db, owner, uuid)
  const mergedInto = client?.merged_into_id ?? null
  if (mergedInto !== null) return refuseMerged(mergedInto, field)
  if (client !== undefined) return client
  return fail('client_not_found', field === undefined ? {} : { details: [{ field, issue: 'is no client' }] })
}

/** Nothing new begins for a client that was merged into another. */
function refuseMerged(remainingId: string, field: string | undefined): never {
  return fail('client_not_found', {
    ...(field !== undefined && { details: [{ field, issue: 'is no client' }] }),
    ...adviceWith('it was merged into {id}; use that id', { id: remainingId }),
  })
}

/** Two transactions with the same new client create one: the second waits for the first, and then finds the client. */
export async function findOrCreateClient(tx: Tx, { fullName, email, phone }: Person): Promise<ClientRow> {
  const key = matchKey(fullName, email)
  const known = await findMatch(tx, key)
  if (known !== undefined) return known
  await lockMatchKey(tx, key)
  const input = { client_type: 'individual' as const, full_name: fullName, email, phone }
  return (await findMatch(tx, key)) ?? storeClient(tx, input)
}

/** The client as part of the JSON of invoices, quotes and recurring invoices. */
export function clientFields(client: ClientRow): { client_id: string; client: Client } {
  return { client_id: client.id, client: clientView(client) }
}

function clientView(client: ClientRow): Client {
  const { created_at, updated_at, merged_into_id: _, ...fields } = client
  return { ...fields, created_at: isoTimestamp(created_at), updated_at: isoTimestamp(updated_at) }
}

/** With the file. Numbers of documents and loyalty accounts are masked, unless the caller may read them. */
export function wholeView(
  { file, born_on, merged_at, ...client }: WholeClient,
  tags: string[],
  showsNumbers = false,
): ClientDetail {
  const { given_name, family_name, gender, address, contacts, preferences } = file
  return {
    ...clientView(client),
    given_name,
    family_name,
    born_on,
    gender,
    ...shownNumbers(file, showsNumbers),
    address,
    contacts: [...contacts],
    preferences,
    merged_into_id: client.merged_into_id,
    unmerge_until: merged_at === null ? null : isoTimestamp(unmergeUntil(merged_at)),
    tags,
  }
}

const HOUR_MS = 3_600_000

export function unmergeUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + UNMERGE_HOURS * HOUR_MS)
}

/** For the audit log, whose entries are never deleted: without personal data. */
export function clientChange(objectId: string): Pick<Change, 'topic' | 'object' | 'objectId'> {
  return { topic: 'records', object: 'client', objectId }
}
