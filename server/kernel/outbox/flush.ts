// A transaction's last statement: its events with their numbers and deliveries, the due work it causes, the work it
// finishes, its entry in the audit log and the remembered answer, in one round trip. The team's counter and chain are
// locked here, the last of all locks.
import { onlyRow, type Queryable } from '../db/db.ts'
import { clockOf, DELIVER, deliveryLanes } from '../jobs/queues.ts'
import { type Actor, actorText, type Change } from './audit.ts'
import { entryValues } from './audit-entry.ts'
import { type FlushPart, flushOf } from './flush-parts.ts'
import { type Answer, type AnswerHost, answerPlace } from './idempotency.ts'
import type { Owner } from './owner.ts'

/** What a transaction collects until then. */
export interface Outbox {
  events: {
    id: string
    type: string
    objectId: string | null
    payload: string
    /** What of it is personal, sealed. */
    personal: Buffer | null
  }[]
  work: { kind: string; key: string; lane: string; runAt: Date; payload: string }[]
  /** Pieces of due work that this transaction completes, fenced by their claims. */
  done: { id: bigint; kind: string; key: string; claim: bigint }[]
  /** Changes of how many rows a list has, by bucket. */
  counts: { list: string; bucket: string; change: number }[]
  /** What it changes of money, access, settings and records: one entry of the audit log. */
  changes: Change[]
}

interface Flushed {
  workAdded: boolean
  answered: boolean
}

/** Another process has claimed this piece, as ours was taken for dead: the transaction must roll back. */
export class WorkLost extends Error {}

/** What is due later is found by the look of each second: nobody need be woken for it now. */
const SOON_MS = 1_000

const LISTED = ['events', 'work', 'done', 'answers', 'counts'] as const satisfies readonly FlushPart[]

interface FlushedTx extends Queryable {
  readonly owner: Owner
  readonly now: Date
  readonly recordedAt: Date
  readonly by: Actor
  readonly outbox: Outbox
  /** Commits with the statement. */
  readonly last: Queryable
}

type KeyedAnswer = Answer & { key: string }

interface Ending {
  answer: KeyedAnswer | undefined
  /** Whether this transaction answers a request, with a key or without. */
  isAnswering: boolean
  /** Goes on with the work that this transaction adds. */
  trace: string | null
}

export async function flush(tx: FlushedTx, host: AnswerHost, ending: Ending): Promise<Flushed> {
  const { by, recordedAt } = tx
  const { done, changes } = tx.outbox
  const { answer, isAnswering, trace } = ending
  const isAudited = changes.length > 0 || (isAnswering && by.always !== undefined)
  const parts = partsOf({ ...tx.outbox, answers: answer === undefined ? [] : [answer] }, isAudited)
  if (parts.length === 0) return { workAdded: false, answered: false }
  refuseRescheduling(tx.outbox)
  const entry = isAudited ? entryValues(by, changes, recordedAt) : {}
  // Whether a claim was lost is seen by what was written, so that is not committed yet.
  const db = done.length > 0 ? tx : tx.last
  const written = onlyRow(await flushOf(parts)(db, { ...valuesOf(tx, host, answer), trace, ...entry }))
  const { work = 0, deliveries = 0, answers = 0 } = written
  if ((written.done ?? 0) !== done.length) throw new WorkLost()
  const isDueSoon = deliveries > 0 || (work > 0 && tx.outbox.work.some(({ runAt }) => isSoon(runAt, tx.now)))
  return { workAdded: isDueSoon, answered: answers === 1 }
}

/** In one statement the finished row would still conflict with the new one, and the new work would be lost. */
function refuseRescheduling({ work, done }: Outbox): void {
  for (const { kind, key } of done) {
    if (work.some((piece) => piece.kind === kind && piece.key === key)) {
      throw new Error(
        `${kind} ${key} is finished and scheduled again in one transaction; give the new piece a new key`,
      )
    }
  }
}

function isSoon(runAt: Date, now: Date): boolean {
  return runAt.getTime() - now.getTime() < SOON_MS
}

/** What of the flush there is something for. */
function partsOf(rows: Record<(typeof LISTED)[number], readonly unknown[]>, isAudited: boolean): FlushPart[] {
  const parts: FlushPart[] = LISTED.filter((name) => rows[name].length > 0)
  if (isAudited) parts.push('audited')
  return parts
}

function valuesOf(
  { owner, now, by, outbox }: FlushedTx,
  { secretBox }: AnswerHost,
  answer: KeyedAnswer | undefined,
) {
  const { events, work, done, counts } = outbox
  return {
    ...owner,
    now,
    clock: clockOf(owner),
    eventIds: events.map(({ id }) => id),
    eventTypes: events.map(({ type }) => type),
    eventPayloads: events.map(({ payload }) => payload),
    eventPersonal: events.map(({ personal }) => personal),
    eventObjects: events.map(({ objectId }) => objectId),
    eventActor: actorText(by),
    deliver: DELIVER,
    deliveryLanes: deliveryLanes(owner),
    workKinds: work.map(({ kind }) => kind),
    workKeys: work.map(({ key }) => key),
    workLanes: work.map(({ lane }) => lane),
    workTimes: work.map(({ runAt }) => runAt),
    workPayloads: work.map(({ payload }) => payload),
    doneIds: done.map(({ id }) => id),
    doneClaims: done.map(({ claim }) => claim),
    answerKey: answer?.key ?? null,
    answerStatus: answer?.status ?? null,
    answerBody: answer === undefined ? null : secretBox.seal(answer.body, answerPlace(owner, answer.key)),
    lists: counts.map(({ list }) => list),
    buckets: counts.map(({ bucket }) => bucket),
    changes: counts.map(({ change }) => change),
  }
}
