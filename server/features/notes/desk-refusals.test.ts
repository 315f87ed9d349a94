// An agency's desk at its edges: every refusal of mails, notes, tags, the one search and the profile by its own row,
// whose notes are whose, what happens at the same time, and what is left of a person who was erased.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Note } from '../../../contract/notes.ts'
import type { Readiness } from '../../../contract/readiness.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, holdBody, zzOffer } from '../../../test/support/bookings.ts'
import { type Client, makeClient, type Reply } from '../../../test/support/client.ts'
import { INVOICES, newClient, newInvoice, newQuote, read } from '../../../test/support/invoicing.ts'
import { pageNumbers } from '../../../test/support/list-queries.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const [CLIENTS, MAILS, SEARCH, TEAM] = ['/api/v1/clients', '/api/v1/mails', '/api/v1/search', '/api/v1/team']
const LOGO = `${TEAM}/logo`
const WRONG = 'Invalid request parameters'

const [agency, stranger] = await Promise.all([newAgency(app), newAgency(app)])
const booking = await booked(agency.test, holdBody(await zzOffer(agency.test)))
const client = await newClient(agency.test, { full_name: 'Célia Prado', email: 'celia@cliente.example' })
const theirs = await newClient(stranger.test, { full_name: 'Célia Prado' })
const ofBooking = `${BOOKINGS}/${booking.id}`
const ofClient = `${CLIENTS}/${client.id}`

async function noted(path: string, text = 'Prefere janela'): Promise<Note> {
  const { status, text: responseText, body } = await agency.test.post(`${path}/notes`, { text })
  assert.equal(status, 201, responseText)
  return body.data
}
const [onBooking, onClient] = [await noted(ofBooking), await noted(ofClient)]

async function keyWith(maker: Client, rights: object): Promise<Client> {
  const { body, text } = await maker.post('/api/v1/api-keys', { name: 'x', ...rights })
  return makeClient(app.url, body.data?.secret ?? assert.fail(text))
}

