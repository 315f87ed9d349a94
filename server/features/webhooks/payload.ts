// The body of a delivery, and which events a caller may have delivered.
import { lackingFor } from '../../../contract/event-operations.ts'
import { EVENTS } from '../../../contract/events.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Asking, demandPermission } from '../teams/caller.ts'
import { findOtherType } from './delivery-store.ts'
import type { WebhookRow } from './store.ts'

/**
 * A caller must be allowed to read the events that a webhook sends, or a webhook would reveal them to a key that may
 * not.
 */
export function demandReading(caller: Asking, types: readonly string[]): void {
  const lacking = lackingFor(caller.permissions, types)
  if (lacking !== undefined) demandPermission(caller, lacking)
}

/**
 * To move a webhook to another server, the caller must be allowed to read what it sent until now: stored events can be
 * sent again, and waiting ones follow by themselves.
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

/**
 * The bytes of a delivery, the same at each attempt. `payload` is the stored JSON text, which is not parsed or
 * serialised again.
 */
export function payloadFor(payload: string, sequence: bigint, webhookId: string): string {
  return `${payload.slice(0, -1)},"sequence":${sequence},"webhook_id":${JSON.stringify(webhookId)}}`
}
