// Signs in who comes back from a provider of identities. Nobody gets an account by it without an invitation: the first
// time, the address that the provider has checked must be that of one; from then on it is the subject that counts,
// whatever the address.

import type { Identity } from '../../../adapters/identity/identity-providers.ts'
import { schedule } from '../../../kernel/jobs/schedule.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { accountChange, actorAt, atHome } from '../at-home.ts'
import type { Browser, Keeper } from '../begin-session.ts'
import { findPersonByEmail } from '../person-store.ts'
import { hashToken } from '../sessions.ts'
import type { PeopleConfig } from '../settings.ts'
import { enter } from '../sign-in.ts'
import { personMail } from '../work.ts'
import { answeredPage, refuseTrouble, SIGN_IN_PAGE } from './answered-page.ts'
import { demandProvider, errandOf } from './begin-errand.ts'
import { findIdentity, insertIdentity, type TakenErrand, takeErrand, useIdentity } from './identity-store.ts'
import { joinByIdentity } from './join-by-identity.ts'

export async function finishErrand(
  world: World<PeopleConfig>,
  provider: string,
  answer: Readonly<Record<string, string>>,
  browser: Browser & { readonly errand: Keeper },
): Promise<{ to: string }> {
  demandProvider(world, provider)
  return answeredPage(async () => {
    const { identity, invitationHash } = await proven(world, provider, answer, browser.errand)
    const personId =
      invitationHash === null
        ? await linked(world, provider, identity, browser)
        : await joinByIdentity(world, invitationHash, identity, browser, () =>
            linked(world, provider, identity, browser),
          )
    // It may have been taken away just now.
    const identityId = (await findIdentity(world.pool, identity)) ?? fail('identity_refused')
    const { session, second_factor: factors } = await enter(world, { id: personId }, browser, identityId)
    return { to: session === null ? `${SIGN_IN_PAGE}?fator=${factors.join(',')}` : '/painel' }
  })
}

async function proven(
  world: World,
  provider: string,
  answer: Readonly<Record<string, string>>,
  cookie: Keeper,
): Promise<TakenErrand & { identity: Identity }> {
  const { token } = cookie
  if (token === undefined) fail('sign_in_expired')
  const errand = errandOf(world, provider, token)
  // Somebody else's answer: what this browser has begun goes on.
  if (answer.state !== errand.state) fail('sign_in_expired')
  cookie.forget()
  const taken = await takeErrand(world.pool, hashToken(token), provider, world.wall.now())
  if (taken === undefined) fail('sign_in_expired')
  const identity = await world.identityProviders.finish(provider, errand, answer)
  return typeof identity === 'string' ? refuseTrouble(identity) : { ...taken, identity }
}

/** Whose it is, or becomes by its address. */
async function linked(world: World, provider: string, identity: Identity, browser: Browser): Promise<string> {
  const known = await useIdentity(world.pool, identity, world.wall.now())
  return known ?? link(world, provider, identity, browser)
}

/** The first time: the person is told, as it is a way into their account. */
async function link(world: World, provider: string, identity: Identity, browser: Browser): Promise<string> {
  if (identity.verifiedEmail === null) fail('email_not_verified')
  const person = (await findPersonByEmail(world.pool, identity.verifiedEmail)) ?? fail('no_account')
  return atHome(world, person.id, actorAt(person, browser, 'signIn.finish'), async (tx) => {
    // It was linked a moment ago.
    if (!(await insertIdentity(tx, identity, { id: tx.newId('identity'), personId: person.id, now: tx.now })))
      return (await useIdentity(tx, identity, tx.now)) ?? fail('identity_refused')
    record(tx, accountChange(person.id, 'identity_added'))
    const payload = { personId: person.id, notice: 'identity_added', named: provider } as const
    schedule(tx, personMail, { at: tx.now, key: `${person.id} identity ${tx.newId('request')}`, payload })
    return person.id
  })
}
