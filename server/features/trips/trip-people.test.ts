// Who a trip belongs to: its client, travellers from the client's file, and who sold it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { newClient, read } from '../../../test/support/invoicing.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { LODGING, newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'

const app = await startApp()
const { live } = app
const patch = (id: string, body: object) => live.patch(`${TRIPS}/${id}`, body)

async function withCompanion() {
  const { id: client_id } = await newClient(live)
  const child = { relationship: 'child', given_name: 'Pedro', family_name: 'Souza' }
  const { body, text } = await live.post(`/api/v1/clients/${client_id}/companions`, child)
  assert.ok(body.data, text)
  return { client_id, companion_id: body.data.id }
}

test("a companion must be in the file of the trip's client, and a client of the team", async () => {
  const { client_id, companion_id } = await withCompanion()
  const stranger = await withCompanion()
  const pedro = { full_name: 'Pedro Souza', companion_id }
  const trip = await newTrip(live, { client_id, travellers: [pedro] })
  assert.equal(trip.travellers[0].companion_id, companion_id)
  for (const foreign of [stranger.companion_id, 'trv_x', client_id]) {
    const travellers = [{ ...pedro, companion_id: foreign }]
    const field = 'travellers.0.companion_id'
    const invalid = 'Invalid request parameters'
    assertError(await live.post(TRIPS, { client_id, travellers }), 400, invalid, field)
    assertError(await patch(trip.id, { travellers }), 400, invalid, field)
  }
  const travellers = [{ full_name: 'Pedro', client_id: crypto.randomUUID() }]
  assertError(await patch(trip.id, { travellers }), 404, 'Client not found', 'travellers.0.client_id')
})

test('travellers sent back as read keep a companion deleted from the file', async () => {
  const { client_id, companion_id } = await withCompanion()
  const trip = await newTrip(live, { client_id, travellers: [{ full_name: 'Pedro', companion_id }] })
  const gone = await live.delete(`/api/v1/clients/${client_id}/companions/${companion_id}`)
  assert.equal(gone.status, 200, gone.text)
  const { status, text } = await patch(trip.id, { travellers: trip.travellers, title: 'Natal' })
  assert.equal(status, 200, text)
})

test("changing the client drops its companions and the page's address", async () => {
  const { client_id, companion_id } = await withCompanion()
  const trip = await newTrip(live, { client_id, travellers: [{ full_name: 'Pedro', companion_id }] })
  const shared = await live.post(`${TRIPS}/${trip.id}/page`)
  const { pathname } = new URL(shared.body.data.page_url)
  const other = await newClient(live)
  const { body, text } = await patch(trip.id, { client_id: other.id, travellers: trip.travellers })
  assert.deepEqual([body.data?.client_id, body.data?.page_url], [other.id, null], text)
  const [pedro] = body.data.travellers
  assert.deepEqual([pedro.id, pedro.full_name, pedro.companion_id], [trip.travellers[0].id, 'Pedro', null])
  assert.equal((await live.get(pathname, { accept: 'text/html' })).status, 404)
})

test('without trips.assign a sale of another person cannot be taken over', async () => {
  const agency = await newAgency(app)
  const [seller, agent] = [
    await newPerson(app, { [agency.id]: 'agent' }),
    await newPerson(app, { [agency.id]: 'agent' }),
  ]
  const asAgent = await signedIn(app, agent, { mode: 'live', team: agency.id })
  const trip = await newTrip(agency.live, { seller_id: seller.id })
  const item = await newTripItem(agency.live, trip.id)
  const address = `${TRIPS}/${trip.id}`
  const itself = { seller_id: agent.id }
  assertError(await asAgent.patch(address, itself), 403, 'Forbidden')
  assertError(await asAgent.patch(`${address}/items/${item.id}`, itself), 403, 'Forbidden')
  assert.equal((await read(agency.live, address)).seller.id, seller.id)
  const own = await asAgent.post(`${address}/items`, { ...LODGING, ...itself })
  assert.equal(own.body.data?.seller_id, agent.id, own.text)
  const again = await asAgent.patch(`${address}/items/${own.body.data.id}`, itself)
  assert.equal(again.status, 200, again.text)
  const unsold = await newTrip(agency.live)
  const taken = await asAgent.patch(`${TRIPS}/${unsold.id}`, itself)
  assert.equal(taken.body.data?.seller.id, agent.id, taken.text)
})

test('a copy must begin and end on valid days', async () => {
  const trip = await newTrip(live)
  await newTripItem(live, trip.id)
  for (const starts_on of ['9999-12-31', '2199-12-30', '1999-12-31'])
    assertError(
      await live.post(`${TRIPS}/${trip.id}/duplicate`, { starts_on }),
      400,
      'Invalid request parameters',
      'starts_on',
    )
})
