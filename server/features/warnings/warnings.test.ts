// /api/v1/warnings: each kind before, at and after its limits, and what people do about warnings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import { ABROAD, booked, holdBody, PASSPORT, passengersOf, zzOffer } from '../../../test/support/bookings.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { newClient, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const WARNINGS = '/api/v1/warnings'
/** Still 15 November in São Paulo, where the teams are. */
const NOW = '2026-11-16T01:30:00.000Z'
const app = await startApp({ wall: fixedClock(new Date(NOW)) })

const day = (days: number) => Temporal.PlainDate.from('2026-11-15').add({ days }).toString()
const listOf = async (client: Client, query = '') => (await client.get(`${WARNINGS}?${query}`)).body.data
const subjectsOf = async (client: Client, kind: string) =>
  (await listOf(client, `kind=${kind}`)).map(({ subject }: { subject: string }) => subject)

/** A trip of a week from this day on. */
async function tripFrom(client: Client, starts: string, fields: object = {}, item: object = {}) {
  const trip = await newTrip(client, { title: starts, ...fields })
  const ends_at = Temporal.PlainDate.from(starts).add({ days: 7 }).toString()
  await newTripItem(client, trip.id, { starts_at: starts, ends_at, ...item })
  return trip
}

const segment = (origin: string, destination: string, date: string) => ({
  flight_number: 'LA 8084',
  origin,
  destination,
  departing_at: `${date}T18:00`,
  arriving_at: `${date}T23:00`,
})

type Route = readonly [from: string, to: string]
const ABROAD_ROUTE: Route = ['GRU', 'MVD']

/** There and back within a week. */
async function abroadFrom(
  client: Client,
  starts: string,
  fields: object = {},
  [from, to]: Route = ABROAD_ROUTE,
) {
  const trip = await newTrip(client, { title: starts, ...fields })
  const back = Temporal.PlainDate.from(starts).add({ days: 7 }).toString()
  const segments = [segment(from, to, starts), segment(to, from, back)]
  await newTripItem(client, trip.id, { kind: 'flight', flight: { segments }, starts_at: null, ends_at: null })
  return trip
}

const passport = (expires_on: string | null, more: object = {}) => ({
  identity_documents: [{ type: 'passport', number: 'FZ482913', expires_on, ...more }],
})

test('departure: from seven days before until its day; cancelled trips are left out', async () => {
  const { test: client } = await newAgency(app)
  for (const days of [-1, 0, 7, 8]) await tripFrom(client, day(days))
  const cancelled = await newTrip(client, { title: 'cancelada' })
  await newTripItem(client, cancelled.id, { starts_at: day(2), ends_at: day(3), status: 'cancelled' })
  assert.deepEqual(await subjectsOf(client, 'departure'), [day(0), day(7)])
  const [today] = await listOf(client)
  const { id, trip_id, client_id, ...rest } = today
  assert.match(id, /^wrn_[0-9a-f]{24}$/)
  assert.equal((await read(client, `${TRIPS}/${trip_id}`)).client_id, client_id)
  assert.deepEqual(rest, {
    kind: 'departure',
    trip_title: day(0),
    client_name: 'Ana Souza',
    subject: day(0),
    due_on: day(0),
    due_at: null,
    expires_on: null,
    days_left: 0,
    status: 'open',
    created_at: NOW,
    updated_at: NOW,
  })
})

test("today is the team's day", async () => {
  const agency = await newAgency(app)
  await tripFrom(agency.test, day(0))
  await tripFrom(agency.test, day(8))
  await agency.live.patch('/api/v1/team', { time_zone: 'Pacific/Auckland' })
  assert.deepEqual(await subjectsOf(agency.test, 'departure'), [day(8)], 'there it is the 16th')
})

