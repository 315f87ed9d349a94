// The file of a client over HTTP: every field, what is refused, who sees numbers, and what is stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_ROLES } from '../../../contract/roles.ts'
import { issuesOf, newAgency } from '../../../test/support/agency.ts'
import { makeClient } from '../../../test/support/client.ts'
import { dumpOf } from '../../../test/support/dump.ts'
import { newClient } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const agency = await newAgency(app)
const CLIENTS = '/api/v1/clients'
const PASSPORT = {
  type: 'passport',
  number: 'FZ482913',
  issuing_country_code: 'BR',
  issued_on: '2024-03-10',
  expires_on: '2034-03-09',
}
const FILE = {
  given_name: 'Ana Clara',
  family_name: 'Souza',
  born_on: '1988-02-29',
  gender: 'f',
  address: {
    postal_code: '50050-000',
    street: 'Rua da Aurora',
    number: '325',
    complement: 'Apto. 12',
    district: 'Boa Vista',
    city: 'Recife',
    state: 'PE',
    country: 'BR',
    ibge_code: '2611606',
  },
  contacts: [{ name: 'Paulo Lima', role: 'Financeiro', email: 'paulo@example.com', phone: '81 98888-7777' }],
  preferences: { seat: 'Corredor', meal: 'Vegetariana', notes: 'Cadeira de rodas' },
}
const ACCOUNT = { airline_iata_code: 'LA', account_number: '77123456789' }
const WHOLE = { ...FILE, identity_documents: [PASSPORT], loyalty_programme_accounts: [ACCOUNT] }

const keyWith = async (rights: object) => {
  const { body, text } = await agency.test.post('/api/v1/api-keys', { name: 'x', ...rights })
  assert.ok(body.data?.secret, text)
  return makeClient(app.url, body.data.secret)
}
const read = async (id: string, client = agency.test) => (await client.get(`${CLIENTS}/${id}`)).body.data
const refused = async (fields: object) => {
  const { status, body } = await agency.test.post(CLIENTS, {
    client_type: 'individual',
    full_name: 'Ana',
    email: 'ana@example.com',
    ...fields,
  })
  assert.equal(status, 400, JSON.stringify(fields))
  return issuesOf(body.details)
}

test('POST accepts the whole file, and GET returns it; a change returns masked numbers', async () => {
  const made = await newClient(agency.test, WHOLE)
  const [masked] = made.identity_documents
  assert.match(masked.id, /^doc_/)
  assert.equal(masked.number, '***913')
  assert.equal(made.loyalty_programme_accounts[0].account_number, '***789')
  const known = await read(made.id)
  for (const [name, value] of Object.entries(FILE)) assert.deepEqual(known[name], value, name)
  assert.deepEqual(known.identity_documents, [{ id: masked.id, ...PASSPORT }])
  assert.deepEqual(known.loyalty_programme_accounts, [ACCOUNT])
})

test('numbers are unmasked for roles with documents.read, and masked for all others', async () => {
  const { id } = await newClient(agency.test, WHOLE)
  await agency.test.post(`${CLIENTS}/${id}/companions`, {
    relationship: 'spouse',
    given_name: 'Rui',
    family_name: 'Lima',
    identity_documents: [PASSPORT],
    loyalty_programme_accounts: [ACCOUNT],
  })
  const places = ['', '/companions', '/travellers']
  for (const role of KEY_ROLES) {
    const client = await keyWith({ role })
    const isWhole = role === 'owner' || role === 'agent'
    for (const place of places) {
      const { status, text } = await client.get(`${CLIENTS}/${id}${place}`)
      assert.equal(status, 200, `${role} ${place}`)
      for (const number of [PASSPORT.number, ACCOUNT.account_number])
        assert.equal(text.includes(number), isWhole, `${role} ${place}`)
      assert.equal(text.includes('***913'), !isWhole, `${role} ${place}`)
    }
  }
  const list = await agency.test.get(`${CLIENTS}?limit=100`)
  assert.equal(list.text.includes(PASSPORT.number), false, 'the list masks for every role')
})

