// Personal data: encrypted at rest, shown with permission, erased on request, deleted in time.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { isPersonal, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { deleteExpired } from '../../server/app/worker/maintenance.ts'
import { decryptPassengers, encryptPassengers } from '../../server/features/bookings/passengers.ts'
import { noteBounce } from '../../server/features/notifications/mails.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../support/agency.ts'
import { ABROAD, BOOKINGS, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { dumpOf } from '../support/dump.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import {
  INVOICES,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  RECURRING,
} from '../support/invoicing.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const logged: string[] = []
const destination = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk))
    done()
  },
})
const app = await startApp({ log: makeLog({ level: 'trace', destination }) })
const { world } = app.service
// It echoes its input, as careless receivers do.
const receiver = await startReceiver({ answer: ({ body }) => ({ status: 200, body }) })
after(() => receiver.close())

/** Two who travel abroad, and all by which each can be known. */
function couple(tag: string) {
  const person = (given_name: string, number: string, born_on: string) => ({
    given_name,
    family_name: `Queiroz${tag}`,
    gender: 'f',
    born_on,
    email: `${given_name}.${tag}@viajante.example`.toLowerCase(),
    phone_number: `+55119${number}`,
    identity_documents: [
      {
        type: 'passport',
        unique_identifier: `XZ${number}`,
        issuing_country_code: 'BR',
        expires_on: '2033-01-01',
      },
    ],
    loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: `77${number}` }],
  })
  return {
    lead: person('Iracema', `8172${tag.charCodeAt(0)}54`, '1987-03-29'),
    other: person('Jurema', `9182${tag.charCodeAt(0)}64`, '1991-08-23'),
  }
}

type Traveller = ReturnType<typeof couple>['lead']
const tracesOf = ({
  email,
  phone_number,
  identity_documents,
  loyalty_programme_accounts,
  born_on,
}: Traveller) => ({
  numbers: [identity_documents[0]!.unique_identifier, loyalty_programme_accounts[0]!.account_number],
  contacts: [email, phone_number.slice(1), born_on],
})

async function bookTrip(
  agency: Agency,
  travellers: Traveller[],
  headers: Record<string, string> = {},
  change = {},
) {
  const offer = await zzOffer(agency.test, {
    route: ABROAD,
    passengers: [{ type: 'adult', count: travellers.length }],
  })
  const passengers = offer.passengers.map(({ id }, index) => ({ id, ...travellers[index] }))
  const body = instantBody(offer, { passengers, payments: [paymentOf(offer)], ...change })
  const answer = await agency.test.post(BOOKINGS, body, headers)
  assert.equal(answer.status, 201, answer.text)
  return { body, booking: answer.body, text: answer.text }
}

/** The tables in which one of these texts stands in the clear. */
async function foundIn(texts: readonly string[]): Promise<string[]> {
  const dump = await dumpOf(app.databaseUrl)
  return Object.entries(dump).flatMap(([table, rows]) =>
    texts
      .filter((text) => rows.some((row) => row.toLowerCase().includes(text.toLowerCase())))
      .map((text) => `${table}: ${text}`),
  )
}

async function newStage() {
  const agency = await newAgency(app)
  await agency.test.post('/api/v1/webhooks', { url: `${receiver.url}/${agency.id}`, events: ['*'] })
  return agency
}
const settled = (agency: Agency) => untilSettled(app, agency.id, 'test')
/** The last erasure of all, once it is complete. */
const erased = async (agency: Agency) => {
  await settled(agency)
  const [erasure] = (await agency.test.get('/api/v1/erasures')).body.data
  assert.notEqual(erasure.completed_at, null)
  return erasure
}
const receivedBy = (agency: Agency) =>
  receiver.requests.filter(({ path }) => path.includes(agency.id)).map(({ body }) => body)

