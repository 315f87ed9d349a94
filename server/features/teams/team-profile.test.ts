// The profile of an agency: every field and its rule, permissions, the audit log, and when each change reaches
// pages, documents and mails.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { request } from 'undici'
import { NOTIFICATIONS } from '../../../contract/team-profile.ts'
import { type Agency, assertError, issuesOf, newAgency } from '../../../test/support/agency.ts'
import { booked, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { makeClient } from '../../../test/support/client.ts'
import { serviceUrl } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startSmtpReceiver } from '../../../test/support/fakes/smtp-receiver.ts'
import { INVOICES, newClient, newInvoice, newQuote } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { oneWay, search } from '../../../test/support/searches.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { readConfig } from '../../app/boot/config.ts'
import { startService } from '../../app/boot/start-service.ts'
import { makeLog } from '../../kernel/process/log.ts'

const smtp = await startSmtpReceiver()
after(() => smtp.stop())
const app = await startApp({
  settings: { SMTP_URL: smtp.url, MAIL_FROM: 'Embarque <avisos@embarque.example>' },
})
const TEAM = '/api/v1/team'

const ADDRESS = {
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Sala 12',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01310100',
}
const PROFILE = {
  name: 'Aurora Viagens',
  legal_name: 'Aurora Viagens e Turismo Ltda.',
  tax_id: '12.345.678/0001-95',
  email: 'ola@aurora.example',
  reply_to: 'vendas@aurora.example',
  phone: '(11) 3000-0000',
  whatsapp: '+55 11 98888-7777',
  website: 'https://aurora.example',
  brand_colour: '#0A6E5C',
  time_zone: 'America/Manaus',
  language: 'en',
  address: ADDRESS,
  late_payment: { fine_percent: 2, interest_percent: 0.5, payable_days: 15 },
  early_payment: { discount_percent: 5, discount_amount: null, days_before_due: 10 },
  invoice_texts: { footer: 'Obrigado por viajar <conosco>.', payment_instructions: 'Banco 001\nConta 1-2' },
  trip_terms: { 'pt-BR': 'Reembolsos seguem as regras\nde cada fornecedor.', en: null },
  message_texts: {
    'pt-BR': { greeting: 'Oi, {first_name}!', closing: 'Um abraço,\n{agency_name}' },
    en: { greeting: null, closing: null },
  },
  notifications: { booking_ticketed: false },
  payment_methods: ['card', 'pix'],
  card_payment: {
    instalments_max: 10,
    fee_bearer: 'payer',
    fees: [
      { from_instalments: 7, percent: 5.99 },
      { from_instalments: 2, percent: 4.29 },
    ],
  },
  payment_reminders: { days_before: [3], days_after: [15, 3, 15] },
  search: { suppliers: ['simulated'], without_airlines: ['UX', 'G3', 'G3'] },
}
/** As it is shown: numbers without punctuation, or in one form. */
const SHOWN = {
  ...PROFILE,
  tax_id: '12345678000195',
  phone: '+551130000000',
  whatsapp: '+5511988887777',
  brand_colour: '#0a6e5c',
  brand_text_colour: '#ffffff',
  address: { ...ADDRESS, postal_code: '01310-100' },
  payment_methods: ['pix', 'card'],
  card_payment: {
    instalments_max: 10,
    fee_bearer: 'payer',
    fees: [
      { from_instalments: 2, percent: 4.29 },
      { from_instalments: 7, percent: 5.99 },
    ],
  },
  payment_reminders: { days_before: [3], days_after: [3, 15] },
  search: { ...PROFILE.search, without_airlines: ['G3', 'UX'], connected_suppliers: ['simulated'] },
}
const LEGAL = 'Aurora Viagens e Turismo Ltda. · CNPJ 12.345.678/0001-95'
const PLACE = 'Avenida Paulista, 1000, Sala 12 · Bela Vista · São Paulo/SP · CEP 01310-100'
const REACHED = 'ola@aurora.example · https://aurora.example\n+55 11 3000-0000 · WhatsApp +55 11 98888-7777'

async function withProfile(changes: object = {}): Promise<Agency> {
  const agency = await newAgency(app)
  const { status, text } = await agency.live.patch(TEAM, { ...PROFILE, ...changes })
  assert.equal(status, 200, text)
  return agency
}

