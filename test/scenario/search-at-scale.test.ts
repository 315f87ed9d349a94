// Searching for clients who have nothing, or little, in a team that has much: no search walks through all there is.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { PERMISSIONS } from '../../contract/permissions.ts'
import { readBookings } from '../../server/features/bookings/read-bookings.ts'
import { searchEverything } from '../../server/features/search/search.ts'
import { newAgency } from '../support/agency.ts'
import { booked, instantBody, passengersOf, zzOffer } from '../support/bookings.ts'
import { newInvoice, newQuote, newRecurring } from '../support/invoicing.ts'
import { countingRows } from '../support/rows-seen.ts'
import { startApp } from '../support/start-app.ts'

const ROWS = 2_500
/** Clients of that name, without any sale. */
const NAMESAKES = 20
/** More than PostgreSQL keeps figures of. */
const BUYERS = 250
const TABLES = ['bookings', 'invoices', 'quotes', 'recurring_invoices']
const PAGE = { page: 1, limit: 20, offset: 0 }

const app = await startApp()
const { pool } = app.service.world
const agency = await newAgency(app)
const owner = { teamId: agency.id, mode: 'test' } as const

before(async () => {
  const offer = await zzOffer(agency.test)
  const passengers = passengersOf(offer, { given_name: 'Antônia', family_name: 'Quaresma' })
  const { client } = await booked(agency.test, instantBody(offer, { passengers }))
  for (const make of [newInvoice, newQuote, newRecurring]) await make(agency.test, { client_id: client.id })
  const copies = TABLES.map(
    (table) => `insert into ${table} select copy.* from ${table} one, generate_series(1, ${ROWS}) n,
      jsonb_populate_record(one, jsonb_build_object('search_text', 'ab' || n, 'link_token', 'token' || n,
        'id', ${table === 'bookings' ? `'ord_' || n` : 'gen_random_uuid()'},
        'client_id', md5('client' || (${NAMESAKES} + 1 + n % ${BUYERS})))) copy
      where one.team_id = '${owner.teamId}';
      analyze ${table};`,
  )
  await app.asOwner(`set session_replication_role = replica;
    insert into clients select copy.* from clients one, generate_series(1, ${ROWS}) n,
      jsonb_populate_record(one, jsonb_build_object('id', md5('client' || n),
        'search_text', case when n <= ${NAMESAKES} then 'bento ' || n else 'outra ' || n end)) copy
      where one.team_id = '${owner.teamId}';
    analyze clients; ${copies.join('\n')} reset session_replication_role`)
})

for (const table of TABLES)
  test(`search over everything reads few rows of ${table}`, async () => {
    const { counting, seen } = countingRows(pool, [table])
    const caller = { owner, permissions: new Set(PERMISSIONS) }
    const found = await searchEverything(
      counting,
      caller,
      { q: 'bento' },
      Temporal.PlainDate.from('2026-11-15'),
    )
    assert.deepEqual(new Set(found.map(({ type }) => type)), new Set(['client']))
    // Texts of their own are looked for among the newest first.
    const most = ['bookings', 'recurring_invoices'].includes(table) ? 2_000 : 0
    assert.ok(seen() <= most, `${seen()} rows`)
  })

test('a search reads only bookings with the text', async () => {
  const { counting, seen } = countingRows(pool, TABLES)
  const { items, total } = await readBookings(counting, owner, { search: 'quaresma' }, PAGE)
  assert.deepEqual([items.map(({ client }) => client.full_name), total], [['Antônia Quaresma'], 1])
  assert.ok(seen() <= 10, `${seen()} rows`)
})
