// Notes that a mail did not arrive after its server had taken it, and tells the agency of one that was for a client, in
// one transaction: however often it is reported, it is told once.

import type { Bounce } from '../../adapters/mail/read-bounce.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { demandTeam } from '../teams/team-store.ts'
import { scopeOf, type World } from '../world.ts'
import { languageOf } from './language-of.ts'
import { findMail, setMailBounced } from './mail-store.ts'
import { queueLetter } from './queue-letter.ts'
import { MAIL_WORDS } from './words/mail-words.ts'

/** The key of what the agency is told of a mail that came back. */
export function bounceKey(mailId: string): string {
  return `bounced ${mailId}`
}

/** early: we have not noted yet that it was taken. unknown: there is no such mail, or not any more. */
export type BounceOutcome = 'noted' | 'known' | 'early' | 'unknown'

export async function noteBounce(world: World, { mailId, reason }: Bounce): Promise<BounceOutcome> {
  const mail = await findMail(world.pool, mailId)
  if (mail === undefined || mail.status === 'stored') return 'unknown'
  if (mail.status === 'waiting') return 'early'
  const scope = await scopeOf(world, { teamId: mail.team_id, mode: mail.mode })
  return transaction(world, scope, async (tx) => {
    const bounced = await setMailBounced(tx, mail.id, reason, tx.now)
    if (bounced === undefined) return 'known'
    const team = await demandTeam(tx, mail.team_id)
    const { about_id, to_address, subject } = bounced
    const isOwn = to_address.toLowerCase() === team.email.toLowerCase()
    // What is for people of the agency is no concern of the others, and a mail about one to itself would come back too.
    if (about_id === null || isOwn) return 'noted'
    const letter = MAIL_WORDS[languageOf(team)].team.bounced({ to: to_address, subject, reason })
    await queueLetter(tx, team, { key: bounceKey(mail.id), letter, about: about_id })
    return 'noted'
  })
}
