// How many bytes a team may have stored in a day, of what it sends and of the events that come of it: a bucket that
// fills up again in a day. Counted in memory, and told to the database with the limits, so that a write costs nothing
// more for it. What is under way goes on when it is empty; nothing new is begun.
import { MEGABYTE } from '../../contract/limits.ts'
import { fail } from '../base/values/fail.ts'
import type { Owner } from '../outbox/owner.ts'
import type { World } from '../world.ts'
import type { BucketTerms } from './bucket.ts'
import { bucketsOf } from './buckets.ts'
import { waitForBucket } from './wait-for-bucket.ts'

const DAY_MS = 86_400_000

/** Before something is begun that makes the database grow. */
export async function refuseFullStorage(world: World, owner: Owner): Promise<void> {
  const terms = termsOf(world)
  if (terms === undefined) return
  const retryAfterSeconds = await waitForBucket(world, storageBucket(owner), terms)
  if (retryAfterSeconds !== undefined) fail('storage_quota_exceeded', { retryAfterSeconds })
}

export function countStored(world: World, owner: Owner, bytes: number): void {
  const terms = termsOf(world)
  if (terms !== undefined && bytes > 0) bucketsOf(world).spend(storageBucket(owner), terms, bytes)
}

export const STORAGE_BUCKETS = 'stored '

function storageBucket({ teamId, mode }: Owner): string {
  return `${STORAGE_BUCKETS}${teamId} ${mode}`
}

function termsOf({ config: { storedMbPerDay } }: World): BucketTerms | undefined {
  if (storedMbPerDay === 0) return undefined
  return { capacity: storedMbPerDay * MEGABYTE, refillMs: DAY_MS, isKept: true }
}
