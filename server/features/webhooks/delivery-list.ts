// Which deliveries of a webhook fit a filter, and how many they are.
import type { DeliveryStatus } from '../../../contract/deliveries.ts'
import { buildFor, onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { type GrowingCounts, makeGrowingCounts, onlyCount } from '../../kernel/db/growing-count.ts'
import { countRows } from '../../kernel/db/lists.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { perWorld } from '../../kernel/process/batcher.ts'
import type { World } from '../world.ts'

export interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  last_attempt_at: Date | null
  created_at: Date
  replay_of: string | null
}

const build = buildFor<{ deliveries: DeliveryRow }>()

interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  type?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** What fits a filter, in no order. */
export function deliveriesOf(webhookId: string, { status, type, from, until }: DeliveryFilter) {
  let query = build.selectFrom('deliveries').where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return query
}

const selectOther = statement<{ type: string }>(`
  select type from deliveries where webhook_id = $1 and type <> all($2::text[]) limit 1`)

/** Another type than these, of which something is kept for a webhook. */
export async function findOtherType(
  db: Queryable,
  webhookId: string,
  types: readonly string[],
): Promise<string | undefined> {
  return (await selectOther(db, webhookId, types))[0]?.type
}

/** No transaction lives as long: whatever is older is there for all to see. */
const SEEN_AFTER_MS = 120_000
const countsOf = perWorld((): GrowingCounts => makeGrowingCounts())

const selectEnds = statement<{ oldest: string | null; waiting: Date | null }>(`
  select (select id from deliveries where webhook_id = $1 order by created_at, id limit 1) as oldest,
    (select created_at from deliveries where webhook_id = $1 and status = 'waiting' order by created_at limit 1)
      as waiting`)

/**
 * Those that are older than all that wait have ended and stay as they are until the oldest are forgotten: they are
 * counted once. The time of a sandbox may jump, so that there each total is counted.
 */
export async function countDeliveries(
  world: World,
  { mode }: Owner,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const between = (from: Date | undefined, until: Date | undefined) =>
    countRows(world.pool, deliveriesOf(webhookId, { ...filter, from, until }))
  const { from, until } = filter
  if (mode === 'test' || filter.status === 'waiting') return between(from, until)
  const { oldest, waiting } = onlyRow(await selectEnds(world.pool, webhookId))
  const seen = world.wall.now().getTime() - SEEN_AFTER_MS
  // The first moment that may still change, and the one before all that is asked for.
  const open = Math.min(seen, waiting?.getTime() ?? seen, until?.getTime() ?? seen)
  const start = from?.getTime() ?? 0
  if (open <= start) return between(from, until)
  const key = [webhookId, oldest, filter.status, filter.type, until?.getTime()].join()
  const ended = await countsOf(world).total(key, start, open, async (after, upTo) =>
    onlyCount(await between(new Date(after), new Date(upTo))),
  )
  return ended.count + (await between(new Date(open), until))
}
