// Idempotency keys: a request sent twice is executed once, and gets the same response twice. The transaction of the
// change claims the key, so a crash never leaves a change without its key.

import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { encryptionContext, type SecretBox } from '../crypto/secret-box.ts'
import { type Queryable, statement } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import { type Fail, fail } from '../values/fail.ts'
import type { Owner } from '../values/owner.ts'
import type { Tx } from './transaction.ts'

/** The response to a request, as it is sent and remembered. */
export interface RenderedResponse {
  readonly status: number
  readonly body: string
}

/** A request's key, which its first transaction claims. */
export interface Claim {
  readonly key: string
  readonly requestHash: Buffer
  /** Called once that transaction has committed. */
  readonly taken: () => void
}

/** A request that a transaction's result responds to. */
export interface Reply {
  /** The key under which the response is remembered; null if the request has none. */
  readonly key: string | null
  /** The language of its errors. */
  readonly language: ReaderLanguage
  readonly render: (result: unknown) => RenderedResponse
  readonly renderFailure: (failure: Fail) => RenderedResponse
  /** Called after the commit; without a response if another process had responded before. */
  readonly given?: (result: unknown, response: RenderedResponse | undefined) => void
}

/** Another request holds the key; thrown only to leave the transaction. */
export class ClaimTaken extends Error {}

/** What remembering a response takes: encryption, and the real time by which keys expire. */
export interface IdempotencyHost {
  readonly secretBox: SecretBox
  readonly wall: Clock
}

const insertKey = statement<{ key: string }>(`
  insert into idempotency_keys (team_id, mode, key, request_hash, created_at)
  select $1, $2, $3, $4, $5 where pg_try_advisory_xact_lock($6)
  on conflict (team_id, mode, key) do update
    set request_hash = excluded.request_hash, created_at = excluded.created_at,
        status = null, body = null
    where idempotency_keys.created_at <= $7
  returning key`)

/** False if the key is in use or was used. The lock is tried, not awaited: a concurrent copy gets its 409 at once. */
export async function claimKey(
  db: Queryable,
  { wall }: IdempotencyHost,
  owner: Owner,
  claim: Claim,
): Promise<boolean> {
  const now = wall.now()
  const { teamId, mode } = owner
  const taken = await insertKey(
    db,
    teamId,
    mode,
    claim.key,
    claim.requestHash,
    now,
    lockNumber(owner, claim),
    oldest(now),
  )
  return taken.length === 1
}

const readKey = statement<{ request_hash: Buffer; status: number | null; body: Buffer | null }>(`
  select request_hash, status, body from idempotency_keys
  where team_id = $1 and mode = $2 and key = $3 and created_at > $4`)

/** The remembered response, if any; fails if the key belongs to another request. */
export async function findResponse(
  db: Queryable,
  host: IdempotencyHost,
  owner: Owner,
  claim: Claim,
): Promise<RenderedResponse | undefined> {
  const [row] = await readKey(db, owner.teamId, owner.mode, claim.key, oldest(host.wall.now()))
  if (row !== undefined && !row.request_hash.equals(claim.requestHash)) fail('idempotency_key_reused')
  if (row === undefined || row.status === null || row.body === null) return undefined
  return { status: row.status, body: host.secretBox.decrypt(row.body, responseContext(owner, claim.key)) }
}

/** The remembered response; fails while the request still runs. */
export async function storedResponse(
  db: Queryable,
  host: IdempotencyHost,
  owner: Owner,
  claim: Claim,
): Promise<RenderedResponse> {
  return (await findResponse(db, host, owner, claim)) ?? fail('request_in_progress', { retryAfterSeconds: 1 })
}

/** Whether this same request began in an earlier transaction and has no response yet. */
export async function isInProgress(db: Queryable, owner: Owner, claim: Claim): Promise<boolean> {
  const [row] = await readKey(db, owner.teamId, owner.mode, claim.key, new Date(0))
  return row !== undefined && row.body === null && row.request_hash.equals(claim.requestHash)
}

