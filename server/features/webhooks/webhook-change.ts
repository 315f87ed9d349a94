// What the audit log says of a webhook that changed: where it leads, but not the address itself, which often has a
// secret of its receiver in it.
import { type Change, fingerprint } from '../../kernel/outbox/audit.ts'
import type { WebhookRow } from './webhook-store.ts'

type Told = Pick<WebhookRow, 'id' | 'url' | 'events' | 'active'> & { secret?: Buffer }

/** Null before it was made, and after it was deleted. */
export function webhookChange(before: Told | null, after: Told | null): Change {
  const objectId = (before ?? after)?.id ?? ''
  return {
    topic: 'settings',
    object: 'webhook',
    objectId,
    before: before && toldOf(before),
    after: after && toldOf(after),
  }
}

function toldOf({ url, events, active, secret }: Told) {
  return {
    receiver: new URL(url).origin,
    url_fingerprint: fingerprint(url),
    events,
    active,
    ...(secret && { secret_fingerprint: fingerprint(secret.toString('base64')) }),
  }
}
