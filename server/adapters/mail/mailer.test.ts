// The requests to the mail server, and its failures, against a real one on loopback.
import assert from 'node:assert/strict'
import { generateKeyPairSync, hash, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSmtpReceiver } from '../../../test/support/fakes/smtp-receiver.ts'
import { NOBODY } from '../../../test/support/free-port.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { readSettings } from '../../kernel/process/settings.ts'
import { type Mail, type Mailer, MailNotSent, makeMailer } from './mailer.ts'
import { MAIL_SETTINGS } from './settings.ts'

const MAIL: Mail = {
  id: 'mail_01k0000000000000000000000a',
  from: 'Viagens São João <avisos@agencia.example>',
  to: 'ana@cliente.example',
  subject: 'Sua reserva está confirmada ✈️',
  text: 'Olá, Conceição! 🎉\n',
  html: '<p>Olá, Conceição! 🎉</p>\n',
}

const receiver = await startSmtpReceiver()
after(() => receiver.stop())

function mailerFor(url: string, more: Record<string, string> = {}): Mailer {
  const settings = readSettings(MAIL_SETTINGS, { SMTP_URL: url, ...more })
  const mailer = makeMailer(settings, makeLog({ level: 'silent' }))
  after(() => mailer.close())
  return mailer
}

const mailer = mailerFor(receiver.url)

test('a mail arrives as written', async () => {
  await mailer.send(MAIL)
  const mail = receiver.mails.shift()!
  assert.deepEqual(mail.envelope, { from: 'avisos@agencia.example', to: ['ana@cliente.example'] })
  assert.equal(mail.headers.from, MAIL.from)
  assert.equal(mail.headers.to, MAIL.to)
  assert.equal(mail.headers.subject, MAIL.subject)
  assert.equal(mail.headers['message-id'], `<${MAIL.id}@agencia.example>`)
  assert.equal(mail.headers['auto-submitted'], 'auto-generated')
  assert.equal(mail.text, MAIL.text)
  assert.equal(mail.html, MAIL.html)
})

test('attachments arrive byte for byte', async () => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
  await mailer.send({
    ...MAIL,
    attachments: [{ filename: 'bilhete.pdf', contentType: 'application/pdf', content }],
  })
  const mail = receiver.mails.shift()!
  assert.deepEqual(mail.attachments, [{ filename: 'bilhete.pdf', contentType: 'application/pdf', content }])
  assert.equal(mail.html, MAIL.html)
})

test('a subject cannot add headers', async () => {
  await mailer.send({ ...MAIL, subject: 'Olá\r\nBcc: eve@mal.example\r\n\r\nother body' })
  const mail = receiver.mails.shift()!
  assert.deepEqual(mail.envelope.to, ['ana@cliente.example'])
  assert.equal(mail.headers.bcc, undefined)
  assert.equal(mail.text, MAIL.text)
})

test("a supporting server is asked to report failures under the mail's id, without attachments", async () => {
  const reporting = await startSmtpReceiver({ reports: true })
  after(() => reporting.stop())
  await mailerFor(reporting.url).send(MAIL)
  const requested = JSON.parse(JSON.stringify(reporting.wished))
  assert.equal(requested.length, 1)
  const [{ dsn, rcptTo }] = requested
  assert.deepEqual([dsn.ret, dsn.envid], ['HDRS', MAIL.id])
  assert.match(JSON.stringify(rcptTo[0]), /FAILURE/)
  assert.match(JSON.stringify(rcptTo[0]), /ana@cliente\.example/)
  assert.equal(reporting.mails[0]?.headers['message-id'], `<${MAIL.id}@agencia.example>`)
})

const SENDERS: [as: string, header: string][] = [
  ['Aurora', 'Aurora <avisos@agencia.example>'],
  ['Viagens São João ✈️', 'Viagens São João ✈️ <avisos@agencia.example>'],
  ['Sol, "Mar" & Cia', '"Sol, \\"Mar\\" & Cia" <avisos@agencia.example>'],
  ['banco@real.example', '"banco@real.example" <avisos@agencia.example>'],
]
for (const [as, header] of SENDERS) {
  test(`an agency sends under its name, from the one address: ${as}`, async () => {
    await mailer.send({ ...MAIL, as, replyTo: 'vendas@agencia.example' })
    const { envelope, headers } = receiver.mails.shift()!
    assert.deepEqual(envelope, { from: 'avisos@agencia.example', to: ['ana@cliente.example'] })
    assert.deepEqual([headers.from, headers['reply-to']], [header, 'vendas@agencia.example'])
    assert.equal(headers['message-id'], `<${MAIL.id}@agencia.example>`)
  })
}

