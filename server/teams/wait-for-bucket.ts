// How long a team must wait for a bucket that is empty, for those who refuse to begin anything until then.
import type { World } from '../world.ts'
import type { BucketTerms } from './bucket.ts'
import { bucketsOf } from './buckets.ts'

/** Whole seconds; undefined where something is left. */
export async function waitForBucket(
  world: World,
  name: string,
  terms: BucketTerms,
): Promise<number | undefined> {
  const buckets = bucketsOf(world)
  await buckets.catchUp(name, terms, 1)
  const left = buckets.left(name, terms)
  if (left >= 1) return undefined
  return Math.ceil(((1 - left) * terms.refillMs) / terms.capacity / 1_000)
}