const wordsOf = async (url: string) => {
  const { body } = await request(url)
  return readPdf(Buffer.from(await body.arrayBuffer()))
    .texts.map(({ text }) => text)
    .join(' ')
}

test('every field is accepted, normalised, and kept if omitted', async () => {
  const { live, test: sandbox, id } = await withProfile()
  const { created_at, updated_at, ...shown } = (await live.get(TEAM)).body.data
  const notifications = { ...NOTIFICATIONS, booking_ticketed: false }
  assert.deepEqual(shown, { id, ...SHOWN, notifications, currency: 'BRL', logo: null })
  assert.match(created_at, /^20/)
  assert.ok(updated_at > created_at, 'it was changed after it was created')
  const same = await live.patch(TEAM, { name: shown.name })
  assert.equal(same.body.data.updated_at, updated_at, 'nothing is changed by what it has already')
  const me = (await sandbox.get('/api/v1/me')).body.data
  assert.deepEqual(
    [me.name, me.email, me.time_zone, me.late_payment.interest_percent],
    ['Aurora Viagens', 'ola@aurora.example', 'America/Manaus', 0.5],
  )
  const { data } = (
    await live.patch(TEAM, {
      late_payment: { fine_percent: 1 },
      search: { suppliers: null },
      trip_terms: { en: 'Terms.' },
    })
  ).body
  assert.deepEqual(data.late_payment, { fine_percent: 1, interest_percent: 0.5, payable_days: 15 })
  assert.deepEqual(data.search.without_airlines, ['G3', 'UX'])
  assert.deepEqual(data.trip_terms, { ...PROFILE.trip_terms, en: 'Terms.' })
  const nothing = {
    legal_name: null,
    tax_id: null,
    address: null,
    phone: null,
    whatsapp: null,
    website: null,
    early_payment: null,
  }
  const cleared = (await live.patch(TEAM, { ...nothing, reply_to: null, brand_colour: null })).body.data
  assert.deepEqual(cleared, {
    ...data,
    ...nothing,
    updated_at: cleared.updated_at,
    reply_to: null,
    brand_colour: null,
    brand_text_colour: null,
  })
})

const WRONG: [change: object, field: string][] = [
  [{ name: ' ' }, 'name'],
  [{ name: 'Aurora\nBcc: x@example.com' }, 'name'],
  [{ name: null }, 'name'],
  [{ legal_name: 'a\u2028b' }, 'legal_name'],
  [{ tax_id: '12.345.678/0001-96' }, 'tax_id'],
  [{ email: 'a@b' }, 'email'],
  [{ email: 'sol\u200b@agencia.example' }, 'email'],
  [{ email: '\u202esol@agencia.example' }, 'email'],
  [{ reply_to: 'a@b.example, c@d.example' }, 'reply_to'],
  [{ phone: '123' }, 'phone'],
  [{ whatsapp: 'zap' }, 'whatsapp'],
  [{ website: 'javascript:alert(1)' }, 'website'],
  [{ website: 'https://user:secret@aurora.example' }, 'website'],
  [{ brand_colour: 'red' }, 'brand_colour'],
  [{ time_zone: 'America/Brasilia' }, 'time_zone'],
  [{ language: 'es' }, 'language'],
  [{ address: { ...ADDRESS, state: 'XX' } }, 'address.state'],
  [{ address: { ...ADDRESS, postal_code: '1310-100' } }, 'address.postal_code'],
  [{ address: { ...ADDRESS, street: '\t' } }, 'address.street'],
  [{ late_payment: { fine_percent: 2.01 } }, 'late_payment.fine_percent'],
  [{ payment_methods: [] }, 'payment_methods'],
  [{ card_payment: { instalments_max: 22 } }, 'card_payment.instalments_max'],
  [{ late_payment: { interest_percent: 0.12345 } }, 'late_payment.interest_percent'],
  [{ early_payment: { days_before_due: 5 } }, 'early_payment'],
  [{ early_payment: { discount_percent: 5, discount_amount: 5, days_before_due: 5 } }, 'early_payment'],
  [{ early_payment: { discount_percent: 1.23456, days_before_due: 5 } }, 'early_payment.discount_percent'],
  [{ early_payment: { discount_amount: 1.234, days_before_due: 5 } }, 'early_payment.discount_amount'],
  [{ invoice_texts: { footer: 'x'.repeat(1_001) } }, 'invoice_texts.footer'],
  [{ invoice_texts: { payment_instructions: 'a\u0007b' } }, 'invoice_texts.payment_instructions'],
  [{ trip_terms: { 'pt-BR': 'a\u0007b' } }, 'trip_terms.pt-BR'],
  [{ trip_terms: { en: 'x'.repeat(20_001) } }, 'trip_terms.en'],
  [{ notifications: { booking_created: 'no' } }, 'notifications.booking_created'],
  [{ search: { suppliers: ['nobody'] } }, 'search.suppliers'],
  [{ search: { without_airlines: ['gol'] } }, 'search.without_airlines.0'],
]

