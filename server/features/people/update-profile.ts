// Changes what a person may change of themselves. A new password ends all their other sessions and is told by mail:
// whoever did it in their name is seen, and whoever was in is out.
import type { Profile, ProfileInput } from '../../../contract/people.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { type Asking, changePerson } from './change-person.ts'
import { dropIdentities } from './identities/identity-store.ts'
import { dropLinks } from './link-store.ts'
import { newPassword } from './new-password.ts'
import { findPerson, type PersonRow, replacePasswordHash, setProfile } from './person-store.ts'
import { profileView } from './profile-view.ts'
import * as sessions from './session-store.ts'
import { demandPerson } from './sign-in.ts'

export async function updateProfile(world: World, asking: Asking, input: ProfileInput): Promise<Profile> {
  const { person, session } = asking.person
  const name = input.name?.trim() ?? person.name
  if (name === '') failField('name', 'must not be empty')
  const changed = { ...person, name, language: input.language ?? person.language }
  const chosen = input.password === undefined ? undefined : await choose(world, asking, input, changed)
  await changePerson(world, asking, async (tx) => {
    await setProfile(tx, changed)
    if (chosen === undefined) return
    // The current one has been changed meanwhile, perhaps by who was robbed of it.
    if (!(await replacePasswordHash(tx, chosen.known, chosen.hash))) fail('sign_in_failed')
    await sessions.endSessions(tx, { personId: person.id, butNot: session.id }, world.wall.now())
    await dropLinks(tx, person.id)
    await dropIdentities(tx, person.id)
    tx.tellOf('password_changed')
  })
  world.signals.tellHere('callers', person.id)
  return profileView({ ...asking.person, person: changed })
}

/** Who came by a provider of identities has no current password to tell, and proves the mailbox instead. */
const NONE_YET =
  'is set by the link that POST /api/v1/password-resets mails (/painel/esqueci-a-senha): you have none yet'

/** The hash of the new password, for who knows the current one. */
async function choose(
  world: World,
  { person: { person }, by }: Asking,
  { password = '', current_password: current }: ProfileInput,
  own: { readonly name: string; readonly email: string },
): Promise<{ known: PersonRow; hash: string }> {
  if ((await findPerson(world.pool, person.id))?.password_hash === null) failField('password', NONE_YET)
  if (current === undefined) failField('current_password', 'is required with a new password')
  const address = by.address ?? ''
  const known = await demandPerson(world, person.email, current, address)
  return { known, hash: await newPassword(password, own, address, world.passwordCost) }
}
