// Credit notes over HTTP: what they take off, what becomes of money that was paid, and what is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { balanceOf, CREDIT_NOTES, credited, sentInvoice } from '../../../test/support/credit.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  allEvents,
  eventsOf,
  INVOICES,
  ITEM,
  newClient,
  newInvoice,
  read,
} from '../../../test/support/invoicing.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../../../test/support/trips.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { planCredit } from './rules.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall, settings: AT_ONCE })
const { live } = app

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const invoiceAt = (id: string, client = live) => read(client, `${INVOICES}/${id}`)
const preview = (body: object) => live.post(`${CREDIT_NOTES}/preview`, body)
const refuse = (invoice_id: string, body: object) =>
  live.post(CREDIT_NOTES, { invoice_id, reason: 'Engano', ...body })
/** [due, overpaid, paid, credit of the client] */
async function moneyOf({ id }: Data): Promise<number[]> {
  const { amount_due, amount_overpaid, amount_paid, client_id } = await invoiceAt(id)
  return [amount_due, amount_overpaid, amount_paid, (await balanceOf(live, client_id)).credit]
}

test('a credit note on an unpaid invoice reduces what is due, and its Pix code has the new amount', async () => {
  const invoice = await sentInvoice(live, 100)
  const note = await credited(live, invoice.id, { amount: 30.01, metadata: { caso: '7' } })
  assert.match(note.id, /^crn_/)
  assert.equal(note.number, '2026-000001')
  assert.deepEqual(
    [note.invoice_id, note.invoice_number, note.client_id, note.issue_date, note.reason, note.amount],
    [invoice.id, invoice.number, invoice.client_id, '2026-11-15', 'Hospedagem cancelada', 30.01],
  )
  assert.deepEqual([note.excess, note.excess_amount, note.items, note.refund_ids], [null, 0, [], []])
  const after = await invoiceAt(invoice.id)
  assert.deepEqual([after.total, after.amount_due, after.pix.amount], [100, 69.99, 69.99])
  const [adjustment] = after.adjustments
  assert.deepEqual(
    [adjustment.type, adjustment.amount, adjustment.credit_note_id],
    ['credit_note', -30.01, note.id],
  )
  assert.deepEqual(await read(live, `${CREDIT_NOTES}/${note.id}`), note)
  assert.deepEqual(await eventsOf(live, note.id), ['credit_note.created'])
  assert.equal((await credited(live, invoice.id, { amount: 1 })).number, '2026-000002')
})

test('a fully credited invoice requests no payment and accepts no further credit', async () => {
  const invoice = await sentInvoice(live, 100)
  const note = await credited(live, invoice.id)
  assert.equal(note.amount, 100)
  const after = await invoiceAt(invoice.id)
  assert.deepEqual([after.payment_status, after.amount_due, after.pix], ['paid', 0, null])
  assertError(await refuse(invoice.id, { amount: 0.01 }), 422, 'Credit exceeds invoice', 'amount')
  assertError(await refuse(invoice.id, {}), 422, 'Credit exceeds invoice', 'amount')
})

test('if more was paid than remains due, the caller chooses what happens to the excess', async () => {
  const invoice = await sentInvoice(live, 100, { paid: 80 })
  const looked = await preview({ invoice_id: invoice.id, amount: 50 })
  assert.deepEqual(looked.body.data, {
    ...{ amount: 50, items: [], creditable_amount: 100, amount_due_before: 20, amount_due_after: 0 },
    ...{ excess_amount: 30, refundable_amount: 0, credit_given_back_amount: 0, credit_covering_amount: 0 },
  })
  assertError(await refuse(invoice.id, { amount: 50 }), 400, 'Invalid request parameters', 'excess')
  const note = await credited(live, invoice.id, {
    ...{ amount: 50, excess: 'credit', credit_expires_on: '2027-11-15' },
  })
  assert.deepEqual([note.excess, note.excess_amount, note.credit_expires_on], ['credit', 30, '2027-11-15'])
  assert.deepEqual(await moneyOf(invoice), [0, 0, 50, 30])
  const { payments } = await invoiceAt(invoice.id)
  assert.deepEqual(
    payments.map(({ method, amount }: Data) => [method, amount]),
    [
      ['manual', 80],
      ['credit', -30],
    ],
  )
  const [entry] = (await live.get(`/api/v1/clients/${invoice.client_id}/credit`)).body.data
  assert.deepEqual(
    [entry.type, entry.amount, entry.amount_left, entry.expires_on, entry.credit_note_id, entry.invoice_id],
    ['credit_note', 30, 30, '2027-11-15', note.id, invoice.id],
  )
})

