// kill -9 right before and right after every commit of a booking's life, those of the carrier's books included: once
// the service is up again and everybody has sent again what was not answered, there is one booking, one debit, one
// order, and every event and mail once, as if nothing had happened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import type { Effect } from '../../server/adapters/flights/simulated/reserved.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { formatAmount, parseAmount } from '../../server/kernel/values/money.ts'
import { BOOKINGS, booked, holdBody, instantBody, paymentOf, zzOffer } from '../support/bookings.ts'
import { makeClient } from '../support/client.ts'
import { changeStories } from '../support/crash/change-stories.ts'
import type { CrashPoint } from '../support/crash/crash-at-commit.ts'
import {
  batchesOf,
  type CrashStory,
  type Ended,
  type Installation,
  type Plan,
  pointsOf,
  type Run,
  runStories,
  runWithoutCrash,
  startInstallation,
  untilQuiet,
} from '../support/crash/crash-stories.ts'
import { daysAfter, roundTrip, search } from '../support/searches.ts'
import { newTrip, newTripItem } from '../support/trips.ts'
import { newRecharge, payCharge } from '../support/wallet.ts'

const RECHARGED = ['wallet.recharge.pending', 'wallet.recharge.completed', 'wallet.credit']
const TICKETED = ['booking.ticketed', 'booking.updated']
const INSTANT = ['wallet.debit', 'booking.created', 'booking.confirmed', ...TICKETED]
const ORDER = 'carrier_orders carrier_seats'
/** Written by one commit for each notice, and by one for each mail that was sent. */
const MAILS = Array<string>(3).fill('mails flush')
/** A minute later a job responds for the request, which has its response. */
const RESPONDED = 'flush'
const INSTANT_MADE = ['idempotency_keys bookings clients wallets wallet_lines flush', ORDER, 'bookings flush']
const STARTED = 'bookings trip_numbers trips trip_items flush'
const JOINED = 'bookings trip_items trips flush'
/** A machine may be so slow that a job goes on by itself before any request is repeated. */
const TAKEN_OVER_MS = 60_000
const MONEY = '5000.00'
const offers = new Map<string, Offer>()
const booking = new Map<string, string>()
/** The quoted flight whose place a booking takes. */
const places = new Map<string, object>()
const offerOf = ({ team }: Run) => offers.get(team.id)!

/** Money, and an offer that can be held and, with a penalty, be given back. */
async function prepare({ service, team }: Run): Promise<void> {
  const client = makeClient(service.url, team.live)
  const { id } = await newRecharge(client, MONEY)
  await payCharge(client, id)
  const days = [60, 67].map((after) => daysAfter(realClock.now(), after)) as [string, string]
  const { body } = await search(client, roundTrip(['GRU', 'SDU'], days))
  const isWanted = ({ conditions, payment_requirements }: Offer) =>
    conditions.refund_before_departure.allowed && !payment_requirements.requires_instant_payment
  offers.set(team.id, body.offers.find(isWanted))
}

/** An offer of the sandbox's airline. */
const prepared =
  (family: Effect) =>
  async ({ service, team }: Run): Promise<void> => {
    offers.set(team.id, await zzOffer(makeClient(service.url, team.test), { family }))
  }

/** The minute passes after which a job goes on where no request does. */
async function takeOver({ service, database, team, busyTeams }: Run): Promise<void> {
  const left = `type = any('{settle-hold,issue-tickets,cancel-order,accept-change}') and team_id = $1
    and run_at <= created_at + interval '1 minute'`
  await database.query(`update jobs set run_at = created_at where ${left}`, [team.id])
  await database.query('notify embarque_work')
  await service.eventually('it was taken over', async () => {
    if ((await busyTeams()).has(team.id)) return false
    const { rows } = await database.query(`select from jobs where ${left}`, [team.id])
    return rows.length === 0
  })
}

async function see({ database, team }: Run): Promise<object> {
  const rows = async (sql: string) => (await database.query(sql, [team.id])).rows
  return {
    bookings: await rows(
      `select b.status, b.type, wallet_cents, cancelling, refund_cents, jsonb_array_length(documents::jsonb) as tickets,
         booking_reference <> '' as located, o.status as order, o.first_ticket is not null as ticketed
       from bookings b left join carrier_orders o on o.reference = b.id where team_id = $1`,
    ),
    mails: await rows(
      `select split_part(key, ' ', 3) as notice, split_part(key, ' ', 4) as reader, status from mails
       where team_id = $1 order by 1, 2`,
    ),
    trips: await rows(
      `select title, number_sequence, jsonb_array_length(travellers) as travellers, cancelled, has_open, starts_on
       from trips where team_id = $1`,
    ),
    items: await rows(
      `select i.kind, i.status, i.notes, price_brl_cents, cost_brl_cents, jsonb_array_length(traveller_ids) as travellers,
         b.trip_id = i.trip_id as joined, confirmation_number = b.booking_reference as located
       from trip_items i left join bookings b on b.id = i.booking_id where i.team_id = $1`,
    ),
    clients: await rows('select full_name from clients where team_id = $1'),
    // With what triggers have noted and housekeeping has not added up yet.
    counts: await rows(`
      select list, bucket, sum(count)::text as count from (
        select list, bucket, count from list_counts where team_id = $1
        union all select list, bucket, change from list_count_changes where team_id = $1) counts
      group by 1, 2 order by 1, 2`),
  }
}

