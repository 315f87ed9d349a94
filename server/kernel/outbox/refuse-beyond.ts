// Refuses to create more of something than a team may have. Concurrent callers take turns, so that together they never
// create too many.
import { takeTurn } from '../db/take-turn.ts'
import { fail } from '../values/fail.ts'
import type { Tx } from './transaction.ts'

export async function refuseBeyond(
  tx: Tx,
  { most, what, count }: { most: number; what: string; count: () => Promise<number> },
): Promise<void> {
  await takeTurn(tx, `${what} of ${tx.owner.teamId} ${tx.owner.mode}`)
  if ((await count()) < most) return
  fail('resource_limit_exceeded', {
    advice: `a team may have ${most} ${what} in each mode; remove one that is not needed first`,
  })
}
