// The sender of each category of mails, and who can unsubscribe.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSmtpReceiver } from '../../../test/support/fakes/smtp-receiver.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { scopeOf } from '../world.ts'
import type { MailCategory } from './mail-store.ts'
import { queueMail } from './queue-mail.ts'

const SERVICE = 'Embarque <avisos@embarque.net>'
const AGENCY = 'Demo Agency <avisos@embarque.net>'
const AGENCY_EMAIL = 'ola@agencia.net'

const receiver = await startSmtpReceiver()
after(() => receiver.stop())
const app = await startApp({ settings: { SMTP_URL: receiver.url, MAIL_FROM: SERVICE } })
const { world, worker } = app.service
const teamId = (await app.live.patch('/api/v1/team', { email: AGENCY_EMAIL })).body.data.id
await worker!.idle()

const MAIL = { subject: 'Oi', ...layoutMail({ language: 'pt-BR', title: 'Oi', paragraphs: ['Tudo certo.'] }) }

async function sent(category: MailCategory, to: string) {
  receiver.mails.splice(0)
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  await transaction(world, scope, (tx) => queueMail(tx, { key: `${category} ${to}`, category, to, ...MAIL }))
  await worker!.idle()
  const [mail, ...others] = receiver.mails
  assert.deepEqual(others, [])
  const { from, 'reply-to': replyTo, 'list-unsubscribe': unsubscribe } = mail!.headers
  return [from, replyTo, unsubscribe !== undefined]
}

const CLIENT = 'maria@cliente.net'

for (const [category, to, ...expected] of [
  ['business', CLIENT, AGENCY, AGENCY_EMAIL, false],
  ['business', AGENCY_EMAIL, SERVICE, undefined, false],
  ['optional', AGENCY_EMAIL, SERVICE, undefined, true],
  ['account', CLIENT, SERVICE, undefined, false],
  ['person', CLIENT, SERVICE, undefined, false],
  ['provider', CLIENT, SERVICE, undefined, false],
  ['team', CLIENT, SERVICE, undefined, false],
] as const)
  test(`a mail of the category ${category} to ${to} comes from ${expected[0]}`, async () => {
    assert.deepEqual(await sent(category, to), expected)
  })