test('an excess left on the invoice is overpaid, and can become credit later, once', async () => {
  const invoice = await sentInvoice(live, 100, { paid: 100 })
  await credited(live, invoice.id, { amount: 40, excess: 'none' })
  assert.deepEqual(await moneyOf(invoice), [0, 40, 100, 0])
  const path = `${INVOICES}/${invoice.id}/overpayment-credit`
  assertError(await live.post(path, { amount: 40.01 }), 409, 'Nothing is overpaid')
  assert.equal((await live.post(path, { amount: 15 })).status, 201)
  assert.equal((await live.post(path, { expires_on: '2026-12-31' })).status, 201)
  assertError(await live.post(path, {}), 409, 'Nothing is overpaid')
  assert.deepEqual(await moneyOf(invoice), [0, 0, 60, 40])
  const { credit_expires_on, credit_expiring } = await balanceOf(live, invoice.client_id)
  assert.deepEqual([credit_expires_on, credit_expiring], ['2026-12-31', 25])
})

test('fine and interest that were paid stay; only the rest is excess', async () => {
  await live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const invoice = await sentInvoice(live, 100, { issue_date: '2026-10-01', due_date: '2026-10-16' })
  await live.patch('/api/v1/team', { late_payment: { fine_percent: 0, interest_percent: 0 } })
  const paid = await live.post(`${INVOICES}/${invoice.id}/payments`, { amount: 103, paid_at: '2026-11-15' })
  assert.equal(paid.body.data.late_payment.amount_paid, 3)
  await credited(live, invoice.id, { amount: 100, excess: 'credit' })
  assert.deepEqual(await moneyOf(invoice), [0, 0, 3, 100])
})

test('a refund goes through the bank, newest payments first, and is not deducted twice', async () => {
  const agency = await newAgency(app)
  const { test: sandbox } = agency
  const { id } = await newInvoice(sandbox, { status: 'sent', items: [{ ...ITEM, unit_price: 100 }] })
  for (const amount of [60, 40]) await sandbox.post(`/api/v1/test/charges/${id}/pay`, { amount })
  const looked = await sandbox.post(`${CREDIT_NOTES}/preview`, { invoice_id: id, amount: 70 })
  assert.equal(looked.body.data.refundable_amount, 70)
  const note = await credited(sandbox, id, { amount: 70, excess: 'refund' })
  assert.equal(note.refund_ids.length, 2)
  const busy = await sandbox.post(CREDIT_NOTES, { invoice_id: id, reason: 'x', amount: 30, excess: 'credit' })
  assert.ok(busy.status === 201 || busy.body.code === 'refund_under_way', busy.text)
  await agency.advance('PT1H')
  const after = await invoiceAt(id, sandbox)
  const refunds = (await sandbox.get(`${INVOICES}/${id}/refunds`)).body.data
  assert.deepEqual(
    refunds.map(({ amount, status, credit_note_id }: Data) => [amount, status, credit_note_id]),
    [
      [30, 'succeeded', note.id],
      [40, 'succeeded', note.id],
    ],
  )
  assert.equal(after.refunded_amount, 70)
  assert.deepEqual(
    after.adjustments.filter(({ type }: Data) => type !== 'credit_note'),
    [],
  )
})

test('money recorded by hand cannot be refunded through the bank', async () => {
  const invoice = await sentInvoice(live, 100, { paid: 100 })
  const response = await refuse(invoice.id, { amount: 10, excess: 'refund' })
  assertError(response, 422, 'Refund exceeds payment')
  assert.deepEqual(await moneyOf(invoice), [0, 0, 100, 0])
})

test('an excess that became credit cannot be refunded too', async () => {
  const { test: sandbox } = await newAgency(app)
  const { id } = await newInvoice(sandbox, { status: 'sent', items: [{ ...ITEM, unit_price: 100 }] })
  await sandbox.post(`/api/v1/test/charges/${id}/pay`)
  await credited(sandbox, id, { amount: 60, excess: 'credit' })
  const refunds = `${INVOICES}/${id}/refunds`
  assertError(await sandbox.post(refunds, {}), 409, 'Nothing to refund')
  assertError(await sandbox.post(refunds, { amount: 40.01 }), 422, 'Refund exceeds payment')
  assert.equal((await sandbox.post(refunds, { amount: 40 })).status, 201)
})

