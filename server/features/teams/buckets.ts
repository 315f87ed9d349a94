// Rate limits: token buckets in memory, shared through a table once a second; storage quotas.
import { MEGABYTE } from '../../../contract/limits.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'

// The only SQL on the token buckets that all processes share. Time comes from the caller: every process follows the
// database's clock.

export interface BucketTerms {
  readonly capacity: number
  /** From empty to full. */
  readonly refillMs: number
}

export interface Spending extends BucketTerms {
  readonly name: string
  readonly spent: number
}

/** What a bucket holds at the time of the new row, before that row takes from it. */
const REFILLED = `least(excluded.capacity, limit_buckets.tokens + excluded.capacity / excluded.refill_ms
  * 1000 * greatest(0, extract(epoch from excluded.at - limit_buckets.at)::float8))`

// Always in one order, so that two processes never wait for each other.
const upsert = statement<{ name: string; tokens: number }>(`
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  select name, capacity - spent, $1::timestamptz, capacity, refill_ms, spent
  from unnest($2::text[], $3::float8[], $4::float8[], $5::float8[]) as u (name, spent, capacity, refill_ms)
  order by name
  on conflict (name) do update set
    tokens = ${REFILLED} - excluded.spent, at = greatest(excluded.at, limit_buckets.at),
    capacity = excluded.capacity, refill_ms = excluded.refill_ms, spent = excluded.spent
  returning name, tokens`)

/** Takes what was spent out of each bucket, and returns what is left; below zero if it was too much. */
export async function spendShared(
  db: Queryable,
  spendings: readonly Spending[],
  now: Date,
): Promise<{ name: string; tokens: number }[]> {
  const columns = [
    spendings.map(({ name }) => name),
    spendings.map(({ spent }) => spent),
    spendings.map(({ capacity }) => capacity),
    spendings.map(({ refillMs }) => refillMs),
  ]
  return upsert(db, now, ...columns)
}

const takeOne = statement<{ tokens: number; spent: number }>(`
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  values ($1, $3::float8 - 1, $2, $3::float8, $4, 1)
  on conflict (name) do update set
    tokens = ${REFILLED} - (${REFILLED} >= 1)::int, spent = (${REFILLED} >= 1)::int,
    at = greatest(excluded.at, limit_buckets.at), capacity = excluded.capacity, refill_ms = excluded.refill_ms
  returning tokens, spent`)

/** Takes one token in the database itself: true for every process. Returns the seconds to wait if there is none. */
export async function takeShared(
  db: Queryable,
  name: string,
  { capacity, refillMs }: BucketTerms,
  now: Date,
): Promise<number> {
  const { tokens, spent } = onlyRow(await takeOne(db, name, now, capacity, refillMs))
  return spent === 1 ? 0 : Math.ceil(((1 - tokens) * refillMs) / capacity / 1_000)
}

const selectLow = statement<{ name: string }>(`
  select name from limit_buckets where starts_with(name, $1)
    and tokens + capacity / refill_ms * 1000 * greatest(0, extract(epoch from $3::timestamptz - at)::float8) < capacity * $2
  order by name limit 1000`)

/** Those whose names begin so, and that have less than this part of what they hold. */
export async function lowBuckets(db: Queryable, prefix: string, part: number, now: Date): Promise<string[]> {
  return (await selectLow(db, prefix, part, now)).map(({ name }) => name)
}

const deleteFull = statement(`delete from limit_buckets where name = any(array(
  select name from limit_buckets
  where at < $1::timestamptz - 2 * refill_ms * interval '1 millisecond' limit 5000)) returning 1`)

/** Deletes buckets that have long been full, a bounded number at once; true if more may be left. */
export async function forgetFullBuckets(db: Queryable, now: Date): Promise<boolean> {
  return (await deleteFull(db, now)).length === 5000
}

export interface Buckets {
  /** What is left, as far as this process knows. */
  left(name: string, terms: BucketTerms): number
  /** Takes tokens and returns what is left. If there are too few it takes none, and returns how many, below zero. */
  take(name: string, terms: BucketTerms, tokens: number): number
  /** Takes tokens, whether they are there or not. */
  spend(name: string, terms: BucketTerms, tokens: number): void
  /** Seconds until there is a token, 0 if there is one; the database was asked within the last second. */
  waitSeconds(name: string, terms: BucketTerms): Promise<number>
  stop(): Promise<void>
}

interface Bucket {
  readonly terms: BucketTerms
  tokens: number
  /** When it was last refilled. */
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

/** Those of this process. */
export const bucketsOf: (world: World) => Buckets = perWorld((world: World) => {
  made.add(world)
  return makeBuckets(world)
})

/** A command that took nothing has none. */
export async function stopBuckets(world: World): Promise<void> {
  if (made.has(world)) await bucketsOf(world).stop()
}

function makeBuckets({ wall, pool, log }: World): Buckets {
  const buckets = new Map<string, Bucket>()
  const unshared = new Map<string, Bucket>()

  /** The least recently used one is dropped first: it is the fullest, near enough. */
  function bucketOf(name: string, terms: BucketTerms): Bucket {
    const now = wall.now().getTime()
    const known = buckets.get(name)
    if (known?.terms.capacity !== terms.capacity) {
      const fresh = fullBucket(terms, now)
      putBounded(buckets, name, fresh, BUCKETS_MAX)
      return fresh
    }
    // Moved to the end once in a while only: it is asked for thousands of times a second.
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

  /** Never rejects: without the database each process counts for itself. */
  async function share(some: ReadonlyMap<string, Bucket>): Promise<void> {
    if (some.size === 0) return
    const spendings = [...some].map(([name, { terms, unshared: spent }]) => ({ name, spent, ...terms }))
    for (const [name, bucket] of some) {
      bucket.unshared = 0
      unshared.delete(name)
    }
    try {
      for (const { name, tokens } of await spendShared(pool, spendings, wall.now())) {
        const bucket = some.get(name)
        if (bucket !== undefined) adopt(bucket, tokens, wall.now().getTime())
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
  const { capacity, refillMs } = bucket.terms
  const gained = (Math.max(0, now - bucket.at) * capacity) / refillMs
  bucket.tokens = Math.min(capacity, bucket.tokens + gained)
  bucket.at = now
}

/** The table knows what others took too; what was taken here meanwhile is not in it yet. */
function adopt(bucket: Bucket, tokens: number, now: number): void {
  refill(bucket, now)
  bucket.tokens = Math.min(bucket.tokens, tokens - bucket.unshared)
}

// How many bytes a team may have stored in a day, of what it sends and of the events that come of it: a bucket that
// fills up again in a day. Counts are written to the database once a second, and before something new begins the
// database was asked within a second. What is under way goes on if the bucket is empty; nothing new begins.

const DAY_MS = 86_400_000

/** Before something is begun that makes the database grow. */
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
