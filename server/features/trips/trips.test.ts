// /api/v1/trips: every row of the contract's tables and every decision about trips.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from '../../../contract/clients.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { eventsOf, newClient, read } from '../../../test/support/invoicing.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { LODGING, newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app
const NO_MONEY = {
  price: 0,
  cost: 0,
  earnings: 0,
  collected_by_supplier: 0,
  invoiced: 0,
  paid: 0,
  due: 0,
  open: 0,
}
const detail = (id: string) => read(live, `${TRIPS}/${id}`)
/** A client as documents show it: without its file. */
const ofDocument = (client: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(Client.properties).map((name) => [name, client[name]]))
const patch = (id: string, body: object) => live.patch(`${TRIPS}/${id}`, body)

test('POST creates a trip: 201 and all fields', async () => {
  const client = ofDocument(await newClient(live))
  const trip = await newTrip(live, {
    client_id: client.id,
    title: ' Férias em Lisboa ',
    travellers: [{ full_name: ' Ana Souza ', born_on: '1990-05-17' }, { full_name: 'Bruno Souza' }],
    metadata: { crm_id: '1' },
    external_reference: 'erp-1',
  })
  const { id, number, created_at, updated_at, travellers, ...rest } = trip
  assert.deepEqual(rest, {
    title: 'Férias em Lisboa',
    client_id: client.id,
    client,
    seller: null,
    status: 'planned',
    starts_on: null,
    ends_on: null,
    currency: 'BRL',
    money: NO_MONEY,
    page_url: null,
    metadata: { crm_id: '1' },
    external_reference: 'erp-1',
    tags: [],
    quote_ids: [],
    items: [],
    acceptances: [],
  })
  assert.match(id, /^trip_/)
  assert.match(number, /^2026-\d{6}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(
    travellers.map(({ id: pax, ...one }: { id: string }) => ({ ...one, isId: pax.startsWith('pax_') })),
    [
      { full_name: 'Ana Souza', born_on: '1990-05-17', client_id: null, companion_id: null, isId: true },
      { full_name: 'Bruno Souza', born_on: null, client_id: null, companion_id: null, isId: true },
    ],
  )
  assert.deepEqual(await detail(id), trip)
  assert.deepEqual(await eventsOf(live, id), ['trip.created'])
})

test('numbers are consecutive in each mode', async () => {
  const agency = await newAgency(app)
  const numbers = [(await newTrip(agency.live)).number, (await newTrip(agency.live)).number]
  assert.deepEqual(numbers, ['2026-000001', '2026-000002'])
  assert.equal((await newTrip(agency.test)).number, '2026-000001')
})

test('a trip without a title is named after its client, and then after its places', async () => {
  const { id, title } = await newTrip(live, { title: null })
  assert.equal(title, 'Ana Souza')
  const titleNow = async () => (await read(live, `${TRIPS}/${id}`)).title
  await newTripItem(live, id, { place: 'Lisboa' })
  await patch(id, await read(live, `${TRIPS}/${id}`))
  const porto = await newTripItem(live, id, { place: 'Porto' })
  assert.equal(await titleNow(), 'Lisboa, Porto', 'sent back, a title is not set')
  const found = await read(live, `${TRIPS}?search=lisboa, porto`)
  assert.ok(found.some((trip: { id: string }) => trip.id === id))
  await live.patch(`${TRIPS}/${id}/items/${porto.id}`, { place: 'Sintra' })
  assert.equal(await titleNow(), 'Lisboa, Sintra')
  const copy = (await live.post(`${TRIPS}/${id}/duplicate`)).body.data
  await newTripItem(live, copy.id, { place: 'Faro' })
  assert.equal((await read(live, `${TRIPS}/${copy.id}`)).title, 'Lisboa, Sintra, Faro')
  await patch(id, { title: 'Férias' })
  await newTripItem(live, id, { place: 'Faro' })
  assert.equal(await titleNow(), 'Férias', 'one set by a user stays')
  assert.equal((await patch(id, { title: null })).body.data.title, 'Lisboa, Sintra, Faro')
})

test('POST refuses an unknown client, booking or seller, and invalid days', async () => {
  assertError(await live.post(TRIPS, { client_id: crypto.randomUUID() }), 404, 'Client not found')
  const { id: client_id } = await newClient(live)
  const refused = async (fields: object, status: number, error: string, field?: string) =>
    assertError(await live.post(TRIPS, { client_id, ...fields }), status, error, field)
  await refused({ booking_ids: ['ord_x'] }, 404, 'Booking not found')
  const invalid = 'Invalid request parameters'
  await refused({ seller_id: 'usr_x' }, 400, invalid, 'seller_id')
  const born = { travellers: [{ full_name: 'Ana', born_on: '2026-02-30' }] }
  await refused(born, 400, invalid, 'travellers.0.born_on')
  const unborn = { travellers: [{ full_name: 'Ana', born_on: '2026-11-17' }] }
  await refused(unborn, 400, invalid, 'travellers.0.born_on')
})

test('PATCH changes the fields sent; the same values change nothing', async () => {
  const trip = await newTrip(live, { travellers: [{ full_name: 'Ana' }], metadata: { a: '1' } })
  wall.advance(1_000)
  const other = await newClient(live, { full_name: 'Outra' })
  const change = { title: 'Outra', client_id: other.id, metadata: { b: '2' } }
  const { body } = await patch(trip.id, change)
  const client = ofDocument(other)
  assert.notEqual(body.data.updated_at, trip.updated_at)
  assert.deepEqual(
    { ...body.data, updated_at: trip.updated_at },
    { ...trip, title: 'Outra', client_id: other.id, client, metadata: { a: '1', b: '2' } },
  )
  wall.advance(1_000)
  assert.deepEqual((await patch(trip.id, body.data)).body.data, body.data)
  assert.deepEqual(await eventsOf(live, trip.id), ['trip.created', 'trip.updated'])
})

test('a trip sent to POST as it was read is copied: its travellers get new ids', async () => {
  const trip = await newTrip(live, { travellers: [{ full_name: 'Ana' }, { full_name: 'Bruno' }] })
  const copy = await newTrip(live, trip)
  assert.deepEqual(
    copy.travellers.map(({ full_name }: Data) => full_name),
    ['Ana', 'Bruno'],
  )
  const ids = [trip, copy].flatMap(({ travellers }) => travellers.map(({ id }: Data) => id))
  assert.equal(new Set(ids).size, 4)
})

test('travellers keep their ids; a traveller of an item cannot be removed', async () => {
  const trip = await newTrip(live, { travellers: [{ full_name: 'Ana' }, { full_name: 'Bruno' }] })
  const [ana, bruno] = trip.travellers
  await newTripItem(live, trip.id, { traveller_ids: [ana.id] })
  assertError(await patch(trip.id, { travellers: [bruno] }), 400, 'Invalid request parameters', 'travellers')
  const unknown = { travellers: [{ full_name: 'Ana', id: 'pax_x' }] }
  assertError(await patch(trip.id, unknown), 400, 'Invalid request parameters', 'travellers.0.id')
  const { body } = await patch(trip.id, { travellers: [{ ...ana, full_name: 'Ana Lima' }] })
  assert.deepEqual(body.data.travellers, [{ ...ana, full_name: 'Ana Lima' }])
})

test('the client of a trip is fixed while something is invoiced', async () => {
  const trip = await newTrip(live)
  const item = await newTripItem(live, trip.id)
  await claim(item.id, trip.client_id, 100_00)
  const other = await newClient(live)
  assertError(await patch(trip.id, { client_id: other.id }), 409, 'Trip in use')
  assertError(await live.delete(`${TRIPS}/${trip.id}`), 409, 'Trip in use')
})

test('DELETE removes a trip with its items, notes and tags', async () => {
  const trip = await newTrip(live)
  await newTripItem(live, trip.id)
  await live.post(`${TRIPS}/${trip.id}/notes`, { text: 'Prefere janela.' })
  await live.put(`${TRIPS}/${trip.id}/tags`, { tags: ['vip'] })
  const { status, body } = await live.delete(`${TRIPS}/${trip.id}`)
  assert.deepEqual([status, body.data], [200, { id: trip.id, deleted: true }])
  assertError(await live.get(`${TRIPS}/${trip.id}`), 404, 'Trip not found')
  assertError(await live.delete(`${TRIPS}/${trip.id}`), 404, 'Trip not found')
  assert.equal((await eventsOf(live, trip.id)).at(-1), 'trip.deleted')
})

test("the status follows the days of its items in the team's time zone", async () => {
  const agency = await newAgency(app)
  const { id } = await newTrip(agency.test)
  await newTripItem(agency.test, id, { starts_at: '2026-12-20', ends_at: '2026-12-21' })
  const status = async () => (await read(agency.test, `${TRIPS}/${id}`)).status
  const listed = async (wanted: string) =>
    (await read(agency.test, `${TRIPS}?status=${wanted}`)).map((trip: { id: string }) => trip.id)
  const assertStatus = async (expected: string) => {
    assert.equal(await status(), expected)
    for (const wanted of ['planned', 'travelling', 'finished', 'cancelled']) {
      const { body } = await agency.test.get(`${TRIPS}?status=${wanted}`)
      assert.deepEqual(await listed(wanted), wanted === expected ? [id] : [], wanted)
      assert.equal(body.pagination.total, wanted === expected ? 1 : 0, `total of ${wanted}`)
    }
  }
  await assertStatus('planned')
  // 15 November, 15:00 UTC, to 20 December, 02:59 UTC: still the 19th in São Paulo.
  await agency.advance('P34DT11H59M')
  await assertStatus('planned')
  await agency.advance('PT1M')
  await assertStatus('travelling')
  await agency.advance('PT47H59M')
  await assertStatus('travelling')
  await agency.advance('PT1M')
  await assertStatus('finished')
  const [item] = (await read(agency.test, `${TRIPS}/${id}`)).items
  await agency.test.patch(`${TRIPS}/${id}/items/${item.id}`, { status: 'cancelled' })
  await assertStatus('cancelled')
  await newTripItem(agency.test, id, { starts_at: null, ends_at: null })
  await assertStatus('planned')
})

test('the list filters by client, seller, text, days, open money, tag and reference', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.live, { full_name: 'Zélia Prado' })
  const lisbon = await newTrip(agency.live, {
    client_id: client.id,
    title: 'Lisboa',
    travellers: [{ full_name: 'Íris Prado' }],
    external_reference: 'erp-9',
    metadata: { crm: '9' },
  })
  const other = await newTrip(agency.live, { title: 'Recife' })
  await newTripItem(agency.live, lisbon.id, {
    supplier_name: 'Orínter',
    confirmation_number: 'XK4T7B',
    starts_at: '2026-12-20',
  })
  await newTripItem(agency.live, other.id, {
    supplier_name: 'Localiza',
    starts_at: '2027-01-10',
    ends_at: null,
    collected_by: 'supplier',
  })
  await agency.live.put(`${TRIPS}/${lisbon.id}/tags`, { tags: ['lua de mel'] })
  const assertFound = async (query: string, ...expected: { id: string }[]) => {
    const { body, text } = await agency.live.get(`${TRIPS}?${query}`)
    const ids = body.data?.map(({ id }: { id: string }) => id)
    assert.deepEqual(
      ids,
      expected.map(({ id }) => id),
      `${query}: ${text.slice(0, 300)}`,
    )
    assert.equal(body.pagination.total, expected.length, query)
  }
  await assertFound('', other, lisbon)
  await assertFound(`client_id=${client.id}`, lisbon)
  await assertFound('client_id=no-client')
  await assertFound('seller_id=usr_x')
  for (const text of ['lisboa', 'zelia', 'iris', 'orinter', 'xk4t7b', lisbon.number])
    await assertFound(`search=${text}`, lisbon)
  await assertFound('starts_after=2026-12-20&starts_before=2026-12-31', lisbon)
  await assertFound('starts_after=2026-12-21', other)
  await assertFound('has_open=true', lisbon)
  await assertFound('has_open=false', other)
  await assertFound('has_open=true&status=finished')
  await assertFound('has_open=true&status=planned', lisbon)
  await assertFound('has_open=false&status=planned', other)
  await assertFound('has_open=false&status=travelling')
  await assertFound('tag=Lua%20de%20mel', lisbon)
  await assertFound('external_reference=erp-9', lisbon)
  await assertFound('metadata[crm]=9', lisbon)
  await assertFound('status=planned', other, lisbon)
})

