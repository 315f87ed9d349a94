// Mails to people about their account and their invitations. Stored mails have no tokens.
import { INVITATION_DAYS } from '../../../contract/limits.ts'
import { NEW_EMAIL_PAGE, RESET_PAGE } from '../../../contract/links.ts'
import type { Mail } from '../../adapters/mail/mailer.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { shownName } from '../../kernel/values/text.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { setMailLink } from '../notifications/mail-store.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { decryptToken, hasYoungLink, makeAccountLink } from './account-links.ts'
import { lockWaysIn } from './factors/proofs.ts'
import { encryptedTokenOf, lockInvitation } from './invitation-store.ts'
import { invitationUrl } from './invitations.ts'
import type * as people from './jobs.ts'
import type { accountMailJob, personMailJob } from './jobs.ts'
import { findPerson, findPersonByEmail } from './person-store.ts'
import { accountChange } from './sign-in.ts'
import { ACCOUNT_WORDS, INVITATION_WORDS, PERSON_WORDS } from './words.ts'

/** Replaces the token in stored mails, behind the # of the link. */
const HIDDEN_TOKEN = 'oculto'

/** Fills the token in when the mail is sent. Null if the link has ended, so the mail is not needed. */
export async function withLink(
  { pool, wall, secretBox }: World,
  mail: Mail,
  linkId: string | null,
): Promise<Mail | null> {
  if (linkId === null) return mail
  const encrypted = await encryptedTokenOf(pool, linkId, wall.now())
  if (encrypted === undefined) return null
  const token = decryptToken(secretBox, linkId, encrypted)
  const put = (text: string) => text.replaceAll(`#${HIDDEN_TOKEN}`, `#${token}`)
  return { ...mail, text: put(mail.text), html: put(mail.html) }
}

/** Pages and purposes of the links. */
const LINKED = {
  reset: { purpose: 'reset', page: RESET_PAGE },
  confirm_email: { purpose: 'email', page: NEW_EMAIL_PAGE },
} as const

/** Repeated requests by strangers must not fill a mailbox, nor end a link before its owner opens it. */
const PAUSE_MS = 5 * 60_000

export async function mailAccount(
  world: World,
  { job, payload: { letter, email: to, personId, linkId }, last }: TaskOf<typeof accountMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await (personId === null ? findPersonByEmail(tx, to) : findPerson(tx, personId))
    if (person === undefined) return
    const { language, id } = person
    if (letter === 'reset' && (await wasSentOne(tx, id))) return
    const { subject, paragraphs, action: label } = ACCOUNT_WORDS[language][letter]
    const link = letter === 'reset' || letter === 'confirm_email' ? LINKED[letter] : undefined
    const action = link && label && { label, url: `${world.address.url}${link.page}#${HIDDEN_TOKEN}` }
    const { html, text } = layoutMail({ language, title: subject, paragraphs, ...(action && { action }) })
    if (letter === 'reset') record(tx, accountChange(id, 'reset_link_sent'))
    const mailId = await queueMail(tx, {
      key: `account ${job.key}`,
      category: 'account',
      to,
      subject,
      text,
      html,
    })
    if (link === undefined || mailId === null) return
    await setMailLink(
      tx,
      mailId,
      linkId ?? (await makeAccountLink(tx, { purpose: link.purpose, personId: id, email: to })),
    )
  })
}

async function wasSentOne(tx: Tx, personId: string): Promise<boolean> {
  await lockWaysIn(tx, personId)
  return hasYoungLink(tx, personId, 'reset', new Date(tx.now.getTime() - PAUSE_MS))
}

/**
 * Writes the mail with an invitation. Its token is filled in when it is sent, so that readers of the team's mails
 * cannot use it.
 */
export async function notifyInvited(
  world: World,
  { job, payload: { invitationId }, last }: TaskOf<typeof people.invitationMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const invitation = await lockInvitation(tx, tx.owner.teamId, invitationId)
    // Withdrawn or used meanwhile.
    if (invitation === undefined) return
    const { email: to, role, language, created_by } = invitation
    const { name } = await demandTeam(tx, tx.owner.teamId)
    const inviter = created_by === null ? undefined : await findPerson(tx, created_by)
    const { subject, title, paragraphs, action } = INVITATION_WORDS[language]({
      team: shownName(name),
      inviter: inviter === undefined ? null : shownName(inviter.name),
      role,
      days: INVITATION_DAYS,
    })
    const url = invitationUrl(world.address.url, HIDDEN_TOKEN)
    const { html, text } = layoutMail({ language, title, paragraphs, action: { label: action, url } })
    const id = await queueMail(tx, { key: `invitation ${job.key}`, to, subject, text, html })
    if (id !== null) await setMailLink(tx, id, invitationId)
  })
}

/** Notifies a person of a change of their account, so that an attack is noticed. */
export async function notifyPerson(
  world: World,
  { job, payload: { personId, notice, named = '' }, last }: TaskOf<typeof personMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await findPerson(tx, personId)
    if (person === undefined) return
    const { language, email: to } = person
    const { letters, alarm } = PERSON_WORDS[language]
    const { subject, did } = letters[notice]
    const { time_zone: timeZone } = await demandTeam(tx, tx.owner.teamId)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    const done = did.replace('{when}', format.format(tx.now)).replace('{named}', () => shownName(named))
    const paragraphs = [done, alarm]
    const { html, text } = layoutMail({ language, title: subject, paragraphs })
    await queueMail(tx, { key: `person ${job.key}`, category: 'person', to, subject, text, html })
  })
}