test('of the file only the date of birth is stored unencrypted', async () => {
  const secret = { ...PASSPORT, number: 'ZQ77418823' }
  const contacts = [{ name: 'Quitéria Zapata' }]
  const made = await newClient(agency.test, { ...WHOLE, identity_documents: [secret], contacts })
  await agency.test.post(`${CLIENTS}/${made.id}/companions`, {
    relationship: 'child',
    given_name: 'Zuleica',
    family_name: 'Zapata',
    identity_documents: [secret],
  })
  const dump = JSON.stringify(await dumpOf(app.databaseUrl))
  for (const text of ['ZQ77418823', 'Quitéria', ACCOUNT.account_number, 'Rua da Aurora', 'Vegetariana'])
    assert.equal(dump.includes(text), false, text)
})

test('a file can be sent back as GET returned it, with masked or unmasked numbers', async () => {
  const { id } = await newClient(agency.test, WHOLE)
  const before = await read(id)
  for (const client of [agency.test, await keyWith({ role: 'finance' })]) {
    const { status, body } = await client.patch(`${CLIENTS}/${id}`, await read(id, client))
    assert.equal(status, 200)
    assert.equal(body.data.updated_at, before.updated_at)
    assert.deepEqual(await read(id), before)
  }
})

test('a caller who sees masked numbers can change the rest of a document and keeps the number', async () => {
  const { id } = await newClient(agency.test, WHOLE)
  const finance = await keyWith({ role: 'finance' })
  const [document] = (await read(id, finance)).identity_documents
  const change = {
    identity_documents: [
      { ...document, expires_on: '2035-01-01' },
      { type: 'rg', number: '123' },
    ],
  }
  assert.equal((await finance.patch(`${CLIENTS}/${id}`, change)).status, 200)
  const [kept, added] = (await read(id)).identity_documents
  assert.deepEqual(kept, { id: document.id, ...PASSPORT, expires_on: '2035-01-01' })
  assert.deepEqual([added.type, added.number, added.issuing_country_code], ['rg', '123', 'BR'])
  const unknown = { identity_documents: [{ type: 'passport', number: '***913' }] }
  const { status, body } = await finance.patch(`${CLIENTS}/${id}`, unknown)
  assert.equal(status, 400)
  assert.deepEqual(issuesOf(body.details), [
    { field: 'identity_documents.0.number', issue: 'is masked; send the whole number' },
  ])
})

test('PATCH changes only the fields sent; null and empty lists clear', async () => {
  const made = await newClient(agency.test, WHOLE)
  const change = { address: null, identity_documents: [], gender: null, preferences: { seat: ' Janela ' } }
  const { status, body } = await agency.test.patch(`${CLIENTS}/${made.id}`, change)
  assert.equal(status, 200)
  assert.ok(body.data.updated_at > made.updated_at)
  const known = await read(made.id)
  assert.deepEqual([known.address, known.identity_documents, known.gender], [null, [], null])
  assert.deepEqual(known.preferences, { seat: 'Janela', meal: null, notes: null })
  assert.deepEqual([known.contacts, known.born_on], [FILE.contacts, FILE.born_on])
  await agency.test.patch(`${CLIENTS}/${made.id}`, {
    born_on: null,
    contacts: null,
    preferences: { seat: '' },
  })
  const empty = await read(made.id)
  assert.deepEqual([empty.born_on, empty.contacts, empty.preferences], [null, [], null])
})

