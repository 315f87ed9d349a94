// The travellers' page over HTTP: shared, revoked, itinerary, files, calendar, terms, and nothing about money.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { request } from 'undici'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import { makeClient } from '../../../test/support/client.ts'
import { newClient } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'

const app = await startApp()
const TERMS = 'Cada viajante cuida dos próprios documentos.\n\nValem as regras de cada fornecedor.'
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

const HOTEL = {
  kind: 'lodging',
  status: 'confirmed',
  description: 'Hotel Avenida <i>12</i> noites',
  supplier_name: 'Orinter',
  supplier_phone: '+351 21 123 4567',
  place: 'Av. da Liberdade 12, Lisboa',
  unit: 'Quarto duplo',
  meal_plan: 'Café da manhã',
  confirmation_number: 'HB-9923',
  instructions: 'O quarto é guardado até as 23:00.',
  notes: 'N0TE: comissão combinada por telefone',
  starts_at: '2026-12-21T15:00',
  starts_zone: 'Europe/Lisbon',
  ends_at: '2026-12-27T12:00',
  ends_zone: 'Europe/Lisbon',
  price_amount: 4321.09,
  cost_amount: 3210.98,
}
const FLIGHT = {
  kind: 'flight',
  status: 'confirmed',
  confirmation_number: 'XK4T7B',
  flight: {
    airline: 'TAP Air Portugal',
    segments: [
      {
        flight_number: 'TP 88',
        origin: 'GRU',
        destination: 'LIS',
        departing_at: '2026-12-20T18:05',
        arriving_at: '2026-12-21T06:40',
      },
    ],
  },
  price_amount: 8765.43,
}

async function newSharedTrip(agency?: Agency, client: object = {}) {
  const own = agency ?? (await newAgency(app))
  const payer = await newClient(own.test, client)
  const travellers = [{ full_name: 'Maria Souza' }, { full_name: 'Theo Souza' }]
  const trip = await newTrip(own.test, { client_id: payer.id, title: 'Natal em Lisboa', travellers })
  const hotel = await newTripItem(own.test, trip.id, HOTEL)
  const flight = await newTripItem(own.test, trip.id, { starts_at: null, ends_at: null, ...FLIGHT })
  const shared = await own.test.post(`${TRIPS}/${trip.id}/page`)
  assert.equal(shared.status, 200, shared.text)
  const url: string = shared.body.data.page_url
  return { agency: own, trip, hotel, flight, url, path: new URL(url).pathname }
}

const textOf = (pdf: Buffer) =>
  readPdf(pdf)
    .texts.map(({ text }) => text)
    .join(' ')

const visitor = () => makeClient(app.url)
const look = (path: string) => visitor().get(path, { accept: 'text/html' })

test('a page is shared, gets a new address, and is revoked: old addresses are not found', async () => {
  const { agency, trip, path } = await newSharedTrip()
  assert.match(path, /^\/viagem\/[0-9a-z]{32}$/)
  const page = await look(path)
  assert.equal(page.status, 200)
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.match(page.text, /<meta name="robots" content="noindex">/)
  assert.match(String(page.headers['content-security-policy']), /worker-src 'self'/)
  const again = (await agency.test.post(`${TRIPS}/${trip.id}/page`)).body.data
  assert.notEqual(new URL(again.page_url).pathname, path)
  const old = await look(path)
  assert.equal(old.status, 404)
  assert.match(old.text, /Viagem não encontrada/)
  const revoked = await agency.test.delete(`${TRIPS}/${trip.id}/page`)
  assert.equal(revoked.body.data.page_url, null)
  assert.equal((await look(new URL(again.page_url).pathname)).status, 404)
  assert.equal((await agency.test.delete(`${TRIPS}/${trip.id}/page`)).status, 200, 'again changes nothing')
})

