// What people change about themselves.
import type { EmailConfirmation, EmailInput } from '../../../contract/account.ts'
import type { Profile, ProfileInput } from '../../../contract/people.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { dropLinks, findLink, makeAccountLink, useLink } from './account-links.ts'
import { type Asking, changePerson } from './change-person.ts'
import { demandProof, lockSession, lockWaysIn } from './factors/store.ts'
import { dropIdentities } from './identities/store.ts'
import { type AccountLetter, accountMailJob } from './jobs.ts'
import { newPassword } from './passwords.ts'
import {
  demandPersonNamed,
  findPerson,
  type PersonRow,
  replacePasswordHash,
  setEmail,
  setIsOperator,
  setProfile,
} from './person-store.ts'
import * as sessions from './session-store.ts'
import { type Browser, hashToken, type SignedIn } from './sessions.ts'
import { accountChange, actorAt, atHome, demandPerson, takeAttempt } from './sign-in.ts'

// The only maker of what a person is shown of themselves.

export function profileView({ person, session, teams }: SignedIn): Profile {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    language: person.language,
    is_operator: person.isOperator,
    teams: teams.map(({ team: { id, name }, role }) => ({ id, name, role })),
    session: {
      id: session.id,
      created_at: isoTimestamp(session.createdAt),
      expires_at: isoTimestamp(session.expiresAt),
    },
  }
}

// Changes what a person may change of themselves. A new password ends all their other sessions and is told by mail:
// whoever did it in their name is seen, and whoever was in is out.

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

// Gives a person another e-mail address, once its mailbox has proved itself by a link. The address that they had is
// told when it is asked for and when it is done, so that whoever does it in their name is seen.

const DONE = { success: true } as const

export async function askEmail(
  world: World,
  { person: { person, session }, by }: Asking,
  { email: written, current_password: password }: EmailInput,
) {
  const email = written.toLowerCase()
  if (email === person.email) failField('email', 'is your address already')
  // Beside attempts at a password, and never given back: each asks for two mails.
  await takeAttempt(world, `email ${person.id}`, by.address ?? '')
  if (password !== undefined) await demandPerson(world, person.email, password, by.address ?? '')
  else await demandProof(world.pool, session.id, world.wall.now())
  await atHome(world, person.id, by, async (tx) => {
    await lockWaysIn(tx, person.id)
    if (!(await lockSession(tx, session.id))) fail('unauthorized')
    record(tx, accountChange(person.id, 'email_asked'))
    // It is here before its mail, so that a new password ends it wherever the mail is.
    write(tx, 'confirm_email', person.id, email, await makeAccountLink(tx, 'email', person.id, email))
    write(tx, 'email_asked', person.id, person.email)
  })
  return DONE
}

/** Links that went to the former mailbox end with it. */
export async function confirmEmail(world: World, { token }: EmailConfirmation, browser: Browser) {
  const { pool, wall } = world
  const tokenHash = hashToken(token)
  const link = await findLink(pool, { tokenHash, purpose: 'email', now: wall.now() })
  const person = (await findPerson(pool, link?.person_id ?? '')) ?? fail('link_not_valid')
  await atHome(world, person.id, actorAt(person, browser, 'profile.confirmEmail'), async (tx) => {
    await lockWaysIn(tx, person.id)
    const used = await useLink(tx, tokenHash, 'email', tx.now)
    if (used?.email == null) fail('link_not_valid')
    if (!(await setEmail(tx, person.id, used.email))) fail('email_already_registered')
    await dropLinks(tx, person.id)
    record(tx, accountChange(person.id, 'email_changed'))
    write(tx, 'email_changed', person.id, person.email)
  })
  world.signals.tellHere('callers', person.id)
  return DONE
}

function write(tx: Tx, letter: AccountLetter, personId: string, email: string, linkId?: string): void {
  const key = `${personId} ${letter} ${tx.now.toISOString()}`
  const payload = { letter, email, personId, ...(linkId !== undefined && { linkId }) }
  schedule(tx, accountMailJob, { at: tx.now, key, payload })
}

// Makes somebody an operator of the installation, or no longer one. Only whoever has its command line may.

/** Who it is, and whether it changed anything. */
export async function setOperator(
  world: World,
  email: string,
  isOperator: boolean,
): Promise<{ person: PersonRow; changed: boolean }> {
  const done = await installationTransaction(world, async (tx) => {
    const person = await demandPersonNamed(tx, email)
    if (!(await setIsOperator(tx, person.id, isOperator))) return { person, changed: false }
    const before = { is_operator: !isOperator }
    const after = { is_operator: isOperator }
    record(tx, { topic: 'access', object: 'person', objectId: person.id, before, after })
    return { person, changed: true }
  })
  world.signals.tellHere('callers', done.person.id)
  return done
}
