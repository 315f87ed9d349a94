// The webhooks of a team and mode, or one of them.

import type { Webhook } from '../../../contract/webhooks.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import { findWebhook, listWebhooks } from './webhook-store.ts'
import { webhookView } from './webhook-view.ts'

export async function readWebhooks(db: Queryable, owner: Owner): Promise<Webhook[]> {
  return (await listWebhooks(db, owner)).map(webhookView)
}

export async function readWebhook(db: Queryable, owner: Owner, id: string): Promise<Webhook> {
  return webhookView((await findWebhook(db, owner, id)) ?? fail('webhook_not_found'))
}
