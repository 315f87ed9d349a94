// Hundreds of rounds of confirming against cancelling against expiring: state, money, events, the carrier's books
// and the responses always agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { formatAmount, parseAmount } from '../../server/kernel/values/money.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { BOOKINGS, booked, confirm, holdBody, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { roundTrip, search } from '../support/searches.ts'
import { newHands } from '../support/send-again.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'
import { move } from '../support/wallet.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const app = await startApp({ wall, settings: AT_ONCE })
const { world } = app.service
const BATCHES = 5
/** Each of the three begins in every third of them. */
const ROUNDS = 60

interface Round {
  id: string
  confirmed: Reply
  cancelled: Reply
}

interface Way {
  /** The events about the booking itself, after `booking.created`. */
  events: string
  /** What confirming and cancelling were answered. */
  confirm: RegExp
  cancel: RegExp
  /** The carrier's final state of it: a hold without a booking is cancelled, or expires. */
  orders: string[]
  /** Whether money went out, and how much of it returned. */
  debited: boolean
  returns: 'nothing' | 'refund' | 'all'
}

const DONE = /^200$/
const WAYS: Record<string, Way> = {
  ticketed: {
    events: 'confirmed updated ticketed updated',
    confirm: DONE,
    cancel: /^$/,
    orders: ['ticketed'],
    debited: true,
    returns: 'nothing',
  },
  'ticketed, then cancelled': {
    events: 'confirmed updated ticketed updated cancelled updated',
    confirm: DONE,
    cancel: DONE,
    orders: ['cancelled'],
    debited: true,
    returns: 'refund',
  },
  'confirmed, then cancelled': {
    events: 'confirmed updated cancelled updated',
    confirm: DONE,
    cancel: DONE,
    orders: ['cancelled'],
    debited: true,
    returns: 'refund',
  },
  'confirmed in time, but paid at the carrier too late': {
    events: 'confirmed updated failed updated',
    confirm: DONE,
    cancel: /^(?:409 Booking failed|422 Carrier rejected the cancellation)$/,
    orders: ['held', 'expired'],
    debited: true,
    returns: 'all',
  },
  cancelled: {
    events: 'cancelled updated',
    // Past the deadline it is too late to pay, but until it has expired it can still be cancelled.
    confirm: /^409 Booking (?:already cancelled|expired)$/,
    cancel: DONE,
    orders: ['cancelled', 'held', 'expired'],
    debited: false,
    returns: 'nothing',
  },
  expired: {
    events: 'expired updated',
    confirm: /^409 Booking expired$/,
    cancel: /^409 Booking expired$/,
    orders: ['held', 'expired'],
    debited: false,
    returns: 'nothing',
  },
}

const said = ({ status, body }: Reply) => (status === 200 ? '200' : `${status} ${body.error}`)

/** The way it went, and what it cost. */
async function assertConsistent(offer: Offer, round: Round): Promise<{ way: string; costCents: bigint }> {
  const { rows } = await world.pool.query(
    `select (select status from bookings where id = $1) as status,
       (select status from carrier_orders where reference = $1) as order_status,
       (select string_agg(replace(type, 'booking.', ''), ' ' order by sequence) from events where object_id = $1)
         as events,
       (select array_agg(type || ' ' || amount_cents order by seq) from wallet_lines where reference_id = $1) as lines`,
    [round.id],
  )
  const [{ status, order_status, events, lines }] = rows
  const [way, expected] = Object.entries(WAYS).find(([, one]) => `created ${one.events}` === events) ?? []
  if (way === undefined || expected === undefined) return assert.fail(`${events}: no way for a booking`)
  assert.match(said(round.confirmed), expected.confirm, way)
  assert.match(said(round.cancelled), expected.cancel, way)
  assert.equal(status, expected.events.split(' ').at(-2))
  assert.ok(expected.orders.includes(order_status), `${way}, and ${order_status} at the carrier`)
  const paidCents = expected.debited ? parseAmount(offer.client_amount)! : 0n
  const refund = round.cancelled.body.data?.refund
  const returned = { nothing: 0n, all: paidCents, refund: parseAmount(refund?.amount ?? '0')! }[
    expected.returns
  ]
  assert.equal(returned > 0n, expected.returns !== 'nothing', way)
  const moved = [`debit ${paidCents}`, `credit ${returned}`].filter((line) => !line.endsWith(' 0'))
  assert.deepEqual(lines ?? [], moved, way)
  if (way === 'cancelled') assert.deepEqual([refund.amount, refund.penalty_amount], ['0.00', '0.00'])
  return { way, costCents: paidCents - returned }
}

/** In turn each of them begins. */
function inSomeOrder(round: number, ...works: (() => Promise<unknown>)[]): Promise<unknown>[] {
  const shift = round % works.length
  const begun = [...works.slice(shift), ...works.slice(0, shift)].map((work) => work())
  return [...begun.slice(works.length - shift), ...begun.slice(0, works.length - shift)]
}

