// What a transaction changed of money, access, settings or records, and by whom: collected while it works, and written
// by its flush as one entry of the audit log, so that there is no change without its entry and no entry without its
// change.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ActorType, AuditTopic } from '../../../contract/audit.ts'
import { type Queryable, statement } from '../db/db.ts'
import { chainField, chainHash, chainText, chainTime, escapeChainText } from '../db/hash-chain.ts'

/** Who does something, from where, and what they asked for. */
export interface Actor {
  readonly type: ActorType
  /** Of the key, or the account at the command line; null for the service itself. */
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly requestId: string | null
  /** An operation of the API, a command, or a kind of due work. */
  readonly action: string
  /** An operation about access or settings leaves an entry even where its function recorded nothing. */
  readonly always?: AuditTopic | undefined
  /** What such an entry is about, where the address says so. */
  readonly objectId?: string | undefined
}

/** The service itself, at a piece of due work or at its start. */
export function systemActor(action: string): Actor {
  return { type: 'system', id: null, name: null, address: null, requestId: null, action }
}

/** Who caused an event, as it is stored with it. The service itself has no name: what it was doing stands for one. */
export function actorText({ type, id, name, action }: Actor): string {
  return JSON.stringify({ type, id, name: type === 'system' ? action : name })
}

type Values = Readonly<Record<string, unknown>>

/** One thing that changed. Neither secrets nor personal data: they would stay forever. */
export interface Change {
  readonly topic: AuditTopic
  readonly object: string
  readonly objectId: string
  /** What the entry is found by, where that is another thing: the booking that a debit pays. */
  readonly about?: string
  readonly before: Values | null
  readonly after: Values | null
}

/** Notes a change for the entry of this transaction. Of what was and is there, only the differences are kept. */
export function record(tx: { outbox: { changes: Change[] } }, change: Change): void {
  const { before, after } = change
  if (before === null || after === null) {
    tx.outbox.changes.push(change)
    return
  }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return
  tx.outbox.changes.push({ ...change, before: only(before, names), after: only(after, names) })
}

/** The same for a wish that is worth its entry even where it changes nothing: both sides are kept as they are. */
export function recordWish(tx: { outbox: { changes: Change[] } }, change: Change): void {
  tx.outbox.changes.push(change)
}

/** What an agency keeps: of what it says nothing is told, as it may be about people, but which fields changed. */
export function recordFields<Row extends object>(
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

/** Tells two values apart without showing either. */
export function fingerprint(text: string): string {
  return hash('sha256', text, 'hex').slice(0, FINGERPRINT_DIGITS)
}

// The audit log as SQL: the text of an entry that its hash is made of, and the statement that appends one. A form of
// the text that was used once never changes; another gets the next version.

const VERSION = 1

/** What an entry says, in the order of its text. */
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

/** Of a stored entry. */
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

/** The same text where an entry is written: only its number comes from the chain's row. */
const NEW_HASH = chainHash(
  'c.head',
  genesis('c'),
  `'${VERSION}' || E'\\t' || (c.entries + 1)::text || :entryText::text`,
)

/** The names of its values in the statement. */
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

/**
 * Two parts of a statement: the chain's row is locked and moved on, and the entry is made from it. Without a chain it
 * would have no number, which is refused: so nobody has to look whether it was written.
 */
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