test('a trip is visible only to its team and mode', async () => {
  const { id } = await newTrip(live)
  const item = await newTripItem(live, id)
  const agency = await newAgency(app)
  for (const stranger of [app.test, agency.live]) {
    assertError(await stranger.get(`${TRIPS}/${id}`), 404, 'Trip not found')
    assertError(await stranger.patch(`${TRIPS}/${id}`, { title: 'x' }), 404, 'Trip not found')
    assertError(await stranger.delete(`${TRIPS}/${id}`), 404, 'Trip not found')
    assertError(await stranger.post(`${TRIPS}/${id}/items`, LODGING), 404, 'Trip not found')
    assertError(await stranger.get(`${TRIPS}/${id}/items/${item.id}`), 404, 'Trip not found')
    assertError(await stranger.post(`${TRIPS}/${id}/duplicate`), 404, 'Trip not found')
    const own = await newTrip(stranger)
    assertError(
      await stranger.post(`${TRIPS}/${own.id}/merge`, { trip_id: id }),
      404,
      'Trip not found',
      'trip_id',
    )
    assertError(await stranger.get(`${TRIPS}/${own.id}/items/${item.id}`), 404, 'Trip item not found')
  }
})

test('a person sells what they create; trips.assign allows others', async () => {
  const agency = await newAgency(app)
  const [seller, agent] = [
    await newPerson(app, { [agency.id]: 'agent' }),
    await newPerson(app, { [agency.id]: 'agent' }),
  ]
  const person = await signedIn(app, agent, { mode: 'live', team: agency.id })
  const { id: client_id } = await newClient(agency.live)
  const trip = await newTrip(person, { client_id })
  assert.equal(trip.seller.id, agent.id)
  assert.equal(
    (await newTrip(person, { client_id, seller_id: null })).seller.id,
    agent.id,
    'null is left out',
  )
  assertError(await person.patch(`${TRIPS}/${trip.id}`, { seller_id: seller.id }), 403, 'Forbidden')
  assertError(await person.post(TRIPS, { client_id, seller_id: seller.id }), 403, 'Forbidden')
  const { body } = await agency.live.patch(`${TRIPS}/${trip.id}`, { seller_id: seller.id })
  assert.equal(body.data.seller.id, seller.id)
  const ofSeller = await read(agency.live, `${TRIPS}?seller_id=${seller.id}`)
  assert.deepEqual(
    ofSeller.map(({ id }: { id: string }) => id),
    [trip.id],
  )
})

