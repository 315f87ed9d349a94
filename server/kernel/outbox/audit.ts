// The audit log: a transaction collects its changes of money, access, settings and records, and its flush writes them
// as one entry. Change and entry commit together.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ActorType, AuditTopic } from '../../../contract/audit.ts'
import type { AuditField, AuditObject } from '../../../contract/audit-fields.ts'
import { type Queryable, statement } from '../db/db.ts'
import { chainField, chainHash, chainText, chainTime, escapeChainText } from '../db/hash-chain.ts'

/** Who acts, from where, and by which operation. */
export interface Actor {
  readonly type: ActorType
  /** The id of the key, or the account at the command line; null for the service itself. */
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly requestId: string | null
  /** An operation of the API, a command, or a job type. */
  readonly action: string
  /** The topic of an operation that leaves an entry even if its function recorded no change. */
  readonly always?: AuditTopic | undefined
  /** The object of such an entry, if the path names one. */
  readonly objectId?: string | undefined
}

/** The service itself, in a job or at its start. */
export function systemActor(action: string): Actor {
  return { type: 'system', id: null, name: null, address: null, requestId: null, action }
}

/** The actor as it is stored with an event. For the service, its action stands for a name. */
export function actorText({ type, id, name, action }: Actor): string {
  return JSON.stringify({ type, id, name: type === 'system' ? action : name })
}

/** The panel names each of these fields, so a new one is added to `contract/audit-fields.ts` first. */
export type AuditValues = Readonly<Partial<Record<AuditField | `${AuditField}_fingerprint`, unknown>>>

type Values = Readonly<Record<string, unknown>>

/** A row whose columns all have a name in the audit log. */
type Named<Row> = { readonly [Field in keyof Row]: Field extends AuditField ? unknown : never }

/** One changed object, without secrets or personal data: entries are never deleted. */
export interface Change {
  readonly topic: AuditTopic
  readonly object: AuditObject
  readonly objectId: string
  /** The id to find the entry by, if it is another object's: the booking that a debit pays. */
  readonly about?: string
  readonly before: AuditValues | null
  readonly after: AuditValues | null
}

/** Adds a change to the entry of this transaction, with only the fields that differ. */
export function record(tx: { outbox: { changes: Change[] } }, change: Change): void {
  const { before, after }: { before: Values | null; after: Values | null } = change
  if (before === null || after === null) {
    tx.outbox.changes.push(change)
    return
  }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(asStored(before[name]), asStored(after[name])),
  )
  if (names.length === 0) return
  tx.outbox.changes.push({ ...change, before: only(before, names), after: only(after, names) })
}

/** As the database returns the value: dates as text, and no meaning in the order of keys. */
function asStored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Adds a request that deserves an entry even without an effect: both sides are kept in full. */
export function recordRequest(tx: { outbox: { changes: Change[] } }, change: Change): void {
  tx.outbox.changes.push(change)
}

/** Adds a change of an agency's record: only the names of fields, as the values may be personal data. */
export function recordFields<Row extends Named<Row>>(
  tx: { outbox: { changes: Change[] } },
  what: Pick<Change, 'object' | 'objectId' | 'about'>,
  before: Row,
  after: Row,
): void {
  const old = new Map<string, unknown>(Object.entries(before))
  const differing = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(old.get(name), value))
  const changed_fields = differing.map(([name]) => name).filter((name) => name !== 'updated_at')
  if (changed_fields.length === 0) return
  tx.outbox.changes.push({ topic: 'records', ...what, before: {}, after: { changed_fields } })
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

const FINGERPRINT_DIGITS = 16

/** Shows that two values differ without showing either. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, FINGERPRINT_DIGITS)
}

// The version of the text that an entry's hash covers. A version that was used never changes.
const VERSION = 1

/** The fields of an entry, in the order of its text. */
const ENTRY_FIELDS = [
  'topic',
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'address',
  'request_id',
  'object_id',
  'changes',
] as const

function storedText(entry: string): string {
  const fields = ENTRY_FIELDS.map((name) => chainField(`${entry}.${name}`))
  return chainText([`'${VERSION}'`, `${entry}.seq::text`, chainTime(`${entry}.created_at`), ...fields])
}

/** Entries of one chain prove nothing about another. */
function genesis(chain: string): string {
  const parts = ['team_id', 'mode'].map((name) => `coalesce(${chain}.${name}, '')`)
  return chainText([`'embarque-audit'`, `'${VERSION}'`, ...parts])
}

/** The hash that a stored entry must have; `before` is the hash of the one before it. */
export function storedHash(entry: string, chain: string, before: string): string {
  return chainHash(before, genesis(chain), storedText(entry))
}

/** The hash of a new entry: only its number comes from the chain's row. */
const NEW_HASH = chainHash(
  'c.head',
  genesis('c'),
  `'${VERSION}' || E'\\t' || (c.entries + 1)::text || :entryText::text`,
)

/** The names of the fields' parameters. */
const PARAMETERS = {
  topic: 'topic',
  action: 'action',
  actor_type: 'actorType',
  actor_id: 'actorId',
  actor_name: 'actorName',
  address: 'address',
  request_id: 'requestId',
  object_id: 'objectId',
  changes: 'entryChanges',
} as const

/** The parts of a statement that advance the chain and insert the entry. Without a chain the insert fails. */
export function appendEntry(whose: string): string {
  const values = ENTRY_FIELDS.map((name) => `:${PARAMETERS[name]}::text`)
  return `
  chain as (
    update audit_chains c set entries = c.entries + 1, head = ${NEW_HASH}
    where ${whose}
    returning id, entries, head
  ), audited as (
    insert into audit_entries (chain_id, seq, version, created_at, ${ENTRY_FIELDS.join(', ')}, hash)
    select id, entries, ${VERSION}, :auditedAt, ${values.join(', ')}, head
    from (select) entry left join chain on true
  )`
}

type Fields = Readonly<Record<(typeof PARAMETERS)[keyof typeof PARAMETERS], string | null>>

export type EntryValues = Fields & { readonly auditedAt: Date; readonly entryText: string }

export function entryValues(by: Actor, changes: readonly Change[], at: Date): EntryValues {
  const [first] = changes
  const objects = changes.map(({ object, objectId, before, after }) => ({
    object,
    object_id: objectId,
    before,
    after,
  }))
  const fields: Fields = {
    topic: first?.topic ?? by.always ?? null,
    action: by.action,
    actorType: by.type,
    actorId: by.id,
    actorName: by.name,
    address: by.address,
    requestId: by.requestId,
    objectId: first?.about ?? first?.objectId ?? by.objectId ?? null,
    entryChanges: JSON.stringify(objects),
  }
  const texts = ENTRY_FIELDS.map((name) => escapeChainText(fields[PARAMETERS[name]] ?? ''))
  return { ...fields, auditedAt: at, entryText: ['', at.toISOString(), ...texts].join('\t') }
}

const insertChain = statement(`
  insert into audit_chains (team_id, mode) values ($1, 'live'), ($1, 'test')`)

/** A new team begins with empty chains. */
export async function beginChains(db: Queryable, teamId: string): Promise<void> {
  await insertChain(db, teamId)
}