test('a passenger is unencrypted in no table, list or log, and documents are in no event', async () => {
  const agency = await newStage()
  const { lead, other } = couple('a')
  const { booking } = await bookTrip(
    agency,
    [lead, other],
    { 'idempotency-key': 'trip' },
    { metadata: { notes: 'janela' } },
  )
  await settled(agency)
  const [first, second] = [tracesOf(lead), tracesOf(other)]
  const encrypted = [...first.numbers, ...second.numbers, ...second.contacts, first.contacts[2]!]
  assert.deepEqual(await foundIn(encrypted), [])
  // The lead passenger became a client, who is searched for by name, e-mail and tax id.
  const tables = new Set((await foundIn(first.contacts)).map((found) => found.split(':')[0]))
  assert.deepEqual(tables, new Set(['clients', 'mails']))
  assert.equal(
    logged.some((line) => [...encrypted, ...first.contacts].some((text) => line.includes(text))),
    false,
  )

  const numbers = [...first.numbers, ...second.numbers]
  assert.equal(receivedBy(agency).length > 2, true)
  for (const body of receivedBy(agency))
    assert.equal(
      numbers.some((number) => body.includes(number)),
      false,
    )
  const created = JSON.parse(receivedBy(agency).find((body) => body.includes('booking.created')) ?? '{}')
  const [traveller] = created.data.object.passengers
  assert.deepEqual(
    [traveller.born_on, traveller.email, traveller.phone_number],
    [lead.born_on, lead.email, lead.phone_number],
    'what the contract names stays in events',
  )
  const event = (await agency.test.get(`/api/v1/events/${created.id}`)).body.data
  assert.deepEqual(event.data, created.data)
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    const { method, path, response } = operation
    if (method !== 'GET' || response.kind !== 'list' || path.includes(':') || isPersonal(operation)) continue
    const { status, text } = await agency.test.get(path)
    assert.equal(status, 200, id)
    const found = [...numbers, ...second.contacts, lead.born_on].filter((trace) => text.includes(trace))
    assert.deepEqual(found, [], `${id} is a list`)
  }
  const hook = (await agency.test.get('/api/v1/webhooks')).body.data[0].id
  const delivery = (await agency.test.get(`/api/v1/webhooks/${hook}/deliveries?type=booking.created`)).body
    .data[0]
  const log = (await agency.test.get(`/api/v1/webhooks/${hook}/deliveries/${delivery.id}`)).body.data
  assert.deepEqual([JSON.parse(log.attempt_log[0].body), log.payload], [created, created])
  await agency.test.post(`/api/v1/webhooks/${hook}/deliveries/${delivery.id}/replay`)
  await settled(agency)
  assert.equal(
    receivedBy(agency).filter((body) => body === JSON.stringify(created)).length,
    2,
    'the same bytes',
  )
  assert.equal((await agency.test.get(`${BOOKINGS}?search=Jurema Queiroza`)).body.data[0].id, booking.id)
})

test('document numbers are masked without permission, and a masked one is refused as a number', async () => {
  const agency = await newAgency(app)
  const { lead } = couple('b')
  const { booking, body } = await bookTrip(agency, [lead])
  const read = async (permissions: string[]) =>
    (await (await clientWith(agency, { permissions })).get(`${BOOKINGS}/${booking.id}`)).body.passengers[0]
  const whole = await read(['bookings.read', 'documents.read'])
  assert.deepEqual(
    [whole.identity_documents, whole.loyalty_programme_accounts],
    [lead.identity_documents, lead.loyalty_programme_accounts],
  )
  const masked = await read(['bookings.read'])
  assert.deepEqual(masked.identity_documents, [
    { ...lead.identity_documents[0], unique_identifier: '***854' },
  ])
  assert.deepEqual(masked.loyalty_programme_accounts, [{ airline_iata_code: 'LA', account_number: '***854' }])
  assert.equal(masked.email, lead.email)
  const again = {
    ...body,
    passengers: [{ ...body.passengers[0], identity_documents: masked.identity_documents }],
  }
  const field = 'passengers.0.identity_documents.0.unique_identifier'
  assertError(await agency.test.post(BOOKINGS, again), 400, 'Invalid passenger data', field)
})

/** What a key with these permissions gets of it. */
async function clientWith(agency: Agency, rights: object) {
  const { secret } = (await agency.test.post('/api/v1/api-keys', { name: 'x', ...rights })).body.data
  return makeClient(app.url, secret)
}

test('webhooks, deliveries and events show a key nothing that it may not read', async () => {
  const agency = await newStage()
  const { lead } = couple('w')
  const { booking } = await bookTrip(agency, [lead])
  await settled(agency)
  const HOOKS = '/api/v1/webhooks'
  const hooks = await clientWith(agency, { permissions: ['webhooks.read', 'webhooks.write', 'events.read'] })
  const needs = (permission: string) =>
    `Forbidden: this needs the permission ${permission}, and this key does not have it`
  const made = (events: string[]) => hooks.post(HOOKS, { url: `${receiver.url}/${agency.id}/own`, events })
  assertError(await made(['*']), 403, 'Forbidden')
  assertError(await made(['booking.gone']), 400, 'Invalid events', 'events.0')
  assert.equal((await made(['booking.created'])).body.message, needs('bookings.read'))
  assert.equal((await made(['invoice.refund.failed'])).body.message, needs('invoices.read'))

  const [all] = (await agency.test.get(HOOKS)).body.data
  const moved = await hooks.put(`${HOOKS}/${all.id}`, { url: `${receiver.url}/${agency.id}/elsewhere` })
  assert.equal(
    moved.body.message,
    needs('bookings.read'),
    'nor does it send elsewhere what others subscribed to',
  )
  assert.equal((await hooks.put(`${HOOKS}/${all.id}`, { active: true })).status, 200)
  const log = `${HOOKS}/${all.id}/deliveries`
  const [delivery] = (await hooks.get(`${log}?type=booking.created`)).body.data
  const seen = await hooks.get(`${log}/${delivery.id}`)
  assert.deepEqual(
    [seen.status, seen.body.data.payload, seen.body.data.needs, seen.body.data.attempt_log[0].body],
    [200, null, 'bookings.read', null],
  )
  const events = await hooks.get('/api/v1/events?limit=100')
  const event = await hooks.get(`/api/v1/events/${delivery.event_id}`)
  assert.deepEqual(event.body.data.data, { object: null, needs: 'bookings.read' })
  const { numbers, contacts } = tracesOf(lead)
  for (const { text } of [seen, events, event])
    for (const trace of [...numbers, ...contacts, lead.family_name, booking.booking_reference])
      assert.ok(!text.includes(trace), trace)

  const reader = await clientWith(agency, { permissions: ['webhooks.read', 'events.read', 'bookings.read'] })
  const whole = (await reader.get(`${log}/${delivery.id}`)).body.data
  assert.equal(whole.payload.data.object.passengers[0].email, lead.email)
  const listed = (await reader.get('/api/v1/events?type=booking.created')).body.data[0]
  assert.deepEqual([listed.data.object.id, listed.data.object.passengers], [booking.id, undefined])
  const owned = await clientWith(agency, { permissions: ['webhooks.write', 'bookings.read'] })
  const own = { url: `${receiver.url}/${agency.id}/own`, events: ['booking.created'] }
  assert.equal((await owned.post(HOOKS, own)).status, 201)
})

