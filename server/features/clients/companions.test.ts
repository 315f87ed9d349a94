// Companions over HTTP, and the people of a file as passengers of a booking.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPANIONS_MAX } from '../../../contract/limits.ts'
import { assertError, issuesOf, newAgency } from '../../../test/support/agency.ts'
import { ABROAD, BOOKINGS, holdBody, zzOffer } from '../../../test/support/bookings.ts'
import { newClient } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { splitName } from './companions.ts'

const app = await startApp()
const agency = await newAgency(app)
const CLIENTS = '/api/v1/clients'
const CHILD = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
const PASSPORT = { type: 'passport', number: 'FZ482913', expires_on: '2034-03-09' }

const fileOf = async (fields: object = {}) => `${CLIENTS}/${(await newClient(agency.test, fields)).id}`
const add = async (file: string, fields: object = {}) => {
  const { status, body, text } = await agency.test.post(`${file}/companions`, { ...CHILD, ...fields })
  assert.equal(status, 201, text)
  return body.data
}
const listed = async (path: string, client = agency.test) => (await client.get(path)).body.data

test('a companion is created, read, updated and deleted', async () => {
  const file = await fileOf()
  const fields = {
    born_on: '2015-04-01',
    gender: 'm',
    email: 'pedro@example.com',
    phone: '11 98888-7777',
    identity_documents: [PASSPORT],
    loyalty_programme_accounts: [{ airline_iata_code: 'G3', account_number: '123456789' }],
  }
  const made = await add(file, fields)
  assert.match(made.id, /^trv_/)
  const path = `${file}/companions/${made.id}`
  const known = await listed(path)
  const { id, client_id, created_at, updated_at, full_name, linked_client_id, ...rest } = known
  assert.deepEqual([client_id, full_name, linked_client_id], [file.split('/').at(-1), 'Pedro Souza', null])
  const [{ id: documentId, ...document }] = rest.identity_documents
  assert.deepEqual(document, { ...PASSPORT, issuing_country_code: 'BR', issued_on: null })
  const { identity_documents: _, ...others } = fields
  const { identity_documents: __, ...shown } = rest
  assert.deepEqual(shown, { ...CHILD, ...others })
  assert.deepEqual(await listed(`${file}/companions`), [known])

  assert.deepEqual((await agency.test.patch(path, known)).body.data.updated_at, updated_at, 'sent back')
  const change = { family_name: ' Souza Lima ', email: null }
  assert.equal((await agency.test.patch(path, change)).status, 200)
  const changed = await listed(path)
  assert.deepEqual([changed.full_name, changed.email], ['Pedro Souza Lima', null])
  assert.ok(changed.updated_at > updated_at)
  assert.deepEqual(changed.identity_documents, known.identity_documents)

  assert.deepEqual((await agency.test.delete(path)).body.data, { id, deleted: true })
  for (const reply of [
    await agency.test.get(path),
    await agency.test.patch(path, {}),
    await agency.test.delete(path),
  ])
    assertError(reply, 404, 'Companion not found')
  assert.deepEqual(await listed(`${file}/companions`), [])
})

test('a companion is only in the file of its client', async () => {
  const [mine, other] = [await fileOf(), await fileOf()]
  const { id } = await add(mine)
  assertError(await agency.test.get(`${other}/companions/${id}`), 404, 'Companion not found')
  assertError(await agency.live.get(`${mine}/companions/${id}`), 404, 'Client not found')
  assertError(await agency.test.get(`${CLIENTS}/cli_x/companions`), 404, 'Client not found')
})

test('an invalid field is refused and named', async () => {
  const file = await fileOf()
  const cases: [object, string][] = [
    [{ relationship: 'boss' }, 'relationship'],
    [{ given_name: ' ' }, 'given_name'],
    [{ family_name: undefined }, 'family_name'],
    [{ email: 'x' }, 'email'],
    [{ born_on: '2999-01-01' }, 'born_on'],
    [{ identity_documents: [{ type: 'passport' }] }, 'identity_documents.0.number'],
  ]
  for (const [fields, field] of cases) {
    const { status, body } = await agency.test.post(`${file}/companions`, { ...CHILD, ...fields })
    assert.equal(status, 400, field)
    assert.deepEqual(
      issuesOf(body.details).map((one) => one.field),
      [field],
    )
  }
  const stranger = { ...CHILD, linked_client_id: '00000000-0000-7000-8000-000000000000' }
  assertError(
    await agency.test.post(`${file}/companions`, stranger),
    404,
    'Client not found',
    'linked_client_id',
  )
})

test('a file has a maximum of companions, under concurrency too', async () => {
  const file = await fileOf()
  const addOne = () => agency.test.post(`${file}/companions`, CHILD)
  for (let count = 3; count < COMPANIONS_MAX; count++) await addOne()
  const replies = await Promise.all(Array.from({ length: 6 }, addOne))
  const refused = replies.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 3)
  for (const reply of refused) assert.equal(reply.body.code, 'resource_limit_exceeded')
  assert.equal((await listed(`${file}/companions`)).length, COMPANIONS_MAX)
  const page = (await agency.test.get(`${file}/companions?limit=20`)).body
  assert.deepEqual([page.data.length, page.pagination.total], [20, COMPANIONS_MAX])
})

