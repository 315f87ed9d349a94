// Answers a request that may have ended before the work it began. It waits under its idempotency key: the due work that
// completes it stores the answer there, and the same request sent again gets it.

import { setImmediate as others } from 'node:timers/promises'
import { IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import { statement } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import { failureBody } from '../values/fail.ts'
import { makeId } from '../values/ids.ts'
import { answerPlace, BODIES, withMetaOf } from './idempotency.ts'
import type { Scope, Tx } from './transaction.ts'

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
  { wall, address }: { wall: Clock; address: { readonly url: string } },
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
        body: textOf(
          failureBody(failure, makeId('request', now), { language: 'pt-BR', address: address.url }),
        ),
      }),
    },
  }
}

// Remembered responses are encrypted, so each is opened to look for a person in it. There are those of a day.

// Each may be some hundred kilobytes.
const BATCH = 10

const selectAfter = statement<{ key: string; body: Buffer }>(`
  select key, body from idempotency_keys where team_id = $1 and mode = $2 and key > $3 and body is not null
  order by key limit $4`)

const update = statement(
  'update idempotency_keys set body = $4 where team_id = $1 and mode = $2 and key = $3',
)

/**
 * Writes the team's remembered answers as `change` says, the next few in the order of their keys; how many it changed,
 * and the key to go on after: null where there are no more.
 */
export async function changeAnswers(
  tx: Tx,
  after: string,
  change: (body: string) => string,
): Promise<{ changed: number; last: string | null }> {
  const { teamId, mode } = tx.owner
  let changed = 0
  const answers = await selectAfter(tx, teamId, mode, after, BATCH)
  for (const { key, body } of answers) {
    // Opening one and looking through it takes milliseconds; requests of others come in between.
    await others()
    const place = answerPlace(tx.owner, key)
    const before = tx.secretBox.open(body, place)
    const text = change(before)
    if (text === before) continue
    await update(tx, teamId, mode, key, tx.secretBox.seal(text, place))
    changed++
  }
  return { changed, last: answers.at(-1)?.key ?? null }
}

const clear = statement(
  'update due_work set last_error = null where kind = any($1) and key = any($2) and last_error is not null',
)

/** What went wrong with work may name whom it was for. */
export async function clearErrors(tx: Tx, kinds: readonly string[], keys: readonly string[]): Promise<void> {
  await clear(tx, kinds, keys)
}