test('messages about quotes, which have a secret link, require quotes.read', async () => {
  const agency = await newAgency(app)
  const { id: client_id } = await newClient(agency.test)
  const invoice = await newInvoice(agency.test, { client_id, status: 'sent' })
  const quote = await newQuote(agency.test, { client_id, status: 'sent' })
  await settled(agency)
  const permissions = ['invoices.read']
  const { secret } = (await agency.test.post('/api/v1/api-keys', { name: 'x', permissions })).body.data
  const narrow = makeClient(app.url, secret)
  const listed = async (client = narrow, query = '') => {
    const { data, pagination } = (await client.get(`/api/v1/messages?${query}`)).body
    const about = data.map((message: Record<string, string>) => message.invoice_id ?? message.quote_id)
    return [new Set(about), pagination.total]
  }
  assert.deepEqual(await listed(agency.test), [new Set([quote.id, invoice.id]), 2])
  const ofInvoice = [new Set([invoice.id]), 1]
  assert.deepEqual(await listed(), ofInvoice)
  assert.deepEqual(await listed(narrow, `invoice_id=${invoice.id}`), ofInvoice)
  assertError(await narrow.get(`/api/v1/messages?quote_id=${quote.id}`), 403, 'Forbidden')
})

test("a client's tax id is part of the client, as sent; a traveller's is a document", async () => {
  const agency = await newAgency(app)
  const cpf = '529.982.247-25'
  const { lead } = couple('t')
  const identity_documents = [
    ...lead.identity_documents,
    { type: 'tax_id', unique_identifier: cpf, issuing_country_code: 'BR' },
  ]
  const { id } = await newClient(agency.test, { cpf })
  const { booking } = await bookTrip(agency, [{ ...lead, identity_documents } as Traveller])
  const reader = await clientWith(agency, { read_only: true })
  assert.equal((await reader.get(`/api/v1/clients/${id}`)).body.data.cpf, cpf, 'the contract echoes it')
  const seen = (await reader.get(`${BOOKINGS}/${booking.id}`)).body.passengers[0].identity_documents[1]
  assert.match(seen.unique_identifier, /^\*\*\*/)
  const narrow = await clientWith(agency, { permissions: ['bookings.read', 'documents.read'] })
  assertError(await narrow.get(`/api/v1/clients/${id}`), 403, 'Forbidden')
})

