// Versions of objects: the ETag of a response, and If-Match, which refuses a change if the object has changed
// since it was read.
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { isConditional, type Operation, permissionOf } from '../../../contract/operation.ts'
import type { OPERATIONS } from '../../../contract/operations.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { Context, Run, VersionedRead } from '../../features/bindings.ts'
import { lockClient, uuidFromClientId } from '../../features/clients/store.ts'
import { lockCreditNote } from '../../features/credit-notes/store.ts'
import { lockPricing } from '../../features/flights/pricing/pricing.ts'
import { lockInvoice } from '../../features/invoices/store.ts'
import { lockQuote } from '../../features/quotes/store.ts'
import { lockRecurring } from '../../features/recurring-invoices/store.ts'
import { lockTeam } from '../../features/teams/store.ts'
import { lockTrip } from '../../features/trips/store.ts'
import { lockWebhook } from '../../features/webhooks/store.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'

type Lock = (tx: Tx, id: string) => Promise<unknown>

const byUuid =
  (lock: Lock, uuidOf = (id: string) => (isUuid(id) ? id : null)): Lock =>
  async (tx, id) => {
    const uuid = uuidOf(id)
    return uuid === null ? undefined : lock(tx, uuid)
  }

/** Locks the compared row until the change is committed. */
const LOCKS: Readonly<Record<VersionedRead<typeof OPERATIONS>, Lock>> = {
  'clients.read': byUuid(lockClient, uuidFromClientId),
  'companions.read': byUuid(lockClient, uuidFromClientId),
  'creditNotes.read': lockCreditNote,
  'invoices.read': byUuid(lockInvoice),
  'pricing.read': lockPricing,
  'quotes.read': byUuid(lockQuote),
  'recurringInvoices.read': byUuid(lockRecurring),
  'team.profile': (tx) => lockTeam(tx, tx.owner.teamId),
  'tripItems.read': lockTrip,
  'trips.read': lockTrip,
  'webhooks.read': (tx, id) => lockWebhook(tx, tx.owner, id),
}

interface Fields {
  readonly properties?: Readonly<Record<string, { readonly 'x-expanded'?: true }>>
  readonly allOf?: readonly Fields[]
}

/** Without expansions, which are no part of the object. */
function namesIn({ properties = {}, allOf = [] }: Fields): string[] {
  const own = Object.keys(properties).filter((name) => properties[name]?.['x-expanded'] !== true)
  return [...own, ...allOf.flatMap(namesIn)]
}

/** Computes the ETag of responses; undefined if the response lacks part of the versioned object. */
export function etagMaker({ version, response }: Operation): ((body: object) => string) | undefined {
  if (version === undefined || !('of' in response)) return undefined
  const names = namesIn(version)
  const returned = new Set(namesIn(response.of))
  if (!names.every((name) => returned.has(name))) return undefined
  return (body) => etagOf(names, 'data' in body ? body.data : body)
}

function etagOf(names: readonly string[], data: unknown): string {
  const fields = Object(data)
  return `"${hash('sha256', stable(names.map((name) => fields[name])), 'base64url')}"`
}

/** Columns of JSON may return their fields in another order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export type Precondition = (tx: Tx) => Promise<void>
/** The precondition of one request; undefined without If-Match. */
export type Preconditions = (context: Context, ifMatch: string | undefined) => Precondition | undefined

const UNCONDITIONAL: Preconditions = () => undefined

/** Compares If-Match inside the transaction of the change, with the row locked. */
export function preconditionsOf(
  operation: Operation,
  reads: Readonly<Record<string, Operation>>,
  runs: Readonly<Record<string, Run>>,
): Preconditions {
  if (!isConditional(operation)) return UNCONDITIONAL
  const [id, read] =
    Object.entries(reads).find(([, { method, path }]) => method === 'GET' && path === operation.path) ?? []
  const [lock, run] = [lockOf(id), runs[id ?? '']]
  if (read === undefined || lock === undefined || run === undefined)
    throw new Error(`${operation.method} ${operation.path} has a version, and its GET has none`)
  const names = namesIn(read.version ?? {})
  const permission = permissionOf(read)
  return (context, ifMatch) => {
    if (ifMatch === undefined) return undefined
    const wanted = readTags(ifMatch)
    return async (tx) => {
      await lock(tx, idIn(context.params))
      // A missing object is refused as it is without the header.
      const current = Object(await run({ ...context, db: tx }))
      const etag = etagOf(names, current)
      if (wanted === '*' || wanted.includes(etag)) return
      const mayRead = permission === null || context.caller?.permissions.has(permission)
      fail('precondition_failed', { etag, ...(mayRead && { current }) })
    }
  }
}

function lockOf(id = ''): Lock | undefined {
  const locks: Readonly<Record<string, Lock>> = LOCKS
  return locks[id]
}

function idIn(params: unknown): string {
  const { id = '' } = Object(params)
  return String(id)
}

/** Room for ten of our tags. */
const IF_MATCH_CHARACTERS_MAX = 500
/** An entity tag of RFC 9110, weak or not. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Weak tags match nothing: If-Match compares strongly. */
export function readTags(ifMatch: string): '*' | readonly string[] {
  if (ifMatch.length > IF_MATCH_CHARACTERS_MAX)
    failField(
      'If-Match',
      issueWith('must have at most {count} characters', { count: IF_MATCH_CHARACTERS_MAX }),
    )
  if (ifMatch.trim() === '*') return '*'
  const tags = ifMatch.match(TAG) ?? []
  const gaps = ifMatch.split(TAG)
  const isList =
    tags.length > 0 &&
    gaps.every((gap) => /^[\s,]*$/.test(gap)) &&
    gaps.slice(1, -1).every((gap) => gap.includes(','))
  return isList ? tags : failField('If-Match', 'must be * or the ETag of an answer, with its quotes')
}

export function setEtag(reply: FastifyReply, etag: string | undefined): void {
  if (etag !== undefined) reply.header('etag', etag)
}