test('travellers see the itinerary by day in local times, and a contact', async () => {
  const { path } = await newSharedTrip()
  const { text } = await look(path)
  const shown = [
    'Natal em Lisboa',
    '20/12/2026 a 27/12/2026',
    'Maria Souza',
    'domingo, 20 de dezembro',
    'São Paulo → Lisboa',
    '18:05',
    '+1 dia',
    'XK4T7B',
    'Hospedagem · Check-in',
    'Hospedagem · Check-out',
    'Hotel Avenida &lt;i&gt;12&lt;/i&gt; noites',
    'href="tel:+351211234567"',
    'Quarto duplo',
    'Café da manhã',
    'O quarto é guardado até as 23:00.',
    'mailto:sol@agencia.example',
    'Simulação: feito em um ambiente de teste',
  ]
  for (const words of shown) assert.ok(text.includes(words), words)
  assert.ok(text.indexOf('XK4T7B') < text.indexOf('HB-9923'), 'in the order of the days')
})

const MONEY_OR_NOTES = /4\.?321|3\.?210|8\.?765|R\$|N0TE|comissão/

test('page, itinerary, voucher and calendar show no money and no notes', async () => {
  const { path, hotel } = await newSharedTrip()
  const read = async (file: string) => {
    const { body, statusCode } = await request(new URL(`${path}${file}`, app.url))
    assert.equal(statusCode, 200, file)
    return Buffer.from(await body.arrayBuffer())
  }
  const texts = [
    (await read('')).toString(),
    (await read('/calendar.ics')).toString(),
    textOf(await read('/itinerary.pdf')),
    textOf(await read(`/items/${hotel.id}/voucher.pdf`)),
  ]
  for (const text of texts) {
    assert.ok(text.includes('HB-9923'))
    assert.doesNotMatch(text, MONEY_OR_NOTES)
  }
})

test('the page is in the language of the client', async () => {
  const { path } = await newSharedTrip(undefined, { language: 'en' })
  const { text } = await look(path)
  assert.match(text, /<html lang="en">/)
  for (const words of [
    'Sunday, 20 December',
    'Accommodation · Check-in',
    'Booking reference',
    'Add to calendar',
  ])
    assert.ok(text.includes(words), words)
})

test('cancelled items are struck through, quoted ones marked, fees left out', async () => {
  const { agency, trip, path, hotel } = await newSharedTrip()
  const { test: client } = agency
  await newTripItem(client, trip.id, { kind: 'tour', description: 'Passeio a Sintra', status: 'quoted' })
  await newTripItem(client, trip.id, {
    kind: 'fee',
    description: 'Taxa da agência',
    starts_at: null,
    ends_at: null,
  })
  const cancelled = await client.patch(`${TRIPS}/${trip.id}/items/${hotel.id}`, { status: 'cancelled' })
  assert.equal(cancelled.status, 200, cancelled.text)
  const { text } = await look(path)
  assert.match(text, /<s>Hotel Avenida/)
  assert.match(text, /Este serviço foi cancelado/)
  assert.ok(!text.includes('HB-9923'), 'its locator is of no use any more')
  assert.match(text, /Ainda não confirmado/)
  assert.ok(!text.includes('Taxa da agência'))
})

test('only files for travellers can be downloaded from the page', async () => {
  const { agency, trip, hotel, path } = await newSharedTrip()
  const send = async (name: string, more = '') =>
    (
      await agency.test.raw('POST', `${TRIPS}/${trip.id}/items/${hotel.id}/files?name=${name}${more}`, PDF, {
        'content-type': 'application/pdf',
      })
    ).body.data
  const shown = await send('reserva.pdf')
  const hidden = await send('contrato.pdf', '&for_travellers=false')
  const { text } = await look(path)
  assert.ok(text.includes(`${path}/files/${shown.id}`))
  assert.ok(!text.includes(hidden.id) && !text.includes('contrato'))
  const { statusCode, headers, body } = await request(new URL(`${path}/files/${shown.id}`, app.url))
  assert.deepEqual([statusCode, headers['x-content-type-options']], [200, 'nosniff'])
  assert.equal(headers['content-disposition'], 'attachment; filename="reserva.pdf"')
  assert.deepEqual(Buffer.from(await body.arrayBuffer()), PDF)
  assert.equal((await look(`${path}/files/${hidden.id}`)).status, 404)
  const other = await newSharedTrip(agency)
  assert.equal((await look(`${other.path}/files/${shown.id}`)).status, 404, 'of another trip')
})

test('the service worker is served with its own policy', async () => {
  const { status, headers, text } = await visitor().get('/viagem/worker.js')
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/javascript/)
  assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'")
  assert.match(text, /addEventListener\('fetch'/)
})

