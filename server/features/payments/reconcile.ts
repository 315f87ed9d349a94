// Jobs that read the payments of banks regularly, so that no payment depends on a callback.

import { paidBy } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule, scheduleNext } from '../../kernel/jobs/schedule.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './banks.ts'
import { registerAgain } from './callback-registration.ts'
import { chargeNamedBy, REPORTED_BY_TEAM_BANK_MAX, scheduleCheck } from './charge-checks.ts'
import { type ChargeRow, mayBePaid } from './charge-store.ts'
import { isTxid } from './charges.ts'
import * as jobs from './jobs.ts'
import { type ChargeCheck, RECONCILE_EVERY_MS, reconcileKey } from './jobs.ts'
import {
  findAnyProvider,
  noteReconciled,
  noteUnknown,
  type ProviderRow,
  type UnknownPayment,
  walletBanksToAsk,
} from './provider-store.ts'
import { forgetSecrets } from './providers.ts'
import { mayBeReturned, RETURNS_WATCHED_MS, readReturns } from './returns.ts'
import type { VerdictRoutes } from './verdict-routes.ts'

/** Each window overlaps the one before, because banks list some payments late. */
const RECONCILE_OVERLAP_MS = 60 * 60_000

/** A bank is read a day at a time; the window is halved if that is too much. */
const WINDOW_MS_MAX = 24 * 60 * 60_000

const WINDOW_MS_MIN = 2 * RECONCILE_OVERLAP_MS

/** How long after its end a charge of a disconnected provider is still watched. */
const LOOK_AFTER_MS = 48 * 60 * 60_000

/** If a disconnected provider does not respond for this long, its secrets are deleted. */
const FORGET_AFTER_MS = 30 * 24 * 60 * 60_000

/** In one run; the next run continues after a long outage. */
const READINGS_MAX = 30

export async function reconcileProvider(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.reconcileProviderJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, windowMs = WINDOW_MS_MAX } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  if (provider === undefined || provider.secrets === null) return
  const now = scope.clock.now()
  const window = windowAfter(provider.reconciled_until, windowMs, now)
  const { until } = window
  const { failure, checks } = await readWindow(world, provider, window, routes)
  // Returns wait until the payments have caught up.
  if (failure === null && until >= now) await readReturns(world, provider, now, routes)
  const isBehind = failure === null && until < now
  const isDone = failure === null && !isBehind && !(await isNeeded(world, provider, now))
  const goesOn = !isDone && !isHopeless(provider, now)
  await transaction(world, last, async (tx) => {
    if (failure === null) await noteReconciled(tx, providerId, until)
    for (const { check } of checks) scheduleCheck(tx, tx.now, check)
    if (goesOn) {
      // From the end of this reading, which may be long; at least one millisecond later, so that the key is a new one.
      const at = new Date(tx.now.getTime() + (isBehind ? 1 : RECONCILE_EVERY_MS))
      const reading = { providerId, windowMs: nextWindow(windowMs, failure) }
      schedule(tx, jobs.reconcileProviderJob, { at, key: reconcileKey(providerId, at), payload: reading })
    } else await forgetSecrets(tx, provider)
  })
  if (!goesOn) await world.banks.forget(providerId)
  if (failure !== null) world.log.warn({ provider: providerId, reason: failure }, 'bank not reconciled')
}

interface Window {
  readonly from: Date
  readonly until: Date
}

/** The next window after the time up to which the bank was read. */
function windowAfter(readUntil: Date, windowMs: number, now: Date): Window {
  const from = new Date(readUntil.getTime() - RECONCILE_OVERLAP_MS)
  return { from, until: new Date(Math.min(now.getTime(), from.getTime() + windowMs)) }
}

/** A shorter window after a failure, in case the bank cannot list all payments of the period. */
function nextWindow(windowMs: number, failure: string | null): number {
  return failure === null ? Math.min(windowMs * 2, WINDOW_MS_MAX) : Math.max(windowMs / 2, WINDOW_MS_MIN)
}

export async function reconcileWalletBanks(world: World, routes: VerdictRoutes): Promise<void> {
  // Scheduled first, so that a failure of this run does not end the series.
  await scheduleNext(world, jobs.reconcileWalletBanksJob)
  const { everyMs } = jobs.reconcileWalletBanksJob
  for (const provider of await walletBanksToAsk(world.pool)) {
    await registerAgain(world, provider, { now: world.wall.now(), everyMs })
    await reconcile(world, provider, routes)
  }
}

