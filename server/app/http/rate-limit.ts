// The limits of requests: a bucket for each team and mode, or for each address without a key, that holds a minute's
// worth. What takes much more than an ordinary request takes more out of it.
import type { FastifyReply } from 'fastify'
import type { BucketTerms } from '../../features/teams/buckets.ts'
import type { Buckets } from '../../features/teams/buckets.ts'
import { fail } from '../../kernel/values/fail.ts'

export interface RateLimit {
  /** Takes tokens or fails, and writes the bucket's state to the answer's headers. A limit of 0 is no limit. */
  take(reply: FastifyReply, name: string, perMinute: number, tokens?: number): void
  /** Takes of what is left, for what has turned out to be more than was taken for it. */
  charge(reply: FastifyReply, name: string, perMinute: number, tokens: number): void
  /** Fails if there is no token to take, and takes none. */
  demand(reply: FastifyReply, name: string, perMinute: number): void
  /** Writes the bucket's state to the headers without taking from it. */
  show(reply: FastifyReply, name: string, perMinute: number): void
}

const MINUTE_MS = 60_000

export function makeRateLimit(buckets: Buckets): RateLimit {
  const known = new Map<number, BucketTerms>()
  const termsOf = (perMinute: number) => {
    const terms = known.get(perMinute) ?? { capacity: perMinute, refillMs: MINUTE_MS }
    known.set(perMinute, terms)
    return terms
  }

  function writeHeaders(reply: FastifyReply, tokens: number, perMinute: number): void {
    reply.header('ratelimit-limit', perMinute)
    reply.header('ratelimit-remaining', Math.max(0, Math.floor(tokens)))
    reply.header('ratelimit-reset', Math.ceil(((perMinute - tokens) * 60) / perMinute))
  }

  function refuse(reply: FastifyReply, tokens: number, wanted: number, perMinute: number): never {
    writeHeaders(reply, tokens, perMinute)
    return fail('rate_limit_exceeded', { retryAfterSeconds: Math.ceil(((wanted - tokens) * 60) / perMinute) })
  }

  return {
    take(reply, name, perMinute, tokens = 1) {
      if (perMinute === 0) return
      // Whatever something takes, a full bucket is enough for it.
      const wanted = Math.min(tokens, perMinute)
      const left = buckets.take(name, termsOf(perMinute), wanted)
      if (left < 0) refuse(reply, left + wanted, wanted, perMinute)
      writeHeaders(reply, left, perMinute)
    },
    charge(reply, name, perMinute, tokens) {
      if (perMinute === 0) return
      const left = buckets.left(name, termsOf(perMinute))
      const taken = Math.min(tokens, Math.max(0, left))
      buckets.spend(name, termsOf(perMinute), taken)
      writeHeaders(reply, left - taken, perMinute)
    },
    demand(reply, name, perMinute) {
      if (perMinute === 0) return
      const left = buckets.left(name, termsOf(perMinute))
      if (left < 1) refuse(reply, left, 1, perMinute)
    },
    show(reply, name, perMinute) {
      if (perMinute > 0) writeHeaders(reply, buckets.left(name, termsOf(perMinute)), perMinute)
    },
  }
}
