// Token buckets in memory, shared with the other processes through the database: each tells every second, and before it
// lets through a tenth of a limit divided by all of them, what it has let through since. A process that is alone waits
// for nobody, but for the first look at a bucket that is kept.
import { perWorld } from '../base/process/batcher.ts'
import { putBounded } from '../base/values/put-bounded.ts'
import { aliveProcesses, answersRequests } from '../outbox/processes.ts'
import type { World } from '../world.ts'
import { adopt, type Bucket, type BucketTerms, fullBucket, refill } from './bucket.ts'
import { type Spending, spendShared } from './bucket-store.ts'

export interface Buckets {
  /** What is left, by what this process knows. */
  left(name: string, terms: BucketTerms): number
  /** Takes tokens out and tells what is left. Where there are too few it takes none, and tells how many, below zero. */
  take(name: string, terms: BucketTerms, tokens: number): number
  /** Takes tokens out, whether they are there or not. */
  spend(name: string, terms: BucketTerms, tokens: number): void
  /** Before tokens are taken, again and again until there is nothing to wait for: what the others took is heard. */
  catchUp(name: string, terms: BucketTerms, tokens: number): Promise<void> | undefined
  stop(): Promise<void>
}

const BUCKETS_MAX = 50_000
const SHARE_EVERY_MS = 1_000
const LOOK_EVERY_MS = 3_000
const MOVE_EVERY_MS = 1_000
/** Of a limit, by all processes together. */
const EXCESS = 0.1
/** What was heard so lately still holds: whoever waited for it takes right after. */
const HEARD_MS = 100

const made = new WeakSet<World>()

/** Those of this process. */
export const bucketsOf: (world: World) => Buckets = perWorld((world: World) => {
  made.add(world)
  return makeBuckets(world)
})

/** Where there are any: a command that took nothing has none. */
export async function stopBuckets(world: World): Promise<void> {
  if (made.has(world)) await bucketsOf(world).stop()
}

function makeBuckets(world: World): Buckets {
  const { wall, pool, log, signals } = world
  const buckets = new Map<string, Bucket>()
  const unsaid = new Map<string, Bucket>()
  let processes = 1
  let lookedAt = 0
  let sharing: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** The least recently used one goes first: it is the fullest, near enough. */
  function bucketOf(name: string, terms: BucketTerms): Bucket {
    const now = wall.now().getTime()
    const known = buckets.get(name)
    if (known?.terms.capacity !== terms.capacity) {
      const fresh = fullBucket(terms, now)
      putBounded(buckets, name, fresh, BUCKETS_MAX)
      return fresh
    }
    // Moved to the end once in a while: it is asked for thousands of times a second.
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
    if (bucket.unsaid === 0) unsaid.set(name, bucket)
    bucket.unsaid += tokens
    return bucket.tokens
  }

  async function look(): Promise<void> {
    lookedAt = performance.now()
    const alive = await aliveProcesses(pool, false)
    processes = Math.max(1, alive.filter(({ description }) => answersRequests(description)).length)
  }

  async function share(): Promise<void> {
    const said = new Map(unsaid)
    unsaid.clear()
    const spendings = [...said].map(([name, bucket]) => ({ name, spent: bucket.unsaid, ...bucket.terms }))
    for (const bucket of said.values()) {
      bucket.unsaid = 0
      // Even if it fails: without the database each process counts for itself.
      bucket.wasCompared = processes > 1
    }
    try {
      await compare(said, spendings)
    } finally {
      for (const bucket of said.values()) bucket.comparedAt = performance.now()
    }
  }

  async function compare(said: ReadonlyMap<string, Bucket>, spendings: readonly Spending[]): Promise<void> {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) await look()
    if (said.size === 0) return
    for (const { name, tokens } of await spendShared(pool, spendings)) {
      const bucket = said.get(name)
      // Alone, this process knows best; of what is kept, workers take too.
      if (bucket !== undefined && (processes > 1 || bucket.terms.isKept === true))
        adopt(bucket, tokens, wall.now().getTime())
    }
  }

  /** One at a time. */
  function shareInTurn(): Promise<void> {
    if (sharing === undefined) {
      sharing = share()
        .catch((error) => log.warn({ err: error }, 'limits could not be shared between processes'))
        .finally(() => {
          sharing = undefined
        })
      return sharing
    }
    next ??= sharing.then(() => {
      next = undefined
      return shareInTurn()
    })
    return next
  }

  signals.on('processes', () => {
    lookedAt = Number.NEGATIVE_INFINITY
  })
  signals.tellAll('processes')
  const timer = setInterval(() => {
    if (unsaid.size > 0 || processes > 1) void shareInTurn()
  }, SHARE_EVERY_MS).unref()

  return {
    left: (name, terms) => bucketOf(name, terms).tokens,
    take(name, terms, tokens) {
      const bucket = bucketOf(name, terms)
      return bucket.tokens < tokens ? bucket.tokens - tokens : spend(name, bucket, tokens)
    },
    spend: (name, terms, tokens) => void spend(name, bucketOf(name, terms), tokens),
    catchUp(name, terms, tokens) {
      const isDated = lookedAt === Number.NEGATIVE_INFINITY
      if (processes === 1 && !isDated && terms.isKept !== true) return undefined
      const bucket = bucketOf(name, terms)
      // By the timer, for the next time: nobody waits for it.
      if (terms.isKept === true) unsaid.set(name, bucket)
      if (processes === 1 && !isDated && bucket.isPastKnown) return undefined
      const isHeard = bucket.unsaid === 0 && performance.now() - bucket.comparedAt < HEARD_MS
      const isFew = bucket.unsaid + tokens <= (terms.capacity * EXCESS) / processes
      if (bucket.wasCompared && bucket.isPastKnown && (isHeard || isFew)) return undefined
      unsaid.set(name, bucket)
      return shareInTurn()
    },
    async stop() {
      clearInterval(timer)
      await shareInTurn()
    },
  }
}
