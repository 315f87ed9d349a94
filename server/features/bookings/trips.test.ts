// Bookings in trips: how they join, and how the item of the trip follows each of their moves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRIP_ITEMS_MAX } from '../../../contract/limits.ts'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../../../test/support/bookings.ts'
import { newClient, read } from '../../../test/support/invoicing.ts'
import { oneWay, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { LODGING, newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const tripOf = (agency: Agency, id: string): Promise<Data> => read(agency.test, `${TRIPS}/${id}`)
const bookingOf = async (agency: Agency, id: string): Promise<Data> =>
  (await agency.test.get(`${BOOKINGS}/${id}`)).body

/** A trip for the client of a hold in it. */
async function heldInTrip() {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  const booking = await booked(agency.test, holdBody(offer, { start_trip: true }))
  return { agency, offer, booking, tripId: String(booking.trip_id) }
}

test('a hold starts a trip: a quoted flight with price, times, locator and travellers', async () => {
  const { agency, booking, tripId } = await heldInTrip()
  const trip = await tripOf(agency, tripId)
  const [item] = trip.items
  const { slices } = await bookingOf(agency, booking.id)
  const { segments, origin, destination } = slices[0]
  assert.equal(trip.title, destination.city_name)
  assert.equal(trip.starts_on, '2026-12-20')
  assert.deepEqual(
    trip.travellers.map(({ full_name, born_on }: Data) => [full_name, born_on]),
    [['Ana Souza', '1990-05-17']],
  )
  const { id, trip_id, money, flight, created_at, updated_at, traveller_ids, ...rest } = item
  assert.deepEqual(traveller_ids, [trip.travellers[0].id])
  const price = Number(booking.client_amount)
  const cost = Number(booking.base_cost_brl)
  assert.deepEqual(rest, {
    kind: 'flight',
    status: 'quoted',
    booking_id: booking.id,
    description: `${origin.iata_code}–${destination.iata_code}`,
    supplier_name: booking.owner.name,
    supplier_phone: null,
    place: `${origin.city_name} – ${destination.city_name}`,
    unit: null,
    meal_plan: null,
    confirmation_number: booking.booking_reference,
    instructions: null,
    notes: null,
    starts_at: segments[0].departing_at.slice(0, 16),
    starts_zone: origin.time_zone,
    ends_at: segments.at(-1).arriving_at.slice(0, 16),
    ends_zone: destination.time_zone,
    free_cancellation_until: null,
    currency: 'BRL',
    exchange_rate: 1,
    cost_amount: cost,
    price_amount: price,
    kept_cost_amount: null,
    kept_price_amount: 0,
    collected_by: 'agency',
    seller_id: null,
    invoice_ids: [],
    files: [],
  })
  assert.equal(flight.airline, booking.owner.name)
  assert.deepEqual(
    flight.segments.map(({ origin, destination }: Data) => [origin, destination]),
    segments.map(({ origin, destination }: Data) => [origin.iata_code, destination.iata_code]),
  )
  assert.deepEqual([money.price, money.cost, money.open], [price, cost, price])
  assert.equal((await bookingOf(agency, booking.id)).trip_id, tripId)
  const { body } = await agency.test.get(BOOKINGS)
  assert.equal(body.data[0].trip_id, tripId)
})

for (const debits of ['client_amount', 'base_cost'] as const)
  test(`item and booking have the same cost and earnings if the wallet is debited ${debits}`, async () => {
    const agency = await newAgency(app, { debits, markupPercent: '10' })
    const booking = await booked(agency.test, holdBody(await zzOffer(agency.test), { start_trip: true }))
    const { items, money } = await tripOf(agency, booking.trip_id)
    const [price, cost, earnings] = [
      booking.client_amount,
      booking.base_cost_brl,
      booking.total_agency_commission,
    ].map(Number)
    assert.ok(earnings! > 0)
    assert.deepEqual([money.price, money.cost, money.earnings], [price, cost, earnings])
    assert.deepEqual(items[0].money, money)
    assert.equal(items[0].cost_amount, cost)
  })

test('the events of a trip come after those of the booking', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary()
  const offer = await zzOffer(agency.test)
  const { id } = await booked(agency.test, holdBody(offer, { start_trip: true }))
  assert.deepEqual(await diary.types(), ['booking.created', 'trip.created', 'trip.updated'])
  await confirm(agency.test, id, offer)
  assert.deepEqual(await diary.types(), [
    'booking.confirmed',
    'wallet.debit',
    'booking.updated',
    'trip.updated',
    'booking.ticketed',
    'booking.updated',
  ])
})

test('the item is confirmed with the booking; after cancellation it keeps the penalty', async () => {
  const { agency, offer, booking, tripId } = await heldInTrip()
  await confirm(agency.test, booking.id, offer)
  const statusOf = async () => (await tripOf(agency, tripId)).items[0].status
  assert.equal(await statusOf(), 'confirmed')
  const cancelled = await agency.test.delete(`${BOOKINGS}/${booking.id}`)
  assert.equal(cancelled.status, 200, cancelled.text)
  const trip = await tripOf(agency, tripId)
  const [item] = trip.items
  const cents = (amount: unknown) => Math.round(Number(amount) * 100)
  const { refund } = await bookingOf(agency, booking.id)
  const kept = (cents(booking.wallet_amount) - cents(refund.amount)) / 100
  assert.deepEqual(
    [item.status, item.kept_price_amount, item.kept_cost_amount, item.money.price, item.money.cost],
    ['cancelled', kept, kept, kept, kept],
  )
  assert.equal(trip.status, 'cancelled')
  const address = `${TRIPS}/${tripId}/items/${item.id}`
  const { body, text } = await agency.test.patch(address, { kept_price_amount: 12.34 })
  assert.equal(body.data?.money.price, 12.34, text)
  assert.equal(body.data.money.cost, kept)
  const beyond = { kept_price_amount: item.price_amount + 0.01 }
  assertError(
    await agency.test.patch(address, beyond),
    400,
    'Invalid request parameters',
    'kept_price_amount',
  )
})

test("a cancelled non-refundable fare keeps the carrier's price, not the agency's earnings", async () => {
  const agency = await newAgency(app)
  const { body } = await search(agency.test, oneWay('GRU', 'SDU', '2026-12-20'))
  const offer = body.offers.find(({ conditions }: Data) => !conditions.refund_before_departure.allowed)
  const booking = await booked(agency.test, instantBody(offer, { start_trip: true }))
  const moneyOf = async () => (await tripOf(agency, String(booking.trip_id))).money
  const before = await moneyOf()
  assert.ok(before.earnings > 0)
  const cancelled = await agency.test.delete(`${BOOKINGS}/${booking.id}`)
  assert.equal(cancelled.body.data.refund.amount, '0.00', cancelled.text)
  assert.deepEqual(await moneyOf(), before)
})

for (const [name, end] of [
  ['a hold that is cancelled', async ({ test }: Agency, id: string) => test.delete(`${BOOKINGS}/${id}`)],
  ['a hold that expires', async ({ advance }: Agency) => advance('P2D')],
] as const)
  test(`${name} costs nothing`, async () => {
    const { agency, booking, tripId } = await heldInTrip()
    await end(agency, booking.id)
    const { items, money, status } = await tripOf(agency, tripId)
    assert.deepEqual(
      [items[0].status, money.price, money.cost, money.open, status],
      ['cancelled', 0, 0, 0, 'cancelled'],
    )
  })

test('an instant booking joins its trip once the carrier accepts it', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.test)
  const trip = await newTrip(agency.test, { client_id: client.id, travellers: [{ full_name: 'ana SOUZA' }] })
  const offer = await zzOffer(agency.test)
  const booking = await booked(agency.test, instantBody(offer, { trip_id: trip.id }))
  assert.equal(booking.trip_id, trip.id)
  assert.equal(booking.client.id.replaceAll('-', ''), `cli_${client.id.replaceAll('-', '')}`)
  const { items, travellers } = await tripOf(agency, trip.id)
  assert.deepEqual([items.length, items[0].status, items[0].booking_id], [1, 'confirmed', booking.id])
  assert.deepEqual(
    travellers.map(({ id, born_on }: Data) => [id, born_on]),
    [[trip.travellers[0].id, '1990-05-17']],
    'the same person, now with a birth date',
  )
})

