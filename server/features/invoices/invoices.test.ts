// /api/v1/invoices: every row of the contract's tables and every decision about invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, issuesOf, newAgency } from '../../../test/support/agency.ts'
import { patchesAt } from '../../../test/support/client.ts'
import {
  clientOfDocument,
  eventsOf,
  INVOICES,
  ITEM,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  read,
  SENT_AND_PAID,
} from '../../../test/support/invoicing.ts'
import { assertTotals, pageNumbers } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { clientIdFromUuid } from '../clients/store.ts'

// Noon in São Paulo, five days before the due date of the invoices below.
const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app
const { patch, patched } = patchesAt(live, INVOICES)
const pay = (id: string, body?: object) => live.post(`/api/v1/test/charges/${id}/pay`, body)
const amounts = ({ payments }: { payments: { amount: number }[] }) => payments.map(({ amount }) => amount)

const OF_NO_TRIP = { trip_item_id: null, booking_id: null }

test('POST creates a draft: 201, all fields of the contract, computed values', async () => {
  const client = clientOfDocument(await newClient(live))
  const { status, body } = await live.post(INVOICES, {
    client_id: client.id,
    issue_date: '2026-11-10',
    due_date: '2026-11-20',
    items: [
      { description: 'Passagem', quantity: 2, unit_price: 10.335 },
      { description: 'Taxa', quantity: 0.5, unit_price: 3 },
    ],
    tax_rate: 5,
    discount_rate: 2.5,
    notes: 'Obrigado',
  })
  assert.equal(status, 201)
  const { id, items, pix, charges, payment_url, pdf_url, created_at, updated_at, ...rest } = body.data
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    number: null,
    client_id: client.id,
    client,
    issue_date: '2026-11-10',
    due_date: '2026-11-20',
    status: 'draft',
    payment_status: 'pending',
    subtotal: 22.17,
    discount_rate: 2.5,
    discount_amount: 0.55,
    tax_rate: 5,
    tax_amount: 1.08,
    total: 22.7,
    amount_paid: 0,
    amount_due: 22.7,
    amount_overpaid: 0,
    refunded_amount: 0,
    uncovered_amount: 0,
    adjustments: [],
    late_payment: { fine_percent: 0, interest_percent: 0, payable_days: 30, amount_paid: 0 },
    early_payment: null,
    paid_at: null,
    notes: 'Obrigado',
    currency: 'BRL',
    payment_provider_id: null,
    payment_methods: ['pix'],
    card_payment: { instalments_max: null, fee_bearer: null },
    boleto: null,
    card_refusals: [],
    payment_problems: [],
    payments: [],
    recurring_invoice_id: null,
    mandate_id: null,
    quote_id: null,
    metadata: {},
    external_reference: null,
  })
  assert.deepEqual(
    items.map(({ id: itemId, ...item }: { id: string }) => item),
    [
      { description: 'Passagem', quantity: 2, unit_price: 10.335, total: 20.67, ...OF_NO_TRIP },
      { description: 'Taxa', quantity: 0.5, unit_price: 3, total: 1.5, ...OF_NO_TRIP },
    ],
  )
  assert.match(pix.copy_paste, /^000201.*540522\.70/)
  assert.match(pix.txid, /^[0-9a-z]{26}$/)
  assert.deepEqual(charges, [
    {
      id: `chg_${pix.txid}`,
      method: 'pix',
      status: 'open',
      amount: pix.amount,
      fee_amount: null,
      net_amount: null,
      instructions: { code: pix.copy_paste, qrcode_url: pix.qrcode_url, line: null, page_url: null },
      instalments: [],
      instalment_count: null,
      surcharge_amount: 0,
      card: null,
      refusals: [],
      expires_at: pix.expires_at,
      created_at,
      updated_at,
    },
  ])
  assert.ok(
    pix.qrcode_url.startsWith(app.url) && payment_url.startsWith(app.url) && pdf_url.startsWith(app.url),
  )
  assert.equal(created_at, '2026-11-15T15:00:00.000Z')
  assert.equal(updated_at, created_at)
  assert.deepEqual(await read(live, `${INVOICES}/${id}`), body.data)
})

