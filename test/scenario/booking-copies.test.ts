// Copies of a request that is still under way, cancellations that overtake an order, and suppliers that are taken away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Supplier } from '../../server/adapters/flights/port.ts'
import type { World } from '../../server/features/world.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
const { world } = app.service
const carrier = world.suppliers.find(({ name }) => name === 'simulated')!

/** The carrier works at once, but its responses wait until they are released. */
function heldAnswers(): { supplier: Supplier; asked: () => boolean; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = false
  const supplier: Supplier = {
    ...carrier,
    async book(call, booking) {
      const answer = await carrier.book(call, booking)
      asked = true
      await promise
      return answer
    },
  }
  return { supplier, asked: () => asked, release: resolve }
}

async function withSuppliers<T>(suppliers: Supplier[], work: () => Promise<T>): Promise<T> {
  const changing = world as { -readonly [K in keyof World]: World[K] }
  const before = changing.suppliers
  changing.suppliers = suppliers
  try {
    return await work()
  } finally {
    changing.suppliers = before
  }
}

const orders = async () =>
  (await world.pool.query('select reference, status from carrier_orders order by number')).rows

test('a duplicate request that finds no seats does not respond for the request that took them', async () => {
  const six = [{ type: 'adult' as const, count: 6 }]
  const offer = await zzOffer(app.test, { family: 'ten seats', passengers: six })
  const headers = { 'idempotency-key': 'six-of-ten' }
  const { supplier, asked, release } = heldAnswers()
  await withSuppliers([supplier], async () => {
    const first = app.test.post(BOOKINGS, instantBody(offer), headers)
    await eventually('the carrier has the order', asked)
    const copy = await app.test.post(BOOKINGS, instantBody(offer), headers)
    assert.deepEqual([copy.status, copy.body.error], [409, 'Request in progress'])
    release()
    const answer = await first
    assert.deepEqual([answer.status, answer.body.status], [201, 'ticketed'], answer.text)
    const replayed = await app.test.post(BOOKINGS, instantBody(offer), headers)
    assert.equal(replayed.text, answer.text)
  })
})

test('a cancellation that overtakes the order: the ticket issued meanwhile is cancelled', async () => {
  const offer = await zzOffer(app.test)
  const { supplier, asked, release } = heldAnswers()
  // Just then the carrier cannot find what it is still making.
  const blind: Supplier = { ...supplier, find: async () => ({ outcome: 'none' }) }
  await withSuppliers([blind], async () => {
    const making = app.test.post(BOOKINGS, instantBody(offer))
    await eventually('the carrier has the order', asked)
    const { data } = (await app.test.get(`${BOOKINGS}?limit=1`)).body
    const cancelled = await app.test.delete(`${BOOKINGS}/${data[0].id}`)
    assert.deepEqual([cancelled.status, cancelled.body.data.status], [200, 'cancelled'], cancelled.text)
    release()
    assert.equal((await making).body.status, 'cancelled')
  })
  await eventually('the order is cancelled too', async () => (await orders()).at(-1).status === 'cancelled')
})

test('with its supplier removed nothing is debited or started; pending jobs continue when it is back', async () => {
  const offer = await zzOffer(app.test)
  const held = await booked(app.test, holdBody(offer))
  const ticketed = await booked(app.test, instantBody(offer))
  await withSuppliers([], async () => {
    assert.equal((await confirm(app.test, held.id, offer)).status, 503)
    assert.equal((await app.test.delete(`${BOOKINGS}/${ticketed.id}`)).status, 503)
  })
  assert.equal((await app.test.get(`${BOOKINGS}/${held.id}`)).body.status, 'pending')
  assert.equal(
    (await app.test.delete(`${BOOKINGS}/${ticketed.id}`)).status,
    200,
    'no other request is cancelling it',
  )
  await withSuppliers(
    [{ ...carrier, pay: async () => ({ outcome: 'unknown', reason: 'away' }) }],
    async () => {
      assert.equal((await confirm(app.test, held.id, offer)).status, 200)
    },
  )
  await withSuppliers([], () => app.advance('PT6H'))
  await app.advance('P1D')
  assert.equal((await app.test.get(`${BOOKINGS}/${held.id}`)).body.status, 'ticketed')
  const { rows } = await world.pool.query(`select type from jobs where state = 'dead'`)
  assert.deepEqual(rows, [])
})