test('costs and earnings require costs.read, and are in no event', async () => {
  const agency = await newAgency(app)
  const { id } = await newTrip(agency.live)
  const item = await newTripItem(agency.live, id, { cost_amount: 700 })
  assert.deepEqual([item.cost_amount, item.money.cost, item.money.earnings], [700, 700, 300])
  const developer = await signedIn(app, await newPerson(app, { [agency.id]: 'developer' }), {
    mode: 'live',
    team: agency.id,
  })
  const seen = await read(developer, `${TRIPS}/${id}`)
  for (const { money } of [seen, seen.items[0]])
    assert.deepEqual([money.price, money.cost, money.earnings], [1000, null, null])
  assert.equal(seen.items[0].cost_amount, null)
  const [listed] = await read(developer, TRIPS)
  assert.equal(listed.money.cost, null)
  const address = `${TRIPS}/${id}/items/${item.id}`
  assertError(await developer.patch(address, { cost_amount: 1 }), 403, 'Forbidden')
  assertError(await developer.post(`${TRIPS}/${id}/items`, { ...LODGING, cost_amount: 1 }), 403, 'Forbidden')
  const sentBack = await developer.patch(address, seen.items[0])
  assert.equal(sentBack.status, 200, sentBack.text)
  assert.equal((await read(agency.live, address)).cost_amount, 700, 'null of such a reader changes nothing')
  const events = await read(agency.live, '/api/v1/events')
  const ofTrip = events.filter(({ type }: { type: string }) => type.startsWith('trip.'))
  assert.ok(ofTrip.length > 0)
  assert.doesNotMatch(JSON.stringify(ofTrip), /cost|earnings/)
})

