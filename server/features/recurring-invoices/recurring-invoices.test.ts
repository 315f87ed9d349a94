// /api/v1/recurring-invoices: every row of the contract's tables and every decision about recurring invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FREQUENCIES, RECURRING_STATUSES } from '../../../contract/invoicing-states.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { patchesAt } from '../../../test/support/client.ts'
import {
  clientOfDocument,
  eventsOf,
  INVOICES,
  ITEM,
  newClient,
  newRecurring,
  RECURRING,
  read,
} from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { clientIdFromUuid } from '../clients/store.ts'

// Noon in São Paulo on 15 November 2026.
const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const sandbox = app.test
const { patch, patched } = patchesAt(sandbox, RECURRING)
const dates = async (id: string): Promise<string[]> =>
  (await read(sandbox, `${RECURRING}/${id}/preview`)).map(({ due_date }: { due_date: string }) => due_date)

/** A sandbox of another agency, on the same day, whose clock others do not move. */
async function ownSandbox() {
  const own = await newAgency(app)
  const made = async (id: string) =>
    (await own.test.get(`${INVOICES}?limit=100`)).body.data
      .filter((invoice: { recurring_invoice_id: string }) => invoice.recurring_invoice_id === id)
      .map(({ due_date }: { due_date: string }) => due_date)
      .reverse()
  return { ...own, made, change: patchesAt(own.test, RECURRING).patched }
}

test('POST creates an active recurring invoice: 201 and all fields', async () => {
  const client = clientOfDocument(await newClient(sandbox))
  const { status, body } = await sandbox.post(RECURRING, {
    client_id: clientIdFromUuid(client.id),
    name: 'Assessoria',
    frequency: 'monthly',
    billing_day: 31,
    start_date: '2026-12-01',
    items: [{ description: 'Mensalidade', quantity: 1, unit_price: 99.9 }],
    auto_send: true,
    notify_on_generation: true,
    notify_client_before_due: true,
    reminder_days_before_due: [1, 3, 3],
  })
  assert.equal(status, 201)
  const { id, items, created_at, updated_at, ...rest } = body.data
  assert.deepEqual(rest, {
    client_id: client.id,
    client,
    payment_methods: ['pix'],
    mandate_retries: 'three_in_seven_days',
    name: 'Assessoria',
    frequency: 'monthly',
    custom_interval_days: null,
    billing_day: 31,
    start_date: '2026-12-01',
    end_date: null,
    status: 'active',
    subtotal: 99.9,
    discount_rate: 0,
    discount_amount: 0,
    tax_rate: 0,
    tax_amount: 0,
    total: 99.9,
    notes: null,
    currency: 'BRL',
    early_payment: null,
    payment_provider_id: null,
    auto_send: true,
    notify_on_generation: true,
    notify_client_before_due: true,
    reminder_days_before_due: [3, 1],
    next_due_date: '2026-12-31',
    next_generation_at: '2026-12-26T09:00:00.000Z',
    last_invoice_id: null,
    invoices_generated: 0,
    metadata: {},
    external_reference: null,
  })
  assert.deepEqual(await read(sandbox, `${RECURRING}/${id}`), body.data)
})

test('POST: an invalid field is 400, an unknown client 404', async () => {
  const { id } = await newClient(sandbox)
  const good = {
    client_id: id,
    name: 'x',
    frequency: 'monthly',
    billing_day: 10,
    start_date: '2026-12-01',
    items: [ITEM],
  }
  for (const [fields, field] of [
    [{ client_id: undefined }, 'client_id'],
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ frequency: 'weekly' }, 'frequency'],
    [{ frequency: 'custom' }, 'custom_interval_days'],
    [{ frequency: 'custom', custom_interval_days: 0 }, 'custom_interval_days'],
    [{ frequency: 'custom', custom_interval_days: 1.5 }, 'custom_interval_days'],
    [{ billing_day: undefined }, 'billing_day'],
    [{ billing_day: 0 }, 'billing_day'],
    [{ billing_day: 32 }, 'billing_day'],
    [{ billing_day: 1.5 }, 'billing_day'],
    [{ start_date: '2026-02-30' }, 'start_date'],
    [{ end_date: 'x' }, 'end_date'],
    [{ end_date: '2026-11-30' }, 'end_date'],
    [{ items: [] }, 'items'],
    [{ status: 'x' }, 'status'],
    [{ auto_send: 'yes' }, 'auto_send'],
    [{ reminder_days_before_due: [-1] }, 'reminder_days_before_due.0'],
    [{ reminder_days_before_due: 3 }, 'reminder_days_before_due'],
  ] as const) {
    const { status, body } = await sandbox.post(RECURRING, { ...good, ...fields })
    assert.deepEqual([status, body.details?.[0].field], [400, field], JSON.stringify(fields))
  }
  const unknownClient = await sandbox.post(RECURRING, { ...good, client_id: 'x' })
  assert.deepEqual([unknownClient.status, unknownClient.body.error], [404, 'Client not found'])
  const provider = await sandbox.post(RECURRING, { ...good, payment_provider_id: 'x' })
  assert.deepEqual([provider.status, provider.body.error], [404, 'Payment provider not found'])
})

