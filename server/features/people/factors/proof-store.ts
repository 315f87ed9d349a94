// The SQL on sessions about proofs: when somebody last proved who they are, and the end of a sign-in's first step.
import { type Queryable, statement } from '../../../kernel/db/db.ts'

const selectProof = statement<{ at: Date }>(`
  select greatest(created_at, second_factor_at, proven_at) as at from sessions where id = $1`)

/** When whoever has this session last proved who they are, be it by signing in. */
export async function lastProofAt(db: Queryable, sessionId: string): Promise<Date | undefined> {
  return (await selectProof(db, sessionId))[0]?.at
}

const lockOpen = statement('select from sessions where id = $1 and ended_at is null for share')

/** False where it has ended. Whoever ends it waits for this transaction, and sees what came of it. */
export async function lockSession(tx: Queryable, sessionId: string): Promise<boolean> {
  return (await lockOpen(tx, sessionId)).length === 1
}

const updateProven = statement('update sessions set proven_at = $2 where id = $1')

export async function setProven(tx: Queryable, sessionId: string, at: Date): Promise<void> {
  await updateProven(tx, sessionId, at)
}

const endAwaiting = statement<{ identityId: string | null }>(`
  update sessions set ended_at = $2 where id = $1 and awaits_factor and ended_at is null
  returning identity_id as "identityId"`)

/** Ends a session that waited for a second factor, so that it serves for one. Undefined if it was ended before. */
export async function endAwaitingSession(
  tx: Queryable,
  sessionId: string,
  at: Date,
): Promise<{ identityId: string | null } | undefined> {
  return (await endAwaiting(tx, sessionId, at))[0]
}
