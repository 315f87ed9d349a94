// Takes a webhook out of sight at once; what was sent to it is cleared away in the background, bit by bit.
import type { DeletedWebhook } from '../../contract/webhooks.ts'
import { fail } from '../base/values/fail.ts'
import { enqueue } from '../outbox/due-work.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import type { Task, World } from '../world.ts'
import { deleteDeliveries } from './delivery-store.ts'
import { changeWebhook, forgetSecrets, lockWebhook } from './webhook-store.ts'

export async function deleteWebhook(world: World, scope: Scope, id: string): Promise<DeletedWebhook> {
  return transaction(world, scope, async (tx) => {
    if ((await lockWebhook(tx, scope, id)) === undefined) fail('webhook_not_found')
    await changeWebhook(tx, id, { active: false, deleted_at: tx.now, updated_at: tx.now })
    enqueue(tx, 'clear-webhook', tx.now, { webhook_id: id }, id)
    return { id, deleted: true }
  })
}

/** Due work: deletes the deliveries of a deleted webhook, a bounded number at a time. */
export async function clearWebhook(world: World, { payload }: Task): Promise<void> {
  const { webhook_id } = payload as { webhook_id: string }
  while (await deleteDeliveries(world.pool, webhook_id));
  await forgetSecrets(world.pool, webhook_id)
}
