// Renames a passkey, or deletes it: the last one only where there is another way to sign in.
import type { Passkey } from '../../../../contract/passkeys.ts'
import type { DeletedPasskey } from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from './demand-proof.ts'
import { removePasskey, setPasskeyName } from './passkey-store.ts'
import { passkeyView } from './passkey-view.ts'
import { dropUselessCodes } from './replace-recovery-codes.ts'
import { refuseLastWayIn } from './ways-in.ts'

export async function renamePasskey(
  world: World,
  asking: Asking,
  id: string,
  name: string,
): Promise<Passkey> {
  return changePerson(world, asking, async (tx) => {
    const passkey = await setPasskeyName(tx, { id, person_id: asking.person.person.id }, name.trim())
    return passkeyView(passkey ?? fail('passkey_not_found'))
  })
}

export async function deletePasskey(world: World, asking: Asking, id: string): Promise<DeletedPasskey> {
  const { person, session } = asking.person
  return changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    const { name } = (await removePasskey(tx, { id, person_id: person.id })) ?? fail('passkey_not_found')
    await refuseLastWayIn(tx, person.id)
    tx.tellOf('passkey_deleted', name)
    await dropUselessCodes(tx, person.id)
    return { id, deleted: true }
  })
}
