// Messages to clients about invoices and quotes: by phone or mail, each once, retried, and visible.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { notifyClientJob } from '../../server/features/invoices/jobs.ts'
import { quoteMailJob } from '../../server/features/quotes/store.ts'
import { clockOf, queueOf } from '../../server/kernel/jobs/jobs.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { startFakeWhatsApp, whatsAppSettings } from '../support/fakes/fake-whatsapp.ts'
import {
  allEvents,
  INVOICES,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
} from '../support/invoicing.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const fake = await startFakeWhatsApp()
after(() => fake.close())
const app = await startApp({
  wall,
  settings: {
    ...whatsAppSettings(fake),
    WHATSAPP_PIX: 'on',
    WHATSAPP_APP_SECRET: 'app-secret',
    WHATSAPP_VERIFY_TOKEN: 'verify-token',
  },
})
const { world, worker } = app.service
const PHONE = { phone: '(11) 98765-4321' }
// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Message = any
const messagesOf = async (invoiceId: string, from: TestApp = app, client = from.live): Promise<Message[]> =>
  (await client.get(`/api/v1/messages?limit=100&invoice_id=${invoiceId}`)).body.data.reverse()
const kinds = async (id: string) => (await messagesOf(id)).map(({ kind }) => kind)
const templates = () => fake.messages.map(({ template }) => template.name)

test('sent and paid are messaged once each, by template, with client and amounts', async () => {
  const client = await newClient(app.live, PHONE)
  const draft = await newInvoice(app.live, { client_id: client.id, notify_client: true })
  await worker!.idle()
  await app.live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })
  await worker!.idle()
  await app.live.post(`/api/v1/test/charges/${draft.id}/pay`, { amount: 50 })
  await app.live.post(`/api/v1/test/charges/${draft.id}/pay`)
  await worker!.idle()
  assert.deepEqual(templates(), ['fatura_criada', 'fatura_enviada', 'fatura_paga'])
  const [, sent, paid] = fake.messages
  assert.equal(sent.to, '5511987654321')
  const values = (message: Message) =>
    message.template.components[0].parameters.map(({ text }: { text: string }) => text)
  assert.deepEqual(values(sent), [
    'Ana Souza',
    'Demo Agency (simulação)',
    '2026-000001',
    'R$ 150,00',
    '20/11/2026',
  ])
  assert.deepEqual(values(paid), [
    'Ana Souza',
    'Demo Agency (simulação)',
    '2026-000001',
    'R$ 100,00',
    '20/11/2026',
  ])
  const announced = await messagesOf(draft.id)
  assert.deepEqual(
    announced.map(({ kind, channel, status, to, error }) => [kind, channel, status, to, error]),
    ['created', 'sent', 'paid'].map((kind) => [kind, 'whatsapp', 'sent', '5511987654321', null]),
  )
  assert.ok(announced[1].text.includes(draft.payment_url) && announced[1].text.includes('R$ 150,00'))
  assert.ok(announced[1].text.includes('Pix copia e cola'))
  assert.notEqual(announced[1].sent_at, null)
})

test('an invoice sent and paid at once causes one message', async () => {
  const { id: client_id } = await newClient(app.live, PHONE)
  assert.deepEqual(await settled(() => newInvoice(app.live, { client_id, status: 'sent' })), ['sent'])
  assert.deepEqual(await settled(() => newInvoice(app.live, { client_id, status: 'cancelled' })), [])
  const free = { client_id, status: 'sent', items: [{ description: 'Brinde', quantity: 1, unit_price: 0 }] }
  assert.deepEqual(await settled(() => newInvoice(app.live, free)), ['sent'], 'no payment of nothing')
  const both = await settled(() =>
    newInvoice(app.live, { client_id, status: 'sent', payment_status: 'paid' }),
  )
  assert.deepEqual(both, ['paid'], 'the last news is the one that counts')
})

