// Tells a person by mail what happened to their account: whoever did it in their name is seen.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { findPerson } from './person-store.ts'
import type { personMail } from './work.ts'

export async function notifyPerson(
  world: World,
  { piece, payload: { personId, notice, named = '' }, last }: TaskOf<typeof personMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await findPerson(tx, personId)
    if (person === undefined) return
    const { language, email: to } = person
    const { letters, alarm } = MAIL_WORDS[language].person
    const { subject, did } = letters[notice]
    const { time_zone: timeZone } = await demandTeam(tx, tx.owner.teamId)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    const told = did.replace('{when}', format.format(tx.now)).replace('{named}', () => shownName(named))
    const paragraphs = [told, alarm]
    const { html, text } = layoutMail({ language, title: subject, paragraphs })
    await queueMail(tx, { key: `person ${piece.key}`, to, subject, text, html })
  })
}