async function assertBooksAreRight(): Promise<void> {
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
}

test(`${10 * BATCHES} rounds with live keys, ten at a time, as the deadline passes`, async (t) => {
  const agency = await newHands(app)
  const START = 1_000_000_00n
  await move(world, 'credit', agency.id, START, { reason: 'money to race with' })
  const ways = new Map<string, number>()
  let left = START
  for (let batch = 0; batch < BATCHES; batch++) {
    const offer = await refundable(agency)
    const made = await Promise.all(Array.from({ length: 10 }, () => booked(agency.live, holdBody(offer))))
    const deadline = new Date(made[0].payment_status.payment_required_by)
    wall.set(new Date(deadline.getTime() - 1))
    // The deadline passes for all of them at once: in each batch after some more of them were answered.
    let answered = 0
    const counted = (answer: Reply): Reply => {
      if (++answered === (20 / BATCHES) * batch) {
        wall.set(deadline)
        world.jobsAdded()
      }
      return answer
    }
    const ended = await Promise.all(
      made.map(async ({ id }, index) => {
        const [confirmed, cancelled] = await Promise.all(
          inSomeOrder(
            index,
            () => confirm(agency.live, id, offer).then(counted),
            () => agency.live.delete(`${BOOKINGS}/${id}`).then(counted),
          ),
        )
        return { id, confirmed: confirmed as Reply, cancelled: cancelled as Reply }
      }),
    )
    wall.set(deadline)
    await untilSettled(app, agency.id, 'live')
    // A request that was refused as in progress is repeated a little later.
    wall.advance(60_000)
    world.jobsAdded()
    await untilSettled(app, agency.id, 'live')
    for (const round of ended) {
      const { way, costCents } = await assertConsistent(offer, round)
      ways.set(way, (ways.get(way) ?? 0) + 1)
      left -= costCents
    }
    const { data } = (await agency.live.get('/api/v1/wallet/balance')).body
    assert.deepEqual([data.balance, data.pending_amount], [formatAmount(left), '0.00'])
    await assertBooksAreRight()
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(ways)))
})

test(`${ROUNDS} rounds in the sandbox, one at a time, as its clock advances past the deadline`, async (t) => {
  const agency = await newAgency(app)
  const ways = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await zzOffer(agency.test, { date: '2027-10-01' })
    const { id } = await booked(agency.test, holdBody(offer))
    await agency.advance('PT47H59M59.999S')
    const [confirmed, cancelled, advanced] = await Promise.all(
      inSomeOrder(
        round,
        () => confirm(agency.test, id, offer),
        () => agency.test.delete(`${BOOKINGS}/${id}`),
        () => agency.advance('PT1H'),
      ),
    )
    assert.equal(advanced, undefined)
    await agency.advance('PT1M')
    await untilSettled(app, agency.id, 'test')
    const ended = { id, confirmed: confirmed as Reply, cancelled: cancelled as Reply }
    const { way } = await assertConsistent(offer, ended)
    ways.set(way, (ways.get(way) ?? 0) + 1)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(ways)))
  await assertBooksAreRight()
})

test(`${10 * BATCHES} bookings are cancelled while their tickets are issued`, async (t) => {
  const agency = await newHands(app)
  await move(world, 'credit', agency.id, 1_000_000_00n, { reason: 'money to race with' })
  const offer = await refundable(agency)
  const ways = new Map<string, number>()
  for (let batch = 0; batch < BATCHES; batch++) {
    const made = await Promise.all(Array.from({ length: 10 }, () => booked(agency.live, holdBody(offer))))
    const ended = await Promise.all(
      made.map(async ({ id }): Promise<Round> => {
        const confirmed = await confirm(agency.live, id, offer)
        return { id, confirmed, cancelled: await agency.live.delete(`${BOOKINGS}/${id}`) }
      }),
    )
    await untilSettled(app, agency.id, 'live')
    for (const round of ended) {
      assert.equal(round.cancelled.status, 200, round.cancelled.text)
      const { way } = await assertConsistent(offer, round)
      ways.set(way, (ways.get(way) ?? 0) + 1)
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(ways)))
  await assertBooksAreRight()
})

test('doctor finds the totals of the lists correct', async () => {
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(out, /every list is as long as it says/)
  assert.match(out, /every team has its events without a gap/)
})

async function refundable(agency: Agency): Promise<Offer> {
  const { body } = await search(agency.live, roundTrip(['GRU', 'SDU'], ['2027-03-20', '2027-03-27']))
  return body.offers.find(
    ({ conditions, payment_requirements }: Offer) =>
      conditions.refund_before_departure.allowed && !payment_requirements.requires_instant_payment,
  )
}