test('POST: an invalid field is 400 and named', async () => {
  const good = await invoiceBody(live)
  const item = (fields: object) => ({ items: [{ ...ITEM, ...fields }] })
  const bad: [object, string][] = [
    [{ client_id: undefined }, 'client_id'],
    [{ client_id: 5 }, 'client_id'],
    [{ issue_date: undefined }, 'issue_date'],
    [{ issue_date: '2026-02-30' }, 'issue_date'],
    [{ due_date: undefined }, 'due_date'],
    [{ due_date: '20/11/2026' }, 'due_date'],
    [{ items: undefined }, 'items'],
    [{ items: [] }, 'items'],
    [{ items: 'x' }, 'items'],
    [item({ description: undefined }), 'items.0.description'],
    [item({ description: '' }), 'items.0.description'],
    [item({ quantity: undefined }), 'items.0.quantity'],
    [item({ quantity: 0 }), 'items.0.quantity'],
    [item({ quantity: -1 }), 'items.0.quantity'],
    [item({ quantity: '1' }), 'items.0.quantity'],
    [item({ quantity: 0.00001 }), 'items.0.quantity'],
    [item({ unit_price: undefined }), 'items.0.unit_price'],
    [item({ unit_price: -0.01 }), 'items.0.unit_price'],
    [item({ unit_price: 1.23456 }), 'items.0.unit_price'],
    [item({ quantity: 99_999_999_999, unit_price: 99_999_999_999 }), 'items'],
    [{ tax_rate: 101 }, 'tax_rate'],
    [{ tax_rate: -1 }, 'tax_rate'],
    [{ tax_rate: 1.00001 }, 'tax_rate'],
    [{ discount_rate: 100.1 }, 'discount_rate'],
    [{ notes: 5 }, 'notes'],
    [{ status: 'paid' }, 'status'],
    [{ payment_status: 'sent' }, 'payment_status'],
    [{ amount_paid: -1 }, 'amount_paid'],
    [{ amount_paid: 1.005 }, 'amount_paid'],
    [{ paid_at: 'yesterday' }, 'paid_at'],
    [{ payment_provider_id: 5 }, 'payment_provider_id'],
  ]
  for (const [fields, field] of bad) {
    const { status, body } = await live.post(INVOICES, { ...good, ...fields })
    assert.equal(status, 400, JSON.stringify(fields))
    assert.equal(body.error, 'Invalid request parameters')
    assert.equal(body.details[0].field, field, JSON.stringify(fields))
  }
  assert.equal(
    (await live.post(INVOICES, { ...good, ...item({ quantity: 1.2345, unit_price: 0 }) })).status,
    201,
  )
  assert.equal((await live.post(INVOICES, { ...good, colour: 'blue' })).status, 201)
})

test('POST: the client by either form of its id; an unknown one, or of another mode, is 404', async () => {
  const { id } = await newClient(live)
  assert.equal((await newInvoice(live, { client_id: clientIdFromUuid(id) })).client_id, id)
  const sandbox = await newClient(app.test)
  for (const client_id of [sandbox.id, 'cli_x', 'x', '00000000-0000-7000-8000-000000000000']) {
    const { status, body } = await live.post(INVOICES, await invoiceBody(live, { client_id }))
    assert.deepEqual([status, body.error], [404, 'Client not found'], client_id)
  }
})

test('payment_provider_id: an unknown one is 404, a known one is stored; the default otherwise', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const fields of [{}, { items: [{ ...ITEM, unit_price: 0 }] }]) {
    for (const id of [unknown, 'x']) {
      const { status, body } = await live.post(
        INVOICES,
        await invoiceBody(live, { payment_provider_id: id, ...fields }),
      )
      assert.deepEqual([status, body.error], [404, 'Payment provider not found'])
    }
  }
  const provider = (await live.post('/api/v1/payment-providers', { provider: 'simulated' })).body.data
  const invoice = await newInvoice(live, { payment_provider_id: provider.id })
  assert.equal(invoice.payment_provider_id, provider.id)
  assert.notEqual(invoice.pix, null)
})

test('status on creation: a draft has no number, others do; numbered per mode and year of issue', async () => {
  const fresh = await newAgency(app)
  const numbers: (string | null)[] = []
  for (const [client, fields] of [
    [fresh.live, {}],
    [fresh.live, { status: 'sent' }],
    [fresh.live, { status: 'cancelled' }],
    [fresh.live, { status: 'sent', issue_date: '2027-01-02' }],
    [fresh.live, { status: 'draft' }],
    [fresh.test, { status: 'sent' }],
    [fresh.live, { status: 'sent', issue_date: '2026-12-31' }],
  ] as const) {
    numbers.push((await newInvoice(client, fields)).number)
  }
  assert.deepEqual(numbers, [
    null,
    '2026-000001',
    '2026-000002',
    '2027-000001',
    null,
    '2026-000001',
    '2026-000003',
  ])
})