test('preview returns the next twelve due dates and amounts for every frequency', async () => {
  const expected = {
    monthly: ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'],
    bimonthly: ['2026-11-30', '2027-01-31', '2027-03-31', '2027-05-31'],
    quarterly: ['2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31'],
    semiannual: ['2026-11-30', '2027-05-31', '2027-11-30', '2028-05-31'],
    annual: ['2026-11-30', '2027-11-30', '2028-11-30', '2029-11-30'],
    custom: ['2026-11-30', '2026-12-10', '2026-12-20', '2026-12-30'],
  }
  for (const frequency of FREQUENCIES) {
    const fields = { frequency, billing_day: 31, start_date: '2026-11-01', custom_interval_days: 10 }
    const { id } = await newRecurring(sandbox, fields)
    const all = await read(sandbox, `${RECURRING}/${id}/preview`)
    assert.equal(all.length, 12)
    assert.deepEqual(
      all.slice(0, 4).map(({ due_date }: { due_date: string }) => due_date),
      expected[frequency],
    )
    assert.deepEqual(all[0], {
      due_date: '2026-11-30',
      issue_date: '2026-11-25',
      generation_at: '2026-11-25T09:00:00.000Z',
      total: 150,
    })
  }
})

test('due dates before the day of creation are skipped; today counts', async () => {
  const first = async (fields: object) => (await newRecurring(sandbox, { status: 'paused', ...fields })).id
  assert.equal((await dates(await first({ billing_day: 14, start_date: '2026-01-01' })))[0], '2026-12-14')
  assert.equal((await dates(await first({ billing_day: 15, start_date: '2026-01-01' })))[0], '2026-11-15')
  const quarterly = { frequency: 'quarterly', billing_day: 10, start_date: '2026-07-01' }
  assert.equal((await dates(await first(quarterly)))[0], '2027-01-10', 'the rhythm is that of the start')
})

test('GET lists newest first, by status and client; DELETE cancels and keeps the record', async () => {
  const list = await newAgency(app)
  const ana = await newClient(list.test)
  for (const status of RECURRING_STATUSES) await newRecurring(list.test, { status, client_id: ana.id })
  const newest = await newRecurring(list.test, { start_date: '2027-01-01' })
  const { body } = await list.test.get(RECURRING)
  assert.deepEqual([body.data[0].id, body.pagination.total], [newest.id, 5])
  for (const [query, total] of [
    ['status=active', 2],
    ['status=paused', 1],
    ['status=expired', 1],
    [`client_id=${ana.id}`, 4],
    ['client_id=x', 0],
  ] as const) {
    const response = (await list.test.get(`${RECURRING}?${query}`)).body
    assert.deepEqual([response.data.length, response.pagination.total], [total, total], query)
  }
  for (let times = 1; times <= 2; times++) {
    const gone = await list.test.delete(`${RECURRING}/${newest.id}`)
    assert.deepEqual(
      [gone.status, gone.body.data.status, gone.body.data.next_due_date],
      [200, 'cancelled', null],
    )
  }
  assert.equal((await read(list.test, `${RECURRING}/${newest.id}`)).status, 'cancelled')
  assert.deepEqual(await eventsOf(list.test, newest.id), ['recurring_invoice.cancelled'])
  for (const unknown of ['x', '00000000-0000-7000-8000-000000000000']) {
    for (const response of [
      await list.test.get(`${RECURRING}/${unknown}`),
      await list.test.get(`${RECURRING}/${unknown}/preview`),
      await list.test.patch(`${RECURRING}/${unknown}`, {}),
      await list.test.delete(`${RECURRING}/${unknown}`),
    ])
      assert.deepEqual([response.status, response.body.error], [404, 'Recurring invoice not found'])
  }
  assert.equal((await list.live.get(`${RECURRING}/${newest.id}`)).status, 404)
})

test('cancelled and expired ones cannot be resumed', async () => {
  for (const status of ['cancelled', 'expired']) {
    const { id } = await newRecurring(sandbox, { status })
    for (const to of ['active', 'paused']) {
      const { status: refused, body } = await patch(id, { status: to })
      assert.deepEqual([refused, body.error], [409, 'Invalid status transition'])
    }
    assert.deepEqual(await dates(id), [])
  }
  const { id } = await newRecurring(sandbox, { status: 'expired' })
  assert.equal(
    (await sandbox.delete(`${RECURRING}/${id}`)).body.data.status,
    'cancelled',
    'any can be cancelled',
  )
})

