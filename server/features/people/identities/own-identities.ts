// Through which providers somebody signs in: they see it, and end one, if another way in is left. Sessions that began
// by it end with it, also the one in which it is said; others stay.
import type { LinkedIdentity, UnlinkedIdentity } from '../../../../contract/identities.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from '../factors/demand-proof.ts'
import { refuseLastWayIn } from '../factors/ways-in.ts'
import { endSessions } from '../session-store.ts'
import { identitiesOf, removeIdentity } from './identity-store.ts'

export async function readIdentities(
  { pool, identityProviders }: World,
  personId: string,
): Promise<LinkedIdentity[]> {
  return (await identitiesOf(pool, personId)).map(({ id, issuer, created_at, last_used_at }) => ({
    id,
    provider: identityProviders.nameOf(issuer),
    issuer,
    created_at: isoTimestamp(created_at),
    last_used_at: isoTimestamp(last_used_at),
  }))
}

export async function unlinkIdentity(world: World, asking: Asking, id: string): Promise<UnlinkedIdentity> {
  const { person, session } = asking.person
  const unlinked = await changePerson(world, asking, async (tx): Promise<UnlinkedIdentity> => {
    await demandProof(tx, session.id, tx.now)
    const issuer = (await removeIdentity(tx, id, person.id)) ?? fail('identity_not_found')
    await refuseLastWayIn(tx, person.id)
    await endSessions(tx, { personId: person.id, identityId: id }, tx.now)
    tx.tellOf('identity_removed', world.identityProviders.nameOf(issuer) ?? issuer)
    return { id, deleted: true }
  })
  // The database signals other processes; this one must forget them before it answers.
  world.signals.tellHere('callers', person.id)
  return unlinked
}