type Refusal = [name: string, call: () => Promise<Reply>, status: number, error: string, field?: string]
const sandbox = agency.test
const x = { text: 'x' }
const NO_BOOKING = 'ord_01k00000000000000000000000'
const NO_CLIENT = '0197a000-0000-7000-8000-000000000000'
const REFUSALS: Refusal[] = [
  ['a mail that is not there', () => sandbox.get(`${MAILS}/mail_x`), 404, 'Mail not found'],
  ['a booking for a mail', () => sandbox.get(`${MAILS}/${booking.id}`), 404, 'Mail not found'],
  ['mails of an unknown state', () => sandbox.get(`${MAILS}?status=SENT`), 400, WRONG, 'status'],
  ['mails to too long an address', () => sandbox.get(`${MAILS}?to=${'x'.repeat(255)}`), 400, WRONG, 'to'],
  ['page nought', () => sandbox.get(`${MAILS}?page=0`), 400, WRONG, 'page'],
  ['a page of none', () => sandbox.get(`${ofBooking}/notes?limit=0`), 400, WRONG, 'limit'],
  ['a page that is no number', () => sandbox.get(`${ofClient}/notes?page=two`), 400, WRONG, 'page'],
  ['notes of no booking', () => sandbox.get(`${BOOKINGS}/${NO_BOOKING}/notes`), 404, 'Booking not found'],
  ['notes of no client', () => sandbox.get(`${CLIENTS}/${NO_CLIENT}/notes`), 404, 'Client not found'],
  ["notes of another's client", () => sandbox.get(`${CLIENTS}/${theirs.id}/notes`), 404, 'Client not found'],
  ['notes in the other mode', () => agency.live.get(`${ofBooking}/notes`), 404, 'Booking not found'],
  ['a note on no booking', () => sandbox.post(`${BOOKINGS}/x/notes`, x), 404, 'Booking not found'],
  [
    "a note on another's booking",
    () => stranger.test.post(`${ofBooking}/notes`, x),
    404,
    'Booking not found',
  ],
  [
    "a note on another's client",
    () => sandbox.post(`${CLIENTS}/${theirs.id}/notes`, x),
    404,
    'Client not found',
  ],
  ['a note without a text', () => sandbox.post(`${ofBooking}/notes`, {}), 400, WRONG, 'text'],
  ['a note of a number', () => sandbox.post(`${ofBooking}/notes`, { text: 7 }), 400, WRONG, 'text'],
  ['a note of null', () => sandbox.post(`${ofClient}/notes`, { text: null }), 400, WRONG, 'text'],
  ['a blank note', () => sandbox.post(`${ofClient}/notes`, { text: '\n\t ' }), 400, WRONG, 'text'],
  [
    'a change to nothing',
    () => sandbox.patch(`${ofClient}/notes/${onClient.id}`, { text: '' }),
    400,
    WRONG,
    'text',
  ],
  [
    'a change to too much',
    () => sandbox.patch(`${ofClient}/notes/${onClient.id}`, { text: 'x'.repeat(5_001) }),
    400,
    WRONG,
    'text',
  ],
  ['a change of no note', () => sandbox.patch(`${ofBooking}/notes/note_x`, x), 404, 'Note not found'],
  [
    "a client's note at a booking",
    () => sandbox.patch(`${ofBooking}/notes/${onClient.id}`, x),
    404,
    'Note not found',
  ],
  [
    "a booking's note at a client",
    () => sandbox.delete(`${ofClient}/notes/${onBooking.id}`),
    404,
    'Note not found',
  ],
  [
    "another's note",
    () => stranger.test.delete(`${CLIENTS}/${theirs.id}/notes/${onClient.id}`),
    404,
    'Note not found',
  ],
  ['a note of no client', () => sandbox.delete(`${CLIENTS}/x/notes/${onClient.id}`), 404, 'Client not found'],
  ['no tags', () => sandbox.put(`${ofBooking}/tags`, {}), 400, WRONG, 'tags'],
  ['tags that are no list', () => sandbox.put(`${ofBooking}/tags`, { tags: 'vip' }), 400, WRONG, 'tags'],
  ['a tag of a number', () => sandbox.put(`${ofClient}/tags`, { tags: ['vip', 7] }), 400, WRONG, 'tags.1'],
  [
    'a tag without end',
    () => sandbox.put(`${ofClient}/tags`, { tags: ['x'.repeat(201)] }),
    400,
    WRONG,
    'tags.0',
  ],
  [
    'tags without end',
    () => sandbox.put(`${ofClient}/tags`, { tags: Array(201).fill('x') }),
    400,
    WRONG,
    'tags',
  ],
  ['tags of no booking', () => sandbox.put(`${BOOKINGS}/x/tags`, { tags: [] }), 404, 'Booking not found'],
  [
    "tags of another's client",
    () => sandbox.put(`${CLIENTS}/${theirs.id}/tags`, { tags: [] }),
    404,
    'Client not found',
  ],
  ['bookings by too long a tag', () => sandbox.get(`${BOOKINGS}?tag=${'x'.repeat(201)}`), 400, WRONG, 'tag'],
  ['clients by too long a tag', () => sandbox.get(`${CLIENTS}?tag=${'x'.repeat(201)}`), 400, WRONG, 'tag'],
  ['a search for nothing', () => sandbox.get(SEARCH), 400, WRONG, 'q'],
  ['a search for a space', () => sandbox.get(`${SEARCH}?q=+`), 400, WRONG, 'q'],
  ['a search for none', () => sandbox.get(`${SEARCH}?q=ana&limit=0`), 400, WRONG, 'limit'],
  ['a search for a half', () => sandbox.get(`${SEARCH}?q=ana&limit=1.5`), 400, WRONG, 'limit'],
  ['a profile from the sandbox', () => sandbox.patch(TEAM, { name: 'X' }), 403, 'Forbidden'],
  ['a logo from the sandbox', () => sandbox.raw('PUT', LOGO, samplePng(9, 9), PNG), 403, 'Forbidden'],
  ['no logo from the sandbox', () => sandbox.delete(LOGO), 403, 'Forbidden'],
  ['a logo that is not there', () => sandbox.get(LOGO), 404, 'Logo not found'],
  ['a logo of no type', () => agency.live.raw('PUT', LOGO, samplePng(9, 9)), 415, 'Unsupported media type'],
  ['a profile that is a list', () => agency.live.patch(TEAM, []), 400, WRONG, 'body'],
  ['a profile without credentials', () => app.anybody.patch(TEAM, { name: 'X' }), 401, 'Unauthorized'],
  ['readiness without credentials', () => app.anybody.get('/api/v1/readiness'), 401, 'Unauthorized'],
]
const PNG = { 'content-type': 'image/png' }

