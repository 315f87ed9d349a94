// Duplicates over HTTP: how they are found, what a merge moves and fills, and how it is undone to the row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DUPLICATES_MAX } from '../../../contract/limits.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { booked, holdBody, zzOffer } from '../../../test/support/bookings.ts'
import { makeClient } from '../../../test/support/client.ts'
import { clientWithCredit } from '../../../test/support/credit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { newClient, newInvoice, newQuote, newRecurring } from '../../../test/support/invoicing.ts'
import { MARIA, offeredMandate } from '../../../test/support/mandates.ts'
import { daysAfter } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const { pool } = app.service.world
const agency = await newAgency(app)
const CLIENTS = '/api/v1/clients'

type Data = Awaited<ReturnType<typeof newClient>>

const read = async (path: string, client = agency.test) => (await client.get(path)).body.data
const clientAt = (id: string) => read(`${CLIENTS}/${id}`)
const merge = (id: string, duplicate_id: string, headers = {}) =>
  agency.test.post(`${CLIENTS}/${id}/merge`, { duplicate_id }, headers)
const unmerge = (id: string) => agency.test.post(`${CLIENTS}/${id}/unmerge`)
const merged = async (id: string, duplicate: string): Promise<Data> => {
  const { status, body, text } = await merge(id, duplicate)
  assert.equal(status, 200, text)
  return body.data
}

/** Every column that refers to a client, as the database has it. */
async function columnsOfClients(): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool.query(
    `select conrelid::regclass::text as table, attname::text as column
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'f' and confrelid = 'clients'::regclass order by 1, 2`,
  )
  return rows as { table: string; column: string }[]
}

/** The record of the merge itself refers to both. */
const KEPT = new Set(['client_merges'])

