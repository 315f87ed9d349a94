// After a burst: faults end, unknown outcomes are resolved, time passes, and the service finishes its jobs. That it does
// so is an invariant itself.
import { setTimeout as pause } from 'node:timers/promises'
import { type Agency, mustSucceed, sendPixCallbacks } from './agency.ts'
import { endFaults } from './faults.ts'
import { type Installation, isHealthy } from './installation/installation.ts'
import { resolveWrites } from './writes.ts'

/** Far more than it takes: the machine may be slow and busy. */
const SETTLE_MAX_MS = 240_000
/** For writes alone, while everything else settles. */
export const RESOLVE_MAX_MS = 120_000
const CHECK_EVERY_MS = 150

/** Returns unfinished jobs. */
export async function settle(installation: Installation, agencies: readonly Agency[]): Promise<string[]> {
  endFaults(installation)
  if (!(await becomesHealthy(installation))) return ['not every process is healthy']
  await retryMailsOfSandbox(installation)
  const sandboxes = agencies.filter(({ mode }) => mode === 'test')
  // Jobs settle the unknown outcomes of the simulated carrier, by the test clock.
  for (const agency of sandboxes) await passDays(installation, agency)
  const writes = agencies.flatMap((agency) => agency.writes)
  const resolved = resolveWrites(installation, writes, RESOLVE_MAX_MS)
  const unfinished = await waitForJobs(installation, agencies)
  await resolved
  if (unfinished.length > 0) return unfinished
  await reconcileWithBanks(installation, agencies)
  for (const agency of agencies)
    await sendPixCallbacks(installation, agency, [...agency.known.pixPayments.keys()], 0)
  for (const agency of sandboxes) await passDays(installation, agency)
  return waitForJobs(installation, agencies)
}

async function becomesHealthy(installation: Installation): Promise<boolean> {
  const untilMs = performance.now() + SETTLE_MAX_MS
  while (!(await isHealthy(installation))) {
    if (performance.now() > untilMs) return false
    await pause(CHECK_EVERY_MS)
  }
  return true
}

/** If days passed in a sandbox without a mail server, its mails failed for good: an operator would retry them. */
async function retryMailsOfSandbox({ database, runCommand }: Installation): Promise<void> {
  const rows = await database.rows(
    "select id from jobs where state = 'dead' and type = 'send-mail' and mode = 'test'",
  )
  for (const { id } of rows) await runCommand('work', 'retry', String(id))
}

/** The clock of a sandbox passes the days that jobs of live agencies skip. */
async function passDays(installation: Installation, agency: Agency): Promise<void> {
  const path = '/api/v1/test/clock/advance'
  const untilMs = performance.now() + SETTLE_MAX_MS
  let by: object = { by: 'P3D' }
  for (;;) {
    const { complete } = await mustSucceed(installation, agency, 'POST', path, by)
    if (complete) return
    if (performance.now() > untilMs) throw new Error(`the clock of ${agency.name} does not advance`)
    by = { by: 'PT1S' }
  }
}

/** Jobs that regularly ask banks, and so find what no callback reported. */
const BANK_JOBS = ['watch-card', 'follow-mandate', 'reconcile-provider', 'follow-debit']

/** Runs them once; each schedules its next run. The key of `follow-debit` is an hour, which may come again. */
async function reconcileWithBanks({ database }: Installation, agencies: readonly Agency[]): Promise<void> {
  await database.rows(
    `update jobs set run_at = now(), key = case type when 'follow-debit' then key || ' early' else key end
     where team_id = any($1) and mode = 'live' and state = 'waiting' and type = any($2)`,
    [teamsOf(agencies), BANK_JOBS],
  )
}

const teamsOf = (agencies: readonly Agency[]) => [...new Set(agencies.map(({ teamId }) => teamId))]