for (const [name, call, status, error, field] of REFUSALS)
  test(`refused: ${name}`, async () => assertError(await call(), status, error, field))

const LACKING: [permissions: string[], lacking: string, call: (key: Client) => Promise<Reply>][] = [
  [['team.read'], 'mails.read', (key) => key.get(MAILS)],
  [['team.read'], 'bookings.read', (key) => key.get(`${ofBooking}/notes`)],
  [['notes.write'], 'clients.read', (key) => key.get(`${ofClient}/notes`)],
  [['bookings.write'], 'notes.write', (key) => key.post(`${ofBooking}/notes`, x)],
  [['clients.write'], 'notes.write', (key) => key.put(`${ofClient}/tags`, { tags: [] })],
  [['notes.write'], 'team.manage', (key) => key.delete(`${ofClient}/notes/${onClient.id}`)],
  [['bookings.read'], 'team.read', (key) => key.get(`${SEARCH}?q=ana`)],
  [['bookings.read'], 'team.read', (key) => key.get('/api/v1/readiness')],
  [['team.read'], 'team.manage', (key) => key.post('/api/v1/readiness/mail')],
  [['team.read'], 'team.manage', (key) => key.post('/api/v1/readiness/message')],
]

LACKING.forEach(([permissions, lacking, call], row) => {
  test(`${row + 1}. a key with ${permissions.join()} is refused for lack of ${lacking}`, async () => {
    const response = await call(await keyWith(sandbox, { permissions }))
    assertError(response, 403, 'Forbidden')
    assert.match(
      response.body.message,
      new RegExp(`needs the permission ${lacking.replace('.', '\\.')}, and this key`),
    )
  })
})

const ADDRESS = { street: 'Rua A', city: 'Recife', state: 'PE', postal_code: '50050-000' }
const long = (length: number) => 'x'.repeat(length)
const LONGEST: [field: string, most: number, change: (text: string) => object][] = [
  ['name', 100, (name) => ({ name })],
  ['legal_name', 200, (legal_name) => ({ legal_name })],
  ['email', 254, (text) => ({ email: `a@b.${text.slice(4)}` })],
  ['reply_to', 254, (text) => ({ reply_to: `a@b.${text.slice(4)}` })],
  ['website', 200, (text) => ({ website: `https://a.example/${text.slice(18)}` })],
  ['address.street', 120, (street) => ({ address: { ...ADDRESS, street } })],
  ['address.city', 80, (city) => ({ address: { ...ADDRESS, city } })],
  ['address.number', 20, (number) => ({ address: { ...ADDRESS, number } })],
  ['address.complement', 60, (complement) => ({ address: { ...ADDRESS, complement } })],
  ['address.district', 80, (district) => ({ address: { ...ADDRESS, district } })],
  ['invoice_texts.footer', 1_000, (footer) => ({ invoice_texts: { footer } })],
  [
    'invoice_texts.payment_instructions',
    1_000,
    (text) => ({ invoice_texts: { payment_instructions: text } }),
  ],
]