test('free cancellation: of active items, within three days and until its time', async () => {
  const { test: client } = await newAgency(app)
  const { id } = await newTrip(client, { title: 'Lisboa' })
  const until = async (free_cancellation_until: string, fields: object = {}) =>
    newTripItem(client, id, { description: free_cancellation_until, free_cancellation_until, ...fields })
  await until('2026-11-16T01:29:59.999Z')
  await until(NOW)
  // The last moment of the 18th in São Paulo, and the next one.
  await until('2026-11-19T02:59:59.999Z')
  await until('2026-11-19T03:00:00.000Z')
  await until('2026-11-17T12:00:00.000Z', { status: 'cancelled' })
  const found = await listOf(client, 'kind=free_cancellation_ending')
  assert.deepEqual(
    found.map(({ due_at, due_on, days_left }: Record<string, unknown>) => [due_at, due_on, days_left]),
    [
      [NOW, day(0), 0],
      ['2026-11-19T02:59:59.999Z', day(3), 3],
    ],
  )
  const [first] = found
  await client.post(`${WARNINGS}/${first.id}/done`, {})
  const item = (await read(client, `${TRIPS}/${id}`)).items.find(
    ({ free_cancellation_until }: { free_cancellation_until: string }) => free_cancellation_until === NOW,
  )
  const free_cancellation_until = '2026-11-17T12:00:00.000Z'
  await client.patch(`${TRIPS}/${id}/items/${item.id}`, { free_cancellation_until })
  const [moved] = await listOf(client, 'kind=free_cancellation_ending')
  assert.equal(moved.due_at, free_cancellation_until, 'another deadline is another warning')
})

test('passport: expires sooner than six months after the return of a trip abroad', async () => {
  const { test: client } = await newAgency(app)
  const starts = day(30)
  const limit = Temporal.PlainDate.from(starts).add({ days: 7 }).add({ months: 6 })
  const travels = async (full_name: string, expires_on: string | null, route: Route = ABROAD_ROUTE) => {
    const { id } = await newClient(client, { full_name, ...passport(expires_on) })
    await abroadFrom(client, starts, { client_id: id, travellers: [{ full_name, client_id: id }] }, route)
    return id
  }
  await travels('Boa', limit.toString())
  const short = await travels('Curta', limit.subtract({ days: 1 }).toString())
  await travels('Vencida', day(-1))
  await travels('Sem validade', null)
  await travels('No Brasil', day(-1), ['GRU', 'SDU'])
  await travels('Lugar desconhecido', day(-1), ['GRU', 'QQQ'])
  assert.deepEqual((await subjectsOf(client, 'passport_expiring')).toSorted(), ['Curta', 'Vencida'])
  const [warning] = await listOf(client, `client_id=${short}`)
  assert.equal(warning.expires_on, limit.subtract({ days: 1 }).toString())
  assert.equal(warning.due_on, starts)
  await client.post(`${WARNINGS}/${warning.id}/done`, {})
  assert.deepEqual(await listOf(client, `client_id=${short}`), [])
  await client.patch(`/api/v1/clients/${short}`, passport(day(60)))
  const [renewed] = await listOf(client, `client_id=${short}`)
  assert.equal(renewed.expires_on, day(60), 'another passport is another warning')
  await client.patch(`/api/v1/clients/${short}`, passport('2036-01-01'))
  assert.deepEqual(await listOf(client, `client_id=${short}`), [])
})

test('passport: of two the later expiry counts; from 180 days before the trip', async () => {
  const { test: client } = await newAgency(app)
  const two = {
    identity_documents: ['2027-01-01', '2034-01-01'].map((expires_on) => ({
      type: 'passport',
      number: 'FZ482913',
      expires_on,
    })),
  }
  const { id } = await newClient(client, { full_name: 'Duas', ...two })
  await abroadFrom(client, day(30), { client_id: id, travellers: [{ full_name: 'Duas', client_id: id }] })
  const soon = await newClient(client, { full_name: 'Cedo', ...passport('2027-01-01') })
  const of = { client_id: soon.id, travellers: [{ full_name: 'Cedo', client_id: soon.id }] }
  await abroadFrom(client, day(181), of)
  assert.deepEqual(await subjectsOf(client, 'passport_expiring'), [])
  await abroadFrom(client, day(180), of)
  assert.deepEqual(await subjectsOf(client, 'passport_expiring'), ['Cedo'])
})

