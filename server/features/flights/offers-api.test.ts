// GET /api/v1/offers/:id: an offer as it is now, its lifetime, and its expiry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../../contract/flights.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { cents, roundedHalfUp } from '../../../test/support/check-offers.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { oneWay, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { deleteExpired } from '../../app/worker/maintenance.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { createTeam } from '../teams/teams.ts'
import { findOffer } from './offers.ts'

const HOUR_MS = 3_600_000
const START = new Date('2026-11-15T12:00:00.000Z')
const wall = fixedClock(START)
const app = await startApp({ wall })
/** One that nothing is cleared away from unless a test says so, on a day of its own for each test. */
const clock = fixedClock(START)
const still = await startApp({ wall: clock, settings: { ROLE: 'api' } })
const DAY = '2026-12-08'

async function offersOf(client: Client, origin = 'GRU', destination = 'SDU'): Promise<Offer[]> {
  const { status, body } = await search(client, oneWay(origin, destination, DAY))
  assert.equal(status, 200)
  return body.offers
}

const read = (client: Client, id: string) => client.get(`/api/v1/offers/${id}`)
const named = (offers: Offer[], family: string) =>
  offers.find(({ passengers }) => passengers[0]!.fare_brand_name === `ZZ ${family}`)!

test('every offer of a search is read as it was shown', async () => {
  const offers = await offersOf(app.live)
  assert.ok(offers.length > 40)
  for (const offer of offers) {
    const { status, body } = await read(app.live, offer.id)
    assert.equal(status, 200)
    const { price_changed, previous_total_amount, previous_client_amount, ...same } = body
    assert.deepEqual(same, offer)
    assert.deepEqual(
      [price_changed, previous_total_amount, previous_client_amount],
      [false, offer.total_amount, offer.client_amount],
    )
  }
})

test('another server on the same database reads it too', async () => {
  const [offer] = await offersOf(app.live)
  const other = await startApp({ wall, databaseUrl: app.databaseUrl })
  assert.equal((await read(other.live, offer!.id)).body.id, offer!.id)
})

test('a changed price is returned with the previous one, and goes through the same price chain', async () => {
  const offer = named(await offersOf(app.test, 'FEN', 'MVD'), 'price changed')
  const { status, body } = await read(app.test, offer.id)
  assert.equal(status, 200)
  assert.equal(body.price_changed, true)
  assert.deepEqual(
    [body.previous_total_amount, body.previous_client_amount],
    [offer.total_amount, offer.client_amount],
  )
  assert.equal(cents(body.total_amount), (cents(offer.total_amount) * 11n) / 10n)
  assert.equal(cents(body.base_cost_brl), roundedHalfUp(cents(body.total_amount), '5.4', 0))
  assert.equal(
    cents(body.client_amount),
    cents(body.base_cost_brl) + cents(body.agency_markup_amount) + cents(body.agency_fee_amount),
  )
  assert.equal(body.expires_at, offer.expires_at)
})

test('an offer that the carrier no longer sells is Sold out', async () => {
  const offer = named(await offersOf(app.test, 'FEN', 'MCP'), 'gone')
  const { status, body } = await read(app.test, offer.id)
  assert.deepEqual([status, body.error, body.code], [409, 'Sold out', 'sold_out'])
})

test('an unknown or invalid id, or one of another team or mode: Offer not found', async () => {
  const [offer, ...rest] = await offersOf(app.live)
  const { secrets } = await createTeam(app.service.world, { name: 'Other', email: 'other@example.com' })
  const beyond = `${rest.at(-1)!.id.slice(0, -2)}zz`
  const cases: [Client, string][] = [
    [app.live, 'off_x'],
    [app.live, 'nothing'],
    [app.live, makeId('offer', wall.now())],
    [app.live, beyond],
    [app.live, `${offer!.id.slice(0, -2)}00`],
    [app.live, offer!.id.replace('off_', 'orq_')],
    [app.live, offer!.id.toUpperCase()],
    [app.test, offer!.id],
    [makeClient(app.url, secrets.live), offer!.id],
  ]
  for (const [client, id] of cases) {
    const { status, body } = await read(client, id)
    assert.deepEqual([status, body.error], [404, 'Offer not found'], id)
  }
})

