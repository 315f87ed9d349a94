// Hourly housekeeping: deletes what is past its retention (keys, deliveries, mails, messages, callbacks, offers).
import { CALLBACK_DAYS, DELIVERY_LOG_DAYS, MAIL_DAYS } from '../../contract/limits.ts'
import { dropOldOffers, forgetOldSearches } from '../flights/offer-store.ts'
import { forgetOldMails } from '../notices/mail-store.ts'
import { forgetOldMessages } from '../notices/message-store.ts'
import { forgetOldKeys } from '../outbox/idempotency.ts'
import { scheduleNext } from '../outbox/schedule.ts'
import { forgetOldCallbacks } from '../payments/provider-store.ts'
import { forgetFullBuckets } from '../teams/bucket-store.ts'
import { forgetOldDeliveries } from '../webhooks/delivery-store.ts'
import type { World } from '../world.ts'
import * as work from './work.ts'

const DAY_MS = 86_400_000

export async function keepHouse(world: World): Promise<void> {
  // Scheduled first, so that a failure of this run does not prevent the next.
  await scheduleNext(world, work.keepHouse)
  const now = world.wall.now()
  while (await forgetOldKeys(world.pool, now));
  while (await forgetFullBuckets(world.pool));
  while (await forgetOldDeliveries(world.pool, daysBefore(now, DELIVERY_LOG_DAYS)));
  while (await forgetOldMails(world.pool, daysBefore(now, MAIL_DAYS)));
  while (await forgetOldSearches(world.pool, now));
  // Reads the time again: the steps before may have taken long.
  await dropOldOffers(world.pool, world.wall.now())
  while (await forgetOldMessages(world.pool, daysBefore(now, MAIL_DAYS)));
  while (await forgetOldCallbacks(world.pool, daysBefore(now, CALLBACK_DAYS)));
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
