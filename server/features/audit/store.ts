// The SQL that reads the audit log: entries of its chain, and lines of the ledger, which are their own record.
import { type RawBuilder, sql } from 'kysely'
import type { ActorType, AuditTopic } from '../../../contract/audit.ts'
import { buildFor, onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Counted } from '../../kernel/db/lists.ts'
import { fromNearerEnd } from '../../kernel/db/lists.ts'
import { storedHash } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import {
  type Key,
  type Listing,
  listingOf,
  NO_ITEMS,
  type Page,
  type Position,
} from '../../kernel/values/pages.ts'

const build = buildFor<object>()

export interface EntryRow {
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

export interface EntryFilter {
  topic?: AuditTopic | undefined
  action?: string | undefined
  actor_type?: ActorType | undefined
  actor_id?: string | undefined
  object_id?: string | undefined
  /** The object of the first of its changes. */
  object?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** The audit log of an owner: a chain of entries, and the wallet whose lines belong to it. */
export interface Log {
  id: number
  entries: bigint
  head: Buffer | null
  /** Null for the installation itself. */
  wallet_id: number | null
  lines: bigint | null
}

const LOGS = `
  select c.id, c.entries, c.head, w.id as wallet_id, w.lines
  from audit_chains c left join wallets w on w.team_id = c.team_id and w.mode = c.mode`
const selectLog = statement<Log>(`${LOGS} where c.team_id = $1 and c.mode = $2`)
const selectInstallationLog = statement<Log>(`${LOGS} where c.team_id is null`)

/** The log of a team and mode; without an owner, that of the installation. */
export async function findLog(db: Queryable, owner: Owner | null): Promise<Log | undefined> {
  const [log] =
    owner === null ? await selectInstallationLog(db) : await selectLog(db, owner.teamId, owner.mode)
  return log
}

const ENTRY_COLUMNS =
  sql.raw(`seq, created_at, topic::text, action, actor_type, actor_id, actor_name, address,
  request_id, object_id, changes, hash, false as is_line`)

/** A line as an entry, found by the booking or recharge that it is about. */
const LINE_COLUMNS = sql.raw(`seq, recorded_at, 'money', action, actor_type, actor_id, actor_name, address,
  request_id, reference_id, json_build_array(json_build_object('object', 'transaction', 'object_id', id,
    'before', null, 'after', json_build_object('type', type, 'amount', ${amountText('amount_cents')},
    'balance', ${amountText('balance_after_cents')}, 'reference_type', reference_type,
    'reference_id', reference_id)))::text, hash, true`)

function amountText(cents: string): string {
  return `to_char(${cents} / 100.0, 'FM99999999999999990.00')`
}

/** How many entries and lines match a filter, and where they are. */
export interface Fitting {
  readonly entries: Counted
  readonly lines: Counted
}

type LogRow = EntryRow & { is_line: boolean }

/** A page of both, newest first. */
export async function listEntries(
  db: Queryable,
  log: Log,
  { filter, page, fitting }: { readonly filter: EntryFilter; readonly page: Page; readonly fitting: Fitting },
): Promise<Listing<EntryRow>> {
  const entries = entriesThat(log, filter)
  const lines = linesThat(log, filter)
  const { position, limit } = page
  if (position !== undefined) {
    const found = await readBoth(db, {
      entries: sql`${entries} and ${entriesBeside(position)}`,
      lines: sql`${lines} and ${linesBeside(position)}`,
      direction: position.isBackward ? 'asc' : 'desc',
      limit: limit + 1,
      offset: 0,
    })
    return listingOf(found, page, position.total, keyOf)
  }
  const total = fitting.entries.count + fitting.lines.count
  const shown = fromNearerEnd(page, total)
  if (shown.limit <= 0) return { ...NO_ITEMS, total }
  const found = await readBoth(db, {
    entries: sql`${entries} and ${within(fitting.entries)}`,
    lines: sql`${lines} and ${within(fitting.lines)}`,
    direction: shown.isFromEnd ? 'asc' : 'desc',
    limit: shown.limit,
    offset: shown.offset,
  })
  return listingOf(shown.isFromEnd ? found.reverse() : found, page, total, keyOf)
}

interface Both {
  readonly entries: RawBuilder<unknown>
  readonly lines: RawBuilder<unknown>
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** By time, because of two transactions the one that began later may get the lower number. */
async function readBoth(db: Queryable, both: Both): Promise<LogRow[]> {
  const direction = sql.raw(both.direction)
  const most = both.offset + both.limit
  const query = sql<LogRow>`
    (select ${ENTRY_COLUMNS} from audit_entries where ${both.entries}
     order by created_at ${direction}, seq ${direction} limit ${most})
    union all
    (select ${LINE_COLUMNS} from wallet_lines where ${both.lines}
     order by recorded_at ${direction}, seq ${direction} limit ${most})
    order by created_at ${direction}, is_line ${direction}, seq ${direction}
    limit ${both.limit} offset ${both.offset}`
  return all(db, query)
}

function keyOf({ created_at, is_line, seq }: LogRow): Key {
  return [isoTimestamp(created_at), is_line, Number(seq)]
}

/** Newest first, lines come before entries of the same time. */
function entriesBeside({ key: [at, isLine, seq], isBackward }: Position): RawBuilder<unknown> {
  if (isLine) return isBackward ? sql`created_at > ${at}` : sql`created_at <= ${at}`
  return sql`(created_at, seq) ${sql.raw(isBackward ? '>' : '<')} (${at}, ${seq})`
}

function linesBeside({ key: [at, isLine, seq], isBackward }: Position): RawBuilder<unknown> {
  if (!isLine) return isBackward ? sql`recorded_at >= ${at}` : sql`recorded_at < ${at}`
  return sql`(recorded_at, seq) ${sql.raw(isBackward ? '>' : '<')} (${at}, ${seq})`
}

/** Entries after a number, up to and including another. */
export function countEntries(
  db: Queryable,
  log: Log,
  { filter, after, upTo }: { readonly filter: EntryFilter; readonly after: number; readonly upTo: number },
): Promise<Counted> {
  return counted(
    db,
    sql`audit_entries where ${entriesThat(log, filter)} and seq > ${after} and seq <= ${upTo}`,
  )
}

export function countLines(
  db: Queryable,
  log: Log,
  { filter, after, upTo }: { readonly filter: EntryFilter; readonly after: number; readonly upTo: number },
): Promise<Counted> {
  return counted(db, sql`wallet_lines where ${linesThat(log, filter)} and seq > ${after} and seq <= ${upTo}`)
}

async function counted(db: Queryable, from: RawBuilder<unknown>): Promise<Counted> {
  const ends = sql<Counted>`select count(*)::int as count, min(seq)::float8 as first, max(seq)::float8 as last
    from ${from}`
  return onlyRow(await all(db, ends))
}

async function all<Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(build)
  return (await db.query({ text, values: [...parameters] })).rows as Row[]
}

type Condition = RawBuilder<unknown> | false | undefined

function entriesThat({ id }: Log, filter: EntryFilter): RawBuilder<unknown> {
  const { topic, object, object_id, from, until } = filter
  return and([
    sql`chain_id = ${id}`,
    ...doneBy(filter),
    topic !== undefined && sql`topic = ${topic}`,
    object_id !== undefined && sql`object_id = ${object_id}`,
    object !== undefined && sql`changes::jsonb #>> '{0,object}' = ${object}`,
    from !== undefined && sql`created_at >= ${from}`,
    until !== undefined && sql`created_at < ${until}`,
  ])
}

function linesThat({ wallet_id }: Log, filter: EntryFilter): RawBuilder<unknown> {
  const { topic, object, object_id, from, until } = filter
  return and([
    sql`wallet_id = ${wallet_id}`,
    ...doneBy(filter),
    (topic ?? 'money') !== 'money' && sql`false`,
    (object ?? 'transaction') !== 'transaction' && sql`false`,
    object_id !== undefined && sql`reference_id = ${object_id}`,
    from !== undefined && sql`recorded_at >= ${from}`,
    until !== undefined && sql`recorded_at < ${until}`,
  ])
}

function doneBy({ action, actor_type, actor_id }: EntryFilter): Condition[] {
  return [
    action !== undefined && sql`action = ${action}`,
    actor_type !== undefined && sql`actor_type = ${actor_type}`,
    actor_id !== undefined && sql`actor_id = ${actor_id}`,
  ]
}

function within({ count, first, last }: Counted): RawBuilder<unknown> {
  return count === 0 ? sql`false` : sql`seq between ${first ?? 1} and ${last ?? Number.MAX_SAFE_INTEGER}`
}

function and(conditions: Condition[]): RawBuilder<unknown> {
  return sql.join(
    conditions.filter((one) => one instanceof Object),
    sql` and `,
  )
}

export interface AuditFault {
  chain: string
  fault: string
}

const CHAIN_NAME = `coalesce(c.team_id || ' ' || c.mode, 'installation')`

/** Checks that every entry follows from the previous one, and that each chain ends as recorded. */
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
