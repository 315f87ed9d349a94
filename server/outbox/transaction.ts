// The only transaction boundary: begin, claim the idempotency key, the work, one flush statement, commit.
// Nothing is published from memory: what happened, and what must happen next, commits with the change itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { MadeIdKind } from '../../contract/ids.ts'
import { isRetryable, type Pool, type Queryable } from '../base/database/db.ts'
import type { Clock } from '../base/process/clock.ts'
import { makeId, makeUuid } from '../base/values/ids.ts'
import { flush, type Outbox } from './flush.ts'
import { type Claim, ClaimTaken, type Sealed, storedAnswer, takeClaim } from './idempotency.ts'
import type { Owner } from './owner.ts'

/** For whom and at what time something is done. One owner per transaction. */
export interface Scope {
  readonly owner: Owner
  /** The team's time: real for live mode, its test clock for test mode. */
  readonly clock: Clock
  /** The request's idempotency key, if it has one. */
  readonly claim?: Claim | undefined
}

export interface Tx extends Queryable {
  readonly owner: Owner
  /** One time for all that is written together. */
  readonly now: Date
  readonly outbox: Outbox
  /** Ids grow with real time, as one process makes them for every team: a test clock must not push them ahead. */
  newId(kind: MadeIdKind): string
  /** The same for what the invoicing side names by UUID. */
  newUuid(): string
  /** The answer comes in a later transaction; until then the key is remembered without one. */
  answerLater(): void
}

export interface TransactionHost extends Sealed {
  readonly pool: Pool
  /** Called after a commit that added due work. */
  workAdded(): void
}

const ATTEMPTS_MAX = 6

/** Runs again after a serialisation failure or a deadlock, from scratch; never after a connection lost at commit. */
export async function transaction<T>(
  host: TransactionHost,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(host, scope, work)
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS_MAX) throw error
      await wait(2 ** attempt)
    }
  }
}

async function once<T>(host: TransactionHost, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await host.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { tx, answersLater } = makeTx(host, client, scope)
    const { claim } = scope
    if (claim?.state === 'new' && !(await takeClaim(tx, host, scope.owner, claim))) throw new ClaimTaken()
    const result = await work(tx)
    const answer = claim !== undefined && !answersLater() ? claim.render(result) : undefined
    const flushed = await flush(tx, host, answer && { key: claim!.key, ...answer })
    await client.query('commit')
    if (claim !== undefined && claim.state !== 'left') {
      claim.state = 'held'
      // Whoever wrote the answer first is believed, so that every copy of the request gets the same bytes.
      if (answer !== undefined)
        claim.answer = flushed.answered ? answer : await storedAnswer(client, host, scope.owner, claim)
    }
    if (flushed.workAdded) host.workAdded()
    return result
  } catch (error) {
    await client.query('rollback').catch((failure) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function makeTx(
  { wall }: TransactionHost,
  client: Queryable,
  scope: Scope,
): { tx: Tx; answersLater: () => boolean } {
  let later = false
  const tx: Tx = {
    query: (query) => client.query(query),
    owner: scope.owner,
    now: scope.clock.now(),
    outbox: { events: [], work: [], done: [], counts: [] },
    newId: (kind) => makeId(kind, wall.now()),
    newUuid: () => makeUuid(wall.now()),
    answerLater: () => {
      later = true
    },
  }
  return { tx, answersLater: () => later }
}
