// The body of a delivery, and which events a caller may have delivered.
import { lackingFor } from '../../../contract/event-operations.ts'
import { EVENTS } from '../../../contract/events.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'
import { findOtherType } from './delivery-store.ts'
import type { WebhookRow } from './store.ts'

// A key learns nothing by a webhook that it may not read: who has events sent somewhere must be allowed to read what
// they carry.

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

// The bytes of a delivery: the event as it was stored, its number, and the webhook it goes to, the same each time.

/** `payload` is the stored snapshot, a JSON object as text; nothing in it is parsed or serialised again. */
export function payloadFor(payload: string, sequence: bigint, webhookId: string): string {
  return `${payload.slice(0, -1)},"sequence":${sequence},"webhook_id":${JSON.stringify(webhookId)}}`
}
