// Hourly housekeeping: forgets what is past its time (idempotency keys, the delivery log, mails, offers).

import { DELIVERY_LOG_DAYS, MAIL_DAYS } from '../../contract/limits.ts'
import { build, rows } from '../base/db.ts'
import { forgetOldKeys } from '../base/idempotency.ts'
import { dropOldOffers, forgetOldSearches } from '../flights/offer-store.ts'
import { forgetOldMails } from '../notices/mail-store.ts'
import { forgetOldDeliveries } from '../webhooks/delivery-store.ts'
import type { World } from '../world.ts'

const HOUR_MS = 3_600_000

export async function keepHouse(world: World): Promise<void> {
  // First of all, so that a failure of this hour does not end the hours to come.
  await bookHouseKeeping(world)
  const now = world.wall.now()
  while (await forgetOldKeys(world.pool, now));
  while (await forgetOldDeliveries(world.pool, daysBefore(now, DELIVERY_LOG_DAYS)));
  while (await forgetOldMails(world.pool, daysBefore(now, MAIL_DAYS)));
  while (await forgetOldSearches(world.pool, now));
  await dropOldOffers(world.pool, now)
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * HOUR_MS)
}

/** The next full hour's piece, named by the hour: however many services book it, it runs once. */
export async function bookHouseKeeping(world: World): Promise<void> {
  const now = world.wall.now()
  const hour = new Date(now.getTime() + HOUR_MS).toISOString().slice(0, 13)
  const piece = { kind: 'keep-house', key: hour, lane: 'keep-house', clock: '', payload: 'null' }
  const times = { run_at: new Date(`${hour}:00:00.000Z`), created_at: now }
  const nobody = { team_id: null, mode: null, last_error: null }
  await rows(
    world.pool,
    build
      .insertInto('due_work')
      .values({ ...piece, ...times, ...nobody })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
