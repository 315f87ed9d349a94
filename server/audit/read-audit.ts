// The audit log as callers see it: a page of what fits a filter.
import type { AuditEntry, AuditQuery } from '../../contract/audit.ts'
import { type GrowingCounts, makeGrowingCounts, onlyCount } from '../base/database/growing-count.ts'
import { perWorld } from '../base/process/batcher.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { momentRange } from '../base/values/day-range.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import type { World } from '../world.ts'
import { countEntries, type EntryRow, findChain, listEntries } from './audit-store.ts'

/** Days are those of the zone; moments may be given instead. */
export async function readAudit(
  world: World,
  owner: Owner,
  query: AuditQuery,
  zone: string,
  page: Page,
): Promise<Listing<AuditEntry>> {
  const { topic, action, actor_type, actor_id, object, object_id, start_date, end_date } = query
  const chain = await findChain(world.pool, owner)
  if (chain === undefined) return { items: [], total: 0 }
  const range = momentRange({ start_date, end_date }, zone)
  const filter = { topic, action, actor_type, actor_id, object, object_id, ...range }
  const isAll = Object.values(filter).every((value) => value === undefined)
  const last = Number(chain.entries)
  const all = isAll
    ? onlyCount(last)
    : await countsOf(world).total(`${chain.id} ${JSON.stringify(filter)}`, 0, last, (after, upTo) =>
        countEntries(world.pool, chain.id, filter, after, upTo),
      )
  const entries = await listEntries(world.pool, chain.id, filter, page, all)
  return { items: entries.map(entryView), total: all.count }
}

/** Entries are never changed or removed: what was counted stays counted. */
const countsOf = perWorld((): GrowingCounts => makeGrowingCounts())

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