const moneyLess = (amount: string) => formatAmount(parseAmount(MONEY)! - parseAmount(amount)!)

const USUAL = { mode: 'live', prepare, meanwhile: takeOver, see } as const

/** Its id, once what follows from it is done. */
async function book(run: Run, body: object, status: string): Promise<string> {
  const made = await run.send('POST', BOOKINGS, body)
  assert.deepEqual([made.status, made.body.status], [201, status], `${run.name}: ${made.text}`)
  await untilQuiet(run)
  return made.body.id
}

const STORIES: CrashStory[] = [
  {
    name: 'hold, confirmed, ticketed',
    ...USUAL,
    async play(run) {
      const id = await book(run, holdBody(offerOf(run)), 'pending')
      const path = `${BOOKINGS}/${id}/confirm`
      const confirmed = await run.send('PUT', path, { payment: paymentOf(offerOf(run)) })
      assert.deepEqual([confirmed.status, confirmed.body.data?.status], [200, 'confirmed'], confirmed.text)
      await untilQuiet(run)
      await takeOver(run)
    },
    commits: [
      'idempotency_keys bookings clients flush',
      ORDER,
      'bookings flush',
      ...MAILS,
      'idempotency_keys bookings wallets wallet_lines flush',
      'carrier_orders',
      'bookings flush',
      ...MAILS,
    ],
    events: [
      ...RECHARGED,
      'booking.created',
      'booking.confirmed',
      'wallet.debit',
      'booking.updated',
      ...TICKETED,
    ],
    balance: (run) => moneyLess(offerOf(run).client_amount),
  },
  {
    name: 'instant',
    ...USUAL,
    async play(run) {
      await book(run, instantBody(offerOf(run)), 'ticketed')
      await takeOver(run)
    },
    commits: [...INSTANT_MADE, ...MAILS, RESPONDED],
    events: [...RECHARGED, ...INSTANT],
    balance: (run) => moneyLess(offerOf(run).client_amount),
  },
  {
    name: 'hold that starts a trip',
    ...USUAL,
    async play(run) {
      await book(run, holdBody(offerOf(run), { start_trip: true }), 'pending')
      await takeOver(run)
    },
    commits: ['idempotency_keys bookings clients flush', ORDER, STARTED, ...MAILS],
    events: [...RECHARGED, 'booking.created', 'trip.created', 'trip.updated'],
    balance: MONEY,
  },
  {
    name: 'instant, in the place of a quoted flight of a trip',
    ...USUAL,
    async prepare(run) {
      await prepare(run)
      const client = makeClient(run.service.url, run.team.live)
      const { id, client_id } = await newTrip(client)
      const item = await newTripItem(client, id, { kind: 'flight', notes: 'Janela' })
      places.set(run.team.id, { client_id, trip_id: id, trip_item_id: item.id })
    },
    async play(run) {
      await book(run, instantBody(offerOf(run), places.get(run.team.id)), 'ticketed')
      await takeOver(run)
    },
    commits: ['idempotency_keys bookings wallets wallet_lines flush', ORDER, JOINED, ...MAILS, RESPONDED],
    events: [...RECHARGED, 'trip.created', 'trip.updated', ...INSTANT, 'trip.updated'],
    balance: (run) => moneyLess(offerOf(run).client_amount),
  },
  {
    name: 'instant, its tickets later',
    ...USUAL,
    mode: 'test',
    prepare: prepared('tickets late'),
    async play(run) {
      await book(run, instantBody(offerOf(run)), 'confirmed')
      await takeOver(run)
    },
    commits: [...INSTANT_MADE, RESPONDED],
    events: ['wallet.debit', 'booking.created', 'booking.confirmed'],
    balance: '5000.00',
  },
  {
    name: 'instant, refused by the carrier',
    ...USUAL,
    mode: 'test',
    prepare: prepared('rejected'),
    async play(run) {
      const { status, body } = await run.send('POST', BOOKINGS, instantBody(offerOf(run)))
      assert.deepEqual([status, body.error], [422, 'Carrier rejected the booking'], run.name)
      await takeOver(run)
    },
    commits: [
      'idempotency_keys bookings clients wallets wallet_lines flush',
      'bookings wallets wallet_lines flush',
      // The refusal is remembered already.
      'idempotency_keys',
      // The client got no notice of the booking, and gets none now.
      'flush',
    ],
    events: ['wallet.debit', 'booking.failed', 'wallet.credit'],
    balance: '5000.00',
  },
  {
    name: 'ticketed, cancelled',
    ...USUAL,
    async prepare(run) {
      await prepare(run)
      const client = makeClient(run.service.url, run.team.live)
      booking.set(run.team.id, (await booked(client, instantBody(offerOf(run)))).id)
      await untilQuiet(run)
    },
    async play(run) {
      const answer = await run.send('DELETE', `${BOOKINGS}/${booking.get(run.team.id)}`)
      assert.deepEqual([answer.status, answer.body.data?.status], [200, 'cancelled'], answer.text)
      await untilQuiet(run)
      await takeOver(run)
    },
    commits: ['idempotency_keys bookings flush', ORDER, 'bookings wallets wallet_lines flush', ...MAILS],
    events: [...RECHARGED, ...INSTANT, 'booking.cancelled', 'wallet.credit', 'booking.updated'],
    balance: (run) => moneyLess(offerOf(run).conditions.refund_before_departure.penalty_amount!),
  },
  ...changeStories({ meanwhile: takeOver, see }),
]

