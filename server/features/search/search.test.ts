// Search without a database: permissions, order, and how each result is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import { MATCHES, type SearchResult } from '../../../contract/search.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { foldText } from '../../kernel/values/text.ts'
import { searchTextOf } from '../bookings/store.ts'
import { keysOf } from '../clients/store.ts'
import { searchEverything } from './search.ts'

const OWNER = { teamId: 'team_x', mode: 'test' } as const
const ALL: ReadonlySet<Permission> = new Set(PERMISSIONS)
const TODAY = Temporal.PlainDate.from('2026-11-15')
const DAY_MS = 86_400_000
const clock = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
/** So many days before today. */
const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
const ID = 'ord_01k0000000000000000000000a'
const UUID = '0197a000-0000-7000-8000-000000000001'

const client = (fields: object = {}) => {
  const known = {
    full_name: 'Ana Souza',
    email: 'Ana@example.com',
    company_name: null,
    cpf: null,
    cnpj: null,
    born_on: null,
    merged_into_id: null,
    ...fields,
  }
  return { id: UUID, created_at: before(9), is_active: true, ...known, ...keysOf(known) }
}
const booking = (fields: object = {}) => ({
  id: ID,
  created_at: before(8),
  booking_reference: 'K7QX2M',
  status: 'ticketed',
  client_cents: 51_398n,
  origin: 'GRU',
  destination: 'SDU',
  departure_date: '2026-12-20',
  search_text: searchTextOf(
    'K7QX2M',
    [{ given_name: 'José', family_name: 'Lima' }],
    [{ unique_identifier: '957-1234567890' }],
  ),
  client_name: 'Ana Souza',
  ...fields,
})
const document = { id: UUID, status: 'draft', total_cents: 123_456n, client_name: 'Ana Souza' }
const invoice = (fields: object = {}) => ({
  ...document,
  created_at: before(7),
  payment_status: 'pending',
  number_year: 2026,
  number_sequence: 7,
  due_date: '2026-11-20',
  ...fields,
})
const quote = { ...document, created_at: before(6), issue_date: '2026-11-10' }
const recurring = {
  ...document,
  created_at: before(5),
  name: 'Manutenção',
  search_name: foldText('Manutenção'),
}

const trip = {
  id: 'trip_01k0000000000000000000000a',
  title: 'Lisboa',
  number_year: 2026,
  number_sequence: 12,
  starts_on: '2026-12-20',
  ends_on: '2026-12-27',
  cancelled: false,
  client_name: 'José Souza',
  search_text: '2026-000012\nlisboa\nana souza\norinter\nxk4t7b',
  created_at: new Date('2026-11-01T12:00:00.000Z'),
}
const TABLES = ['bookings', 'clients', 'invoices', 'quotes', 'recurring_invoices', 'trips'] as const
type Rows = Partial<Record<(typeof TABLES)[number], object[]>>
const EVERYTHING: Rows = {
  bookings: [booking()],
  clients: [client()],
  invoices: [invoice()],
  quotes: [quote],
  recurring_invoices: [recurring],
  trips: [trip],
}

/** Whatever is asked of a table, it has these rows; what was asked is kept. */
function database(rows: Rows) {
  const asked: { table: string; text: string; values: unknown[] }[] = []
  const db = {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const table = TABLES.find((name) => text.includes(`from ${name} found`)) ?? assert.fail(text)
      asked.push({ table, text, values })
      const found = rows[table] ?? []
      return { rows: found, rowCount: found.length }
    },
  }
  return { db, asked }
}

function search(q: string, rows: Rows, permissions = ALL, limit?: number): Promise<SearchResult[]> {
  const query = limit === undefined ? { q } : { q, limit }
  return searchEverything(database(rows).db, { owner: OWNER, permissions }, query, TODAY)
}
const typesOf = (results: readonly SearchResult[]) => results.map(({ type }) => type).toSorted()

const SHOWN_BY: [permission: Permission, type: string][] = [
  ['bookings.read', 'booking'],
  ['clients.read', 'client'],
  ['invoices.read', 'invoice'],
  ['quotes.read', 'quote'],
  ['recurringInvoices.read', 'recurring_invoice'],
  ['trips.read', 'trip'],
]

