// The only SQL on callbacks of banks: each is stored once, by the bank's own id of it.
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

const insertHints = statement<{ event_id: string }>(`
  insert into payment_callbacks (provider_id, event_id, txid, received_at)
  -- Only what is about a charge of the same team: the rest says nothing to us.
  select $1, event_id, txid, $4 from unnest($2::text[], $3::text[]) as hints (event_id, txid)
  where exists (select from charges where charges.txid = hints.txid and team_id = $5 and mode = $6)
  on conflict do nothing
  returning event_id`)

/** Stores callbacks of a bank; returns the ids of those that were not stored before. */
export async function insertCallbacks(
  tx: Tx,
  providerId: string,
  hints: readonly { eventId: string; txid: string }[],
): Promise<Set<string>> {
  const ids = hints.map((hint) => hint.eventId)
  const txids = hints.map((hint) => hint.txid)
  const fresh = await insertHints(tx, providerId, ids, txids, tx.now, tx.owner.teamId, tx.owner.mode)
  return new Set(fresh.map((row) => row.event_id))
}

const insertUnknown = statement(`
  insert into payment_callbacks (provider_id, event_id, txid, received_at)
  select $1, $2, $3, $4 where not exists (select from charges where txid = $3)
  on conflict do nothing
  returning 1`)

/** Money for a charge that is not in our books. */
export type UnknownPayment = { provider: string; payment: string; txid: string }

/** True when nobody has noted it before. */
export async function noteUnknown(db: Queryable, told: UnknownPayment, now: Date): Promise<boolean> {
  const { provider, payment, txid } = told
  return (await insertUnknown(db, provider, `unknown ${payment}`, txid, now)).length > 0
}

const deleteOld = statement(`delete from payment_callbacks where ctid = any(array(
  select ctid from payment_callbacks where received_at <= $1 order by received_at limit 5000)) returning 1`)

export async function forgetOldCallbacks(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length === 5000
}
