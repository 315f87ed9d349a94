// Changes by carriers, at the simulated one and at Duffel: moved flights are shown, mailed and accepted, and
// cancellations refunded, each once, despite lost responses.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { type Agency, assertError, type Diary, newAgency } from '../support/agency.ts'
import {
  AT_ONCE_MAILS,
  assertAllMet,
  assertWhole,
  BEGUN,
  begin,
  CANCELLED,
  KEY,
  PAID_BACK,
  TICKETED,
} from '../support/booking-story.ts'
import {
  BOOKINGS,
  booked,
  confirm,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
} from '../support/bookings.ts'
import { FAKE_TOKEN, startFakeDuffel } from '../support/fakes/fake-duffel.ts'
import { cancelByAirline, changeSchedule } from '../support/fakes/fake-duffel-changes.ts'
import type { FakeOrder } from '../support/fakes/fake-duffel-orders.ts'
import { oneWay, search } from '../support/searches.ts'
import { startApp } from '../support/start-app.ts'
import { newTrip, TRIPS } from '../support/trips.ts'

const SECRET = 'secret-of-the-webhook'
const duffel = await startFakeDuffel()
after(() => duffel.close())
const app = await startApp({
  wall: duffel.clock,
  settings: {
    SUPPLIERS: 'simulated, duffel',
    DUFFEL_TEST_TOKEN: FAKE_TOKEN,
    DUFFEL_TEST_WEBHOOK_SECRET: SECRET,
    DUFFEL_URL: duffel.url,
    EXCHANGE_RATES: 'USD=5.40, EUR=6.25',
  },
})

const changePath = (id: string, changeId: string) => `${BOOKINGS}/${id}/changes/${changeId}/accept`
/** A mail about changes has the first of them in its key. */
const mailsOf = async (diary: Diary) =>
  (await diary.mails()).map((key) => key.replace(/ bch_\w+$/, '')).sort()
const CHANGED_MAILS = ['changed agency', 'changed client']
const BY_CARRIER_MAILS = ['cancelled_by_carrier agency', 'cancelled_by_carrier client']

test('a change that needs acceptance is shown, mailed, and accepted once', async () => {
  const story = await begin(app, 'change to accept')
  const { body: before } = await story.instant()
  assert.deepEqual(before.changes, [])
  await story.agency.advance('PT1H')
  const { changes, slices } = await story.read(before.id)
  const [change, ...others] = changes
  assert.deepEqual(others, [])
  assert.match(change.id, /^bch_/)
  assert.deepEqual([change.available_actions, change.action_taken], [['accept', 'cancel'], null])
  const { id, operating_carrier, ...flown } = before.slices[0].segments[0]
  assert.equal(change.before[0].departing_at, flown.departing_at)
  assert.equal(change.after[0].departing_at, slices[0].segments[0].departing_at)
  assert.deepEqual(await mailsOf(story.diary), [...CHANGED_MAILS, ...AT_ONCE_MAILS].sort())
  await story.diary.types()

  const path = changePath(before.id, change.id)
  const answer = await story.agency.test.post(path, undefined, KEY)
  assert.equal(answer.status, 200, answer.text)
  const { action_taken, action_taken_at, available_actions } = answer.body.data
  assert.deepEqual([action_taken, available_actions], ['accepted', []])
  assert.ok(action_taken_at >= change.created_at)
  const again = await story.agency.test.post(path, undefined, KEY)
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [answer.text, 'true'])
  assert.deepEqual(
    (await story.agency.test.post(path)).body.data,
    answer.body.data,
    'what is accepted stays so',
  )
  const [event, ...more] = await story.diary.events()
  assert.deepEqual([event?.type, more], ['booking.updated', []])
  assert.deepEqual(event?.data.previous_attributes, { changes })
  assert.deepEqual(event?.data.object.changes, (await story.read(before.id)).changes)
  await story.agency.advance('P1D')
  assert.deepEqual([await story.diary.types(), await mailsOf(story.diary)], [[], []])
})

test('a change that is not accepted: cancelled instead, with no action left', async () => {
  const story = await begin(app, 'change to accept')
  const { body } = await story.instant()
  await story.agency.advance('PT1H')
  const [change] = (await story.read(body.id)).changes
  assertError(await story.agency.test.post(changePath(body.id, 'bch_none')), 404, 'Change not found')
  assertError(await story.agency.test.post(changePath('ord_none', change.id)), 404, 'Booking not found')
  assert.equal((await story.agency.test.delete(`${BOOKINGS}/${body.id}`)).status, 200)
  assertError(await story.agency.test.post(changePath(body.id, change.id)), 409, 'Change not acceptable')
  assert.deepEqual((await story.read(body.id)).changes[0].available_actions, [])
})

