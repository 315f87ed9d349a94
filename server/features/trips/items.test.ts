// Items of trips: every kind, what is refused, and money that is always the sum of its parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRIP_ITEM_KINDS } from '../../../contract/trips.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T15:00:00.000Z')) })
const { live } = app
const trip = await newTrip(live, { travellers: [{ full_name: 'Ana' }] })
const add = (body: object) => live.post(`${TRIPS}/${trip.id}/items`, { kind: 'lodging', ...body })
const SEGMENT = {
  flight_number: ' la  8084 ',
  origin: 'gru',
  destination: 'Lis',
  departing_at: '2026-12-20T18:05',
  arriving_at: '2026-12-21T06:40',
}
const flying = (fields: object) => ({ kind: 'flight', flight: { segments: [{ ...SEGMENT, ...fields }] } })

test('an item has the fields sent, and its amounts in BRL', async () => {
  const { id } = await newTrip(live)
  const sent = {
    kind: 'lodging',
    status: 'confirmed',
    description: 'Hotel',
    supplier_name: 'Orinter',
    supplier_phone: '+351 21',
    place: 'Lisboa',
    unit: 'Duplo',
    meal_plan: 'Café',
    confirmation_number: 'XK4T7B',
    instructions: 'Chegar cedo',
    notes: 'Segredo',
    starts_at: '2026-12-20T14:00',
    starts_zone: 'Europe/Lisbon',
    ends_at: '2026-12-27T11:00',
    ends_zone: 'Europe/Lisbon',
    traveller_ids: [],
    free_cancellation_until: '2026-12-10T12:00:00.000Z',
    currency: 'USD',
    exchange_rate: 5.123456,
    cost_amount: 80.01,
    price_amount: 100.05,
    collected_by: 'agency',
  }
  const item = await newTripItem(live, id, sent)
  assert.deepEqual({ ...item, ...sent }, item)
  // 512.6017... and 409.9277...
  const money = { price: 512.6, cost: 409.93, earnings: 102.67, collected_by_supplier: 0 }
  assert.deepEqual(item.money, { ...money, invoiced: 0, paid: 0, due: 0, open: 512.6 })
  const whole = await read(live, `${TRIPS}/${id}`)
  assert.deepEqual([whole.money, whole.starts_on, whole.ends_on], [item.money, '2026-12-20', '2026-12-27'])
  assert.deepEqual(await read(live, `${TRIPS}/${id}/items/${item.id}`), item)
  assert.deepEqual((await live.patch(`${TRIPS}/${id}/items/${item.id}`, item)).body.data, item, 'sent back')
})

for (const kind of TRIP_ITEM_KINDS)
  test(`an item of the kind ${kind}`, async () => {
    const { status, text, body } = await add({ kind })
    assert.equal(status, 201, text)
    assert.deepEqual([body.data.kind, body.data.status, body.data.collected_by], [kind, 'quoted', 'agency'])
  })