test('an invalid field is refused by name, and the rest is not applied', async () => {
  const { live } = await withProfile()
  const before = (await live.get(TEAM)).text
  for (const [change, field] of WRONG)
    assertError(
      await live.patch(TEAM, { legal_name: 'Other', ...change }),
      400,
      'Invalid request parameters',
      field,
    )
  assert.equal((await live.get(TEAM)).text, before)
})

test('a colour without readable text is refused, with the nearest readable one', async () => {
  const { live } = await newAgency(app)
  const refused = await live.patch(TEAM, { brand_colour: '#FF0000' })
  assertError(refused, 422, 'Brand colour hard to read', 'brand_colour')
  const nearest = /#[0-9a-f]{6}$/.exec(refused.body.details[0].issue)?.[0]
  const taken = (await live.patch(TEAM, { brand_colour: nearest })).body.data
  assert.deepEqual([taken.brand_colour, taken.brand_text_colour], [nearest, '#ffffff'])
  const light = (await live.patch(TEAM, { brand_colour: '#ffd54f' })).body.data
  assert.equal(light.brand_text_colour, '#141a22')
})

test('the audit log has each change before and after; contact details are only marked', async () => {
  const { live, id } = await withProfile()
  await live.patch(TEAM, { name: 'Aurora', reply_to: 'novo@aurora.example', time_zone: 'America/Recife' })
  const { data } = (await live.get(`/api/v1/audit?topic=settings&object_id=${id}`)).body
  assert.deepEqual([data.length, data[0].action, data[0].changes.length], [2, 'team.update', 1])
  const [{ before, after: now }] = data[0].changes
  assert.deepEqual([before.name, now.name, now.time_zone], ['Aurora Viagens', 'Aurora', 'America/Recife'])
  assert.match(
    `${before.reply_to_fingerprint} ${now.reply_to_fingerprint}`,
    /^([0-9a-f]{16}) (?!\1)[0-9a-f]{16}$/,
  )
  assert.doesNotMatch(JSON.stringify(data), /12345678000195|@aurora|Paulista|3000-?0000|Conta 1-2/)
})

test('a change applies in every process at once', async () => {
  const { live, liveKey } = await newAgency(app)
  const settings = { DATABASE_URL: serviceUrl(app.databaseUrl), SECRET_KEY, PORT: '0', HEAVY_THREADS: '0' }
  const other = await startService(readConfig({ ...settings, ROLE: 'api' }), makeLog({ level: 'fatal' }))
  after(() => other.stop())
  const there = makeClient(other.url ?? '', liveKey)
  const name = async () => (await there.get('/api/v1/me')).body.data.name
  assert.equal(await name(), 'Agência Sol')
  await live.patch(TEAM, { name: 'Agência Lua' })
  await eventually('the other process has the change', async () => (await name()) === 'Agência Lua')
})

