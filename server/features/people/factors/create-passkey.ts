// Adds a passkey that the browser has made for somebody who just proved who they are.
import type { PasskeyInput } from '../../../../contract/passkeys.ts'
import type { NewPasskey } from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { refuseMany } from './ask-passkey.ts'
import { takeChallenge } from './challenge-store.ts'
import { demandProof } from './demand-proof.ts'
import { countPasskeys, insertPasskey } from './passkey-store.ts'
import { passkeyView } from './passkey-view.ts'
import { relyingParty } from './relying-party.ts'
import { firstRecoveryCodes } from './replace-recovery-codes.ts'
import { challengeIn, judgeCreation } from './webauthn.ts'

export async function createPasskey(
  world: World,
  asking: Asking,
  { name, passkey: answer }: PasskeyInput,
): Promise<NewPasskey> {
  const { pool, wall } = world
  const { person, session } = asking.person
  await demandProof(pool, session.id, wall.now())
  const party = relyingParty(world)
  const challenge = challengeIn(answer)
  const ceremony = { kind: 'create', sessionId: session.id } as const
  if (!(await takeChallenge(pool, challenge, ceremony, wall.now()))) fail('passkey_refused')
  const credential = await judgeCreation(party, challenge, answer)
  return changePerson(world, asking, async (tx) => {
    refuseMany(await countPasskeys(tx, person.id))
    const made = { id: makeId('passkey', wall.now()), name: name.trim(), created_at: tx.now }
    const passkey = { ...made, ...credential, person_id: person.id, last_used_at: null }
    if (!(await insertPasskey(tx, passkey))) fail('passkey_already_registered')
    tx.tellOf('passkey_added', passkey.name)
    return { ...passkeyView(passkey), recovery_codes: await firstRecoveryCodes(tx, person.id) }
  })
}
