// What a browser is to be asked: for a new passkey, or for the answer of one that is known.
import { PASSKEYS_MAX } from '../../../../contract/limits.ts'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../../../contract/passkeys.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import type { SignedIn } from '../signed-in.ts'
import { type Ceremony, newChallenge } from './challenge-store.ts'
import { demandProof } from './demand-proof.ts'
import { passkeysOf } from './passkey-store.ts'
import { relyingParty } from './relying-party.ts'
import { creationOptions, requestOptions } from './webauthn.ts'

export async function askForNewPasskey(
  world: World,
  { person, session }: SignedIn,
): Promise<PasskeyCreationOptions> {
  const { pool, wall } = world
  await demandProof(pool, session.id, wall.now())
  const party = relyingParty(world)
  const known = await passkeysOf(pool, person.id)
  refuseMany(known.length)
  const challenge = await newChallenge(pool, { kind: 'create', sessionId: session.id }, wall.now())
  return creationOptions(party, challenge, person, known)
}

/** Of whom it is known; null for who has yet to say it, by the passkey itself. */
export async function askForPasskey(
  world: World,
  kind: Exclude<Ceremony['kind'], 'create'>,
  signed: SignedIn | null,
): Promise<PasskeyRequestOptions> {
  const { pool, wall } = world
  const party = relyingParty(world)
  const known = signed === null ? [] : await passkeysOf(pool, signed.person.id)
  const challenge = await newChallenge(pool, { kind, sessionId: signed?.session.id ?? null }, wall.now())
  return requestOptions(party, challenge, known)
}

export function refuseMany(passkeys: number): void {
  if (passkeys < PASSKEYS_MAX) return
  fail('resource_limit_exceeded', { advice: `you may have ${PASSKEYS_MAX} passkeys; delete one first` })
}