test('every change of status is allowed, except back to draft with a number; the same status changes nothing', async () => {
  const draft = await newInvoice(live)
  assert.deepEqual((await patched(draft.id, { status: 'draft' })).number, null)
  const sent = await patched(draft.id, { status: 'sent' })
  assert.match(sent.number, /^2026-\d{6}$/)
  wall.advance(1_000)
  assert.deepEqual(await patched(draft.id, { status: 'sent' }), sent, 'a move to itself leaves no trace')
  assert.deepEqual(await patched(draft.id, {}), sent)
  const cancelled = await patched(draft.id, { status: 'cancelled' })
  assert.deepEqual([cancelled.number, cancelled.pix], [sent.number, null])
  const again = await patched(draft.id, { status: 'sent' })
  assert.equal(again.number, sent.number)
  assert.notEqual(again.pix.txid, sent.pix.txid, 'a new charge')
  for (const status of ['sent', 'cancelled']) {
    await patched(draft.id, { status })
    const back = await patch(draft.id, { status: 'draft' })
    assert.deepEqual([back.status, back.body.error], [409, 'Invalid status transition'])
  }
  const direct = await newInvoice(live)
  assert.match((await patched(direct.id, { status: 'cancelled' })).number, /^2026-/)
  assert.deepEqual(await eventsOf(live, draft.id), [
    'invoice.created',
    'invoice.sent',
    'invoice.cancelled',
    'invoice.sent',
    'invoice.cancelled',
  ])
})

test('the content of a draft can change; of an issued invoice it is 409', async () => {
  const draft = await newInvoice(live)
  const changed = await patched(draft.id, {
    items: [{ description: 'Outro', quantity: 3, unit_price: 33.333 }],
    tax_rate: 10,
    discount_rate: 50,
    due_date: '2026-12-01',
    notes: 'x',
  })
  assert.deepEqual(
    [
      changed.subtotal,
      changed.discount_amount,
      changed.tax_amount,
      changed.total,
      changed.due_date,
      changed.notes,
    ],
    [100, 50, 5, 55, '2026-12-01', 'x'],
  )
  assert.match(changed.pix.copy_paste, /540555\.00/)
  assert.notEqual(changed.pix.txid, draft.pix.txid)
  const kept = await patched(draft.id, { tax_rate: 0 })
  assert.deepEqual([kept.items, kept.total], [changed.items, 50])
  const sent = await patched(draft.id, { status: 'sent', notes: 'final' })
  assert.equal(sent.notes, 'final')
  for (const change of [
    { notes: 'y' },
    { due_date: '2026-12-02' },
    { items: [ITEM] },
    { tax_rate: 1 },
    { discount_rate: 0 },
  ]) {
    assertError(await patch(draft.id, change), 409, 'Invoice is not a draft', Object.keys(change)[0])
  }
  assert.deepEqual(await read(live, `${INVOICES}/${draft.id}`), sent)
  const items = sent.items.map(({ description, quantity, unit_price }: typeof ITEM) => ({
    description,
    quantity,
    unit_price,
  }))
  const same = await patched(draft.id, { notes: 'final', items, tax_rate: 0 })
  assert.deepEqual(same, sent)
})

