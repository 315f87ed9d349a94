// /api/v1/clients: every row of the contract's tables and every decision about clients.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuesOf } from '../../../test/support/agency.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { assertTotals, pageNumbers } from '../../../test/support/list-queries.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { scopeOf } from '../world.ts'
import { findOrCreateClient } from './clients.ts'
import { clientIdFromUuid } from './store.ts'

const app = await startApp()
const { world } = app.service
const CLIENTS = '/api/v1/clients'
const ANA = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }

/** The file of a client of whom no more is known. */
const NO_FILE = {
  given_name: null,
  family_name: null,
  born_on: null,
  gender: null,
  identity_documents: [],
  loyalty_programme_accounts: [],
  address: null,
  contacts: [],
  preferences: null,
  merged_into_id: null,
  unmerge_until: null,
}

const create = async (fields: object = {}, client = app.live) =>
  (await client.post(CLIENTS, { ...ANA, ...fields })).body.data

const names = async (query: string, client = app.test): Promise<string[]> =>
  (await client.get(`${CLIENTS}?limit=100&${query}`)).body.data.map(
    ({ full_name }: { full_name: string }) => full_name,
  )

test('POST creates a client from the three required fields: 201 and all fields', async () => {
  const { status, body } = await app.live.post(CLIENTS, ANA)
  assert.equal(status, 201)
  const { id, created_at, updated_at, ...rest } = body.data
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.match(created_at, /Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, {
    ...ANA,
    phone: null,
    cpf: null,
    cnpj: null,
    company_name: null,
    is_active: true,
    language: null,
    notes: null,
    metadata: {},
    external_reference: null,
    tags: [],
    ...NO_FILE,
  })
  assert.equal('warnings' in body, false)
})