test('an instant booking that its carrier rejects leaves the trip and the quoted flight unchanged', async () => {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.test)
  const quoted = await newTripItem(agency.test, trip.id, { kind: 'flight' })
  const offer = await zzOffer(agency.test, { family: 'rejected' })
  const body = instantBody(offer, { trip_id: trip.id, trip_item_id: quoted.id })
  const refused = await agency.test.post(BOOKINGS, body)
  assert.ok(refused.status >= 400, refused.text)
  const { items } = await tripOf(agency, trip.id)
  assert.deepEqual(
    items.map(({ id, status, booking_id }: Data) => [id, status, booking_id]),
    [[quoted.id, 'quoted', null]],
  )
  assert.equal((await agency.test.delete(`${TRIPS}/${trip.id}`)).status, 200, 'no booking holds the trip')
})

test('failed ticketing cancels the item', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test, { family: 'tickets fail' })
  const { id, trip_id } = await booked(agency.test, instantBody(offer, { start_trip: true }))
  await agency.advance('P2D')
  assert.equal((await bookingOf(agency, id)).status, 'failed')
  const { items, money } = await tripOf(agency, trip_id)
  assert.deepEqual([items[0].status, money.price, money.cost], ['cancelled', 0, 0])
})

test('a booking replaces a quoted flight, which keeps its id', async () => {
  const agency = await newAgency(app)
  const trip = await newTrip(agency.test)
  const quoted = await newTripItem(agency.test, trip.id, {
    kind: 'flight',
    price_amount: 321,
    notes: 'Janela',
  })
  const offer = await zzOffer(agency.test)
  const body = holdBody(offer, { trip_id: trip.id, trip_item_id: quoted.id })
  const { id, client_amount } = await booked(agency.test, body)
  const { items } = await tripOf(agency, trip.id)
  assert.deepEqual(
    items.map((item: Data) => [item.id, item.booking_id, item.price_amount, item.notes]),
    [[quoted.id, id, Number(client_amount), 'Janela']],
  )
  const taken = await agency.test.post(
    BOOKINGS,
    holdBody(offer, { trip_id: trip.id, trip_item_id: quoted.id }),
  )
  assertError(taken, 409, 'Trip item follows booking')
})