/** The rows that refer to a client, by column; without the time of their last change. */
async function rowsOf(id: string): Promise<Record<string, string[]>> {
  const columns = (await columnsOfClients()).filter(({ table }) => !KEPT.has(table))
  const found = columns.map(async ({ table, column }) => {
    const text = `select (to_jsonb(t) - 'updated_at')::text as row from ${table} t where ${column} = $1 order by 1`
    const { rows } = await pool.query(text, [id])
    return [`${table}.${column}`, (rows as { row: string }[]).map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** A client to whom a row of every kind refers. */
async function busyClient(fields: object = {}): Promise<Data> {
  // Pix Automático is offered to clients with a tax id alone.
  const client = await newClient(agency.test, { cpf: MARIA.cpf, ...fields })
  const { id } = client
  const client_id = id
  const { now } = (await agency.test.get('/api/v1/test/clock')).body.data
  await offeredMandate(agency, daysAfter(new Date(now), 4), { client_id })
  await booked(agency.test, { ...holdBody(await zzOffer(agency.test)), client_id })
  await newInvoice(agency.test, { client_id, status: 'sent' })
  await clientWithCredit(agency.test, 50, { client_id })
  await newQuote(agency.test, { client_id })
  await agency.test.post('/api/v1/trips', { client_id, title: 'Lisboa' })
  await newRecurring(agency.test, { client_id })
  await agency.test.post(`${CLIENTS}/${id}/notes`, { text: 'Prefere janela' })
  await agency.test.put(`${CLIENTS}/${id}/tags`, { tags: ['vip', 'praia'] })
  const child = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
  await agency.test.post(`${CLIENTS}/${id}/companions`, child)
  const other = await newClient(agency.test)
  const spouse = { relationship: 'spouse', given_name: 'Ana', family_name: 'Souza', linked_client_id: id }
  await agency.test.post(`${CLIENTS}/${other.id}/companions`, spouse)
  await merged(id, (await newClient(agency.test)).id)
  return client
}

test('a merge moves every row of the duplicate, and undoing it moves the same rows back', async () => {
  const [remaining, duplicate] = [await newClient(agency.test), await busyClient()]
  await agency.test.put(`${CLIENTS}/${remaining.id}/tags`, { tags: ['vip'] })
  await newInvoice(agency.test, { client_id: remaining.id })
  const [own, theirs] = [await rowsOf(remaining.id), await rowsOf(duplicate.id)]
  for (const [column, rows] of Object.entries(theirs))
    assert.ok(
      rows.length > 0,
      `nothing refers to the duplicate by ${column}: add it here and to merge-store.ts`,
    )

  const response = await merged(remaining.id, duplicate.id)
  assert.deepEqual(response, await clientAt(remaining.id))
  assert.deepEqual(response.tags, ['praia', 'vip'])
  for (const [column, rows] of Object.entries(await rowsOf(duplicate.id))) assert.deepEqual(rows, [], column)
  for (const [column, rows] of Object.entries(await rowsOf(remaining.id))) {
    const shared = column === 'tags.client_id' ? 1 : 0
    // The duplicate itself refers to the client now.
    const itself = column === 'clients.merged_into_id' ? 1 : 0
    assert.equal(rows.length, own[column]!.length + theirs[column]!.length - shared + itself, column)
  }
  const ended = await clientAt(duplicate.id)
  assert.deepEqual([ended.is_active, ended.merged_into_id], [false, remaining.id])

  const { status, body } = await unmerge(duplicate.id)
  assert.equal(status, 200)
  assert.deepEqual(body.data, await clientAt(duplicate.id))
  assert.deepEqual(
    [body.data.is_active, body.data.merged_into_id, body.data.unmerge_until],
    [true, null, null],
  )
  assert.deepEqual(body.data.tags, ['praia', 'vip'])
  assert.deepEqual(await rowsOf(duplicate.id), theirs)
  assert.deepEqual(await rowsOf(remaining.id), own)
})

test('lists, mails and event readers see moved records under the remaining client', async () => {
  const [remaining, duplicate] = [await newClient(agency.test), await newClient(agency.test)]
  const invoice = await newInvoice(agency.test, { client_id: duplicate.id, status: 'sent' })
  await merged(remaining.id, duplicate.id)
  const moved = await read(`/api/v1/invoices/${invoice.id}`)
  assert.deepEqual([moved.client_id, moved.client.full_name], [remaining.id, remaining.full_name])
  assert.ok(moved.updated_at > invoice.updated_at)
  const [listed, ...more] = await read(`/api/v1/invoices?client_id=${remaining.id}`)
  assert.deepEqual([listed.id, more], [invoice.id, []])
  const [inactive] = await read(`${CLIENTS}?merged_into_id=${remaining.id}`)
  assert.equal(inactive.id, duplicate.id)
  const { data, pagination } = (await agency.test.get(`${CLIENTS}?is_active=false&limit=100`)).body
  assert.equal(pagination.total, data.length)
})

const DOCUMENT = { type: 'passport', number: 'FZ482913' }
const RG = { type: 'rg', number: '1234567' }
const ACCOUNT = { airline_iata_code: 'LA', account_number: '77123456789' }

test('empty fields are filled and lists joined, existing values stay; undoing reverts exactly that', async () => {
  const remaining = await newClient(agency.test, {
    phone: '11 91111-1111',
    metadata: { crm: '1' },
    identity_documents: [DOCUMENT],
    contacts: [{ name: 'Rui' }],
    preferences: { seat: 'Janela' },
  })
  const duplicate = await newClient(agency.test, {
    phone: '11 92222-2222',
    cpf: '529.982.247-25',
    notes: 'Paga no dia 5',
    language: 'en',
    metadata: { crm: '2', erp: '3' },
    external_reference: 'erp-3',
    born_on: '1990-05-17',
    gender: 'f',
    given_name: 'Ana',
    family_name: 'Souza',
    identity_documents: [DOCUMENT, RG],
    loyalty_programme_accounts: [ACCOUNT],
    address: { city: 'Recife', state: 'PE' },
    contacts: [{ name: 'Rui' }, { name: 'Bia' }],
    preferences: { seat: 'Corredor', meal: 'Vegetariana' },
  })
  const before = await clientAt(remaining.id)
  await merged(remaining.id, duplicate.id)
  const after = await clientAt(remaining.id)
  const filled = [
    'cpf',
    'notes',
    'language',
    'external_reference',
    'born_on',
    'gender',
    'given_name',
    'address',
  ]
  for (const name of filled) assert.deepEqual(after[name], duplicate[name], name)
  assert.deepEqual([after.phone, after.metadata], ['11 91111-1111', { crm: '1', erp: '3' }])
  const numbers = ({ identity_documents: documents }: Data) => documents.map((one: Data) => one.number)
  assert.deepEqual(numbers(after), [DOCUMENT.number, RG.number])
  assert.deepEqual(after.loyalty_programme_accounts, [ACCOUNT])
  assert.deepEqual(
    after.contacts.map(({ name }: Data) => name),
    ['Rui', 'Bia'],
  )
  assert.deepEqual(after.preferences, { seat: 'Janela', meal: 'Vegetariana', notes: null })

  await agency.test.patch(`${CLIENTS}/${remaining.id}`, { notes: 'Paga no dia 10' })
  assert.equal((await unmerge(duplicate.id)).status, 200)
  const { updated_at: _, ...back } = await clientAt(remaining.id)
  const { updated_at: __, ...expected } = { ...before, notes: 'Paga no dia 10' }
  assert.deepEqual(back, expected, 'what was changed since stays')
})

test('pricing rules of the duplicate become rules of the client, and undoing reverts them', async () => {
  const own = await newAgency(app)
  const [remaining, duplicate] = [await newClient(own.test), await newClient(own.test)]
  const rule = (client_id: string) => ({ client_id, fee_amount: '10.00' })
  const rules = [rule(duplicate.id), rule(remaining.id)]
  const set = await own.test.put('/api/v1/team/pricing', { markup_percent: 10, fee_amount: '35.00', rules })
  assert.equal(set.status, 200, set.text)
  const clientsOfRules = async () =>
    (await read('/api/v1/team/pricing', own.test)).rules.map(({ client_id }: Data) => client_id)
  const [theirs, mine] = await clientsOfRules()
  const path = `${CLIENTS}/${duplicate.id}/unmerge`
  const done = await own.test.post(`${CLIENTS}/${remaining.id}/merge`, { duplicate_id: duplicate.id })
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(await clientsOfRules(), [mine, mine])
  const preview = { base_cost_brl: '100.00', airline: 'LA', origin: 'GRU', destination: 'REC' }
  const price = await own.test.post('/api/v1/team/pricing/preview', { ...preview, client_id: remaining.id })
  assert.equal(price.body.data.agency_fee_amount, '10.00')
  assert.equal((await own.test.post(path)).status, 200)
  assert.deepEqual(await clientsOfRules(), [theirs, mine])
})

test('repeating a merge changes nothing, except that newly added records move too', async () => {
  const [remaining, duplicate] = [await newClient(agency.test), await newClient(agency.test)]
  const headers = { 'idempotency-key': `merge ${remaining.id}`.replaceAll(' ', '-') }
  const first = await merge(remaining.id, duplicate.id, headers)
  const second = await merge(remaining.id, duplicate.id, headers)
  assert.deepEqual([second.status, second.text], [first.status, first.text])
  assert.deepEqual((await merge(remaining.id, duplicate.id)).body, first.body)
  await pool.query(
    `insert into tags (team_id, mode, tag, client_id) select team_id, mode, 'late', id from clients where id = $1`,
    [duplicate.id],
  )
  assert.deepEqual((await merged(remaining.id, duplicate.id)).tags, ['late'])
  assert.deepEqual((await unmerge(duplicate.id)).body.data.tags, ['late'])
})

test('a merged client accepts no new records and no changes', async () => {
  const [remaining, duplicate] = [await newClient(agency.test), await newClient(agency.test)]
  await merged(remaining.id, duplicate.id)
  const items = [{ description: 'x', quantity: 1, unit_price: 1 }]
  const body = { client_id: duplicate.id, items, issue_date: '2026-11-15', due_date: '2026-12-15' }
  const invoice = await agency.test.post('/api/v1/invoices', body)
  assertError(invoice, 404, 'Client not found')
  assert.match(invoice.body.message, new RegExp(`it was merged into ${remaining.id}; use that id`))
  const change = await agency.test.patch(`${CLIENTS}/${duplicate.id}`, { notes: 'x' })
  assertError(change, 409, 'Client already merged')
})

test('a booking in the name of the duplicate belongs to the remaining client', async () => {
  const first = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  const duplicate = (await clientAt(first.client.id)).id
  const remaining = await newClient(agency.test)
  await merged(remaining.id, duplicate)
  const second = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  assert.equal((await clientAt(second.client.id)).id, remaining.id)
  assert.equal(second.client.full_name, remaining.full_name)
})

for (const table of ['invoices', 'client_credit_entries', 'credit_notes', 'quotes', 'recurring_invoices'])
  test(`a merge waits for a change of ${table} before it locks the clients`, async () => {
    const remaining = await newClient(agency.test)
    const { client_id } = await clientWithCredit(agency.test, 10)
    await newQuote(agency.test, { client_id })
    await newRecurring(agency.test, { client_id })
    const session = await pool.connect()
    try {
      await session.query('begin')
      await session.query(`select from ${table} where client_id = $1 for no key update`, [client_id])
      const { rows } = await session.query('select pg_backend_pid() as pid')
      const response = merge(remaining.id, client_id)
      await eventually('the merge waits', async () => {
        const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
        return (await pool.query(waiting, [rows[0].pid])).rowCount === 1
      })
      await session.query('select from clients where id = $1 for key share nowait', [client_id])
      await session.query('commit')
      assert.equal((await response).status, 200)
    } finally {
      await session.query('rollback')
      session.release()
    }
  })

test('a merge is refused with itself, a foreign client, another type, or a merged client', async () => {
  const [one, two, three] = [
    await newClient(agency.test),
    await newClient(agency.test),
    await newClient(agency.test),
  ]
  assertError(await merge(one.id, one.id), 400, 'Invalid request parameters', 'duplicate_id')
  const company = await newClient(agency.test, { client_type: 'company' })
  assertError(await merge(one.id, company.id), 400, 'Invalid request parameters', 'duplicate_id')
  const stranger = await newClient((await newAgency(app)).test)
  assertError(await merge(one.id, stranger.id), 404, 'Client not found', 'duplicate_id')
  assertError(await merge(stranger.id, one.id), 404, 'Client not found')
  assertError(await merge(one.id, 'x'), 404, 'Client not found', 'duplicate_id')
  assertError(await unmerge(one.id), 409, 'Client not merged')
  await merged(one.id, two.id)
  assertError(await merge(three.id, two.id), 409, 'Client already merged')
  assertError(await merge(two.id, three.id), 409, 'Client already merged')
  const { secret } = (await agency.test.post('/api/v1/api-keys', { name: 'x', role: 'viewer' })).body.data
  const viewer = makeClient(app.url, secret)
  const weak = await viewer.post(`${CLIENTS}/${one.id}/merge`, { duplicate_id: three.id })
  assert.deepEqual([weak.status, weak.body.code], [403, 'forbidden'])
})

test('of two simultaneous crosswise merges one succeeds', async () => {
  const [one, two] = [await newClient(agency.test), await newClient(agency.test)]
  const replies = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
})

test('a merge can be undone for a day of the test clock, unless the remaining client is merged', async () => {
  const own = await newAgency(app)
  const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => newClient(own.test)))
  const path = ({ id }: Data = {}) => `${CLIENTS}/${id}`
  const into = (remaining: Data | undefined, duplicate: Data | undefined) =>
    own.test.post(`${path(remaining)}/merge`, { duplicate_id: duplicate?.id })
  await into(one, two)
  await into(three, one)
  assert.equal((await read(path(two), own.test)).merged_into_id, three!.id)
  assertError(await own.test.post(`${path(two)}/unmerge`), 409, 'Merge not undoable')
  assert.equal((await own.test.post(`${path(one)}/unmerge`)).status, 200)
  assert.equal((await read(path(two), own.test)).merged_into_id, one!.id)
  await into(three, four)
  await own.advance('PT23H59M')
  assert.equal((await own.test.post(`${path(four)}/unmerge`)).status, 200)
  await own.advance('PT2M')
  assertError(await own.test.post(`${path(two)}/unmerge`), 409, 'Merge not undoable')
})

test('the audit log has the merge and its undoing, with counts and without values', async () => {
  const [remaining, duplicate] = [
    await newClient(agency.test),
    await newClient(agency.test, { phone: '11 95555-4444' }),
  ]
  await newInvoice(agency.test, { client_id: duplicate.id })
  await merged(remaining.id, duplicate.id)
  await unmerge(duplicate.id)
  const { body, text } = await agency.test.get(`/api/v1/audit?object_id=${duplicate.id}&limit=2`)
  const [undone, done] = body.data
  assert.deepEqual([undone.action, done.action], ['clients.unmerge', 'clients.merge'])
  assert.equal(done.changes[0].after.merged_into_id, remaining.id)
  assert.deepEqual(done.changes[0].after.moved, { invoices: 1 })
  assert.deepEqual(done.changes[1].after, { changed_fields: ['phone'] })
  assert.equal(text.includes('95555'), false)
})

// Duplicates

async function groupsOf(client = agency.test, query = ''): Promise<Record<string, string[]>> {
  const found: Data[] = await read(`${CLIENTS}/duplicates?limit=100${query}`, client)
  return Object.fromEntries(
    found.map(({ sign, value, clients }) => [
      `${sign} ${value}`,
      clients.map(({ full_name }: Data) => full_name),
    ]),
  )
}

test('duplicates share a tax id, an e-mail address, or name and date of birth, in any spelling', async () => {
  const { test: client } = await newAgency(app)
  const add = (full_name: string, fields: object = {}) =>
    newClient(client, { full_name, email: `${full_name.replaceAll(' ', '.')}@example.com`, ...fields })
  assert.deepEqual(await groupsOf(client), {})
  await add('Ana1', { cpf: '529.982.247-25' })
  await add('Ana2', { cpf: '52998224725', email: 'X@Example.com' })
  await add('Ana3', { email: 'x@example.com' })
  await add('Bia', { email: 'bia1@example.com', born_on: '1990-05-17' })
  await add('BÍA', { email: 'bia2@example.com', born_on: '1990-05-17' })
  await add('Bia', { email: 'bia3@example.com', born_on: '1990-05-18' })
  const sol = { client_type: 'company', cnpj: '12.ABC.345/01DE-35' }
  await add('Sol', sol)
  const other = await add('Lua', { ...sol, cnpj: '12abc34501de35' })
  const all = {
    'cnpj 12ABC34501DE35': ['Sol', 'Lua'],
    'cpf 52998224725': ['Ana1', 'Ana2'],
    'email x@example.com': ['Ana2', 'Ana3'],
    'name_and_birth_date bia 1990-05-17': ['Bia', 'BÍA'],
  }
  assert.deepEqual(await groupsOf(client), all)
  assert.deepEqual(Object.keys(await groupsOf(client)), Object.keys(all), 'tax ids first')
  await client.patch(`${CLIENTS}/${other.id}`, { cnpj: '11.222.333/0001-81' })
  const { 'cnpj 12ABC34501DE35': _, ...rest } = all
  assert.deepEqual(await groupsOf(client), rest)
  assert.deepEqual(await groupsOf(), await groupsOf(agency.test), 'of one team alone')
})

test('the list of duplicates has pages, and drops merged or deleted groups', async () => {
  const { test: client } = await newAgency(app)
  for (const name of ['a', 'b', 'c'])
    for (const _ of [1, 2]) await newClient(client, { full_name: name, email: `${name}@example.com` })
  const first = (await client.get(`${CLIENTS}/duplicates?limit=2`)).body
  assert.deepEqual([first.data.length, first.pagination.total, first.pagination.has_more], [2, 3, true])
  const cursor = encodeURIComponent(first.pagination.next_cursor)
  const second = (await client.get(`${CLIENTS}/duplicates?limit=2&starting_after=${cursor}`)).body
  assert.deepEqual([second.data.length, second.pagination.has_more], [1, false])
  const groups: Data[] = [...first.data, ...second.data]
  const [[one, two], [three]] = groups.map(({ clients }) => clients) as [Data[], Data[]]
  await client.post(`${CLIENTS}/${one!.id}/merge`, { duplicate_id: two!.id })
  await client.delete(`${CLIENTS}/${three!.id}`)
  assert.equal(Object.keys(await groupsOf(client)).length, 1)
  await client.post(`${CLIENTS}/${two!.id}/unmerge`)
  assert.equal(Object.keys(await groupsOf(client)).length, 2)
})

test("an address shared by many clients, such as the agency's own, is not a duplicate", async () => {
  const { test: client } = await newAgency(app)
  const add = () => newClient(client, { email: 'reservas@agencia.example' })
  await Promise.all(Array.from({ length: DUPLICATES_MAX }, add))
  const [group] = await read(`${CLIENTS}/duplicates`, client)
  assert.equal(group.clients.length, DUPLICATES_MAX)
  await add()
  assert.deepEqual(await groupsOf(client), {})
})

test('counts of shared values stay exact under concurrent changes', async () => {
  const { test: client, id: team } = await newAgency(app)
  const cpfs = ['529.982.247-25', '111.444.777-35']
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      newClient(client, { cpf: cpfs[n % 2], email: `${n % 3}@example.com` }),
    ),
  )
  await Promise.all(
    made.flatMap(({ id }, n) => [
      client.patch(`${CLIENTS}/${id}`, { cpf: cpfs[(n + 1) % 2], born_on: '1990-01-01' }),
      n % 4 === 0
        ? client.delete(`${CLIENTS}/${id}`)
        : client.patch(`${CLIENTS}/${id}`, { email: 'y@example.com' }),
    ]),
  )
  const { rows } = await pool.query(
    `select coalesce(k.key, c.key) as key from client_keys k full join (
       select key, count(*)::int as clients from clients, unnest(duplicate_keys) key where team_id = $1 group by key
     ) c on c.key = k.key and c.clients = k.clients
     where (k.team_id = $1 or k.team_id is null) and (k.key is null or c.key is null)`,
    [team],
  )
  assert.deepEqual(rows, [])
})