test('companions and namesakes have their own passports in the file', async () => {
  const { test: client } = await newAgency(app)
  const { id } = await newClient(client, { full_name: 'Rui Lima', ...passport('2034-01-01') })
  const made = await client.post(`/api/v1/clients/${id}/companions`, {
    relationship: 'child',
    given_name: 'Eva',
    family_name: 'Lima',
    born_on: '2015-03-01',
    ...passport('2027-01-01'),
  })
  assert.equal(made.status, 201, made.text)
  const travellers = [
    { full_name: 'rui lima' },
    { full_name: 'Eva Lima', companion_id: made.body.data.id },
    { full_name: 'Outra Pessoa' },
  ]
  const { id: tripId } = await abroadFrom(client, day(10), { client_id: id, travellers })
  assert.deepEqual(await subjectsOf(client, 'passport_expiring'), ['Eva Lima'])
  assert.deepEqual(await subjectsOf(client, 'documents_missing'), ['Outra Pessoa'])
  await client.patch(`/api/v1/clients/${id}/companions/${made.body.data.id}`, { identity_documents: [] })
  assert.deepEqual(await subjectsOf(client, 'passport_expiring'), [])
  assert.deepEqual((await subjectsOf(client, 'documents_missing')).toSorted(), ['Eva Lima', 'Outra Pessoa'])
  assert.equal((await listOf(client, `trip_id=${tripId}&kind=documents_missing`)).length, 2)
})

test('the file of a merged client is that of the remaining one, under any name', async () => {
  const { test: client } = await newAgency(app)
  const starts = day(10)
  const kept = await newClient(client, { full_name: 'Bia Ramos', ...passport(starts) })
  const duplicate = await newClient(client, { full_name: 'Beatriz Ramos' })
  const travellers = [{ full_name: 'Beatriz Ramos', client_id: duplicate.id }]
  await abroadFrom(client, starts, { client_id: duplicate.id, travellers })
  assert.deepEqual(await subjectsOf(client, 'documents_missing'), ['Beatriz Ramos'])
  const merged = await client.post(`/api/v1/clients/${kept.id}/merge`, { duplicate_id: duplicate.id })
  assert.equal(merged.status, 200, merged.text)
  assert.deepEqual(await subjectsOf(client, 'documents_missing'), [])
  assert.deepEqual(await subjectsOf(client, 'passport_expiring'), ['Beatriz Ramos'])
})

test('documents: from fifteen days before a trip abroad, and not for domestic trips', async () => {
  const { test: client } = await newAgency(app)
  const travellers = [{ full_name: 'Bia' }]
  await abroadFrom(client, day(16), { travellers })
  await abroadFrom(client, day(15), { title: 'quinze', travellers })
  await abroadFrom(client, day(15), { travellers }, ['GRU', 'SDU'])
  await tripFrom(client, day(15), { travellers })
  const found = await listOf(client, 'kind=documents_missing')
  assert.deepEqual(
    found.map(({ trip_title, subject, days_left }: Record<string, unknown>) => [
      trip_title,
      subject,
      days_left,
    ]),
    [['quinze', 'Bia', 15]],
  )
})

test('a passport in the booking counts as a document', async () => {
  const { test: client } = await newAgency(app)
  const offer = await zzOffer(client, { route: ABROAD, date: day(10) })
  const passengers = passengersOf(offer, { identity_documents: [PASSPORT] })
  const booking = await booked(client, holdBody(offer, { passengers }))
  const trip = await newTrip(client, {
    client_id: booking.client.id,
    travellers: [{ full_name: 'Sem Papéis' }],
    booking_ids: [booking.id],
  })
  assert.equal(trip.travellers.length, 2)
  assert.deepEqual(await subjectsOf(client, 'documents_missing'), ['Sem Papéis'])
})

test('birthdays: of clients and companions, within seven days', async () => {
  const { test: client } = await newAgency(app)
  const born = (days: number) => `1990${day(days).slice(4)}`
  for (const days of [-1, 0, 7, 8]) await newClient(client, { full_name: `Dia ${days}`, born_on: born(days) })
  const inactive = await newClient(client, { full_name: 'Inativa', born_on: born(1) })
  await client.patch(`/api/v1/clients/${inactive.id}`, { is_active: false })
  const { id } = await newClient(client, { full_name: 'Rui Lima' })
  const eva = { relationship: 'child', given_name: 'Eva', family_name: 'Lima', born_on: born(3) }
  await client.post(`/api/v1/clients/${id}/companions`, eva)
  assert.deepEqual(await subjectsOf(client, 'birthday'), ['Dia 0', 'Eva Lima', 'Dia 7'])
  const [, companion] = await listOf(client)
  assert.deepEqual([companion.trip_id, companion.client_id, companion.client_name], [null, id, 'Rui Lima'])
})

