// The audit log as SQL: the text of an entry that its hash is made of, and the statement that appends one. A form of
// the text that was used once never changes; another gets the next version.
import { type Queryable, statement } from '../db/db.ts'
import { chainField, chainHash, chainText, chainTime, escapeChainText } from '../db/hash-chain.ts'
import type { Actor, Change } from './audit.ts'

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
