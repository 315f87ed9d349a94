// After a burst: faults end, doubts are resolved, time passes, and the service completes its work. That it
// does so is a law itself.

import { setTimeout as pause } from 'node:timers/promises'
import { calm } from './faults.ts'
import { callBack, must, type Shop } from './shop.ts'
import { isWell, type Town } from './town.ts'
import { resolve } from './writes.ts'

// Live orders that never reached their carrier. The service asks for such an order until none can appear any
// more, hours after the offer has expired. Here those hours are written into the row.

/** By then the request has ended and sends no order any more. */
const ENDED_AFTER = '25 seconds'
/** The offer has expired, and any order of it would have been visible. */
const PASSED_MS = 12 * 3_600_000

/** Ages those whose requests have ended; returns the others. */
async function ageLostOrders({ database, carrier }: Town, shops: readonly Shop[]): Promise<string[]> {
  const rows = await database.rows(
    `select id, created_at, content, created_at < now() - $2::interval as is_over from bookings
     where team_id = any($1) and mode = 'live' and supplier = 'duffel' and order_data is null
       and status in ('requested', 'confirmed') and created_at > now() - interval '1 hour'`,
    [shops.map(({ teamId }) => teamId), ENDED_AFTER],
  )
  const orders = [...carrier.desk.orders.values()]
  const known = new Set(orders.map(({ metadata }) => String(metadata.embarque_reference)))
  const lost = rows.filter(({ id }) => !known.has(id))
  for (const { id, created_at, content } of lost.filter(({ is_over }) => is_over))
    await database.rows(
      'update bookings set created_at = $2, content = $3 where id = $1 and order_data is null',
      [id, earlier(created_at), agedContent(content)],
    )
  return lost.filter(({ is_over }) => !is_over).map(({ id }) => id)
}

const earlier = (at: Date) => new Date(at.getTime() - PASSED_MS).toISOString()

/** The end of the offer is part of what is kept of it. */
function agedContent(content: string): string {
  const { offerData, ...rest } = JSON.parse(content)
  const expires_at = earlier(new Date(offerData.expires_at))
  return JSON.stringify({ ...rest, offerData: { ...offerData, expires_at } })
}

/** Jobs that only wait for a retry or a later check. */
const HURRIED = [
  'deliver',
  'alert-webhook-off',
  'send-mail',
  'settle-hold',
  'issue-tickets',
  'cancel-order',
  'accept-change',
  'booking-mail',
  'abandon-recharge',
  'withdraw-charge',
  'check-charge',
  'register-callbacks',
  'agency-news',
  'quote-mail',
  'invitation-mail',
  'provider-mail',
  'open-invoice-charge',
  'abandon-invoice-charge',
  'charge-invoices',
  'settle-refund',
  'notify-client',
  'credit-note-mail',
]
/** Those that have a day of their own too: only after they failed. */
const HURRIED_AGAIN = [
  ...['invoice-mandate', 'end-mandate', 'end-mandates', 'expire-mandate-offer', 'follow-mandate'],
  ...['generate-invoice', 'client-tax-id', 'watch-card', 'reconcile-provider'],
]
/** Regular readings of banks, which find what no notification told. */
const READINGS = ['watch-card', 'follow-mandate', 'reconcile-provider', 'follow-debit']
/** Far more than it takes: a machine may be slow and have much else to do. */
const SETTLE_MAX_MS = 240_000
/** Of each write by itself, while everything else settles. */
export const RESOLVE_MAX_MS = 120_000
const LOOK_EVERY_MS = 150

