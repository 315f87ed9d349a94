// Asks a bank regularly which payments came in, so that no payment depends on a callback that never arrived.
import { schedule } from '../outbox/schedule.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { paidBy } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findChargeByTxid, mayBePaid } from './charge-store.ts'
import { findAnyProvider, forgetProviderSecrets, noteReconciled, type ProviderRow } from './provider-store.ts'
import {
  FORGET_AFTER_MS,
  LOOK_AFTER_MS,
  RECONCILE_EVERY_MS,
  RECONCILE_OVERLAP_MS,
  reconcileKey,
  WINDOW_MS_MAX,
  WINDOW_MS_MIN,
} from './reconcile-schedule.ts'
import { scheduleCheck } from './schedule-check.ts'
import type { VerdictRoutes } from './verdict-routes.ts'
import * as work from './work.ts'

export async function reconcileProvider(
  world: World,
  { payload, scope, last }: TaskOf<typeof work.reconcileProvider>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, windowMs = WINDOW_MS_MAX } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  if (provider === undefined || provider.secrets === null) return
  const now = scope.clock.now()
  const from = new Date(provider.reconciled_until.getTime() - RECONCILE_OVERLAP_MS)
  const until = new Date(Math.min(now.getTime(), from.getTime() + windowMs))
  const window = { from, until }
  const { failure, notTaken } = await takeInReceived(world, scope, provider, window, routes)
  const isBehind = failure === null && until < now
  const isDone = failure === null && !isBehind && !(await isNeeded(world, provider, now))
  const goesOn = !isDone && !isHopeless(provider, now)
  await transaction(world, last, async (tx) => {
    if (failure === null) await noteReconciled(tx, providerId, until)
    for (const [paymentId, txid] of notTaken)
      scheduleCheck(tx, tx.now, { providerId, txid, hint: `not taken ${paymentId}`, look: 1 })
    if (goesOn) {
      // One millisecond at least, so that it is another piece of work.
      const at = new Date(now.getTime() + (isBehind ? 1 : RECONCILE_EVERY_MS))
      const reading = { providerId, windowMs: nextWindow(windowMs, failure) }
      schedule(tx, work.reconcileProvider, { at, key: reconcileKey(providerId, at), payload: reading })
    } else await forgetProviderSecrets(tx, providerId)
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
  notTaken: Map<string, string>
}

async function takeInReceived(
  world: World,
  scope: Scope,
  provider: ProviderRow,
  { from, until }: { from: Date; until: Date },
  routes: VerdictRoutes,
): Promise<TakenIn> {
  const notTaken = new Map<string, string>()
  const answer = await bankOf(world, provider).received(from, until)
  if (answer.outcome !== 'confirmed') return { failure: answer.reason, notTaken }
  for (const payment of answer.value.payments) {
    const charge = await findChargeByTxid(world.pool, scope.owner, payment.txid)
    if (charge === undefined) continue
    await routes[charge.purpose](world, scope, charge, paidBy(payment)).catch((err) => {
      world.log.error({ err, provider: provider.id, charge: charge.id }, 'a payment was not taken in')
      notTaken.set(payment.id, payment.txid)
    })
  }
  for (const txid of answer.value.unreadable) {
    const charge = await findChargeByTxid(world.pool, scope.owner, txid)
    if (charge === undefined) continue
    world.log.error({ provider: provider.id, charge: charge.id }, 'a payment cannot be read')
    notTaken.set(txid, txid)
  }
  return { failure: null, notTaken }
}

/** True while it is connected, and afterwards while one of its charges may still be paid. */
async function isNeeded(world: World, { id, disconnected_at }: ProviderRow, now: Date): Promise<boolean> {
  return disconnected_at === null || mayBePaid(world.pool, id, new Date(now.getTime() - LOOK_AFTER_MS))
}

/** Disconnected, and silent for so long that its access was surely revoked. */
function isHopeless({ disconnected_at, reconciled_until }: ProviderRow, now: Date): boolean {
  const since = Math.max(disconnected_at?.getTime() ?? now.getTime(), reconciled_until.getTime())
  return now.getTime() - since > FORGET_AFTER_MS
}
