// Creates, renames and removes passkeys, and signs in by one.
import { PASSKEYS_MAX } from '../../../../contract/limits.ts'
import type { SignIn } from '../../../../contract/people.ts'
import { adviceWith } from '../../../../contract/phrases/advice.ts'
import type {
  DeletedPasskey,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyInput,
  PasskeyRequestOptions,
} from '../../../../contract/second-factors.ts'
import { committed } from '../../../kernel/db/committed.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { type Browser, beginSession, endSessions, handOver, hashToken, type SignedIn } from '../sessions.ts'
import type { PeopleConfig } from '../settings.ts'
import { judgePasskey } from './judge.ts'
import { demandProof, refuseLastWayIn } from './proofs.ts'
import { passkeyView } from './read-factors.ts'
import { dropUselessCodes, firstRecoveryCodes } from './recovery-codes.ts'
import {
  type Ceremony,
  consumeChallenge,
  countPasskeys,
  insertPasskey,
  newChallenge,
  passkeysOf,
  removePasskey,
  setPasskeyName,
} from './store.ts'
import { challengeIn, creationOptions, judgeCreation, relyingParty, requestOptions } from './webauthn.ts'

/** The options for the browser: to create a passkey, or to use a known one. */
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

/** The person, if known; null if the passkey itself identifies them. */
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

function refuseMany(passkeys: number): void {
  if (passkeys < PASSKEYS_MAX) return
  fail(
    'resource_limit_exceeded',
    adviceWith('you may have {most} passkeys; delete one first', { most: PASSKEYS_MAX }),
  )
}

/** Renames or deletes a passkey; the last one only if there is another way to sign in. */
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
    tx.notify('passkey_deleted', name)
    await dropUselessCodes(tx, person.id)
    return { id, deleted: true }
  })
}

/** Adds a passkey from the browser, after a recent proof. */
export async function createPasskey(
  world: World,
  asking: Asking,
  { name, passkey: response }: PasskeyInput,
): Promise<NewPasskey> {
  const { pool, wall } = world
  const { person, session } = asking.person
  await demandProof(pool, session.id, wall.now())
  const party = relyingParty(world)
  const challenge = challengeIn(response)
  const ceremony = { kind: 'create', sessionId: session.id } as const
  if (!(await consumeChallenge(pool, challenge, ceremony, wall.now()))) fail('passkey_refused')
  const credential = await judgeCreation(party, challenge, response)
  return changePerson(world, asking, async (tx) => {
    refuseMany(await countPasskeys(tx, person.id))
    const made = { id: makeId('passkey', wall.now()), name: name.trim(), created_at: tx.now }
    const passkey = { ...made, ...credential, person_id: person.id, last_used_at: null }
    if (!(await insertPasskey(tx, passkey))) fail('passkey_already_registered')
    tx.notify('passkey_added', passkey.name)
    return { ...passkeyView(passkey), recovery_codes: await firstRecoveryCodes(tx, person.id) }
  })
}

/** Signs in by a passkey alone: it identifies the person, and its device has verified them. */
export async function signInByPasskey(
  world: World<PeopleConfig>,
  response: PasskeyAssertion,
  browser: Browser,
): Promise<SignIn> {
  const { personId, take } = await judgePasskey(world, { kind: 'sign_in', sessionId: null }, response)
  const begun = await committed(world.pool, async (tx) => {
    await take(tx)
    return beginSession(world, tx, { personId, browser, factors: { secondFactorAt: world.wall.now() } })
  })
  if (browser.token !== undefined) await endSessions(world, { tokenHash: hashToken(browser.token) })
  return handOver(begun, browser)
}