test('POST accepts every field of the contract, and GET returns it', async () => {
  const company = {
    client_type: 'company',
    full_name: 'Aurora Viagens Ltda',
    email: 'financeiro@aurora.example',
    phone: '+55 11 98765-4321',
    cpf: '529.982.247-25',
    cnpj: '12.ABC.345/01DE-35',
    company_name: 'Aurora',
    notes: 'Paga no dia 5',
    language: 'en',
    is_active: false,
    metadata: { crm_id: '7' },
    external_reference: 'erp-7',
  }
  const created = (await app.live.post(CLIENTS, company)).body
  assert.equal('warnings' in created, false)
  const { status, body } = await app.live.get(`${CLIENTS}/${created.data.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, { success: true, data: created.data })
  const { id, created_at, updated_at, ...rest } = created.data
  assert.deepEqual(rest, { ...company, tags: [], ...NO_FILE })
})

test('an error explains the field in words and by an example', async () => {
  const { body } = await app.live.post(CLIENTS, { ...ANA, full_name: '  ', email: 'ana' })
  assert.deepEqual(issuesOf(body.details), [
    { field: 'full_name', issue: 'must not be blank' },
    { field: 'email', issue: 'must look like maria@example.com' },
  ])
})

test('POST: an invalid field is 400 and named', async () => {
  const bad: [object, string][] = [
    [{ full_name: undefined }, 'full_name'],
    [{ full_name: '' }, 'full_name'],
    [{ full_name: '  ' }, 'full_name'],
    [{ email: undefined }, 'email'],
    [{ email: 'ana' }, 'email'],
    [{ email: 'ana@example' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ client_type: undefined }, 'client_type'],
    [{ client_type: 'person' }, 'client_type'],
    [{ phone: 5511 }, 'phone'],
    [{ cpf: 52998224725 }, 'cpf'],
    [{ cpf: '5299822472' }, 'cpf'],
    [{ cpf: '529982247255' }, 'cpf'],
    [{ cpf: '5299822472A' }, 'cpf'],
    [{ cpf: '' }, 'cpf'],
    [{ cnpj: '1122233300018' }, 'cnpj'],
    [{ cnpj: '11.222.333/0001-811' }, 'cnpj'],
    [{ cnpj: '11_222_333_000181' }, 'cnpj'],
    [{ is_active: 'true' }, 'is_active'],
  ]
  for (const [fields, field] of bad) {
    const { status, body } = await app.live.post(CLIENTS, { ...ANA, ...fields })
    assert.equal(status, 400, JSON.stringify(fields))
    assert.equal(body.error, 'Invalid request parameters')
    assert.deepEqual(
      body.details.map((detail: { field: string }) => detail.field),
      [field],
      JSON.stringify(fields),
    )
  }
})

test('wrong check digits give a warning, and are stored as sent', async () => {
  const { status, body } = await app.live.post(CLIENTS, {
    ...ANA,
    cpf: '529.982.247-24',
    cnpj: '12ABC34501DE34',
  })
  assert.equal(status, 201)
  assert.deepEqual([body.data.cpf, body.data.cnpj], ['529.982.247-24', '12ABC34501DE34'])
  assert.deepEqual(
    body.warnings.map(({ field }: { field: string }) => field),
    ['cpf', 'cnpj'],
  )
  const changed = await app.live.patch(`${CLIENTS}/${body.data.id}`, { cpf: '111.111.111-11' })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    changed.body.warnings.map(({ field }: { field: string }) => field),
    ['cpf'],
  )
})

test('a duplicate e-mail is allowed; unknown fields are dropped', async () => {
  const first = await create({ email: 'twice@example.com' })
  const second = await create({ email: 'twice@example.com', colour: 'blue', id: first.id })
  assert.notEqual(first.id, second.id)
  assert.equal('colour' in second, false)
})

test('both forms of the id are accepted; any other is 404', async () => {
  const { id } = await create()
  for (const spelling of [id, id.toUpperCase(), clientIdFromUuid(id)]) {
    const response = await app.live.get(`${CLIENTS}/${spelling}`)
    assert.deepEqual([response.status, response.body.data.id], [200, id], spelling)
  }
  assert.equal((await app.live.patch(`${CLIENTS}/${clientIdFromUuid(id)}`, { notes: 'x' })).status, 200)
  const unknownId = '00000000-0000-7000-8000-000000000000'
  for (const unknown of ['x', unknownId, clientIdFromUuid(unknownId), 'cli_x']) {
    for (const response of [
      await app.live.get(`${CLIENTS}/${unknown}`),
      await app.live.patch(`${CLIENTS}/${unknown}`, {}),
      await app.live.delete(`${CLIENTS}/${unknown}`),
    ]) {
      assert.deepEqual([response.status, response.body.error], [404, 'Client not found'])
    }
  }
  assert.equal((await app.live.delete(`${CLIENTS}/${clientIdFromUuid(id)}`)).body.data.id, id)
})

test('live and test clients are separate', async () => {
  const { id } = await create()
  assert.equal((await app.test.get(`${CLIENTS}/${id}`)).status, 404)
  assert.equal((await app.test.patch(`${CLIENTS}/${id}`, { notes: 'x' })).status, 404)
  assert.equal((await app.test.delete(`${CLIENTS}/${id}`)).status, 404)
})

test('PATCH changes only the fields sent; null clears; an empty change changes nothing', async () => {
  const before = await create({ phone: '11 91234-5678', notes: 'a' })
  const { status, body } = await app.live.patch(`${CLIENTS}/${before.id}`, {
    full_name: 'Ana Lima',
    notes: null,
  })
  assert.equal(status, 200)
  const { updated_at, ...rest } = body.data
  assert.ok(updated_at > before.updated_at)
  const { updated_at: _, ...expected } = { ...before, full_name: 'Ana Lima', notes: null }
  assert.deepEqual(rest, expected)
  assert.deepEqual((await app.live.get(`${CLIENTS}/${before.id}`)).body.data, body.data)
  for (const nothing of [{}, { full_name: 'Ana Lima' }]) {
    assert.deepEqual((await app.live.patch(`${CLIENTS}/${before.id}`, nothing)).body.data, body.data)
  }
  const off = await app.live.patch(`${CLIENTS}/${before.id}`, { is_active: false, client_type: 'company' })
  assert.deepEqual([off.body.data.is_active, off.body.data.client_type], [false, 'company'])
})

test('PATCH refuses what POST refuses', async () => {
  const { id } = await create()
  for (const [change, field] of [
    [{ full_name: null }, 'full_name'],
    [{ email: 'x' }, 'email'],
    [{ client_type: 'x' }, 'client_type'],
    [{ cpf: '1' }, 'cpf'],
    [{ cnpj: '1' }, 'cnpj'],
  ] as const) {
    const { status, body } = await app.live.patch(`${CLIENTS}/${id}`, change)
    assert.deepEqual([status, body.details[0].field], [400, field])
  }
  assert.equal((await app.live.patch(`${CLIENTS}/${id}`)).status, 400)
})

test('GET lists newest first, 20 per page and at most 100, by type and by activity', async () => {
  for (let n = 1; n <= 24; n++) {
    const client_type = n % 4 === 0 ? 'company' : 'individual'
    await create({ full_name: `N${n}`, client_type, is_active: n % 3 !== 0 }, app.test)
  }
  const { status, body } = await app.test.get(CLIENTS)
  assert.equal(status, 200)
  assert.deepEqual(pageNumbers(body.pagination), { page: 1, limit: 20, total: 24, pages: 2 })
  assert.deepEqual(
    body.data.map(({ full_name }: { full_name: string }) => full_name),
    Array.from({ length: 20 }, (_, n) => `N${24 - n}`),
  )
  const second = (await app.test.get(`${CLIENTS}?page=2`)).body
  assert.deepEqual([second.data.length, second.pagination.page], [4, 2])
  await assertTotals(app.test, CLIENTS, {
    'client_type=company': 6,
    'client_type=individual': 18,
    'is_active=true': 16,
    'is_active=false': 8,
    'client_type=company&is_active=false': 2,
    'client_type=company&is_active=true&search=n': 4,
  })
  for (const query of ['page=0', 'limit=0', 'page=x', 'limit=1.5', 'client_type=x', 'is_active=maybe'])
    assert.equal((await app.test.get(`${CLIENTS}?${query}`)).status, 400, query)
})

test('search matches name, e-mail, CPF and CNPJ, ignoring case, accents and punctuation', async () => {
  await create(
    { full_name: 'João da Conceição', email: 'JJ@Exemplo.com.br', cpf: '529.982.247-25' },
    app.test,
  )
  await create(
    {
      client_type: 'company',
      full_name: 'Açaí 100% Ltda',
      email: 'x_y@acai.example',
      cnpj: '12abc34501DE35',
    },
    app.test,
  )
  const joao = ['João da Conceição']
  for (const text of [
    'joao',
    'JOÃO',
    'conceicao',
    'da  conc',
    'jj@exemplo',
    'JJ@',
    '52998224725',
    '529.982',
    '8224725',
    '982.247-25',
  ])
    assert.deepEqual(await names(`search=${encodeURIComponent(text)}`), joao, text)
  for (const text of ['acai', 'AÇAÍ', '100%', '12.ABC.345/01DE-35', 'c34501d', 'x_y@'])
    assert.deepEqual(await names(`search=${encodeURIComponent(text)}`), ['Açaí 100% Ltda'], text)
  // Neither % and _ are wild, nor does what was left out of a tax id join other things together.
  for (const text of ['a%i', 'x.y@', 'joaoda', '529-9822472x', '\\', 'nobody'])
    assert.deepEqual(await names(`search=${encodeURIComponent(text)}`), [], text)
  assert.equal((await names('search=')).length, 26)
  assert.deepEqual((await app.test.get(`${CLIENTS}?search=joao`)).body.pagination.total, 1)
})

test('search follows a change, and uses the trigram index', async () => {
  const { id } = await create({ full_name: 'Zuleica' }, app.test)
  await app.test.patch(`${CLIENTS}/${id}`, { full_name: 'Yolanda' })
  assert.deepEqual(await names('search=zuleica'), [])
  assert.deepEqual(await names('search=yolanda'), ['Yolanda'])
  // So few rows are read faster without an index; what matters is that this one can serve the search.
  const session = await world.pool.connect()
  await session.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
  const { rows } = await session.query(
    `explain select id from clients where search_text like '%yolanda%' or search_tax_ids like '%YOLANDA%'`,
  )
  await session.query('rollback')
  session.release()
  assert.match(JSON.stringify(rows), /Bitmap Index Scan on clients_by_search/)
})

test('DELETE removes a client without references', async () => {
  const { id } = await create()
  const { status, body } = await app.live.delete(`${CLIENTS}/${id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, { success: true, data: { id, deleted: true } })
  assert.equal((await app.live.get(`${CLIENTS}/${id}`)).status, 404)
  assert.equal((await app.live.delete(`${CLIENTS}/${id}`)).status, 404)
})

test('DELETE deactivates a client with references', async () => {
  // Any table will do: the database's foreign keys decide.
  await app.asOwner(
    'create table links (client_id uuid references clients (id)); grant all on links to public',
  )
  const { id } = await create()
  await world.pool.query('insert into links values ($1)', [id])
  for (let time = 1; time <= 2; time++) {
    const { status, body } = await app.live.delete(`${CLIENTS}/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body.data, { id, deleted: false, is_active: false })
  }
  assert.equal((await app.live.get(`${CLIENTS}/${id}`)).body.data.is_active, false)
  await world.pool.query('delete from links')
  assert.deepEqual((await app.live.delete(`${CLIENTS}/${id}`)).body.data, { id, deleted: true })
  await app.asOwner('drop table links')
})

test('findOrCreateClient finds by name and e-mail, and creates one client under concurrency', async () => {
  const { data } = (await app.live.get('/api/v1/me')).body
  const scope = await scopeOf(world, { teamId: data.id, mode: 'live' })
  const find = (fullName: string, email: string) =>
    transaction(world, scope, (tx) => findOrCreateClient(tx, { fullName, email, phone: '+5511912345678' }))
  const raced = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      n % 2 ? find('Bia Araújo', 'bia@example.com') : find('BIA ARAUJO', 'Bia@Example.com'),
    ),
  )
  assert.equal(new Set(raced.map(({ id }) => id)).size, 1)
  assert.equal(raced[0]!.phone, '+5511912345678')
  assert.notEqual((await find('Bia Araújo', 'other@example.com')).id, raced[0]!.id)
  assert.notEqual((await find('Bia Lima', 'bia@example.com')).id, raced[0]!.id)
  const known = await create({ full_name: 'Caio Reis', email: 'caio@example.com', is_active: false })
  assert.equal((await find('caio reis', 'CAIO@example.com')).id, known.id)
  const active = await create({ full_name: 'Caio Reis', email: 'caio@example.com' })
  assert.equal((await find('Caio Reis', 'caio@example.com')).id, active.id)
})

test('totals stay exact under concurrent changes, and doctor verifies them', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => create({ full_name: 'Raced' })))
  await Promise.all(
    made.flatMap(({ id }, n) => [
      app.live.patch(`${CLIENTS}/${id}`, { is_active: n % 2 === 0, client_type: 'company' }),
      app.live.patch(`${CLIENTS}/${id}`, { is_active: n % 3 === 0 }),
      n % 5 === 0 ? app.live.delete(`${CLIENTS}/${id}`) : app.live.get(`${CLIENTS}/${id}`),
    ]),
  )
  for (const query of [
    'is_active=true',
    'is_active=false',
    'client_type=company',
    'client_type=individual',
  ]) {
    const { data, pagination } = (await app.live.get(`${CLIENTS}?limit=100&${query}`)).body
    assert.equal(pagination.total, data.length, query)
  }
  const examined = () => embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match((await examined()).out, /ok +list totals +every list is as long as it says/)
  await world.pool.query(`update list_counts set count = count + 1 where bucket = 'company active'`)
  const { out, code } = await examined()
  assert.match(out, /problem +list totals +2 counts of lists that are wrong .*clients \(company active\)/)
  assert.equal(code, 1)
})
