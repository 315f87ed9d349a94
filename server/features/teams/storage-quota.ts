// How many bytes a team may store in a day, events included: a bucket that refills in a day. If it is empty, running
// requests continue and new ones are refused.
import { MEGABYTE } from '../../../contract/limits.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import type { BucketTerms } from './bucket-store.ts'
import { bucketsOf } from './buckets.ts'

const DAY_MS = 86_400_000

/** Called before a change that makes the database grow. */
export async function refuseFullStorage(world: World, owner: Owner): Promise<void> {
  const terms = termsOf(world)
  if (terms === undefined) return
  const retryAfterSeconds = await bucketsOf(world).waitSeconds(storageBucket(owner), terms)
  if (retryAfterSeconds > 0) fail('storage_quota_exceeded', { retryAfterSeconds })
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
  return { capacity: storedMbPerDay * MEGABYTE, refillMs: DAY_MS }
}
