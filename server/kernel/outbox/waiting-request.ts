// Answers a request that may have ended before the work it began. It waits under its idempotency key: the due work that
// completes it stores the answer there, and the same request sent again gets it.
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import type { Clock } from '../process/clock.ts'
import { failureBody } from '../values/fail.ts'
import { makeId } from '../values/ids.ts'
import { BODIES, withMetaOf } from './answer-body.ts'
import type { Scope } from './transaction.ts'

export interface WaitingRequest {
  key: string | null
  /** When it came, by real time. */
  since: Date
}

/** What it asked for, as far as that says how its success is answered. */
interface Asked {
  readonly status?: number
  readonly answer: { readonly kind: keyof typeof BODIES }
}

/** The key under which the answer of what is going on is remembered; null where nobody gave one. */
export function keyOf({ reply }: Scope): string | null {
  return reply?.key ?? null
}

/** Keys are remembered for a day; after that another request may have used the same key. */
const KEY_MS = (IDEMPOTENCY_HOURS - 1) * 3_600_000

/** A scope whose transaction also answers the request, if one waits. */
export function answeringRequest(
  { wall }: { wall: Clock },
  scope: Scope,
  { key, since }: WaitingRequest,
  { status = 200, answer }: Asked,
): Scope {
  const now = wall.now()
  if (key === null || now.getTime() - since.getTime() > KEY_MS) return scope
  const textOf = (content: unknown) => JSON.stringify(withMetaOf(scope.owner.mode, content))
  return {
    ...scope,
    reply: {
      key,
      render: (result) => ({ status, body: textOf(BODIES[answer.kind](result)) }),
      renderFailure: (failure) => ({
        status: failure.status,
        body: textOf(failureBody(failure, makeId('request', now))),
      }),
    },
  }
}
