// Changes what a person may change of themselves. A new password ends all their other sessions and is told by mail:
// whoever did it in their name is seen, and whoever was in is out.
import type { Profile, ProfileInput } from '../../contract/people.ts'
import { failField } from '../base/values/fail.ts'
import type { Actor } from '../outbox/audit.ts'
import type { World } from '../world.ts'
import { changePerson } from './change-person.ts'
import { newPassword } from './new-password.ts'
import { setPasswordHash, setProfile } from './person-store.ts'
import { profileView } from './profile-view.ts'
import * as sessions from './session-store.ts'
import { demandPerson } from './sign-in.ts'
import type { SignedIn } from './signed-in.ts'

interface Asking {
  readonly person: SignedIn
  readonly by: Actor
}

export async function updateProfile(world: World, asking: Asking, input: ProfileInput): Promise<Profile> {
  const { person, session } = asking.person
  const name = input.name?.trim() ?? person.name
  if (name === '') failField('name', 'must not be empty')
  const changed = { ...person, name, language: input.language ?? person.language }
  const hash = input.password === undefined ? undefined : await chosen(world, asking, input, changed)
  await changePerson(world, asking, async (tx) => {
    await setProfile(tx, changed)
    if (hash === undefined) return
    await setPasswordHash(tx, person.id, hash)
    await sessions.endSessions(tx, { personId: person.id, butNot: session.id }, world.wall.now())
    tx.tellOf('password_changed')
  })
  world.signals.tellHere('callers')
  return profileView({ ...asking.person, person: changed })
}

/** The hash of the new password, for who knows the current one. */
async function chosen(
  world: World,
  { person: { person }, by }: Asking,
  { password = '', current_password: current }: ProfileInput,
  own: { readonly name: string; readonly email: string },
): Promise<string> {
  if (current === undefined) failField('current_password', 'is required with a new password')
  const address = by.address ?? ''
  await demandPerson(world, person.email, current, address)
  return newPassword(password, own, address)
}
