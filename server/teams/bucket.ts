// One token bucket, as one process knows it.

export interface BucketTerms {
  readonly capacity: number
  /** From empty to full. */
  readonly refillMs: number
  /**
   * What was taken before this process began counts too, and what processes take that answer no requests: the database
   * is asked before the first is taken, and once a second while it is used.
   */
  readonly isKept?: true
}

export interface Bucket {
  readonly terms: BucketTerms
  tokens: number
  at: number
  movedAt: number
  /** Since the others were told. */
  unsaid: number
  /** Whether it was ever compared with what the others took, or that was tried in vain. */
  wasCompared: boolean
  /** When that was last so, by performance.now. */
  comparedAt: number
  /** Whether what was taken before this process began is known, or does not matter. */
  isPastKnown: boolean
}

export function fullBucket(terms: BucketTerms, now: number): Bucket {
  return {
    terms,
    tokens: terms.capacity,
    at: now,
    movedAt: now,
    unsaid: 0,
    wasCompared: false,
    comparedAt: Number.NEGATIVE_INFINITY,
    isPastKnown: terms.isKept !== true,
  }
}

export function refill(bucket: Bucket, now: number): void {
  const { capacity, refillMs } = bucket.terms
  const gained = (Math.max(0, now - bucket.at) * capacity) / refillMs
  bucket.tokens = Math.min(capacity, bucket.tokens + gained)
  bucket.at = now
}

/** What was spent here meanwhile is not in it yet. */
export function adopt(bucket: Bucket, tokens: number, now: number): void {
  bucket.isPastKnown = true
  bucket.tokens = tokens - bucket.unsaid
  bucket.at = now
}
