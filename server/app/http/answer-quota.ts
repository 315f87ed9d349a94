// How many bytes of answers a team may have remembered under its idempotency keys: a bucket that holds a day's worth.
// Forgetting old ones to make room would let a repeated request do its work twice, so new keys are refused instead.
import { IDEMPOTENCY_BYTES_MAX, IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import type { BucketTerms } from '../../features/teams/buckets.ts'
import { bucketsOf } from '../../features/teams/buckets.ts'
import type { World } from '../../features/world.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'

const TERMS: BucketTerms = {
  capacity: IDEMPOTENCY_BYTES_MAX,
  refillMs: IDEMPOTENCY_HOURS * 3_600_000,
}

/** Before the work is begun. */
export async function refuseFullMemory(world: World, owner: Owner): Promise<void> {
  const retryAfterSeconds = await bucketsOf(world).waitSeconds(nameOf(owner), TERMS)
  if (retryAfterSeconds > 0) fail('idempotency_quota_exceeded', { retryAfterSeconds })
}

export function countRemembered(world: World, owner: Owner, body: string): void {
  bucketsOf(world).spend(nameOf(owner), TERMS, Buffer.byteLength(body))
}

function nameOf({ teamId, mode }: Owner): string {
  return `answers ${teamId} ${mode}`
}
