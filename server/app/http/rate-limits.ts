// The limits of requests: a bucket for each team and mode, or for each address without a key, that holds a minute's
// worth. What takes much more than an ordinary request takes more out of it.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BODY_BYTES_USUAL, IDEMPOTENCY_BYTES_MAX, IDEMPOTENCY_HOURS } from '../../../contract/limits.ts'
import { bodyBytesMaxOf, costOf, type Operation } from '../../../contract/operation.ts'
import type { BucketTerms } from '../../features/teams/bucket-store.ts'
import { type Buckets, bucketsOf } from '../../features/teams/buckets.ts'
import type { World } from '../../features/world.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
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

// How many bytes of answers a team may have remembered under its idempotency keys: a bucket that holds a day's worth.
// Forgetting old ones to make room would let a repeated request do its work twice, so new keys are refused instead.

const TERMS: BucketTerms = {
  capacity: IDEMPOTENCY_BYTES_MAX,
  refillMs: IDEMPOTENCY_HOURS * 3_600_000,
}

/** Before the work is begun. */
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

// What a body counts as, besides its request, told from the headers: taking it in and reading it takes as long as many
// small requests do, and it is paid for before any of it is read.

/** What a request counts as with all that comes with it. */
export function costWithBody(operation: Operation | undefined, { headers, query }: FastifyRequest): number {
  if (operation === undefined) return 1
  return costOf(operation) + bodyCostOf(operation, headers) + (operation.queryCost?.(query) ?? 0)
}

/** Nothing up to the usual length, and one for each more of it. */
function bodyCostOf(operation: Operation, headers: IncomingHttpHeaders): number {
  if (operation.method === 'GET') return 0
  const most = bodyBytesMaxOf(operation)
  const bytes = bodyBytesOf(operation, headers)
  // One that is too long is refused by its length, and not read.
  return bytes > most ? 0 : Math.max(0, Math.ceil(bytes / BODY_BYTES_USUAL) - 1)
}

/** What the audit log keeps of a request, about. */
const ENTRY_BYTES = 1_000

/** How much the database grows by a request, about: an entry of the audit log is there too, and forever. */
export function storedBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  return bodyBytesOf(operation, headers) + (operation.audit === undefined ? 0 : ENTRY_BYTES)
}

/** One of unknown length may become as long as it may. */
function bodyBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined
  return isOfUnknownLength ? bodyBytesMaxOf(operation) : Number(headers['content-length'] ?? 0)
}
