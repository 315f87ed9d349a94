// Bookings under simultaneous hands: of many that want the same, exactly as many get it as there are money and seats,
// and of confirming, cancelling and expiring exactly one comes first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { formatAmount, parseAmount } from '../../server/kernel/values/money.ts'
import { type Agency, balanceOf, newAgency, untilSettled } from '../support/agency.ts'
import { anyOffer, BOOKINGS, booked, confirm, holdBody, instantBody, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { fullRuns } from '../support/full-runs.ts'
import { newHands } from '../support/send-again.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'
import { move } from '../support/wallet.ts'

const app = await startApp({
  wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')),
  settings: AT_ONCE,
})
const { world } = app.service
const SEATS_FOR_ALL = 1_000
const HANDS = fullRuns ? 50 : 20

/** Live offers have no fixed number of seats, so the carrier's books are given one. */
async function withSeats(seats: number): Promise<Offer> {
  const first = await newAgency(app)
  const offer = await anyOffer(first.live)
  const { id } = await booked(first.live, holdBody(offer))
  await world.pool.query(
    `update carrier_seats set capacity = sold + $2 where market = 'live' and flight = any(array(
       select unnest(flights) from carrier_orders where reference = $1))`,
    [id, seats],
  )
  return offer
}

/** Each agency finds the same flights in a search of its own. */
async function newBuyer(amountOf: (offer: Offer) => bigint): Promise<{ agency: Agency; offer: Offer }> {
  const agency = await newHands(app)
  const offer = await anyOffer(agency.live)
  await move(world, 'credit', agency.id, amountOf(offer), { reason: 'money to race with' })
  return { agency, offer }
}

const cents = ({ client_amount }: Offer) => parseAmount(client_amount)!

function count(answers: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 300 ? `${status} ${body.status ?? body.data.status}` : `${status} ${body.error}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function states({ id }: Agency): Promise<Record<string, number>> {
  await untilSettled(app, id, 'live')
  const { rows } = await world.pool.query(
    'select status, count(*)::int from bookings where team_id = $1 group by status',
    [id],
  )
  return Object.fromEntries(rows.map(({ status, count: number }) => [status, number]))
}

async function assertLedgerIsRight(): Promise<void> {
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
}

test(`${HANDS} simultaneous confirms of one booking: one debit, one 200, the others 409`, async () => {
  await withSeats(SEATS_FOR_ALL)
  const { agency, offer } = await newBuyer((one) => cents(one) * BigInt(HANDS))
  const { id } = await booked(agency.live, holdBody(offer))
  const answers = await Promise.all(Array.from({ length: HANDS }, () => confirm(agency.live, id, offer)))
  assert.deepEqual(count(answers), { '200 confirmed': 1, '409 Booking already confirmed': HANDS - 1 })
  const diary = agency.diary('live')
  assert.deepEqual(await diary.types(), [
    'wallet.credit',
    'booking.created',
    'booking.confirmed',
    'wallet.debit',
    'booking.updated',
    'booking.ticketed',
    'booking.updated',
  ])
  assert.deepEqual(
    (await diary.money()).filter((line) => line.startsWith('debit')),
    [`debit ${offer.client_amount} booking`],
  )
  assert.equal(await balanceOf(agency.live), formatAmount(cents(offer) * BigInt(HANDS - 1)))
  assert.deepEqual([await diary.orders(), await states(agency)], [['ticketed'], { ticketed: 1 }])
  await assertLedgerIsRight()
})

test(`${HANDS} simultaneous instant bookings with money for 10: 10 tickets, the others 422`, async () => {
  await withSeats(HANDS)
  const { agency, offer } = await newBuyer((one) => cents(one) * 10n + 99n)
  const answers = await Promise.all(
    Array.from({ length: HANDS }, () => agency.live.post(BOOKINGS, instantBody(offer))),
  )
  assert.deepEqual(count(answers), { '201 ticketed': 10, '422 Insufficient balance': HANDS - 10 })
  assert.equal(await balanceOf(agency.live), '0.99')
  const diary = agency.diary('live')
  const types = await diary.types()
  for (const type of ['booking.created', 'booking.confirmed', 'booking.ticketed', 'wallet.debit'])
    assert.equal(types.filter((each) => each === type).length, 10, type)
  assert.equal(types.filter((type) => type === 'wallet.low_balance').length, 1)
  assert.deepEqual(
    [await diary.orders(), await states(agency)],
    [Array(10).fill('ticketed'), { ticketed: 10 }],
  )
  assert.equal((await diary.mails()).length, 20)
  const tickets = answers.flatMap(({ body }) => body.documents ?? [])
  assert.equal(new Set(tickets.map((ticket) => ticket.unique_identifier)).size, 10)
  await assertLedgerIsRight()
})

test(`${HANDS} simultaneous instant bookings of 10 seats with money for all: 10 tickets, else Sold out`, async () => {
  await withSeats(10)
  const { agency, offer } = await newBuyer((one) => cents(one) * BigInt(HANDS))
  const answers = await Promise.all(
    Array.from({ length: HANDS }, () => agency.live.post(BOOKINGS, instantBody(offer))),
  )
  assert.deepEqual(count(answers), { '201 ticketed': 10, '409 Sold out': HANDS - 10 })
  assert.equal(await balanceOf(agency.live), formatAmount(cents(offer) * BigInt(HANDS - 10)))
  const diary = agency.diary('live')
  const [lines, types] = [await diary.money(), await diary.types()]
  const { ticketed, failed = 0 } = await states(agency)
  assert.equal(ticketed, 10)
  // A request sold out before the debit has no booking; one sold out after it has its money back.
  assert.equal(lines.filter((line) => line.startsWith('debit')).length, 10 + failed)
  assert.equal(lines.filter((line) => line === `credit ${offer.client_amount} refund`).length, failed)
  assert.equal(types.filter((type) => type === 'booking.failed').length, failed)
  assert.deepEqual(await diary.orders(), Array(10).fill('ticketed'))
  await assertLedgerIsRight()
})

for (const [family, seats] of [
  ['ten seats', 10],
  ...(fullRuns ? [['fifty seats', 50] as const] : []),
] as const) {
  test(`${HANDS + 10} simultaneous holds of ${family}: ${seats} are held, the others Sold out`, async () => {
    const agency = await newHands(app)
    const offer = await zzOffer(agency.test, { family })
    const answers = await Promise.all(
      Array.from({ length: HANDS + 10 }, () => agency.test.post(BOOKINGS, holdBody(offer))),
    )
    assert.deepEqual(count(answers), { '201 pending': seats, '409 Sold out': HANDS + 10 - seats })
    assert.equal((await agency.test.get(BOOKINGS)).body.pagination.total, seats)
  })
}

test(`${HANDS} duplicates of one instant booking with one key: one booking, one debit, one response`, async () => {
  await withSeats(SEATS_FOR_ALL)
  const { agency, offer } = await newBuyer((one) => cents(one) * BigInt(HANDS))
  const send = () => agency.live.post(BOOKINGS, instantBody(offer), { 'idempotency-key': 'once' })
  const answers = await Promise.all(Array.from({ length: HANDS }, send))
  const { text } = await send()
  for (const answer of answers) {
    if (answer.status === 201) assert.equal(answer.text, text)
    else assert.deepEqual([answer.status, answer.body.error], [409, 'Request in progress'])
  }
  assert.deepEqual(await states(agency), { ticketed: 1 })
  assert.equal(await balanceOf(agency.live), formatAmount(cents(offer) * BigInt(HANDS - 1)))
})

test('doctor finds the totals of all lists correct', async () => {
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(out, /every list is as long as it says/)
  assert.match(out, /every wallet is the sum of its chained lines/)
})
