// Jobs that ask banks what came in, for what callbacks did not report.
import { paidBy } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule, scheduleNext } from '../../kernel/jobs/schedule.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { ownerOfRow, transaction } from '../../kernel/outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './banks.ts'
import { type ChargeRow, mayBePaid } from './charge-store.ts'
import { chargeNamedBy, isTxid, scheduleCheck } from './charges.ts'
import * as jobs from './jobs.ts'
import {
  FORGET_AFTER_MS,
  LOOK_AFTER_MS,
  RECONCILE_EVERY_MS,
  RECONCILE_OVERLAP_MS,
  RETURNS_WATCHED_MS,
  reconcileKey,
  WINDOW_MS_MAX,
  WINDOW_MS_MIN,
} from './jobs.ts'
import {
  findAnyProvider,
  noteReconciled,
  noteUnknown,
  type ProviderRow,
  type UnknownPayment,
  walletBanksToAsk,
} from './provider-store.ts'
import { forgetSecrets, registerAgain } from './providers.ts'
import { mayBeReturned, readReturns } from './returns.ts'
import type { VerdictRoutes } from './verdicts.ts'

// Asks a bank regularly which payments came in, so that no payment depends on a callback that never arrived.

export async function reconcileProvider(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.reconcileProviderJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, windowMs = WINDOW_MS_MAX } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  if (provider === undefined || provider.secrets === null) return
  const now = scope.clock.now()
  const from = new Date(provider.reconciled_until.getTime() - RECONCILE_OVERLAP_MS)
  const until = new Date(Math.min(now.getTime(), from.getTime() + windowMs))
  const window = { from, until }
  const { failure, notTaken } = await takeInReceived(world, provider, window, routes)
  // Whoever has to catch up does so first.
  if (failure === null && until >= now) await readReturns(world, provider, now, routes)
  const isBehind = failure === null && until < now
  const isDone = failure === null && !isBehind && !(await isNeeded(world, provider, now))
  const goesOn = !isDone && !isHopeless(provider, now)
  await transaction(world, last, async (tx) => {
    if (failure === null) await noteReconciled(tx, providerId, until)
    for (const [paymentId, { txid }] of notTaken)
      scheduleCheck(tx, tx.now, { providerId, txid, hint: `not taken ${paymentId}`, look: 1 })
    if (goesOn) {
      // From the end of this reading, which may be long. One millisecond at least, so that it is another piece of work.
      const at = new Date(tx.now.getTime() + (isBehind ? 1 : RECONCILE_EVERY_MS))
      const reading = { providerId, windowMs: nextWindow(windowMs, failure) }
      schedule(tx, jobs.reconcileProviderJob, { at, key: reconcileKey(providerId, at), payload: reading })
    } else await forgetSecrets(tx, provider)
  })
  if (!goesOn) await world.banks.forget(providerId)
  if (failure !== null) world.log.warn({ provider: providerId, reason: failure }, 'bank not reconciled')
}

/** Asks for a shorter period where a bank cannot list all payments of a day. */
function nextWindow(windowMs: number, failure: string | null): number {
  return failure === null ? Math.min(windowMs * 2, WINDOW_MS_MAX) : Math.max(windowMs / 2, WINDOW_MS_MIN)
}

interface TakenIn {
  /** Why it could not be asked; null when it was. */
  failure: string | null
  /** The charges of what could not be taken in, by payment: each is looked at by itself, and none holds up the rest. */
  notTaken: Map<string, ChargeRow>
}

async function takeInReceived(
  world: World,
  provider: ProviderRow,
  { from, until }: { from: Date; until: Date },
  routes: VerdictRoutes,
): Promise<TakenIn> {
  const notTaken: TakenIn['notTaken'] = new Map()
  const answer = await bankOf(world, provider).received(from, until)
  if (answer.outcome !== 'confirmed') return { failure: answer.reason, notTaken }
  for (const payment of answer.value.payments) {
    const charge = await chargeNamedBy(world.pool, provider, payment.txid)
    if (charge === undefined) {
      await tellOfUnknown(world, { provider: provider.id, payment: payment.id, txid: payment.txid })
      continue
    }
    const scope = await scopeOf(world, ownerOfRow(charge))
    await routes[charge.purpose](world, scope, charge, paidBy(payment)).catch((err) => {
      world.log.error({ err, provider: provider.id, charge: charge.id }, 'a payment was not taken in')
      notTaken.set(payment.id, charge)
    })
  }
  for (const txid of answer.value.unreadable) {
    const charge = await chargeNamedBy(world.pool, provider, txid)
    if (charge === undefined) continue
    world.log.error({ provider: provider.id, charge: charge.id }, 'a payment cannot be read')
    notTaken.set(txid, charge)
  }
  return { failure: null, notTaken }
}

