// Rate limits: a token bucket for each team and mode, or for each address without a key, that holds one
// minute's requests. Expensive requests take several tokens.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BODY_BYTES_USUAL, IDEMPOTENCY_BYTES_MAX, IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import { bodyBytesMaxOf, costOf, type Operation } from '../../../contract/operation.ts'
import type { BucketTerms } from '../../features/teams/bucket-store.ts'
import { type Buckets, bucketsOf } from '../../features/teams/buckets.ts'
import type { World } from '../../features/world.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'

export interface RateLimit {
  /**
   * Takes tokens or fails, and writes the bucket's state to the response headers. A limit of 0 is no limit.
   */
  take(reply: FastifyReply, name: string, perMinute: number, tokens?: number): void
  /** Takes what is left, for a request that turned out to cost more than it paid. */
  charge(reply: FastifyReply, name: string, perMinute: number, tokens: number): void
  /** Fails if the bucket is empty, and takes nothing. */
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
      // A full bucket is enough for any request.
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

// Limits the bytes of responses that a team may have remembered under idempotency keys, per day. New keys are
// refused instead of dropping old ones, as a repeated request would run twice.

const TERMS: BucketTerms = {
  capacity: IDEMPOTENCY_BYTES_MAX,
  refillMs: IDEMPOTENCY_HOURS * 3_600_000,
}

/** Called before the work begins. */
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

// The cost of a body, taken from its headers before any of it is read: a large body takes as long as many
// small requests.

/** The cost of a request including its body. */
export function costWithBody(operation: Operation | undefined, { headers, query }: FastifyRequest): number {
  if (operation === undefined) return 1
  return costOf(operation) + bodyCostOf(operation, headers) + (operation.queryCost?.(query) ?? 0)
}

/** Nothing up to the usual length, and one token for each further multiple. */
function bodyCostOf(operation: Operation, headers: IncomingHttpHeaders): number {
  if (operation.method === 'GET') return 0
  const most = bodyBytesMaxOf(operation)
  const bytes = bodyBytesOf(operation, headers)
  // A body that is too long is refused by its length and never read.
  return bytes > most ? 0 : Math.max(0, Math.ceil(bytes / BODY_BYTES_USUAL) - 1)
}

/** The approximate size of an audit entry. */
const ENTRY_BYTES = 1_000

/** The approximate growth of the database by a request, including its audit entry. */
export function storedBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  return bodyBytesOf(operation, headers) + (operation.audit === undefined ? 0 : ENTRY_BYTES)
}

/** A body of unknown length counts as the longest allowed. */
function bodyBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined
  return isOfUnknownLength ? bodyBytesMaxOf(operation) : Number(headers['content-length'] ?? 0)
}
