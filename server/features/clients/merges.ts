// Merges a duplicate into a client, and undoes it.
import { isDeepStrictEqual } from 'node:util'
import type { ClientDetail, MergeInput } from '../../../contract/clients.ts'
import { CONTACTS_MAX, FILE_DOCUMENTS_MAX, LOYALTY_ACCOUNTS_MAX } from '../../../contract/limits.ts'
import { METADATA_KEYS_MAX } from '../../../contract/references.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record, recordFields } from '../../kernel/outbox/audit.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { moveRulesOfClient } from '../flights/pricing/pricing.ts'
import { tagsOf } from '../notes/tags.ts'
import type { World } from '../world.ts'
import {
  auditedFields,
  clientChange,
  clientTaxIdJob,
  demandWhole,
  unmergeUntil,
  wholeView,
} from './clients.ts'
import type { ClientSecrets } from './file.ts'
import {
  deleteMerge,
  findMerge,
  hasMixedCredit,
  lockRowsOf,
  type Moved,
  moveRows,
  moveRowsBack,
  storeMerge,
} from './merge-store.ts'
import {
  CLIENT_LIST,
  changeClient,
  clientBucket,
  keysOf,
  lockPair,
  uuidFromClientId,
  type WholeClient,
} from './store.ts'

export async function mergeClients(
  world: World,
  scope: Scope,
  id: string,
  { duplicate_id }: MergeInput,
): Promise<ClientDetail> {
  const ids = [
    uuidFromClientId(id) ?? fail('client_not_found'),
    uuidFromClientId(duplicate_id) ?? refuseUnknown(),
  ] as const
  if (ids[0] === ids[1]) failField('duplicate_id', 'must be another client')
  const merged = await transaction(world, scope, async (tx) => {
    await lockRowsOf(tx, ids[1])
    const [remaining = fail('client_not_found'), duplicate = refuseUnknown()] = await lockPair(tx, ids)
    refuseUnfit(remaining, duplicate)
    const isRepeated = duplicate.merged_into_id === remaining.id
    return detailOf(
      tx,
      isRepeated ? await mergeAgain(tx, remaining, duplicate) : await merge(tx, remaining, duplicate),
    )
  })
  forgetPricing(world, scope)
  return merged
}

function refuseUnknown(): never {
  return fail('client_not_found', { details: [{ field: 'duplicate_id', issue: 'is no client' }] })
}

function refuseUnfit(remaining: WholeClient, duplicate: WholeClient): void {
  if (remaining.merged_into_id !== null) fail('client_already_merged')
  if (duplicate.merged_into_id !== null && duplicate.merged_into_id !== remaining.id)
    fail('client_already_merged')
  if (duplicate.client_type !== remaining.client_type)
    failField('duplicate_id', 'must be a client of the same type')
  // An erased person must not be found again by way of another record.
  if (remaining.email === '' || duplicate.email === '') failField('duplicate_id', 'must not be erased')
}

/** The rules of the team are cached: other processes are signalled by the database. */
function forgetPricing(world: World, { owner }: Scope): void {
  world.signals.notifyHere('callers', owner.teamId)
}

async function detailOf(tx: Tx, client: WholeClient): Promise<ClientDetail> {
  return wholeView(client, await tagsOf(tx, tx.owner, { column: 'client_id', id: client.id }))
}

async function moveEverything(tx: Tx, from: string, to: string): Promise<Moved> {
  const moved = await moveRows(tx, from, to)
  return { ...moved, pricing_rules: await moveRulesOfClient(tx, { from, to }) }
}

async function merge(tx: Tx, remaining: WholeClient, duplicate: WholeClient): Promise<WholeClient> {
  const moved = await moveEverything(tx, duplicate.id, remaining.id)
  const filled = { ...filledFrom(remaining, duplicate), updated_at: tx.now }
  await saveClient(tx, remaining, filled)
  const ended = {
    ...duplicate,
    is_active: false,
    merged_into_id: remaining.id,
    merged_at: tx.now,
    updated_at: tx.now,
  }
  await saveClient(tx, duplicate, ended)
  const changes = {
    before: filledFields(remaining),
    after: filledFields(filled),
    wasActive: duplicate.is_active,
  }
  await storeMerge(tx, {
    duplicate_id: duplicate.id,
    remaining_id: remaining.id,
    moved,
    filled: encryptChanges(tx.secretBox, duplicate.id, changes),
  })
  // The charges of invoices that waited for a tax id may have one now.
  const key = `${remaining.id} ${tx.now.getTime()}`
  schedule(tx, clientTaxIdJob, { at: tx.now, key, payload: { client_id: remaining.id } })
  recordMerge(tx, duplicate, { before: null, after: remaining.id, moved })
  recordFields(tx, clientChange(remaining.id), auditedFields(remaining), auditedFields(filled))
  return filled
}

