// Signs somebody in by e-mail address and password. What is answered, and how long that takes, tells nobody who has an
// account: there is one text for all that is wrong, and a password is tried against a hash whether there is one or not.
import type { SignIn, SignInInput } from '../../contract/people.ts'
import { countedAddress } from '../base/values/counted-address.ts'
import { fail } from '../base/values/fail.ts'
import type { World } from '../world.ts'
import { takeAttempt } from './attempt-limits.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword, isPassword, isWeakHash } from './password-hash.ts'
import { findPersonByEmail, type PersonRow, setPasswordHash } from './person-store.ts'
import { secondFactorsOf } from './second-factors.ts'
import { handOver } from './session-view.ts'
import { hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

export async function signIn(
  world: World<PeopleConfig>,
  { email, password }: SignInInput,
  browser: Browser,
): Promise<SignIn> {
  const person = await demandPerson(world, email.trim().toLowerCase(), password, browser.address)
  // Whatever session the browser had is over: nobody is left in it.
  if (browser.token !== undefined) await endSessions(world, { tokenHash: hashToken(browser.token) })
  const factors = await secondFactorsOf(world.pool, person.id)
  const session = await beginSession(world, world.pool, person.id, browser, {
    awaitsFactor: factors.length > 0,
  })
  return handOver(session, browser, factors)
}

/** The person whose password this is. Counted as an attempt; whoever is right is not. */
export async function demandPerson(
  world: World,
  email: string,
  password: string,
  address: string,
): Promise<PersonRow> {
  const attempt = await takeAttempt(world, email, address)
  const whose = countedAddress(address)
  const person = await findPersonByEmail(world.pool, email)
  const isRight = await isPassword(password, person?.password_hash ?? null, whose)
  if (!isRight || person?.password_hash == null) fail('sign_in_failed')
  attempt.giveBack()
  if (isWeakHash(person.password_hash))
    await setPasswordHash(world.pool, person.id, await hashPassword(password, whose))
  return person
}