test('a changed billing_day counts from the next date not yet generated', async () => {
  const { id } = await newRecurring(sandbox, { billing_day: 25, start_date: '2026-12-01' })
  assert.deepEqual((await dates(id)).slice(0, 2), ['2026-12-25', '2027-01-25'])
  const later = await patched(id, { billing_day: 31 })
  assert.equal(later.next_due_date, '2026-12-31')
  assert.deepEqual((await dates(id)).slice(0, 3), ['2026-12-31', '2027-01-31', '2027-02-28'])
  assert.equal((await patched(id, { billing_day: 5, frequency: 'quarterly' })).next_due_date, '2026-12-05')
  assert.deepEqual((await dates(id)).slice(0, 2), ['2026-12-05', '2027-03-05'])
  assert.equal((await patched(id, { start_date: '2027-02-10' })).next_due_date, '2027-03-05')
})

test('an invoice is generated five days before its due date at six, as a draft or sent', async () => {
  const own = await ownSandbox()
  const draft = await newRecurring(own.test, { billing_day: 25, notes: 'n', tax_rate: 10 })
  const sent = await newRecurring(own.test, { billing_day: 25, auto_send: true })
  await own.advance('P4DT17H59M')
  assert.deepEqual([await own.made(draft.id), await own.made(sent.id)], [[], []])
  await own.advance('PT1M')
  for (const [{ id }, status, number] of [
    [draft, 'draft', null],
    [sent, 'sent', '2026-000001'],
  ] as const) {
    const { last_invoice_id, next_due_date, invoices_generated } = await read(own.test, `${RECURRING}/${id}`)
    assert.deepEqual([next_due_date, invoices_generated], ['2026-12-25', 1])
    const invoice = await read(own.test, `${INVOICES}/${last_invoice_id}`)
    assert.deepEqual(
      [invoice.issue_date, invoice.due_date, invoice.status, invoice.number, invoice.recurring_invoice_id],
      ['2026-11-20', '2026-11-25', status, number, id],
    )
    assert.equal(invoice.created_at, '2026-11-20T09:00:00.000Z')
    assert.notEqual(invoice.pix, null)
    assert.deepEqual(await eventsOf(own.test, id), ['recurring_invoice.generated'])
    const sentEvents = status === 'sent' ? ['invoice.sent'] : []
    assert.deepEqual(await eventsOf(own.test, invoice.id), ['invoice.created', ...sentEvents])
  }
  const { last_invoice_id } = await read(own.test, `${RECURRING}/${draft.id}`)
  const { total, notes } = await read(own.test, `${INVOICES}/${last_invoice_id}`)
  assert.deepEqual([total, notes], [165, 'n'])
})

test('an invoice due within five days of creation is generated at once, dated that day', async () => {
  const own = await ownSandbox()
  const { id } = await newRecurring(own.test, { billing_day: 17 })
  await own.advance('PT1S')
  assert.deepEqual(await own.made(id), ['2026-11-17'])
  const { last_invoice_id } = await read(own.test, `${RECURRING}/${id}`)
  assert.equal((await read(own.test, `${INVOICES}/${last_invoice_id}`)).issue_date, '2026-11-15')
})

test('paused generates none, and dates missed meanwhile are skipped', async () => {
  const own = await ownSandbox()
  const { id } = await newRecurring(own.test, { billing_day: 25 })
  await own.change(id, { status: 'paused' })
  await own.advance('P12D')
  assert.deepEqual(await own.made(id), [])
  assert.equal((await own.change(id, { status: 'active' })).next_due_date, '2026-12-25')
  await own.advance('P30D')
  assert.deepEqual(await own.made(id), ['2026-12-25'])
  await own.change(id, { status: 'paused' })
  await own.advance('P25D')
  await own.change(id, { status: 'active' })
  await own.advance('PT1S')
  assert.deepEqual(
    await own.made(id),
    ['2026-12-25', '2027-01-25'],
    'resumed before its due date it is made up for',
  )
})

