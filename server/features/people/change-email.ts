// Gives a person another e-mail address, once its mailbox has proved itself by a link. The address that they had is
// told when it is asked for and when it is done, so that whoever does it in their name is seen.
import type { EmailConfirmation, EmailInput } from '../../../contract/account.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { accountChange, actorAt, atHome } from './at-home.ts'
import { takeAttempt } from './attempt-limits.ts'
import type { Browser } from './begin-session.ts'
import type { Asking } from './change-person.ts'
import { demandProof } from './factors/demand-proof.ts'
import { lockSession } from './factors/proof-store.ts'
import { lockWaysIn } from './factors/ways-in.ts'
import { dropLinks, findLink, useLink } from './link-store.ts'
import { makeAccountLink } from './make-account-link.ts'
import { findPerson, setEmail } from './person-store.ts'
import { hashToken } from './sessions.ts'
import { demandPerson } from './sign-in.ts'
import { type AccountLetter, accountMail } from './work.ts'

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
  schedule(tx, accountMail, { at: tx.now, key, payload })
}