test('a draft is not messaged to the client unless the request says so', async () => {
  const { id: client_id } = await newClient(app.live, PHONE)
  const draft = await newInvoice(app.live, { client_id })
  const change = (body: object) =>
    settled(async () => (await app.live.patch(`${INVOICES}/${draft.id}`, body)).body.data)
  assert.deepEqual(await change({ notes: 'Ainda em preparo' }), [])
  assert.deepEqual(await change({ notify_client: true }), ['created'])
  assert.deepEqual(await change({ status: 'sent', notify_client: false }), ['created'])
  assert.deepEqual(
    await settled(() => newInvoice(app.live, { client_id, status: 'sent', notify_client: false })),
    [],
  )
  assert.deepEqual(await settled(() => newInvoice(app.live, { client_id, payment_status: 'paid' })), [])
  const quote = await newQuote(app.live, { client_id, status: 'accepted' })
  const invoiced = async () => (await app.live.post(`${QUOTES}/${quote.id}/invoice`)).body.data
  assert.deepEqual(await settled(invoiced), [])
})

test('a generated draft is messaged when it is sent', async () => {
  const own = await startApp({ wall: fixedClock(new Date('2026-11-15T15:00:00.000Z')) })
  const { id: client_id } = await newClient(own.test, PHONE)
  const { id } = await newRecurring(own.test, { client_id, billing_day: 25, notify_on_generation: true })
  await own.advance('P6D')
  const { last_invoice_id } = await read(own.test, `${RECURRING}/${id}`)
  assert.deepEqual(await messagesOf(last_invoice_id, own, own.test), [])
  await own.test.patch(`${INVOICES}/${last_invoice_id}`, { status: 'sent' })
  await own.advance('PT1M')
  assert.deepEqual(
    (await messagesOf(last_invoice_id, own, own.test)).map(({ kind }) => kind),
    ['sent'],
  )
})

async function settled(make: () => Promise<{ id: string }>): Promise<string[]> {
  const { id } = await make()
  await worker!.idle()
  return kinds(id)
}

test('without a valid phone number the client gets a mail', async () => {
  for (const phone of [null, 'sem telefone']) {
    const client = await newClient(app.live, { phone, email: 'eva@example.com' })
    const { id, payment_url } = await newInvoice(app.live, { client_id: client.id, status: 'sent' })
    await worker!.idle()
    const [message] = await messagesOf(id)
    // There is no mail server here, so the mail is kept.
    assert.deepEqual([message.channel, message.to, message.status], ['email', 'eva@example.com', 'stored'])
    const { rows } = await world.pool.query(
      `select subject, text, html from mails where to_address = 'eva@example.com' order by id`,
    )
    assert.match(rows.at(-1).subject, /^\[SIMULAÇÃO\] Sua fatura 2026-\d{6} de Demo Agency$/)
    assert.ok(rows.at(-1).text.includes(payment_url) && rows.at(-1).html.includes(payment_url))
  }
})

test('in test mode no message is sent: the prepared message can be read', async () => {
  const before = fake.messages.length
  for (const [fields, channel] of [
    [PHONE, 'whatsapp'],
    [{}, 'email'],
  ] as const) {
    const client = await newClient(app.test, fields)
    const { id } = await newInvoice(app.test, { client_id: client.id, status: 'sent' })
    const [message] = await eventually('the message', async () => {
      const all = await messagesOf(id, app, app.test)
      return all.length > 0 && all
    })
    assert.deepEqual([message.channel, message.status], [channel, 'stored'])
  }
  assert.equal(fake.messages.length, before)
  assert.equal((await messagesOf('x')).length, 0)
})

test('a failure is visible and retried; the message arrives once', async () => {
  const before = fake.messages.length
  fake.trouble.push(
    { status: 500 },
    { status: 400, body: '{"error":{"code":131026,"message":"undeliverable"}}' },
  )
  const client = await newClient(app.live, PHONE)
  const { id } = await newInvoice(app.live, { client_id: client.id, status: 'sent' })
  await worker!.idle()
  const [failed] = await messagesOf(id)
  assert.deepEqual([failed.status, failed.sent_at], ['failed', null])
  assert.match(failed.error, /131000/)
  for (const minutes of [1, 5]) {
    wall.advance(minutes * 60_000)
    world.jobsAdded()
    await worker!.idle()
  }
  const [sent] = await messagesOf(id)
  assert.deepEqual([sent.status, sent.error], ['sent', null])
  assert.equal(fake.messages.length, before + 1)
})

