// Writes the mails about ways into an account. A link is made here, in the transaction that stores its mail: an address
// that has no account gets none, and nobody has waited for that to be found out.
import { record } from '../outbox/audit.ts'
import { type Tx, transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { accountChange } from '../people/at-home.ts'
import { makeAccountLink } from '../people/make-account-link.ts'
import { findPerson, findPersonByEmail } from '../people/person-store.ts'
import type { AccountLetter, accountMail } from '../people/work.ts'
import type { World } from '../world.ts'
import { accountLetter, LINKED } from './account-letters.ts'
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
    const url = await linkFor(tx, letter, { personId: id, email: to }, world.address.url)
    const action = label === undefined || url === undefined ? undefined : { label, url }
    const { html, text } = layoutMail({ language, title: subject, paragraphs: [...paragraphs], action })
    const isSecret = action !== undefined
    if (letter === 'reset') record(tx, accountChange(id, 'reset_link_sent'))
    await queueMail(tx, { key: `account ${piece.key}`, to, subject, text, html, isSecret })
  })
}

/** Of those letters that have one. */
async function linkFor(
  tx: Tx,
  letter: AccountLetter,
  { personId, email }: { personId: string; email: string },
  origin: string,
): Promise<string | undefined> {
  if (letter !== 'reset' && letter !== 'confirm_email') return undefined
  const { purpose, page } = LINKED[letter]
  return `${origin}${page}#${await makeAccountLink(tx, purpose, personId, email)}`
}