test('only a sent invoice of this team and mode can be credited', async () => {
  const draft = await newInvoice(live, { items: [ITEM] })
  assertError(await refuse(draft.id, {}), 409, 'Invalid status transition')
  const cancelled = await sentInvoice(live, 10)
  await live.patch(`${INVOICES}/${cancelled.id}`, { status: 'cancelled' })
  assertError(await refuse(cancelled.id, {}), 409, 'Invalid status transition')
  const other = await newAgency(app)
  const body = { invoice_id: cancelled.id, reason: 'x' }
  for (const client of [other.live, app.test]) {
    assertError(await client.post(CREDIT_NOTES, body), 404, 'Invoice not found')
    assertError(await client.post(`${CREDIT_NOTES}/preview`, body), 404, 'Invoice not found')
  }
})

test('items: after discount and tax, at most the rest of each, and their sum', async () => {
  const items = [
    { description: 'Hotel', quantity: 2, unit_price: 100 },
    { description: 'Passeio', quantity: 1, unit_price: 50 },
  ]
  const invoice = await newInvoice(live, { status: 'sent', items, discount_rate: 10, tax_rate: 2 })
  const [hotel, tour] = invoice.items
  assert.equal(invoice.total, 229.5)
  const of = (item: Data, amount: number) => ({ invoice_item_id: item.id, amount })
  const beyond = await refuse(invoice.id, { items: [of(hotel, 183.61)] })
  assertError(beyond, 422, 'Credit exceeds invoice', 'items.0.amount')
  const wrong = await refuse(invoice.id, { items: [of(hotel, 10)], amount: 11 })
  assertError(wrong, 400, 'Invalid request parameters', 'amount')
  const note = await credited(live, invoice.id, { items: [of(hotel, 100), of(tour, 45.9)] })
  assert.equal(note.amount, 145.9)
  assert.deepEqual(
    note.items.map(({ description, amount }: Data) => [description, amount]),
    [
      ['Hotel', 100],
      ['Passeio', 45.9],
    ],
  )
  const again = await refuse(invoice.id, { items: [of(tour, 0.01)] })
  assertError(again, 422, 'Credit exceeds invoice', 'items.0.amount')
  const rest = await refuse(invoice.id, { items: [of(hotel, 83.6), of(hotel, 0.01)] })
  assertError(rest, 422, 'Credit exceeds invoice', 'items.1.amount')
  const strange = await refuse(invoice.id, { items: [{ invoice_item_id: invoice.id, amount: 1 }] })
  assertError(strange, 400, 'Invalid request parameters', 'items.0.invoice_item_id')
})

test('earlier credit notes and lines of the same request count together, by item and by trip item', async () => {
  const client = await newClient(live)
  const trip = await newTrip(live, { client_id: client.id })
  const hotel = await newTripItem(live, trip.id, { price_amount: 300 })
  const line = (unit_price: number) => ({ description: 'x', quantity: 1, unit_price, trip_item_id: hotel.id })
  const items = [line(200), line(100), { description: 'Taxa', quantity: 1, unit_price: 50 }]
  const invoice = await newInvoice(live, { client_id: client.id, status: 'sent', items })
  const [first, second, fee] = invoice.items.map(({ id }: Data) => id)
  const of = (invoice_item_id: string, amount: number) => ({ invoice_item_id, amount })
  const ofTrip = (amount: number) => ({ trip_item_id: hotel.id, amount })
  const stateOf = async (...lines: object[]) => {
    const { status, body } = await preview({ invoice_id: invoice.id, items: lines })
    return status === 200 ? body.data.amount : body.details[0].field
  }
  assert.equal(await stateOf(of(first, 200), of(second, 100), of(fee, 50)), 350)
  assert.equal(await stateOf(of(first, 200), ofTrip(100)), 300)
  assert.equal(await stateOf(ofTrip(200.01), of(second, 100)), 'items.1.amount')
  assert.equal(await stateOf({ ...of(fee, 1), trip_item_id: hotel.id }), 'items.0.invoice_item_id')
  await credited(live, invoice.id, { items: [of(first, 150), of(fee, 20)] })
  await credited(live, invoice.id, { items: [of(fee, 20)] })
  assert.equal(await stateOf(of(fee, 10), of(first, 50), of(second, 100)), 160)
  assert.equal(await stateOf(of(fee, 10.01)), 'items.0.amount')
  assert.equal(await stateOf(of(first, 25), of(first, 25.01)), 'items.1.amount')
  assert.equal(await stateOf(ofTrip(150.01)), 'items.0.amount')
})