test('end_date: no invoice after it, expired the day after; it can be moved', async () => {
  const own = await ownSandbox()
  const { id } = await newRecurring(own.test, { billing_day: 25, end_date: '2026-12-25' })
  assert.deepEqual(
    (await read(own.test, `${RECURRING}/${id}/preview`)).map(
      ({ due_date }: { due_date: string }) => due_date,
    ),
    ['2026-11-25', '2026-12-25'],
  )
  await own.advance('P40DT11H59M')
  assert.equal((await read(own.test, `${RECURRING}/${id}`)).status, 'active', '23:59 on the last day')
  await own.advance('PT1M')
  const over = await read(own.test, `${RECURRING}/${id}`)
  assert.deepEqual([over.status, over.next_due_date], ['expired', null])
  await own.advance('P2M')
  assert.deepEqual(await own.made(id), ['2026-11-25', '2026-12-25'])
  assert.deepEqual(await eventsOf(own.test, id), [
    'recurring_invoice.generated',
    'recurring_invoice.generated',
    'recurring_invoice.expired',
  ])
  const other = await newRecurring(own.test, { billing_day: 10, start_date: '2027-03-01' })
  assert.equal((await own.change(other.id, { end_date: '2027-03-09' })).next_due_date, null)
  assert.equal((await own.change(other.id, { end_date: '2027-03-10' })).next_due_date, '2027-03-10')
  assert.equal((await own.change(other.id, { end_date: null })).next_due_date, '2027-03-10')
  const past = await newRecurring(own.test, { start_date: '2026-01-01' })
  assert.equal(
    (await own.change(past.id, { end_date: '2026-12-31' })).status,
    'expired',
    'an end in the past is one',
  )
})

test('changes of price, text and client apply to later invoices', async () => {
  const own = await ownSandbox()
  const { id } = await newRecurring(own.test, { billing_day: 25 })
  const eva = await newClient(own.test, { full_name: 'Eva Lima' })
  await own.advance('P6D')
  const changed = await own.change(id, {
    items: [{ ...ITEM, unit_price: 200 }],
    discount_rate: 10,
    name: 'Novo',
    client_id: clientIdFromUuid(eva.id),
  })
  assert.deepEqual(changed.client, clientOfDocument(eva))
  assertError(await own.test.patch(`${RECURRING}/${id}`, { client_id: 'x' }), 404, 'Client not found')
  assert.deepEqual([changed.total, changed.name, changed.next_due_date], [180, 'Novo', '2026-12-25'])
  await own.advance('P1M')
  const { data } = (await own.test.get(INVOICES)).body
  assert.deepEqual(
    data.map(({ total, client }: { total: number; client: { full_name: string } }) => [
      total,
      client.full_name,
    ]),
    [
      [180, 'Eva Lima'],
      [150, 'Ana Souza'],
    ],
  )
})

test('a changed due date of a generated draft does not move later dates', async () => {
  const own = await ownSandbox()
  const { id } = await newRecurring(own.test, { billing_day: 25 })
  await own.advance('P6D')
  const { last_invoice_id } = await read(own.test, `${RECURRING}/${id}`)
  const moved = await own.test.patch(`${INVOICES}/${last_invoice_id}`, { due_date: '2026-12-25' })
  assert.equal(moved.status, 200, moved.text)
  await own.advance('P60D')
  assert.deepEqual(await own.made(id), ['2026-12-25', '2026-12-25', '2027-01-25'])
  const [newest, second] = (await own.test.get(INVOICES)).body.data
  assert.equal((await own.test.patch(`${INVOICES}/${second.id}`, { due_date: '2027-01-25' })).status, 200)
  assert.equal((await read(own.test, `${RECURRING}/${id}`)).last_invoice_id, newest.id)
  assert.equal((await own.test.delete(`${INVOICES}/${newest.id}`)).status, 200)
  assert.equal((await read(own.test, `${RECURRING}/${id}`)).last_invoice_id, null)
})

test('a changed frequency skips no period: a day already past this month comes next month', async () => {
  const annual = { frequency: 'annual', billing_day: 28, start_date: '2026-11-01' }
  const { id } = await newRecurring(sandbox, annual)
  assert.equal((await patched(id, { billing_day: 2 })).next_due_date, '2026-12-02')
  assert.deepEqual((await dates(id)).slice(0, 2), ['2026-12-02', '2027-12-02'])
  const custom = { frequency: 'custom', custom_interval_days: 10, billing_day: 1, start_date: '2026-11-01' }
  const days = await newRecurring(sandbox, custom)
  assert.equal(days.next_due_date, '2026-11-21')
  assert.equal((await patched(days.id, { custom_interval_days: 60 })).next_due_date, '2026-11-21')
  assert.deepEqual((await dates(days.id)).slice(0, 2), ['2026-11-21', '2027-01-20'])
  assert.equal((await patched(days.id, { billing_day: 5 })).next_due_date, '2026-12-05')
  assert.equal((await patched(days.id, { frequency: 'monthly' })).next_due_date, '2026-12-05')
  const toCustom = await newRecurring(sandbox, { billing_day: 25 })
  const turned = await patched(toCustom.id, { frequency: 'custom', custom_interval_days: 7 })
  assert.equal(turned.next_due_date, '2026-11-25')
  assert.deepEqual((await dates(toCustom.id)).slice(0, 2), ['2026-11-25', '2026-12-02'])
})
