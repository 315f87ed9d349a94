// A carrier that responds after 25 seconds: the client gets a response within 20, and the booking follows in the
// background. This file really waits, in parallel.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { assertError } from '../support/agency.ts'
import {
  assertAdopted,
  assertAllMet,
  assertWhole,
  BEGUN,
  begin,
  DEBITED,
  KEY,
  PAID,
  ticketedAfter,
} from '../support/booking-story.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })

/** Within twenty seconds, and on a busy machine at least before the carrier itself responds. */
async function withinTwenty<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const answer = await work()
  const seconds = (performance.now() - startedAt) / 1000
  assert.ok(seconds > 19 && seconds < 25, `${seconds} s`)
  return answer
}

describe('a slow carrier', { concurrency: true }, () => {
  test('instant: returned as confirmed, ticketed in the background, nothing twice', async () => {
    const story = await begin(app, 'slow')
    const { status, body } = await withinTwenty(() => story.instant(KEY))
    assert.deepEqual(
      [status, body.status, body.booking_reference, body.documents],
      [201, 'confirmed', '', []],
    )
    await assertWhole(story, { bookings: ['confirmed'], types: DEBITED, money: PAID, orders: ['ticketed'] })
    await story.agency.advance('PT1M')
    const read = await story.read(body.id)
    assert.deepEqual([read.status, read.documents.length], ['ticketed', 1])
    await assertWhole(story, ticketedAfter(...BEGUN))
    const again = await story.instant(KEY)
    assert.deepEqual([again.status, again.body], [201, body])
  })

  test('instant: a duplicate request gets 409 meanwhile, and then the same response', async () => {
    const story = await begin(app, 'slow')
    const first = story.instant(KEY)
    await eventually('the booking is paid', async () => (await story.bookings()).length === 1)
    assertError(await story.instant(KEY), 409, 'Request in progress')
    const { text } = await first
    const again = await story.instant(KEY)
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [text, 'true'])
    assert.equal((await story.bookings()).length, 1)
  })

  test('hold: 503, and returned to a repetition with the same key', async () => {
    const story = await begin(app, 'slow')
    assertError(await withinTwenty(() => story.hold(KEY)), 503, 'Service unavailable')
    await story.agency.advance('PT1M')
    await assertAdopted(story)
  })

  test('hold without a key: 503, and the order is cancelled', async () => {
    const story = await begin(app, 'slow')
    assertError(await withinTwenty(() => story.hold()), 503, 'Service unavailable')
    await story.agency.advance('PT1M')
    await assertWhole(story, {})
  })
})

test('all of these families were tested', () => assertAllMet(app, 'booking-slow'))
