// The answer of a request that did not live to give it, or gave up waiting: due work writes it under the request's key.
import { withMetaOf } from '../base/answer-meta.ts'
import { type Fail, failureBody } from '../base/fail.ts'
import { releaseClaim } from '../base/idempotency.ts'
import { makeId } from '../base/ids.ts'
import type { Scope, Tx } from '../base/transaction.ts'
import type { World } from '../world.ts'
import type { BookingRow } from './booking-store.ts'

type Keyed = Pick<BookingRow, 'idempotency_key'>

/** A scope whose transaction also answers, with its result, the request that made the booking. */
export function answering(
  scope: Scope,
  { idempotency_key: key }: Keyed,
  status: number,
  body: (result: object) => object = (result) => result,
): Scope {
  if (scope.claim !== undefined || key === null) return scope
  const render = (result: unknown) => ({
    status,
    body: JSON.stringify(withMetaOf(scope.mode, body(result as object))),
  })
  return { ...scope, claim: { key, requestHash: Buffer.alloc(0), state: 'left', render } }
}

/** The same for a refusal. A request that is still there is told by the failure itself. */
export function refusing(world: World, scope: Scope, { idempotency_key: key }: Keyed, failure: Fail): Scope {
  if (key === null) return withoutClaim(scope)
  const body = failureBody(failure, makeId('request', world.wall.now()))
  const answer = { status: failure.status, body: JSON.stringify(withMetaOf(scope.mode, body)) }
  return {
    ...scope,
    claim: { key, requestHash: Buffer.alloc(0), state: 'left', render: () => answer },
  }
}

/** What the caller may put right is not remembered under its key: it may be sent again with that. */
export async function releaseIfWrong(tx: Tx, { idempotency_key: key }: Keyed, failure: Fail): Promise<void> {
  if (failure.status === 400 && key !== null) await releaseClaim(tx, tx, key)
}

/** For a step whose result is not the answer. */
export function withoutClaim({ teamId, mode, clock }: Scope): Scope {
  return { teamId, mode, clock }
}