/** By the number of lines, some milliseconds; by its square, seconds. */
const LINES = 4_000
const CPU_MS_MAX = 500

test('the CPU cost of a credit note grows with its lines', () => {
  const items = Array.from({ length: LINES }, (_, n) => ({
    ...{ id: `item ${n}`, description: 'x', trip_item_id: `trip item ${n}`, total_cents: '1000' },
  }))
  const invoice = {
    ...{ status: 'sent' as const, items, due_date: '2026-12-01', total_cents: BigInt(LINES) * 1_000n },
    ...{ adjustment_cents: 0n, amount_paid_cents: 0n },
  }
  const request = {
    items: items.map(({ id, trip_item_id }) => ({ invoice_item_id: id, trip_item_id, amount: 0.01 })),
  }
  const earlierByItem = new Map(items.map(({ id }) => [id, 1n]))
  const before = process.threadCpuUsage()
  const plan = planCredit(request, { invoice, adjustments: [], latePaidCents: 0n, earlierByItem })
  const { user, system } = process.threadCpuUsage(before)
  assert.equal(plan.amountCents, BigInt(LINES))
  assert.ok((user + system) / 1_000 < CPU_MS_MAX, `${(user + system) / 1_000} ms`)
})

test('a preview costs one search of the rate limit per fifty lines', async () => {
  const agency = await newAgency(app, { searchLimitPerMinute: 4 })
  const items = Array.from({ length: 150 }, () => ({ description: 'x', quantity: 1, unit_price: 1 }))
  const invoice = await newInvoice(agency.live, { status: 'sent', items })
  const lines: Data[] = invoice.items.map(({ id }: Data) => ({ invoice_item_id: id, amount: 0.01 }))
  const statusOf = async (count: number) =>
    (
      await agency.live.post(`${CREDIT_NOTES}/preview`, {
        invoice_id: invoice.id,
        items: lines.slice(0, count),
      })
    ).status
  assert.deepEqual([await statusOf(150), await statusOf(50), await statusOf(1)], [200, 200, 429])
})

test('crediting trip items opens them again: the named ones, or all in proportion', async () => {
  const client = await newClient(live)
  const trip = await newTrip(live, { client_id: client.id })
  const hotel = await newTripItem(live, trip.id, { price_amount: 300 })
  const tour = await newTripItem(live, trip.id, { kind: 'tour', price_amount: 100 })
  const line = ({ id }: Data, unit_price: number) => ({
    ...{ description: 'x', quantity: 1, unit_price, trip_item_id: id },
  })
  const items = [line(hotel, 300), line(tour, 100), { description: 'Taxa', quantity: 1, unit_price: 50 }]
  const { id } = await newInvoice(live, { client_id: client.id, status: 'sent', items })
  const openOf = async () => {
    const { items: all } = await read(live, `${TRIPS}/${trip.id}`)
    return all.map(({ money }: Data) => money.open)
  }
  assert.deepEqual(await openOf(), [0, 0])
  await credited(live, id, { items: [{ trip_item_id: hotel.id, amount: 120 }] })
  assert.deepEqual(await openOf(), [120, 0])
  const { body } = await refuse(id, { items: [{ trip_item_id: hotel.id, amount: 180.01 }] })
  assert.equal(body.code, 'credit_exceeds_invoice')
  // The fee alone, and then 28 of what is left: 180, 100 and nothing.
  const fee = (await invoiceAt(id)).items[2]
  await credited(live, id, { items: [{ invoice_item_id: fee.id, amount: 50 }] })
  assert.deepEqual(await openOf(), [120, 0])
  await credited(live, id, { amount: 28 })
  assert.deepEqual(await openOf(), [138, 10])
})

