// Signs somebody in by e-mail address and password. What is answered, and how long that takes, tells nobody who has an
// account: there is one text for all that is wrong, and a password is tried against a hash whether there is one or not.
import type { SignIn, SignInInput } from '../../../contract/people.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { takeAttempt } from './attempt-limits.ts'
import { type Browser, beginSession } from './begin-session.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword, isPassword, isWeakHash } from './password-hash.ts'
import { findPersonByEmail, type PersonRow, replacePasswordHash } from './person-store.ts'
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
  return enter(world, person, browser)
}

/** Begins the session of who has proved one factor; where there is a second one, that is still owed. */
export async function enter(
  world: World<PeopleConfig>,
  { id, password_hash: passwordHash = null }: Pick<PersonRow, 'id'> & Partial<PersonRow>,
  browser: Browser,
  identityId: string | null = null,
): Promise<SignIn> {
  // Whatever session the browser had is over: nobody is left in it.
  if (browser.token !== undefined) await endSessions(world, { tokenHash: hashToken(browser.token) })
  const factors = await secondFactorsOf(world.pool, id)
  const awaitsFactor = factors.length > 0
  const proved = { awaitsFactor, passwordHash, identityId }
  const session = await beginSession(world, world.pool, id, browser, proved)
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
  const person = await findPersonByEmail(world.pool, email)
  const isRight = await isPassword(password, person?.password_hash ?? null, address, world.passwordCost)
  if (!isRight || person?.password_hash == null) fail('sign_in_failed')
  await attempt.giveBack()
  if (!isWeakHash(person.password_hash, world.passwordCost)) return person
  const strong = await hashPassword(password, address, world.passwordCost)
  if (await replacePasswordHash(world.pool, person, strong)) return { ...person, password_hash: strong }
  // Somebody else did so meanwhile, perhaps by another password.
  return demandPerson(world, email, password, address)
}
