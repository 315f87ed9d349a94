// A family's trip from the quote to the refund of its hotel: every amount is the same, to the cent, wherever it is
// shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Agency, newAgency, untilSettled } from '../support/agency.ts'
import { ABROAD, booked, confirm, holdBody, zzOffer } from '../support/bookings.ts'
import type { Client } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { allEvents, INVOICES, newClient, newInvoice, newQuote, QUOTES, read } from '../support/invoicing.ts'
import { readPdf } from '../support/read-pdf.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'
import { newTripItem, TRIPS } from '../support/trips.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T15:00:00.000Z')) })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const HOTEL = {
  kind: 'lodging',
  status: 'confirmed',
  description: 'Hotel Rambla, 7 noites',
  supplier_name: 'Orinter',
  place: 'Montevidéu',
  confirmation_number: 'HB-9923',
  starts_at: '2026-12-20T15:00',
  starts_zone: 'America/Montevideo',
  ends_at: '2026-12-27T11:00',
  ends_zone: 'America/Montevideo',
  currency: 'USD',
  exchange_rate: 5.123456,
  price_amount: 800.05,
  cost_amount: 700.1,
}
const TRANSFER = {
  kind: 'transfer',
  status: 'confirmed',
  description: 'Aeroporto ao hotel',
  supplier_name: 'Translado Sur',
  starts_at: '2026-12-20T13:00',
  starts_zone: 'America/Montevideo',
  ends_at: null,
  price_amount: 350.35,
  cost_amount: 280.1,
}

/** All amounts in cents: price, cost, invoiced and paid of each item, and the invoice. */
interface Expected {
  readonly items: Readonly<
    Record<string, readonly [price: number, cost: number, invoiced: number, paid: number]>
  >
  readonly invoice: { readonly total: number; readonly paid: number; readonly adjusted: number } | null
}

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const brl = (all: number) =>
  (all / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

function moneyOf([price, cost, invoiced, paid]: readonly number[]) {
  const [p = 0, c = 0, i = 0, d = 0] = [price, cost, invoiced, paid]
  return {
    ...{ price: p, cost: c, earnings: p - c, collected_by_supplier: 0 },
    ...{ invoiced: i, paid: d, due: i - d, open: p - i },
  }
}

const inCents = (money: Record<string, number>) =>
  Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, cents(amount)]))

const SEARCHED = {
  date: '2026-12-20',
  route: ABROAD,
  passengers: [
    { type: 'adult' as const, count: 2 },
    { type: 'child' as const, count: 1 },
  ],
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200, url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.headers.get('content-type')?.startsWith('application/pdf')) return bytes.toString()
  return readPdf(bytes)
    .texts.map(({ text }) => text)
    .join(' ')
}

