// The simulated carrier's orders: limited seats, idempotent orders, and every failure of the sandbox.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import type {
  BookingRequest,
  Call,
  OfferAtSupplier,
  OrderOutcome,
  SearchRequest,
  SupplierOffer,
  SupplierOrder,
} from '../../server/adapters/flights/port.ts'
import { RESERVED_FAMILIES } from '../../server/adapters/flights/simulated/reserved.ts'
import { makeSimulatedCarrier } from '../../server/adapters/flights/simulated/simulated-carrier.ts'
import { makeAtlas } from '../../server/features/flights/reference/atlas.ts'
import { makePool } from '../../server/kernel/db/db.ts'
import { makeDatabase } from '../support/database.ts'
import { fullRuns } from '../support/full-runs.ts'

const database = await makeDatabase()
const pool = makePool({ connectionString: database.url }, 12)
after(async () => {
  await pool.end()
  await database.drop()
})
const carrier = makeSimulatedCarrier({ pool, atlas: makeAtlas(), serves: () => true })

const ORDERS = fullRuns ? 1_000 : 100
const NOW = new Date('2026-11-15T12:00:00.000Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
let teams = 0
/** Each test has a market of its own. */
const newCall = (): Call => ({
  teamId: `team_${++teams}`,
  mode: 'test',
  now: NOW,
  signal: new AbortController().signal,
})

const ask = (origin: string, destination: string, rest: Partial<SearchRequest> = {}): SearchRequest => ({
  slices: [
    {
      origin,
      destination,
      originAirports: [origin],
      destinationAirports: [destination],
      date: '2026-12-08',
      departure: null,
    },
  ],
  travellers: ['adult'],
  cabin: 'economy',
  maxConnections: null,
  airlines: null,
  limit: 200,
  ...rest,
})

const handed = ({ data, price, fareBrandNames }: SupplierOffer): OfferAtSupplier => ({
  // As it comes back from the store.
  data: JSON.parse(JSON.stringify(data)),
  price,
  travellers: fareBrandNames.map(() => 'adult'),
})

async function family(call: Call, effect: string): Promise<OfferAtSupplier> {
  const offers = await carrier.search(call, ask('FEN', 'MCP'))
  return handed(offers.find(({ fareBrandNames }) => fareBrandNames[0] === `ZZ ${effect}`)!)
}

let references = 0
const booking = (
  offer: OfferAtSupplier,
  type: 'hold' | 'instant',
  reference = `ord_${++references}`,
): BookingRequest => ({ reference, type, offer, passengers: [], metadata: {} })

const book = (call: Call, offer: OfferAtSupplier, type: 'hold' | 'instant', reference?: string) =>
  carrier.book(call, booking(offer, type, reference))

function orderIn(outcome: { outcome: string; order?: SupplierOrder }): SupplierOrder {
  assert.ok(outcome.order !== undefined, inspect(outcome, { depth: 1 }))
  return outcome.order
}

const rejectionIn = (outcome: OrderOutcome) =>
  outcome.outcome === 'rejected' ? outcome.rejection.reason : outcome.outcome

test('instant: ticketed at once, with a locator and a ticket for each traveller', async () => {
  const call = newCall()
  const offers = await carrier.search(call, ask('GRU', 'SDU', { travellers: ['adult', 'adult'] }))
  const answer = await book(call, handed(offers[0]!), 'instant')
  const order = orderIn(answer)
  assert.deepEqual([answer.outcome, order.status], ['confirmed', 'ticketed'])
  assert.match(order.locator, /^[A-HJ-NP-Z2-9]{6}$/)
  assert.equal(order.documents.length, 2)
  for (const [index, ticket] of order.documents.entries()) {
    assert.match(ticket.unique_identifier, /^\d{13}$/)
    assert.deepEqual([ticket.type, ticket.passengerIndex], ['electronic_ticket', index])
  }
  assert.deepEqual(order.slices, offers[0]!.slices)
  assert.deepEqual(order.price, offers[0]!.price)
  assert.deepEqual([order.paymentRequiredBy, order.lookAgainAt], [null, null])
})

test("ticket numbers begin with the airline's three digits", async () => {
  const call = newCall()
  const offers = await carrier.search(call, ask('GRU', 'SDU'))
  const prefixes: Record<string, string> = { G3: '127', AD: '577' }
  for (const [airline, prefix] of Object.entries(prefixes)) {
    const offer = offers.find(({ owner }) => owner.iata_code === airline)!
    const { documents } = orderIn(await book(call, handed(offer), 'instant'))
    assert.equal(documents[0]!.unique_identifier.slice(0, 3), prefix)
  }
})

test('hold: kept for a day, 48 or 72 hours by family, ticketed when paid, and paid only once', async () => {
  const call = newCall()
  const offers = await carrier.search(call, ask('GRU', 'SDU'))
  for (const [name, hours] of [
    // A day, however late in its offer's lifetime the hold is created.
    ['Light', 24.5],
    ['Standard', 48],
    ['Plus', 72],
  ] as const) {
    const offer = offers.find(({ fareBrandNames }) => fareBrandNames[0] === name)!
    const held = orderIn(await book(call, handed(offer), 'hold'))
    assert.deepEqual([held.status, held.documents], ['held', []])
    assert.equal(held.paymentRequiredBy!.getTime(), at(hours).getTime())
    const paid = orderIn(await carrier.pay({ ...call, now: at(1) }, held))
    assert.deepEqual([paid.status, paid.locator, paid.documents.length], ['ticketed', held.locator, 1])
    const again = orderIn(await carrier.pay({ ...call, now: at(2) }, held))
    assert.deepEqual(again.documents, paid.documents)
  }
})

test(`locators and ticket numbers of ${ORDERS} orders are unique`, async () => {
  const call = newCall()
  const offer = await family(call, 'none')
  const orders = []
  for (let made = 0; made < ORDERS; made += 50)
    orders.push(...(await Promise.all(Array.from({ length: 50 }, () => book(call, offer, 'instant')))))
  const found = orders.map(orderIn)
  assert.equal(new Set(found.map(({ locator }) => locator)).size, ORDERS)
  assert.equal(new Set(found.map(({ documents }) => documents[0]!.unique_identifier)).size, ORDERS)
})

test('fifty simultaneous orders of ten seats: ten get one', async () => {
  const call = newCall()
  const offer = await family(call, 'ten seats')
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => book(call, offer, 'instant')))
  const sold = outcomes.filter(({ outcome }) => outcome === 'confirmed').length
  assert.equal(sold, 10)
  assert.ok(outcomes.filter((o) => o.outcome !== 'confirmed').every((o) => rejectionIn(o) === 'sold_out'))
  assert.equal((await carrier.reread(call, offer)).outcome, 'gone')
})

