// Follows a hint, such as a callback, by reading the charge back from the bank: only what the bank itself answers
// counts.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { isStillOpen } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { bankOfProvider } from './bank-of.ts'
import { findChargeByTxid } from './charge-store.ts'
import { scheduleCheck } from './schedule-check.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'
import type * as work from './work.ts'

/** A bank may announce a payment before its own API shows it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export async function checkCharge(
  world: World,
  { payload, scope, last }: TaskOf<typeof work.checkCharge>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, hint = txid, look } = payload
  const charge = await findChargeByTxid(world.pool, scope.owner, txid)
  if (charge === undefined) return
  const bank = await bankOfProvider(world, providerId)
  if (bank === null) return
  const verdict = verdictIn(await bank.read(txid))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (!isStillOpen(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    scheduleCheck(tx, new Date(tx.now.getTime() + waitMs), { providerId, txid, hint, look: look + 1 })
  })
}
