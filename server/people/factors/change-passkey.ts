// Renames a passkey, or deletes it: the last one only where there is another way to sign in.
import type { Passkey } from '../../../contract/passkeys.ts'
import type { DeletedPasskey } from '../../../contract/second-factors.ts'
import { fail } from '../../base/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changeFactors, recordFactor } from './change-factors.ts'
import { demandProof } from './demand-proof.ts'
import { deletePasskeyRow, renamePasskeyRow } from './passkey-store.ts'
import { passkeyView } from './passkey-view.ts'
import { dropUselessCodes } from './replace-recovery-codes.ts'
import { refuseLastWayIn } from './ways-in.ts'

export async function renamePasskey(
  world: World,
  asking: Asking,
  id: string,
  name: string,
): Promise<Passkey> {
  return changeFactors(world, asking, async (tx) => {
    const passkey = await renamePasskeyRow(tx, asking.person.person.id, id, name.trim())
    return passkeyView(passkey ?? fail('passkey_not_found'))
  })
}

export async function deletePasskey(world: World, asking: Asking, id: string): Promise<DeletedPasskey> {
  const { person, session } = asking.person
  return changeFactors(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    const { name, backed_up } = (await deletePasskeyRow(tx, person.id, id)) ?? fail('passkey_not_found')
    await refuseLastWayIn(tx, person.id)
    recordFactor(tx, id, 'passkey', [{ synchronised: backed_up }, null])
    tx.mail('passkey_deleted', name)
    await dropUselessCodes(tx, person.id)
    return { id, deleted: true }
  })
}