/** Jobs whose time is only a wait before a retry or another look: it is skipped. */
const SKIPPED_WAITS = [
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
/** Jobs that also have a day of their own: only the wait before a retry is skipped. */
const SKIPPED_RETRY_WAITS = [
  ...['invoice-mandate', 'end-mandate', 'end-mandates', 'expire-mandate-offer', 'follow-mandate'],
  ...['generate-invoice', 'client-tax-id', 'watch-card', 'reconcile-provider'],
]

/** Returns the jobs that did not finish in time. */
export async function waitForJobs(
  installation: Installation,
  agencies: readonly Agency[],
): Promise<string[]> {
  const untilMs = performance.now() + SETTLE_MAX_MS
  for (;;) {
    const unfinished = await runWaitingJobs(installation, agencies)
    if (unfinished.length === 0) return []
    if (performance.now() > untilMs) return unfinished.map((job) => `did not finish: ${job}`)
    await pause(CHECK_EVERY_MS)
  }
}

/** After a 429 the client of a bank pauses for 30 s. A retry without that wait would use up the attempts of its job. */
const PAUSE = `case when last_error like '%asked less often' then interval '31 seconds' else interval '0' end`

/** Skips waits, and returns all jobs that are due or running. */
async function runWaitingJobs(installation: Installation, agencies: readonly Agency[]): Promise<string[]> {
  const { database } = installation
  const teams = teamsOf(agencies)
  const unsent = await ageLostOrders(installation, teams)
  // One statement, so that no job is between the two: what it moves counts as due.
  const rows = await database.rows(
    `with moved as (
       update jobs set run_at = now() + ${PAUSE} where team_id = any($1) and mode = 'live' and state = 'waiting'
         and (type = any($2) or (type = any($4) and attempts > 0)) and run_at > now() + ${PAUSE} + interval '1 second'
         and split_part(key, ' ', 1) <> all($3)
       returning id
     )
     select j.type, j.key, j.mode, j.attempts, j.last_error from jobs j join clocks c on c.id = j.clock
     where team_id = any($1) and state = 'waiting'
       and (run_at <= now() + ${PAUSE} + interval '5 seconds' + c.offset_ms * interval '1 millisecond'
         or exists (select from job_claims where job_id = j.id) or j.id in (select id from moved))`,
    [teams, SKIPPED_WAITS, unsent, SKIPPED_RETRY_WAITS],
  )
  const jobs = rows.map(({ type, key, mode, attempts, last_error }) =>
    `${type} ${key} (${mode}, ${attempts} attempts) ${last_error ?? ''}`.trim(),
  )
  return [...jobs, ...unsent.map((id) => `booking ${id}, whose order may still reach the carrier`)]
}

/** A request that is older has ended, and sends no order to the carrier any more. */
const REQUEST_ENDED_AFTER = '25 seconds'
/** By then the offer has expired, and any order for it would be listed. */
const AGED_MS = 12 * 3_600_000

/**
 * The service looks for a live order that never reached the carrier for hours, until its offer has expired. Here those
 * hours are written into the row, once its request has ended. Returns bookings whose request may still run.
 */
async function ageLostOrders({ database, carrier }: Installation, teams: string[]): Promise<string[]> {
  const rows = await database.rows(
    `select id, created_at, content, created_at < now() - $2::interval as request_ended from bookings
     where team_id = any($1) and mode = 'live' and supplier = 'duffel' and order_data is null
       and status in ('requested', 'confirmed') and created_at > now() - interval '1 hour'`,
    [teams, REQUEST_ENDED_AFTER],
  )
  const orders = [...carrier.desk.orders.values()]
  const ordered = new Set(orders.map(({ metadata }) => String(metadata.embarque_reference)))
  const lost = rows.filter(({ id }) => !ordered.has(id))
  for (const { id, created_at, content } of lost.filter(({ request_ended }) => request_ended))
    await database.rows(
      'update bookings set created_at = $2, content = $3 where id = $1 and order_data is null',
      [id, aged(created_at), withAgedOffer(content)],
    )
  return lost.filter(({ request_ended }) => !request_ended).map(({ id }) => id)
}

const aged = (at: Date) => new Date(at.getTime() - AGED_MS).toISOString()

function withAgedOffer(content: string): string {
  const { offerData, ...rest } = JSON.parse(content)
  const expires_at = aged(new Date(offerData.expires_at))
  return JSON.stringify({ ...rest, offerData: { ...offerData, expires_at } })
}