test('one reference twenty times at once: one order, one seat', async () => {
  const call = newCall()
  const offer = await family(call, 'ten seats')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => book(call, offer, 'instant', 'ord_same')),
  )
  const locators = new Set(outcomes.map((outcome) => orderIn(outcome).locator))
  assert.equal(locators.size, 1)
  const others = await Promise.all(Array.from({ length: 10 }, () => book(call, offer, 'instant')))
  assert.equal(others.filter(({ outcome }) => outcome === 'confirmed').length, 9)
})

test('trips that share flights in opposite order do not deadlock', async () => {
  const call = newCall()
  const there = ask('GRU', 'SDU').slices[0]!
  const back = { ...ask('SDU', 'GRU').slices[0]!, date: '2026-12-09' }
  const offers = await carrier.search(call, ask('GRU', 'SDU', { slices: [there, back], limit: 60 }))
  const outcomes = await Promise.all(
    Array.from({ length: 120 }, (_, index) => book(call, handed(offers[index % 12]!), 'instant')),
  )
  for (const outcome of outcomes) assert.ok(['confirmed', 'sold_out'].includes(rejectionIn(outcome)))
})

test('trips that share flights are booked, cancelled and expire: no seat is lost or sold twice', async () => {
  const call = newCall()
  const there = ask('GRU', 'SDU').slices[0]!
  const back = { ...ask('SDU', 'GRU').slices[0]!, date: '2026-12-09' }
  const offers = await carrier.search(call, ask('GRU', 'SDU', { slices: [there, back], limit: 60 }))
  const later = { ...call, now: at(80) }
  const story = async (index: number) => {
    const offer = handed(offers[index % 9]!)
    const outcome = await book(call, offer, index % 3 === 0 ? 'hold' : 'instant')
    if (outcome.outcome !== 'confirmed') return
    if (index % 3 === 1) await carrier.cancel(call, outcome.order)
    else if (index % 3 === 0) await carrier.search(later, ask('GRU', 'SDU', { slices: [there, back] }))
  }
  await Promise.all(Array.from({ length: 150 }, (_, index) => story(index)))
  for (const row of (
    await pool.query('select reference from carrier_orders where market = $1', [call.teamId])
  ).rows)
    await carrier.read(later, { reference: row.reference, data: null, price: offers[0]!.price })
  const { rows } = await pool.query(
    `select s.flight, s.sold, coalesce(sum(o.seats), 0)::int as held from carrier_seats s
     left join carrier_orders o on o.market = s.market and s.flight = any(o.flights) and o.status = 'ticketed'
     where s.market = $1 group by s.flight, s.sold`,
    [call.teamId],
  )
  assert.ok(rows.length > 5)
  for (const { flight, sold, held } of rows) assert.equal(sold, held, flight)
})