test('an unsuitable trip or item is refused before the carrier is called', async () => {
  const agency = await newAgency(app)
  const [trip, other] = [await newTrip(agency.test), await newTrip(agency.test)]
  const hotel = await newTripItem(agency.test, trip.id)
  const offer = await zzOffer(agency.test)
  const refused = async (fields: object, status: number, error: string, field?: string) =>
    assertError(await agency.test.post(BOOKINGS, holdBody(offer, fields)), status, error, field)
  const invalid = 'Invalid request parameters'
  await refused({ trip_id: 'trip_x' }, 404, 'Trip not found')
  await refused({ trip_id: 7 }, 400, invalid, 'trip_id')
  await refused({ trip_item_id: hotel.id }, 400, invalid, 'trip_id')
  await refused({ start_trip: 'yes' }, 400, invalid, 'start_trip')
  await refused({ trip_id: trip.id, trip_item_id: 'tri_x' }, 404, 'Trip item not found')
  await refused({ trip_id: trip.id, trip_item_id: hotel.id }, 400, invalid, 'trip_item_id')
  const client_id = other.client_id
  await refused({ trip_id: trip.id, client_id }, 409, 'Booking of other client')
  assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, 0)
  await booked(agency.test, holdBody(offer, { trip_id: trip.id }))
  const taken = (await tripOf(agency, trip.id)).items.find(({ kind }: Data) => kind === 'flight')
  await refused({ trip_id: trip.id, trip_item_id: taken.id }, 409, 'Trip item follows booking')
  assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, 1)
})

test('a full trip accepts no item except a booking that replaces a quoted flight', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const offer = await zzOffer(client)
  const older = await booked(client, holdBody(offer))
  const trip = await newTrip(client, { client_id: older.client.id })
  const flight = await newTripItem(client, trip.id, { kind: 'flight' })
  await app.asOwner(`
    insert into trip_items
    select (jsonb_populate_record(item, jsonb_build_object('id', 'tri_full' || n, 'kind', 'tour'))).*
    from trip_items item, generate_series(2, ${TRIP_ITEMS_MAX}) n where item.id = '${flight.id}'`)
  const other = await newTrip(client, { client_id: trip.client_id })
  await newTripItem(client, other.id)
  const add = (fields: object = {}) =>
    client.post(`${TRIPS}/${trip.id}/bookings`, { booking_id: older.id, ...fields })
  const refusals = [
    await client.post(`${TRIPS}/${trip.id}/items`, LODGING),
    await client.post(`${TRIPS}/${trip.id}/merge`, { trip_id: other.id }),
    await add(),
    await client.post(BOOKINGS, holdBody(offer, { trip_id: trip.id })),
  ]
  for (const refused of refusals) assertError(refused, 422, 'Resource limit exceeded')
  const taken = await add({ trip_item_id: flight.id })
  assert.equal(taken.status, 200, taken.text)
  assert.equal(taken.body.data.items.length, TRIP_ITEMS_MAX)
  assert.equal((await add()).status, 200, 'it is in the trip already')
})