test('a draft can change client and dates; of an issued invoice that is 400 and names the field', async () => {
  const draft = await newInvoice(live, { notes: 'x' })
  const eva = await newClient(live, { full_name: 'Eva Lima', email: 'eva@example.com' })
  const day = '2026-11-12'
  const moved = await patched(draft.id, { client_id: clientIdFromUuid(eva.id), issue_date: day })
  assert.deepEqual([moved.client_id, moved.client, moved.issue_date], [eva.id, clientOfDocument(eva), day])
  assert.notEqual(moved.pix.txid, draft.pix.txid, 'a code names its payer')
  const payers = await app.asOwner(
    `select payer_name, status from charges where reference_id = '${draft.id}' order by id`,
  )
  assert.deepEqual(payers, [
    { payer_name: 'Dados eliminados', status: 'withdrawn' },
    { payer_name: 'Eva Lima', status: 'open' },
  ])
  for (const unknown of ['x', draft.id])
    assertError(await patch(draft.id, { client_id: unknown }), 404, 'Client not found')
  const { number } = await patched(draft.id, { client_id: eva.id, issue_date: '2025-12-31', status: 'sent' })
  assert.match(number, /^2025-/)
  const provider = '00000000-0000-7000-8000-000000000000'
  for (const change of [
    { client_id: draft.client_id },
    { issue_date: day },
    { issue_date: day, notes: 'y' },
    { payment_provider_id: provider },
  ])
    assertError(await patch(draft.id, change), 400, 'Invalid request parameters', Object.keys(change)[0])
  const same = { client_id: eva.id, issue_date: '2025-12-31', payment_provider_id: null, notes: 'x' }
  assert.equal((await patched(draft.id, same)).number, number, 'to say what is there is no change')
})

test('an unknown field gives a warning with the nearest name, and the rest is applied', async () => {
  const made = await live.post(INVOICES, await invoiceBody(live, { discount: 10 }))
  assert.deepEqual([made.status, made.body.data.discount_rate], [201, 0])
  const warningFor = (field: string, meant: string) => [
    { field, issue: `is not a known field and was left out; did you mean ${meant}?` },
  ]
  assert.deepEqual(issuesOf(made.body.warnings), warningFor('discount', 'discount_rate'))
  const items = [{ ...ITEM, price: 1 }]
  const { body } = await patch(made.body.data.id, { items, notes: 'x' })
  assert.deepEqual(
    [issuesOf(body.warnings), body.data.notes],
    [warningFor('items.0.price', 'items.0.unit_price'), 'x'],
  )
  assert.equal('warnings' in (await patch(made.body.data.id, { notes: 'y' })).body, false)
})

test('the documented update: sent and paid at once, with amount and time', async () => {
  const { id } = await newInvoice(live)
  const paid_at = '2026-11-14T10:00:00.000Z'
  const paid = await patched(id, { status: 'sent', payment_status: 'paid', amount_paid: 150, paid_at })
  assert.deepEqual(
    [paid.status, paid.payment_status, paid.amount_paid, paid.amount_due, paid.paid_at, paid.pix],
    ['sent', 'paid', 150, 0, paid_at, null],
  )
  assert.deepEqual(
    paid.payments.map(({ amount, method, paid_at: at }: Record<string, unknown>) => [amount, method, at]),
    [[150, 'manual', paid_at]],
  )
  assert.deepEqual(await eventsOf(live, id), SENT_AND_PAID)
})

test('amount_paid is the sum: the difference becomes a payment, negative for a correction', async () => {
  const { id } = await newInvoice(live, { status: 'sent' })
  const partial = await patched(id, { amount_paid: 60.5 })
  assert.deepEqual([partial.payment_status, partial.amount_due, partial.paid_at], ['partial', 89.5, null])
  assert.match(partial.pix.copy_paste, /540589\.50/, 'the code asks for what is left')
  const paid = await patched(id, { amount_paid: 150 })
  assert.deepEqual([paid.payment_status, paid.paid_at], ['paid', wall.now().toISOString()])
  const corrected = await patched(id, { amount_paid: 100 })
  assert.deepEqual([corrected.payment_status, corrected.amount_due, corrected.paid_at], ['partial', 50, null])
  assert.deepEqual(amounts(corrected), [60.5, 89.5, -50])
  assert.deepEqual(
    corrected.payments.map(({ method }: { method: string }) => method),
    ['manual', 'manual', 'correction'],
  )
  assert.deepEqual(
    amounts(await patched(id, { amount_paid: 100 })),
    [60.5, 89.5, -50],
    'the same sum is no payment',
  )
  const excess = await patched(id, { amount_paid: 170 })
  assert.deepEqual([excess.payment_status, excess.amount_paid, excess.amount_due], ['paid', 170, 0])
  const none = await patched(id, { amount_paid: 0 })
  assert.deepEqual([none.payment_status, none.amount_paid, none.paid_at], ['pending', 0, null])
  assert.deepEqual(
    (await eventsOf(live, id)).filter((type) => type !== 'invoice.created' && type !== 'invoice.sent'),
    [
      'invoice.payment_received',
      'invoice.payment_received',
      'invoice.paid',
      'invoice.payment_received',
      'invoice.paid',
    ],
  )
})

