// Follows a hint, such as a callback, by reading the charge back from the bank: only what the bank itself answers
// counts.

import { isUnderWay } from '../../adapters/banks/bank-refund.ts'
import { isStillOpen, type ReceivedPayment, type Verdict } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { chargeToldBy } from './charge-told-by.ts'
import { findAnyProvider } from './provider-store.ts'
import { scheduleCheck } from './schedule-check.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'
import type * as work from './work.ts'

/** A bank may announce a payment or a return before its own API shows it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export async function checkCharge(
  world: World,
  { payload, scope, last }: TaskOf<typeof work.checkCharge>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, hint, look } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  // Its secrets were forgotten, so the bank cannot be asked any more.
  if (provider === undefined || provider.secrets === null) return
  const charge = await chargeToldBy(world.pool, provider, txid)
  if (charge === undefined || charge.team_id !== scope.owner.teamId) return
  const verdict = verdictIn(await bankOf(world, provider).read(txid, charge.bank_reference))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (isSettled(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    scheduleCheck(tx, new Date(tx.now.getTime() + waitMs), { providerId, txid, hint, look: look + 1 })
  })
}

/** Nothing of it is expected to change soon. */
function isSettled(verdict: Verdict): boolean {
  const isGoingBack = ({ returns = [] }: ReceivedPayment) => returns.some(isUnderWay)
  return !isStillOpen(verdict) && !verdict.payments.some(isGoingBack)
}
