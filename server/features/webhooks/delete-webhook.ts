// Deletes a webhook for its callers at once; its deliveries are deleted in the background, some at a time.
import type { DeletedWebhook } from '../../../contract/webhooks.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { deleteDeliveries } from './delivery-store.ts'
import { webhookChange } from './webhook-change.ts'
import { changeWebhook, forgetSecrets, lockWebhook } from './webhook-store.ts'
import * as work from './work.ts'

export async function deleteWebhook(world: World, scope: Scope, id: string): Promise<DeletedWebhook> {
  return transaction(world, scope, async (tx) => {
    const webhook = (await lockWebhook(tx, scope.owner, id)) ?? fail('webhook_not_found')
    await changeWebhook(tx, id, { active: false, deleted_at: tx.now, updated_at: tx.now })
    record(tx, webhookChange(webhook, null))
    schedule(tx, work.clearWebhook, { at: tx.now, key: id, payload: { webhook_id: id } })
    return { id, deleted: true }
  })
}

/** Due work: deletes the deliveries of a deleted webhook, a bounded number at a time. */
export async function clearWebhook(
  world: World,
  { payload }: TaskOf<typeof work.clearWebhook>,
): Promise<void> {
  const { webhook_id } = payload
  while (await deleteDeliveries(world.pool, webhook_id));
  await forgetSecrets(world.pool, webhook_id)
}
