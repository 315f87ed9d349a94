// Token buckets, one per key (and one per address for those without a key): each holds a minute's worth.
// They live in this process's memory: with several API processes each counts for itself.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../base/process/clock.ts'
import { fail } from '../../base/values/fail.ts'
import { putBounded } from '../../base/values/put-bounded.ts'

interface Bucket {
  tokens: number
  at: number
}

export interface RateLimit {
  /** Takes a token or fails, and writes the bucket's state to the answer's headers. A limit of 0 is no limit. */
  take(reply: FastifyReply, name: string, perMinute: number): void
  /** Fails if there is no token to take, and takes none. */
  demand(reply: FastifyReply, name: string, perMinute: number): void
  /** Writes the bucket's state to the headers without taking from it. */
  show(reply: FastifyReply, name: string, perMinute: number): void
}

const BUCKETS_MAX = 50_000

export function makeRateLimit(wall: Clock): RateLimit {
  const buckets = new Map<string, Bucket>()

  function refilled(name: string, perMinute: number): Bucket {
    const now = wall.now().getTime()
    const bucket = buckets.get(name)
    if (bucket === undefined) return { tokens: perMinute, at: now }
    const gained = (Math.max(0, now - bucket.at) * perMinute) / 60_000
    return { tokens: Math.min(perMinute, bucket.tokens + gained), at: now }
  }

  function writeHeaders(reply: FastifyReply, { tokens }: Bucket, perMinute: number): void {
    reply.header('ratelimit-limit', perMinute)
    reply.header('ratelimit-remaining', Math.max(0, Math.floor(tokens)))
    reply.header('ratelimit-reset', Math.ceil(((perMinute - tokens) * 60) / perMinute))
  }

  function refuseEmpty(reply: FastifyReply, bucket: Bucket, perMinute: number): void {
    if (bucket.tokens >= 1) return
    writeHeaders(reply, bucket, perMinute)
    fail('rate_limit_exceeded', { retryAfterSeconds: Math.ceil(((1 - bucket.tokens) * 60) / perMinute) })
  }

  return {
    take(reply, name, perMinute) {
      if (perMinute === 0) return
      const bucket = refilled(name, perMinute)
      store(buckets, name, bucket)
      refuseEmpty(reply, bucket, perMinute)
      bucket.tokens -= 1
      writeHeaders(reply, bucket, perMinute)
    },
    demand(reply, name, perMinute) {
      if (perMinute > 0) refuseEmpty(reply, refilled(name, perMinute), perMinute)
    },
    show(reply, name, perMinute) {
      if (perMinute > 0) writeHeaders(reply, refilled(name, perMinute), perMinute)
    },
  }
}

/** The least recently used bucket goes first: it is the fullest one, near enough. */
function store(buckets: Map<string, Bucket>, name: string, bucket: Bucket): void {
  buckets.delete(name)
  putBounded(buckets, name, bucket, BUCKETS_MAX)
}
