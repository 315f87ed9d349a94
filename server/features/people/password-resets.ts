// Password resets: requested by mail, created at the command line, completed by their link.
import type { ResetCompletion, ResetInput } from '../../../contract/account.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { fail } from '../../kernel/values/fail.ts'
import { anyTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { dropLinks, findLink, makeAccountLink, useLink } from './account-links.ts'
import { lockWaysIn } from './factors/proofs.ts'
import { dropIdentities } from './identities/store.ts'
import { accountMailJob, personMailJob } from './jobs.ts'
import { newPassword } from './passwords.ts'
import {
  demandPersonNamed,
  findPerson,
  findPersonByEmail,
  type PersonRow,
  setPasswordHash,
} from './person-store.ts'
import { endSessions } from './session-store.ts'
import { type Browser, hashToken } from './sessions.ts'
import { accountChange, actorAt, atHome, takeAttempt } from './sign-in.ts'

/** Creates a reset link for the operator to hand over, if no mail can be sent. Its token works once within an hour. */
export async function resetAtHand(
  world: World,
  email: string,
): Promise<{ person: PersonRow; token: string }> {
  const person = await demandPersonNamed(world.pool, email)
  let token = ''
  await atHome(world, person.id, world.by, async (tx) => {
    await lockWaysIn(tx, person.id)
    await makeAccountLink(tx, {
      purpose: 'reset',
      personId: person.id,
      email: person.email,
      shows: (made) => {
        token = made
      },
    })
    record(tx, accountChange(person.id, 'reset_link_shown'))
  })
  return { person, token }
}

const DONE = { success: true } as const

/**
 * Requests a password reset. A job finds out whether the account exists, so that neither the response nor its time
 * reveals it.
 */
export async function askReset(world: World, { email: written }: ResetInput, { address }: Browser) {
  const email = written.toLowerCase()
  // Counted apart from password attempts, so that neither uses up the other. It is never given back.
  await takeAttempt(world, `reset ${email}`, address)
  const response = { ...DONE, mail_works: world.config.smtpUrl !== null }
  if (!(await anyTeam(world.pool))) return response
  const person = await findPersonByEmail(world.pool, email)
  await atHome(world, person?.id, undefined, async (tx) => {
    const payload = { letter: 'reset', email, personId: null } as const
    schedule(tx, accountMailJob, { at: tx.now, key: `reset ${tx.newId('request')}`, payload })
  })
  return response
}

/**
 * Sets a new password by a reset link. Ends all sessions and links of the account, and begins no session: the mailbox
 * alone does not replace the second factor.
 */
export async function completeReset(world: World, { token, password }: ResetCompletion, browser: Browser) {
  const { pool, wall } = world
  const tokenHash = hashToken(token)
  const link = await findLink(pool, { tokenHash, purpose: 'reset', now: wall.now() })
  const person = (await findPerson(pool, link?.person_id ?? '')) ?? fail('link_not_valid')
  const hash = await newPassword(password, person, { account: person.email }, world.passwordCost)
  await atHome(world, person.id, actorAt(person, browser, 'passwordResets.complete'), async (tx) => {
    await lockWaysIn(tx, person.id)
    if ((await useLink(tx, tokenHash, 'reset', tx.now)) === undefined) fail('link_not_valid')
    await setPasswordHash(tx, person.id, hash)
    await endSessions(tx, { personId: person.id }, tx.now)
    await dropLinks(tx, person.id)
    await dropIdentities(tx, person.id)
    record(tx, accountChange(person.id, 'password_reset'))
    const key = `${person.id} reset ${tx.now.toISOString()}`
    schedule(tx, personMailJob, {
      at: tx.now,
      key,
      payload: { personId: person.id, notice: 'password_changed' },
    })
  })
  world.signals.notifyHere('callers', person.id)
  return { success: true } as const
}