for (const [field, most, change] of LONGEST)
  test(`${field} has at most ${most} characters`, async () => {
    const { status, text } = await agency.live.patch(TEAM, change(long(most)))
    assert.equal(status, 200, text)
    assertError(await agency.live.patch(TEAM, change(long(most + 1))), 400, WRONG, field)
  })

test('lists of a profile are limited, and each entry is validated', async () => {
  const wrong: [search: object, field: string][] = [
    [{ suppliers: [] }, 'search.suppliers'],
    [{ suppliers: Array(21).fill('simulated') }, 'search.suppliers'],
    [{ suppliers: ['simulated', ''] }, 'search.suppliers.1'],
    [{ without_airlines: Array(101).fill('LA') }, 'search.without_airlines'],
    [{ without_airlines: ['LA', 'la'] }, 'search.without_airlines.1'],
    [{ without_airlines: ['LAT'] }, 'search.without_airlines.0'],
  ]
  for (const [search, field] of wrong)
    assertError(await agency.live.patch(TEAM, { search }), 400, WRONG, field)
  const most = { suppliers: Array(20).fill('simulated'), without_airlines: Array(100).fill('LA') }
  const { data } = (await agency.live.patch(TEAM, { search: most })).body
  assert.deepEqual([data.search.suppliers, data.search.without_airlines], [['simulated'], ['LA']])
})

test('notes are in pages, newest first; saving the same text is no change', async () => {
  const own = await newClient(sandbox)
  const path = `${CLIENTS}/${own.id}`
  const made = [await noted(path, 'um'), await noted(path, 'dois'), await noted(path, 'três')]
  const page = async (query: string) => (await sandbox.get(`${path}/notes?${query}`)).body
  const texts = ({ data }: { data: Note[] }) => data.map(({ text }) => text)
  const first = await page('limit=2')
  assert.deepEqual(
    [texts(first), pageNumbers(first.pagination)],
    [['três', 'dois'], { page: 1, limit: 2, total: 3, pages: 2 }],
  )
  assert.deepEqual(texts(await page('limit=2&page=2')), ['um'])
  assert.deepEqual(texts(await page('limit=2&page=9')), [])
  const change = (text: string) => sandbox.patch(`${path}/notes/${made[0]?.id}`, { text })
  assert.deepEqual((await change('um')).body.data, made[0])
  await agency.advance('PT1H')
  const changed: Note = (await change('Ação "1"\n— ok 😀')).body.data
  assert.deepEqual([changed.text, changed.created_at], ['Ação "1"\n— ok 😀', made[0]?.created_at])
  assert.ok(changed.updated_at > changed.created_at)
  assert.deepEqual(texts(await page('')), ['três', 'dois', changed.text], 'its place is by when it was made')
})

test('of simultaneous notes only one takes the last place', async () => {
  const own = await newClient(sandbox)
  const path = `${CLIENTS}/${own.id}`
  await noted(path)
  await app.asOwner(`
    insert into notes (id, team_id, mode, client_id, text, author_type, author_id, author_name, created_at, updated_at)
    select 'note_' || lpad(n::text, 26, '0'), team_id, mode, client_id, text, author_type, author_id, author_name,
      created_at, updated_at
    from notes, generate_series(1, 498) n where client_id = '${own.id}'`)
  const responses = await Promise.all(
    [1, 2, 3, 4].map((n) => sandbox.post(`${path}/notes`, { text: `${n}` })),
  )
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
  const refused = responses.find(({ status }) => status === 422) ?? assert.fail()
  assertError(refused, 422, 'Resource limit exceeded')
  assert.match(refused.body.message, /may have 500 notes about/)
  await noted(ofClient, 'others are counted by themselves')
})