test('an older booking can be added, removed by deleting its item, and added to another trip', async () => {
  const agency = await newAgency(app)
  const booking = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  assert.equal(booking.trip_id, null)
  const client_id = booking.client.id
  const [trip, other] = [await newTrip(agency.test, { client_id }), await newTrip(agency.test, { client_id })]
  const add = (id: string, fields: object = {}) =>
    agency.test.post(`${TRIPS}/${id}/bookings`, { booking_id: booking.id, ...fields })
  assertError(await add((await newTrip(agency.test)).id), 409, 'Booking of other client')
  assertError(await add(trip.id, { booking_id: 'ord_x' }), 404, 'Booking not found')
  assertError(await add('trip_x'), 404, 'Trip not found')
  const added = await add(trip.id)
  assert.equal(added.status, 200, added.text)
  const [item] = added.body.data.items
  assert.equal(item.booking_id, booking.id)
  assert.deepEqual((await add(trip.id)).body.data.items, [item], 'adding it again changes nothing')
  assertError(await add(other.id), 409, 'Booking in other trip')
  assertError(await agency.test.delete(`${TRIPS}/${trip.id}`), 409, 'Trip in use')
  assert.equal((await agency.test.delete(`${TRIPS}/${trip.id}/items/${item.id}`)).status, 200)
  assert.equal((await bookingOf(agency, booking.id)).trip_id, null)
  await agency.advance('P2D')
  assert.deepEqual((await tripOf(agency, trip.id)).items, [], 'its later moves do not bring it back')
  assert.equal((await add(other.id)).body.data.items[0].status, 'cancelled')
})

test('a booking removed from the trip it started does not start another one', async () => {
  const { agency, offer, booking, tripId } = await heldInTrip()
  const [item] = (await tripOf(agency, tripId)).items
  await agency.test.delete(`${TRIPS}/${tripId}/items/${item.id}`)
  await confirm(agency.test, booking.id, offer)
  assert.equal((await bookingOf(agency, booking.id)).trip_id, null)
  assert.equal((await agency.test.get(TRIPS)).body.pagination.total, 1)
})

test('a trip started by bookings is titled by their destinations', async () => {
  const agency = await newAgency(app)
  const booking = await booked(agency.test, holdBody(await zzOffer(agency.test)))
  const trip = await newTrip(agency.test, { client_id: booking.client.id, booking_ids: [booking.id] })
  assert.equal(trip.items[0].booking_id, booking.id)
  assert.equal(trip.title, trip.items[0].place)
})

test("fields that follow the booking cannot be edited, except the agency's own", async () => {
  const { agency, tripId } = await heldInTrip()
  const trip = await tripOf(agency, tripId)
  const [item] = trip.items
  const patch = (body: object) => agency.test.patch(`${TRIPS}/${tripId}/items/${item.id}`, body)
  for (const change of [{ price_amount: 1 }, { status: 'cancelled' }, { place: 'x' }, { cost_amount: 1 }])
    assertError(await patch(change), 409, 'Trip item follows booking')
  assert.equal((await patch(item)).status, 200, 'it may be sent back as it was read')
  const own = { notes: 'Janela', instructions: 'Chegar cedo', traveller_ids: [] }
  const { body } = await patch(own)
  assert.deepEqual({ ...body.data, ...own }, body.data)
  assertError(
    await agency.test.patch(`${TRIPS}/${tripId}`, { client_id: (await newClient(agency.test)).id }),
    409,
    'Trip in use',
  )
})

test('merging trips moves the booking, and its changes reach the remaining trip', async () => {
  const { agency, booking, tripId } = await heldInTrip()
  const { client_id } = await tripOf(agency, tripId)
  const other = await newTrip(agency.test, { client_id })
  const { status, text } = await agency.test.post(`${TRIPS}/${other.id}/merge`, { trip_id: tripId })
  assert.equal(status, 200, text)
  assert.equal((await bookingOf(agency, booking.id)).trip_id, other.id)
  await agency.test.delete(`${BOOKINGS}/${booking.id}`)
  assert.equal((await tripOf(agency, other.id)).items[0].status, 'cancelled')
})
