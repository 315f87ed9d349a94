// Failures after a booking was created: paying, issuing, moved flights and cancelling, each to its end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { MONEY_CHECKS } from '../../server/app/checks/checks.ts'
import type { World } from '../../server/features/world.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { assertError } from '../support/agency.ts'
import {
  assertAllMet,
  assertWhole,
  BEGUN,
  begin,
  CONFIRMED,
  CREATED_MAILS,
  cancelledAfter,
  FAILED,
  FAILED_MAILS,
  failedAfter,
  KEY,
  PAID,
  PAID_BACK,
  type Story,
  TICKETED,
  TICKETED_MAILS,
  ticketedAfter,
  type Whole,
} from '../support/booking-story.ts'
import { BOOKINGS, confirm } from '../support/bookings.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })

async function heldAndConfirmed(story: Story): Promise<string> {
  const { body } = await story.hold()
  const answer = await confirm(story.agency.test, body.id, story.offer)
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'confirmed'], answer.text)
  return body.id
}

const cancel = ({ agency }: Story, id: string, headers = {}) =>
  agency.test.delete(`${BOOKINGS}/${id}`, headers)

const LATE_CHECK = MONEY_CHECKS.find(({ name }) => name === 'late cancellations') ?? assert.fail()

/** What would be logged for the operator if the booking were live. */
async function kept(id: string, columns: string) {
  const client = await app.service.world.pool.connect()
  try {
    await client.query('begin')
    await client.query(`update bookings set mode = 'live', ${columns} where id = $1`, [id])
    const wall = fixedClock(new Date('2026-11-18T12:00:00.000Z'))
    const finding = await LATE_CHECK.run({ client, wall } as unknown as CheckContext)
    return finding ?? assert.fail()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Paid, with its tickets on their way. */
const confirmedAfter = (types: string[], order: string): Partial<Whole> => ({
  bookings: ['confirmed'],
  types,
  money: PAID,
  orders: [order],
  mails: CREATED_MAILS,
})

test('payment rejected: confirmed, then failed with its money back', async () => {
  const story = await begin(app, 'payment rejected')
  await heldAndConfirmed(story)
  const end = {
    bookings: ['failed'],
    types: [...CONFIRMED, ...FAILED],
    money: PAID_BACK,
    orders: ['cancelled'],
    mails: FAILED_MAILS,
  }
  await assertWhole(story, end)
  await story.agency.advance('PT49H')
  await assertWhole(story, end)
})

test('payment response lost: asked again, found paid, paid once', async () => {
  const story = await begin(app, 'payment answer lost')
  await heldAndConfirmed(story)
  await assertWhole(story, confirmedAfter(CONFIRMED, 'ticketed'))
  await story.agency.advance('PT1M')
  await assertWhole(story, ticketedAfter(...CONFIRMED))
})

test('tickets late, hold: confirmed until the carrier issues, 10 minutes after the payment', async () => {
  const story = await begin(app, 'tickets late')
  const id = await heldAndConfirmed(story)
  await story.agency.advance('PT9M59S')
  const waiting = await story.read(id)
  assert.deepEqual([waiting.status, waiting.documents], ['confirmed', []])
  await story.agency.advance('PT1S')
  const issued = await story.read(id)
  assert.deepEqual([issued.status, issued.documents.length], ['ticketed', 1])
  await assertWhole(story, ticketedAfter(...CONFIRMED))
})

test('tickets late, instant: confirmed with its locator, ticketed later', async () => {
  const story = await begin(app, 'tickets late')
  const { status, body } = await story.instant()
  assert.deepEqual([status, body.status, body.documents], [201, 'confirmed', []])
  assert.match(body.booking_reference, /^[2-9A-Z]{6}$/)
  await assertWhole(story, { ...confirmedAfter(BEGUN, 'ticketing'), mails: [] })
  await story.agency.advance('PT10M')
  await assertWhole(story, { ...ticketedAfter(...BEGUN), mails: TICKETED_MAILS })
})

test('tickets fail, hold: a minute after the payment it is failed, with its money back', async () => {
  const story = await begin(app, 'tickets fail')
  const id = await heldAndConfirmed(story)
  await story.agency.advance('PT59S')
  assert.equal((await story.read(id)).status, 'confirmed')
  await story.agency.advance('PT1S')
  await assertWhole(story, failedAfter(...CONFIRMED))
})

test('tickets fail, instant: confirmed, then failed, with its money back', async () => {
  const story = await begin(app, 'tickets fail')
  assert.equal((await story.instant()).body.status, 'confirmed')
  await story.agency.advance('PT1H')
  await assertWhole(story, failedAfter(...BEGUN))
})

test('schedule change: an hour after ticketing the flights leave 45 minutes later, with mails', async () => {
  const story = await begin(app, 'schedule change')
  const { body: before } = await story.instant()
  await story.agency.advance('PT59M')
  await story.diary.types()
  await story.agency.advance('PT1M')
  const after = await story.read(before.id)
  const minutesLater = (field: string) => {
    const [was, is] = [before, after].map(({ slices }) => Date.parse(`${slices[0].segments[0][field]}Z`))
    return (is! - was!) / 60_000
  }
  assert.deepEqual([minutesLater('departing_at'), minutesLater('arriving_at')], [45, 45])
  assert.deepEqual([after.status, after.documents], ['ticketed', before.documents])
  assert.notEqual(after.synced_at, before.synced_at)
  const [event, ...more] = await story.diary.events()
  assert.deepEqual([event!.type, more], ['booking.updated', []])
  assert.deepEqual(event!.data.previous_attributes, { slices: before.slices, changes: [] })
  assert.deepEqual(event!.data.object.slices, after.slices)
  await story.agency.advance('P1D')
  assert.deepEqual(await story.diary.types(), [], 'once')
})

test('schedule change of a booking that is already cancelled: no mail', async () => {
  const story = await begin(app, 'schedule change')
  const { body } = await story.instant()
  // Mails of tickets that are cancelled before anybody got to them are not sent.
  await story.diary.mails()
  await cancel(story, body.id)
  await story.agency.advance('PT2H')
  await assertWhole(story, cancelledAfter(...BEGUN, ...TICKETED))
})

test('cancellation refused, ticketed: it stays as it is, however often repeated', async () => {
  const story = await begin(app, 'cancellation refused')
  const { body } = await story.instant()
  for (let times = 0; times < 3; times++)
    assertError(await cancel(story, body.id), 422, 'Carrier rejected the cancellation')
  await story.agency.advance('P1D')
  await assertWhole(story, ticketedAfter(...BEGUN))
})

test('cancellation refused, pending: cancelled here, and the hold expires at the carrier', async () => {
  const story = await begin(app, 'cancellation refused')
  const { body } = await story.hold()
  assert.equal((await cancel(story, body.id)).status, 200)
  await story.agency.advance('P3D')
  const { rows } = await app.service.world.pool.query(
    `select outcome, reason from late_cancellations where booking_id = $1`,
    [body.id],
  )
  assert.deepEqual([rows.length, rows[0].outcome, rows[0].reason.length > 0], [1, 'rejected', true])
  const audited = (await story.agency.test.get(`/api/v1/audit?object_id=${body.id}`)).body.data
  assert.ok(JSON.stringify(audited).includes('"late_cancellation":"rejected"'), 'and it is audited')
  assert.equal((await kept(body.id, `type = 'hold'`)).state, 'ok', 'an unpaid hold expires')
  const { state, text } = await kept(body.id, `type = 'instant'`)
  assert.equal(state, 'warning')
  assert.match(text, new RegExp(`${body.id}: rejected`))
  await assertWhole(story, {
    bookings: ['cancelled'],
    types: ['booking.created', 'booking.cancelled', 'booking.updated'],
    orders: ['held'],
    mails: ['cancelled agency', 'cancelled client', ...CREATED_MAILS],
  })
})

test('a penalty for the order of an abandoned booking: everything is refunded, and audited', async () => {
  const story = await begin(app, 'payment rejected')
  const changing = app.service.world as { -readonly [K in keyof World]: World[K] }
  const before = changing.suppliers
  const terms = { penaltyCents: 3_500n, currency: 'USD' }
  changing.suppliers = before.map((one) => ({
    ...one,
    cancel: async () => ({ outcome: 'confirmed', terms }),
  }))
  const id = await heldAndConfirmed(story)
  await story.agency.advance('PT49H')
  changing.suppliers = before
  await assertWhole(story, {
    bookings: ['failed'],
    types: [...CONFIRMED, ...FAILED],
    money: PAID_BACK,
    orders: ['held'],
    mails: FAILED_MAILS,
  })
  const audited = (await story.agency.test.get(`/api/v1/audit?object_id=${id}`)).body.data
  assert.match(JSON.stringify(audited), /"late_cancellation".{0,40}"penalty"/)
  const { state, text } = await kept(id, `type = 'hold'`)
  assert.equal(state, 'warning')
  assert.match(text, new RegExp(`${id}: 35.00 USD`))
})

test('cancellation response lost: 503, no other request moves it, then cancelled and refunded once', async () => {
  const story = await begin(app, 'cancellation answer lost')
  const { body } = await story.instant()
  assertError(await cancel(story, body.id, KEY), 503, 'Service unavailable')
  assertError(await cancel(story, body.id, KEY), 409, 'Request in progress')
  assertError(await cancel(story, body.id), 409, 'Request in progress')
  assert.equal((await story.read(body.id)).status, 'ticketed')
  await story.agency.advance('PT1M')
  const answer = await cancel(story, body.id, KEY)
  assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [200, 'true'], answer.text)
  assert.deepEqual(answer.body.data, {
    id: body.id,
    status: 'cancelled',
    refund: { amount: '398.98', currency: 'BRL', penalty_amount: '115.00', penalty_currency: 'BRL' },
  })
  assert.equal(answer.body._meta.test_mode, true)
  await assertWhole(story, cancelledAfter(...BEGUN, ...TICKETED))
})

test('all of these families were tested', () => assertAllMet(app, 'booking-aftermath'))
