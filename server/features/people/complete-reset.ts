// Sets a new password for who has the link of a reset. It ends every session and every other link of the account, and
// begins none: whoever has the mailbox alone still lacks the second factor.

import type { ResetCompletion } from '../../../contract/account.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { accountChange, actorAt, atHome } from './at-home.ts'
import type { Browser } from './begin-session.ts'
import { lockWaysIn } from './factors/ways-in.ts'
import { dropIdentities } from './identities/identity-store.ts'
import { dropLinks, findLink, useLink } from './link-store.ts'
import { newPassword } from './new-password.ts'
import { findPerson, setPasswordHash } from './person-store.ts'
import { endSessions } from './session-store.ts'
import { hashToken } from './sessions.ts'
import { personMail } from './work.ts'

export async function completeReset(world: World, { token, password }: ResetCompletion, browser: Browser) {
  const { pool, wall } = world
  const tokenHash = hashToken(token)
  const link = await findLink(pool, { tokenHash, purpose: 'reset', now: wall.now() })
  const person = (await findPerson(pool, link?.person_id ?? '')) ?? fail('link_not_valid')
  const hash = await newPassword(password, person, browser.address, world.passwordCost)
  await atHome(world, person.id, actorAt(person, browser, 'passwordResets.complete'), async (tx) => {
    await lockWaysIn(tx, person.id)
    if ((await useLink(tx, tokenHash, 'reset', tx.now)) === undefined) fail('link_not_valid')
    await setPasswordHash(tx, person.id, hash)
    await endSessions(tx, { personId: person.id }, tx.now)
    await dropLinks(tx, person.id)
    await dropIdentities(tx, person.id)
    record(tx, accountChange(person.id, 'password_reset'))
    const key = `${person.id} reset ${tx.now.toISOString()}`
    schedule(tx, personMail, {
      at: tx.now,
      key,
      payload: { personId: person.id, notice: 'password_changed' },
    })
  })
  world.signals.tellHere('callers', person.id)
  return { success: true } as const
}