/** As the API, the events, the CSV, the page and the PDF of the invoice and the receivables show them. */
async function assertEverywhere(
  { id: teamId, test: client }: Agency,
  { tripId, invoiceId }: { readonly tripId: string; readonly invoiceId: string | null },
  expected: Expected,
): Promise<void> {
  await untilSettled(app, teamId, 'test')
  const trip = await read(client, `${TRIPS}/${tripId}`)
  const shown = Object.fromEntries(trip.items.map(({ kind, money }: Data) => [kind, inCents(money)]))
  const wanted = Object.entries(expected.items).map(([kind, amounts]) => [kind, moneyOf(amounts)])
  assert.deepEqual(shown, Object.fromEntries(wanted))
  const parts = Object.values(expected.items)
  const total = moneyOf([0, 1, 2, 3].map((at) => sum(parts.map((amounts) => amounts[at] ?? 0))))
  assert.deepEqual(inCents(trip.money), total)
  for (const item of trip.items)
    assert.deepEqual(await read(client, `${TRIPS}/${tripId}/items/${item.id}`), item)
  const isOpen = wanted.some(([, money]) => (money as { open: number }).open !== 0)
  for (const has_open of [true, false]) {
    const listed = await read(client, `${TRIPS}?has_open=${has_open}`)
    assert.deepEqual(
      listed.map(({ id, money }: Data) => [id, money]),
      has_open === isOpen ? [[tripId, trip.money]] : [],
    )
  }
  const { cost, earnings, ...announced } = total
  const events = await allEvents(client)
  const last = (id: string) => events.findLast(({ data }) => data.object.id === id)?.data.object
  assert.deepEqual(inCents(last(tripId).money), announced)
  for (const { type, data } of events)
    if (type.startsWith('trip.') || type.startsWith('invoice.'))
      assert.doesNotMatch(JSON.stringify(data), /cost|earnings/, type)
  if (invoiceId === null || expected.invoice === null) return

  const { total: billed, paid, adjusted } = expected.invoice
  const due = billed + adjusted - paid
  const invoice = await read(client, `${INVOICES}/${invoiceId}`)
  const amounts = [invoice.total, invoice.amount_paid, invoice.amount_due, invoice.amount_overpaid].map(cents)
  assert.deepEqual(amounts, [billed, paid, due, 0])
  assert.equal(cents(invoice.refunded_amount), Math.abs(adjusted))
  assert.equal(sum(invoice.adjustments.map(({ amount }: Data) => cents(amount))), adjusted)
  assert.equal(sum(invoice.payments.map(({ amount }: Data) => cents(amount))), paid)
  assert.equal(sum(invoice.items.map((item: Data) => cents(item.total))), billed)
  const event = last(invoiceId)
  assert.deepEqual([event.total, event.amount_paid, event.amount_due].map(cents), [billed, paid, due])

  const csv = (await client.get('/api/v1/invoices.csv')).text
  const row = csv.split('\r\n').find((line) => line.includes(invoiceId)) ?? assert.fail(csv)
  const plain = (all: number) => (all / 100).toFixed(2)
  for (const amount of [plain(billed), plain(paid), plain(due), plain(Math.abs(adjusted))])
    assert.ok(row.split(',').includes(amount), `${amount} in ${row}`)
  assert.doesNotMatch(csv, /custo|remunera/i)

  const receivables = await read(client, '/api/v1/reports/receivables')
  assert.deepEqual([receivables.count, cents(receivables.amount)], due > 0 ? [1, due] : [0, 0])

  for (const url of [invoice.payment_url, invoice.pdf_url]) {
    const text = (await textOf(url)).replaceAll(/&nbsp;|\u00a0/g, ' ')
    const lines = invoice.items.map((item: Data) => cents(item.total))
    for (const amount of [...lines, billed, ...(due > 0 && due !== billed ? [due] : [])])
      assert.ok(text.includes(`R$ ${brl(amount)}`), `${brl(amount)} on ${url}`)
    // What costs nothing earns its price, and a flight without a markup costs what the client pays.
    const ofParts = parts.flatMap(([price, cost]) =>
      price === cost || cost === 0 ? [] : [cost, price - cost],
    )
    for (const hidden of [total.cost, total.earnings, ...ofParts])
      assert.ok(!text.includes(brl(hidden)), `${brl(hidden)} on ${url}`)
  }
}

const PASSPORT = { type: 'passport', number: 'FZ123456', expires_on: '2031-01-01' }

/** The payer, and the two people who travel with her, with all that a booking abroad needs of them. */
async function familyFile(client: Client): Promise<Data> {
  const contact = { email: 'ana@cliente.example', phone: '+5511987654321' }
  const payer = await newClient(client, {
    ...{ full_name: 'Ana Souza', given_name: 'Ana', family_name: 'Souza', cpf: '529.982.247-25', ...contact },
    ...{ born_on: '1990-05-17', gender: 'f', identity_documents: [PASSPORT] },
  })
  for (const [relationship, given_name, born_on, gender] of [
    ['spouse', 'Bruno', '1988-01-30', 'm'],
    ['child', 'Célia', '2019-03-02', 'f'],
  ]) {
    const known = { relationship, given_name, family_name: 'Souza', born_on, gender, ...contact }
    const added = await client.post(`/api/v1/clients/${payer.id}/companions`, {
      ...known,
      identity_documents: [PASSPORT],
    })
    assert.equal(added.status, 201, added.text)
  }
  return payer
}