test('a sold-out flight disappears from the search, and returns when a seat is released', async () => {
  const call = newCall()
  const search = () => carrier.search(call, ask('GRU', 'SDU', { airlines: ['G3'] }))
  const flightsIn = (offers: SupplierOffer[]) =>
    new Set(offers.map(({ slices }) => slices[0]!.segments[0]!.departing_at))
  const before = await search()
  const offer = before[0]!
  const leaves = offer.slices[0]!.segments[0]!.departing_at
  const orders: SupplierOrder[] = []
  for (;;) {
    const outcome = await book(call, handed(offer), 'instant')
    if (outcome.outcome !== 'confirmed') {
      assert.equal(rejectionIn(outcome), 'sold_out')
      break
    }
    orders.push(outcome.order)
  }
  assert.ok(orders.length > 0 && orders.length < 200)
  const during = flightsIn(await search())
  assert.equal(during.has(leaves), false)
  assert.deepEqual(new Set([...during, leaves]), flightsIn(before))
  assert.equal((await carrier.cancel(call, orders[0]!)).outcome, 'confirmed')
  assert.deepEqual(flightsIn(await search()), flightsIn(before))
  const other = flightsIn(
    await carrier.search({ ...call, teamId: 'team_other' }, ask('GRU', 'SDU', { airlines: ['G3'] })),
  )
  assert.deepEqual(other, flightsIn(before))
})

test('an expired hold releases its seats, and cannot be paid', async () => {
  const call = newCall()
  const offer = await family(call, 'ten seats')
  const holds = await Promise.all(Array.from({ length: 10 }, () => book(call, offer, 'hold')))
  assert.equal(rejectionIn(await book(call, offer, 'instant')), 'sold_out')
  const later = { ...call, now: at(49) }
  const found = await carrier.search(later, ask('FEN', 'MCP'))
  assert.ok(found.some(({ fareBrandNames }) => fareBrandNames[0] === 'ZZ ten seats'))
  assert.equal((await book(later, offer, 'instant')).outcome, 'confirmed')
  const held = orderIn(holds[0]!)
  assert.equal(rejectionIn(await carrier.pay(later, held)), 'expired')
  assert.equal(orderIn(await carrier.read(later, held)).status, 'expired')
})

test('a simultaneous payment and cancellation agree on the result', async () => {
  const call = newCall()
  const offer = await family(call, 'none')
  for (let round = 0; round < 30; round++) {
    const held = orderIn(await book(call, offer, 'hold'))
    const [paid, cancelled] = await Promise.all([carrier.pay(call, held), carrier.cancel(call, held)])
    const { status } = orderIn(await carrier.read(call, held))
    assert.equal(status, 'cancelled')
    assert.equal(cancelled.outcome, 'confirmed')
    if (paid.outcome === 'rejected') assert.equal(paid.rejection.reason, 'already_cancelled')
  }
})

test('a cancellation refunds nothing of Light, all but the fee of Plus, and nothing for a hold', async () => {
  const call = newCall()
  const offers = await carrier.search(call, ask('GRU', 'REC'))
  const cancelled = async (name: string, type: 'hold' | 'instant', now = NOW) => {
    const offer = offers.find(({ fareBrandNames }) => fareBrandNames[0] === name)!
    const order = orderIn(await book(call, handed(offer), type))
    const outcome = await carrier.cancel({ ...call, now }, order)
    assert.ok(outcome.outcome === 'confirmed')
    assert.deepEqual(await carrier.cancel({ ...call, now }, order), outcome)
    return { ...outcome.terms, total: offer.price.totalCents, fee: offer.conditions.refund_before_departure }
  }
  const held = await cancelled('Plus', 'hold')
  assert.equal(held.penaltyCents, 0n)
  const light = await cancelled('Light', 'instant')
  assert.equal(light.penaltyCents, light.total)
  const plus = await cancelled('Plus', 'instant')
  assert.equal(plus.penaltyCents, BigInt(plus.fee.penalty_amount!.replace('.', '')))
  const late = await cancelled('Plus', 'instant', at(24 * 30))
  assert.equal(late.penaltyCents, late.total)
})

