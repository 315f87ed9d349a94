// Withdraws a charge at its bank that is not to be paid any more. If the payer was faster, the payment is taken in.
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import type { World } from '../world.ts'
import { bankOfCharge } from './bank-of.ts'
import { findCharge } from './charge-store.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'
import type * as work from './work.ts'

export async function withdrawCharge(
  world: World,
  { piece, scope }: TaskOf<typeof work.withdrawCharge>,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await findCharge(world.pool, piece.key.replace(/#.*$/, ''))
  const bank = charge && (await bankOfCharge(world, charge))
  if (!bank) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await routes[charge.purpose](world, scope, charge, verdict)
}