const CALLBACK = '/callbacks/whatsapp'
const signatureOf = (text: string, secret = 'app-secret') =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

/** Receipts of the messaging app, signed by it unless given otherwise. */
async function sendReceipts(statuses: object[], signature?: string): Promise<number> {
  const text = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: { statuses } }] }] })
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signature ?? signatureOf(text),
  }
  return (await app.anybody.raw('POST', CALLBACK, text, headers)).status
}

test('delivery receipts are shown with the message, in any order and number', async () => {
  const client = await newClient(app.live, PHONE)
  const newMessage = async () => {
    const { id } = await newInvoice(app.live, { client_id: client.id, status: 'sent' })
    await worker!.idle()
    return { id, wamid: `wamid.${fake.messages.length}` }
  }
  const shown = async (id: string) => {
    const [{ status, error, delivered_at, read_at }] = await messagesOf(id)
    return [status, error, delivered_at?.slice(11, 19) ?? null, read_at?.slice(11, 19) ?? null]
  }
  const at = (second: number) => String(Date.parse('2026-11-15T15:00:00Z') / 1000 + second)
  const { id, wamid } = await newMessage()
  const delivered = { id: wamid, status: 'delivered', timestamp: at(1) }
  const read = { id: wamid, status: 'read', timestamp: at(2) }
  assert.equal(await sendReceipts([{ id: wamid, status: 'sent', timestamp: at(0) }]), 200)
  assert.deepEqual(await shown(id), ['sent', null, null, null])
  await sendReceipts([delivered])
  assert.deepEqual(await shown(id), ['delivered', null, '15:00:01', null])
  await sendReceipts([read, read, { id: 'wamid.of-somebody-else', status: 'read', timestamp: at(9) }])
  await sendReceipts([delivered, { id: wamid, status: 'failed', timestamp: at(3) }])
  assert.deepEqual(await shown(id), ['read', null, '15:00:01', '15:00:02'])

  const lost = await newMessage()
  const errors = [{ code: 131026, title: 'Message undeliverable' }]
  await sendReceipts([{ id: lost.wamid, status: 'failed', timestamp: at(4), errors }])
  assert.deepEqual(await shown(lost.id), ['failed', '131026 Message undeliverable', null, null])
  const early = `wamid.${fake.messages.length + 1}`
  await sendReceipts([{ id: early, status: 'delivered', timestamp: at(5) }])
  const message = await newMessage()
  assert.deepEqual(
    [message.wamid, (await shown(message.id))[0]],
    [early, 'delivered'],
    'reported before the response',
  )
})