/** As the panel fills a form with them. */
async function passengersFromFile(client: Client, payer: Data, offer: Offer) {
  const people = await read(client, `/api/v1/clients/${payer.id}/travellers`)
  return offer.passengers.map(({ id }, index) => {
    const { passenger, missing } = people[index]
    assert.deepEqual(missing, [])
    return { id, ...passenger }
  })
}

/** Two options, of which the client accepts the second on the page. */
async function acceptedQuote(client: Client, payer: Data, offer: Offer): Promise<Data> {
  const legs = offer.slices.map(({ segments, origin, destination }) => ({
    ...{ origin: origin.iata_code, destination: destination.iata_code },
    departing_at: segments[0]?.departing_at.slice(0, 16),
    arriving_at: segments.at(-1)?.arriving_at.slice(0, 16),
    flights: segments.map(
      (one) => `${one.marketing_carrier.iata_code} ${one.marketing_carrier_flight_number}`,
    ),
  }))
  const trip = { airline: offer.owner.name, legs, travellers: 3 }
  const flight = { description: 'Voo a Montevidéu', quantity: 1, unit_price: Number(offer.client_amount) }
  const fee = { description: 'Assessoria', quantity: 3, unit_price: 41.15, kind: 'fee' }
  const quote = await newQuote(client, {
    client_id: payer.id,
    status: 'sent',
    options: [
      { title: 'Só o voo', trip, items: [flight] },
      { title: 'Com assessoria', trip, items: [flight, fee] },
    ],
  })
  const [whole, alone] = [cents(offer.client_amount) + FEE, cents(offer.client_amount)]
  assert.deepEqual(
    quote.options.map(({ total }: Data) => cents(total)),
    [alone, whole],
  )
  for (const url of [quote.public_url, quote.pdf_url]) {
    const text = await textOf(url)
    for (const amount of [alone, whole])
      assert.ok(text.includes(`R$ ${brl(amount)}`), `${brl(amount)} on ${url}`)
  }
  const chosen = quote.options[1].id
  const step = await textOf(`${quote.public_url}?step=accept&option=${chosen}`)
  assert.ok(step.includes(`R$ ${brl(whole)}`) && !step.includes(`R$ ${brl(alone)} `), step)
  const [, action = ''] = /action="([^"]+)"/.exec(step) ?? []
  const body = new URLSearchParams({ name: 'Ana Souza', option: chosen })
  const sent = await fetch(new URL(action.replaceAll('&amp;', '&'), quote.public_url), {
    method: 'POST',
    body,
  })
  assert.match(await sent.text(), /Orçamento aceito/)
  const accepted = await read(client, `${QUOTES}/${quote.id}`)
  assert.deepEqual(
    [accepted.status, accepted.chosen_option_id, cents(accepted.total)],
    ['accepted', chosen, whole],
  )
  return accepted
}

const FEE = 12_345

