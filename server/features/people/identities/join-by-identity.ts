// Takes an invitation up for who has proved at a provider of identities that the invited address is theirs: with the
// account that the address has, or with a new one that has no password.

import type { Identity } from '../../../adapters/identity/identity-providers.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import type { World } from '../../world.ts'
import { accountChange, actorAt } from '../at-home.ts'
import type { Browser } from '../begin-session.ts'
import type { InvitationRow } from '../invitation-store.ts'
import { demandInvitation, join } from '../join-team.ts'
import { findPerson, findPersonByEmail, insertPerson, type PersonRow } from '../person-store.ts'
import { insertIdentity } from './identity-store.ts'

/** Whose account it is then; `linked` is asked for that of an account that is there. */
export async function joinByIdentity(
  world: World,
  tokenHash: Buffer,
  identity: Identity,
  browser: Browser,
  linked: () => Promise<string>,
): Promise<string> {
  const invitation = await demandInvitation(world, tokenHash)
  const { verifiedEmail } = identity
  if (verifiedEmail === null) fail('email_not_verified')
  if (verifiedEmail !== invitation.email) fail('invitation_for_another_person')
  const isKnown = (await findPersonByEmail(world.pool, verifiedEmail)) !== undefined
  const known = isKnown ? await findPerson(world.pool, await linked()) : undefined
  const person = known ?? newPerson(world, invitation, identity)
  // The identity has long been that of an account with another address.
  if (person.email !== verifiedEmail) fail('invitation_for_another_person')
  const by = actorAt(person, browser, 'signIn.finish')
  await join(world, { invitation, tokenHash, person, by }, async (tx) => {
    if (known !== undefined) return
    if (!(await insertPerson(tx, person))) fail('email_already_registered')
    const about = { id: tx.newId('identity'), personId: person.id, now: tx.now }
    if (!(await insertIdentity(tx, identity, about))) fail('invitation_for_another_person')
    record(tx, accountChange(person.id, 'identity_added'))
  })
  return person.id
}

/** Called as the provider says, or by the beginning of their address until they say otherwise. */
function newPerson({ wall }: World, { email, language }: InvitationRow, { name }: Identity): PersonRow {
  const now = wall.now()
  const [local = email] = email.split('@')
  return {
    id: makeId('person', now),
    email,
    name: name ?? local,
    password_hash: null,
    language,
    is_operator: false,
    created_at: now,
  }
}