async function reconcile(world: World, provider: ProviderRow, routes: VerdictRoutes): Promise<void> {
  const now = world.wall.now()
  let readUntil = provider.reconciled_until
  let windowMs = WINDOW_MS_MAX
  for (let reading = 0; reading < READINGS_MAX; reading++) {
    const window = windowAfter(readUntil, windowMs, now)
    const { failure, checks } = await readWindow(world, provider, window, routes)
    if (failure !== null && windowMs > WINDOW_MS_MIN) windowMs = nextWindow(windowMs, failure)
    else if (failure !== null) {
      world.log.warn({ provider: provider.id, reason: failure }, 'bank not reconciled')
      return isHopeless(provider, now) ? forget(world, provider) : undefined
    } else {
      for (const { owner, check } of checks)
        await transaction(world, await scopeOf(world, owner), async (tx) => scheduleCheck(tx, tx.now, check))
      readUntil = window.until
      await noteReconciled(world.pool, provider.id, readUntil)
      if (readUntil >= now) break
    }
  }
  if (readUntil < now) return
  await readReturns(world, provider, now, routes)
  if (!(await isNeeded(world, provider, now))) await forget(world, provider)
}

async function forget(world: World, provider: ProviderRow): Promise<void> {
  await installationTransaction(world, (tx) => forgetSecrets(tx, provider))
  await world.banks.forget(provider.id)
}

interface Reading {
  /** Null if the bank responded. */
  failure: string | null
  /** One for each payment that could not be recorded. */
  checks: { owner: Owner; check: ChargeCheck }[]
}

/** Records the payments of the window. */
async function readWindow(
  world: World,
  provider: ProviderRow,
  { from, until }: Window,
  routes: VerdictRoutes,
): Promise<Reading> {
  const received = await bankOf(world, provider).received(from, until)
  if (received.outcome !== 'confirmed') return { failure: received.reason, checks: [] }
  const notRecorded = new Map<string, ChargeRow>()
  const unknown: UnknownPayment[] = []
  for (const payment of received.value.payments) {
    const charge = await chargeNamedBy(world.pool, provider, payment.txid)
    if (charge === undefined) {
      unknown.push({ payment: payment.id, txid: payment.txid })
      continue
    }
    const scope = await scopeOf(world, ownerOfRow(charge))
    await routes[charge.purpose](world, scope, charge, paidBy(payment)).catch((err) => {
      world.log.error({ err, provider: provider.id, charge: charge.id }, 'a payment was not recorded')
      notRecorded.set(payment.id, charge)
    })
  }
  await reportUnknown(world, provider, unknown)
  const unreadable: string[] = []
  for (const txid of received.value.unreadable) {
    const charge = await chargeNamedBy(world.pool, provider, txid)
    if (charge === undefined) continue
    unreadable.push(charge.id)
    notRecorded.set(txid, charge)
  }
  if (unreadable.length > 0) {
    const details = {
      provider: provider.id,
      payments: unreadable.length,
      charges: unreadable.slice(0, NAMED_MAX),
    }
    world.log.error(details, 'payments cannot be read')
  }
  const checks = [...notRecorded].map(([paymentId, charge]) => ({
    owner: ownerOfRow(charge),
    check: { providerId: provider.id, txid: charge.txid, hint: `not taken ${paymentId}`, look: 1 },
  }))
  return { failure: null, checks }
}

/** In one line of the log. */
const NAMED_MAX = 5

/** A txid of ours without a charge needs a person. Other txids may belong to other users of the account. */
async function reportUnknown(
  { pool, wall, log }: World,
  { id: provider, purpose }: ProviderRow,
  unknown: readonly UnknownPayment[],
): Promise<void> {
  const ours = unknown.filter(({ txid }) => isTxid(txid))
  if (ours.length === 0) return
  const isOfTeam = purpose !== 'wallet'
  const most = isOfTeam ? REPORTED_BY_TEAM_BANK_MAX : null
  const noted = await noteUnknown(pool, provider, ours, { now: wall.now(), most })
  if (noted.length === 0) return
  const details = { provider, payments: noted.length, txids: noted.slice(0, NAMED_MAX) }
  const text = 'payments came for charges that are not in our books: look them up at the bank'
  if (isOfTeam) log.info(details, text)
  else log.warn(details, text)
}

/** True while the provider is connected, one of its charges may be paid, or one of its payments may be returned. */
async function isNeeded({ pool }: World, { id, disconnected_at }: ProviderRow, now: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  if (disconnected_at === null || (await mayBePaid(pool, id, before(LOOK_AFTER_MS)))) return true
  return mayBeReturned(pool, id, before(RETURNS_WATCHED_MS))
}

/** Disconnected, and without a response for so long that the access was surely revoked. */
function isHopeless({ disconnected_at, reconciled_until }: ProviderRow, now: Date): boolean {
  const since = Math.max(disconnected_at?.getTime() ?? now.getTime(), reconciled_until.getTime())
  return now.getTime() - since > FORGET_AFTER_MS
}