const deleteUnfinished = statement(`
  delete from idempotency_keys where team_id = $1 and mode = $2 and key = $3 and body is null`)

/** Releases the key of a request that failed in a later transaction, so that it may be sent again. */
export async function releaseClaim(db: Queryable, { teamId, mode }: Owner, key: string): Promise<void> {
  await deleteUnfinished(db, teamId, mode, key)
}

const insertResponse = statement(`
  insert into idempotency_keys (team_id, mode, key, request_hash, created_at, status, body)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (team_id, mode, key) do update
    set request_hash = excluded.request_hash, created_at = excluded.created_at,
        status = excluded.status, body = excluded.body
    where idempotency_keys.created_at <= $8
      or ($9 and idempotency_keys.body is null and idempotency_keys.request_hash = excluded.request_hash)`)

interface Refused {
  readonly owner: Owner
  readonly claim: Claim
  readonly refusal: RenderedResponse
  /** A copy that never got the key must not respond for the request that has it. */
  readonly isClaimed: boolean
}

/** Remembers a refusal, whose transaction was rolled back, and returns the key's response. */
export async function rememberRefusal(
  db: Queryable,
  host: IdempotencyHost,
  { owner, claim, refusal, isClaimed }: Refused,
): Promise<RenderedResponse> {
  const now = host.wall.now()
  const encrypted = host.secretBox.encrypt(refusal.body, responseContext(owner, claim.key))
  const { teamId, mode } = owner
  const response = [now, refusal.status, encrypted, oldest(now), isClaimed]
  await insertResponse(db, teamId, mode, claim.key, claim.requestHash, ...response)
  return storedResponse(db, host, owner, claim)
}

const deleteOld = statement(`delete from idempotency_keys where ctid = any(array(
  select ctid from idempotency_keys where created_at <= $1 order by created_at limit 5000)) returning 1`)

/** Deletes a batch of expired keys; true if more may be left. */
export async function forgetOldKeys(db: Queryable, now: Date): Promise<boolean> {
  return (await deleteOld(db, oldest(now))).length === 5000
}

export function responseContext({ teamId, mode }: Owner, key: string): string {
  return encryptionContext('idempotency_keys', 'body', `${teamId}:${mode}:${key}`)
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
}

function lockNumber({ teamId, mode }: Owner, { key }: Claim): bigint {
  return createHash('sha256').update(`${teamId}\n${mode}\n${key}`).digest().readBigInt64BE(0)
}

/** Each response may have some hundred kilobytes. */
const RESPONSES_MAX = 10

const selectAfter = statement<{ key: string; body: Buffer }>(`
  select key, body from idempotency_keys where team_id = $1 and mode = $2 and key > $3 and body is not null
  order by key limit $4`)

const updateBody = statement(
  'update idempotency_keys set body = $4 where team_id = $1 and mode = $2 and key = $3',
)

/**
 * Changes the next few of the team's remembered responses, in the order of their keys. Returns how many changed, and
 * the last key read: null after the end. Responses are encrypted, so each is opened to search it.
 */
export async function changeResponses(
  tx: Tx,
  after: string,
  change: (body: string) => string,
): Promise<{ changed: number; last: string | null }> {
  const { teamId, mode } = tx.owner
  let changed = 0
  const responses = await selectAfter(tx, teamId, mode, after, RESPONSES_MAX)
  for (const { key, body } of responses) {
    // Opening a response takes milliseconds, so other requests run in between.
    await others()
    const context = responseContext(tx.owner, key)
    const before = tx.secretBox.decrypt(body, context)
    const text = change(before)
    if (text === before) continue
    await updateBody(tx, teamId, mode, key, tx.secretBox.encrypt(text, context))
    changed++
  }
  return { changed, last: responses.at(-1)?.key ?? null }
}
