// Writes the mails about ways into an account. A link is made here, in the transaction that stores its mail: an address
// that has no account gets none, and nobody has waited for that to be found out.
import { record } from '../outbox/audit.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { accountChange } from '../people/at-home.ts'
import { makeAccountLink } from '../people/make-account-link.ts'
import { findPerson, findPersonByEmail } from '../people/person-store.ts'
import type { accountMail } from '../people/work.ts'
import type { World } from '../world.ts'
import { accountLetter, LINKED } from './account-letters.ts'
import { HIDDEN_TOKEN } from './linked-mail.ts'
import { setMailLink } from './mail-store.ts'
import { queueMail } from './queue-mail.ts'

export async function mailAccount(
  world: World,
  { piece, payload: { letter, email: to, personId }, last }: TaskOf<typeof accountMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await (personId === null ? findPersonByEmail(tx, to) : findPerson(tx, personId))
    if (person === undefined) return
    const { language, id } = person
    const { subject, paragraphs, action: label } = accountLetter(language, letter)
    const link = letter === 'reset' || letter === 'confirm_email' ? LINKED[letter] : undefined
    const action = link && label && { label, url: `${world.address.url}${link.page}#${HIDDEN_TOKEN}` }
    const { html, text } = layoutMail({ language, title: subject, paragraphs, ...(action && { action }) })
    if (letter === 'reset') record(tx, accountChange(id, 'reset_link_sent'))
    const mailId = await queueMail(tx, { key: `account ${piece.key}`, to, subject, text, html })
    if (link === undefined || mailId === null) return
    await setMailLink(tx, mailId, await makeAccountLink(tx, link.purpose, id, to))
  })
}
