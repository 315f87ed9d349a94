// Sends the team a mail that says nothing but that mails arrive, as often as once in a minute.
import type { MailListItem } from '../../contract/mails.ts'
import { fail } from '../base/values/fail.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import type { Caller } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { findMailOf } from './mail-list-store.ts'
import { queueMail } from './queue-mail.ts'
import { mailView } from './read-mails.ts'

const MINUTE_MS = 60_000

export async function sendTestMail(
  world: World,
  scope: Scope,
  { via, team }: Pick<Caller, 'via' | 'team'>,
): Promise<MailListItem> {
  // People have an address of their own; keys have none.
  const to = 'email' in via && typeof via.email === 'string' ? via.email : team.email
  const nowMs = world.wall.now().getTime()
  const subject = `E-mail de teste · ${team.name}`
  const { html, text } = layoutMail({
    language: 'pt-BR',
    title: 'Os e-mails estão chegando',
    paragraphs: [
      `Este é um e-mail de teste da agência ${team.name}. Se você o recebeu, avisos, faturas e bilhetes também chegam.`,
      'Veja se ele não caiu na caixa de spam: nesse caso, peça ao responsável pelo domínio para configurar SPF, ' +
        'DKIM e DMARC.',
      'English: this is a test mail. As it has arrived, notices, invoices and tickets will arrive too.',
    ],
  })
  return transaction(world, scope, async (tx) => {
    const key = `test ${Math.floor(nowMs / MINUTE_MS)}`
    const id = await queueMail(tx, { key, to, subject, text, html })
    if (id === null)
      fail('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000) })
    const mail = (await findMailOf(tx, tx.owner, id)) ?? fail('mail_not_found')
    return mailView(mail)
  })
}