const REFUSED: readonly (readonly [field: string, body: object])[] = [
  ['kind', { kind: 'boat' }],
  ['starts_at', { starts_at: '2026-02-30' }],
  ['starts_at', { starts_at: '1026-02-10' }],
  ['starts_at', { starts_at: '2026-12-20T24:00' }],
  ['starts_at', { starts_at: '20/12/2026' }],
  ['starts_at', { ends_at: '2026-12-20' }],
  ['ends_at', { starts_at: '2026-12-20', ends_at: '2026-12-19' }],
  ['ends_at', { starts_at: '2026-12-20T14:00', ends_at: '2026-12-20T13:59' }],
  ['starts_zone', { starts_zone: 'Europe/Lisboa' }],
  ['traveller_ids.0', { traveller_ids: ['pax_x'] }],
  ['free_cancellation_until', { free_cancellation_until: '2026-12-10' }],
  ['exchange_rate', { currency: 'USD' }],
  ['exchange_rate', { exchange_rate: 5 }],
  ['exchange_rate', { currency: 'USD', exchange_rate: 5.1234567 }],
  ['price_amount', { price_amount: 1.005 }],
  ['price_amount', { price_amount: -1 }],
  ['price_amount', { price_amount: 999_999_999, currency: 'USD', exchange_rate: 5 }],
  ['price_amount', { status: 'cancelled', price_amount: 999_999_999, currency: 'USD', exchange_rate: 5 }],
  ['cost_amount', { status: 'cancelled', cost_amount: 999_999_999, currency: 'USD', exchange_rate: 5 }],
  ['kept_price_amount', { kept_price_amount: 10 }],
  ['kept_price_amount', { status: 'cancelled', price_amount: 10, kept_price_amount: 10.01 }],
  ['flight', { flight: { segments: [SEGMENT] } }],
  ['flight.segments.0.origin', flying({ origin: 'GRUX' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '2026-12-32T18:05' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '+012026-12-20T00:00' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '-000001-12-20T00:00' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '2026-12-20T18:05[u-ca=hebrew]' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '2026-12-20T24:00' })],
  ['flight.segments.0.departing_at', flying({ departing_at: '1999-12-20T18:05' })],
  ['flight.segments.0.arriving_at', flying({ arriving_at: '2200-01-01T06:40' })],
  ['flight.segments.0.arriving_at', flying({ arriving_at: '2026-12-20T18:10' })],
  ['seller_id', { seller_id: 'usr_x' }],
]
for (const [field, body] of REFUSED)
  test(`refuses ${field} of ${JSON.stringify(body).slice(0, 80)}`, async () => {
    const response = await add(body)
    assertError(response, 400, 'Invalid request parameters', field)
    assert.doesNotMatch(response.body.details[0].user_message ?? '', /^Este valor não é aceito/)
  })

test('the segments of a flight determine its times; codes may be in any case', async () => {
  const { body, text } = await add({ ...flying({}), starts_at: '2020-01-01' })
  assert.deepEqual(
    body.data?.flight,
    {
      airline: null,
      segments: [{ ...SEGMENT, flight_number: 'LA 8084', origin: 'GRU', destination: 'LIS' }],
    },
    text,
  )
  const { starts_at, starts_zone, ends_at, ends_zone } = body.data
  assert.deepEqual(
    [starts_at, starts_zone, ends_at, ends_zone],
    ['2026-12-20T18:05', 'America/Sao_Paulo', '2026-12-21T06:40', 'Europe/Lisbon'],
  )
})

test('end times are compared in their zones', async () => {
  const zones = { starts_zone: 'Asia/Tokyo', ends_zone: 'America/Los_Angeles' }
  const times = { starts_at: '2026-12-20T17:00', ends_at: '2026-12-20T10:00' }
  assert.equal((await add({ kind: 'cruise', ...times, ...zones })).status, 201)
  assertError(await add({ kind: 'cruise', ...times }), 400, 'Invalid request parameters', 'ends_at')
})

test('the price cannot go below the invoiced amount; a cancelled item makes it refundable', async () => {
  const own = await newTrip(live)
  const item = await newTripItem(live, own.id, { price_amount: 500 })
  const invoice = await newInvoice(live, { client_id: own.client_id })
  await app.asOwner(
    `insert into trip_item_claims (trip_item_id, invoice_id, amount_cents, credited_cents, paid_cents, is_issued)
     values ('${item.id}', '${invoice.id}', 30000, 5000, 10000, true)`,
  )
  const address = `${TRIPS}/${own.id}/items/${item.id}`
  const patch = (body: object) => live.patch(address, body)
  for (const change of [{ price_amount: 249.99 }, { collected_by: 'supplier' }])
    assertError(await patch(change), 409, 'Trip item invoiced')
  assert.equal((await patch({ price_amount: 250 })).body.data.money.open, 0)
  assertError(await live.delete(address), 409, 'Trip item invoiced')
  const { body } = await patch({ status: 'cancelled', kept_price_amount: 40, kept_cost_amount: 30 })
  assert.deepEqual(body.data.money, {
    price: 40,
    cost: 30,
    earnings: 10,
    collected_by_supplier: 0,
    invoiced: 250,
    paid: 100,
    due: 150,
    open: -210,
  })
  assert.deepEqual(body.data.invoice_ids, [invoice.id])
  assert.equal((await read(live, `${TRIPS}/${own.id}`)).status, 'cancelled')
  assert.equal((await live.get(`${TRIPS}?has_open=true&client_id=${own.client_id}`)).body.data.length, 1)
  const again = (await patch({ status: 'confirmed' })).body.data
  assert.deepEqual([again.kept_price_amount, again.kept_cost_amount, again.money.price], [0, null, 250])
})