test('of simultaneous deletions one succeeds; of simultaneous tag sets one is stored whole', async () => {
  const { id } = await noted(ofClient)
  const deletions = await Promise.all([1, 2, 3, 4].map(() => sandbox.delete(`${ofClient}/notes/${id}`)))
  assert.deepEqual(deletions.map(({ status }) => status).toSorted(), [200, 404, 404, 404])
  const sets = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd', 'e'],
    ['a', 'e'],
  ]
  const responses = await Promise.all(sets.map((tags) => sandbox.put(`${ofClient}/tags`, { tags })))
  assert.deepEqual(
    responses.map(({ body }) => body.data?.tags),
    sets,
  )
  const { tags } = await read(sandbox, ofClient)
  assert.ok(
    sets.some((set) => set.join() === tags.join()),
    tags.join(),
  )
})

describe('people of the agency', () => {
  const desk: Record<string, Client> = {}
  const as = (name: string) => desk[name] ?? assert.fail(name)
  let owner: { id: string; email: string }
  before(async () => {
    const roles = { agent: 'agent', colleague: 'agent', viewer: 'viewer' } as const
    for (const [name, role] of Object.entries(roles))
      desk[name] = await signedIn(app, await newPerson(app, { [agency.id]: role }, { name }), {
        mode: 'test',
      })
    owner = await newPerson(app, { [agency.id]: 'owner' }, { name: 'Dona', isOperator: true })
    desk.owner = await signedIn(app, owner, { mode: 'test' })
  })

  test('a note belongs to its writer: colleagues read it, owners change it, viewers write none', async () => {
    const { data: note } = (await as('agent').post(`${ofBooking}/notes`, { text: 'Ligar amanhã' })).body
    assert.deepEqual([note.author.type, note.author.name], ['person', 'agent'])
    const path = `${ofBooking}/notes/${note.id}`
    assert.ok((await read(as('viewer'), `${ofBooking}/notes`)).some(({ id }: Note) => id === note.id))
    for (const response of [await as('colleague').patch(path, x), await as('colleague').delete(path)])
      assert.match(
        response.body.message,
        /needs the permission team\.manage, and the role agent does not have it/,
      )
    for (const response of [
      await as('viewer').post(`${ofBooking}/notes`, x),
      await as('viewer').delete(path),
    ])
      assert.match(
        response.body.message,
        /needs the permission notes\.write, and the role viewer does not have it/,
      )
    assert.equal((await as('agent').patch(path, { text: 'Ligou' })).body.data.text, 'Ligou')
    const changed = (await as('owner').patch(path, { text: 'Resolvido' })).body.data
    assert.deepEqual([changed.text, changed.author], ['Resolvido', note.author])
    assert.equal((await as('owner').delete(path)).status, 200)
  })

  test('readiness shows an operator every check, others those of their agency', async () => {
    const namesFor = async (name: string) =>
      ((await read(as(name), '/api/v1/readiness')) satisfies Readiness).checks.map(
        (check: { name: string }) => check.name,
      )
    const channels = ['mail', 'whatsapp']
    const banks = ['wallet bank', 'carrier', 'invoice bank']
    const team = ['production', 'public address', 'https', ...channels, ...banks]
    assert.deepEqual(await namesFor('viewer'), team)
    const all = [...team, 'key copy', 'backups', 'clock', 'versions']
    assert.deepEqual((await namesFor('owner')).toSorted(), all.toSorted())
  })

  test('a test mail goes to the person who requests it', async () => {
    const { status, body } = await as('owner').post('/api/v1/readiness/mail')
    assert.equal(status, 201)
    assert.ok([body.data.to, body.data.meant_for].includes(owner.email), JSON.stringify(body.data))
    assertError(await as('agent').post('/api/v1/readiness/mail'), 403, 'Forbidden')
    await untilSettled(app, agency.id, 'test')
    const { text, html, status: state } = await read(sandbox, `${MAILS}/${body.data.id}`)
    assert.equal(state, 'stored')
    for (const shown of [text, html]) {
      assert.match(shown, /Os e-mails estão chegando/)
      assert.match(shown, /SPF, DKIM e DMARC/)
    }
  })
})

