// Follows a hint of a bank: reads the charge back, and believes the bank's books, not the hint.
import { schedule } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { chargeToldBy } from './charge-told-by.ts'
import { findAnyProvider } from './provider-store.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'
import * as work from './work.ts'

/** A bank may tell of a payment before its own books show it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export async function checkCharge(
  world: World,
  { piece, payload, scope, last }: TaskOf<typeof work.checkCharge>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, look } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  // Without secrets there is nobody to ask any more.
  if (provider === undefined || provider.secrets === null) return
  const charge = await chargeToldBy(world.pool, provider, txid)
  if (charge === undefined || charge.team_id !== scope.owner.teamId) return
  const verdict = verdictIn(await bankOf(world, provider).read(txid))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (verdict.status !== 'open' || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    schedule(tx, work.checkCharge, {
      at: new Date(tx.now.getTime() + waitMs),
      key: `${piece.key.split('#')[0]}#${look + 1}`,
      payload: { providerId, txid, look: look + 1 },
    })
  })
}
