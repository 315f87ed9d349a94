// The only SQL on clients.
import { sql } from 'kysely'
import type { ClientType } from '../../contract/clients.ts'
import type { Mode } from '../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../base/database/db.ts'
import type { Owner } from '../outbox/owner.ts'
import type { Tx } from '../outbox/transaction.ts'

export interface ClientsTable {
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
  is_active: boolean
  search_text: string
  search_tax_ids: string
  match_key: string
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ clients: ClientsTable }>()

const COLUMNS = [
  'id',
  'client_type',
  'full_name',
  'email',
  'phone',
  'cpf',
  'cnpj',
  'company_name',
  'notes',
  'is_active',
  'created_at',
  'updated_at',
] as const

export type ClientRow = Pick<ClientsTable, (typeof COLUMNS)[number]>
/** What a client is found by; made from the rest of the row. */
export type ClientKeys = Pick<ClientsTable, 'search_text' | 'search_tax_ids' | 'match_key'>

export interface ClientFilter {
  clientType?: ClientType | undefined
  isActive?: boolean | undefined
  /** Folded; empty means everything. */
  search?: string | undefined
  /** The same without punctuation, where it could be part of a tax id. */
  searchTaxId?: string | undefined
}

const ofOwner = ({ teamId, mode }: Owner) =>
  build.selectFrom('clients').where('team_id', '=', teamId).where('mode', '=', mode)

export async function findClient(db: Queryable, owner: Owner, id: string): Promise<ClientRow | undefined> {
  return firstRow(db, ofOwner(owner).select(COLUMNS).where('id', '=', id))
}

/** Several at once, by id. */
export async function findClients(
  db: Queryable,
  owner: Owner,
  ids: string[],
): Promise<Map<string, ClientRow>> {
  if (ids.length === 0) return new Map()
  const found = await rows(db, ofOwner(owner).select(COLUMNS).where('id', 'in', ids))
  return new Map(found.map((client) => [client.id, client]))
}

/** Locked against changes and deletion, but not against rows that refer to it. */
export async function lockClient(tx: Tx, id: string): Promise<ClientRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).select(COLUMNS).where('id', '=', id).forNoKeyUpdate())
}

/** Newest first. */
export async function listClients(
  db: Queryable,
  owner: Owner,
  filter: ClientFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ClientRow[]> {
  return rows(db, filtered(owner, filter).select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset))
}

export async function countClients(db: Queryable, owner: Owner, filter: ClientFilter): Promise<number> {
  const query = filtered(owner, filter).select((all) => all.fn.countAll<bigint>().as('total'))
  return Number((await firstRow(db, query))!.total)
}

function filtered(owner: Owner, { clientType, isActive, search = '', searchTaxId = '' }: ClientFilter) {
  let query = ofOwner(owner)
  if (clientType !== undefined) query = query.where('client_type', '=', clientType)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  if (search === '') return query
  return query.where(({ or, eb }) =>
    or([
      eb('search_text', 'like', containing(search)),
      ...(searchTaxId === '' ? [] : [eb('search_tax_ids', 'like', containing(searchTaxId))]),
    ]),
  )
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

export async function insertClient(tx: Tx, client: ClientRow & ClientKeys): Promise<void> {
  await rows(
    tx,
    build.insertInto('clients').values({ ...client, team_id: tx.owner.teamId, mode: tx.owner.mode }),
  )
}

export async function changeClient(
  tx: Tx,
  id: string,
  change: Partial<Omit<ClientRow, 'id' | 'created_at'> & ClientKeys>,
): Promise<void> {
  await rows(tx, build.updateTable('clients').set(change).where('id', '=', id))
}

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * False when something refers to the client, which then stays as it is. The database's foreign keys decide, so that
 * whatever comes to refer to clients later counts by itself, and nothing can slip in between look and deletion.
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

const lockMatch = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))')

/** Whoever looks for the same client waits here until this transaction has ended. */
export async function waitForMatch(tx: Tx, matchKey: string): Promise<void> {
  await lockMatch(tx, `client ${tx.owner.teamId} ${tx.owner.mode} ${matchKey}`)
}

/** The client with this name and e-mail; of several the oldest active one. */
export async function findMatch(tx: Tx, matchKey: string): Promise<ClientRow | undefined> {
  const matching = ofOwner(tx.owner).select(COLUMNS).where('match_key', '=', matchKey)
  return firstRow(tx, matching.orderBy(sql`is_active desc, id`).limit(1))
}
