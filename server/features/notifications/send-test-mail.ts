// Sends the team a mail that says nothing but that mails arrive, as often as once in a minute.
import type { MailListItem } from '../../../contract/mails.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Caller } from '../teams/caller.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { languageOf } from './language-of.ts'
import { findMailOf } from './mail-list-store.ts'
import { queueLetter } from './queue-letter.ts'
import { mailView } from './read-mails.ts'
import { MAIL_WORDS } from './words/mail-words.ts'

const MINUTE_MS = 60_000

export async function sendTestMail(
  world: World,
  scope: Scope,
  { via, team: { email } }: Pick<Caller, 'via' | 'team'>,
): Promise<MailListItem> {
  // People have an address of their own; keys have none.
  const to = 'email' in via && typeof via.email === 'string' ? via.email : email
  const nowMs = world.wall.now().getTime()
  return transaction(world, scope, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    const letter = MAIL_WORDS[languageOf(team)].team.test({ team: team.name })
    const id = await queueLetter(tx, team, { key: `test ${Math.floor(nowMs / MINUTE_MS)}`, letter, to })
    if (id === null)
      fail('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000) })
    const mail = (await findMailOf(tx, tx.owner, id)) ?? fail('mail_not_found')
    return mailView(mail)
  })
}