test('quoted, booked, billed, paid, and the hotel refunded: amounts agree to the cent everywhere', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const payer = await familyFile(client)

  const offer = await zzOffer(client, SEARCHED)
  const quote = await acceptedQuote(client, payer, offer)
  const begun = await client.post(`${QUOTES}/${quote.id}/trip`)
  assert.equal(begun.status, 201, begun.text)
  const { id: tripId, items: begunItems } = begun.body.data
  const place = begunItems.find(({ kind }: Data) => kind === 'flight')
  const fee = [FEE, 0] as const
  await assertEverywhere(
    agency,
    { tripId, invoiceId: null },
    { items: { flight: [cents(offer.client_amount), 0, 0, 0], fee: [...fee, 0, 0] }, invoice: null },
  )
  const passengers = await passengersFromFile(client, payer, offer)
  const held = await booked(
    client,
    holdBody(offer, { client_id: payer.id, passengers, trip_id: tripId, trip_item_id: place.id }),
  )
  assert.equal(held.trip_id, tripId)
  const flight = [cents(held.client_amount), cents(held.base_cost_brl)] as const
  assert.equal(flight[0], cents(offer.client_amount), 'what was quoted is what is booked')
  await assertEverywhere(
    agency,
    { tripId, invoiceId: null },
    { items: { flight: [...flight, 0, 0], fee: [...fee, 0, 0] }, invoice: null },
  )
  const hotel = await newTripItem(client, tripId, HOTEL)
  const transfer = await newTripItem(client, tripId, TRANSFER)
  // 800.05 and 700.10 at 5.123456: 4099.0209 and 3586.9315.
  const [stay, ride] = [[409_902, 358_693] as const, [35_035, 28_010] as const]
  const quoted = {
    items: {
      flight: [...flight, 0, 0],
      fee: [...fee, 0, 0],
      lodging: [...stay, 0, 0],
      transfer: [...ride, 0, 0],
    },
    invoice: null,
  } as const
  await assertEverywhere(agency, { tripId, invoiceId: null }, quoted)
  const confirmed = await confirm(client, held.id, offer)
  assert.equal(confirmed.status, 200, confirmed.text)
  await assertEverywhere(agency, { tripId, invoiceId: null }, quoted)

  const trip = await read(client, `${TRIPS}/${tripId}`)
  assert.deepEqual(
    trip.travellers.map(({ full_name }: Data) => full_name),
    ['Ana Souza', 'Bruno Souza', 'Célia Souza'],
  )
  assert.deepEqual([trip.client_id, trip.starts_on, trip.ends_on], [payer.id, '2026-12-20', '2026-12-27'])
  const billable = await read(client, `/api/v1/clients/${payer.id}/billable-items`)
  const open: [string, number][] = billable.map((one: Data) => [one.trip_item_id, cents(one.open)])
  const [flown, advice] = ['flight', 'fee'].map((kind) => trip.items.find((one: Data) => one.kind === kind))
  assert.equal(flown.id, place.id, 'the booking took the place of the quoted flight')
  const due = new Map([
    [flown.id, flight[0]],
    [advice.id, fee[0]],
    [hotel.id, stay[0]],
    [transfer.id, ride[0]],
  ])
  assert.deepEqual(new Map(open), due)

  const total = sum([...due.values()])
  const items = billable.map(({ trip_item_id, description, open: unit_price }: Data) => {
    return { trip_item_id, description, quantity: 1, unit_price }
  })
  const body = { client_id: payer.id, status: 'sent', payment_methods: ['pix', 'boleto'], items }
  const invoice = await newInvoice(client, { ...body, issue_date: '2026-11-15', due_date: '2026-11-25' })
  assert.deepEqual([invoice.pix.amount, invoice.boleto.amount].map(cents), [total, total])
  // The amount is the last ten digits of a boleto, and field 54 of a Pix code.
  assert.ok(invoice.boleto.digitable_line.endsWith(String(total).padStart(10, '0')))
  const inCode = (total / 100).toFixed(2)
  assert.ok(invoice.pix.copy_paste.includes(`54${String(inCode.length).padStart(2, '0')}${inCode}`))
  assert.deepEqual(
    invoice.items.map(({ trip_item_id, booking_id }: Data) => [trip_item_id, booking_id]).sort(),
    [
      [flown.id, held.id],
      [advice.id, null],
      [hotel.id, null],
      [transfer.id, null],
    ].sort(),
  )
  const ids = { tripId, invoiceId: String(invoice.id) }
  await assertEverywhere(agency, ids, {
    items: {
      flight: [...flight, flight[0], 0],
      fee: [...fee, fee[0], 0],
      lodging: [...stay, stay[0], 0],
      transfer: [...ride, ride[0], 0],
    },
    invoice: { total, paid: 0, adjusted: 0 },
  })

  const paid = await client.post(`/api/v1/test/charges/${invoice.id}/pay`, { method: 'pix' })
  assert.equal(paid.status, 200, paid.text)
  const whole = {
    items: {
      flight: [...flight, flight[0], flight[0]],
      fee: [...fee, fee[0], fee[0]],
      lodging: [...stay, stay[0], stay[0]],
      transfer: [...ride, ride[0], ride[0]],
    },
    invoice: { total, paid: total, adjusted: 0 },
  } as const
  await assertEverywhere(agency, ids, whole)

  const page = (await client.post(`${TRIPS}/${tripId}/page`)).body.data.page_url
  const documents = ['', '/itinerary.pdf', `/items/${hotel.id}/voucher.pdf`, '/calendar.ics']
  const debited = cents(held.wallet_amount)
  const amounts = [
    ...[total, debited, ...flight, fee[0], ...stay, ...ride],
    ...[cents(HOTEL.price_amount), cents(HOTEL.cost_amount)],
  ]
  const assertNoMoney = async (paths: readonly string[]) => {
    for (const path of paths) {
      const text = await textOf(`${page}${path}`)
      assert.match(text, /Translado|HB-9923/, path)
      for (const amount of amounts) assert.ok(!text.includes(brl(amount)), `${brl(amount)} on ${path}`)
      assert.doesNotMatch(text, /R\$|US\$|USD|custo|remuneração/i, path)
    }
  }
  await assertNoMoney(documents)

  // Of 800.05 US dollars 100.00 are kept: 512.35 of 4099.02.
  const address = `${TRIPS}/${tripId}/items/${hotel.id}`
  const change = { status: 'cancelled', kept_price_amount: 100, kept_cost_amount: 90.09 }
  const cancelled = await client.patch(address, change)
  assert.equal(cancelled.status, 200, cancelled.text)
  const [kept, keptCost] = [51_235, 46_157]
  await assertEverywhere(agency, ids, {
    ...whole,
    items: { ...whole.items, lodging: [kept, keptCost, stay[0], stay[0]] },
  })
  const back = stay[0] - kept
  const refund = await client.post(`${INVOICES}/${invoice.id}/refunds`, {
    amount: back / 100,
    reduces_amount_due: true,
    trip_item_id: hotel.id,
  })
  assert.equal(refund.status, 201, refund.text)
  await assertEverywhere(agency, ids, {
    items: { ...whole.items, lodging: [kept, keptCost, kept, kept] },
    invoice: { total, paid: total - back, adjusted: -back },
  })
  assert.match(await textOf(page), /Este serviço foi cancelado/)
  await assertNoMoney(['', '/itinerary.pdf', '/calendar.ics'])
  await assertDoctor(/^ok +invoices of trips /m, /^ok +trips /m)

  // What is changed past the service is named.
  for (const [column, pattern] of [
    ['paid_cents', /^problem +invoices of trips +1 invoice with wrong amounts/m],
    ['credited_cents', /^problem +trips +trips that are not as their items/m],
  ] as const) {
    const [{ before }] = (await app.asOwner(`
      select ${column} as before from trip_item_claims where trip_item_id = '${hotel.id}'`)) as Data[]
    const set = (value: unknown) =>
      app.asOwner(`update trip_item_claims set ${column} = ${value} where trip_item_id = '${hotel.id}'`)
    await set(`${column} - 1`)
    await assertDoctor(pattern)
    await set(before)
  }
})

async function assertDoctor(...patterns: RegExp[]): Promise<void> {
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  for (const line of patterns) assert.match(out, line)
}
