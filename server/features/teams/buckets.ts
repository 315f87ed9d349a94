// Rate limits: token buckets in memory, shared through a table once a second.
import { perWorld } from '../../kernel/process/concurrency.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import type { World } from '../world.ts'
import { type BucketTerms, spendShared } from './bucket-store.ts'

export interface Buckets {
  /** What is left, as far as this process knows. */
  left(name: string, terms: BucketTerms): number
  /**
   * Takes tokens and returns what is left. If there are too few, takes none and returns the missing number, below zero.
   */
  take(name: string, terms: BucketTerms, tokens: number): number
  /** Takes tokens even if there are too few. */
  spend(name: string, terms: BucketTerms, tokens: number): void
  /** Seconds until there is a token, 0 if there is one. The value is at most a second older than the table. */
  waitSeconds(name: string, terms: BucketTerms): Promise<number>
  stop(): Promise<void>
}

interface Level {
  readonly tokens: number
  /** When it was last refilled. */
  readonly at: number
}

interface Bucket {
  readonly terms: BucketTerms
  tokens: number
  at: number
  /** When it was last moved to the end of the map. */
  movedAt: number
  /** Taken since the last exchange with the table. */
  unshared: number
  /** When it was last compared with the table, by performance.now. */
  sharedAt: number
  sharing: Promise<void> | undefined
}

const BUCKETS_MAX = 50_000
const SHARE_EVERY_MS = 1_000
const MOVE_EVERY_MS = 1_000

const made = new WeakSet<World>()

/** The buckets of this process. */
export const bucketsOf: (world: World) => Buckets = perWorld((world: World) => {
  made.add(world)
  return makeBuckets(world)
})

/** Writes what was not shared yet. A command that took nothing has no buckets. */
export async function stopBuckets(world: World): Promise<void> {
  if (made.has(world)) await bucketsOf(world).stop()
}

function makeBuckets({ wall, pool, log }: World): Buckets {
  const buckets = new Map<string, Bucket>()
  const unshared = new Map<string, Bucket>()

  /** The least recently used bucket is dropped first, because it is the fullest. */
  function bucketOf(name: string, terms: BucketTerms): Bucket {
    const now = wall.now().getTime()
    const known = buckets.get(name)
    if (known?.terms.capacity !== terms.capacity) {
      const fresh = fullBucket(terms, now)
      putBounded(buckets, name, fresh, BUCKETS_MAX)
      return fresh
    }
    // Moved to the end only once in a while, because a bucket is used thousands of times a second.
    if (now - known.movedAt > MOVE_EVERY_MS) {
      known.movedAt = now
      buckets.delete(name)
      buckets.set(name, known)
    }
    refill(known, now)
    return known
  }

  function spend(name: string, bucket: Bucket, tokens: number): number {
    bucket.tokens -= tokens
    bucket.unshared += tokens
    unshared.set(name, bucket)
    return bucket.tokens
  }

  /** Never rejects: without the database, each process counts for itself. */
  async function share(some: ReadonlyMap<string, Bucket>): Promise<void> {
    if (some.size === 0) return
    const spendings = [...some].map(([name, { terms, unshared: spent }]) => ({ name, spent, ...terms }))
    for (const [name, bucket] of some) {
      bucket.unshared = 0
      unshared.delete(name)
    }
    const asked = wall.now()
    try {
      for (const { name, tokens } of await spendShared(pool, spendings, asked)) {
        const bucket = some.get(name)
        if (bucket !== undefined) adopt(bucket, { tokens, at: asked.getTime() }, wall.now().getTime())
      }
    } catch (error) {
      log.warn({ err: error }, 'limits could not be shared between processes')
    } finally {
      for (const bucket of some.values()) bucket.sharedAt = performance.now()
    }
  }

  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= share(new Map(unshared)).finally(() => {
      underWay = undefined
    })
  }, SHARE_EVERY_MS).unref()

  return {
    left: (name, terms) => bucketOf(name, terms).tokens,
    take(name, terms, tokens) {
      const bucket = bucketOf(name, terms)
      return bucket.tokens < tokens ? bucket.tokens - tokens : spend(name, bucket, tokens)
    },
    spend: (name, terms, tokens) => void spend(name, bucketOf(name, terms), tokens),
    async waitSeconds(name, terms) {
      const bucket = bucketOf(name, terms)
      if (performance.now() - bucket.sharedAt > SHARE_EVERY_MS) {
        bucket.sharing ??= share(new Map([[name, bucket]])).finally(() => {
          bucket.sharing = undefined
        })
        await bucket.sharing
      }
      const { tokens } = bucketOf(name, terms)
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * terms.refillMs) / terms.capacity / 1_000)
    },
    async stop() {
      clearInterval(timer)
      await underWay
      await share(new Map(unshared))
    },
  }
}

function fullBucket(terms: BucketTerms, now: number): Bucket {
  return {
    terms,
    tokens: terms.capacity,
    at: now,
    movedAt: now,
    unshared: 0,
    sharedAt: Number.NEGATIVE_INFINITY,
    sharing: undefined,
  }
}

function refill(bucket: Bucket, now: number): void {
  bucket.tokens = refilled(bucket.terms, bucket, now)
  bucket.at = now
}

function refilled({ capacity, refillMs }: BucketTerms, { tokens, at }: Level, now: number): number {
  return Math.min(capacity, tokens + (Math.max(0, now - at) * capacity) / refillMs)
}

/** The table includes what other processes took, but not what was taken here meanwhile. */
function adopt(bucket: Bucket, shared: Level, now: number): void {
  refill(bucket, now)
  bucket.tokens = Math.min(bucket.tokens, refilled(bucket.terms, shared, now) - bucket.unshared)
}
