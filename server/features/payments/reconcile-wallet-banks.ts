// Asks the operator's banks regularly what came in for the wallets of all teams, so that no payment depends on a
// callback that never arrived.

import { scheduleNext } from '../../kernel/jobs/schedule.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { forgetSecrets } from './forget-secrets.ts'
import { noteReconciled, type ProviderRow } from './provider-store.ts'
import { readReturns } from './read-returns.ts'
import { isHopeless, isNeeded, takeInReceived } from './reconcile-provider.ts'
import { RECONCILE_OVERLAP_MS, WINDOW_MS_MAX, WINDOW_MS_MIN } from './reconcile-schedule.ts'
import { registerAgain } from './register-callbacks.ts'
import { scheduleCheck } from './schedule-check.ts'
import type { VerdictRoutes } from './verdict-routes.ts'
import { walletBanksToAsk } from './wallet-bank-store.ts'
import * as work from './work.ts'

/** In one go; what is left after a long silence is read the next time. */
const READINGS_MAX = 30

export async function reconcileWalletBanks(world: World, routes: VerdictRoutes): Promise<void> {
  // First of all, so that a failure of this time does not end the times to come.
  await scheduleNext(world, work.reconcileWalletBanks)
  const { everyMs } = work.reconcileWalletBanks
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