test("another price than the offer's is refused with the price", async () => {
  const call = newCall()
  const offer = await family(call, 'none')
  const { price } = offer
  const cheaper = { ...offer, price: { ...price, totalCents: price.totalCents - 1n } }
  const outcome = await book(call, cheaper, 'instant')
  assert.ok(outcome.outcome === 'rejected')
  assert.deepEqual(outcome.rejection.price, price)
})

test('an offer keeps its price past midnight, and cannot be booked once the flight has departed', async () => {
  const call = newCall()
  const [offer] = await carrier.search(call, ask('GRU', 'SDU'))
  const tomorrow = { ...call, now: at(24) }
  const again = await carrier.reread(tomorrow, handed(offer!))
  assert.ok(again.outcome === 'confirmed' && again.offer.price.totalCents === offer!.price.totalCents)
  assert.equal((await book(tomorrow, handed(offer!), 'instant')).outcome, 'confirmed')
  assert.equal(
    rejectionIn(await book({ ...call, now: at(24 * 40) }, handed(offer!), 'instant')),
    'offer_gone',
  )
})

test('an order can be paid after its flights leave the reference data', async () => {
  const call = newCall()
  const held = orderIn(await book(call, await family(call, 'none'), 'hold'))
  const elsewhere = makeSimulatedCarrier({
    pool,
    atlas: { ...makeAtlas(), airport: () => undefined },
    serves: () => true,
  })
  const order = orderIn(await elsewhere.pay(call, held))
  assert.deepEqual([order.status, order.locator, order.slices], ['ticketed', held.locator, held.slices])
  assert.equal(
    rejectionIn(await elsewhere.book(call, booking(await family(call, 'none'), 'hold'))),
    'offer_gone',
  )
})

type Story = (call: Call, offer: OfferAtSupplier) => Promise<void>

const instantly = async (call: Call, offer: OfferAtSupplier, expected: string) =>
  assert.equal(rejectionIn(await book(call, offer, 'instant')), expected)