test('a cancelled item returns at no less than its invoiced amount', async () => {
  const own = await newTrip(live)
  const item = await newTripItem(live, own.id, { price_amount: 1000 })
  const invoice = await newInvoice(live, { client_id: own.client_id })
  await app.asOwner(
    `insert into trip_item_claims (trip_item_id, invoice_id, amount_cents, is_issued)
     values ('${item.id}', '${invoice.id}', 100000, true)`,
  )
  const patch = (body: object) => live.patch(`${TRIPS}/${own.id}/items/${item.id}`, body)
  assert.equal((await patch({ status: 'cancelled', price_amount: 1 })).status, 200)
  for (const change of [
    { status: 'confirmed' },
    { status: 'quoted', price_amount: 999.99 },
    { status: 'confirmed', price_amount: 1000, collected_by: 'supplier' },
  ])
    assertError(await patch(change), 409, 'Trip item invoiced')
  const { body, text } = await patch({ status: 'confirmed', price_amount: 1000 })
  assert.equal(body.data?.money.open, 0, text)
})

test('a cancelled item keeps at most its price', async () => {
  const own = await newTrip(live)
  const item = await newTripItem(live, own.id, {
    price_amount: 100,
    status: 'cancelled',
    kept_price_amount: 100,
  })
  const patch = (body: object) => live.patch(`${TRIPS}/${own.id}/items/${item.id}`, body)
  for (const change of [{ kept_price_amount: 100.01 }, { price_amount: 99.99 }])
    assertError(await patch(change), 400, 'Invalid request parameters', 'kept_price_amount')
  assert.equal((await patch({ price_amount: 99.99, kept_price_amount: 99.99 })).body.data.money.price, 99.99)
})

async function withDeveloper() {
  const agency = await newAgency(app)
  const person = await newPerson(app, { [agency.id]: 'developer' })
  const developer = await signedIn(app, person, { mode: 'live', team: agency.id })
  return { agency, developer, own: await newTrip(agency.live) }
}

test('without costs.read, rates and currencies neither disclose nor change a hidden cost', async () => {
  const { agency, developer, own } = await withDeveloper()
  const dollars = { currency: 'USD', exchange_rate: 5, price_amount: 10 }
  const item = await newTripItem(agency.live, own.id, { ...dollars, cost_amount: 4321.09 })
  const copy = (await developer.post(`${TRIPS}/${own.id}/duplicate`)).body.data
  const gone = await newTripItem(agency.live, own.id, {
    ...{ ...dollars, status: 'cancelled', kept_cost_amount: 20 },
  })
  for (const { id, trip_id } of [item, copy.items[0], gone]) {
    const address = `${TRIPS}/${trip_id}/items/${id}`
    const before = await read(agency.live, address)
    for (const change of [
      { exchange_rate: 5.01 },
      { exchange_rate: 1_000_000 },
      { currency: 'EUR', exchange_rate: 5 },
      { currency: 'BRL' },
    ])
      assertError(await developer.patch(address, change), 403, 'Forbidden')
    assert.deepEqual(await read(agency.live, address), before)
    assert.equal((await developer.patch(address, dollars)).status, 200, 'the same rate')
    assert.equal((await agency.live.patch(address, { exchange_rate: 6 })).status, 200)
  }
  const free = await newTripItem(agency.live, own.id, dollars)
  const changed = await developer.patch(`${TRIPS}/${own.id}/items/${free.id}`, { exchange_rate: 6 })
  assert.equal(changed.body.data?.money.price, 60, changed.text)
})