test('with a key each mail is signed, and the signature verifies on arrival', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(mkdtempSync(join(tmpdir(), 'dkim-')), 'key.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const settings = { MAIL_DKIM_DOMAIN: 'agencia.example', MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY_FILE: file }
  const signing = mailerFor(receiver.url, settings)
  await signing.send({ ...MAIL, replyTo: 'vendas@agencia.example' })
  const { headers, source } = receiver.mails.shift()!
  const signature = headers['dkim-signature'] ?? ''
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1] ?? ''
  assert.deepEqual(
    [tag('d'), tag('s'), tag('a'), tag('c')],
    ['agencia.example', 's1', 'rsa-sha256', 'relaxed/relaxed'],
  )
  for (const name of ['from', 'to', 'subject', 'reply-to'])
    assert.ok(tag('h').split(':').includes(name), name)
  // By RFC 6376: the body, then the signed headers and the signature header without its value.
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest
    .join('\r\n\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)*$/, '\r\n')
  assert.equal(hash('sha256', Buffer.from(body, 'latin1'), 'base64'), tag('bh'))
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  const relaxed = (name: string) => {
    const line = lines.findLast((one) => one.toLowerCase().startsWith(`${name}:`)) ?? ''
    return `${name}:${line
      .slice(name.length + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  }
  const unsigned = relaxed('dkim-signature').replace(/(;\s*b=)[^;]*/, '$1')
  const signed = [
    ...tag('h')
      .split(':')
      .filter((name) => lines.some((one) => one.toLowerCase().startsWith(`${name}:`)))
      .map(relaxed),
    unsigned,
  ].join('\r\n')
  const value = Buffer.from(tag('b').replace(/\s/g, ''), 'base64')
  assert.ok(verify('sha256', Buffer.from(signed, 'latin1'), publicKey, value))
  const { MAIL_DKIM_KEY_FILE: _, ...half } = settings
  assert.throws(() => mailerFor(receiver.url, half), /are needed together/)
})

test('neither a name nor a reply address can add headers or receivers', async () => {
  const evil = 'x\r\nBcc: eve@mal.example\r\n\r\nother body'
  await mailer.send({ ...MAIL, from: 'avisos@agencia.example', as: evil, replyTo: 'a@b.example' })
  const { envelope, headers, text } = receiver.mails.shift()!
  assert.deepEqual([envelope.to, headers.bcc, text], [['ana@cliente.example'], undefined, MAIL.text])
  assert.match(headers.from ?? '', /<avisos@agencia\.example>$/)
})

for (const to of [
  'ana@cliente.example, eve@mal.example',
  'ana@cliente.example\r\nRCPT TO:<eve@mal.example>',
  '',
]) {
  test(`anything but a single address is refused: ${JSON.stringify(to)}`, async () => {
    await assert.rejects(mailer.send({ ...MAIL, to }), MailNotSent)
    assert.equal(receiver.mails.length, 0)
  })
}

test('content cannot read files or addresses', async () => {
  const path = { path: import.meta.filename } as unknown as string
  await assert.rejects(mailer.send({ ...MAIL, text: path }), MailNotSent)
  await assert.rejects(
    mailer.send({ ...MAIL, html: { href: 'http://127.0.0.1:1/' } as unknown as string }),
    MailNotSent,
  )
  assert.equal(receiver.mails.length, 0)
})

test("a refusal has its codes, and the server's text only as reason", async () => {
  receiver.upcoming.push(451)
  await assert.rejects(mailer.send(MAIL), (error) => {
    assert.ok(error instanceof MailNotSent)
    assert.equal(error.message, 'the mail server did not take the mail (EMESSAGE 451)')
    assert.match(error.reason, /not now for ana@cliente\.example/)
    assert.doesNotMatch(error.stack!, /ana@/)
    return true
  })
})

test('a connection cut before the response is an error, and nothing is sent twice', async () => {
  receiver.upcoming.push('cut')
  await assert.rejects(mailer.send(MAIL), MailNotSent)
  assert.equal(receiver.mails.splice(0).length, 1)
  await mailer.send(MAIL)
  assert.equal(receiver.mails.splice(0).length, 1)
})

test('an unreachable server is an error', async () => {
  await assert.rejects(mailerFor(`smtp://${NOBODY}`).send(MAIL), /did not take the mail \(ESOCKET\)/)
})

test('an unresponsive server is given up, within the time set in the URL', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  after(() => mute.close())
  const { port } = mute.address() as AddressInfo
  const impatient = mailerFor(`smtp://127.0.0.1:${port}?greetingTimeout=50`)
  await assert.rejects(impatient.send(MAIL), /ETIMEDOUT/)
})

test('a closed mailer cuts pending connections', async () => {
  const mute = createServer().listen(0, '127.0.0.1')
  after(() => mute.close())
  await once(mute, 'listening')
  const stuck = mailerFor(`smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`)
  const connected = once(mute, 'connection')
  const sent = assert.rejects(stuck.send(MAIL), MailNotSent)
  await connected
  await stuck.close()
  await sent
})

test('a password is sent to loopback, and to other hosts only over TLS', async () => {
  const guarded = await startSmtpReceiver({ login: true })
  after(() => guarded.stop())
  await mailerFor(`smtp://ana:s%40gredo@127.0.0.1:${guarded.port}`).send(MAIL)
  assert.deepEqual(guarded.logins.splice(0), ['ana:s@gredo'])
  // 0.0.0.0 leads here too, and stands for a remote host.
  const abroad = `smtp://ana:s%40gredo@0.0.0.0:${guarded.port}`
  await assert.rejects(mailerFor(abroad).send(MAIL), /ETLS/)
  assert.deepEqual(guarded.logins, [])
  await mailerFor(`${abroad}?requireTLS=false`).send(MAIL)
  assert.deepEqual(guarded.logins, ['ana:s@gredo'])
})

test('without SMTP_URL nothing is sent, and the log names the mail without receivers', async () => {
  const lines: string[] = []
  const log = makeLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  const outbox = makeMailer(readSettings(MAIL_SETTINGS, {}), log)
  assert.equal(outbox.kind, 'outbox')
  await outbox.send(MAIL)
  await outbox.close()
  assert.equal(lines.length, 1)
  const { level, mail, kind } = JSON.parse(lines[0]!)
  assert.deepEqual([level, mail, kind], ['info', MAIL.id, 'outbox'])
  assert.doesNotMatch(lines[0]!, /ana@|reserva/)
})