for (const [permission, type] of SHOWN_BY) {
  test(`${permission} alone finds ${type}s alone`, async () => {
    assert.deepEqual(typesOf(await search('souza', EVERYTHING, new Set([permission]))), [type])
  })
  test(`without ${permission} no ${type} is found or queried`, async () => {
    const { db, asked } = database(EVERYTHING)
    const permissions = new Set([...PERMISSIONS].filter((one) => one !== permission))
    const found = await searchEverything(db, { owner: OWNER, permissions }, { q: 'souza' }, TODAY)
    const others = SHOWN_BY.map(([, other]) => other).filter((other) => other !== type)
    assert.deepEqual(typesOf(found), others.toSorted())
    // Names of clients lead to their bookings and invoices; they are searched, but not returned.
    if (type !== 'client') assert.ok(!asked.some(({ table }) => table === `${type}s`))
  })
}

test('a caller without read permissions finds nothing', async () => {
  const others = new Set(PERMISSIONS.filter((one) => !SHOWN_BY.some(([permission]) => permission === one)))
  assert.deepEqual(await search('souza', EVERYTHING, others), [])
})

test("every query is limited to the caller's rows, and the search text is never part of the SQL", async () => {
  const { db, asked } = database(EVERYTHING)
  const typed = "x'; drop table clients; --"
  await searchEverything(db, { owner: OWNER, permissions: ALL }, { q: typed }, TODAY)
  assert.ok(asked.length >= 5)
  for (const { text, values } of asked) {
    assert.match(text, /found\.team_id = \$1 and found\.mode = \$2/)
    assert.deepEqual(values.slice(0, 2), ['team_x', 'test'])
    assert.ok(!text.includes('drop'))
  }
})

const usual = { amount: '1234.56', currency: 'BRL', status: 'draft' } as const
const FOUND: [q: string, rows: Rows, expected: Partial<SearchResult>][] = [
  [
    'K7QX2M',
    { bookings: [booking()] },
    { title: 'K7QX2M', matched: 'locator', exact: true, status: 'ticketed', amount: '513.98' },
  ],
  ['k7qx', { bookings: [booking()] }, { matched: 'locator', exact: false }],
  [ID, { bookings: [booking()] }, { matched: 'id', exact: true, id: ID }],
  [ID.toUpperCase(), { bookings: [booking()] }, { matched: 'id', exact: true }],
  ['jose lima', { bookings: [booking()] }, { matched: 'traveller', exact: true }],
  ['José L', { bookings: [booking()] }, { matched: 'traveller', exact: false }],
  ['957 1234567890', { bookings: [booking()] }, { matched: 'ticket', exact: true }],
  ['1234567', { bookings: [booking()] }, { matched: 'ticket', exact: false }],
  ['513,98', { bookings: [booking()] }, { matched: 'amount', exact: true }],
  ['souza', { bookings: [booking()] }, { matched: 'client', subtitle: 'Ana Souza · GRU–SDU · 2026-12-20' }],
  ['souza', { bookings: [booking({ booking_reference: '' })] }, { title: ID }],
  [
    'ana souza',
    { clients: [client()] },
    {
      title: 'Ana Souza',
      subtitle: 'Ana@example.com',
      matched: 'name',
      exact: true,
      status: 'active',
      amount: null,
    },
  ],
  [
    'ana',
    { clients: [client({ is_active: false })] },
    { matched: 'email', exact: false, status: 'inactive' },
  ],
  ['ana@EXAMPLE.com', { clients: [client()] }, { matched: 'email', exact: true }],
  ['529.982.247-25', { clients: [client({ cpf: '529.982.247-25' })] }, { matched: 'tax_id', exact: true }],
  ['34501', { clients: [client({ cnpj: '12ABC34501DE35' })] }, { matched: 'tax_id', exact: false }],
  ['cafe', { clients: [client({ company_name: 'Café' })] }, { matched: 'name', exact: true }],
  [`cli_${UUID.replaceAll('-', '')}`, { clients: [client()] }, { matched: 'id', exact: true, id: UUID }],
  [
    '2026-0007',
    { invoices: [invoice()] },
    { ...usual, title: '2026-000007', matched: 'number', exact: true, subtitle: 'Ana Souza · 2026-11-20' },
  ],
  ['#7', { invoices: [invoice()] }, { matched: 'number', exact: true }],
  [
    'souza',
    { invoices: [invoice({ status: 'sent' })] },
    { status: 'pending', matched: 'client', exact: false },
  ],
  ['souza', { invoices: [invoice({ status: 'cancelled' })] }, { status: 'cancelled' }],
  ['souza', { invoices: [invoice({ number_year: null, number_sequence: null })] }, { title: UUID }],
  ['2025-0007', { invoices: [invoice()] }, { matched: 'client', exact: false }],
  [
    '1.234,56',
    { quotes: [quote] },
    { ...usual, title: UUID, matched: 'amount', exact: true, subtitle: 'Ana Souza · 2026-11-10' },
  ],
  [UUID.toUpperCase(), { quotes: [quote] }, { matched: 'id', exact: true }],
  [
    'MANUTENÇÃO',
    { recurring_invoices: [recurring] },
    { ...usual, title: 'Manutenção', matched: 'name', exact: true, subtitle: 'Ana Souza' },
  ],
  ['souza', { recurring_invoices: [recurring] }, { matched: 'client', exact: false }],
  ['ana souza', { trips: [trip] }, { matched: 'traveller', exact: true }],
  ['xk4t7b', { trips: [trip] }, { matched: 'locator', exact: true }],
  ['2026-0012', { trips: [trip] }, { matched: 'number', exact: true }],
]