test('page and PDF of an invoice show the agency as at the issue, in its colours of today', async () => {
  const { live } = await withProfile()
  const { payment_url, pdf_url, id } = await newInvoice(live, { status: 'sent', due_date: '2099-11-20' })
  await live.patch(TEAM, { name: 'Outra', legal_name: 'Outra Ltda.', brand_colour: '#102a6b' })
  const { text, headers } = await app.anybody.get(new URL(payment_url).pathname)
  const words = await wordsOf(pdf_url)
  const paid = 'Banco 001\nConta 1-2'
  for (const shown of ['Aurora Viagens', LEGAL, PLACE, REACHED, paid]) {
    for (const part of shown.split(/ · |\n/)) assert.ok(text.includes(part) && words.includes(part), part)
  }
  assert.ok(text.includes('Payment instructions'))
  assert.ok(text.includes('Obrigado por viajar &lt;conosco&gt;.') && words.includes('<conosco>'))
  assert.ok(!text.includes('Outra') && !words.includes('Outra'))
  assert.match(text, /--brand: #102a6b; --on-brand: #ffffff/)
  assert.match(String(headers['content-security-policy']), /style-src 'sha256-[^']+' 'sha256-[^']+';/)
  await live.patch(`${INVOICES}/${id}`, { payment_status: 'paid' })
  const closed = (await app.anybody.get(new URL(payment_url).pathname)).text
  assert.ok(!closed.includes('Payment instructions'), 'the page does not ask to pay twice')
})

test('time zone and terms do not affect stored records', async () => {
  const { live } = await withProfile()
  const invoice = await newInvoice(live, { status: 'sent', due_date: '2099-11-20' })
  const path = `${INVOICES}/${invoice.id}`
  const before = (await live.get(path)).text
  const late_payment = { fine_percent: 0, interest_percent: 0 }
  await live.patch(TEAM, { time_zone: 'Pacific/Kiritimati', late_payment, invoice_texts: { footer: null } })
  assert.equal((await live.get(path)).text, before)
  const next = await newInvoice(live, { status: 'sent', due_date: '2099-11-20' })
  assert.deepEqual([invoice.late_payment.fine_percent, next.late_payment.fine_percent], [2, 0])
})

test('a quote shows the current agency', async () => {
  const { live } = await withProfile()
  const { public_url, pdf_url } = await newQuote(live, { status: 'sent' })
  const { text } = await app.anybody.get(new URL(public_url).pathname)
  assert.ok(text.includes(LEGAL) && text.includes('Obrigado por viajar') && !text.includes('Instruções'))
  assert.match(await wordsOf(pdf_url), /CNPJ 12\.345\.678\/0001-95.*Obrigado por viajar/)
})

const mailTo = (address: string) =>
  eventually(`a mail to ${address}`, () => smtp.mails.find(({ headers }) => headers.to === address))

test("mails to clients are from the agency's name and reply to it; its own come from the service", async () => {
  const { live } = await withProfile({ name: 'Viagens "São João", Ltda', email: 'own@aurora.example' })
  const person = await newClient(live, { email: 'ana.invoice@cliente.example' })
  await newInvoice(live, { client_id: person.id, status: 'sent', due_date: '2099-11-20' })
  const { headers, html, text, envelope } = await mailTo('ana.invoice@cliente.example')
  assert.equal(headers.from, 'Viagens "São João", Ltda <avisos@embarque.example>')
  assert.deepEqual([headers['reply-to'], envelope.from], ['vendas@aurora.example', 'avisos@embarque.example'])
  for (const line of [LEGAL, PLACE, '+55 11 98888-7777', 'To talk to the agency, reply to this mail.'])
    assert.ok(html.includes(line) && text.includes(line), line)
  assert.match(html, /background:#0a6e5c[\s\S]*color:#ffffff/)
  await live.post('/api/v1/payment-providers', { provider: 'simulated' })
  const own = await mailTo('own@aurora.example')
  assert.deepEqual(
    [own.headers.from, own.headers['reply-to']],
    ['Embarque <avisos@embarque.example>', undefined],
  )
})

test('the agency gets only the mails it selected, in its language', async () => {
  const email = 'balcao@aurora.example'
  const agency = await withProfile({ email, notifications: { booking_ticketed: false } })
  const diary = agency.diary()
  await booked(agency.test, instantBody(await zzOffer(agency.test)))
  // One mail announces both created and ticketed: an agency that wants either gets it.
  assert.deepEqual((await diary.mails()).toSorted(), ['ticketed agency', 'ticketed client'])
  const { rows } = await app.service.world.pool.query(
    `select subject from mails where team_id = $1 and mode = 'test'`,
    [agency.id],
  )
  for (const { subject } of rows) assert.match(subject, /booking|ticket/i)
  // Of test mode, both go to the agency: its own, from us, and that to the client.
  const tickets = await eventually('the mail to the client', () =>
    smtp.mails.find(
      ({ headers, attachments }) =>
        headers.to === email &&
        attachments.length === 1 &&
        /^Aurora Viagens <avisos@/.test(headers.from ?? ''),
    ),
  )
  const { texts } = readPdf(tickets.attachments[0]?.content ?? assert.fail('no receipt'))
  assert.match(
    texts.map(({ text }) => text).join(' '),
    /Aurora Viagens · Aurora Viagens e Turismo Ltda\. · CNPJ/,
  )
  await agency.live.patch(TEAM, { notifications: { booking_ticketed: true, booking_created: false } })
  await booked(agency.test, instantBody(await zzOffer(agency.test)))
  assert.deepEqual((await diary.mails()).toSorted(), ['ticketed agency', 'ticketed client'])
})

test('searches omit the airlines that the agency does not sell', async () => {
  const { live } = await newAgency(app)
  const airlinesOf = async () => {
    const { body } = await search(live, oneWay('GRU', 'SDU', '2027-03-10', { limit: 100 }))
    const offers: { slices: { segments: { marketing_carrier: { iata_code: string } }[] }[] }[] = body.offers
    return new Set(offers.flatMap(({ slices }) => slices[0]?.segments[0]?.marketing_carrier.iata_code ?? []))
  }
  const [gone = '', ...left] = [...(await airlinesOf())]
  assert.ok(left.length > 0)
  await live.patch(TEAM, { search: { without_airlines: [gone] } })
  assert.deepEqual([...(await airlinesOf())].toSorted(), left.toSorted())
})

test('simultaneous changes are all applied, each with an audit entry', async () => {
  const { live, id } = await newAgency(app)
  const changes = [
    { legal_name: 'Sol Ltda.' },
    { website: 'https://sol.example' },
    { notifications: { booking_created: false } },
    { notifications: { booking_ticketed: false } },
    { late_payment: { fine_percent: 1 } },
    { late_payment: { interest_percent: 1 } },
    { search: { without_airlines: ['G3'] } },
  ]
  const responses = await Promise.all(changes.map((change) => live.patch(TEAM, change)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  const { data } = (await live.get(TEAM)).body
  assert.deepEqual([data.legal_name, data.website], ['Sol Ltda.', 'https://sol.example'])
  assert.deepEqual([data.notifications.booking_created, data.notifications.booking_ticketed], [false, false])
  assert.deepEqual(data.late_payment, { fine_percent: 1, interest_percent: 1, payable_days: 30 })
  const log = (await live.get(`/api/v1/audit?object_id=${id}&topic=settings`)).body
  assert.equal(log.pagination.total, changes.length)
})

test('team.read may read, team.manage may change', async () => {
  const { live } = await newAgency(app)
  const keyWith = async (permissions: string[]) => {
    const { body } = await live.post('/api/v1/api-keys', { name: 'x', permissions })
    return makeClient(app.url, body.data.secret)
  }
  const [reader, manager] = [await keyWith(['team.read']), await keyWith(['team.manage'])]
  assert.equal((await reader.get(TEAM)).status, 200)
  assertError(await reader.patch(TEAM, { legal_name: 'x' }), 403, 'Forbidden')
  assertError(await manager.get(TEAM), 403, 'Forbidden')
  assert.equal((await manager.patch(TEAM, { legal_name: 'Sol Ltda.' })).body.data.legal_name, 'Sol Ltda.')
})

test('unknown fields give warnings, and read-only fields are ignored', async () => {
  const { live } = await newAgency(app)
  const sent = { brand_color: '#000000', currency: 'USD', address: { ...ADDRESS, cep: '1' } }
  const { body } = await live.patch(TEAM, sent)
  assert.deepEqual(issuesOf(body.warnings), [
    { field: 'brand_color', issue: 'is not a known field and was left out; did you mean brand_colour?' },
    { field: 'address.cep', issue: 'is not a known field and was left out' },
  ])
  assert.deepEqual([body.data.currency, body.data.brand_colour], ['BRL', null])
})
