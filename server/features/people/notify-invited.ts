// Writes the mail with an invitation. It is stored without the token: that is put in when the mail is sent, so that
// nobody who may read the team's mails can come in the place of who was invited.
import { INVITATION_DAYS } from '../../../contract/limits.ts'
import { INVITATION_PAGE } from '../../../contract/links.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import { setMailLink } from '../notifications/mail-store.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { lockInvitation } from './invitation-store.ts'
import { HIDDEN_TOKEN } from './linked-mail.ts'
import { findPerson } from './person-store.ts'
import type * as people from './work.ts'

export async function notifyInvited(
  world: World,
  { piece, payload: { invitationId }, last }: TaskOf<typeof people.invitationMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const invitation = await lockInvitation(tx, tx.owner.teamId, invitationId)
    // Withdrawn, or used, meanwhile.
    if (invitation === undefined) return
    const { email: to, role, language, made_by } = invitation
    const { name } = await demandTeam(tx, tx.owner.teamId)
    const inviter = made_by === null ? undefined : await findPerson(tx, made_by)
    const { subject, title, paragraphs, action } = MAIL_WORDS[language].invitation({
      team: shownName(name),
      inviter: inviter === undefined ? null : shownName(inviter.name),
      role,
      days: INVITATION_DAYS,
    })
    const url = `${world.address.url}${INVITATION_PAGE}#${HIDDEN_TOKEN}`
    const { html, text } = layoutMail({ language, title, paragraphs, action: { label: action, url } })
    const id = await queueMail(tx, { key: `invitation ${piece.key}`, to, subject, text, html })
    if (id !== null) await setMailLink(tx, id, invitationId)
  })
}
