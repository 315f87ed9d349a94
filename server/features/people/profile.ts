// Changes that people make to their own account: profile, password, address; and who is an operator.
import type { EmailConfirmation, EmailInput } from '../../../contract/account.ts'
import type { Profile, ProfileInput } from '../../../contract/people.ts'
import type { Issue } from '../../../contract/phrases/issues.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { dropLinks, findLink, makeAccountLink, useLink } from './account-links.ts'
import { type Asking, changePerson } from './change-person.ts'
import { demandProof, lockSession, lockWaysIn } from './factors/proofs.ts'
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

/** A new password ends all other sessions and is notified by mail, so that an attack is noticed and ended. */
export async function updateProfile(world: World, asking: Asking, input: ProfileInput): Promise<Profile> {
  const { person, session } = asking.person
  const name = input.name?.trim() ?? person.name
  if (name === '') failField('name', 'must not be empty')
  const changed = { ...person, name, language: input.language ?? person.language }
  const chosen = input.password === undefined ? undefined : await choose(world, asking, input, changed)
  await changePerson(world, asking, async (tx) => {
    await setProfile(tx, changed, tx.now)
    if (chosen === undefined) return
    // The password was changed meanwhile, perhaps by its rightful owner.
    if (!(await replacePasswordHash(tx, chosen.known, chosen.hash))) fail('sign_in_failed')
    await sessions.endSessions(tx, { personId: person.id, butNot: session.id }, world.wall.now())
    await dropLinks(tx, person.id)
    await dropIdentities(tx, person.id)
    tx.notify('password_changed')
  })
  world.signals.notifyHere('callers', person.id)
  return profileView({ ...asking.person, person: changed })
}

/** A person from an identity provider has no password to prove, and uses a mailed link instead. */
const NONE_YET: Issue =
  'is set by the link that POST /api/v1/password-resets mails (/painel/esqueci-a-senha): you have none yet'

/** The hash of the new password, if the current one is right. */
async function choose(
  world: World,
  { person: { person }, by }: Asking,
  { password = '', current_password: current }: ProfileInput,
  own: { readonly name: string; readonly email: string },
): Promise<{ known: PersonRow; hash: string }> {
  if ((await findPerson(world.pool, person.id))?.password_hash === null) failField('password', NONE_YET)
  if (current === undefined) failField('current_password', 'is required with a new password')
  const address = by.address ?? ''
  const known = await demandPerson(world, { email: person.email, password: current, address })
  return { known, hash: await newPassword(password, own, { account: own.email }, world.passwordCost) }
}

const DONE = { success: true } as const

/**
 * Changes the e-mail address once a link proves its mailbox. The former address is notified at the request and at the
 * change, so that an attack is noticed.
 */
export async function askEmail(
  world: World,
  { person: { person, session }, by }: Asking,
  { email: written, current_password: password }: EmailInput,
) {
  const email = written.toLowerCase()
  if (email === person.email) failField('email', 'is your address already')
  // Counted apart from password attempts, and never given back: each request causes two mails.
  await takeAttempt(world, `email ${person.id}`, by.address ?? '')
  if (password !== undefined)
    await demandPerson(world, { email: person.email, password, address: by.address ?? '' })
  else await demandProof(world.pool, session.id, world.wall.now())
  await atHome(world, person.id, by, async (tx) => {
    await lockWaysIn(tx, person.id)
    if (!(await lockSession(tx, session.id))) fail('unauthorized')
    record(tx, accountChange(person.id, 'email_asked'))
    // The link exists before its mail, so that a new password ends it in any case.
    write(tx, {
      letter: 'confirm_email',
      personId: person.id,
      email,
      linkId: await makeAccountLink(tx, { purpose: 'email', personId: person.id, email }),
    })
    write(tx, { letter: 'email_asked', personId: person.id, email: person.email })
  })
  return DONE
}

/** Links that were mailed to the former address end. */
export async function confirmEmail(world: World, { token }: EmailConfirmation, browser: Browser) {
  const { pool, wall } = world
  const tokenHash = hashToken(token)
  const link = await findLink(pool, { tokenHash, purpose: 'email', now: wall.now() })
  const person = (await findPerson(pool, link?.person_id ?? '')) ?? fail('link_not_valid')
  await atHome(world, person.id, actorAt(person, browser, 'profile.confirmEmail'), async (tx) => {
    await lockWaysIn(tx, person.id)
    const used = await useLink(tx, tokenHash, 'email', tx.now)
    if (used?.email == null) fail('link_not_valid')
    if (!(await setEmail(tx, person.id, used.email, tx.now))) fail('email_already_registered')
    await dropLinks(tx, person.id)
    record(tx, accountChange(person.id, 'email_changed'))
    write(tx, { letter: 'email_changed', personId: person.id, email: person.email })
  })
  world.signals.notifyHere('callers', person.id)
  return DONE
}

function write(
  tx: Tx,
  {
    letter,
    personId,
    email,
    linkId,
  }: {
    readonly letter: AccountLetter
    readonly personId: string
    readonly email: string
    readonly linkId?: string | undefined
  },
): void {
  const key = `${personId} ${letter} ${tx.now.toISOString()}`
  const payload = { letter, email, personId, ...(linkId !== undefined && { linkId }) }
  schedule(tx, accountMailJob, { at: tx.now, key, payload })
}

/** Appoints or dismisses an operator; only from the command line. Returns the person, and whether anything changed. */
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
  world.signals.notifyHere('callers', done.person.id)
  return done
}