/** What is ours by its txid and not in our books is for people to look into. Others may use the account as well. */
async function tellOfUnknown({ pool, wall, log }: World, told: UnknownPayment): Promise<void> {
  if (isTxid(told.txid) && (await noteUnknown(pool, told, wall.now())))
    log.warn(told, 'a payment came for a charge that is not in our books: look it up at the bank')
}

/** True while it is connected, and afterwards while one of its charges may still be paid, or its payments go back. */
async function isNeeded({ pool }: World, { id, disconnected_at }: ProviderRow, now: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  if (disconnected_at === null || (await mayBePaid(pool, id, before(LOOK_AFTER_MS)))) return true
  return mayBeReturned(pool, id, before(RETURNS_WATCHED_MS))
}

/** Disconnected, and silent for so long that its access was surely revoked. */
function isHopeless({ disconnected_at, reconciled_until }: ProviderRow, now: Date): boolean {
  const since = Math.max(disconnected_at?.getTime() ?? now.getTime(), reconciled_until.getTime())
  return now.getTime() - since > FORGET_AFTER_MS
}

// Asks the operator's banks regularly what came in for the wallets of all teams, so that no payment depends on a
// callback that never arrived.

/** In one go; what is left after a long silence is read the next time. */
const READINGS_MAX = 30

export async function reconcileWalletBanks(world: World, routes: VerdictRoutes): Promise<void> {
  // First of all, so that a failure of this time does not end the times to come.
  await scheduleNext(world, jobs.reconcileWalletBanksJob)
  const { everyMs } = jobs.reconcileWalletBanksJob
  for (const provider of await walletBanksToAsk(world.pool)) {
    await registerAgain(world, provider, { now: world.wall.now(), everyMs })
    await reconcile(world, provider, routes)
  }
}

/** A bank that has too much to tell of a day is asked for less, until it can. */
async function reconcile(world: World, provider: ProviderRow, routes: VerdictRoutes): Promise<void> {
  const now = world.wall.now()
  let readUntil = provider.reconciled_until
  let windowMs = WINDOW_MS_MAX
  for (let reading = 0; reading < READINGS_MAX; reading++) {
    const from = new Date(readUntil.getTime() - RECONCILE_OVERLAP_MS)
    const until = new Date(Math.min(now.getTime(), from.getTime() + windowMs))
    const { failure, notTaken } = await takeInReceived(world, provider, { from, until }, routes)
    if (failure !== null && windowMs > WINDOW_MS_MIN) windowMs = Math.max(windowMs / 2, WINDOW_MS_MIN)
    else if (failure !== null) {
      world.log.warn({ provider: provider.id, reason: failure }, 'bank not reconciled')
      return isHopeless(provider, now) ? forget(world, provider) : undefined
    } else {
      for (const [paymentId, charge] of notTaken) {
        const check = { providerId: provider.id, txid: charge.txid, hint: `not taken ${paymentId}`, look: 1 }
        await transaction(world, await scopeOf(world, ownerOfRow(charge)), async (tx) =>
          scheduleCheck(tx, tx.now, check),
        )
      }
      await noteReconciled(world.pool, provider.id, until)
      readUntil = until
      if (until >= now) break
    }
  }
  if (readUntil < now) return
  // Whoever has to catch up does so first.
  await readReturns(world, provider, now, routes)
  if (!(await isNeeded(world, provider, now))) await forget(world, provider)
}

async function forget(world: World, provider: ProviderRow): Promise<void> {
  await installationTransaction(world, (tx) => forgetSecrets(tx, provider))
  await world.banks.forget(provider.id)
}