test('payment_status paid without an amount records the rest as paid', async () => {
  const { id } = await newInvoice(live, { status: 'sent', amount_paid: 40 })
  const paid = await patched(id, { payment_status: 'paid' })
  assert.deepEqual([amounts(paid), paid.amount_due, paid.pix], [[40, 110], 0, null])
  assert.deepEqual(amounts(await patched(id, { payment_status: 'paid' })), [40, 110])
})

test('a payment_status set by the caller stays until money moves again', async () => {
  const { id } = await newInvoice(live, { status: 'sent' })
  for (const payment_status of ['overdue', 'partial', 'pending'])
    assert.equal((await patched(id, { payment_status })).payment_status, payment_status)
  await patched(id, { payment_status: 'overdue' })
  assert.equal((await patched(id, { paid_at: null })).payment_status, 'overdue')
  assert.equal((await patched(id, { status: 'cancelled' })).payment_status, 'overdue')
  assert.equal((await patched(id, { amount_paid: 10 })).payment_status, 'partial')
  const updated = await patched(id, { payment_status: 'paid', amount_paid: 20 })
  assert.deepEqual([updated.payment_status, updated.amount_paid, updated.amount_due], ['paid', 20, 130])
  assert.equal((await patched(id, { amount_paid: 30 })).payment_status, 'partial')
})

test('the same fields have the same effect on creation', async () => {
  const paid = await newInvoice(live, {
    status: 'sent',
    payment_status: 'paid',
    paid_at: '2026-11-01T00:00:00Z',
  })
  assert.deepEqual(
    [paid.payment_status, amounts(paid), paid.paid_at, paid.pix],
    ['paid', [150], '2026-11-01T00:00:00.000Z', null],
  )
  const partial = await newInvoice(live, { amount_paid: 50 })
  assert.deepEqual([partial.status, partial.payment_status, partial.amount_due], ['draft', 'partial', 100])
  assert.equal((await newInvoice(live, { payment_status: 'overdue' })).payment_status, 'overdue')
})

test('a total of 0 needs no Pix and is paid when sent', async () => {
  const free = { items: [{ ...ITEM, unit_price: 0 }] }
  const draft = await newInvoice(live, free)
  assert.deepEqual([draft.total, draft.pix, draft.payment_status], [0, null, 'pending'])
  const sent = await patched(draft.id, { status: 'sent' })
  assert.deepEqual([sent.payment_status, sent.payments, sent.paid_at !== null], ['paid', [], true])
  assert.deepEqual(await eventsOf(live, draft.id), ['invoice.created', 'invoice.sent', 'invoice.paid'])
  assert.equal((await newInvoice(live, { discount_rate: 100, status: 'sent' })).payment_status, 'paid')
})

test('Pix payments are recorded as they arrive: partial, the rest, a row for each', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  const partial = (await pay(id, { amount: '100.00' })).body.data
  assert.deepEqual([partial.payment_status, partial.amount_paid, partial.amount_due], ['partial', 100, 50])
  assert.notEqual(partial.pix.txid, pix.txid)
  assert.match(partial.pix.copy_paste, /540550\.00/)
  const paid = (await pay(id)).body.data
  assert.deepEqual([paid.payment_status, amounts(paid), paid.pix], ['paid', [100, 50], null])
  assert.ok(
    paid.payments.every(
      (payment: { method: string; reference: string }) => payment.method === 'pix' && payment.reference,
    ),
  )
  const again = await pay(id)
  assert.deepEqual([again.status, again.body.error], [404, 'Charge not found'])
  assert.deepEqual(await eventsOf(live, id), [
    'invoice.created',
    'invoice.sent',
    'invoice.payment_received',
    'invoice.payment_received',
    'invoice.paid',
  ])
})

test('an overpayment, and money after the cancellation, is recorded and shown', async () => {
  const much = await newInvoice(live, { status: 'sent' })
  const excess = (await pay(much.id, { amount: 200 })).body.data
  assert.deepEqual([excess.payment_status, excess.amount_paid, excess.amount_due], ['paid', 200, 0])
  const { id } = await newInvoice(live, { status: 'sent' })
  assert.equal((await patched(id, { status: 'cancelled' })).pix, null)
  const late = (await pay(id)).body.data
  assert.deepEqual(
    [late.status, late.payment_status, amounts(late), late.pix],
    ['cancelled', 'paid', [150], null],
  )
  const draft = (await pay((await newInvoice(live)).id)).body.data
  assert.deepEqual([draft.status, draft.payment_status], ['draft', 'paid'])
})