test('a person is erased everywhere, companions and namesakes stay, and a record is left', async () => {
  const agency = await newStage()
  const { lead, other } = couple('c')
  const namesake = {
    ...lead,
    ...couple('d').other,
    given_name: lead.given_name,
    family_name: lead.family_name,
  }
  const headers = { 'idempotency-key': 'erased-trip' }
  const note = `fala com ${lead.email}`
  const { booking, body } = await bookTrip(agency, [lead, other], headers, { metadata: { notes: note } })
  const theirs = await bookTrip(agency, [namesake])
  const guest = await bookTrip(agency, [other, lead])
  const clientId = booking.client.id
  const invoice = await newInvoice(agency.test, { client_id: clientId, status: 'sent' })
  const draft = await newInvoice(agency.test, { client_id: clientId })
  const dropped = await newInvoice(agency.test, { client_id: clientId })
  await agency.test.delete(`/api/v1/invoices/${dropped.id}`)
  await newQuote(agency.test, { client_id: clientId, status: 'sent' })
  const plan = await newRecurring(agency.test, { client_id: clientId })
  const desks = [
    `${BOOKINGS}/${booking.id}`,
    `${BOOKINGS}/${guest.booking.id}`,
    `/api/v1/clients/${clientId}`,
  ]
  for (const path of desks) {
    await agency.test.post(`${path}/notes`, { text: `Prefere janela, diz ${lead.email}` })
    await agency.test.post(`${path}/notes`, { text: 'Jantar sem sal' })
    await agency.test.put(`${path}/tags`, { tags: ['vip', `${lead.given_name} ${lead.family_name}`] })
  }
  const desk = (path: string) => Promise.all([agency.test.get(`${path}/notes`), agency.test.get(path)])
  await settled(agency)

  const erase = (id: string) => agency.test.delete(`/api/v1/clients/${id}?erase=true`)
  const refused = await erase(clientId)
  assertError(refused, 409, 'Client has open business', 'bookings')
  assert.deepEqual(
    refused.body.details.map(({ issue }: { issue: string }) => issue),
    [`${booking.id} is not over`, `${guest.booking.id} is not over`, `${plan.id} is not cancelled`],
  )
  await agency.test.delete(`${RECURRING}/${plan.id}`)
  await agency.advance('P60D')
  const writer = await clientWith(agency, { permissions: ['clients.write'] })
  const weak = await writer.delete(`/api/v1/clients/${clientId}?erase=true`)
  assert.equal(
    weak.body.message,
    'Forbidden: this needs the permission clients.erase, and this key does not have it',
  )

  const done = await erase(clientId)
  assert.equal(done.status, 200, done.text)
  const { erasure: begun, ...rest } = done.body.data
  assert.deepEqual(rest, { id: invoice.client_id, deleted: false, is_active: false })
  assert.deepEqual([begun.completed_at, begun.counts.clients, begun.counts.bookings], [null, 1, 0])
  const client = (await agency.test.get(`/api/v1/clients/${clientId}`)).body.data
  assert.deepEqual([client.full_name, client.email], ['Dados eliminados', ''], 'the client itself at once')
  const erasure = await erased(agency)
  assert.equal(erasure.id, begun.id)
  const { events, receiver_answers, mails, messages, remembered_answers, ...counts } = erasure.counts
  assert.deepEqual(counts, { clients: 1, bookings: 2, travellers: 2, invoices: 1, notes: 5, trip_files: 0 })
  for (const count of [events, receiver_answers, mails, messages])
    assert.ok(count > 0, JSON.stringify(erasure.counts))
  assert.equal(remembered_answers, 1)
  assert.equal(erasure.asked_by, (await agency.test.get('/api/v1/me')).body.data.key.id)

  const { numbers, contacts } = tracesOf(lead)
  assert.deepEqual(await foundIn([...numbers, ...contacts]), [])
  const name = `${lead.given_name} ${lead.family_name}`
  const named = new Set((await foundIn([name])).map((found) => found.split(':')[0]))
  // Issued invoices and their charges keep the name; the namesake is another person.
  const mayName = new Set(['bookings', 'charges', 'clients', 'invoices', 'mails'])
  assert.deepEqual(named.difference(mayName), new Set())
  const { rows } = await world.pool.query(
    `select 1 from bookings b where id = any($1) and b::text ilike '%' || $2 || '%'
     union all select 1 from mails where key like any($3) and (html || text || subject) ilike '%' || $2 || '%'`,
    [[booking.id, guest.booking.id], name, [`%${booking.id}%`, `%${guest.booking.id}%`]],
  )
  assert.equal(rows.length, 0)
  const payers = await world.pool.query(
    'select distinct reference_id, payer_name from charges where reference_id = any($1) order by 1',
    [[invoice.id, draft.id, dropped.id]],
  )
  assert.deepEqual(
    payers.rows.map(({ reference_id, payer_name }) => [reference_id, payer_name]),
    [
      [invoice.id, name],
      [draft.id, 'Dados eliminados'],
      [dropped.id, 'Dados eliminados'],
    ],
  )
  const meant = await world.pool.query('select from mails where team_id = $1 and meant_for = $2', [
    agency.id,
    lead.email,
  ])
  assert.equal(meant.rows.length, 0)

  const left = [[], ['Jantar sem sal', 'eliminado'], []]
  for (const [index, path] of desks.entries()) {
    const [notes, { body: whole }] = await desk(path)
    assert.deepEqual(
      notes.body.data.map(({ text }: { text: string }) => text),
      left[index],
    )
    assert.deepEqual(
      (whole.data ?? whole).tags,
      index === 1 ? ['vip'] : [],
      'of others what does not name the person',
    )
  }

  const read = (await agency.test.get(`${BOOKINGS}/${booking.id}`)).body
  assert.deepEqual(
    read.passengers.map((one: Traveller) => [one.given_name, one.email, one.identity_documents.length]),
    [
      ['Dados', '', 0],
      ['Jurema', other.email, 1],
    ],
  )
  assert.deepEqual([read.metadata, read.client.full_name, read.client.email], [{}, 'Dados eliminados', ''])
  const kept = (await agency.test.get(`${BOOKINGS}/${theirs.booking.id}`)).body
  assert.deepEqual([kept.passengers[0].given_name, kept.client.email], [namesake.given_name, namesake.email])
  const replayed = await agency.test.post(BOOKINGS, body, headers)
  assert.deepEqual([replayed.status, replayed.headers['idempotent-replayed']], [201, 'true'])
  assert.equal(
    [...numbers, ...contacts].some((text) => replayed.text.includes(text)),
    false,
  )
  const html = (await app.anybody.get(new URL(invoice.payment_url).pathname)).text
  assert.ok(html.includes(name) && !html.includes(lead.email), 'the issued invoice names whom it is for')
  const page = (await agency.test.get('/api/v1/events?limit=100')).text
  assert.equal(
    [...contacts, name].some((text) => page.includes(text) && !JSON.stringify(namesake).includes(text)),
    false,
  )
  assert.notEqual((await erase(clientId)).body.data.erasure.id, begun.id)
  const again = (await erased(agency)).counts
  assert.deepEqual([again.events, again.mails, again.remembered_answers], [0, 0, 0], 'again changes nothing')
  const { rows: states } = await world.pool.query('select from erasures where state is not null')
  assert.equal(states.length, 0, 'what was known of them is forgotten')
})

