// The only transaction boundary: begin, claim the idempotency key, run the action, one flush statement, commit.
// Events, jobs and responses commit with the change; none is published from memory.
import { setTimeout as wait } from 'node:timers/promises'
import type { MadeIdKind } from '../../../contract/ids.ts'
import { CHANGE_VISIBLE_SECONDS_MAX } from '../../../contract/limits.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { committed } from '../db/committed.ts'
import { isRetryable, lockInTransaction, type Pool, type Queryable } from '../db/db.ts'
import type { Reader } from '../db/reader.ts'
import { forTeam } from '../db/team-cap.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Clock } from '../process/clock.ts'
import type { Tracing } from '../process/tracing.ts'
import { type Fail, fail } from '../values/fail.ts'
import { makeId, makeUuid } from '../values/ids.ts'
import type { Owner } from '../values/owner.ts'
import { type Actor, systemActor } from './audit.ts'
import { flush, type Outbox } from './flush.ts'
import { type Claim, ClaimTaken, claimKey, type IdempotencyHost, type Reply } from './idempotency.ts'

/** The owner, time and actor of an action, and what its transaction claims, completes and responds to. */
export interface Scope {
  readonly owner: Owner
  /** The owner's time: real for live mode, its test clock for test mode. */
  readonly clock: Clock
  /** The actor for the audit log; the service itself if missing. */
  readonly by?: Actor | undefined
  /** The idempotency key that the transaction claims first. */
  readonly claims?: Claim | undefined
  /** Fails if the object is not the version that the caller knows; runs before the change. */
  readonly precondition?: ((tx: Tx) => Promise<void>) | undefined
  /** The job that the transaction completes: both commit, or neither. */
  readonly finishes?: Job | undefined
  /** The request that the result responds to: the response commits with the change. */
  readonly reply?: Reply | undefined
}

export interface Tx extends Reader {
  readonly owner: Owner
  /** One time for all rows of the transaction. */
  readonly now: Date
  /** Real time, also in test mode: a test clock must not date what people do. */
  readonly recordedAt: Date
  /** The actor for the audit log. */
  readonly by: Actor
  readonly outbox: Outbox
  /** Ids grow with real time, as one process makes them for every team: a test clock must not push them ahead. */
  newId(kind: MadeIdKind): string
  /** A UUID for objects of invoicing. */
  newUuid(): string
}

export interface TransactionHost extends IdempotencyHost {
  readonly pool: Pool
  /** Missing if tracing is off. */
  readonly tracing?: Tracing
  /** Called after a commit that added jobs. */
  jobsAdded(): void
  /** Called after a commit that stored events, with their size. */
  eventsStored(owner: Owner, bytes: number): void
}

const ATTEMPTS_MAX = 6
const SPAN = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const

/** Runs again after a serialisation failure or a deadlock, from scratch; never after a connection lost at commit. */
export function transaction<T>(
  host: TransactionHost,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tracing } = host
  return tracing === undefined
    ? tried(host, scope, work)
    : tracing.inside('transaction', SPAN, () => tried(host, scope, work))
}

async function tried<T>(host: TransactionHost, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await forTeam(scope.owner.teamId, () => once(host, scope, work))
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS_MAX) throw error
      await wait(2 ** attempt)
    }
  }
}

async function once<T>(host: TransactionHost, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { owner, claims, precondition, finishes, reply } = scope
  const { result, response, flushed, bytes } = await committed(host.pool, async (session) => {
    const began = performance.now()
    const tx = makeTx(host, session, scope)
    if (claims !== undefined && !(await claimKey(tx, host, owner, claims))) throw new ClaimTaken()
    await precondition?.(tx)
    const result = await work(tx)
    if (finishes !== undefined) finish(tx, finishes)
    const response = reply && reply.key !== null ? { key: reply.key, ...reply.render(result) } : undefined
    refuseLate(performance.now() - began)
    const flushed = await flush({ ...tx, last: session.last }, host, {
      response,
      isResponding: reply !== undefined,
      trace: host.tracing?.here() ?? null,
    })
    return { result, response, flushed, bytes: bytesOf(tx.outbox) }
  })
  claims?.taken()
  if (bytes > 0) host.eventsStored(owner, bytes)
  reply?.given?.(result, flushed.isResponseStored ? response : undefined)
  if (flushed.jobsAdded) host.jobsAdded()
  return result
}

function makeTx({ wall, secretBox }: TransactionHost, client: Queryable, { owner, clock, by }: Scope): Tx {
  return {
    query: (query) => client.query(query),
    secretBox,
    owner,
    now: clock.now(),
    recordedAt: wall.now(),
    by: by ?? systemActor('service'),
    outbox: { events: [], jobs: [], done: [], counts: [], changes: [] },
    newId: (kind) => makeId(kind, wall.now()),
    newUuid: () => makeUuid(wall.now()),
  }
}

/** The last statement and its commit take the rest, at the longest. */
const WORK_MS_MAX = (CHANGE_VISIBLE_SECONDS_MAX * 1_000) / 2

/** Rows carry the time at which the transaction began: readers of changes count on when they become visible. */
export function refuseLate(tookMs: number): void {
  if (tookMs > WORK_MS_MAX) throw new Error(`a transaction took ${Math.round(tookMs)} ms and is rolled back`)
}

const TIME_BYTES = '2026-01-31T12:00:00.000Z'.length

function bytesOf({ events }: Outbox): number {
  const sizes = events.map(
    ({ payload, personal }) =>
      Buffer.byteLength(payload.beforeTime) +
      TIME_BYTES +
      Buffer.byteLength(payload.afterTime) +
      (personal?.length ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Completes a job like `scope.finishes`, for handlers that decide inside the transaction. */
export function finish(tx: Tx, { id, type, key, claim }: Job): void {
  tx.outbox.done.push({ id, type, key, claim })
}

/**
 * Scopes for an action of several transactions, with requests to a bank or carrier in between. The first claims the
 * request's key, so that no copy begins too; the last completes the job and responds.
 */
export function stepsOf({ claims, precondition, finishes, reply, ...scope }: Scope): {
  first: Scope
  last: Scope
} {
  return { first: { ...scope, claims, precondition }, last: { ...scope, finishes, reply } }
}

/** For a transaction beside the action: it claims no key, completes no job and sends no response. */
export function aside({ owner, clock, by }: Scope): Scope {
  return { owner, clock, by }
}

/**
 * For a last transaction that refuses the request: the response is the failure, whatever the result, so that state and
 * response commit together. Code that runs inside the request throws the failure afterwards.
 */
export function refusing({ reply, ...scope }: Scope, failure: Fail): Scope {
  if (reply === undefined) return scope
  const { key, language, renderFailure } = reply
  return { ...scope, reply: { key, language, renderFailure, render: () => renderFailure(failure) } }
}

/** Refuses to exceed a team's limit. Concurrent callers take turns, so that together they never create too many. */
export async function refuseBeyond(
  tx: Tx,
  { most, what, count }: { most: number; what: string; count: () => Promise<number> },
): Promise<void> {
  await lockInTransaction(tx, `${what} of ${tx.owner.teamId} ${tx.owner.mode}`)
  if ((await count()) < most) return
  fail(
    'resource_limit_exceeded',
    adviceWith('a team may have {most} {what} in each mode; remove one that is not needed first', {
      most,
      what,
    }),
  )
}