/** Returns unfinished work; empty if all is well. */
export async function settle(town: Town, shops: readonly Shop[]): Promise<string[]> {
  calm(town)
  if (!(await isWellInTime(town))) return ['not every process is well']
  await runMailsAgain(town)
  const sandboxes = shops.filter(({ mode }) => mode === 'test')
  // What a carrier of the sandbox has not said is said with time.
  for (const shop of sandboxes) await passDays(town, shop)
  // So is what was answered to nobody; live, it is waited for no longer than everything else.
  const resolved = resolve(
    town,
    shops.flatMap(({ writes }) => writes),
    RESOLVE_MAX_MS,
  )
  const left = await untilNothingWaits(town, shops)
  await resolved
  if (left.length > 0) return left
  await readBanks(town, shops)
  for (const shop of shops) await callBack(town, shop, [...shop.known.paid.keys()], 0)
  for (const shop of sandboxes) await passDays(town, shop)
  return untilNothingWaits(town, shops)
}

/**
 * A sandbox that passed days without a mail server has given up its mails: an operator would run them again.
 */
async function runMailsAgain({ database, command }: Town): Promise<void> {
  const rows = await database.rows(
    "select id from jobs where state = 'dead' and type = 'send-mail' and mode = 'test'",
  )
  for (const { id } of rows) await command('work', 'retry', String(id))
}

async function isWellInTime(town: Town): Promise<boolean> {
  const untilMs = performance.now() + SETTLE_MAX_MS
  while (!(await isWell(town))) {
    if (performance.now() > untilMs) return false
    await pause(LOOK_EVERY_MS)
  }
  return true
}

export async function untilNothingWaits(town: Town, shops: readonly Shop[]): Promise<string[]> {
  const untilMs = performance.now() + SETTLE_MAX_MS
  for (;;) {
    const left = await waitingWork(town, shops)
    if (left.length === 0) return []
    if (performance.now() > untilMs) return left.map((job) => `did not come to an end: ${job}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Once: each schedules its next one. A debit is looked at by the hour that is its key, which may come again. */
async function readBanks({ database }: Town, shops: readonly Shop[]): Promise<void> {
  await database.rows(
    `update jobs set run_at = now(), key = case type when 'follow-debit' then key || ' early' else key end
     where team_id = any($1) and mode = 'live' and state = 'waiting' and type = any($2)`,
    [[...new Set(shops.map(({ teamId }) => teamId))], READINGS],
  )
}

/** The sandbox lives through what live agencies are hurried through. */
async function passDays(town: Town, shop: Shop): Promise<void> {
  const path = '/api/v1/test/clock/advance'
  const untilMs = performance.now() + SETTLE_MAX_MS
  let by: object = { by: 'P3D' }
  for (;;) {
    const { complete } = await must(town, shop, 'POST', path, by)
    if (complete) return
    if (performance.now() > untilMs) throw new Error(`the days of ${shop.name} do not pass`)
    by = { by: 'PT1S' }
  }
}

/** Due and running jobs; live, those without a day of their own are due now. */
async function waitingWork(town: Town, shops: readonly Shop[]): Promise<string[]> {
  const { database } = town
  const teams = [...new Set(shops.map(({ teamId }) => teamId))]
  const unsure = await ageLostOrders(town, shops)
  await database.rows(
    `update jobs set run_at = now() where team_id = any($1) and mode = 'live' and state = 'waiting'
       and (type = any($2) or (type = any($4) and attempts > 0)) and run_at > now() + interval '1 second'
       and split_part(key, ' ', 1) <> all($3)`,
    [teams, HURRIED, unsure, HURRIED_AGAIN],
  )
  const rows = await database.rows(
    `select j.type, j.key, j.mode, j.attempts, j.last_error from jobs j join clocks c on c.id = j.clock
     where team_id = any($1) and state = 'waiting'
       and (run_at <= now() + interval '5 seconds' + c.offset_ms * interval '1 millisecond'
         or exists (select from job_claims where job_id = j.id))`,
    [teams],
  )
  const jobs = rows.map(({ type, key, mode, attempts, last_error }) =>
    `${type} ${key} (${mode}, ${attempts} attempts) ${last_error ?? ''}`.trim(),
  )
  return [...jobs, ...unsure.map((id) => `${id}, which its carrier never got`)]
}