test('the audit log has trip and item, and the price before and after, without costs and texts', async () => {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.live, { title: 'Segredo' })
  const item = await newTripItem(agency.live, trip.id, { cost_amount: 712.34, place: 'Porto' })
  const copy = (await agency.live.post(`${TRIPS}/${trip.id}/duplicate`)).body.data
  const address = `${TRIPS}/${trip.id}/items/${item.id}`
  await agency.live.patch(address, { price_amount: 900.5, cost_amount: 654.32 })
  await agency.live.patch(address, { status: 'cancelled', kept_price_amount: 100 })
  await agency.live.delete(address)
  const entries = await read(agency.live, `/api/v1/audit?object_id=${trip.id}`)
  const ofItems = entries.filter(({ action }: Data) => action.startsWith('tripItems.'))
  const recorded = ofItems
    .toReversed()
    .map(({ action, changes }: Data) => [
      action,
      changes.flatMap(({ object_id, before, after }: Data) =>
        object_id === item.id && after?.changed_fields === undefined ? [[before, after]] : [],
      ),
    ])
  assert.deepEqual(recorded, [
    ['tripItems.create', [[null, { kind: 'lodging', status: 'quoted', amount: '1000.00' }]]],
    ['tripItems.update', [[{ amount: '1000.00' }, { amount: '900.50' }]]],
    [
      'tripItems.update',
      [
        [
          { status: 'quoted', amount: '900.50' },
          { status: 'cancelled', amount: '100.00' },
        ],
      ],
    ],
    ['tripItems.delete', [[{ kind: 'lodging', status: 'cancelled', amount: '100.00' }, null]]],
  ])
  const ofCopy = await read(agency.live, `/api/v1/audit?object_id=${copy.id}`)
  const copied = ofCopy.flatMap(({ changes }: Data) => changes.map(({ after }: Data) => after?.amount ?? []))
  assert.deepEqual(copied.flat(), ['1000.00'])
  assert.doesNotMatch(JSON.stringify([entries, ofCopy]), /Segredo|Porto|Hotel|712\.?34|654\.?32/)
})

