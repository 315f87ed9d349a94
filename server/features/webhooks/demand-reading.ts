// A key learns nothing by a webhook that it may not read: who has events sent somewhere must be allowed to read what
// they carry.
import { lackingFor } from '../../../contract/event-reading.ts'
import { EVENTS } from '../../../contract/events.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'
import { findOtherType } from './delivery-list.ts'
import type { WebhookRow } from './webhook-store.ts'

export function demandReading(caller: Asking, types: readonly string[]): void {
  const lacking = lackingFor(caller.permissions, types)
  if (lacking !== undefined) demandPermission(caller, lacking)
}

/**
 * Who has a webhook send to another server must be allowed to read what it sent until now, too: all that is kept can be
 * sent again, and what waits goes there by itself.
 */
export async function demandMoving(
  db: Queryable,
  caller: Asking,
  { id, events }: Pick<WebhookRow, 'id' | 'events'>,
): Promise<void> {
  demandReading(caller, events)
  if (mayRead(caller, '*')) return
  const readable = Object.keys(EVENTS).filter((type) => mayRead(caller, type))
  const kept = await findOtherType(db, id, readable)
  if (kept !== undefined) demandReading(caller, [kept])
}

const mayRead = ({ permissions }: Asking, type: string) => lackingFor(permissions, [type]) === undefined