test('POST payments records money received another way', async () => {
  const { id } = await newInvoice(live, { status: 'sent' })
  const { status, body } = await live.post(`${INVOICES}/${id}/payments`, {
    amount: 50.25,
    paid_at: '2026-11-12T09:00:00-03:00',
  })
  assert.equal(status, 201)
  assert.deepEqual([body.data.payment_status, body.data.amount_paid], ['partial', 50.25])
  assert.deepEqual(
    body.data.payments.map(({ method, paid_at }: Record<string, unknown>) => [method, paid_at]),
    [['manual', '2026-11-12T12:00:00.000Z']],
  )
  for (const amount of [0, -1, 1.001, '5', undefined])
    assert.equal((await live.post(`${INVOICES}/${id}/payments`, { amount })).status, 400, String(amount))
  assert.equal((await live.post(`${INVOICES}/x/payments`, { amount: 1 })).status, 404)
})

test('an amount beyond the limit is refused, except from the bank', async () => {
  const { id } = await newInvoice(live, { status: 'sent' })
  for (const response of [
    await patch(id, { amount_paid: 1_000_000_000_000 }),
    await live.post(`${INVOICES}/${id}/payments`, { amount: 1_000_000_000_000 }),
    await live.post(
      INVOICES,
      await invoiceBody(live, { items: [{ ...ITEM, quantity: 100, unit_price: 10_000_000_000 }] }),
    ),
  ])
    assert.equal(response.status, 400, response.text)
  await patched(id, { payment_status: 'pending', amount_paid: 999_999_999_999.99 })
  const paid = await pay(id)
  assert.deepEqual([paid.status, paid.body.data.amount_paid], [200, 1_000_000_000_149.99])
})

test('an invoice marked as paid has no code, whatever the amount', async () => {
  const { id } = await newInvoice(live, { status: 'sent' })
  const { pix, amount_due } = await patched(id, { payment_status: 'paid', amount_paid: 50 })
  assert.deepEqual([pix, amount_due], [null, 100])
  assert.notEqual((await patched(id, { payment_status: 'partial' })).pix, null)
})

test('DELETE removes a draft; any other is 409, an unknown one 404', async () => {
  const { id } = await newInvoice(live)
  const { status, body } = await live.delete(`${INVOICES}/${id}`)
  assert.deepEqual([status, body], [200, { success: true, data: { id, deleted: true } }])
  assert.equal((await live.get(`${INVOICES}/${id}`)).status, 404)
  for (const state of ['sent', 'cancelled']) {
    const kept = await newInvoice(live, { status: state })
    const refused = await live.delete(`${INVOICES}/${kept.id}`)
    assert.deepEqual([refused.status, refused.body.error], [409, 'Only draft invoices can be deleted'])
  }
  const byHand = await newInvoice(live, { payment_status: 'paid' })
  await patched(byHand.id, { amount_paid: 20 })
  assert.equal((await live.delete(`${INVOICES}/${byHand.id}`)).status, 200)
  const path = `/api/v1/audit?object_id=${byHand.id}&limit=1`
  const [{ action, changes }] = (await live.get(path)).body.data
  assert.deepEqual(
    [action, changes[0].before.amount_paid, changes[0].after],
    ['invoices.delete', '20.00', null],
  )
  const paid = await newInvoice(live)
  await pay(paid.id, { amount: 10 })
  await patched(paid.id, { amount_paid: 0 })
  assertError(await live.delete(`${INVOICES}/${paid.id}`), 409, 'Bank received money for this draft')
  for (const unknown of [id, 'x', '00000000-0000-7000-8000-000000000000']) {
    for (const response of [
      await live.get(`${INVOICES}/${unknown}`),
      await patch(unknown, { status: 'sent' }),
      await live.delete(`${INVOICES}/${unknown}`),
    ])
      assert.deepEqual([response.status, response.body.error], [404, 'Invoice not found'])
  }
})

test('live and test invoices are separate', async () => {
  const { id } = await newInvoice(live)
  assert.equal((await app.test.get(`${INVOICES}/${id}`)).status, 404)
  assert.equal((await app.test.patch(`${INVOICES}/${id}`, { status: 'sent' })).status, 404)
  assert.equal((await app.test.delete(`${INVOICES}/${id}`)).status, 404)
  assert.equal((await app.test.post(`/api/v1/test/charges/${id}/pay`)).status, 404)
})