test('the carrier cancels: everything is refunded once, and client and agency are mailed', async () => {
  const story = await begin(app, 'carrier cancels')
  const { body: before } = await story.instant()
  for (const by of ['PT1H', 'P2D']) {
    await story.agency.advance(by)
    await assertWhole(story, {
      bookings: ['cancelled'],
      types: [...BEGUN, ...TICKETED, ...CANCELLED],
      money: PAID_BACK,
      orders: ['cancelled'],
      mails: [...BY_CARRIER_MAILS, ...AT_ONCE_MAILS],
    })
  }
  const { changes } = await story.read(before.id)
  assert.deepEqual([changes.length, changes[0].before.length, changes[0].after], [1, 1, []])
  const { body: proof } = await story.agency.test.get('/api/v1/wallet/reconciliation')
  assert.equal(proof.data.agrees, true, JSON.stringify(proof))
  const { body: timeline } = await story.agency.test.get(`${BOOKINGS}/${before.id}/timeline`)
  const subjects = timeline.data.map(({ name }: { name: string }) => name)
  assert.ok(
    subjects.some((name: string) => /cancelada pela companhia aérea: /.test(name)),
    subjects.join(),
  )
})

test('extra bags and seats are reported as unsupported before anything is booked', async () => {
  const story = await begin(app, 'carrier cancels')
  const services = [{ id: 'ase_1', quantity: 1 }]
  const refused = await story.agency.test.post(BOOKINGS, instantBody(story.offer, { services }))
  assertError(refused, 422, 'Services not available', 'services')
  await assertWhole(story, {})
  const wrong = await story.agency.test.post(BOOKINGS, instantBody(story.offer, { services: 'bags' }))
  assertError(wrong, 400, 'Invalid request parameters', 'services')
})

interface Trip {
  agency: Agency
  diary: Diary
  offer: Offer
  id: string
  /** The order as Duffel has it. */
  order: FakeOrder
  read(): Promise<Awaited<ReturnType<Agency['test']['get']>>['body']>
}

const MILES = [
  { airline_iata_code: 'ZZ', account_number: 'ZZ123' },
  { airline_iata_code: 'LA', account_number: 'LA456' },
]
const CPF = { type: 'tax_id', unique_identifier: '52998224725', issuing_country_code: 'BR' }

/** A booking of an agency of its own at Duffel. */
async function atDuffel(type: 'instant' | 'hold' = 'instant'): Promise<Trip> {
  const agency = await newAgency(app)
  const { body } = await search(agency.test, oneWay('GRU', 'LIS', '2027-01-20', { limit: 200 }))
  const offer: Offer = body.offers.find(({ owner }: Offer) => owner.name === 'Duffel Airways')
  const passengers = passengersOf(offer, {
    identity_documents: [CPF, PASSPORT],
    loyalty_programme_accounts: MILES,
  })
  const made = type === 'instant' ? instantBody(offer, { passengers }) : holdBody(offer, { passengers })
  const { id } = await booked(agency.test, made)
  const order = [...duffel.desk.orders.values()].find(({ metadata }) => metadata.embarque_reference === id)
  assert.ok(order !== undefined)
  const diary = agency.diary()
  for (const look of [diary.types, diary.mails]) await look()
  const read = async () => (await agency.test.get(`${BOOKINGS}/${id}`)).body
  return { agency, diary, offer, id, order, read }
}