async function oneWarning(): Promise<{ agency: Agency; client: Client; id: string; tripId: string }> {
  const agency = await newAgency(app)
  const { id: tripId } = await tripFrom(agency.test, day(2))
  const [{ id }] = await listOf(agency.test)
  return { agency, client: agency.test, id, tripId }
}

test('warnings are done, dismissed and reopened; each change is audited', async () => {
  const { client, id, tripId } = await oneWarning()
  const done = await client.post(`${WARNINGS}/${id}/done`, {})
  assert.deepEqual([done.status, done.body.data.status], [200, 'done'])
  assert.deepEqual(await listOf(client), [])
  assert.deepEqual(await listOf(client, 'status=done'), [done.body.data])
  assert.equal((await client.post(`${WARNINGS}/${id}/dismiss`, {})).body.data.status, 'dismissed')
  assert.equal((await listOf(client, 'status=dismissed'))[0].id, id)
  assert.equal((await client.delete(`${WARNINGS}/${id}/mark`)).body.data.status, 'open')
  assert.equal((await listOf(client))[0].id, id)
  const entries = (await client.get(`/api/v1/audit?object_id=${tripId}`)).body.data
  const moves = entries.flatMap(({ changes }: { changes: Record<string, unknown>[] }) =>
    changes.filter(({ object }) => object === 'warning').map(({ before, after }) => [before, after]),
  )
  assert.deepEqual(moves, [
    [{ status: 'dismissed' }, { status: 'open' }],
    [{ status: 'done' }, { status: 'dismissed' }],
    [{ status: 'open' }, { status: 'done' }],
  ])
})

test('a warning that no longer applies cannot be marked', async () => {
  const { client, id, tripId } = await oneWarning()
  const [item] = (await read(client, `${TRIPS}/${tripId}`)).items
  await client.patch(`${TRIPS}/${tripId}/items/${item.id}`, { starts_at: day(30), ends_at: day(31) })
  assertError(await client.post(`${WARNINGS}/${id}/done`, {}), 404, 'Warning not found')
  assert.deepEqual(await listOf(client), [])
})

test('another team or mode does not see it', async () => {
  const { agency, id } = await oneWarning()
  const other = await newAgency(app)
  for (const client of [agency.live, other.test]) {
    assert.deepEqual(await listOf(client), [])
    assertError(await client.post(`${WARNINGS}/${id}/done`, {}), 404, 'Warning not found')
  }
})

test('reading requires trips.read, marking trips.write', async () => {
  const { client, id } = await oneWarning()
  const keyWith = async (permissions: string[]) => {
    const { body } = await client.post('/api/v1/api-keys', { name: 'x', permissions })
    return makeClient(app.url, body.data.secret)
  }
  const reader = await keyWith(['trips.read'])
  assert.equal((await reader.get(WARNINGS)).status, 200)
  for (const response of [
    await reader.post(`${WARNINGS}/${id}/done`, {}),
    await reader.post(`${WARNINGS}/${id}/dismiss`, {}),
    await reader.delete(`${WARNINGS}/${id}/mark`),
    await (await keyWith(['clients.read'])).get(WARNINGS),
  ])
    assert.equal(response.status, 403)
})

test('pages are in order of days, by number and by cursor, with filters', async () => {
  const { test: client } = await newAgency(app)
  for (const days of [5, 1, 3, 2, 4]) await tripFrom(client, day(days))
  const all = await listOf(client)
  assert.deepEqual(
    all.map(({ days_left }: { days_left: number }) => days_left),
    [1, 2, 3, 4, 5],
  )
  const { body: first } = await client.get(`${WARNINGS}?limit=2`)
  assert.deepEqual([first.data, first.pagination.total], [all.slice(0, 2), 5])
  const { body: second } = await client.get(
    `${WARNINGS}?limit=2&starting_after=${first.pagination.next_cursor}`,
  )
  assert.deepEqual(second.data, all.slice(2, 4))
  assert.deepEqual(await listOf(client, 'limit=2&page=3'), all.slice(4))
  assert.deepEqual(await listOf(client, `updated_after=${NOW.replace('00.000', '00.001')}`), [])
  assert.deepEqual(await listOf(client, 'client_id=nobody'), [])
  assertError(await client.get(`${WARNINGS}?kind=x`), 400, 'Invalid request parameters', 'kind')
})
