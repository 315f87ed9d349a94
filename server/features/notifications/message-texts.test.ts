// The agency's own greeting and closing in everything its clients get, through HTTP: placeholders, languages,
// refusals, the preview, and the product's own words again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { request } from 'undici'
import { type Agency, assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { booked, holdBody, zzOffer } from '../../../test/support/bookings.ts'
import { INVOICES, newClient, newInvoice, newQuote, QUOTES } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { salutation } from './salutation.ts'

const app = await startApp()
const TEAM = '/api/v1/team'
const WRONG = 'Invalid request parameters'
const TEXTS = {
  'pt-BR': {
    greeting: 'Oi, {first_name}! Tudo bem?',
    closing: 'Um abraço,\nequipe <b>{agency_name}</b> & cia',
  },
  en: { greeting: 'Dear {client_name},', closing: null },
}
const NONE = { greeting: null, closing: null }

async function withTexts(texts: object = TEXTS): Promise<Agency> {
  const agency = await newAgency(app, { name: 'Aurora' })
  const { status, text } = await agency.live.patch(TEAM, { message_texts: texts })
  assert.equal(status, 200, text)
  return agency
}

/** The newest mail about the object. */
async function mailAbout(
  { test: client, id }: Agency,
  filter: string,
): Promise<{ html: string; text: string }> {
  await untilSettled(app, id, 'test')
  const [listed] = (await client.get(`/api/v1/mails?${filter}`)).body.data
  assert.ok(listed, filter)
  return (await client.get(`/api/v1/mails/${listed.id}`)).body.data
}

const messageAbout = async ({ test: client }: Agency, filter: string): Promise<string> =>
  (await client.get(`/api/v1/messages?${filter}`)).body.data[0].text

function assertOwn({ html, text }: { html: string; text: string }): void {
  assert.ok(text.includes('\n\nOi, Ana! Tudo bem?\n\n'), text)
  assert.ok(text.includes('\n\nUm abraço,\nequipe <b>Aurora</b> & cia\n\n--\n'), text)
  assert.doesNotMatch(text, /Olá/)
  assert.ok(html.includes('>Oi, Ana! Tudo bem?</p>'))
  assert.ok(html.includes('>Um abraço,<br>equipe &lt;b&gt;Aurora&lt;/b&gt; &amp; cia</p>'))
}

test('texts are stored per language and changed one by one; null restores the default', async () => {
  const { live } = await withTexts()
  assert.deepEqual((await live.get(TEAM)).body.data.message_texts, TEXTS)
  const one = await live.patch(TEAM, { message_texts: { en: { closing: ' Yours\r\n{agency_name} ' } } })
  const changed = { ...TEXTS, en: { ...TEXTS.en, closing: 'Yours\n{agency_name}' } }
  assert.deepEqual(one.body.data.message_texts, changed)
  const cleared = await live.patch(TEAM, {
    message_texts: { 'pt-BR': NONE, en: { greeting: '', closing: ' ' } },
  })
  assert.deepEqual(cleared.body.data.message_texts, { 'pt-BR': NONE, en: NONE })
})

test("mails and messages about invoice, quote, trip and booking begin and end with the agency's texts", async () => {
  const agency = await withTexts()
  const client = await newClient(agency.test, { full_name: 'Ana Souza', email: 'ana@cliente.example' })
  const invoice = await newInvoice(agency.test, { client_id: client.id, status: 'sent' })
  assertOwn(await mailAbout(agency, `invoice_id=${invoice.id}`))
  const quote = await newQuote(agency.test, { client_id: client.id, status: 'sent' })
  assertOwn(await mailAbout(agency, `quote_id=${quote.id}`))
  const trip = await newTrip(agency.test, { client_id: client.id, title: 'Natal em Lisboa' })
  await newTripItem(agency.test, trip.id, { kind: 'tour', description: 'Passeio', price_amount: 10 })
  await agency.test.post(`${TRIPS}/${trip.id}/page`)
  assert.equal((await agency.test.post(`${TRIPS}/${trip.id}/send`, {})).status, 200)
  assertOwn(await mailAbout(agency, `trip_id=${trip.id}`))
  for (const filter of [`invoice_id=${invoice.id}`, `quote_id=${quote.id}`, `trip_id=${trip.id}`]) {
    const text = await messageAbout(agency, filter)
    assert.ok(
      text.startsWith('Oi, Ana! Tudo bem?\n\n') && text.endsWith('\nequipe <b>Aurora</b> & cia'),
      text,
    )
  }
  const booking = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  await untilSettled(app, agency.id, 'test')
  const mails = (await agency.test.get(`/api/v1/mails?booking_id=${booking.id}`)).body.data
  const both = await Promise.all(
    mails.map(async ({ id }: { id: string }) => (await agency.test.get(`/api/v1/mails/${id}`)).body.data),
  )
  const toClient = both.filter(({ text }) => text.includes('Oi, '))
  assert.equal(toClient.length, 1, 'the mail to the agency keeps the usual words')
  assertOwn(toClient[0])
})

test('each language has its own texts, or else the defaults', async () => {
  const agency = await withTexts()
  const english = await newClient(agency.test, { full_name: 'John Smith', language: 'en' })
  const invoice = await newInvoice(agency.test, { client_id: english.id, status: 'sent' })
  const { text } = await mailAbout(agency, `invoice_id=${invoice.id}`)
  assert.ok(text.includes('\n\nDear John Smith,\n\n'), text)
  assert.doesNotMatch(text, /abraço|Hello/)
  await agency.live.patch(TEAM, { message_texts: { en: NONE } })
  await agency.test.post(`${INVOICES}/${invoice.id}/send`, {})
  assert.ok((await mailAbout(agency, `invoice_id=${invoice.id}`)).text.includes('\n\nHello John Smith,\n\n'))
})

test('a company has no first name: its full name is used', async () => {
  const agency = await withTexts()
  const company = await newClient(agency.test, { client_type: 'company', full_name: 'Construtora Sol' })
  const quote = await newQuote(agency.test, { client_id: company.id, status: 'sent' })
  assert.ok((await mailAbout(agency, `quote_id=${quote.id}`)).text.includes('Oi, Construtora Sol! Tudo bem?'))
  await agency.live.patch(TEAM, { message_texts: { 'pt-BR': NONE } })
  await agency.test.post(`${QUOTES}/${quote.id}/send`, {})
  assert.ok((await mailAbout(agency, `quote_id=${quote.id}`)).text.includes('Olá, Construtora Sol!'))
})

test('unknown placeholders, long texts and control characters are refused, in both languages', async () => {
  const { live } = await newAgency(app)
  const change = (language: string, text: object) =>
    live.patch(TEAM, { message_texts: { [language]: text } }, { 'accept-language': language })
  for (const [language, said] of [
    ['pt-BR', 'Não existe a variável {nome}. Use {client_name}, {first_name} ou {agency_name}.'],
    [
      'en',
      'This field has the unknown placeholder {nome}; use {client_name}, {first_name} or {agency_name}.',
    ],
  ] as const) {
    const response = await change(language, { greeting: 'Oi, {nome}!' })
    assertError(response, 400, WRONG, `message_texts.${language}.greeting`)
    const { user_message } = response.body.details[0]
    assert.equal(user_message, said)
  }
  for (const text of ['{}', '{Client_name}', '{ client_name }', '{constructor}', '{{client_name}}'])
    assertError(await change('en', { closing: text }), 400, WRONG, 'message_texts.en.closing')
  for (const text of ['a { b', 'a } b', '100 % } {'])
    assert.equal((await change('en', { closing: text })).status, 200)
  assertError(await change('en', { greeting: 'a\u0007' }), 400, WRONG, 'message_texts.en.greeting')
  assertError(await change('en', { greeting: 'x'.repeat(201) }), 400, WRONG, 'message_texts.en.greeting')
  assertError(await change('en', { closing: 'x'.repeat(501) }), 400, WRONG, 'message_texts.en.closing')
  const most = await change('en', { greeting: 'x'.repeat(200), closing: 'x'.repeat(500) })
  assert.equal(most.status, 200, most.text)
})

test('a preview shows texts before they are saved, in either language', async () => {
  const { test: client, live } = await withTexts()
  const sample = async (query: Record<string, string>) => {
    const response = await client.get(`${TEAM}/preview?${new URLSearchParams(query)}`)
    assert.equal(response.status, 200, response.text)
    return (await request(response.body.data.mail_url)).body.text()
  }
  assert.ok((await sample({})).includes('Oi, Ana! Tudo bem?'), 'those of the profile')
  const long = { greeting: 'é'.repeat(200), closing: `${'ã'.repeat(480)}<i>{agency_name}` }
  const tried = await sample({ language: 'en', ...long })
  assert.ok(tried.includes(`>${long.greeting}</p>`) && tried.includes('&lt;i&gt;Aurora</p>'), tried)
  assert.ok(tried.includes('View and pay the invoice'))
  const usual = await sample({ greeting: '', closing: '' })
  assert.ok(usual.includes('Olá, Ana Clara Lima!') && !usual.includes('abraço'), 'empty: the usual words')
  assert.deepEqual((await live.get(TEAM)).body.data.message_texts, TEXTS, 'nothing was saved')
  const wrong = await client.get(`${TEAM}/preview?greeting=${encodeURIComponent('{nome}')}`)
  assertError(wrong, 400, WRONG, 'greeting')
})

test('no text of an agency and no client name injects a tag or another placeholder', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.filter((tag) => tag !== '<br>')
  const laidOut = (greeting: string, closing: string) =>
    layoutMail({ language: 'en', title: 'x', greeting, closing, paragraphs: ['x'] }).html
  const frame = tagsOf(laidOut('x', 'x'))
  fc.assert(
    fc.property(anyCharacters(), anyCharacters(), anyCharacters(), (before, name, teamName) => {
      const text = `${before.replace(/[{}]/g, '')}{client_name}|{first_name}|{agency_name}`
      const texts = { 'pt-BR': { greeting: text, closing: text }, en: { greeting: text, closing: text } }
      const { greeting, closing } = salutation({ clientName: name, firstName: name, teamName, texts }, 'en')
      assert.equal(greeting, `${before.replace(/[{}]/g, '')}${name}|${name}|${teamName}`)
      assert.equal(closing, greeting)
      assert.deepEqual(tagsOf(laidOut(greeting, closing ?? '')), frame)
    }),
  )
})
