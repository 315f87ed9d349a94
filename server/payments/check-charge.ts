// Follows a hint of a bank: reads the charge back, and believes the bank's books, not the hint.
import { schedule } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { Verdict } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { bankOfProvider } from './bank-of.ts'
import { findChargeByTxid } from './charge-store.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'
import * as work from './work.ts'

/** A bank may tell of a payment or return before its own books show it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export async function checkCharge(
  world: World,
  { piece, payload, scope, last }: TaskOf<typeof work.checkCharge>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, look } = payload
  const charge = await findChargeByTxid(world.pool, scope.owner, txid)
  if (charge === undefined) return
  const bank = await bankOfProvider(world, providerId)
  if (bank === null) return
  const verdict = verdictIn(await bank.read(txid))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (isSettled(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    schedule(tx, work.checkCharge, {
      at: new Date(tx.now.getTime() + waitMs),
      key: `${piece.key.split('#')[0]}#${look + 1}`,
      payload: { providerId, txid, look: look + 1 },
    })
  })
}

/** Nothing of it is expected to change soon. */
function isSettled({ status, payments }: Verdict): boolean {
  const isGoingBack = payments.some(({ returns = [] }) => returns.some((one) => one.status === 'processing'))
  return status !== 'open' && !isGoingBack
}