/** What each family does, one way or another, when it is booked. */
const STORIES: Record<string, Story> = {
  none: (call, offer) => instantly(call, offer, 'confirmed'),
  'ten seats': (call, offer) => instantly(call, offer, 'confirmed'),
  'fifty seats': async (call, offer) => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => book(call, offer, 'instant')))
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'confirmed').length, 50)
  },
  'instant only': async (call, offer) => {
    assert.equal(rejectionIn(await book(call, offer, 'hold')), 'hold_unavailable')
    await instantly(call, offer, 'confirmed')
  },
  gone: async (call, offer) => {
    assert.equal((await carrier.reread(call, offer)).outcome, 'gone')
    await instantly(call, offer, 'offer_gone')
  },
  'price changed': async (call, offer) => {
    const again = await carrier.reread(call, offer)
    assert.ok(again.outcome === 'confirmed')
    assert.equal(again.offer.price.totalCents, (offer.price.totalCents * 11n) / 10n)
    await instantly(call, offer, 'price_changed')
  },
  'sold out': (call, offer) => instantly(call, offer, 'sold_out'),
  rejected: (call, offer) => instantly(call, offer, 'other'),
  'passenger rejected': (call, offer) => instantly(call, offer, 'passenger_data'),
  'answer lost': async (call, offer) => {
    assert.equal((await book(call, offer, 'instant', 'ord_lost')).outcome, 'unknown')
    assert.equal(orderIn(await carrier.find(call, { reference: 'ord_lost', offer })).status, 'ticketed')
    assert.equal((await book(call, offer, 'instant', 'ord_lost')).outcome, 'confirmed')
  },
  'answer lost for a while': async (call, offer) => {
    const lost = { reference: 'ord_lost_2', offer }
    assert.equal((await book(call, offer, 'instant', lost.reference)).outcome, 'unknown')
    assert.equal((await carrier.find(call, lost)).outcome, 'unknown')
    assert.equal((await carrier.find({ ...call, now: at(0.1) }, lost)).outcome, 'confirmed')
  },
  'request lost': async (call, offer) => {
    const lost = { reference: 'ord_lost_3', offer }
    assert.equal((await book(call, offer, 'instant', lost.reference)).outcome, 'unknown')
    assert.equal((await carrier.find(call, lost)).outcome, 'none')
  },
  slow: async (call, offer) => {
    const hurried = { ...call, signal: AbortSignal.timeout(20) }
    assert.equal((await book(hurried, offer, 'instant', 'ord_slow')).outcome, 'unknown')
    assert.equal((await carrier.find(call, { reference: 'ord_slow', offer })).outcome, 'confirmed')
  },
  'payment rejected': async (call, offer) => {
    const held = orderIn(await book(call, offer, 'hold'))
    assert.equal(rejectionIn(await carrier.pay(call, held)), 'other')
    assert.equal(orderIn(await carrier.read(call, held)).status, 'held')
  },
  'payment answer lost': async (call, offer) => {
    const held = orderIn(await book(call, offer, 'hold'))
    assert.equal((await carrier.pay(call, held)).outcome, 'unknown')
    assert.equal(orderIn(await carrier.read(call, held)).status, 'ticketed')
  },
  'tickets late': async (call, offer) => {
    const outcome = await book(call, offer, 'instant')
    const order = orderIn(outcome)
    assert.deepEqual([outcome.outcome, order.status, order.documents], ['pending', 'ticketing', []])
    assert.equal((await carrier.read({ ...call, now: at(0.1) }, order)).outcome, 'pending')
    const later = orderIn(await carrier.read({ ...call, now: order.lookAgainAt! }, order))
    assert.deepEqual([later.status, later.documents.length], ['ticketed', 1])
  },
  'tickets fail': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    assert.equal(order.status, 'ticketing')
    const later = orderIn(await carrier.read({ ...call, now: order.lookAgainAt! }, order))
    assert.deepEqual([later.status, later.documents], ['failed', []])
  },
  'schedule change': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    const changed = orderIn(await carrier.read({ ...call, now: order.lookAgainAt! }, order))
    const leaves = ({ slices }: SupplierOrder) => Date.parse(`${slices[0]!.segments[0]!.departing_at}Z`)
    assert.equal(leaves(changed) - leaves(order), 45 * 60_000)
    assert.deepEqual([changed.lookAgainAt, changed.documents], [null, order.documents])
  },
  'change to accept': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    const later = { ...call, now: order.lookAgainAt ?? assert.fail('nothing is expected') }
    assert.equal((await carrier.acceptChange(call, order, 'asks')).outcome, 'rejected', 'too early')
    const [change] = orderIn(await carrier.read(later, order)).changes
    assert.deepEqual([change?.actions, change?.response, order.changes], [['accept', 'cancel'], null, []])
    assert.equal((await carrier.acceptChange(later, order, 'another')).outcome, 'rejected')
    for (let count = 0; count < 2; count++)
      assert.deepEqual(await carrier.acceptChange(later, order, change?.key ?? ''), { outcome: 'confirmed' })
    const [accepted] = orderIn(await carrier.read(later, order)).changes
    assert.deepEqual(
      [accepted?.actions, accepted?.response, accepted?.respondedAt],
      [[], 'accepted', later.now],
    )
  },
  'carrier cancels': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    const later = { ...call, now: order.lookAgainAt ?? assert.fail('nothing is expected') }
    const { status, cancelTerms } = orderIn(await carrier.read(later, order))
    assert.deepEqual([status, cancelTerms], ['cancelled', null])
    const terms = { penaltyCents: 0n, currency: offer.price.currency }
    assert.deepEqual(await carrier.cancel(later, order), { outcome: 'confirmed', terms })
  },
  'cancellation refused': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    assert.equal((await carrier.cancel(call, order)).outcome, 'rejected')
    assert.equal(orderIn(await carrier.read(call, order)).status, 'ticketed')
  },
  'cancellation answer lost': async (call, offer) => {
    const order = orderIn(await book(call, offer, 'instant'))
    assert.equal((await carrier.cancel(call, order)).outcome, 'unknown')
    assert.equal(orderIn(await carrier.read(call, order)).status, 'cancelled')
    assert.equal((await carrier.cancel(call, order)).outcome, 'confirmed')
  },
}

test('every reserved family has a test', () => {
  assert.deepEqual(
    Object.keys(STORIES),
    RESERVED_FAMILIES.map(({ effect }) => effect),
  )
})

for (const { effect, meaning } of RESERVED_FAMILIES) {
  test(`ZZ ${effect}: ${meaning}`, async () => {
    const call = newCall()
    await STORIES[effect]!(call, await family(call, effect))
  })
}