test("an erased client's file, companions and merged duplicates go; other files stay", async () => {
  const agency = await newStage()
  const CLIENTS = '/api/v1/clients'
  const passport = (number: string) => ({ identity_documents: [{ type: 'passport', number }] })
  const sent: (() => Promise<Reply>)[] = []
  /** Remembered under a key, and sent again at the end. */
  const post = async (path: string, body: object) => {
    const headers = { 'idempotency-key': `file-${agency.id}-${sent.length}` }
    const again = () => agency.test.post(path, body, headers)
    sent.push(again)
    const { status, body: answer, text } = await again()
    assert.ok(status < 300, text)
    return answer.data
  }
  const add = (full_name: string, fields: object) => {
    const email = `${full_name.replace(' ', '.')}@ficha.example`
    return post(CLIENTS, { client_type: 'individual', full_name, email, ...fields })
  }
  const companion = (clientId: string, given_name: string, fields: object) => {
    const person = { relationship: 'friend', given_name, family_name: 'Tamandua' }
    return post(`${CLIENTS}/${clientId}/companions`, { ...person, ...fields })
  }
  const erasedOne = await add('Moacir Tamandua', {
    ...passport('QX55512301'),
    born_on: '1971-12-03',
    gender: 'm',
    address: { street: 'Rua Guarapari', city: 'Serra' },
    contacts: [{ name: 'Ubirajara Contato' }],
    preferences: { notes: 'alergia a amendoim' },
  })
  const duplicate = await add('Moa Tamandua', { phone: '27 98844-3322', ...passport('QX55512302') })
  const other = await add('Potira Lima', passport('QX55512303'))
  await companion(duplicate.id, 'Jaci', passport('QX55512304'))
  await companion(other.id, 'Moacir', { linked_client_id: erasedOne.id, email: 'm1@ficha.example' })
  await companion(other.id, 'Moacir', { email: 'Moacir.Tamandua@ficha.example' })
  const namesake = await companion(other.id, 'Moacir', { email: 'outro@ficha.example' })
  await post(`${CLIENTS}/${erasedOne.id}/merge`, { duplicate_id: duplicate.id })
  await newInvoice(agency.test, { client_id: erasedOne.id, status: 'sent' })

  // By the id of the duplicate: it is the same person.
  const { body } = await agency.test.delete(`${CLIENTS}/${duplicate.id}?erase=true`)
  assert.deepEqual([body.data.id, body.data.erasure.counts.clients], [erasedOne.id, 2])
  await erased(agency)
  const traces = [
    'Guarapari',
    'Ubirajara',
    'amendoim',
    'QX5551230',
    'Moa Tamandua',
    '98844-3322',
    '988443322',
    'm1@ficha',
    'Jaci',
  ]
  assert.deepEqual(await foundIn([...traces, 'Moacir.Tamandua@ficha']), [])
  assert.equal((await agency.test.get(`${CLIENTS}/${duplicate.id}`)).status, 404)
  const client = (await agency.test.get(`${CLIENTS}/${erasedOne.id}`)).body.data
  const { born_on, gender, identity_documents, address, contacts, preferences } = client
  assert.deepEqual(
    [born_on, gender, identity_documents, address, contacts, preferences],
    [null, null, [], null, [], null],
  )
  const left = (await agency.test.get(`${CLIENTS}/${other.id}/companions`)).body.data
  assert.deepEqual(
    left.map(({ id }: { id: string }) => id),
    [namesake.id],
  )
  const remembered = (await Promise.all(sent.map((again) => again()))).map(({ text }) => text).join()
  assert.ok(remembered.includes('Potira'))
  for (const trace of [...traces, 'Serra', '1971', 'Moacir.Tamandua@'])
    assert.equal(remembered.includes(trace), false, trace)
})

