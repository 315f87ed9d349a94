// Every failure of the sandbox, to its end: the response, and the final booking, ledger, carrier, events and mails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect } from '../../server/adapters/flights/simulated/reserved.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { withMaskedNumbers } from '../../server/kernel/values/masked-numbers.ts'
import { assertError } from '../support/agency.ts'
import {
  assertAdopted,
  assertAllMet,
  assertWhole,
  BEGUN,
  begin,
  CANCELLED,
  DEBITED,
  HELD,
  KEY,
  PAID,
  PAID_BACK,
  REFUNDED,
  REFUSED,
  ticketedAfter,
} from '../support/booking-story.ts'
import { BOOKINGS, confirm } from '../support/bookings.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })
const failedInstant = { bookings: ['failed'], types: REFUSED, money: PAID_BACK }

for (const family of ['price changed', 'gone', 'sold out', 'rejected', 'passenger rejected'] as const) {
  test(`${family}, hold: refused, and no trace is left`, async () => {
    const story = await begin(app, family)
    const { status } = await story.hold()
    assert.ok(status >= 400 && status < 500)
    await assertWhole(story, {})
    await story.agency.advance('P3D')
    await assertWhole(story, {})
  })
}

for (const family of ['price changed', 'gone'] as const) {
  test(`${family}, instant: refused before any debit, and no trace is left`, async () => {
    const story = await begin(app, family)
    assert.equal((await story.instant()).status, 409)
    await assertWhole(story, {})
  })
}

const REJECTIONS: [family: Effect, status: number, error: string, field?: string][] = [
  ['sold out', 409, 'Sold out'],
  ['rejected', 422, 'Carrier rejected the booking'],
  // After the debit it is an outcome and not an error of the request, though the field is reported.
  ['passenger rejected', 422, 'Carrier rejected the booking', 'passengers.0.given_name'],
]
for (const [family, status, error, field] of REJECTIONS) {
  test(`${family}, instant: ${error}, the debit returned, kept as failed, no mail to the client`, async () => {
    const story = await begin(app, family)
    assertError(await story.instant(), status, error, field)
    await assertWhole(story, failedInstant)
    await story.agency.advance('P3D')
    await assertWhole(story, failedInstant)
  })
}

for (const family of ['sold out', 'rejected', 'passenger rejected'] as const) {
  test(`${family}, instant, repeated with its key: the same refusal, nothing done twice`, async () => {
    const story = await begin(app, family)
    const first = await story.instant(KEY)
    const again = await story.instant(KEY)
    assert.deepEqual([again.status, again.text], [first.status, first.text])
    await assertWhole(story, failedInstant)
  })
}

test("response lost, hold: 503; the carrier's order is found and cancelled, as no client can claim it", async () => {
  const story = await begin(app, 'answer lost')
  assertError(await story.hold(), 503, 'Service unavailable')
  await assertWhole(story, { orders: ['held'] })
  await story.agency.advance('PT1M')
  await assertWhole(story, {})
  const { rows } = await app.service.world.pool.query('select status from carrier_orders where market = $1', [
    story.agency.id,
  ])
  assert.deepEqual(rows, [{ status: 'cancelled' }])
})

test('response lost, hold with a key: 409 until it is found, then it is returned', async () => {
  const story = await begin(app, 'answer lost')
  assertError(await story.hold(KEY), 503, 'Service unavailable')
  assertError(await story.hold(KEY), 409, 'Request in progress')
  await story.agency.advance('PT1M')
  const answer = await story.hold(KEY)
  assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, 'true'], answer.text)
  const body = await story.read(answer.body.id)
  assert.deepEqual(answer.body, { ...body, passengers: body.passengers.map(withMaskedNumbers) })
  assert.equal(body.payment_status.payment_required_by, '2026-11-17T12:00:00.000Z', 'as the carrier said')
  await assertWhole(story, HELD)
  assert.equal((await confirm(story.agency.test, body.id, story.offer)).status, 200)
  await story.diary.types()
  assert.deepEqual(await story.bookings(), ['ticketed'])
})

test('response lost, instant: found within the request, ticketed', async () => {
  const story = await begin(app, 'answer lost')
  const { status, body } = await story.instant()
  assert.deepEqual([status, body.status, body.documents.length], [201, 'ticketed', 1])
  await assertWhole(story, ticketedAfter(...BEGUN))
})

test('response lost for a while, instant: confirmed without a locator, ticketed when the carrier is back', async () => {
  const story = await begin(app, 'answer lost for a while')
  const first = await story.instant(KEY)
  assert.deepEqual([first.status, first.body.status, first.body.booking_reference], [201, 'confirmed', ''])
  assert.deepEqual(first.body.documents, [])
  await assertWhole(story, { bookings: ['confirmed'], types: DEBITED, money: PAID, orders: ['ticketed'] })
  await story.agency.advance('PT5M')
  await assertWhole(story, ticketedAfter(...BEGUN))
  assert.equal((await story.instant(KEY)).text, first.text, 'the key answers what was answered')
})

test('response lost for a while, instant, cancelled meanwhile: refunded once the carrier responds', async () => {
  const story = await begin(app, 'answer lost for a while')
  const { body } = await story.instant()
  const cancel = () => story.agency.test.delete(`${BOOKINGS}/${body.id}`)
  assertError(await cancel(), 503, 'Service unavailable')
  assertError(await cancel(), 409, 'Request in progress')
  await story.agency.advance('PT5M')
  assertError(await cancel(), 409, 'Booking already cancelled')
  await assertWhole(story, {
    bookings: ['cancelled'],
    types: [...DEBITED, ...CANCELLED],
    money: REFUNDED,
    orders: ['cancelled'],
    mails: ['cancelled agency', 'cancelled client'],
  })
})

test('request lost, instant, cancelled meanwhile: nothing was booked, so everything is refunded', async () => {
  const story = await begin(app, 'request lost')
  const { body } = await story.instant()
  const answer = await story.agency.test.delete(`${BOOKINGS}/${body.id}`)
  assert.deepEqual([answer.status, answer.body.data.refund.amount], [200, '513.98'])
  await story.agency.advance('P1D')
  await assertWhole(story, {
    bookings: ['cancelled'],
    types: [...DEBITED, ...CANCELLED],
    money: PAID_BACK,
    mails: ['cancelled agency', 'cancelled client'],
  })
})

test('response lost for a while, hold with a key: returned once the carrier responds', async () => {
  const story = await begin(app, 'answer lost for a while')
  assertError(await story.hold(KEY), 503, 'Service unavailable')
  await story.agency.advance('PT5M')
  await assertAdopted(story)
})

test('request lost, hold with a key: 503; once that is certain, the key is free for another attempt', async () => {
  const story = await begin(app, 'request lost')
  assertError(await story.hold(KEY), 503, 'Service unavailable')
  assertError(await story.hold(KEY), 409, 'Request in progress')
  await story.agency.advance('PT1M')
  assertError(await story.hold(KEY), 503, 'Service unavailable')
  await story.agency.advance('PT1M')
  await assertWhole(story, {})
})

test('request lost, instant: confirmed; if the carrier never has it, failed with its money back', async () => {
  const story = await begin(app, 'request lost')
  const { status, body } = await story.instant()
  assert.deepEqual([status, body.status], [201, 'confirmed'])
  await story.agency.advance('PT5M')
  await assertWhole(story, { bookings: ['confirmed'], types: DEBITED, money: PAID })
  await story.agency.advance('PT2H')
  await assertWhole(story, failedInstant)
})

test('all of these families were tested', () => assertAllMet(app, 'booking-troubles'))