test('If-Match refuses a change of another version', async () => {
  const { id } = await newTrip(live)
  const item = await newTripItem(live, id)
  for (const address of [`${TRIPS}/${id}`, `${TRIPS}/${id}/items/${item.id}`]) {
    const { headers } = await live.get(address)
    const etag = String(headers.etag)
    const change = address.endsWith(id) ? { title: 'Um' } : { place: 'Um' }
    const first = await live.patch(address, change, { 'if-match': etag })
    assert.equal(first.status, 200, first.text)
    const again = await live.patch(address, change, { 'if-match': etag })
    assert.equal(again.status, 412, again.text)
  }
})

test('notes and tags of a trip', async () => {
  const { id } = await newTrip(live)
  const note = await live.post(`${TRIPS}/${id}/notes`, { text: 'Prefere janela.' })
  assert.equal(note.status, 201, note.text)
  const path = `${TRIPS}/${id}/notes/${note.body.data.id}`
  assert.equal((await live.patch(path, { text: 'Corredor.' })).body.data.text, 'Corredor.')
  assert.deepEqual(
    (await read(live, `${TRIPS}/${id}/notes`)).map(({ text }: { text: string }) => text),
    ['Corredor.'],
  )
  await live.put(`${TRIPS}/${id}/tags`, { tags: ['VIP', 'vip'] })
  assert.deepEqual((await detail(id)).tags, ['vip'])
  assert.equal((await live.delete(path)).status, 200)
})

test('a copy has quoted items, moved by days, and nothing that was confirmed', async () => {
  const trip = await newTrip(live, { title: 'Lisboa', travellers: [{ full_name: 'Ana' }] })
  const flight = {
    airline: 'LATAM',
    segments: [
      {
        flight_number: 'la 8084',
        origin: 'gru',
        destination: 'lis',
        departing_at: '2026-12-19T18:05',
        arriving_at: '2026-12-20T06:40',
      },
    ],
  }
  await newTripItem(live, trip.id, { kind: 'flight', flight, price_amount: 500 })
  await newTripItem(live, trip.id, {
    status: 'confirmed',
    confirmation_number: 'XK4T7B',
    traveller_ids: [trip.travellers[0].id],
    cost_amount: 800,
  })
  await newTripItem(live, trip.id, { status: 'cancelled' })
  const { status, body } = await live.post(`${TRIPS}/${trip.id}/duplicate`, { starts_on: '2027-12-19' })
  assert.equal(status, 201)
  const copy = body.data
  assert.deepEqual([copy.title, copy.starts_on, copy.ends_on], ['Lisboa', '2027-12-19', '2027-12-27'])
  assert.notEqual(copy.number, trip.number)
  const [flown, hotel] = copy.items
  assert.equal(copy.items.length, 2, 'cancelled items stay behind')
  assert.deepEqual(
    [flown.status, flown.starts_at, flown.starts_zone, flown.flight.segments[0].arriving_at],
    ['quoted', '2027-12-19T18:05', 'America/Sao_Paulo', '2027-12-20T06:40'],
  )
  assert.deepEqual(
    [hotel.status, hotel.confirmation_number, hotel.starts_at, hotel.cost_amount],
    ['quoted', null, '2027-12-20', 800],
  )
  assert.deepEqual(hotel.traveller_ids, [copy.travellers[0].id])
  assert.notEqual(copy.travellers[0].id, trip.travellers[0].id)
  const other = await newClient(live, { full_name: 'Bia' })
  const forOther = await live.post(`${TRIPS}/${trip.id}/duplicate`, { client_id: other.id, title: 'Dela' })
  assert.deepEqual(forOther.body.data.travellers, [])
  assert.equal(forOther.body.data.title, 'Dela')
})