test('a cost that the supplier is not known to keep counts 0, for every caller', async () => {
  const { agency, developer, own } = await withDeveloper()
  for (const caller of [agency.live, developer]) {
    const { id } = await newTripItem(agency.live, own.id, { cost_amount: 700 })
    const address = `${TRIPS}/${own.id}/items/${id}`
    const { status, text } = await caller.patch(address, { status: 'cancelled', kept_price_amount: 50 })
    assert.equal(status, 200, text)
    const { kept_cost_amount, cost_amount, money } = await read(agency.live, address)
    assert.deepEqual([kept_cost_amount, cost_amount, money.cost, money.earnings], [null, 700, 0, 50])
  }
})

test('price, cost and earnings of a trip equal their parts under random changes', async () => {
  const agency = await newAgency(app)
  const { id } = await newTrip(agency.live)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const amount = () => random(1_000_000) / 100
  const fields = () => ({
    price_amount: amount(),
    cost_amount: random(4) === 0 ? null : amount(),
    collected_by: ['agency', 'supplier'][random(2)],
    ...(random(2) === 0
      ? { currency: 'BRL' }
      : { currency: 'USD', exchange_rate: (1 + random(9_000_000)) / 1e6 }),
  })
  const cents = (value: number) => Math.round(value * 100)
  const ids: string[] = []
  for (let step = 0; step < 60; step++) {
    const chosen = ids[random(ids.length || 1)]
    const act = chosen === undefined ? 0 : random(5)
    if (act <= 1) ids.push((await newTripItem(agency.live, id, fields())).id)
    else if (act === 2) await agency.live.patch(`${TRIPS}/${id}/items/${chosen}`, fields())
    else if (act === 3) {
      const { price_amount } = await read(agency.live, `${TRIPS}/${id}/items/${chosen}`)
      const kept_price_amount = random(cents(price_amount) + 1) / 100
      const kept = { status: 'cancelled', kept_price_amount, kept_cost_amount: amount() }
      const { status, text } = await agency.live.patch(`${TRIPS}/${id}/items/${chosen}`, kept)
      assert.equal(status, 200, text)
    } else {
      await agency.live.delete(`${TRIPS}/${id}/items/${chosen}`)
      ids.splice(ids.indexOf(chosen ?? ''), 1)
    }
    const { money, items, ...rest } = await read(agency.live, `${TRIPS}/${id}`)
    for (const name of Object.keys(money)) {
      const parts = items.reduce((sum: number, item: Data) => sum + cents(item.money[name]), 0)
      assert.equal(cents(money[name]), parts, `${name} after step ${step}`)
    }
    for (const each of [money, ...items.map((item: Data) => item.money)]) {
      assert.equal(cents(each.earnings), cents(each.price) - cents(each.cost))
      assert.equal(
        cents(each.invoiced) + cents(each.open),
        cents(each.price) - cents(each.collected_by_supplier),
      )
    }
    const isAllCancelled = items.length > 0 && items.every(({ status }: Data) => status === 'cancelled')
    assert.equal(rest.status === 'cancelled', isAllCancelled)
  }
  const totals = await agency.live.get(TRIPS)
  assert.equal(totals.body.pagination.total, 1)
})