test('there is a calendar for the trip, and one for each item', async () => {
  const { path, hotel } = await newSharedTrip()
  const all = await visitor().get(`${path}/calendar.ics`)
  assert.match(String(all.headers['content-type']), /^text\/calendar; charset=utf-8/)
  assert.equal(all.text.match(/BEGIN:VEVENT/g)?.length, 2)
  const one = await visitor().get(`${path}/items/${hotel.id}/calendar.ics`)
  assert.match(one.text, /DTSTART:20261221T150000Z/)
  assert.equal((await look(`${path}/items/tri_x/calendar.ics`)).status, 404)
})

async function withTerms() {
  const agency = await newAgency(app)
  const saved = await agency.live.patch('/api/v1/team', { trip_terms: { 'pt-BR': TERMS } })
  assert.deepEqual(saved.body.data.trip_terms, { 'pt-BR': TERMS, en: null }, saved.text)
  return newSharedTrip(agency)
}

const SHA = createHash('sha256').update(TERMS).digest('hex')

const accept = (path: string, name: string, version = SHA, headers = {}) =>
  visitor().raw('POST', `${path}/terms?version=${version}`, new URLSearchParams({ name }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

test('terms are accepted once per text, with evidence', async () => {
  const { agency, trip, path } = await withTerms()
  const before = await look(path)
  assert.ok(before.text.includes('Valem as regras de cada fornecedor.'))
  assert.ok(before.text.includes(`${path}/terms?version=${SHA}`))
  const response = await accept(path, ' Maria Souza ', SHA, { 'user-agent': 'Mozilla/5.0 (teste)' })
  assert.deepEqual([response.status, response.headers.location], [303, path])
  await accept(path, 'Outra Pessoa')
  const { acceptances } = (await agency.test.get(`${TRIPS}/${trip.id}`)).body.data
  assert.deepEqual(
    acceptances.map(({ accepted_at: _, ...proof }: Record<string, string>) => proof),
    [
      {
        name: 'Maria Souza',
        terms_sha256: SHA,
        terms_text: TERMS,
        address: '127.0.0.1',
        user_agent: 'Mozilla/5.0 (teste)',
      },
    ],
  )
  const after = await look(path)
  assert.match(after.text, /Aceitos por Maria Souza em \d\d\/\d\d\/\d{4}, \d\d:\d\d\./)
  assert.ok(!after.text.includes('<form'))
  const [row] = (await app.asOwner(
    `select terms_text, accepted_by from trip_acceptances where trip_id = '${trip.id}'`,
  )) as { terms_text: string; accepted_by: Buffer }[]
  assert.equal(row?.terms_text, TERMS)
  assert.ok(!row?.accepted_by.includes('Maria'))
  await agency.live.patch('/api/v1/team', { trip_terms: { 'pt-BR': 'Um texto novo.' } })
  assert.match((await look(path)).text, /Um texto novo[\s\S]*<form|<form[\s\S]*Um texto novo/)
})

test('mails and messages of a merged trip are listed in the remaining one', async () => {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.test)
  const sent = await agency.test.post(`${TRIPS}/${trip.id}/send`)
  assert.equal(sent.status, 200, sent.text)
  const listed = async (id: string) => [
    (await agency.test.get(`/api/v1/mails?trip_id=${id}`)).body.data.length,
    (await agency.test.get(`/api/v1/messages?trip_id=${id}`)).body.data.length,
  ]
  const before = await listed(trip.id)
  assert.deepEqual(before, [1, 1])
  const whole = await newTrip(agency.test, { client_id: trip.client_id })
  await agency.test.post(`${TRIPS}/${whole.id}/merge`, { trip_id: trip.id })
  assert.deepEqual(await listed(whole.id), before)
  assert.deepEqual(await listed(trip.id), [0, 0])
})

test('a merged trip keeps its acceptance', async () => {
  const { agency, trip, path } = await withTerms()
  await accept(path, 'Maria Souza')
  const whole = await newTrip(agency.test, { client_id: trip.client_id })
  const merged = await agency.test.post(`${TRIPS}/${whole.id}/merge`, { trip_id: trip.id })
  assert.equal(merged.status, 200, merged.text)
  assert.equal(merged.body.data.acceptances[0]?.name, 'Maria Souza')
})

test('once its client accepted terms, the trip cannot change its client', async () => {
  const { agency, trip, path } = await withTerms()
  await accept(path, 'Maria Souza')
  const { id: client_id } = await newClient(agency.test)
  assertError(await agency.test.patch(`${TRIPS}/${trip.id}`, { client_id }), 409, 'Trip in use')
  assert.equal((await look(path)).status, 200)
})

test('two merged trips that accepted the same terms keep both proofs', async () => {
  const { agency, trip, path } = await withTerms()
  const other = await newTrip(agency.test, { client_id: trip.client_id })
  const { page_url } = (await agency.test.post(`${TRIPS}/${other.id}/page`)).body.data
  await accept(path, 'Maria Souza')
  await accept(new URL(page_url).pathname, 'Theo Souza')
  const merged = await agency.test.post(`${TRIPS}/${other.id}/merge`, { trip_id: trip.id })
  assert.equal(merged.status, 200, merged.text)
  const { acceptances } = merged.body.data
  assert.deepEqual(acceptances.map(({ name }: { name: string }) => name).toSorted(), [
    'Maria Souza',
    'Theo Souza',
  ])
})

test('the name of an acceptance is one line, without invisible characters', async () => {
  const { agency, trip, path } = await withTerms()
  await accept(path, '\u202eMaria\u2066\n\u2028 Sou\u200bza\u0007')
  const { acceptances } = (await agency.test.get(`${TRIPS}/${trip.id}`)).body.data
  assert.equal(acceptances[0]?.name, 'Maria Souza')
  const unseen = await withTerms()
  assert.equal((await accept(unseen.path, '\u202e\u200b')).headers.location, `${unseen.path}?trouble=unnamed`)
})

test('a missing name, another text and another site are refused', async () => {
  const { agency, trip, path } = await withTerms()
  assert.equal((await accept(path, '  ')).headers.location, `${path}?trouble=unnamed`)
  assert.match((await look(`${path}?trouble=unnamed`)).text, /Escreva seu nome/)
  assert.equal((await accept(path, 'Maria', 'ab')).headers.location, `${path}?trouble=changed`)
  const forged = await accept(path, 'Maria', SHA, { origin: 'https://evil.example' })
  assert.equal(forged.status, 403)
  assert.equal((await accept('/viagem/nowhere', 'Maria')).status, 404)
  assert.deepEqual((await agency.test.get(`${TRIPS}/${trip.id}`)).body.data.acceptances, [])
})

test('a trip without terms requires no acceptance', async () => {
  const { path } = await newSharedTrip()
  assert.ok(!(await look(path)).text.includes('<form'))
  assert.equal((await accept(path, 'Maria')).headers.location, `${path}?trouble=changed`)
})

test('erasing a client removes files, acceptance and page', async () => {
  const { agency, trip, hotel, path } = await withTerms()
  await accept(path, 'Maria Souza')
  await agency.test.raw('POST', `${TRIPS}/${trip.id}/items/${hotel.id}/files?name=a.pdf`, PDF, {
    'content-type': 'application/pdf',
  })
  await agency.test.post(`${TRIPS}/${trip.id}/send`)
  const rename = () =>
    agency.test.patch(`${TRIPS}/${trip.id}`, { title: 'Lisboa' }, { 'idempotency-key': 'renamed' })
  assert.equal((await rename()).body.data.acceptances[0].address, '127.0.0.1')
  const gone = await agency.test.delete(`/api/v1/clients/${trip.client_id}?erase=true`)
  assert.equal(gone.status, 200, gone.text)
  await agency.diary().events()
  const [erasure] = (await agency.test.get('/api/v1/erasures')).body.data
  assert.notEqual(erasure.completed_at, null)
  assert.equal(erasure.counts.trip_files, 1)
  assert.equal((await look(path)).status, 404)
  const left = await app.asOwner(
    `select id from trip_files where trip_item_id = '${hotel.id}'
     union all select id::text from trip_acceptances where trip_id = '${trip.id}'`,
  )
  assert.deepEqual(left, [])
  assert.deepEqual((await rename()).body.data.acceptances, [], 'nor does a remembered answer name it')
  const [mail] = (await agency.test.get(`/api/v1/mails?trip_id=${trip.id}`)).body.data
  assert.equal(mail.to, '')
  const [message] = (await agency.test.get(`/api/v1/messages?trip_id=${trip.id}`)).body.data
  assert.equal(message.to, '')
})

test('the page is sent by mail with its itinerary, and by WhatsApp', async () => {
  const { agency, trip, path } = await newSharedTrip()
  const mailed = await agency.test.post(`${TRIPS}/${trip.id}/send`)
  assert.deepEqual([mailed.status, mailed.body.data.channel], [200, 'email'], mailed.text)
  const mail = (await agency.test.get(`/api/v1/mails/${mailed.body.data.mail_id}`)).body.data
  assert.deepEqual(
    [mail.trip_id, mail.invoice_id, mail.has_document, mail.status],
    [trip.id, null, true, 'stored'],
  )
  assert.match(mail.subject, /^\[TESTE\] Sua viagem com Agência Sol: Natal em Lisboa$/)
  assert.ok(mail.text.includes(path))
  assert.ok(mail.text.includes('SIMULAÇÃO'))
  assert.doesNotMatch(JSON.stringify(mail), MONEY_OR_NOTES)
  const message = await agency.test.post(`${TRIPS}/${trip.id}/send`, { channel: 'whatsapp' })
  assertError(message, 400, 'Invalid request parameters', 'channel')
  await agency.test.patch(`/api/v1/clients/${trip.client_id}`, { phone: '+55 11 98765-4321' })
  const sent = await agency.test.post(`${TRIPS}/${trip.id}/send`, { channel: 'whatsapp' })
  assert.deepEqual(sent.body.data, { channel: 'whatsapp', to: '5511987654321', mail_id: null }, sent.text)
  const messages = (await agency.test.get(`/api/v1/messages?trip_id=${trip.id}`)).body.data
  for (const { text } of messages) assert.doesNotMatch(text, MONEY_OR_NOTES)
  assert.deepEqual(
    messages.map(({ kind, channel, trip_id }: Record<string, string>) => [kind, channel, trip_id]),
    [
      ['trip_shared', 'whatsapp', trip.id],
      ['trip_shared', 'email', trip.id],
    ],
  )
})

test('sending shares an unshared page, and keeps the address of a shared one', async () => {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.test)
  await agency.test.post(`${TRIPS}/${trip.id}/send`)
  const { page_url } = (await agency.test.get(`${TRIPS}/${trip.id}`)).body.data
  assert.ok(page_url)
  await agency.test.post(`${TRIPS}/${trip.id}/send`)
  assert.equal((await agency.test.get(`${TRIPS}/${trip.id}`)).body.data.page_url, page_url)
})