/** Every order at the carrier has a booking, and exactly as many seats are sold as orders have. */
async function assertNothingLeftBehind({ database }: Installation): Promise<void> {
  const { rows: orphans } = await database.query(
    `select reference, status from carrier_orders where reference not in (select id from bookings)`,
  )
  assert.deepEqual(orphans, [])
  const { rows: seats } = await database.query(
    `select s.flight, s.sold, coalesce(sum(o.seats), 0)::int as taken from carrier_seats s
     left join carrier_orders o on o.market = s.market and s.flight = any(o.flights)
       and o.status in ('held', 'ticketing', 'ticketed')
     group by s.market, s.flight, s.cabin, s.sold having s.sold <> coalesce(sum(o.seats), 0)`,
  )
  assert.deepEqual(seats, [])
  const { rows: requested } = await database.query(`select id from bookings where status = 'requested'`)
  assert.deepEqual(requested, [])
}

/** Between the first commit and the one with the response, a repeated request waits for a job. */
function isStuck({ commits }: CrashStory, { commit, when }: CrashPoint): boolean {
  const answering = commits[1]?.startsWith('carrier_orders') ? 3 : 2
  const isBetween = commit > 1 && commit < answering
  return isBetween || (commit === 1 && when === 'after') || (commit === answering && when === 'before')
}

/** All of a batch die of the same kills, and each ends as if it had lived through none. */
async function assertSameAfterCrash(
  installation: Installation,
  expected: Map<CrashStory, Ended>,
  plans: Plan[],
): Promise<void> {
  const before = installation.service.restarts
  for (const { run, state } of await runStories(installation, plans)) {
    assert.deepEqual(state, expected.get(run.story)!.state, run.name)
    // Without a client's request there is none to repeat.
    const isAsked = run.story.commits[0]?.startsWith('idempotency_keys')
    if (isAsked && isStuck(run.story, run.points[0]!))
      assert.ok(
        run.inProgress > 0 || run.askedMs > TAKEN_OVER_MS,
        `${run.name}: answered before it was taken over`,
      )
  }
  const kills = batchesOf(plans).length * plans[0]!.points.length
  assert.equal(
    installation.service.restarts,
    before + kills,
    'of one kill all of a batch died at their points',
  )
}

const COMMITS = STORIES.reduce((sum, { commits }) => sum + commits.length, 0)
const POINTS = STORIES.flatMap((story) => pointsOf(story).map((point) => ({ story, point })))

test(`a booking survives crashes at ${POINTS.length} points of its ${COMMITS} commits`, async () => {
  const installation = await startInstallation()
  const expected = new Map<CrashStory, Ended>()
  for (const story of STORIES) expected.set(story, await runWithoutCrash(installation, story))
  // All of them take the same flights.
  await installation.database.query('update carrier_seats set capacity = 10000')
  await assertSameAfterCrash(
    installation,
    expected,
    POINTS.map(({ story, point }) => ({ story, points: [point] })),
  )
  await assertNothingLeftBehind(installation)
  // While a job finds out the result, the service dies once more.
  const again = (['before', 'after'] as const).map((when) => ({ commit: 1, when }))
  const twice = POINTS.filter(({ story, point }) => isStuck(story, point)).flatMap(({ story, point }) =>
    again.map((second) => ({ story, points: [point, second] })),
  )
  await assertSameAfterCrash(installation, expected, twice)
  await assertNothingLeftBehind(installation)
})