test('only the references of a credit note can change, with If-Match', async () => {
  const { id } = await credited(live, (await sentInvoice(live, 10)).id)
  const { headers } = await live.get(`${CREDIT_NOTES}/${id}`)
  const changed = await live.patch(
    `${CREDIT_NOTES}/${id}`,
    { external_reference: 'erp-1' },
    { 'if-match': String(headers.etag) },
  )
  assert.equal(changed.body.data.external_reference, 'erp-1')
  const late = await live.patch(`${CREDIT_NOTES}/${id}`, {}, { 'if-match': String(headers.etag) })
  assertError(late, 412, 'Precondition failed')
  const found = await live.get(`${CREDIT_NOTES}?external_reference=erp-1&expand[]=invoice&expand[]=client`)
  assert.deepEqual(
    found.body.data.map((note: Data) => [note.id, note.invoice.total]),
    [[id, 10]],
  )
})

test('other fields cannot change; sending the same value changes nothing', async () => {
  const invoice = await sentInvoice(live, 10)
  const note = await credited(live, invoice.id, {
    items: [{ invoice_item_id: invoice.items[0].id, amount: 4 }],
  })
  const path = `${CREDIT_NOTES}/${note.id}`
  const changes = [
    { amount: 5 },
    { items: [] },
    { items: [{ ...note.items[0], amount: 3 }] },
    { invoice_id: (await sentInvoice(live, 10)).id },
    { reason: 'Outro' },
    { excess: 'none' },
    { credit_expires_on: '2027-01-01' },
    { client_id: (await newClient(live)).id },
    { issue_date: '2026-11-01' },
  ]
  for (const change of changes) {
    const [field] = Object.keys(change)
    assertError(
      await live.patch(path, { ...change, external_reference: 'x' }),
      400,
      'Credit note cannot be changed',
      field,
    )
  }
  assert.deepEqual(await read(live, path), note)
  const same = await live.patch(path, { ...note, external_reference: 'erp-2' })
  assert.deepEqual([same.status, same.body.data?.external_reference], [200, 'erp-2'], same.text)
})

test('an empty list of items is refused, since it would credit the whole invoice', async () => {
  const invoice = await sentInvoice(live, 10)
  assertError(await refuse(invoice.id, { items: [] }), 400, 'Invalid request parameters', 'items')
  const looked = await preview({ invoice_id: invoice.id, items: [] })
  assertError(looked, 400, 'Invalid request parameters', 'items')
})

test('lists filter by invoice, client, time and cursor', async () => {
  const agency = await newAgency(app)
  const invoice = await sentInvoice(agency.live, 100)
  const ids: string[] = []
  for (const amount of [1, 2, 3]) ids.unshift((await credited(agency.live, invoice.id, { amount })).id)
  const other = await credited(agency.live, (await sentInvoice(agency.live, 5)).id)
  const list = async (query: string): Promise<Data> =>
    (await agency.live.get(`${CREDIT_NOTES}?${query}`)).body
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }: Data) => id)
  assert.deepEqual(await idsOf(''), [other.id, ...ids])
  assert.deepEqual(await idsOf(`invoice_id=${invoice.id}`), ids)
  assert.deepEqual(await idsOf(`client_id=${invoice.client_id}`), ids)
  assert.deepEqual(await idsOf('invoice_id=x'), [])
  assert.deepEqual(await idsOf('created_after=2026-11-16'), [])
  const first = await list('limit=2')
  assert.equal(first.pagination.total, 4)
  assert.deepEqual(await idsOf(`limit=2&starting_after=${first.pagination.next_cursor}`), ids.slice(1))
})

test('the client receives the note by mail with its PDF, and again on request, unless switched off', async () => {
  const agency = await newAgency(app)
  const invoice = await sentInvoice(agency.live, 100)
  await credited(agency.live, invoice.id, { amount: 10, notify_client: false })
  const note = await credited(agency.live, invoice.id, { amount: 30 })
  const diary = agency.diary('live')
  await diary.events()
  const mails = (await agency.live.get(`/api/v1/mails?invoice_id=${invoice.id}`)).body.data
  const about = mails.filter(({ subject }: Data) => subject.includes('crédito'))
  assert.deepEqual(
    about.map(({ subject, has_document }: Data) => [subject, has_document]),
    [[`Nota de crédito ${note.number} de Agência Sol`, true]],
  )
  const { text } = await read(agency.live, `/api/v1/mails/${about[0].id}`)
  assert.match(text, /Hospedagem cancelada/)
  assert.match(text, /Você não deve mais R\$ 30,00 da fatura/)
  const again = await agency.live.post(`${CREDIT_NOTES}/${note.id}/send`)
  assert.deepEqual([again.status, again.body.data.channel], [200, 'email'])
  const messages = (await agency.live.get(`/api/v1/messages?invoice_id=${invoice.id}`)).body.data
  assert.equal(messages.filter(({ kind }: Data) => kind === 'credit_note_sent').length, 2)
})