/** Moves what began to refer to the duplicate while it was merged. */
async function mergeAgain(tx: Tx, remaining: WholeClient, duplicate: WholeClient): Promise<WholeClient> {
  const merged = await findMerge(tx, duplicate.id)
  const more = await moveEverything(tx, duplicate.id, remaining.id)
  if (merged === undefined || countsOf(more) === undefined) return remaining
  await storeMerge(tx, { ...merged, moved: joined(merged.moved, more) })
  recordMerge(tx, duplicate, { before: remaining.id, after: remaining.id, moved: more })
  return remaining
}

function joined(known: Moved, more: Moved): Moved {
  const all = Object.entries(more).map(([name, ids]) => [
    name,
    [...(known[name as keyof Moved] ?? []), ...ids],
  ])
  return Object.fromEntries(all)
}

/** How many of each; undefined if there are none. */
function countsOf(moved: Moved): Readonly<Record<string, number>> | undefined {
  const counts = Object.entries(moved).flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : []))
  return counts.length === 0 ? undefined : Object.fromEntries(counts)
}

function recordMerge(
  tx: Tx,
  duplicate: WholeClient,
  { before, after, moved }: { before: string | null; after: string | null; moved: Moved },
): void {
  record(tx, {
    ...clientChange(duplicate.id),
    before: { merged_into_id: before, is_active: duplicate.is_active },
    after: { merged_into_id: after, moved: countsOf(moved) ?? {} },
  })
}

async function saveClient(tx: Tx, before: WholeClient, after: WholeClient): Promise<void> {
  const { id, created_at: _, ...fields } = after
  await changeClient(tx, id, { ...fields, ...keysOf(after) })
  moveCount(tx, CLIENT_LIST, clientBucket(before), clientBucket(after))
}

/** Undoes the merge of this duplicate. */
export async function unmergeClient(world: World, scope: Scope, id: string): Promise<ClientDetail> {
  const restored = await transaction(world, scope, async (tx) => {
    const known = await demandWhole(tx, tx.owner, id)
    const into = known.merged_into_id ?? fail('client_not_merged')
    await lockRowsOf(tx, into)
    const [duplicate, remaining] = await lockPair(tx, [known.id, into])
    if (duplicate === undefined || remaining === undefined || duplicate.merged_into_id !== into)
      return fail('client_not_merged')
    return detailOf(tx, await unmerge(tx, remaining, duplicate))
  })
  forgetPricing(world, scope)
  return restored
}

async function unmerge(tx: Tx, remaining: WholeClient, duplicate: WholeClient): Promise<WholeClient> {
  const merged = await findMerge(tx, duplicate.id)
  const isLate = duplicate.merged_at === null || tx.now > unmergeUntil(duplicate.merged_at)
  // If the remaining client was merged itself, that merge is undone first.
  if (merged === undefined || merged.remaining_id !== remaining.id || isLate) fail('merge_not_undoable')
  const { moved } = merged
  const changes = decryptChanges(tx.secretBox, duplicate.id, merged.filled)
  await moveRowsBack(tx, duplicate.id, remaining.id, moved)
  // Each client's credit must stay with the invoices that it paid and came of, or neither account adds up.
  if (await hasMixedCredit(tx, [duplicate.id, remaining.id])) fail('merge_credit_mixed')
  await moveRulesOfClient(tx, { from: remaining.id, to: duplicate.id, only: moved.pricing_rules })
  const emptied = { ...withoutFilled(remaining, changes), updated_at: tx.now }
  await saveClient(tx, remaining, emptied)
  const restored = {
    ...duplicate,
    is_active: changes.wasActive,
    merged_into_id: null,
    merged_at: null,
    updated_at: tx.now,
  }
  await saveClient(tx, duplicate, restored)
  await deleteMerge(tx, duplicate.id)
  recordMerge(tx, duplicate, { before: remaining.id, after: null, moved })
  recordFields(tx, clientChange(remaining.id), auditedFields(remaining), auditedFields(emptied))
  return restored
}

// What the remaining client takes over from the duplicate, and gives back.

const FILLED = [
  'phone',
  'cpf',
  'cnpj',
  'company_name',
  'notes',
  'language',
  'metadata',
  'external_reference',
  'born_on',
] as const

