// The only SQL that writes what became of messages after they were sent.
import { hash } from 'node:crypto'
import type { Receipt } from '../../adapters/whatsapp/whatsapp-callback.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'

// The earliest time of each kind stays, so that it does not matter how often and in which order they come.
const upsert = statement(`
  insert into message_receipts (message_hash, delivered_at, read_at, failed_at, error, created_at)
  select message_hash, min(at) filter (where status = 'delivered'), min(at) filter (where status = 'read'),
    min(at) filter (where status = 'failed'), max(error), $5
  from unnest($1::bytea[], $2::text[], $3::timestamptz[], $4::text[]) as told (message_hash, status, at, error)
  group by message_hash order by message_hash
  on conflict (message_hash) do update set
    delivered_at = least(message_receipts.delivered_at, excluded.delivered_at),
    read_at = least(message_receipts.read_at, excluded.read_at),
    failed_at = least(message_receipts.failed_at, excluded.failed_at),
    error = coalesce(message_receipts.error, excluded.error)`)

export async function storeReceipts(db: Queryable, receipts: readonly Receipt[], now: Date): Promise<void> {
  if (receipts.length === 0) return
  const column = <T>(of: (receipt: Receipt) => T) => receipts.map(of)
  await upsert(
    db,
    column(({ providerId }) => hash('sha256', providerId, 'buffer')),
    column(({ status }) => status),
    column(({ at }) => at ?? now),
    column(({ error }) => error),
    now,
  )
}

const deleteOld = statement(`
  delete from message_receipts where message_hash = any(array(
    select message_hash from message_receipts where created_at < $1 limit 1000)) returning 1`)

/** Forgets those of messages that are forgotten, a bounded number at once; true when more may be left. */
export async function forgetOldReceipts(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
