// Somebody proves again who they are, by password or factor, before they change how they prove it.
import type { Proof, ProofInput } from '../../../../contract/second-factors.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { proofEnd } from './demand-proof.ts'
import { judgeThrottled } from './judge-throttled.ts'
import { setProven } from './proof-store.ts'

export async function prove(world: World, asking: Asking, input: ProofInput): Promise<Proof> {
  return judgeThrottled(world, asking, 'proof', input, (take) =>
    changePerson(world, asking, async (tx) => {
      await take(tx)
      await setProven(tx, asking.person.session.id, tx.now)
      return { proven_until: isoTimestamp(proofEnd(tx.now)) }
    }),
  )
}