test('free texts with only the given name stay, and are listed for the agency', async () => {
  const agency = await newStage()
  const { lead, other } = couple('m')
  const { booking } = await bookTrip(agency, [lead])
  const guest = await bookTrip(agency, [other, lead])
  const client_id = booking.client.id
  const named = await newInvoice(agency.test, { client_id, notes: `Combinado com ${lead.given_name}.` })
  await newInvoice(agency.test, { client_id, notes: `${lead.given_name}lina` })
  const notes = `${BOOKINGS}/${guest.booking.id}/notes`
  const text = `${lead.given_name} prefere janela`
  await agency.test.post(notes, { text })
  await agency.test.post(notes, { text: 'Jantar sem sal' })
  await agency.advance('P60D')
  assert.equal((await agency.test.delete(`/api/v1/clients/${client_id}?erase=true`)).status, 200)
  const { to_confirm } = await erased(agency)
  assert.deepEqual(to_confirm, [
    { object: 'booking', id: guest.booking.id, field: 'notes' },
    { object: 'invoice', id: named.id, field: 'notes' },
  ])
  const kept = (await agency.test.get(notes)).body.data.map((one: { text: string }) => one.text)
  assert.ok(kept.includes(text))
})

test('a long erasure is many short transactions; it continues after a failure, and erases once', async () => {
  const agency = await newAgency(app)
  const { id: clientId } = await newClient(agency.test, {
    full_name: 'Anahí Longa',
    email: 'anahi@x.example',
  })
  const { id: invoiceId } = await newInvoice(agency.test, { client_id: clientId, status: 'sent' })
  const answer = { 'idempotency-key': 'zz' }
  await agency.test.post(INVOICES, await invoiceBody(agency.test, { client_id: clientId }), answer)
  await settled(agency)
  const COPIES = 450
  await world.pool.query(
    `with last as (
       update team_counters set event_sequence = event_sequence + $3
       where team_id = $1 and mode = 'test' returning event_sequence - $3 as n)
     insert into events (id, team_id, mode, sequence, type, payload, object_id, created_at)
     select 'evt_copy' || gen_random_uuid(), e.team_id, e.mode, last.n + s, e.type, e.payload, e.object_id, e.created_at
     from events e, last, generate_series(1, $3) s where e.object_id = $2 and e.type = 'invoice.sent'`,
    [agency.id, invoiceId, COPIES],
  )
  const { rows } = await world.pool.query(
    `update idempotency_keys k set body = 'broken' from idempotency_keys before
     where k.team_id = $1 and before.team_id = $1 and k.key = before.key returning before.body`,
    [agency.id],
  )
  const erase = () => agency.test.delete(`/api/v1/clients/${clientId}?erase=true`)
  const first = (await erase()).body.data.erasure
  const failed = `select from jobs where team_id = $1 and last_error is not null`
  await eventually('a batch fails', async () => (await world.pool.query(failed, [agency.id])).rows.length > 0)
  const [half] = (await agency.test.get('/api/v1/erasures')).body.data
  assert.equal(half.completed_at, null)
  assert.ok(half.counts.events > COPIES && half.counts.remembered_answers === 0, JSON.stringify(half))
  assert.equal((await erase()).body.data.erasure.id, first.id, 'it is under way, and not begun again')
  assert.deepEqual(await foundIn(['anahi@x.example']), [], 'the remaining data, encrypted')
  await world.pool.query('update idempotency_keys set body = $2 where team_id = $1', [
    agency.id,
    rows[0].body,
  ])
  await agency.advance('PT2S')
  const whole = await erased(agency)
  assert.deepEqual(whole.counts, { ...half.counts, remembered_answers: 1 }, 'it went on where it stopped')
})

test('deleting a client again during its erasure returns the same erasure; a dead one starts again', async () => {
  const agency = await newAgency(app)
  const input = { client_type: 'individual', full_name: 'Jaci Só', email: 'jaci@so.example' }
  const { id } = (await agency.test.post('/api/v1/clients', input, { 'idempotency-key': 'j' })).body.data
  const answers = (text: string, ...values: unknown[]) =>
    world.pool.query(`update idempotency_keys k set ${text} where k.team_id = $1`, [agency.id, ...values])
  const { rows } = await world.pool.query('select body from idempotency_keys where team_id = $1', [agency.id])
  await answers("body = 'broken'")
  const erase = async () => (await agency.test.delete(`/api/v1/clients/${id}?erase=true`)).body.data
  const { erasure: begun, ...first } = await erase()
  assert.deepEqual(first, { id, deleted: true })
  const dead = `update jobs set state = 'dead' where team_id = $1 and type = 'erase-person'
    and last_error is not null returning id`
  await eventually('the job is dead', async () => (await world.pool.query(dead, [agency.id])).rows.length > 0)
  await answers('body = $2', rows[0].body)
  const { erasure: again, ...second } = await erase()
  assert.deepEqual([second, again.id, again.completed_at], [first, begun.id, null], 'the same record')
  await agency.advance('PT2S')
  const { id: done, counts } = await erased(agency)
  assert.deepEqual([done, counts.clients, counts.remembered_answers], [begun.id, 1, 1])
  assertError(await agency.test.delete(`/api/v1/clients/${id}?erase=true`), 404, 'Client not found')
})