test('a person is erased from trips as client, traveller and in texts', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.test, {
    full_name: 'Jurema Batista',
    email: 'jurema@cliente.example',
  })
  const own = await newTrip(agency.test, {
    client_id: client.id,
    title: 'Férias de Jurema Batista',
    travellers: [{ full_name: 'JUREMA BATISTA', born_on: '1980-01-01' }, { full_name: 'Bruno Lima' }],
    metadata: { crm: '1' },
    external_reference: 'erp',
  })
  await newTripItem(agency.test, own.id, { notes: 'Ligar para jurema@cliente.example', description: 'Hotel' })
  const flown = await newTripItem(agency.test, own.id, {
    kind: 'flight',
    flight: {
      airline: 'Jurema Batista Táxi Aéreo',
      segments: [{ ...SEGMENT, flight_number: 'Voo de Jurema Batista' }],
    },
  })
  await agency.test.post(`${TRIPS}/${own.id}/notes`, { text: 'Prefere janela.' })
  const other = await newTrip(agency.test, { travellers: [{ full_name: 'Júlia', client_id: client.id }] })
  const namesake = await newTrip(agency.test, { travellers: [{ full_name: 'Jurema Batista' }] })
  const { status, text } = await agency.test.delete(`/api/v1/clients/${client.id}?erase=true`)
  assert.equal(status, 200, text)
  await agency.advance('PT1M')
  const erased = await read(agency.test, `${TRIPS}/${own.id}`)
  const named = ({ full_name, born_on }: Data) => [full_name, born_on]
  assert.deepEqual(erased.travellers.map(named), [
    ['Dados eliminados', null],
    ['Bruno Lima', null],
  ])
  assert.deepEqual([erased.title, erased.metadata, erased.external_reference], ['eliminado', {}, null])
  const itemOf = (kind: string) => erased.items.find((item: Data) => item.kind === kind)
  assert.deepEqual([itemOf('lodging').notes, itemOf('lodging').description], ['eliminado', 'Hotel'])
  assert.deepEqual([itemOf('flight').id, itemOf('flight').flight.airline], [flown.id, 'eliminado'])
  assert.equal(itemOf('flight').flight.segments[0].flight_number, 'eliminado')
  assert.deepEqual(await read(agency.test, `${TRIPS}/${own.id}/notes`), [])
  const [traveller] = (await read(agency.test, `${TRIPS}/${other.id}`)).travellers
  assert.deepEqual([traveller.full_name, traveller.client_id], ['Dados eliminados', null])
  const [kept] = (await read(agency.test, `${TRIPS}/${namesake.id}`)).travellers
  assert.equal(kept.full_name, 'Jurema Batista')
  const [erasure] = await read(agency.test, '/api/v1/erasures')
  assert.deepEqual(erasure.to_confirm, [{ object: 'trip', id: namesake.id, field: 'travellers' }])
  const found = await read(agency.test, `${TRIPS}?search=jurema`)
  assert.deepEqual(
    found.map(({ id }: Data) => id),
    [namesake.id],
  )
  const events = JSON.stringify(await read(agency.test, `/api/v1/events?limit=100`))
  assert.doesNotMatch(events, /jurema@cliente\.example/)
})

test("events of other clients' trips do not name an erased person, even after the trips are deleted", async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.test, { full_name: 'Jurema Batista' })
  const fields = {
    title: 'Lisboa com Jurema Batista',
    travellers: [
      { full_name: 'JUREMA BATISTA', born_on: '1980-01-01' },
      { full_name: 'Juju', born_on: '1980-01-01', client_id: client.id },
      { full_name: 'Bruno Lima', born_on: '1990-02-02' },
    ],
  }
  await newTrip(agency.test, fields)
  const renamed = await newTrip(agency.test, fields)
  await agency.test.patch(`${TRIPS}/${renamed.id}`, { title: 'Lisboa', travellers: [{ full_name: 'Caio' }] })
  const deleted = await newTrip(agency.test, fields)
  await agency.test.delete(`${TRIPS}/${deleted.id}`)
  const eventsNow = async () => JSON.stringify(await read(agency.test, '/api/v1/events?limit=100'))
  await eventually('all events are emitted', async () => (await eventsNow()).includes('trip.deleted'))
  assert.match(await eventsNow(), /Lisboa com Jurema Batista/)
  const { status, text } = await agency.test.delete(`/api/v1/clients/${client.id}?erase=true`)
  assert.equal(status, 200, text)
  await agency.advance('PT1M')
  const [erasure] = await read(agency.test, '/api/v1/erasures')
  assert.notEqual(erasure.completed_at, null)
  const events = await eventsNow()
  assert.doesNotMatch(events, /jurema|juju|1980-01-01/i)
  assert.match(events, /Bruno Lima/)
  assert.match(events, /1990-02-02/)
})