/** Duffel calls, as it signs. */
async function call(body: object, { secret = SECRET, supplier = 'duffel' } = {}) {
  const text = JSON.stringify(body)
  const v1 = createHmac('sha256', secret).update(`1616202842.${text}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-duffel-signature': `t=1616202842,v1=${v1}` }
  return app.anybody.raw('POST', `/callbacks/${supplier}`, text, headers)
}

let events = 0
const changeDetected = ({ id }: FakeOrder) => ({
  id: `wev_${++events}`,
  type: 'order.airline_initiated_change_detected',
  data: { object: { id } },
})
const changed = (order: FakeOrder, minutes = 95, actions: ('accept' | 'cancel')[] = []) =>
  changeSchedule(order, minutes, { at: duffel.clock.now(), actions })

test('Duffel gets the loyalty numbers of its airlines, and one document per passenger', async () => {
  const { order } = await atDuffel()
  const sent = duffel.requests.filter(({ route }) => route === 'order').at(-1)?.data.passengers
  assert.ok(Array.isArray(sent))
  assert.deepEqual(sent[0].identity_documents, [PASSPORT], 'abroad the passport')
  assert.deepEqual(sent[0].loyalty_programme_accounts, MILES.slice(0, 1))
  assert.deepEqual(order.passengers[0]?.loyalty_programme_accounts, MILES.slice(0, 1))
})

test('a signed Duffel webhook triggers a read of the order; its content is not trusted', async () => {
  const trip = await atDuffel()
  changed(trip.order)
  const message = changeDetected(trip.order)
  assertError(await call(message, { secret: 'guessed' }), 401, 'Unauthorized')
  assertError(await call(message, { supplier: 'simulated' }), 404, 'Route not found')
  assertError(await app.anybody.post('/callbacks/duffel', message), 401, 'Unauthorized')
  assert.deepEqual([await trip.diary.types(), (await trip.read()).changes], [[], []])

  assert.deepEqual((await call(message)).body, { success: true })
  const [event] = await trip.diary.events()
  assert.equal(event?.type, 'booking.updated')
  const { changes, slices } = await trip.read()
  assert.equal(slices[0].segments[0].departing_at, '2027-01-20T11:50:00')
  assert.equal(changes[0].after[0].departing_at, '2027-01-20T11:50:00')
  assert.deepEqual(await mailsOf(trip.diary), CHANGED_MAILS)
  for (const known of [message, { id: 'wev_ping', type: 'ping.triggered' }, changeDetected(trip.order)])
    assert.equal((await call(known)).status, 200)
  assert.deepEqual([await trip.diary.types(), await mailsOf(trip.diary)], [[], []], 'nothing else happened')
})

test('without a webhook the order is read daily, in one chain of jobs', async () => {
  const trip = await atDuffel()
  changed(trip.order)
  await trip.agency.advance('P1D')
  assert.deepEqual(await trip.diary.types(), ['booking.updated'])
  for (let count = 0; count < 3; count++) {
    await call(changeDetected(trip.order))
    await trip.diary.types()
  }
  const looks = duffel.count('readOrder')
  await trip.agency.advance('P3D')
  assert.equal(duffel.count('readOrder'), looks + 3, 'one a day')
})

/** One that waits to be answered, and is known. */
async function withChange() {
  const trip = await atDuffel()
  changed(trip.order, 95, ['accept', 'cancel'])
  await call(changeDetected(trip.order))
  await trip.diary.types()
  const [change] = (await trip.read()).changes
  return { trip, change }
}

test('an acceptance with a lost response: 503, then resolved, and accepted once', async () => {
  const { trip, change } = await withChange()
  const path = changePath(trip.id, change.id)
  duffel.upset('accept', { does: 'work', answers: 'reset' })
  assertError(await trip.agency.test.post(path, undefined, KEY), 503, 'Service unavailable')
  assertError(await trip.agency.test.post(path, undefined, KEY), 409, 'Request in progress')
  assertError(await trip.agency.test.post(path), 409, 'Request in progress')
  assert.equal((await trip.read()).changes[0].action_taken, null)
  await trip.agency.advance('PT1M')
  const answer = await trip.agency.test.post(path, undefined, KEY)
  assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [200, 'true'], answer.text)
  assert.deepEqual(answer.body.data, (await trip.read()).changes[0])
  assert.deepEqual(await trip.diary.types(), ['booking.updated'])
})

test('an acceptance that the carrier refuses leaves the change as it is', async () => {
  const { trip, change } = await withChange()
  // It is too late for it, and we do not know yet.
  Object.assign(trip.order.airline_initiated_changes[0] ?? {}, { available_actions: ['cancel'] })
  for (let count = 0; count < 2; count++) {
    const refused = await trip.agency.test.post(changePath(trip.id, change.id))
    assertError(refused, 422, 'Carrier rejected the acceptance')
  }
  assert.deepEqual([await trip.diary.types(), (await trip.read()).changes], [[], [change]])
})

test('a held booking: its flights change, the change is accepted, and then it can be paid', async () => {
  const trip = await atDuffel('hold')
  changed(trip.order, 30, ['accept'])
  await trip.agency.advance('P1D')
  const { changes, status } = await trip.read()
  assert.deepEqual([status, changes.length], ['pending', 1])
  const accepted = await trip.agency.test.post(changePath(trip.id, changes[0].id))
  assert.equal(accepted.status, 200, accepted.text)
  assert.equal((await confirm(trip.agency.test, trip.id, trip.offer)).status, 200)
  await trip.diary.types()
  assert.equal((await trip.read()).status, 'ticketed')
})

test('changed flights at Duffel without a reported change count as a change', async () => {
  const trip = await atDuffel()
  changed(trip.order)
  trip.order.airline_initiated_changes = []
  await call(changeDetected(trip.order))
  assert.deepEqual(await trip.diary.types(), ['booking.updated'])
  const [change] = (await trip.read()).changes
  assert.deepEqual(change.available_actions, [])
  assert.equal(change.before[0].departing_at, '2027-01-20T10:15:00')
  assert.equal(change.after[0].departing_at, '2027-01-20T11:50:00')
  assert.deepEqual(await mailsOf(trip.diary), CHANGED_MAILS)
})

test("trip flights follow their booking: segments, days, and the travellers' page", async () => {
  const { agency, diary, id, order, read } = await atDuffel()
  const { client, client_amount } = await read()
  const { id: tripId } = await newTrip(agency.test, { client_id: client.id, booking_ids: [id] })
  const { page_url } = (await agency.test.post(`${TRIPS}/${tripId}/page`)).body.data
  const page = async () => (await app.anybody.get(new URL(page_url).pathname)).text
  const tripNow = async () => (await agency.test.get(`${TRIPS}/${tripId}`)).body.data
  const before = await tripNow()
  assert.deepEqual([before.title, before.starts_on], ['São Paulo – Lisboa', '2027-01-20'])
  assert.match(await page(), /20 de janeiro/)
  await diary.types()

  changed(order, 25 * 60)
  await call(changeDetected(order))
  assert.deepEqual(await diary.types(), ['booking.updated', 'trip.updated'])
  const { slices } = await read()
  const trip = await tripNow()
  const [item] = trip.items
  const flown = slices.flatMap(({ segments }: { segments: object[] }) => segments)
  assert.deepEqual(
    item.flight.segments.map(({ departing_at, arriving_at }: Record<string, string>) => [
      `${departing_at}:00`,
      `${arriving_at}:00`,
    ]),
    flown.map(({ departing_at, arriving_at }: Record<string, string>) => [departing_at, arriving_at]),
  )
  assert.deepEqual([item.starts_at, trip.starts_on], ['2027-01-21T11:15', '2027-01-21'])
  assert.equal(trip.ends_on, item.ends_at.slice(0, 10))
  assert.notEqual(trip.ends_on, before.ends_on)
  assert.deepEqual([trip.money, item.id], [before.money, before.items[0].id])
  assert.equal(item.price_amount, Number(client_amount))
  const shown = await page()
  assert.match(shown, /21 de janeiro/)
  assert.match(shown, /11:15/)
  assert.doesNotMatch(shown, /20 de janeiro/)
  assert.match(shown, /A companhia aérea alterou este voo<p>Antes: <s>[^<]*20\/01\/2027: 10:15/)

  cancelByAirline(order, duffel.clock.now())
  await call(changeDetected(order))
  assert.deepEqual(await diary.types(), [...CANCELLED, 'trip.updated'])
  const { status, starts_on, money } = await tripNow()
  assert.deepEqual([status, starts_on, money.price, money.cost, money.open], ['cancelled', null, 0, 0, 0])
})

test("cancelled at Duffel: by the airline in full, by a user on the fare's terms, a hold at no cost", async () => {
  const ends: ['instant' | 'hold', (order: FakeOrder) => void, string[]][] = [
    ['instant', (order) => cancelByAirline(order, duffel.clock.now()), ['credit 1147.86 refund']],
    ['instant', cancelWithFee, ['credit 877.86 refund']],
    ['hold', (order) => cancelByAirline(order, duffel.clock.now()), []],
  ]
  for (const [type, end, money] of ends) {
    const trip = await atDuffel(type)
    await trip.diary.money()
    end(trip.order)
    await call(changeDetected(trip.order))
    const expected = type === 'hold' ? CANCELLED.filter((name) => name !== 'wallet.credit') : CANCELLED
    assert.deepEqual(await trip.diary.types(), expected)
    assert.deepEqual(await trip.diary.money(), money)
    assert.deepEqual(await mailsOf(trip.diary), BY_CARRIER_MAILS)
    assert.equal((await trip.read()).status, 'cancelled')
    const { body } = await trip.agency.test.get('/api/v1/wallet/reconciliation')
    assert.equal(body.data.agrees, true, JSON.stringify(body))
    assertError(await trip.agency.test.delete(`${BOOKINGS}/${trip.id}`), 409, 'Booking already cancelled')
  }
})

/** A user cancels it in Duffel's dashboard, and 50.00 USD are kept. */
function cancelWithFee(order: FakeOrder): void {
  const quote = duffel.desk.quote({ order_id: order.id })
  quote.refund_amount = '137.35'
  duffel.desk.confirm(quote.id)
}

test('the agency cancels what the airline has already cancelled: everything is refunded', async () => {
  const trip = await atDuffel()
  cancelByAirline(trip.order, duffel.clock.now())
  const { body, text } = await trip.agency.test.delete(`${BOOKINGS}/${trip.id}`)
  assert.deepEqual(body.data?.refund?.penalty_amount, '0.00', text)
  assert.deepEqual(body.data.refund.amount, (await trip.read()).wallet_amount)
})

test('all of these families were tested', () => assertAllMet(app, 'carrier-changes'))