test('voucher and itinerary of the API are PDFs of the trip', async () => {
  const { agency, trip, hotel } = await newSharedTrip()
  const names: string[] = []
  const read = async (path: string) => {
    const { statusCode, headers, body } = await request(new URL(path, app.url), {
      headers: { authorization: `Bearer ${agency.testKey}` },
    })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'], path)
    names.push(/filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '')
    return textOf(Buffer.from(await body.arrayBuffer()))
  }
  const voucher = await read(`${TRIPS}/${trip.id}/items/${hotel.id}/voucher.pdf`)
  for (const words of ['Voucher', 'HB-9923', 'Pago pela agência', 'Maria Souza', 'CONFIRMADO', 'SIMULAÇÃO'])
    assert.ok(voucher.includes(words), words)
  const itinerary = await read(`${TRIPS}/${trip.id}/itinerary.pdf`)
  for (const words of ['Itinerário de viagem', 'TP 88', 'XK4T7B', 'Check-out'])
    assert.ok(itinerary.includes(words), words)
  const { items } = (await agency.test.get(`${TRIPS}/${trip.id}`)).body.data
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  for (const { id } of items.filter((item: any) => item.id !== hotel.id))
    await read(`${TRIPS}/${trip.id}/items/${id}/voucher.pdf`)
  const [first, second, ...others] = names
  assert.match(first ?? '', new RegExp(`^voucher-${trip.number}-\\d+-hospedagem\\.pdf$`))
  assert.equal(second, `itinerario-${trip.number}.pdf`)
  assert.ok(others.length > 0)
  assert.equal(new Set(names).size, names.length, 'each file has a name of its own')
})