test('page and PDF are in the language of the client', async () => {
  const client = await newClient(live, { language: 'en' })
  const invoice = await sentInvoice(live, 100, { client_id: client.id, paid: 100 })
  const note = await credited(live, invoice.id, { amount: 40, excess: 'credit' })
  const page = await fetch(note.page_url)
  assert.equal(page.status, 200)
  const html = await page.text()
  for (const words of [`Credit note ${note.number}`, 'R$ 40.00 of credit', 'Hospedagem cancelada'])
    assert.ok(html.includes(words), words)
  const pdf = await fetch(note.pdf_url)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.ok((await pdf.arrayBuffer()).byteLength > 1_000)
  assert.equal((await fetch(note.page_url.replace(/.$/, ''))).status, 404)
  const shown = await (await fetch(invoice.payment_url)).text()
  assert.ok(shown.includes('Credit notes') && shown.includes('Became your credit'))
})

test('a repeated Idempotency-Key creates one note; a caller without refund permission cannot credit', async () => {
  const invoice = await sentInvoice(live, 100)
  const body = { invoice_id: invoice.id, amount: 10, reason: 'x' }
  const headers = { 'idempotency-key': 'credit-1' }
  const [one, other] = [
    await live.post(CREDIT_NOTES, body, headers),
    await live.post(CREDIT_NOTES, body, headers),
  ]
  assert.equal(one.body.data.id, other.body.data.id)
  assert.equal((await invoiceAt(invoice.id)).amount_due, 90)
  const key = (await live.post('/api/v1/api-keys', { name: 'agent', role: 'agent' })).body.data
  const agent = { authorization: `Bearer ${key.key ?? key.secret}` }
  assertError(await live.post(CREDIT_NOTES, body, agent), 403, 'Forbidden')
  const path = `${INVOICES}/${invoice.id}/overpayment-credit`
  assertError(await live.post(path, {}, agent), 403, 'Forbidden')
  assert.equal((await live.get(CREDIT_NOTES, agent)).status, 200)
})

test('one audit entry has the note, its effect on the invoice, and the credit', async () => {
  const invoice = await sentInvoice(live, 100, { paid: 100 })
  const note = await credited(live, invoice.id, { amount: 25, excess: 'credit' })
  const entries = (await live.get('/api/v1/audit?action=creditNotes.create&limit=1')).body.data
  const changes = entries[0].changes.map(({ object, after }: Data) => [
    object,
    after.amount ?? after.adjustment,
  ])
  assert.equal(entries[0].topic, 'money')
  assert.deepEqual(changes.toSorted(), [
    ['client_credit_entry', '25.00'],
    ['credit_note', '25.00'],
    ['invoice', '-25.00'],
  ])
  const types = (await allEvents(live)).slice(-2).map(({ type }) => type)
  assert.deepEqual(types, ['client_credit.added', 'credit_note.created'], note.id)
})

test('erasing a client removes address and references from credit notes, and the name from the reason', async () => {
  const { live: own } = await newAgency(app)
  const person = { full_name: 'Zuleica Prado', email: 'zuleica@cliente.example' }
  const client = await newClient(own, person)
  const invoice = await sentInvoice(own, 100, { client_id: client.id })
  const reason = 'Desistência de Zuleica Prado'
  const note = await credited(own, invoice.id, { amount: 10, reason, metadata: { nome: 'Zuleica' } })
  const erased = await own.delete(`/api/v1/clients/${client.id}?erase=true`)
  assert.equal(erased.status, 200, erased.text)
  const { id } = erased.body.data.erasure
  const done = await eventually('the erasure is complete', async () => {
    const all: Data[] = (await own.get('/api/v1/erasures')).body.data
    return all.find((one) => one.id === id && one.completed_at !== null)
  })
  assert.ok(
    done.to_confirm.some((one: Data) => one.id === invoice.id && one.field === 'credit_notes'),
    JSON.stringify(done.to_confirm),
  )
  const after = await read(own, `${CREDIT_NOTES}/${note.id}`)
  assert.deepEqual([after.metadata, after.external_reference, after.client.email], [{}, null, ''])
  const html = await (await fetch(note.page_url)).text()
  assert.ok(!html.includes(person.email))
})
