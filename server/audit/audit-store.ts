// The only SQL that reads the audit log.
import { sql } from 'kysely'
import type { ActorType, AuditTopic } from '../../contract/audit.ts'
import type { Mode } from '../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../base/database/db.ts'
import type { Counted } from '../base/database/growing-count.ts'
import { fromNearerEnd, given } from '../base/database/lists.ts'
import type { Page } from '../base/values/pages.ts'
import { ENTRY_FIELDS, storedHash } from '../outbox/audit-entry.ts'
import type { Owner } from '../outbox/owner.ts'

interface EntriesTable {
  chain_id: number
  seq: bigint
  created_at: Date
  topic: AuditTopic
  action: string
  actor_type: ActorType
  actor_id: string | null
  actor_name: string | null
  address: string | null
  request_id: string | null
  object_id: string | null
  changes: string
  hash: Buffer
}

interface ChainsTable {
  id: number
  team_id: string | null
  mode: Mode | null
  entries: bigint
  head: Buffer | null
}

const build = buildFor<{ audit_entries: EntriesTable; audit_chains: ChainsTable }>()

const COLUMNS = ['seq', 'created_at', ...ENTRY_FIELDS, 'hash'] as const

export type EntryRow = Pick<EntriesTable, (typeof COLUMNS)[number]>

export interface EntryFilter {
  topic?: AuditTopic | undefined
  action?: string | undefined
  actor_type?: ActorType | undefined
  actor_id?: string | undefined
  object_id?: string | undefined
  /** What kind of thing the first of its changes is about. */
  object?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** The chain of a team and mode; of the installation itself without an owner. */
export async function findChain(db: Queryable, owner: Owner | null): Promise<ChainsTable | undefined> {
  const chains = build.selectFrom('audit_chains').select(['id', 'team_id', 'mode', 'entries', 'head'])
  if (owner === null) return firstRow(db, chains.where('team_id', 'is', null))
  return firstRow(db, chains.where('team_id', '=', owner.teamId).where('mode', '=', owner.mode))
}

/** Newest first; `all` is what fits the filter: a page is looked for where there is any. */
export async function listEntries(
  db: Queryable,
  chainId: number,
  filter: EntryFilter,
  page: Omit<Page, 'page'>,
  all: Counted,
): Promise<EntryRow[]> {
  const shown = fromNearerEnd(page, all.count)
  if (shown.limit <= 0) return []
  let query = filtered(chainId, filter).select(COLUMNS)
  if (all.first !== null) query = query.where('seq', '>=', BigInt(all.first))
  if (all.last !== null) query = query.where('seq', '<=', BigInt(all.last))
  const ordered = query.orderBy('seq', shown.isFromEnd ? 'asc' : 'desc')
  const found = await rows(db, ordered.limit(shown.limit).offset(shown.offset))
  return shown.isFromEnd ? found.reverse() : found
}

/** Of the entries after a number, up to and with another. */
export async function countEntries(
  db: Queryable,
  chainId: number,
  filter: EntryFilter,
  after: number,
  upTo: number,
): Promise<Counted> {
  const some = filtered(chainId, filter).where('seq', '>', BigInt(after)).where('seq', '<=', BigInt(upTo))
  const ends = some.select(({ fn }) => [
    fn.countAll<bigint>().as('count'),
    fn.min('seq').as('first'),
    fn.max('seq').as('last'),
  ])
  const { count, first, last } = onlyRow(await rows(db, ends))
  return { count: Number(count), first: numberOrNull(first), last: numberOrNull(last) }
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}

function filtered(chainId: number, { from, until, object, ...columns }: EntryFilter) {
  let query = build.selectFrom('audit_entries').where('chain_id', '=', chainId)
  for (const [name, value] of Object.entries(given(columns)))
    query = query.where(name as keyof typeof columns, '=', value)
  // As it is written: `entryValues` puts the kind of thing first.
  if (object !== undefined)
    query = query.where(sql<boolean>`starts_with(changes, ${`[{"object":${JSON.stringify(object)},`})`)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return query
}

export interface AuditFault {
  chain: string
  fault: string
}

const CHAIN_NAME = `coalesce(c.team_id || ' ' || c.mode, 'installation')`

/** Every entry follows from the one before it, and the last one of each chain is what the chain says. */
const prove = statement<AuditFault>(`
  with walk as (
    select ${CHAIN_NAME} as chain, e.seq, coalesce(lag(e.seq) over chain, 0) as seq_before, e.hash,
      ${storedHash('e', 'c', 'lag(e.hash) over chain')} as hash_wanted
    from audit_entries e join audit_chains c on c.id = e.chain_id
    where $1::int is null or c.id = $1
    window chain as (partition by e.chain_id order by e.seq)
  )
  select chain, 'entry ' || seq || ' does not follow from the one before it' as fault from walk
  where seq <> seq_before + 1 or hash <> hash_wanted
  union all
  select ${CHAIN_NAME}, 'the chain has ' || c.entries || ' entries, and its last one is not there or another'
  from audit_chains c left join lateral (
    select seq, hash from audit_entries where chain_id = c.id order by seq desc limit 1) e on true
  where ($1::int is null or c.id = $1) and (c.head is distinct from e.hash or coalesce(e.seq, 0) <> c.entries)
  limit 20`)

/** The faults of one chain, or of all. */
export async function proveAudit(db: Queryable, chainId: number | null): Promise<AuditFault[]> {
  return prove(db, chainId)
}
