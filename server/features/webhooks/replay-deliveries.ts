// Sends events again, or for the first time those that a webhook missed: as new deliveries, so that the log of the
// old ones stays as it was.
import type { Delivery, DeliveryWithAttempts, Replayed, ReplayRange } from '../../../contract/deliveries.ts'
import { recordWish } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { parseTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { addReplay, addReplays, type MadeReplay, scheduleDeliveries } from './delivery-store.ts'
import { demandReading } from './demand-reading.ts'
import { readDelivery } from './read-deliveries.ts'
import { lockWebhook } from './webhook-store.ts'

const REPLAY_MAX = 10_000

/** The new delivery. */
export async function replayDelivery(
  world: World,
  scope: Scope,
  webhookId: string,
  deliveryId: string,
  caller: Asking,
): Promise<Delivery> {
  return replay(
    world,
    scope,
    webhookId,
    caller,
    (tx) => addReplay(tx, webhookId, deliveryId),
    async (tx, [id]) => {
      const made = id === undefined ? undefined : await readDelivery(tx, webhookId, id)
      return summaryOf(made ?? fail('delivery_not_found'))
    },
  )
}

/** A delivery that was just made has no log to show. */
function summaryOf({ attempt_log, payload, ...summary }: DeliveryWithAttempts): Delivery {
  return summary
}

/** Replays what was not replayed before, the oldest first, so that the same call again goes on where it stopped. */
export async function replayRange(
  world: World,
  scope: Scope,
  webhookId: string,
  { from, to, statuses = ['failed', 'skipped'] }: ReplayRange,
  caller: Asking,
): Promise<Replayed> {
  const range = { from: timeOf('from', from), to: timeOf('to', to), statuses }
  if (range.to <= range.from) failField('to', 'must be after from')
  return replay(
    world,
    scope,
    webhookId,
    caller,
    (tx) => addReplays(tx, webhookId, range, REPLAY_MAX),
    async (_tx, made) => ({
      replayed: made.length,
      complete: made.length < REPLAY_MAX,
    }),
  )
}

async function replay<T>(
  world: World,
  scope: Scope,
  webhookId: string,
  caller: Asking,
  make: (tx: Tx) => Promise<MadeReplay[]>,
  answer: (tx: Tx, ids: string[]) => Promise<T>,
): Promise<T> {
  const result = await transaction(world, scope, async (tx) => {
    const webhook = (await lockWebhook(tx, scope.owner, webhookId)) ?? fail('webhook_not_found')
    const made = await make(tx)
    // They go to where the webhook sends today, which may not be where they went.
    demandReading(caller, [...new Set(made.map(({ type }) => type))])
    const ids = made.map(({ id }) => id)
    const what = { topic: 'settings', object: 'webhook', objectId: webhookId } as const
    recordWish(tx, { ...what, before: {}, after: { replayed: ids.length } })
    // To an inactive webhook they go when it is reactivated, like everything that waits for it.
    if (webhook.active) await scheduleDeliveries(tx, webhookId, ids)
    return answer(tx, ids)
  })
  world.workAdded()
  return result
}

function timeOf(field: string, text: string): Date {
  return parseTimestamp(text) ?? failField(field, 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
}