test('of two merged trips one remains, with items, travellers, notes and tags of both', async () => {
  const trip = await newTrip(live, {
    travellers: [{ full_name: 'Ana Souza', born_on: '1990-05-17' }, { full_name: 'Bruno' }],
  })
  const other = await newTrip(live, {
    client_id: trip.client_id,
    travellers: [{ full_name: 'ANA SOUZA' }, { full_name: 'Célia' }],
  })
  await newTripItem(live, trip.id)
  const [ana, celia] = other.travellers
  const moved = await newTripItem(live, other.id, { traveller_ids: [ana.id, celia.id], place: 'Porto' })
  await claim(moved.id, trip.client_id, 300_00)
  await live.post(`${TRIPS}/${other.id}/notes`, { text: 'Da outra.' })
  for (const [id, tags] of [[trip.id, ['vip']] as const, [other.id, ['vip', 'europa']] as const])
    await live.put(`${TRIPS}/${id}/tags`, { tags })
  const { status, text, body } = await live.post(`${TRIPS}/${trip.id}/merge`, { trip_id: other.id })
  assert.equal(status, 200, text)
  const merged = body.data
  assert.deepEqual(
    merged.travellers.map(({ full_name }: { full_name: string }) => full_name),
    ['Ana Souza', 'Bruno', 'Célia'],
  )
  assert.deepEqual(merged.tags, ['europa', 'vip'])
  assert.deepEqual([merged.money.price, merged.money.invoiced, merged.money.open], [2000, 300, 1700])
  const item = merged.items.find(({ id }: { id: string }) => id === moved.id)
  assert.deepEqual(item.traveller_ids, [trip.travellers[0].id, celia.id])
  assert.equal(item.trip_id, trip.id)
  assert.equal((await read(live, `${TRIPS}/${trip.id}/notes`)).length, 1)
  assertError(await live.get(`${TRIPS}/${other.id}`), 404, 'Trip not found')
  assert.equal((await eventsOf(live, other.id)).at(-1), 'trip.deleted')
  const stranger = await newTrip(live)
  const merge = (trip_id: string) => live.post(`${TRIPS}/${trip.id}/merge`, { trip_id })
  assertError(await merge(stranger.id), 409, 'Trip of other client')
  assertError(await merge(trip.id), 400, 'Invalid request parameters', 'trip_id')
  assertError(await merge('trip_x'), 404, 'Trip not found', 'trip_id')
})

test("pasted flights are read relative to today in the team's zone", async () => {
  const { status, body } = await live.post('/api/v1/flights/segments', {
    text: '1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1\nobrigada!',
  })
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    segments: [
      {
        flight_number: 'LA 8084',
        origin: 'GRU',
        destination: 'LIS',
        departing_at: '2026-12-20T18:05',
        arriving_at: '2026-12-21T06:40',
      },
    ],
    unread: ['obrigada!'],
  })
})

/** What an invoice holds of an item. */
async function claim(itemId: string, clientId: string, cents: number): Promise<void> {
  const invoice = await live.post('/api/v1/invoices', {
    client_id: clientId,
    issue_date: '2026-11-10',
    due_date: '2026-11-20',
    items: [{ description: 'x', quantity: 1, unit_price: cents / 100 }],
  })
  await app.asOwner(
    `insert into trip_item_claims (trip_item_id, invoice_id, amount_cents, is_issued)
     values ('${itemId}', '${invoice.body.data.id}', ${cents}, true)`,
  )
}
