// The client of a booking: found, created or selected; and the metadata of an integrator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import {
  BOOKINGS,
  booked,
  holdBody,
  instantBody,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import type { Client } from '../../../test/support/client.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { newHands } from '../../../test/support/send-again.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
const offer = await zzOffer(app.test)
const KIB_16 = 16 * 1024
/** More than the service has connections. */
const HANDS = fullRuns ? 50 : 16

const clientsOf = async (client: Client) => (await client.get('/api/v1/clients')).body.data
const named = (given_name: string, family_name: string, email: string) => ({
  passengers: passengersOf(offer, { given_name, family_name, email }),
})
const dashless = (uuid: string) => `cli_${uuid.replaceAll('-', '')}`

async function newClient(client: Client, full_name = 'Rita Lima') {
  const body = { client_type: 'individual', full_name, email: 'rita@example.com' }
  return (await client.post('/api/v1/clients', body)).body.data.id as string
}

test("the first adult's name, e-mail and phone become a new client", async () => {
  const agency = await newAgency(app)
  const own = await zzOffer(agency.test)
  const { client } = await booked(agency.test, holdBody(own))
  const [made, ...more] = await clientsOf(agency.test)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [made.client_type, made.full_name, made.email, made.phone],
    ['individual', 'Ana Souza', 'ana@example.com', '+5511987654321'],
  )
  assert.deepEqual(client, { id: dashless(made.id), full_name: 'Ana Souza', email: 'ana@example.com' })
})

test('the client is the adult even if a child comes first', async () => {
  const passengers = [
    { type: 'adult' as const, count: 1 },
    { type: 'child' as const, count: 1 },
  ]
  const forTwo = await zzOffer(app.test, { passengers })
  const [adult, child] = passengersOf(forTwo)
  const { client } = await booked(app.test, holdBody(forTwo, { passengers: [child, adult] }))
  assert.equal(client.full_name, 'Ana Souza')
})

test('the next booking of the same person, spelled a little differently, has the same client', async () => {
  const first = await booked(app.test, holdBody(offer, named('Conceição', 'Prado', 'con@example.com')))
  const again = await booked(app.test, instantBody(offer, named('CONCEICAO', 'prado', 'Con@Example.com')))
  assert.deepEqual(again.client, first.client)
})

test('another name or another e-mail creates another client', async () => {
  const one = await booked(app.test, holdBody(offer, named('Nilo', 'Reis', 'reis@example.com')))
  const name = await booked(app.test, holdBody(offer, named('Nina', 'Reis', 'reis@example.com')))
  const mail = await booked(app.test, holdBody(offer, named('Nilo', 'Reis', 'nilo@example.com')))
  assert.equal(new Set([one, name, mail].map(({ client }) => client.id)).size, 3)
})

test(`${HANDS} simultaneous bookings of a new person create one client`, async () => {
  for (let round = 0; round < 3; round++) {
    const agency = await newHands(app)
    const own = await zzOffer(agency.test)
    const made = await Promise.all(Array.from({ length: HANDS }, () => booked(agency.test, holdBody(own))))
    assert.equal(new Set(made.map(({ client }) => client.id)).size, 1)
    assert.equal((await clientsOf(agency.test)).length, 1)
  }
})

test('client_id selects a client by either form of its id, and creates none', async () => {
  const agency = await newAgency(app)
  const own = await zzOffer(agency.test)
  const id = await newClient(agency.test)
  for (const client_id of [id, dashless(id)]) {
    for (const body of [holdBody(own, { client_id }), instantBody(own, { client_id })]) {
      const { client } = await booked(agency.test, body)
      assert.deepEqual(client, { id: dashless(id), full_name: 'Rita Lima', email: 'rita@example.com' })
    }
  }
  assert.equal((await clientsOf(agency.test)).length, 1)
})

test('an unknown or invalid client_id, or one of another team or mode: 404 Client not found', async () => {
  const other = await newAgency(app)
  const strangers = [
    '00000000-0000-7000-8000-000000000000',
    await newClient(other.test),
    await newClient(app.live),
    'cli_x',
  ]
  for (const client_id of strangers) {
    assertError(await app.test.post(BOOKINGS, holdBody(offer, { client_id })), 404, 'Client not found')
    assertError(await app.test.post(BOOKINGS, instantBody(offer, { client_id })), 404, 'Client not found')
  }
})

test('a client with a booking is deactivated instead of deleted, and the booking keeps it', async () => {
  const agency = await newAgency(app)
  const { id, client } = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  const { body } = await agency.test.delete(`/api/v1/clients/${client.id}`)
  assert.deepEqual([body.data.deleted, body.data.is_active], [false, false])
  assert.deepEqual((await agency.test.get(`${BOOKINGS}/${id}`)).body.client, client)
})

test('metadata is returned as it was sent, by create and get', async () => {
  const metadata = {
    client_reference: 'OS-1234',
    notes: 'janela, por favor 🪟',
    nested: { list: [1, 2.5, null, true, { deep: [] }], '': 'empty name' },
  }
  const made = await booked(app.test, instantBody(offer, { metadata }))
  assert.deepEqual(made.metadata, metadata)
  assert.deepEqual((await app.test.get(`${BOOKINGS}/${made.id}`)).body.metadata, metadata)
})

const filled = (bytes: number) => ({ notes: 'é'.repeat((bytes - '{"notes":""}'.length) / 2) })

test('metadata of up to 16 KiB of JSON is accepted, more is refused', async () => {
  const most = filled(KIB_16)
  assert.equal(Buffer.byteLength(JSON.stringify(most)), KIB_16)
  assert.deepEqual((await booked(app.test, holdBody(offer, { metadata: most }))).metadata, most)
  const body = holdBody(offer, { metadata: { ...most, notes: `${most.notes}x` } })
  assertError(await app.test.post(BOOKINGS, body), 400, 'Invalid request parameters', 'metadata')
})
