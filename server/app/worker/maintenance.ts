// What the installation does regularly: deletes what is past its time, and proves the ledger.
import { CALLBACK_DAYS } from '../../../contract/limits.ts'
import { forgetOldEvents } from '../../features/events/store.ts'
import { dropOldOffers, forgetOldSearches } from '../../features/flights/store.ts'
import { forgetOldNews } from '../../features/news/store.ts'
import { forgetOldMails } from '../../features/notifications/mail-store.ts'
import { forgetOldMessages, forgetOldReceipts } from '../../features/notifications/message-store.ts'
import { forgetOldCallbacks } from '../../features/payments/provider-store.ts'
import { forgetOldLinks } from '../../features/people/account-links.ts'
import { forgetManySessions, forgetOldSessions } from '../../features/people/session-store.ts'
import { KNOWN_PLACE_DAYS } from '../../features/people/sign-in.ts'
import { forgetFullBuckets } from '../../features/teams/bucket-store.ts'
import { ledgerFaults, proveHeads } from '../../features/wallet/ledger-proof.ts'
import { forgetOldDeliveries } from '../../features/webhooks/delivery-store.ts'
import type { World } from '../../features/world.ts'
import { inBatches } from '../../kernel/db/db.ts'
import { scheduleNext } from '../../kernel/jobs/schedule.ts'
import { forgetOldKeys } from '../../kernel/outbox/idempotency.ts'
import { addUpCounts } from '../../kernel/outbox/list-counts.ts'
import * as jobs from './jobs.ts'

const DAY_MS = 86_400_000
/** After its end; until then a list shows that an invitation has expired. */
const LINK_DAYS = 30

/** In small batches, so that requests do not wait for it. */
export async function deleteExpired(world: World): Promise<void> {
  // Scheduled first, so that a failure of this run does not prevent the next.
  await scheduleNext(world, jobs.deleteExpiredJob)
  const { pool, wall, config } = world
  const { keepEventsDays, keepDeliveriesDays, keepMailsDays, keepSearchesHours } = config
  const now = wall.now()
  const eventsFrom = daysBefore(now, Math.max(keepEventsDays, keepDeliveriesDays))
  const mailsFrom = daysBefore(now, keepMailsDays)
  await inBatches(() => forgetOldKeys(pool, now))
  await inBatches(() => forgetFullBuckets(pool, now))
  // Deliveries before the events they are of.
  await forgetOldDeliveries(world, daysBefore(now, keepDeliveriesDays), eventsFrom)
  await forgetOldEvents(world, eventsFrom)
  await inBatches(() => forgetOldSessions(pool, daysBefore(now, KNOWN_PLACE_DAYS)))
  await inBatches(() => forgetManySessions(pool))
  await inBatches(() => forgetOldLinks(pool, daysBefore(now, LINK_DAYS)))
  await inBatches(() => forgetOldMails(pool, mailsFrom))
  await inBatches(() => forgetOldSearches(pool, now, keepSearchesHours))
  // Reads the time again: the steps before may have taken long.
  await dropOldOffers(pool, wall.now())
  await inBatches(() => forgetOldMessages(pool, mailsFrom))
  await inBatches(() => forgetOldReceipts(pool, mailsFrom))
  await inBatches(() => forgetOldNews(pool, mailsFrom))
  await inBatches(() => forgetOldCallbacks(pool, daysBefore(now, CALLBACK_DAYS)))
  // After all that forgets.
  await inBatches(() => addUpCounts(pool))
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

/** Compares every wallet with its last line. A wrong ledger raises an alarm. */
export async function proveLedger(world: World): Promise<void> {
  await scheduleNext(world, jobs.proveLedgerJob)
  const faults = await proveHeads(world.pool)
  ledgerFaults.set(faults.length)
  for (const { wallet, fault } of faults)
    world.log.error({ wallet, fault }, 'the ledger is wrong; run "npx embarque doctor"')
}