test('GET lists newest first in pages, by status, payment status and client', async () => {
  const list = await newAgency(app)
  const ana = await newClient(list.live)
  const made: string[] = []
  for (let n = 0; n < 23; n++) {
    const client_id = n % 2 ? { client_id: ana.id } : {}
    const status = ['draft', 'sent', 'cancelled'][n % 3]
    made.unshift((await newInvoice(list.live, { ...client_id, status, amount_paid: n % 4 ? 0 : 150 })).id)
  }
  const { body } = await list.live.get(INVOICES)
  assert.deepEqual(pageNumbers(body.pagination), { page: 1, limit: 20, total: 23, pages: 2 })
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    made.slice(0, 20),
  )
  assert.deepEqual(body.data[0], await read(list.live, `${INVOICES}/${made[0]}`), 'as the single one')
  assert.equal((await list.live.get(`${INVOICES}?page=2`)).body.data.length, 3)
  await assertTotals(list.live, INVOICES, {
    'status=draft': 8,
    'status=sent': 8,
    'status=cancelled': 7,
    'payment_status=paid': 6,
    'payment_status=pending': 17,
    'payment_status=overdue': 0,
    'status=draft&payment_status=paid': 2,
    [`client_id=${ana.id}`]: 11,
    [`client_id=${clientIdFromUuid(ana.id)}&status=sent`]: 4,
    'client_id=00000000-0000-7000-8000-000000000000': 0,
    'client_id=x': 0,
  })
  assert.equal((await list.live.get(`${INVOICES}?client_id=x`)).body.pagination.pages, 0)
  for (const query of ['status=paid', 'payment_status=sent', 'page=0', 'limit=0'])
    assert.equal((await list.live.get(`${INVOICES}?${query}`)).status, 400, query)
})

test('sort=due_date lists the earliest due date first', async () => {
  const { live: shop } = await newAgency(app)
  const due = async (due_date: string, fields: object = {}) =>
    (await newInvoice(shop, { issue_date: '2026-10-01', due_date, status: 'sent', ...fields })).id
  const [late, later, latest] = [await due('2026-11-10'), await due('2026-10-05'), await due('2026-10-05')]
  const open = await due('2026-12-01')
  await due('2026-10-02', { payment_status: 'paid' })
  const ids = async (query: string) =>
    (await shop.get(`${INVOICES}?${query}`)).body.data.map(({ id }: { id: string }) => id)
  const overdue = 'status=sent&payment_status=overdue'
  assert.deepEqual(await ids(`${overdue}&sort=due_date`), [later, latest, late])
  assert.deepEqual(await ids(overdue), [latest, later, late])
  assert.equal((await ids('sort=due_date')).at(-1), open)
  assertError(await shop.get(`${INVOICES}?sort=total`), 400, 'Invalid request parameters', 'sort')
})

test('a client with an invoice, a quote or a recurring invoice is deactivated instead of deleted', async () => {
  for (const link of [newInvoice, newQuote, newRecurring]) {
    const { id } = await newClient(live)
    await link(live, { client_id: id })
    const { body } = await live.delete(`/api/v1/clients/${id}`)
    assert.deepEqual(body.data, { id, deleted: false, is_active: false })
  }
})