test('an invalid field is refused and named', async () => {
  const document = (fields: object) => ({ identity_documents: [{ ...PASSPORT, ...fields }] })
  const address = (fields: object) => ({ address: { ...FILE.address, ...fields } })
  const cases: [object, string, string][] = [
    [{ born_on: '1988-02-30' }, 'born_on', 'must be a date that exists, as YYYY-MM-DD'],
    [{ born_on: '1899-12-31' }, 'born_on', 'must not be before 1900'],
    [{ gender: 'x' }, 'gender', 'must be one of m, f'],
    [address({ postal_code: '5005' }), 'address.postal_code', 'must be a CEP such as 01310-100'],
    [address({ state: 'XX' }), 'address.state', 'must be the two letters of a state, such as SP'],
    [address({ ibge_code: '261160' }), 'address.ibge_code', 'must have 7 digits'],
    [address({ ibge_code: '3550308' }), 'address.ibge_code', 'is not a city of this state'],
    [address({ country: 'XX', ibge_code: null }), 'address.country', COUNTRY],
    [address({ country: 'PT' }), 'address.ibge_code', 'is for addresses in Brazil'],
    [document({ number: undefined }), 'identity_documents.0.number', 'is required'],
    [document({ issuing_country_code: 'ZZ' }), 'identity_documents.0.issuing_country_code', COUNTRY],
    [
      document({ expires_on: '2024-03-09' }),
      'identity_documents.0.expires_on',
      'must not be before issued_on',
    ],
    [document({ type: 'cpf_card', number: '123' }), 'identity_documents.0.number', 'must have 11 digits'],
    [
      { loyalty_programme_accounts: [{ ...ACCOUNT, airline_iata_code: 'latam' }] },
      AIRLINE,
      'must look like LA',
    ],
    [{ contacts: [{ name: 'x', email: 'x' }] }, 'contacts.0.email', 'must look like paulo@example.com'],
  ]
  for (const [fields, field, issue] of cases) assert.deepEqual(await refused(fields), [{ field, issue }])
  const [late] = await refused({ born_on: '2999-01-01' })
  assert.match(late!.issue, /^must not be after today/)
  const many = (count: number, item: object) => Array.from({ length: count }, () => item)
  const [documents] = await refused({ identity_documents: many(21, PASSPORT) })
  assert.deepEqual(documents, { field: 'identity_documents', issue: 'must have at most 20 items' })
  const [contacts] = await refused({ contacts: many(21, { name: 'x' }) })
  assert.deepEqual(contacts, { field: 'contacts', issue: 'must have at most 20 items' })
})

const COUNTRY = 'must be an ISO 3166-1 code of two letters, such as BR'
const AIRLINE = 'loyalty_programme_accounts.0.airline_iata_code'

test('a CEP is formatted and a state capitalised; an address abroad is kept as sent', async () => {
  const { address } = await newClient(agency.test, { address: { postal_code: '01310100', state: 'sp' } })
  assert.deepEqual([address.postal_code, address.state, address.country], ['01310-100', 'SP', 'BR'])
  const abroad = { postal_code: '1200-092', city: 'Lisboa', state: 'Lisboa', country: 'pt' }
  const known = (await newClient(agency.test, { address: abroad })).address
  assert.deepEqual([known.postal_code, known.state, known.country], ['1200-092', 'Lisboa', 'PT'])
  assert.equal((await newClient(agency.test, { address: { street: ' ' } })).address, null)
})

test('a CPF with wrong check digits is stored, with a warning', async () => {
  const { body } = await agency.test.post(CLIENTS, {
    client_type: 'individual',
    full_name: 'Ana',
    email: 'ana@example.com',
    identity_documents: [{ type: 'cpf_card', number: '529.982.247-24' }],
  })
  assert.deepEqual(
    body.warnings.map(({ field }: { field: string }) => field),
    ['identity_documents.0.number'],
  )
})

test('the audit log names the changed fields and no value', async () => {
  const { id } = await newClient(agency.test, FILE)
  await agency.test.patch(`${CLIENTS}/${id}`, { identity_documents: [PASSPORT], address: null })
  const { body, text } = await agency.test.get(`/api/v1/audit?object_id=${id}`)
  assert.deepEqual(body.data[0].changes[0].after, { changed_fields: ['identity_documents', 'address'] })
  assert.equal(text.includes(PASSPORT.number), false)
})
