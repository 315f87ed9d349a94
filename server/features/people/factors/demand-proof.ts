// Who changes how they prove themselves must have proved it just before: a session that was left open is not enough.
import type { Queryable } from '../../../kernel/db/db.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { lastProofAt } from './proof-store.ts'

const PROOF_MS = 10 * 60_000

/** When a proof of this time is over. */
export function proofEnd(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MS)
}

/** Null where a proof is needed now. */
export async function provenUntil(db: Queryable, sessionId: string, now: Date): Promise<Date | null> {
  const at = await lastProofAt(db, sessionId)
  return at !== undefined && proofEnd(at) > now ? proofEnd(at) : null
}

export async function demandProof(db: Queryable, sessionId: string, now: Date): Promise<void> {
  if ((await provenUntil(db, sessionId, now)) === null) fail('proof_required')
}
