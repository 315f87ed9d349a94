// Gives somebody ten recovery codes. They exist in the answer alone, and those before them are over.
import type { NewRecoveryCodes } from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson, type PersonTx } from '../change-person.ts'
import { secondFactorsOf } from '../second-factors.ts'
import { demandProof } from './demand-proof.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-code-store.ts'

export async function replaceCodes(world: World, asking: Asking): Promise<NewRecoveryCodes> {
  const { person, session } = asking.person
  return changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    if ((await secondFactorsOf(tx, person.id)).length === 0) fail('no_second_factor')
    tx.tellOf('recovery_codes_replaced')
    return { recovery_codes: await makeCodes(tx, person.id) }
  })
}

/** With a factor where there were none; null where there are some. */
export async function firstRecoveryCodes(tx: PersonTx, personId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, personId)) > 0 ? null : makeCodes(tx, personId)
}

/** Once there is nothing that they could stand in for. */
export async function dropUselessCodes(tx: PersonTx, personId: string): Promise<void> {
  if ((await secondFactorsOf(tx, personId)).length === 0) await replaceRecoveryCodes(tx, personId, [], tx.now)
}

async function makeCodes(tx: PersonTx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(personId, code))
  await replaceRecoveryCodes(tx, personId, hashes, tx.now)
  return codes
}