test('If-Match refuses a change of another version of the companion', async () => {
  const file = await fileOf()
  const path = `${file}/companions/${(await add(file)).id}`
  const etag = (await agency.test.get(path)).headers.etag
  const first = await agency.test.patch(path, { email: 'a@example.com' }, { 'if-match': String(etag) })
  assert.equal(first.status, 200)
  const late = await agency.test.patch(path, { email: 'b@example.com' }, { 'if-match': String(etag) })
  assertError(late, 412, 'Precondition failed')
  assert.equal(first.headers.etag, (await agency.test.get(path)).headers.etag)
})

test('travellers are complete for a booking: names, contact, passport and CPF', async () => {
  const file = await fileOf({
    full_name: 'Ana Clara de Souza Neto',
    phone: '(11) 98888-7777',
    cpf: '529.982.247-25',
    born_on: '1988-02-29',
    gender: 'f',
    identity_documents: [PASSPORT, { ...PASSPORT, number: 'OLD12345', expires_on: '2020-01-01' }],
  })
  const child = await add(file, { born_on: '2015-04-01' })
  const [client, companion] = await listed(`${file}/travellers`)
  assert.deepEqual(client, {
    person: 'client',
    person_id: file.split('/').at(-1),
    full_name: 'Ana Clara de Souza Neto',
    relationship: null,
    passenger: {
      given_name: 'Ana Clara',
      family_name: 'de Souza Neto',
      gender: 'f',
      born_on: '1988-02-29',
      email: client.passenger.email,
      phone_number: '+5511988887777',
      identity_documents: [
        {
          type: 'passport',
          unique_identifier: 'FZ482913',
          issuing_country_code: 'BR',
          expires_on: '2034-03-09',
        },
        { type: 'tax_id', unique_identifier: '52998224725', issuing_country_code: 'BR' },
      ],
      loyalty_programme_accounts: [],
    },
    missing: [],
  })
  assert.deepEqual(
    [companion.person, companion.person_id, companion.relationship],
    ['companion', child.id, 'child'],
  )
  assert.deepEqual(companion.missing, ['gender'])
  assert.equal(companion.passenger.phone_number, '+5511988887777', 'a child is reached by the client')

  await agency.test.patch(file, { given_name: 'Ana', family_name: 'Clara Souza' })
  const [named] = await listed(`${file}/travellers`)
  assert.deepEqual([named.passenger.given_name, named.passenger.family_name], ['Ana', 'Clara Souza'])
})

test('a traveller of the file can be sent unchanged as the passenger of a booking abroad', async () => {
  const file = await fileOf({
    full_name: 'Ana Souza',
    phone: '11 98888-7777',
    born_on: '1988-05-29',
    gender: 'f',
    identity_documents: [PASSPORT],
  })
  const [{ passenger }] = await listed(`${file}/travellers`)
  const offer = await zzOffer(agency.test, { route: ABROAD })
  const passengers = [{ id: offer.passengers[0]!.id, ...passenger }]
  const { status, text } = await agency.test.post(BOOKINGS, { ...holdBody(offer), passengers })
  assert.equal(status, 201, text)
})

test('employees are travellers of a company, completed from their own client file', async () => {
  const person = await newClient(agency.test, {
    full_name: 'Rui Lima',
    email: 'rui@example.com',
    phone: '11 97777-6666',
    born_on: '1980-01-02',
    gender: 'm',
    identity_documents: [PASSPORT],
  })
  const file = await fileOf({ client_type: 'company', full_name: 'Sol Ltda' })
  const link = {
    relationship: 'employee',
    given_name: 'Rui',
    family_name: 'Lima',
    linked_client_id: person.id,
  }
  const made = await add(file, link)
  assert.equal(made.linked_client_id, person.id)
  const [only, ...more] = await listed(`${file}/travellers`)
  assert.deepEqual([more, only.missing], [[], []])
  const { born_on, email, phone_number, identity_documents: documents } = only.passenger
  assert.deepEqual([born_on, email, phone_number], ['1980-01-02', 'rui@example.com', '+5511977776666'])
  assert.equal(documents[0].unique_identifier, PASSPORT.number)
  await agency.test.delete(`${CLIENTS}/${person.id}`)
  const [unlinked] = await listed(`${file}/companions`)
  assert.equal(unlinked.linked_client_id, null)
})

test('names are split as airlines write them', () => {
  const names: [string, string, string][] = [
    ['Ana Souza', 'Ana', 'Souza'],
    ['Maria Clara Souza Lima', 'Maria Clara Souza', 'Lima'],
    ['João da Silva', 'João', 'da Silva'],
    ['José Carlos dos Santos Júnior', 'José Carlos', 'dos Santos Júnior'],
    ['Pedro Neto', 'Pedro', 'Neto'],
    ['Da Vinci', 'Da', 'Vinci'],
    [' Madonna ', 'Madonna', ''],
  ]
  for (const [full, given_name, family_name] of names)
    assert.deepEqual(splitName(full), { given_name, family_name }, full)
})
