// Asks a bank regularly what came in, so that no payment depends on a callback that never arrived.
import { enqueue, finish } from '../base/due-work.ts'
import { transaction } from '../base/transaction.ts'
import { bankOf } from '../payments/bank-of.ts'
import { findChargeByTxid, mayBePaid } from '../payments/charge-store.ts'
import {
  findAnyProvider,
  forgetProviderSecrets,
  noteReconciled,
  type ProviderRow,
} from '../payments/provider-store.ts'
import {
  LOOK_AFTER_MS,
  RECONCILE_EVERY_MS,
  RECONCILE_OVERLAP_MS,
  reconcileKey,
} from '../payments/reconcile-schedule.ts'
import type { Task, World } from '../world.ts'
import { settleCharge } from './settle-charge.ts'

/** A bank is asked for a day at a time, also after a long silence. */
const WINDOW_MS_MAX = 24 * 60 * 60_000

export async function reconcileProvider(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { providerId } = payload as { providerId: string }
  const provider = await findAnyProvider(world.pool, providerId)
  if (provider === undefined || provider.secrets === null) return
  const now = scope!.clock.now()
  const from = new Date(provider.reconciled_until.getTime() - RECONCILE_OVERLAP_MS)
  const until = new Date(Math.min(now.getTime(), from.getTime() + WINDOW_MS_MAX))
  const failure = await settleReceived(world, scope!, provider, from, until)
  const goesOn = await isNeeded(world, provider, now)
  // Behind by more than a window, or else as regularly as ever. A bank that is away does not end the asking.
  const behind = failure === null && until < now
  const next = new Date(now.getTime() + (behind ? 0 : RECONCILE_EVERY_MS))
  await transaction(world, scope!, async (tx) => {
    if (failure === null) await noteReconciled(tx, providerId, until)
    if (goesOn) {
      const key = reconcileKey(providerId, new Date(next.getTime() + (behind ? 1 : 0)))
      enqueue(tx, 'reconcile-provider', next, { providerId }, key, 'reconcile')
    } else await forgetProviderSecrets(tx, providerId)
    finish(tx, piece)
  })
  if (!goesOn) await world.banks.forget(providerId)
  if (failure !== null) world.log.warn({ provider: providerId, reason: failure }, 'bank not reconciled')
}

/** Why it could not be asked; null when everything is taken in. */
async function settleReceived(
  world: World,
  scope: NonNullable<Task['scope']>,
  provider: ProviderRow,
  from: Date,
  until: Date,
): Promise<string | null> {
  const answer = await bankOf(world, provider).received(from, until)
  if (answer.outcome !== 'confirmed') return answer.reason
  for (const payment of answer.value) {
    const charge = await findChargeByTxid(world.pool, provider.id, payment.txid)
    if (charge !== undefined)
      await settleCharge(world, scope, charge, { status: 'paid', payments: [payment] })
  }
  return null
}

/** While it is connected; afterwards, while something it was asked for may still be paid. */
async function isNeeded(
  world: World,
  { id, connected_at, disconnected_at }: ProviderRow,
  now: Date,
): Promise<boolean> {
  if (disconnected_at === null) return true
  return mayBePaid(world.pool, id, connected_at, new Date(now.getTime() - LOOK_AFTER_MS))
}
