// The answer of a request that did not live to give it, or gave up waiting: due work writes it under the request's key.
import { IDEMPOTENCY_HOURS } from '../../contract/limits.ts'
import { type Fail, failureBody } from '../base/values/fail.ts'
import { idTime, makeId } from '../base/values/ids.ts'
import { withMetaOf } from '../outbox/answer-meta.ts'
import type { Claim } from '../outbox/idempotency.ts'
import type { Scope } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import type { BookingRow } from './booking-store.ts'

/** A request that may still wait for its answer: its key, and when it came. */
export interface Waiting {
  key: string | null
  since: Date
}

/** Keys are remembered for a day; what is older may be somebody else's by now. */
const KEY_MS = (IDEMPOTENCY_HOURS - 1) * 3_600_000

/** A scope whose transaction also answers, with its result, the request that waits under the key. */
export function answering(
  world: World,
  scope: Scope,
  waiting: Waiting,
  status: number,
  body: (result: object) => object = (result) => result,
): Scope {
  if (scope.claim !== undefined) return scope
  const answer = (result: unknown) => ({
    status,
    body: JSON.stringify(withMetaOf(scope.owner.mode, body(result as object))),
  })
  return withLeftClaim(world, scope, waiting, answer)
}

/** The same for a refusal: state and answer commit together, so that no crash leaves the key without one. */
export function refusing(world: World, scope: Scope, waiting: Waiting, failure: Fail): Scope {
  const { claim } = scope
  if (claim !== undefined)
    return { ...scope, claim: { ...claim, state: 'left', render: () => claim.renderFailure(failure) } }
  const body = failureBody(failure, makeId('request', world.wall.now()))
  const answer = { status: failure.status, body: JSON.stringify(withMetaOf(scope.owner.mode, body)) }
  return withLeftClaim(world, scope, waiting, () => answer)
}

function withLeftClaim(world: World, scope: Scope, { key, since }: Waiting, render: Claim['render']): Scope {
  if (key === null || world.wall.now().getTime() - since.getTime() > KEY_MS) return withoutClaim(scope)
  const nobody = () => {
    throw new Error('a claim that was left behind has one answer')
  }
  const claim = { key, requestHash: Buffer.alloc(0), state: 'left' as const, render, renderFailure: nobody }
  return { ...scope, claim }
}

/** The request that made the booking. An id tells when it was made, by real time. */
export function makerOf({ id, idempotency_key: key }: Pick<BookingRow, 'id' | 'idempotency_key'>): Waiting {
  return { key, since: idTime(id) }
}

/** For a step whose result is not the answer. */
export function withoutClaim({ owner, clock }: Scope): Scope {
  return { owner, clock }
}