test("receipts require the app's signature; the verification token gets its challenge", async () => {
  const receipts = async () =>
    (await world.pool.query('select count(*)::int as count from message_receipts')).rows[0].count
  const before = await receipts()
  const status = { id: 'wamid.forged', status: 'read', timestamp: '1763208000' }
  for (const wrong of ['', 'sha256=', signatureOf('x'), signatureOf(JSON.stringify(status), 'other')])
    assert.equal(await sendReceipts([status], wrong), 401, wrong)
  assert.equal(await receipts(), before)
  assert.equal((await app.anybody.post(CALLBACK, {})).status, 401)
  const ask = (token: string) =>
    app.anybody.get(`${CALLBACK}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)
  const { status: answered, text } = await ask('verify-token')
  assert.deepEqual([answered, text], [200, '1158201444'])
  assert.equal((await ask('x')).status, 401)
})

/** As if the process that did this work had been lost before it could say so. */
async function runAgain(kind: string, key: string, teamId: string, payload: string) {
  const owner = { teamId, mode: 'live' as const }
  await world.pool.query(
    `insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     values ($5, $1, $6, $7, $2, 'live', $3, $4, $3)`,
    [key, teamId, wall.now(), payload, kind, queueOf(kind, owner), clockOf(owner)],
  )
  await worker!.idle()
}

test('the same notice is messaged once, however often its job runs', async () => {
  const client = await newClient(app.live, PHONE)
  const { id } = await newInvoice(app.live, { client_id: client.id, status: 'sent' })
  await worker!.idle()
  const { rows } = await world.pool.query('select key, team_id from messages where invoice_id = $1', [id])
  const notice = notifyClientJob.write({ kind: 'sent', invoice_id: id })
  await runAgain(notifyClientJob.type, rows[0].key, rows[0].team_id, notice)
  assert.deepEqual(await kinds(id), ['sent'])
})

const TRIP = [
  { title: 'Direto', items: [{ description: 'Lisboa', quantity: 2, unit_price: 4310 }] },
  { title: 'Com conexão', items: [{ description: 'Lisboa', quantity: 2, unit_price: 3890 }] },
]
const quoteMessages = async (id: string, client = app.live): Promise<Message[]> =>
  (await client.get(`/api/v1/messages?quote_id=${id}`)).body.data

test("a sent quote is messaged too, in the client's language, once, with receipts", async () => {
  const agency = await newAgency(app)
  const before = fake.messages.length
  const { id: client_id } = await newClient(agency.live, PHONE)
  const portuguese = await newQuote(agency.live, { client_id, valid_until: '2026-11-30', options: TRIP })
  await worker!.idle()
  assert.equal(fake.messages.length, before, 'a draft is not announced')
  await agency.live.patch(`${QUOTES}/${portuguese.id}`, { status: 'sent' })
  await worker!.idle()
  const guest = await newClient(agency.live, { ...PHONE, full_name: 'Bo Lee', language: 'en' })
  const english = await newQuote(agency.live, { client_id: guest.id, status: 'sent' })
  await worker!.idle()
  const sent = fake.messages.slice(before).map(({ template: { name, language, components } }) => ({
    name,
    code: language.code,
    values: components[0].parameters.map(({ text }: { text: string }) => text),
    link: components[1].parameters[0].text,
  }))
  const name = 'orcamento_enviado'
  assert.deepEqual(sent, [
    {
      name,
      code: 'pt_BR',
      values: [
        'Ana Souza',
        'Agência Sol (simulação)',
        '2026-000001',
        'a partir de R$ 7.780,00',
        'válido até 30/11/2026',
      ],
      link: portuguese.public_url.split('/q/')[1],
    },
    {
      name,
      code: 'en',
      values: ['Bo Lee', 'Agência Sol (simulation)', '2026-000002', 'BRL 150.00', 'without a last day'],
      link: english.public_url.split('/q/')[1],
    },
  ])
  const [event] = (await allEvents(agency.live)).filter(({ data }) => data.object.id === portuguese.id)
  await runAgain(quoteMailJob.type, event.id, agency.id, quoteMailJob.write({ event_id: event.id }))
  await sendReceipts([{ id: `wamid.${before + 1}`, status: 'read', timestamp: '1763208000' }])
  const announced = await quoteMessages(portuguese.id, agency.live)
  assert.deepEqual(
    announced.map(({ kind, invoice_id, quote_id, channel, status }) => [
      kind,
      invoice_id,
      quote_id,
      channel,
      status,
    ]),
    [['quote_sent', null, portuguese.id, 'whatsapp', 'read']],
  )
  assert.match(
    announced[0].text,
    /^Olá, Ana Souza!\n\nSIMULAÇÃO: .*\n\n.*2026-000001.*a partir de R\$.7\.780,00, válido até/,
  )
  assert.ok(announced[0].text.endsWith(portuguese.public_url))
  const mails = await world.pool.query('select from mails where team_id = $1 and about_id = $2', [
    agency.id,
    portuguese.id,
  ])
  assert.equal(mails.rowCount, 1, 'its paper goes by mail, once as well')
  assert.equal((await quoteMessages('x', agency.live)).length, 0)
})

test('a quote without a phone goes by mail only, in test mode nowhere, and a withdrawn one not at all', async () => {
  const agency = await newAgency(app)
  const before = fake.messages.length
  const { id } = await newQuote(agency.live, { status: 'sent' })
  const kept = await newQuote(agency.test, {
    client_id: (await newClient(agency.test, PHONE)).id,
    status: 'sent',
  })
  await worker!.idle()
  const [mailed] = await quoteMessages(id, agency.live)
  assert.deepEqual([mailed.channel, mailed.to, mailed.status], ['email', 'ana@cliente.example', 'stored'])
  assert.notEqual(mailed.mail_id, null)
  const [stored] = await eventually('the message', async () => {
    const all = await quoteMessages(kept.id, agency.test)
    return all.length > 0 && all
  })
  assert.deepEqual([stored.channel, stored.status], ['whatsapp', 'stored'])
  await agency.live.delete(
    `/api/v1/clients/${(await read(agency.live, `${QUOTES}/${id}`)).client_id}?erase=true`,
  )
  await worker!.idle()
  const [erased] = await quoteMessages(id, agency.live)
  assert.deepEqual([erased.to, erased.text.includes('Ana')], ['', false], 'who is erased is in no message')
  assert.equal(fake.messages.length, before)
})

test('a recurring invoice messages its invoice and reminds before it is due, each once, until paid', async () => {
  const own = await startApp({ wall: fixedClock(new Date('2026-11-15T15:00:00.000Z')) })
  for (const answer of [await own.anybody.get(CALLBACK), await own.anybody.post(CALLBACK, {})])
    assert.equal(answer.status, 404, 'no route without settings')
  const client = await newClient(own.test, PHONE)
  const fields = {
    client_id: client.id,
    billing_day: 25,
    auto_send: true,
    notify_on_generation: true,
    notify_client_before_due: true,
    reminder_days_before_due: [7, 3, 1],
  }
  const { id } = await newRecurring(own.test, fields)
  const quiet = await newRecurring(own.test, { client_id: client.id, billing_day: 25 })
  const reminded = await newRecurring(own.test, {
    ...fields,
    notify_on_generation: false,
    reminder_days_before_due: [],
  })
  await own.advance('P11D')
  const messagesFor = async (recurring: string) => {
    const { last_invoice_id } = await read(own.test, `${RECURRING}/${recurring}`)
    const all = await messagesOf(last_invoice_id, own, own.test)
    return all.map(({ kind, created_at }) => `${kind} ${created_at.slice(0, 16)}`)
  }
  assert.deepEqual(await messagesFor(id), [
    'generated 2026-11-20T09:00',
    'reminder 2026-11-22T12:00',
    'reminder 2026-11-24T12:00',
  ])
  assert.deepEqual(await messagesFor(quiet.id), [], 'a draft without a requested notice')
  assert.deepEqual(await messagesFor(reminded.id), ['sent 2026-11-20T09:00', 'reminder 2026-11-24T12:00'])
  await own.advance('P26D')
  const { last_invoice_id } = await read(own.test, `${RECURRING}/${id}`)
  await own.test.post(`/api/v1/test/charges/${last_invoice_id}/pay`)
  await own.advance('P10D')
  assert.deepEqual(await messagesFor(id), [
    'generated 2026-12-20T09:00',
    'reminder 2026-12-22T12:00',
    'paid 2026-12-22T15:00',
  ])
})

test("a test message goes to the team itself, once a minute, and returns the app's response", async () => {
  const MESSAGE = '/api/v1/readiness/message'
  const [agency, other] = [await newAgency(app), await newAgency(app)]
  const without = await agency.live.post(MESSAGE)
  assert.deepEqual([without.status, without.body.error], [422, 'Team without WhatsApp'])
  for (const { live } of [agency, other]) await live.patch('/api/v1/team', { whatsapp: '(11) 98888-7777' })
  const sentBefore = fake.messages.length
  const sent = await agency.live.post(MESSAGE)
  assert.deepEqual(
    [sent.status, sent.body.data],
    [200, { to: '+5511988887777', outcome: 'taken', error: null }],
  )
  const [message] = fake.messages.slice(sentBefore)
  assert.deepEqual([message.to, message.template.name], ['5511988887777', 'fatura_lembrete'])
  assert.match(JSON.stringify(message.template.components), /\(simulação\).*R\$ 1,00.*15\/11\/2026/)
  assert.equal((await agency.live.post(MESSAGE)).status, 429)
  assert.equal((await agency.test.post(MESSAGE)).body.data.outcome, 'kept', 'no message is sent in test mode')
  fake.trouble.push({ status: 400 })
  const { data } = (await other.live.post(MESSAGE)).body
  assert.equal(data.outcome, 'refused')
  assert.match(data.error, /Something went wrong/)
  assert.equal(fake.messages.length, sentBefore + 1)
})
