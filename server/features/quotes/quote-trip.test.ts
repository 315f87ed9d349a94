// POST /api/v1/quotes/:id/trip: the trip of an accepted quote, its amounts, and invoices of both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { INVOICES, ITEM, newClient, newQuote, QUOTES, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newTrip, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const cents = (amount: number) => Math.round(amount * 100)
const become = (client: Client, id: string) => client.post(`${QUOTES}/${id}/trip`)
const invoice = (client: Client, id: string, body?: object) => client.post(`${QUOTES}/${id}/invoice`, body)

async function tripOf(client: Client, quoteId: string): Promise<Data> {
  const response = await become(client, quoteId)
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

async function invoiceOf(client: Client, quoteId: string, body?: object): Promise<Data> {
  const response = await invoice(client, quoteId, body)
  assert.equal(response.status, 201, response.text)
  return response.body.data
}

/** Every cent of the trip: price, invoiced and open. */
async function moneyOf(client: Client, { id }: Data): Promise<number[]> {
  const { price, invoiced, open } = (await read(client, `${TRIPS}/${id}`)).money
  return [price, invoiced, open]
}

const LEG = {
  origin: 'GRU',
  origin_city: 'São Paulo',
  destination: 'LIS',
  destination_city: 'Lisboa',
  departing_at: '2026-12-20T22:55',
  arriving_at: '2026-12-21T12:10',
  flights: ['TP 82'],
}
const BACK = {
  ...LEG,
  origin: 'LIS',
  destination: 'GRU',
  departing_at: '2026-12-28T10:00',
  arriving_at: '2026-12-28T22:00',
  flights: ['TP 1033', 'TP 87'],
  stops: ['OPO'],
}
const OPTIONS = [
  { title: 'Só hotel', items: [{ ...ITEM, kind: 'lodging' }] },
  {
    title: 'Com voo',
    trip: { airline: 'TAP', legs: [LEG, BACK], travellers: 1 },
    items: [
      { description: 'São Paulo – Lisboa', quantity: 1, unit_price: 4321.09 },
      { description: 'Diária', quantity: 5, unit_price: 333.33, kind: 'lodging' },
      { description: 'Assessoria', quantity: 1, unit_price: 100 },
    ],
  },
]

test('the chosen option becomes a trip: flight with legs, kinds, travellers and discounted prices', async () => {
  const quote = await newQuote(live, {
    options: OPTIONS,
    discount_rate: 7,
    status: 'sent',
    metadata: { pedido: '7' },
  })
  assert.equal(quote.trip_id, null)
  assert.deepEqual(
    quote.options[1].items.map(({ kind }: Data) => kind),
    [null, 'lodging', null],
  )
  const accepted = await live.patch(`${QUOTES}/${quote.id}`, {
    status: 'accepted',
    chosen_option_id: quote.options[1].id,
  })
  assert.equal(accepted.status, 200, accepted.text)
  const trip = await tripOf(live, quote.id)
  assert.equal(trip.money.price, accepted.body.data.total)
  assert.deepEqual(
    [trip.title, trip.client_id, trip.quote_ids, trip.metadata],
    ['Lisboa', quote.client_id, [quote.id], { pedido: '7' }],
  )
  assert.deepEqual([trip.starts_on, trip.ends_on], ['2026-12-20', '2026-12-28'])
  assert.deepEqual(
    trip.travellers.map(({ full_name, client_id }: Data) => [full_name, client_id]),
    [[quote.client.full_name, quote.client_id]],
  )
  const entries: Data[] = await read(live, `/api/v1/audit?object_id=${trip.id}&action=quotes.trip`)
  const amounts = entries.flatMap(({ changes }) =>
    changes.flatMap(({ object, after }: Data) => (object === 'trip_item' ? [after.amount] : [])),
  )
  const prices = trip.items.map(({ money }: Data) => money.price.toFixed(2))
  assert.deepEqual(amounts.toSorted(), prices.toSorted())
  const [flight, ...rest] = trip.items
  assert.deepEqual(
    [flight.kind, flight.status, flight.booking_id, flight.supplier_name, flight.place],
    ['flight', 'quoted', null, 'TAP', 'São Paulo – Lisboa'],
  )
  assert.deepEqual(flight.flight, {
    airline: 'TAP',
    segments: [
      { ...segment(LEG), flight_number: 'TP 82' },
      { ...segment(BACK), flight_number: 'TP 1033, TP 87' },
    ],
  })
  assert.deepEqual([flight.starts_zone, flight.ends_zone], ['America/Sao_Paulo', 'America/Sao_Paulo'])
  assert.deepEqual(
    rest.map(({ kind, description }: Data) => [kind, description]),
    [
      ['lodging', '5 × Diária'],
      ['service', 'Assessoria'],
    ],
  )
  const after = await read(live, `${QUOTES}/${quote.id}`)
  assert.deepEqual([after.trip_id, after.invoice_id], [trip.id, null])
})

function segment({ origin, destination, departing_at, arriving_at }: typeof LEG) {
  return { origin, destination, departing_at, arriving_at }
}

test('without city names those of the airports are used, and the code of an unknown airport', async () => {
  const { origin_city, destination_city, ...leg } = LEG
  const unknown = { ...leg, destination: 'QQQ' }
  for (const [flown, title] of [
    [leg, 'Lisboa'],
    [unknown, 'QQQ'],
  ] as const) {
    const { id } = await newQuote(live, {
      options: [{ trip: { legs: [flown] }, items: [ITEM] }],
      status: 'accepted',
    })
    const trip = await tripOf(live, id)
    assert.deepEqual([trip.title, trip.items[0].place], [title, `São Paulo – ${title}`])
  }
})

test('the first item of kind flight has the segments; without one, no item becomes a flight', async () => {
  const kindsOf = async (option: object) => {
    const { id } = await newQuote(live, { options: [option], status: 'accepted' })
    const { items } = await tripOf(live, id)
    return items.map(({ kind, flight }: Data) => (flight === null ? kind : `${kind} with segments`)).sort()
  }
  const { trip } = OPTIONS[1] as Data
  const flight = { ...ITEM, kind: 'flight' }
  assert.deepEqual(await kindsOf({ trip, items: [ITEM, flight] }), ['flight with segments', 'service'])
  assert.deepEqual(await kindsOf({ trip, items: [{ ...ITEM, kind: 'package' }, ITEM] }), [
    'package',
    'service',
  ])
  assert.deepEqual(await kindsOf({ items: [ITEM] }), ['service'])
  const refused = await live.post(QUOTES, {
    client_id: (await newClient(live)).id,
    issue_date: '2026-11-10',
    items: [{ ...ITEM, kind: 'spaceship' }],
  })
  assertError(refused, 400, 'Invalid request parameters', 'items.0.kind')
})

test('the kind of an item is content: sending it back unchanged changes nothing', async () => {
  const quote = await newQuote(live, { items: [{ ...ITEM, kind: 'tour' }], status: 'accepted' })
  const same = await live.patch(`${QUOTES}/${quote.id}`, { items: quote.items.map(bare) })
  assert.equal(same.status, 200, same.text)
  assert.deepEqual(same.body.data.items, quote.items)
  const other = await live.patch(`${QUOTES}/${quote.id}`, { items: [{ ...ITEM, kind: 'car' }] })
  assertError(other, 400, 'Invalid request parameters', 'items')
})

function bare({ description, quantity, unit_price, kind }: Data) {
  return { description, quantity, unit_price, kind }
}

test('an accepted quote becomes a trip once, and is fixed until the trip is deleted', async () => {
  const quote = await newQuote(live, { status: 'sent' })
  const early = await become(live, quote.id)
  assertError(early, 409, 'Invalid status transition')
  await live.patch(`${QUOTES}/${quote.id}`, { status: 'accepted' })
  const responses = await Promise.all(Array.from({ length: 5 }, () => become(live, quote.id)))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  const { trip_id } = await read(live, `${QUOTES}/${quote.id}`)
  for (const to of ['draft', 'sent', 'declined', 'cancelled'])
    assertError(await live.patch(`${QUOTES}/${quote.id}`, { status: to }), 409, 'Invalid status transition')
  assert.equal((await live.delete(`${TRIPS}/${trip_id}`)).status, 200)
  assert.equal((await read(live, `${QUOTES}/${quote.id}`)).trip_id, null)
  const again = await tripOf(live, quote.id)
  assert.notEqual(again.id, trip_id)
})

test('a merged trip keeps its quotes', async () => {
  const quote = await newQuote(live, { status: 'accepted' })
  const trip = await tripOf(live, quote.id)
  const other = await newTrip(live, { client_id: quote.client_id })
  const merged = await live.post(`${TRIPS}/${other.id}/merge`, { trip_id: trip.id })
  assert.equal(merged.status, 200, merged.text)
  assert.deepEqual(merged.body.data.quote_ids, [quote.id])
  assert.equal((await read(live, `${QUOTES}/${quote.id}`)).trip_id, other.id)
  const made = await invoiceOf(live, quote.id)
  assert.deepEqual(await moneyOf(live, other), [150, 150, 0])
  assert.equal(made.items[0].trip_item_id, trip.items[0].id)
})

test('other teams, the other mode and keys without both permissions create no trip', async () => {
  const { id } = await newQuote(live, { status: 'accepted' })
  const other = await newAgency(app)
  for (const stranger of [app.test, other.live])
    assertError(await become(stranger, id), 404, 'Quote not found')
  assertError(await become(live, 'x'), 404, 'Quote not found')
  for (const [permissions, status] of [
    [['quotes.read', 'quotes.write', 'trips.read'], 403],
    [['trips.read', 'trips.write'], 403],
    [['quotes.read', 'trips.write', 'trips.read'], 201],
  ] as const) {
    const { secret } = (await live.post('/api/v1/api-keys', { name: 'x', permissions })).body.data
    assert.equal((await become(makeClient(app.url, secret), id)).status, status, permissions.join())
  }
})

test('an invoice after the trip bills its items, each at its discounted price', async () => {
  const quote = await newQuote(live, {
    items: [
      { ...ITEM, unit_price: 100.01 },
      { description: 'Diária', quantity: 3, unit_price: 33.335 },
      { description: 'Cortesia', quantity: 1, unit_price: 0 },
    ],
    discount_rate: 12.5,
    status: 'accepted',
  })
  const trip = await tripOf(live, quote.id)
  assert.equal(trip.money.price, quote.total)
  assertError(await invoice(live, quote.id, { tax_rate: 5 }), 400, 'Invalid request parameters', 'tax_rate')
  const made = await invoiceOf(live, quote.id, { status: 'sent' })
  assert.deepEqual([made.total, made.discount_amount, made.quote_id], [quote.total, 0, quote.id])
  const byDescription = new Map(trip.items.map((item: Data) => [item.description, item]))
  for (const { description, total, trip_item_id } of made.items) {
    const item: Data = byDescription.get(description) ?? byDescription.get(`3 × ${description}`)
    assert.equal(trip_item_id, total === 0 ? null : item.id)
    assert.equal(total, item.price_amount)
  }
  assert.deepEqual(await moneyOf(live, trip), [quote.total, quote.total, 0])
})

test('items invoiced from the trip cannot be invoiced from the quote', async () => {
  const quote = await newQuote(live, { status: 'accepted' })
  const { items } = await tripOf(live, quote.id)
  const body = { client_id: quote.client_id, issue_date: '2026-11-15', due_date: '2026-11-20' }
  const part = { description: 'Sinal', quantity: 1, unit_price: 0.01, trip_item_id: items[0].id }
  assert.equal((await live.post(INVOICES, { ...body, items: [part] })).status, 201)
  assertError(await invoice(live, quote.id), 422, 'Trip item over invoiced', 'items.0.unit_price')
})

test('an invoice before the trip bills its items from then on', async () => {
  const quote = await newQuote(live, {
    items: [ITEM, { ...ITEM, description: 'Seguro', unit_price: 49.99, kind: 'insurance' }],
    status: 'accepted',
  })
  const made = await invoiceOf(live, quote.id, { status: 'sent' })
  const paid = await live.post(`${INVOICES}/${made.id}/payments`, { amount: 100 })
  assert.equal(paid.status, 201, paid.text)
  const before = await read(live, `${INVOICES}/${made.id}`)
  const trip = await tripOf(live, quote.id)
  const { price, invoiced, paid: received, open } = trip.money
  assert.deepEqual([price, invoiced, received, open], [199.99, 199.99, 100, 0])
  const after = await read(live, `${INVOICES}/${made.id}`)
  assert.deepEqual(
    after.items.map(({ trip_item_id }: Data) => trip_item_id),
    quote.items.map(
      ({ description }: Data) => trip.items.find((item: Data) => item.description === description).id,
    ),
  )
  assert.deepEqual(
    [after.total, after.number, after.amount_paid, after.pix],
    [before.total, before.number, before.amount_paid, before.pix],
  )
  assertError(await invoice(live, quote.id), 409, 'Invalid status transition')
})

test('cancelling the earlier invoice frees the items of the trip', async () => {
  const quote = await newQuote(live, { status: 'accepted' })
  const made = await invoiceOf(live, quote.id, { status: 'sent' })
  const trip = await tripOf(live, quote.id)
  assert.deepEqual(await moneyOf(live, trip), [150, 150, 0])
  assert.equal((await live.patch(`${INVOICES}/${made.id}`, { status: 'cancelled' })).status, 200)
  assert.deepEqual(await moneyOf(live, trip), [150, 0, 150])
})

test('an invoice with discount, tax or other items must be cancelled before the trip', async () => {
  for (const [fields, tax_rate] of [
    [{ discount_rate: 10 }, 0],
    [{}, 5],
  ] as const) {
    const quote = await newQuote(live, { ...fields, status: 'accepted' })
    const made = await invoiceOf(live, quote.id, { tax_rate })
    assertError(await become(live, quote.id), 409, 'Quote invoiced otherwise')
    assert.equal((await read(live, `${QUOTES}/${quote.id}`)).trip_id, null)
    await live.patch(`${INVOICES}/${made.id}`, { status: 'cancelled' })
    const trip = await tripOf(live, quote.id)
    assert.deepEqual(await moneyOf(live, trip), [quote.total, 0, quote.total])
  }
  const edited = await newQuote(live, { status: 'accepted' })
  const draft = await invoiceOf(live, edited.id)
  await live.patch(`${INVOICES}/${draft.id}`, { items: [{ ...ITEM, unit_price: 151 }] })
  assertError(await become(live, edited.id), 409, 'Quote invoiced otherwise')
})

test('for any items and discount the trip costs what the quote does, and its invoice bills all of it', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.live)
  const item = fc.record({
    description: fc.constant('x'),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((count) => count / 100),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((price) => price / 1_000),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1_000 }).map((rate) => rate / 10),
      fc.boolean(),
      async (items, discount_rate, withInvoice) => {
        const quote = await newQuote(agency.live, {
          client_id: client.id,
          ...{ items, discount_rate, status: 'accepted' },
        })
        const trip = await tripOf(agency.live, quote.id)
        assert.equal(trip.money.price, quote.total)
        const sum = trip.items.reduce((all: number, { price_amount }: Data) => all + cents(price_amount), 0)
        assert.equal(sum, cents(quote.total))
        if (!withInvoice) return
        const made = await invoiceOf(agency.live, quote.id)
        assert.equal(made.total, quote.total)
        assert.deepEqual(await moneyOf(agency.live, trip), [quote.total, quote.total, 0])
      },
    ),
    { numRuns: fullRuns ? 80 : 12 },
  )
})