test('an offer is valid until its expires_at to the millisecond, then Offer expired', async () => {
  const [offer] = await offersOf(still.live)
  const end = new Date(offer!.expires_at)
  clock.set(new Date(end.getTime() - 1))
  assert.equal((await read(still.live, offer!.id)).status, 200)
  clock.set(end)
  const { status, body } = await read(still.live, offer!.id)
  assert.deepEqual([status, body.error, body.code], [400, 'Offer expired', 'offer_expired'])
})

test("a test key's offer expires by its team's clock", async () => {
  const own = await newAgency(app)
  const [offer] = await offersOf(own.test)
  await own.advance('PT19M')
  assert.equal((await read(own.test, offer!.id)).status, 200)
  await own.advance('PT12M')
  assert.equal((await read(own.test, offer!.id)).body.error, 'Offer expired')
})

test("a stored offer has exact cents, the rate, and the supplier's data", async () => {
  const [offer] = await offersOf(app.live, 'GRU', 'MIA')
  const { rows } = await app.service.world.pool.query('select id from teams order by id limit 1')
  const owner = { teamId: rows[0].id, mode: 'live' as const }
  const stored = await findOffer(app.service.world.pool, owner, offer!.id, wall.now())
  assert.deepEqual(stored.offer, offer)
  assert.equal(stored.supplier, 'simulated')
  assert.equal(stored.atSupplier.price.totalCents, cents(offer!.total_amount))
  assert.equal(stored.clientCents, cents(offer!.client_amount))
  assert.deepEqual(stored.rate, { digits: 54n, scale: 1 })
  assert.deepEqual(stored.atSupplier.travellers, ['adult'])
})

test('a search is stored as one small row and one of a few kilobytes, regardless of its offers', async () => {
  const sizes = [0, 1, 2, 3].map((table) => `select id, length(lines) as size from offer_lines_${table}`)
  const stored = async () => (await still.service.world.pool.query(sizes.join(' union all '))).rows
  const before = new Set((await stored()).map(({ id }) => id))
  await search(still.live, oneWay('GRU', 'BSB', DAY, { limit: 200 }))
  const rows = (await stored()).filter(({ id }) => !before.has(id))
  assert.equal(rows.length, 1)
  assert.ok(rows[0].size < 60_000, `${rows[0].size} bytes`)
})

// These two are last and on later days: ids never go back in time, and the id of a search encodes the hour whose
// table has its offers.
test('offers of this hour and the last survive retention at any minute', async () => {
  for (const [index, minute] of [0, 1, 29, 58, 59].entries()) {
    const start = new Date('2026-11-16T00:00:00.000Z').getTime() + index * 4 * HOUR_MS
    const at = (minutes: number) => clock.set(new Date(start + minutes * 60_000))
    at(minute)
    const [offer] = await offersOf(still.live)
    for (const later of [1, 10, 19]) {
      at(minute + later)
      await deleteExpired(still.service.world)
      assert.equal((await read(still.live, offer!.id)).status, 200, `${minute} + ${later}`)
    }
  }
})

test('offers are dropped by the hour; Offer expired is returned for at least a day after that', async () => {
  const start = new Date('2026-11-17T12:00:00.000Z')
  const { world } = still.service
  // Of what other tests left too.
  for (const hour of [-3, -2, -1, 0]) {
    clock.set(new Date(start.getTime() + hour * HOUR_MS))
    await deleteExpired(world)
  }
  const [offer] = await offersOf(still.live)
  const stored = async () => {
    const counts = [0, 1, 2, 3].map((table) => `(select count(*) from offer_lines_${table})`)
    const { rows } = await world.pool.query(`select ${counts.join(' + ')} as n`)
    return Number(rows[0].n)
  }
  assert.equal(await stored(), 1)
  for (let hour = 1; hour <= 26; hour++) {
    clock.set(new Date(start.getTime() + hour * HOUR_MS))
    await deleteExpired(world)
    // Nothing that may still be read is dropped: a whole hour lies between.
    assert.equal(await stored(), hour < 2 ? 1 : 0, `after ${hour} hours`)
    const { status, body } = await read(still.live, offer!.id)
    if (hour <= 24) assert.deepEqual([status, body.error], [400, 'Offer expired'], `after ${hour} hours`)
  }
  assert.equal((await read(still.live, offer!.id)).status, 404)
})
