// How many bytes a team may have stored in a day, of what it sends and of the events that come of it: a bucket that
// fills up again in a day. Counted in memory, and told to the database with the limits, so that a write costs nothing
// more for it. What is under way goes on when it is empty; nothing new is begun.
import { fail } from '../base/values/fail.ts'
import type { Owner } from '../outbox/owner.ts'
import type { World } from '../world.ts'
import { type BucketTerms, bucketsOf } from './buckets.ts'

const DAY_MS = 86_400_000
const MB = 1_000_000

/** Before something is begun that makes the database grow. */
export async function refuseFullStorage(world: World, owner: Owner): Promise<void> {
  const terms = termsOf(world)
  if (terms === undefined) return
  const buckets = bucketsOf(world)
  const name = storageBucket(owner)
  await buckets.catchUp(name, terms, 1)
  const left = buckets.left(name, terms)
  if (left >= 1) return
  const waitMs = ((1 - left) * DAY_MS) / terms.capacity
  fail('storage_quota_exceeded', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
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
  return storedMbPerDay === 0 ? undefined : { capacity: storedMbPerDay * MB, refillMs: DAY_MS, isKept: true }
}