FOUND.forEach(([q, rows, expected], row) => {
  test(`${row + 1}. "${q}" is found`, async () => {
    const [table = ''] = Object.keys(rows)
    const results = await search(q, { clients: [client()], ...rows })
    const [result, ...more] = results.filter(({ type }) => `${type}s` === table)
    assert.ok(result !== undefined && more.length === 0, `${results.length} ${table}`)
    assert.deepEqual({ ...result, ...expected }, result)
    assert.match(result.created_at, /^2026-11-\d\dT12:00:00.000Z$/)
  })
})

test('exact matches come first, then the better field, then the newer', async () => {
  const rows: Rows = {
    clients: [client({ full_name: 'Lima' }), { ...client({ full_name: 'Limara' }), id: 'b' }],
    bookings: [booking({ id: 'new', created_at: before(1) }), booking({ id: 'old', created_at: before(2) })],
    quotes: [quote],
  }
  const order = (await search('lima', rows)).map(({ id, matched, exact }) => `${id} ${matched} ${exact}`)
  assert.deepEqual(order, [
    `${UUID} name true`,
    'b name false',
    'new traveller false',
    'old traveller false',
    `${UUID} client false`,
  ])
})

test('of each type at most limit, five by default', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...client({ full_name: `Lia ${at}` }),
    id: `c${at}`,
  }))
  const quotes = many.map(({ id }) => ({ ...quote, id }))
  const counts = async (limit?: number) =>
    typesOf(await search('lia', { clients: many, quotes }, ALL, limit)).join(' ')
  const times = (count: number) => [...Array(count).fill('client'), ...Array(count).fill('quote')].join(' ')
  for (const limit of [1, 3, 20]) assert.equal(await counts(limit), times(limit))
  assert.equal(await counts(), times(5))
})

test('a number without year is searched in the next year and the ten before it', async () => {
  const yearsOf = async (q: string) => {
    const { db, asked } = database({})
    await searchEverything(db, { owner: OWNER, permissions: ALL }, { q }, TODAY)
    return asked.find(({ text }) => text.includes('number_year = any'))?.values.slice(3)
  }
  const years = Array.from({ length: 11 }, (_, back) => 2027 - back)
  assert.deepEqual(await yearsOf('0012'), [years, 12])
  assert.deepEqual(await yearsOf('2019/12'), [[2019], 12])
  assert.equal(await yearsOf('doze'), undefined)
})

test('a query of punctuation finds no bookings without a locator', async () => {
  for (const q of ['???', '-', '%', '. . .']) {
    const { db, asked } = database(EVERYTHING)
    await searchEverything(db, { owner: OWNER, permissions: ALL }, { q }, TODAY)
    assert.ok(!asked.some(({ values }) => values.slice(3).includes('')), q)
  }
})

test('results of any query are ranked and unique', async () => {
  const typed = fc.oneof(
    anyCharacters({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('7', 'ana', '1234,56', UUID),
  )
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      const results = await search(q, EVERYTHING)
      assert.equal(new Set(results.map(({ type, id }) => `${type} ${id}`)).size, results.length)
      const ranks = results.map(
        ({ exact, matched }) => (exact ? 0 : MATCHES.length) + MATCHES.indexOf(matched),
      )
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      )
    }),
    { numRuns: 200 },
  )
})
