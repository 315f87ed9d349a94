// A stolen key that tries to stay unnoticed: it changes the agency's e-mail before it connects a bank. The former
// address and the owners are notified of both.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { newClient } from '../support/invoicing.ts'
import { newPerson } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const DAY_MS = 86_400_000
const FROM = 'Embarque <avisos@servico.example>'
const CHANGED = 'O e-mail da sua agência foi alterado'
const CONNECTED = 'Banco conectado para receber faturas'

const wall = fixedClock(new Date('2026-11-16T14:15:00.000Z'))
const receiver = await startSmtpReceiver()
after(() => receiver.stop())
const app = await startApp({ wall, settings: { SMTP_URL: receiver.url, MAIL_FROM: FROM } })
let agencies = 0

/** With a unique address. */
const agencyCalled = (name = 'Agência Sol') => {
  const email = `dona${++agencies}@agencia.example`
  return newAgency(app, { name, email }).then((agency) => ({ ...agency, email }))
}

async function moveTo({ id, live }: Agency, email: string): Promise<void> {
  const { status, text } = await live.patch('/api/v1/team', { email })
  assert.equal(status, 200, text)
  await untilSettled(app, id, 'live')
}

async function connectBank({ id, live }: Agency): Promise<void> {
  const { status, text } = await live.post(PROVIDERS, { provider: 'simulated', name: 'Banco do ladrão' })
  assert.equal(status, 201, text)
  await untilSettled(app, id, 'live')
}

/** Who got what since the last look. */
const noticesSent = () =>
  receiver.mails.splice(0).map(({ envelope, headers }) => [envelope.to[0], headers.subject])
const sorted = (mails: unknown[][]) => mails.map((mail) => mail.join(': ')).sort()
const all = (subject: string, ...addresses: string[]) => sorted(addresses.map((to) => [to, subject]))

test('the former address and the owners are notified of a change, and of banks for 30 days', async () => {
  const agency = await agencyCalled()
  const owner = await newPerson(app, { [agency.id]: 'owner' })
  await newPerson(app, { [agency.id]: 'agent' })
  await moveTo(agency, 'ladrao@x.example')
  assert.deepEqual(sorted(noticesSent()), all(CHANGED, agency.email, owner.email))
  await connectBank(agency)
  const reached = [agency.email, 'ladrao@x.example', owner.email]
  assert.deepEqual(sorted(noticesSent()), all(CONNECTED, ...reached))
  wall.advance(29 * DAY_MS)
  await connectBank(agency)
  assert.deepEqual(sorted(noticesSent()), all(CONNECTED, ...reached))
  wall.advance(2 * DAY_MS)
  await connectBank(agency)
  assert.deepEqual(sorted(noticesSent()), all(CONNECTED, 'ladrao@x.example', owner.email))
})

test('the notice is from the service, and has no text from the attacker', async () => {
  const agency = await agencyCalled('Sol www.golpe.example')
  await moveTo(agency, 'clique-aqui@golpe.example')
  const [mail = assert.fail(), ...others] = receiver.mails.splice(0)
  assert.deepEqual([mail.envelope.to, others.length], [[agency.email], 0])
  assert.match(String(mail.headers.from), /^"?Embarque"? <avisos@servico\.example>$/)
  assert.equal(mail.headers['reply-to'], undefined)
  assert.doesNotMatch(`${mail.text} ${mail.html}`, /clique-aqui|www\.golpe|golpe\.example/)
  assert.match(mail.text, /foi alterado em 16\/11|foi alterado em 17\/12/)
})

test('an agency that reads English is notified in English; changing only the case sends nothing', async () => {
  const agency = await agencyCalled()
  await agency.live.patch('/api/v1/team', { language: 'en' })
  await moveTo(agency, agency.email.toUpperCase())
  await moveTo(agency, agency.email)
  assert.deepEqual(noticesSent(), [])
  await moveTo(agency, 'other@x.example')
  assert.deepEqual(noticesSent(), [[agency.email, 'The e-mail address of your agency was changed']])
})

test('changing the address again, or back for a moment, does not drop the former one', async () => {
  const agency = await agencyCalled()
  for (const email of ['a@x.example', 'b@x.example', agency.email, 'c@x.example']) await moveTo(agency, email)
  noticesSent()
  wall.advance(29 * DAY_MS)
  await connectBank(agency)
  // Those that it had for a moment may be the thief's, put right.
  assert.deepEqual(sorted(noticesSent()), all(CONNECTED, agency.email, 'c@x.example'))
})

test('a bank connected a moment before the change is notified to the former address too', async () => {
  const agency = await agencyCalled()
  receiver.mails.splice(0)
  const connect = agency.live.post(PROVIDERS, { provider: 'simulated', name: 'Banco' })
  const [connected, moved] = await Promise.all([
    connect,
    agency.live.patch('/api/v1/team', { email: 'a@x.example' }),
  ])
  assert.deepEqual([connected.status, moved.status], [201, 200])
  await untilSettled(app, agency.id, 'live')
  assert.ok(sorted(noticesSent()).includes(`${agency.email}: ${CONNECTED}`))
})

test('erasing a client with that address does not remove the notice before it is sent', async () => {
  const agency = await agencyCalled()
  receiver.upcoming.push(450)
  assert.equal((await agency.live.patch('/api/v1/team', { email: 'ladrao@x.example' })).status, 200)
  await app.service.worker!.idle()
  assert.deepEqual(noticesSent(), [])
  const { id: client } = await newClient(agency.live, { email: agency.email })
  assert.equal((await agency.live.delete(`/api/v1/clients/${client}?erase=true`)).status, 200)
  await app.service.worker!.idle()
  wall.advance(60_000)
  await app.service.worker!.idle()
  assert.deepEqual(noticesSent(), [[agency.email, CHANGED]])
})
