// Refuses to make more of something than a team may have. Those who make one at the same time come one after the other,
// so that together they never make too many.
import { statement } from '../base/database/db.ts'
import { fail } from '../base/values/fail.ts'
import type { Tx } from './transaction.ts'

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))')

export async function refuseBeyond(
  tx: Tx,
  { most, what, count }: { most: number; what: string; count: () => Promise<number> },
): Promise<void> {
  await lock(tx, `${what} of ${tx.owner.teamId} ${tx.owner.mode}`)
  if ((await count()) < most) return
  fail('resource_limit_exceeded', {
    advice: `a team may have ${most} ${what} in each mode; remove one that is not needed first`,
  })
}