async function found(by: Client, q: string): Promise<string[]> {
  const results: { type: string; id: string }[] = await read(by, `${SEARCH}?q=${encodeURIComponent(q)}`)
  return results.map(({ type }) => type).toSorted()
}

test('search uses current data, and shows a seller no invoices', async () => {
  const { test: by } = await newAgency(app)
  const person = await newClient(by, { full_name: 'Otília Brandão', email: 'otilia@cliente.example' })
  await newInvoice(by, { client_id: person.id })
  await newQuote(by, { client_id: person.id })
  assert.deepEqual(await found(by, 'otilia'), ['client', 'invoice', 'quote'])
  assert.deepEqual(await found(await keyWith(by, { role: 'seller' }), 'otilia'), ['client'])
  assert.deepEqual(await found(await keyWith(by, { role: 'bookkeeper' }), 'otilia'), [
    'client',
    'invoice',
    'quote',
  ])
  await by.patch(`${CLIENTS}/${person.id}`, { full_name: 'Odete Brandão', email: 'odete@cliente.example' })
  assert.deepEqual(await found(by, 'otilia'), [])
  assert.deepEqual(await found(by, 'odete@cliente.example'), ['client', 'invoice', 'quote'])
})

test('an erased client is no longer found by search, mails, notes and tags', async () => {
  const own: Agency = await newAgency(app)
  const by = own.test
  const email = 'zulmira@cliente.example'
  const person = await newClient(by, { full_name: 'Zulmira Teixeira', email, cpf: '529.982.247-25' })
  const path = `${CLIENTS}/${person.id}`
  const draft = await newInvoice(by, { client_id: person.id, status: 'sent' })
  await by.post(`${path}/notes`, { text: 'alérgica a amendoim' })
  await by.put(`${path}/tags`, { tags: ['vip'] })
  await untilSettled(app, own.id, 'test')
  const mails = async (query: string) => (await by.get(`${MAILS}?${query}`)).body.pagination.total
  assert.ok((await mails(`client_id=${person.id}`)) > 0 && (await mails(`to=${email}`)) > 0)
  const { status, text } = await by.delete(`${path}?erase=true`)
  assert.equal(status, 200, text)
  await untilSettled(app, own.id, 'test')
  for (const q of ['zulmira', email, '529.982.247-25']) assert.deepEqual(await found(by, q), [], q)
  assert.deepEqual([await mails(`client_id=${person.id}`), await mails(`to=${email}`)], [0, 0])
  assert.deepEqual(await read(by, `${path}/notes`), [])
  assert.deepEqual(await read(by, `${CLIENTS}?tag=vip`), [])
  assert.equal((await by.get(`${INVOICES}/${draft.id}`)).status, 200, 'tax law keeps what was issued')
  const [{ counts }] = await read(by, '/api/v1/erasures')
  assert.equal(counts.notes, 1)
})

test('of two simultaneous logos one is shown, and both can be opened', async () => {
  const { live } = await newAgency(app)
  const pictures = [samplePng(40, 20, [200, 0, 0]), samplePng(20, 40, [0, 0, 200])]
  const responses = await Promise.all(pictures.map((file) => live.raw('PUT', LOGO, file, PNG)))
  const urls: string[] = responses.map(({ body }) => body.data.logo.url)
  assert.equal(new Set(urls).size, 2)
  const shown = await read(live, LOGO)
  assert.ok(urls.includes(shown.url))
  for (const url of urls) assert.equal((await app.anybody.get(new URL(url).pathname)).status, 200)
  const log = await read(live, '/api/v1/audit?topic=settings')
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['team.setLogo', 'team.setLogo'],
  )
})
