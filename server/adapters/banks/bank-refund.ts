// A refund as a bank tells of it: money of a payment that goes back to its payer because we asked for it.
export interface Refund {
  /** processing: ask again with the same id. */
  status: 'processing' | 'done' | 'failed'
  /** In the bank's words, where it says why. */
  reason?: string
}

/** The bank has not settled it yet. */
export function isUnderWay({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'processing'
}

/** It has left the account. */
export function isGone({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'done'
}
