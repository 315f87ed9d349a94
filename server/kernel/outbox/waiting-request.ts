// Responds to a request that ended before its job did: the job stores the response under the request's idempotency key,
// and the same request sent again gets it.
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type { Clock } from '../process/clock.ts'
import { failureBody } from '../values/fail.ts'
import { makeId } from '../values/ids.ts'
import { BODIES, withMetaOf } from './response-body.ts'
import type { Scope } from './transaction.ts'

export interface WaitingRequest {
  key: string | null
  /** When the request came, by real time. */
  since: Date
  /** The language of its errors. */
  language: ReaderLanguage
}

/** The operation, as far as it decides the response to a success. */
interface Asked {
  readonly status?: number
  readonly response: { readonly kind: keyof typeof BODIES }
}

/** The key under which the response is remembered; null if the request has none. */
export function keyOf({ reply }: Scope): string | null {
  return reply?.key ?? null
}

/** After its day another request may have used the same key. */
const KEY_MS = (IDEMPOTENCY_HOURS - 1) * 3_600_000

/** A scope whose transaction also stores the response, if a request waits for it. */
export function respondingToRequest(
  { wall, address }: { wall: Clock; address: { readonly url: string } },
  scope: Scope,
  { key, since, language }: WaitingRequest,
  { status = 200, response }: Asked,
): Scope {
  const now = wall.now()
  if (key === null || now.getTime() - since.getTime() > KEY_MS) return scope
  const textOf = (content: unknown) => JSON.stringify(withMetaOf(scope.owner.mode, content))
  return {
    ...scope,
    reply: {
      key,
      language,
      render: (result) => ({ status, body: textOf(BODIES[response.kind](result)) }),
      renderFailure: (failure) => ({
        status: failure.status,
        body: textOf(failureBody(failure, makeId('request', now), { language, address: address.url })),
      }),
    },
  }
}