test('many bookings are erased in batches, each traveller once; companions and later trips stay', async () => {
  const agency = await newAgency(app)
  const { lead, other } = couple('m')
  const { booking } = await bookTrip(agency, [lead, other])
  const clientId = booking.client.id
  await agency.advance('P60D')
  const COPIES = 130
  const stored = 'select id, passengers from bookings where id = $1'
  const row = (await world.pool.query(stored, [booking.id])).rows[0]
  const [first, second] = JSON.parse(decryptPassengers(world.secretBox, row))
  const passengers = JSON.stringify([first, { ...second, email: 'segundo@viajante.example' }])
  const copyOf = (n: number) => {
    const id = `ord_copy${String(n).padStart(5, '0')}`
    // The last one knows the person by an address that no other has.
    const those = n === COPIES ? passengers.replaceAll(lead.email, 'segundo@viajante.example') : passengers
    return { id, passengers: encryptPassengers(world.secretBox, { id, passengers: those }) }
  }
  const copy = (count: number, from: number, createdAt: string) => {
    const copies = Array.from({ length: count }, (_, n) => copyOf(from + n + 1))
    return world.pool.query(
      `insert into bookings
       select another.* from bookings b, unnest($2::text[], $3::bytea[]) as c (id, passengers),
         jsonb_populate_record(b, jsonb_build_object(
           'id', c.id, 'passengers', c.passengers::text, 'created_at', $4::text)) as another
       where b.id = $1`,
      [booking.id, copies.map(({ id }) => id), copies.map(({ passengers }) => passengers), createdAt],
    )
  }
  await copy(COPIES, 0, '2026-11-15T12:00:00Z')
  await copy(1, COPIES, '2027-11-15T12:00:00Z')
  const { status, text } = await agency.test.delete(`/api/v1/clients/${clientId}?erase=true`)
  assert.equal(status, 200, text)
  const { counts } = await erased(agency)
  assert.deepEqual([counts.bookings, counts.travellers], [COPIES + 1, COPIES + 1])
  const read = async (id: string) => (await agency.test.get(`${BOOKINGS}/${id}`)).body.passengers
  const [gone, stays] = await read('ord_copy00001')
  assert.deepEqual([gone.given_name, stays.given_name], ['Dados', other.given_name])
  assert.equal(stays.email, 'eliminado', 'an address of the person is taken out of a companion too')
  const [later] = await read(`ord_copy${String(COPIES + 1).padStart(5, '0')}`)
  assert.equal(later.given_name, lead.given_name, 'what was booked after they asked is another matter')
  await world.pool.query("delete from bookings where id like 'ord_copy%'")
})

test("a team's simultaneous erasures are limited, and other teams are not affected", async () => {
  const [many, other] = [await newAgency(app), await newAgency(app)]
  const { id: clientId } = await newClient(many.test, { full_name: 'Moema Só' })
  // What cannot be opened is not worked on; nothing is scheduled for it either.
  await world.pool.query(
    `insert into erasures (id, team_id, mode, client_id, erased_at, updated_at, counts, state)
     select 'era_' || gen_random_uuid(), $1, 'test', gen_random_uuid(), now(), now(), '{}', 'closed'
     from generate_series(1, 50)`,
    [many.id],
  )
  const refused = await many.test.delete(`/api/v1/clients/${clientId}?erase=true`)
  assertError(refused, 429, 'Rate limit exceeded')
  assert.equal((await many.test.get(`/api/v1/clients/${clientId}`)).body.data.full_name, 'Moema Só')
  const theirs = await newClient(other.test, { full_name: 'Moema Outra' })
  assert.equal((await other.test.delete(`/api/v1/clients/${theirs.id}?erase=true`)).status, 200)
  await erased(other)
  await world.pool.query('delete from erasures where team_id = $1', [many.id])
  assert.equal((await many.test.delete(`/api/v1/clients/${clientId}?erase=true`)).status, 200)
  await erased(many)
})

