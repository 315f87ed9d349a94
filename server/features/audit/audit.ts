// Reads a page of the audit log by a filter.
import type { AuditEntry, AuditQuery } from '../../../contract/audit.ts'
import { type GrowingCounts, makeGrowingCounts, onlyCount } from '../../kernel/db/lists.ts'
import { perWorld } from '../../kernel/process/concurrency.ts'
import { isoTimestamp, momentRange, overlapOf, rangeIn } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import type { World } from '../world.ts'
import {
  countEntries,
  countLines,
  type EntryFilter,
  type EntryRow,
  type Fitting,
  findLog,
  type Log,
  listEntries,
} from './store.ts'

/** Days are those of the zone; times may be given instead. */
export async function readAudit(
  world: World,
  owner: Owner,
  { query, zone, page }: { readonly query: AuditQuery; readonly zone: string; readonly page: Page },
): Promise<Listing<AuditEntry>> {
  const { topic, action, actor_type, actor_id, object, object_id, start_date, end_date } = query
  const log = await findLog(world.pool, owner)
  if (log === undefined) return NO_ITEMS
  const range = overlapOf(momentRange({ start_date, end_date }, zone), rangeIn(query, 'created', zone))
  const filter = { topic, action, actor_type, actor_id, object, object_id, ...range }
  const fitting = page.position === undefined ? await fittingOf(world, log, filter) : allOf(log)
  const found = await listEntries(world.pool, log, { filter, page, fitting })
  return { ...found, items: found.items.map(entryView) }
}

/** Entries and lines never change, so counts can be cached. */
const countsOf = perWorld((): GrowingCounts => makeGrowingCounts())

async function fittingOf(world: World, log: Log, filter: EntryFilter): Promise<Fitting> {
  if (Object.values(filter).every((value) => value === undefined)) return allOf(log)
  const counts = countsOf(world)
  const key = JSON.stringify(filter)
  const [entries, lines] = await Promise.all([
    counts.total(`${log.id} ${key}`, 0, Number(log.entries), (after, upTo) =>
      countEntries(world.pool, log, { filter, after, upTo }),
    ),
    counts.total(`lines ${log.wallet_id} ${key}`, 0, Number(log.lines ?? 0), (after, upTo) =>
      countLines(world.pool, log, { filter, after, upTo }),
    ),
  ])
  return { entries, lines }
}

/** Without a filter, everything matches. */
export function allOf({ entries, lines }: Log): Fitting {
  return { entries: onlyCount(Number(entries)), lines: onlyCount(Number(lines ?? 0)) }
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
