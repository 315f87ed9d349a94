// Writes the mails about ways into an account. A link is made here, in the transaction that stores its mail: an address
// that has no account gets none, and nobody has waited for that to be found out.
import { NEW_EMAIL_PAGE, RESET_PAGE } from '../../../contract/links.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import { setMailLink } from '../notifications/mail-store.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import type { World } from '../world.ts'
import { accountChange } from './at-home.ts'
import { lockWaysIn } from './factors/ways-in.ts'
import { hasYoungLink } from './link-store.ts'
import { HIDDEN_TOKEN } from './linked-mail.ts'
import { makeAccountLink } from './make-account-link.ts'
import { findPerson, findPersonByEmail } from './person-store.ts'
import type { accountMail } from './work.ts'

/** Where the links lead, and what kind they are. */
const LINKED = {
  reset: { purpose: 'reset', page: RESET_PAGE },
  confirm_email: { purpose: 'email', page: NEW_EMAIL_PAGE },
} as const

/** So that strangers who ask and ask fill nobody's mailbox, and end no link before its owner has opened it. */
const PAUSE_MS = 5 * 60_000

export async function mailAccount(
  world: World,
  { piece, payload: { letter, email: to, personId, linkId }, last }: TaskOf<typeof accountMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await (personId === null ? findPersonByEmail(tx, to) : findPerson(tx, personId))
    if (person === undefined) return
    const { language, id } = person
    if (letter === 'reset' && (await wasSentOne(tx, id))) return
    const { subject, paragraphs, action: label } = MAIL_WORDS[language].account[letter]
    const link = letter === 'reset' || letter === 'confirm_email' ? LINKED[letter] : undefined
    const action = link && label && { label, url: `${world.address.url}${link.page}#${HIDDEN_TOKEN}` }
    const { html, text } = layoutMail({ language, title: subject, paragraphs, ...(action && { action }) })
    if (letter === 'reset') record(tx, accountChange(id, 'reset_link_sent'))
    const mailId = await queueMail(tx, { key: `account ${piece.key}`, to, subject, text, html })
    if (link === undefined || mailId === null) return
    await setMailLink(tx, mailId, linkId ?? (await makeAccountLink(tx, link.purpose, id, to)))
  })
}

async function wasSentOne(tx: Tx, personId: string): Promise<boolean> {
  await lockWaysIn(tx, personId)
  return hasYoungLink(tx, personId, 'reset', new Date(tx.now.getTime() - PAUSE_MS))
}
