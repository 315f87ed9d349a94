// Ends the authenticator app of somebody; without it and without passkeys a sign-in by password has one step again.
import type { Factors } from '../../../../contract/second-factors.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from './demand-proof.ts'
import { readFactors } from './read-factors.ts'
import { dropUselessCodes } from './replace-recovery-codes.ts'
import { deleteTotp } from './totp-store.ts'

/** Where there is none, nothing changes. */
export async function removeTotp(world: World, asking: Asking): Promise<Factors> {
  const { person, session } = asking.person
  await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    if (!(await deleteTotp(tx, person.id))) return
    tx.tellOf('totp_removed')
    await dropUselessCodes(tx, person.id)
  })
  return readFactors(world, asking.person)
}