/** Empty fields are filled, lists are joined; whatever is there stays. */
function filledFrom(remaining: WholeClient, duplicate: WholeClient): WholeClient {
  const metadata = { ...duplicate.metadata, ...remaining.metadata }
  const isTooMuch = Object.keys(metadata).length > METADATA_KEYS_MAX
  return {
    ...remaining,
    phone: remaining.phone ?? duplicate.phone,
    cpf: remaining.cpf ?? duplicate.cpf,
    cnpj: remaining.cnpj ?? duplicate.cnpj,
    company_name: remaining.company_name ?? duplicate.company_name,
    notes: remaining.notes ?? duplicate.notes,
    language: remaining.language ?? duplicate.language,
    metadata: isTooMuch ? remaining.metadata : metadata,
    external_reference: remaining.external_reference ?? duplicate.external_reference,
    born_on: remaining.born_on ?? duplicate.born_on,
    file: filledFile(remaining.file, duplicate.file),
  }
}

function filledFile(own: ClientSecrets, other: ClientSecrets): ClientSecrets {
  const hasName = own.given_name !== null || own.family_name !== null
  const names = hasName ? own : other
  const documents = joinedLists(own.identity_documents, other.identity_documents, ['type', 'number'])
  const accounts = joinedLists(own.loyalty_programme_accounts, other.loyalty_programme_accounts, [
    'airline_iata_code',
    'account_number',
  ])
  const contacts = joinedLists(own.contacts, other.contacts, ['name', 'role', 'email', 'phone'])
  return {
    given_name: names.given_name,
    family_name: names.family_name,
    gender: own.gender ?? other.gender,
    identity_documents: documents.slice(0, FILE_DOCUMENTS_MAX),
    loyalty_programme_accounts: accounts.slice(0, LOYALTY_ACCOUNTS_MAX),
    address: own.address ?? other.address,
    contacts: contacts.slice(0, CONTACTS_MAX),
    preferences: joinedPreferences(own.preferences, other.preferences),
  }
}

/** Items that are equal in these fields are one. */
function joinedLists<Item>(
  own: readonly Item[],
  other: readonly Item[],
  fields: readonly (keyof Item)[],
): Item[] {
  const isSame = (one: Item) => (item: Item) => fields.every((field) => one[field] === item[field])
  return [...own, ...other.filter((item) => !own.some(isSame(item)))]
}

function joinedPreferences(
  own: ClientSecrets['preferences'],
  other: ClientSecrets['preferences'],
): ClientSecrets['preferences'] {
  if (own === null || other === null) return own ?? other
  return {
    seat: own.seat ?? other.seat,
    meal: own.meal ?? other.meal,
    notes: own.notes ?? other.notes,
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The remaining client before the merge and after it, and whether the duplicate was active. */
interface Changes {
  readonly before: Fields
  readonly after: Fields
  readonly wasActive: boolean
}

function filledFields(client: WholeClient): Fields {
  return { ...Object.fromEntries(FILLED.map((name) => [name, client[name]])), ...client.file }
}

/** What was changed since the merge stays. */
function withoutFilled(client: WholeClient, { before, after }: Changes): WholeClient {
  const back = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, givenBack(value, before[name], after[name])]),
    )
  const plain = back(Object.fromEntries(FILLED.map((name) => [name, client[name]])))
  return { ...client, ...plain, file: { ...client.file, ...back(client.file) } }
}

function givenBack(current: unknown, before: unknown, after: unknown): unknown {
  if (Array.isArray(current) && Array.isArray(before) && Array.isArray(after)) {
    const has = (list: unknown[], item: unknown) => list.some((one) => isDeepStrictEqual(one, item))
    return current.filter((item) => has(before, item) || !has(after, item))
  }
  if (isFields(current) && isFields(before) && isFields(after)) {
    const kept = Object.entries(current).filter(
      ([name]) => name in before || !(name in after) || current[name] !== after[name],
    )
    return Object.fromEntries(
      kept.map(([name, value]) => [name, value === after[name] && name in before ? before[name] : value]),
    )
  }
  return isDeepStrictEqual(current, after) ? before : current
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function encryptChanges(box: SecretBox, duplicateId: string, changes: Changes): Buffer {
  return box.encrypt(JSON.stringify(changes), contextOf(duplicateId))
}

function decryptChanges(box: SecretBox, duplicateId: string, filled: Buffer): Changes {
  return JSON.parse(box.decrypt(filled, contextOf(duplicateId)))
}

function contextOf(duplicateId: string): string {
  return encryptionContext('client_merges', 'filled', duplicateId)
}