test("erasures run one at a time, and one team's do not block another's", async () => {
  const [many, other] = [await newAgency(app), await newAgency(app)]
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, n) => newClient(many.test, { full_name: `Moacir ${n}` })),
  )
  const theirs = await newClient(other.test, { full_name: 'Araci Só' })
  const erase = ({ test }: Agency, id: string) => test.delete(`/api/v1/clients/${id}?erase=true`)
  // The erasure whose turn it is waits for these rows, so that all others arrive meanwhile.
  const holder = await world.pool.connect()
  await holder.query('begin')
  await holder.query('select from clients where team_id = $1 for update', [many.id])
  const refusals: unknown[] = []
  const erasing = Promise.all(
    clients.map(async ({ id }) => {
      const answer = await erase(many, id)
      if (answer.status === 429) refusals.push(answer)
      return answer
    }),
  )
  await eventually('one runs, and eight wait', () => refusals.length === 3)
  const others = erase(other, theirs.id)
  await holder.query('commit')
  holder.release()
  assert.equal((await others).status, 200, 'another team has its turn')
  const answers = await erasing
  const [done, refused] = [200, 429].map((code) => answers.filter(({ status }) => status === code))
  assert.deepEqual([done?.length, refused?.length], [9, 3])
  assert.match(refused?.[0]?.body.message, /erase one after the other/)
  assert.equal(refused?.[0]?.headers['retry-after'], '1')
  const left = clients.filter((_, n) => answers[n]?.status === 429)
  for (const { id } of left) assert.equal((await erase(many, id)).status, 200)
})

test('mails to a former address are emptied, as are the notices of their bounces', async () => {
  const agency = await newAgency(app)
  const live = () => untilSettled(app, agency.id, 'live')
  const { id } = await newClient(agency.live, {
    full_name: 'Iracilda Antiga',
    email: 'iracilda@antes.example',
  })
  const invoice = await newInvoice(agency.live, { client_id: id, status: 'sent' })
  await newQuote(agency.live, { client_id: id, status: 'sent' })
  await live()
  const mailsAbout = async (query: string) => (await agency.live.get(`/api/v1/mails?${query}`)).body.data
  const [sent] = await mailsAbout(`invoice_id=${invoice.id}`)
  // As if a mail server had taken it.
  await world.pool.query(`update mails set status = 'sent', sent_at = now() where id = $1`, [sent.id])
  assert.equal(await noteBounce(world, { mailId: sent.id, reason: 'no such user' }), 'noted')
  await agency.live.patch(`/api/v1/clients/${id}`, { email: 'iracilda@depois.example' })
  assert.equal((await agency.live.delete(`/api/v1/clients/${id}?erase=true`)).status, 200)
  await live()
  const mails = await mailsAbout('limit=100')
  assert.equal(mails.length, 3)
  assert.doesNotMatch(JSON.stringify(mails), /iracilda/i)
  // The name stays on the issued invoice, as tax law asks.
  const found = await foundIn(['iracilda'])
  assert.deepEqual([...new Set(found.map((one) => one.split(':')[0]))].sort(), ['charges', 'invoices'])
})

test('client erase on the command line; a client without references is deleted', async () => {
  const agency = await newAgency(app)
  const here = { DATABASE_URL: app.databaseUrl, SECRET_KEY }
  const input = {
    client_type: 'individual',
    full_name: 'Ubirajara Só',
    email: 'ubirajara@so.example',
    notes: 'VIP',
  }
  const { id } = (await agency.live.post('/api/v1/clients', input, { 'idempotency-key': 'u' })).body.data
  const run = (client: string) =>
    embarque(['client', 'erase', '--team', agency.id, '--mode', 'live', client], here)
  const { code, out } = await run(id)
  assert.equal(code, 0)
  assert.match(out, new RegExp(`^Client ${id} was erased and deleted \\(era_\\w+\\):\\n  clients: 1\\n`))
  assert.match(out, /remembered answers: 1/)
  assert.deepEqual(await foundIn(['ubirajara']), [])
  assert.equal((await agency.live.get(`/api/v1/clients/${id}`)).status, 404)
  assert.equal((await agency.live.get('/api/v1/erasures')).body.data[0].asked_by, null)
  assert.match((await run(id)).err, /Client not found/)
})

test('events and deliveries are deleted in time, and doctor finds none missing', async () => {
  const agency = await newStage()
  for (const name of ['one', 'two', 'three']) await agency.test.post('/api/v1/api-keys', { name })
  await settled(agency)
  const count = async () => {
    const { rows } = await world.pool.query(
      `select (select count(*)::int from events where team_id = $1) as events,
        (select count(*)::int from deliveries d join webhooks w on w.id = webhook_id where team_id = $1) as deliveries`,
      [agency.id],
    )
    return [rows[0].events, rows[0].deliveries]
  }
  assert.deepEqual(await count(), [3, 3])
  const age = (days: number) =>
    world.pool.query(
      `with aged as (update events set created_at = now() - $2 * interval '1 day' where team_id = $1 and sequence < 3
         returning id)
       update deliveries set created_at = now() - $2 * interval '1 day' where event_id in (select id from aged)`,
      [agency.id, days],
    )
  await age(31)
  await deleteExpired(world)
  assert.deepEqual(await count(), [3, 1])
  await age(731)
  await deleteExpired(world)
  assert.deepEqual(await count(), [1, 1])
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(out, /ok +event sequences/)
  assert.equal((await agency.test.get('/api/v1/events?after_sequence=0')).body.data[0].sequence, 3)
})
