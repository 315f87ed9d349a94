// The audit log as callers see it: a page of what fits a filter.
import type { AuditEntry, AuditQuery } from '../../contract/audit.ts'
import type { Queryable } from '../base/database/db.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { momentRange } from '../base/values/day-range.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import { countEntries, type EntryRow, findChain, listEntries } from './audit-store.ts'

/** Days are those of the zone; moments may be given instead. */
export async function readAudit(
  db: Queryable,
  owner: Owner,
  query: AuditQuery,
  zone: string,
  page: Page,
): Promise<Listing<AuditEntry>> {
  const { topic, action, actor_type, actor_id, object, object_id, start_date, end_date } = query
  const chain = await findChain(db, owner)
  if (chain === undefined) return { items: [], total: 0 }
  const range = momentRange({ start_date, end_date }, zone)
  const filter = { topic, action, actor_type, actor_id, object, object_id, ...range }
  const isAll = Object.values(filter).every((value) => value === undefined)
  const total = isAll ? Number(chain.entries) : await countEntries(db, chain.id, filter)
  const entries = await listEntries(db, chain.id, filter, page)
  return { items: entries.map(entryView), total }
}

export function entryView(row: EntryRow): AuditEntry {
  return {
    sequence: Number(row.seq),
    created_at: isoTimestamp(row.created_at),
    topic: row.topic,
    action: row.action,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    address: row.address,
    request_id: row.request_id,
    object_id: row.object_id,
    changes: JSON.parse(row.changes),
    hash: row.hash.toString('hex'),
  }
}