test('GET /api/v1/invoices.csv returns every invoice of the filter', async () => {
  const csv = await newAgency(app)
  const client = await newClient(csv.live, { full_name: '=Souza, "Ana"', cpf: '390.533.447-05' })
  const invoice = await newInvoice(csv.live, { client_id: client.id, status: 'sent', amount_paid: 50 })
  await newInvoice(csv.live)
  const { status, headers, text } = await csv.live.get('/api/v1/invoices.csv?status=sent')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  const [names, line, ...rest] = text.split('\r\n')
  assert.deepEqual(rest, [''])
  assert.equal(names!.split(',').length, 28)
  assert.equal(
    line,
    `${invoice.id},2026-000001,${client.id},"'=Souza, ""Ana""",2026-11-10,2026-11-20,sent,partial,150.00,0.00,0.00,` +
      `150.00,50.00,100.00,BRL,,${invoice.created_at},390.533.447-05,0.00,0.00,0.00,0.00,0.00,0.00,,0.00,0.00,0.00`,
  )
  const people = await csv.live.get('/api/v1/invoices.csv?status=sent&locale=pt-BR')
  assert.equal(people.headers['content-disposition'], 'attachment; filename="faturas.csv"')
  const [headings, shown] = people.text.split('\r\n')
  assert.match(headings!, /^ID;Número;ID do cliente;Cliente;Emissão;Vencimento;Situação;Pagamento;Subtotal;/)
  assert.equal(
    shown,
    `${invoice.id};2026-000001;${client.id};"'=Souza, ""Ana""";10/11/2026;20/11/2026;enviada;parcial;150,00;0,00;` +
      `0,00;150,00;50,00;100,00;BRL;;15/11/2026 12:00:${invoice.created_at.slice(17, 19)};390.533.447-05;0,00;0,00;0,00;0,00;0,00;0,00;;0,00;0,00;0,00`,
  )
  assert.equal((await csv.live.get('/api/v1/invoices.csv?locale=fr')).status, 400)
  assert.equal((await csv.live.get('/api/v1/invoices.csv')).text.split('\r\n').length, 4)
  assert.equal((await csv.live.get('/api/v1/invoices.csv?client_id=x')).text.split('\r\n').length, 2)
  for (const full_name of ['-2+3', '@SUM(1)', '＝1+1', '－1', '-7']) {
    const { id } = await newClient(csv.live, { full_name })
    await newInvoice(csv.live, { client_id: id })
    const { text: own } = await csv.live.get(`/api/v1/invoices.csv?client_id=${id}`)
    assert.equal(own.split(',').at(-25), full_name === '-7' ? '-7' : `'${full_name}`, full_name)
  }
})

test('invoices.csv has the discount for early payment, and how much was taken', async () => {
  const early = await newAgency(app)
  const early_payment = { discount_percent: 10, until: '2026-11-18' }
  const { id } = await newInvoice(early.live, { status: 'sent', early_payment })
  const lastOf = async () =>
    (await early.live.get('/api/v1/invoices.csv')).text.trim().split(',').slice(-4, -1)
  assert.deepEqual(await lastOf(), ['2026-11-18', '15.00', '0.00'])
  await early.live.post(`${INVOICES}/${id}/payments`, { amount: 135 })
  assert.deepEqual(await lastOf(), ['2026-11-18', '0.00', '15.00'])
})

test('invoices.csv has fine and interest as of today, and what was paid of them', async () => {
  const late = await newAgency(app)
  await late.live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  await newInvoice(late.live, { status: 'sent', issue_date: '2026-10-01', due_date: '2026-10-16' })
  const { text } = await late.live.get('/api/v1/invoices.csv')
  assert.match(
    text.split('\r\n')[0]!,
    /,client_tax_id,fine_amount,interest_amount,late_amount_paid,refunded_amount,waived_amount,overpaid_amount,early_payment_until,early_payment_amount,early_payment_taken,uncovered_amount$/,
  )
  assert.match(text.split('\r\n')[1]!, /,,3\.00,1\.50(?:,0\.00){4},,0\.00,0\.00,0\.00$/)
})

test('GET /api/v1/reports/receivables groups the amounts due by age', async () => {
  const report = await newAgency(app)
  for (const [due_date, fields] of [
    ['2026-11-15', {}],
    ['2026-12-01', { amount_paid: 50 }],
    ['2026-11-14', {}],
    ['2026-10-16', { amount_paid: 30 }],
    ['2026-10-15', {}],
    ['2026-08-17', {}],
    ['2026-08-16', {}],
    ['2026-01-01', { status: 'draft' }],
    ['2026-01-01', { status: 'cancelled' }],
    ['2026-01-01', { payment_status: 'paid' }],
  ] as const)
    await newInvoice(report.live, { status: 'sent', due_date, ...fields })
  assert.deepEqual(await read(report.live, '/api/v1/reports/receivables'), {
    as_of: '2026-11-15',
    currency: 'BRL',
    count: 7,
    amount: 970,
    overdue_amount: 720,
    buckets: [
      { name: 'not_due', count: 2, amount: 250 },
      { name: '1_30', count: 2, amount: 270 },
      { name: '31_60', count: 1, amount: 150 },
      { name: '61_90', count: 1, amount: 150 },
      { name: 'over_90', count: 1, amount: 150 },
    ],
  })
})
