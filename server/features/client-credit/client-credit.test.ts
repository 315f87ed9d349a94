// Client credit over HTTP: used once, given back, expired, moved by merges; and what it adds up to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import {
  balanceOf,
  CREDIT_NOTES,
  clientWithCredit,
  credited,
  sentInvoice,
} from '../../../test/support/credit.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { eventsOf, INVOICES, newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import type { CheckContext } from '../../app/checks/check.ts'
import { INVOICE_CHECKS } from '../../app/cli/checks/data-checks.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall, settings: { ...AT_ONCE, CONNECTIONS_PER_ADDRESS: '0' } })
const { live } = app
const { world } = app.service

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const use = (client: Client, { id }: Data, body: object = {}) => client.post(`${INVOICES}/${id}/credit`, body)
const entriesOf = async (client: Client, clientId: string): Promise<Data[]> =>
  (await client.get(`/api/v1/clients/${clientId}/credit?limit=100`)).body.data
const typesOf = async (client: Client, clientId: string) =>
  (await entriesOf(client, clientId)).map(({ type, amount }) => [type, amount])

/** The doctor finds nothing wrong in what is stored. */
async function assertSound(): Promise<void> {
  const context = { client: world.pool, wall: world.wall } as unknown as CheckContext
  for (const { name, run } of INVOICE_CHECKS)
    if (name !== 'unknown payments') assert.equal((await run(context))?.state, 'ok', name)
}

test('credit pays an invoice as a payment: in part, first what expires first, never more than there is', async () => {
  const { client_id } = await clientWithCredit(live, 30, { credit_expires_on: '2027-06-30' })
  const endless = await sentInvoice(live, 20, { client_id, paid: 20 })
  await credited(live, endless.id, { excess: 'credit' })
  const soon = await sentInvoice(live, 10, { client_id, paid: 10 })
  await credited(live, soon.id, { excess: 'credit', credit_expires_on: '2026-12-01' })
  const invoice = await sentInvoice(live, 100, { client_id })
  assertError(await use(live, invoice, { amount: 60.01 }), 422, 'Insufficient client credit', 'amount')
  const { status, body } = await use(live, invoice, { amount: 35 })
  assert.equal(status, 201)
  const { amount_due, payment_status, payments, pix } = body.data
  assert.deepEqual([amount_due, payment_status, pix.amount], [65, 'partial', 65])
  assert.deepEqual([payments[0].method, payments[0].amount], ['credit', 35])
  const left = (await entriesOf(live, client_id)).filter(({ amount }) => amount > 0)
  assert.deepEqual(
    left.map(({ expires_on, amount_left }) => [expires_on, amount_left]),
    [
      ['2026-12-01', 0],
      [null, 20],
      ['2027-06-30', 5],
    ],
  )
  assert.equal((await use(live, invoice)).body.data.amount_due, 40)
  assertError(await use(live, invoice), 422, 'Insufficient client credit')
  assert.equal((await balanceOf(live, client_id)).credit, 0)
})

test('credit pays at most what is due, of a sent invoice of the same client', async () => {
  const { client_id } = await clientWithCredit(live, 100)
  const invoice = await sentInvoice(live, 60, { client_id, paid: 10 })
  assertError(await use(live, invoice, { amount: 50.01 }), 400, 'Invalid request parameters', 'amount')
  const paid = await use(live, invoice)
  assert.deepEqual([paid.body.data.payment_status, paid.body.data.amount_due], ['paid', 0])
  assertError(await use(live, invoice), 409, 'Nothing is due')
  const draft = await newInvoice(live, { client_id })
  assertError(await use(live, draft), 409, 'Invalid status transition')
  const foreign = await sentInvoice(live, 10)
  assertError(await use(live, foreign), 422, 'Insufficient client credit')
  const { live: other } = await newAgency(app)
  assertError(await use(other, invoice), 404, 'Invoice not found')
  assertError(await other.get(`/api/v1/clients/${client_id}/credit`), 404, 'Client not found')
})

test('cancelling an invoice, or removing its payment, restores the credit', async () => {
  const { client_id } = await clientWithCredit(live, 100, { credit_expires_on: '2027-01-31' })
  const one = await sentInvoice(live, 70, { client_id, paid: 10 })
  await use(live, one)
  const cancelled = await live.patch(`${INVOICES}/${one.id}`, { status: 'cancelled' })
  assert.equal(cancelled.body.data.amount_paid, 10)
  assert.equal((await balanceOf(live, client_id)).credit, 100)
  const two = await sentInvoice(live, 50, { client_id })
  const { payments } = (await use(live, two, { amount: 45 })).body.data
  const removed = await live.delete(`${INVOICES}/${two.id}/payments/${payments[0].id}`)
  assert.deepEqual([removed.status, removed.body.data.amount_due], [200, 50])
  const [entry] = await entriesOf(live, client_id)
  assert.deepEqual([entry.type, entry.amount, entry.expires_on], ['given_back', 45, '2027-01-31'])
  assert.equal((await balanceOf(live, client_id)).credit, 100)
  const gone = await live.delete(`${INVOICES}/${two.id}/payments/${payments[0].id}`)
  assertError(gone, 404, 'Payment not found')
  // All that was paid of the cancelled one may become credit too.
  assert.equal((await live.post(`${INVOICES}/${one.id}/overpayment-credit`, {})).status, 201)
  assert.equal((await balanceOf(live, client_id)).credit, 110)
  await assertSound()
})

for (const how of ['cancelled', 'removed'] as const)
  test(`restored credit covers the money that was returned meanwhile: ${how}`, async () => {
    const { test: sandbox } = await newAgency(app)
    const one = await sentInvoice(sandbox, 50)
    const { client_id } = one
    const two = await sentInvoice(sandbox, 80, { client_id })
    await sandbox.post(`/api/v1/test/charges/${one.id}/pay`, { amount: 120 })
    assert.equal((await sandbox.post(`${INVOICES}/${one.id}/overpayment-credit`, {})).status, 201)
    const used = (await use(sandbox, two, { amount: 60 })).body.data
    await sandbox.post(`/api/v1/test/charges/${one.id}/return`, {})
    const missing = await read(sandbox, `${INVOICES}/${one.id}`)
    assert.deepEqual([missing.amount_paid, missing.amount_due, missing.uncovered_amount], [0, 50, 60])
    const back =
      how === 'cancelled'
        ? await sandbox.patch(`${INVOICES}/${two.id}`, { status: 'cancelled' })
        : await sandbox.delete(`${INVOICES}/${two.id}/payments/${used.payments[0].id}`)
    assert.deepEqual([back.status, back.body.data.amount_paid], [200, 0])
    assert.deepEqual((await typesOf(sandbox, client_id)).slice(0, 2), [
      ['reclaimed', -60],
      ['given_back', 60],
    ])
    assert.equal((await balanceOf(sandbox, client_id)).credit, 0)
    const covered = await read(sandbox, `${INVOICES}/${one.id}`)
    assert.deepEqual([covered.amount_paid, covered.amount_due, covered.uncovered_amount], [0, 50, 0])
    assert.equal((await eventsOf(sandbox, one.id)).at(-1), 'invoice.updated')
    assert.equal((await use(sandbox, two)).status, how === 'cancelled' ? 409 : 422)
    await assertSound()
  })

test('a partial restoration covers part of the shortfall, the rest covers the rest', async () => {
  const { test: sandbox } = await newAgency(app)
  const one = await sentInvoice(sandbox, 50)
  const two = await sentInvoice(sandbox, 40, { client_id: one.client_id })
  const three = await sentInvoice(sandbox, 30, { client_id: one.client_id })
  await sandbox.post(`/api/v1/test/charges/${one.id}/pay`, { amount: 120 })
  await sandbox.post(`${INVOICES}/${one.id}/overpayment-credit`, {})
  for (const invoice of [two, three]) assert.equal((await use(sandbox, invoice)).status, 201)
  for (const amount of [100, 20]) await sandbox.post(`/api/v1/test/charges/${one.id}/return`, { amount })
  const left = async () => (await read(sandbox, `${INVOICES}/${one.id}`)).uncovered_amount
  assert.equal(await left(), 70)
  await sandbox.patch(`${INVOICES}/${three.id}`, { status: 'cancelled' })
  assert.equal(await left(), 40)
  await sandbox.patch(`${INVOICES}/${two.id}`, { status: 'cancelled' })
  assert.deepEqual([await left(), (await balanceOf(sandbox, one.client_id)).credit], [0, 0])
  await assertSound()
})

// Credit that paid an invoice leaves it as what it was, whichever way it leaves.
const WAYS_OUT = {
  cancellation: (client: Client, { id }: Data) => client.patch(`${INVOICES}/${id}`, { status: 'cancelled' }),
  'credit note': (client: Client, { id }: Data) =>
    client.post(CREDIT_NOTES, { invoice_id: id, reason: 'x', excess: 'credit', notify_client: false }),
  overpayment: async (client: Client, { id }: Data) => {
    await credited(client, id, { excess: 'none' })
    return client.post(`${INVOICES}/${id}/overpayment-credit`, { expires_on: '2027-10-31' })
  },
}
const MONEY_GONE = {
  dispute: async (client: Client, { id }: Data) => {
    for (const action of ['dispute', 'lose'])
      assert.equal((await client.post(`/api/v1/test/charges/${id}/card`, { action })).status, 200)
  },
  return: (client: Client, { id }: Data) => client.post(`/api/v1/test/charges/${id}/return`, {}),
}

for (const [out, leave] of Object.entries(WAYS_OUT))
  for (const [gone, goBack] of Object.entries(MONEY_GONE))
    for (const order of ['before', 'after'])
      test(`returned money is not spent again: ${gone} ${order} the credit leaves by ${out}`, async () => {
        const { test: sandbox } = await newAgency(app)
        const one = await sentInvoice(sandbox, 100, {
          payment_methods: [gone === 'dispute' ? 'card' : 'pix'],
        })
        const { id, client_id } = one
        if (gone === 'dispute') await sandbox.post(`/api/v1/test/charges/${id}/card`, { action: 'approve' })
        else await sandbox.post(`/api/v1/test/charges/${id}/pay`, {})
        await credited(sandbox, id, { excess: 'credit', credit_expires_on: '2027-03-31' })
        const two = await sentInvoice(sandbox, 100, { client_id })
        assert.equal((await use(sandbox, two)).status, 201)
        if (order === 'before') {
          await goBack(sandbox, one)
          assert.equal((await balanceOf(sandbox, client_id)).uncovered, 100)
        }
        const left = await leave(sandbox, two)
        assert.ok(left.status < 300, left.text)
        const [given] = (await entriesOf(sandbox, client_id)).filter(({ type }) => type === 'given_back')
        assert.deepEqual([given.amount, given.expires_on], [100, '2027-03-31'])
        if (order === 'after') {
          assert.equal((await balanceOf(sandbox, client_id)).credit, 100)
          await goBack(sandbox, one)
        }
        const { credit, uncovered, balance } = await balanceOf(sandbox, client_id)
        assert.deepEqual([credit, uncovered, balance], [0, 0, 0])
        assert.equal((await read(sandbox, `${INVOICES}/${id}`)).uncovered_amount, 0)
        await assertSound()
      })

test('excess restores the credit used on the invoice first, newest first; only the rest is new credit', async () => {
  const { client_id } = await clientWithCredit(live, 30, { credit_expires_on: '2027-01-31' })
  const { invoice: later } = await clientWithCredit(live, 20, { client_id, credit_expires_on: '2027-02-28' })
  const invoice = await sentInvoice(live, 100, { client_id, paid: 50 })
  for (const amount of [30, 20]) assert.equal((await use(live, invoice, { amount })).status, 201)
  const body = { invoice_id: invoice.id, amount: 35, excess: 'credit', credit_expires_on: '2027-06-30' }
  const looked = (await live.post(`${CREDIT_NOTES}/preview`, body)).body.data
  assert.deepEqual(
    [looked.excess_amount, looked.credit_given_back_amount, looked.credit_covering_amount],
    [35, 35, 0],
  )
  const given = async () =>
    (await entriesOf(live, client_id))
      .filter(({ invoice_id, amount }) => invoice_id === invoice.id && amount > 0)
      .map(({ type, amount, expires_on }) => [type, amount, expires_on])
  const first = await credited(live, invoice.id, body)
  assert.deepEqual([first.excess_amount, first.credit_expires_on], [35, null])
  const parts = [
    ['given_back', 15, '2027-01-31'],
    ['given_back', 20, '2027-02-28'],
  ]
  assert.deepEqual(await given(), parts)
  const second = await credited(live, invoice.id, { ...body, amount: 55 })
  assert.deepEqual([second.excess_amount, second.credit_expires_on], [55, '2027-06-30'])
  assert.deepEqual(await given(), [
    ['credit_note', 40, '2027-06-30'],
    ['given_back', 15, '2027-01-31'],
    ...parts,
  ])
  assert.notEqual(later.id, invoice.id)
  await assertSound()
})

test("a return takes the invoice's own money, not the credit that other money paid for", async () => {
  const { test: sandbox } = await newAgency(app)
  const other = await sentInvoice(sandbox, 30)
  const { client_id } = other
  await sandbox.post(`/api/v1/test/charges/${other.id}/pay`, {})
  await credited(sandbox, other.id, { excess: 'credit', credit_expires_on: '2027-01-31' })
  const { id, payments } = await sentInvoice(sandbox, 100, { client_id, paid: 60 })
  await sandbox.post(`/api/v1/test/charges/${id}/pay`, { amount: 90 })
  assert.equal((await sandbox.post(`${INVOICES}/${id}/overpayment-credit`, {})).status, 201)
  assert.equal((await sandbox.delete(`${INVOICES}/${id}/payments/${payments[0].id}`)).status, 200)
  assert.equal((await use(sandbox, { id }, { amount: 30 })).body.data.amount_paid, 70)
  await sandbox.post(`/api/v1/test/charges/${id}/return`, {})
  const left = await read(sandbox, `${INVOICES}/${id}`)
  assert.deepEqual([left.amount_paid, left.uncovered_amount], [30, 0])
  assert.equal((await balanceOf(sandbox, client_id)).credit, 0)
  await sandbox.post(`/api/v1/test/charges/${other.id}/return`, {})
  assert.equal((await balanceOf(sandbox, client_id)).uncovered, 30)
  await sandbox.patch(`${INVOICES}/${id}`, { status: 'cancelled' })
  const { credit, uncovered, balance } = await balanceOf(sandbox, client_id)
  assert.deepEqual([credit, uncovered, balance], [0, 0, 0])
  await assertSound()
})

test('new credit of an invoice covers its shortfall first; the preview and the page show it', async () => {
  const { test: sandbox } = await newAgency(app)
  const one = await sentInvoice(sandbox, 100, { payment_methods: ['card'] })
  const { client_id } = one
  await sandbox.post(`/api/v1/test/charges/${one.id}/card`, { action: 'approve' })
  await credited(sandbox, one.id, { excess: 'credit' })
  const two = await sentInvoice(sandbox, 120, { client_id, paid: 20 })
  await use(sandbox, two)
  await sandbox.post(`/api/v1/test/charges/${one.id}/card`, { action: 'dispute' })
  await sandbox.post(`${INVOICES}/${one.id}/payments`, { amount: 15 })
  const over = await sandbox.post(`${INVOICES}/${one.id}/overpayment-credit`, {})
  assert.deepEqual([over.status, over.body.data.uncovered_amount], [201, 85])
  assert.equal((await balanceOf(sandbox, client_id)).credit, 0)
  const body = { invoice_id: two.id, excess: 'credit', credit_expires_on: '2027-06-30' }
  const looked = (await sandbox.post(`${CREDIT_NOTES}/preview`, body)).body.data
  assert.deepEqual(
    [looked.excess_amount, looked.credit_given_back_amount, looked.credit_covering_amount],
    [120, 100, 85],
  )
  const { page_url } = await credited(sandbox, two.id, body)
  const page = await (await fetch(page_url)).text()
  assert.match(page, /Você fica com R\$.20,00 de crédito para as próximas compras, até 30\/06\/2027\./)
  assert.match(page, /Você volta a ter R\$.15,00 de crédito para as próximas compras\./)
  assert.match(page, /R\$.85,00 cobrem um pagamento que foi devolvido ou contestado\./)
  assert.equal((await balanceOf(sandbox, client_id)).credit, 35)
  await sandbox.post(`/api/v1/test/charges/${one.id}/card`, { action: 'win' })
  assert.equal((await balanceOf(sandbox, client_id)).credit, 135)
  await assertSound()
})

test('each part of restored credit keeps its own expiry', async () => {
  const { client_id } = await clientWithCredit(live, 30, { credit_expires_on: '2026-12-01' })
  const endless = await sentInvoice(live, 50, { client_id, paid: 50 })
  await credited(live, endless.id, { excess: 'credit' })
  const invoice = await sentInvoice(live, 60, { client_id })
  await use(live, invoice)
  await live.patch(`${INVOICES}/${invoice.id}`, { status: 'cancelled' })
  const given = (await entriesOf(live, client_id)).filter(({ type }) => type === 'given_back')
  assert.deepEqual(
    given
      .map(({ amount, expires_on }) => [amount, expires_on])
      .toSorted(([, one], [, other]) => String(one).localeCompare(String(other))),
    [
      [30, '2026-12-01'],
      [30, null],
    ],
  )
  const balance = await balanceOf(live, client_id)
  assert.deepEqual(
    [balance.credit, balance.credit_expires_on, balance.credit_expiring],
    [80, '2026-12-01', 30],
  )
})

test('a payment by credit is removed, not corrected', async () => {
  const { client_id } = await clientWithCredit(live, 40)
  const invoice = await sentInvoice(live, 100, { client_id, paid: 60 })
  await use(live, invoice)
  const lower = (amount_paid: number) => live.patch(`${INVOICES}/${invoice.id}`, { amount_paid })
  assertError(await lower(39.99), 400, 'Invalid request parameters', 'amount_paid')
  assert.equal((await lower(40)).status, 200)
})

test('credit expires after its last day; credit restored after that can be used for a while', async () => {
  const agency = await newAgency(app)
  const { test: sandbox } = agency
  const { client_id } = await clientWithCredit(sandbox, 100, { credit_expires_on: '2026-11-20' })
  const invoice = await sentInvoice(sandbox, 30, { client_id, due_date: '2026-12-20' })
  await use(sandbox, invoice)
  const source = (await entriesOf(sandbox, client_id)).at(-1)
  await agency.advance('P5D')
  assert.equal((await balanceOf(sandbox, client_id)).credit, 70)
  await agency.advance('P1D')
  assert.equal((await balanceOf(sandbox, client_id)).credit, 0)
  assert.deepEqual(await typesOf(sandbox, client_id), [
    ['expired', -70],
    ['used', -30],
    ['credit_note', 100],
  ])
  const expired = (await entriesOf(sandbox, client_id))[0]
  assert.equal(expired.source_id, source.id)
  assert.deepEqual(await eventsOf(sandbox, expired.id), ['client_credit.expired'])
  const other = await sentInvoice(sandbox, 10, { client_id })
  assertError(await use(sandbox, other), 422, 'Insufficient client credit')
  await sandbox.patch(`${INVOICES}/${invoice.id}`, { status: 'cancelled' })
  const balance = await balanceOf(sandbox, client_id)
  assert.deepEqual([balance.credit, balance.credit_expires_on], [30, '2026-12-21'])
})

test('money paid for a draft becomes credit only once it is sent or cancelled', async () => {
  const draft = await newInvoice(live, { amount_paid: 500 })
  const path = `${INVOICES}/${draft.id}/overpayment-credit`
  assertError(await live.post(path, {}), 409, 'Invalid status transition')
  await live.patch(`${INVOICES}/${draft.id}`, { status: 'cancelled' })
  assert.equal((await live.post(path, {})).status, 201)
  assert.equal((await balanceOf(live, draft.client_id)).credit, 500)
})

test('an expiry in the past is refused', async () => {
  const invoice = await sentInvoice(live, 10, { paid: 10 })
  const body = { invoice_id: invoice.id, reason: 'x', excess: 'credit', credit_expires_on: '2026-11-14' }
  assertError(await live.post(CREDIT_NOTES, body), 400, 'Invalid request parameters', 'credit_expires_on')
})

test('credit can pay fine and interest of an overdue invoice too', async () => {
  const { live: own } = await newAgency(app)
  await own.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const { client_id } = await clientWithCredit(own, 200)
  const late = { issue_date: '2026-10-01', due_date: '2026-10-16', client_id }
  const invoice = await sentInvoice(own, 100, late)
  assertError(await use(own, invoice, { amount: 103.01 }), 400, 'Invalid request parameters', 'amount')
  const { amount_due, late_payment, amount_overpaid } = (await use(own, invoice, { amount: 103 })).body.data
  assert.deepEqual([amount_due, late_payment.amount_paid, amount_overpaid], [0, 3, 0])
  const other = await sentInvoice(own, 100, late)
  assert.equal((await use(own, other)).body.data.amount_due, 3)
})

test('until the day of a discount, credit pays at most the discounted amount', async () => {
  const { client_id } = await clientWithCredit(live, 200)
  const early_payment = { discount_percent: 5, until: '2026-11-18' }
  const invoice = await sentInvoice(live, 100, { client_id, early_payment })
  const {
    payment_status,
    amount_paid,
    amount_due,
    early_payment: early,
  } = (await use(live, invoice)).body.data
  assert.deepEqual([payment_status, amount_paid, amount_due, early.amount_taken], ['paid', 95, 0, 5])
  const late = await sentInvoice(live, 100, {
    client_id,
    early_payment: { ...early_payment, until: '2026-11-12' },
  })
  assert.equal((await use(live, late)).body.data.amount_paid, 100)
  assert.equal((await balanceOf(live, client_id)).credit, 5)
})

test('a merge moves credit and notes, and undoing it moves them back', async () => {
  const remaining = await newClient(live)
  const { client_id: duplicate, invoice, note } = await clientWithCredit(live, 50)
  const own = await sentInvoice(live, 20, { client_id: duplicate })
  await use(live, own)
  const merge = await live.post(`/api/v1/clients/${remaining.id}/merge`, { duplicate_id: duplicate })
  assert.equal(merge.status, 200, merge.text)
  assert.equal((await balanceOf(live, remaining.id)).credit, 30)
  assert.equal((await read(live, `${CREDIT_NOTES}/${note.id}`)).client_id, remaining.id)
  assert.equal((await live.post(`/api/v1/clients/${duplicate}/unmerge`)).status, 200)
  assert.equal((await balanceOf(live, remaining.id)).credit, 0)
  assert.equal((await balanceOf(live, duplicate)).credit, 30)
  assert.equal((await read(live, `${INVOICES}/${invoice.id}`)).client_id, duplicate)
  assert.deepEqual(await typesOf(live, duplicate), [
    ['used', -20],
    ['credit_note', 50],
  ])
  await assertSound()
})

test("a merge cannot be undone once one client's credit paid for the other, or came of their invoice", async () => {
  const merged = async () => {
    const { client_id: remaining, invoice: own } = await clientWithCredit(live, 10)
    const { client_id: duplicate } = await clientWithCredit(live, 50)
    const theirs = await sentInvoice(live, 60, { client_id: duplicate })
    await live.post(`/api/v1/clients/${remaining}/merge`, { duplicate_id: duplicate })
    return { remaining, duplicate, own, theirs }
  }
  const refused = async (
    { remaining, duplicate }: { remaining: string; duplicate: string },
    credit: number,
  ) => {
    assertError(await live.post(`/api/v1/clients/${duplicate}/unmerge`), 409, 'Merge credit mixed')
    assert.equal((await balanceOf(live, remaining)).credit, credit)
    assert.equal((await balanceOf(live, duplicate)).credit, 0)
  }
  const one = await merged()
  await use(live, await sentInvoice(live, 40, { client_id: one.remaining }))
  await refused(one, 20)
  const two = await merged()
  await use(live, two.theirs)
  await refused(two, 0)
  const three = await merged()
  await live.post(`${INVOICES}/${three.theirs.id}/payments`, { amount: 60 })
  await credited(live, three.theirs.id, { excess: 'credit' })
  await refused(three, 120)
  await assertSound()
})

const RACES = fullRuns ? 12 : 4

test(`${RACES} races: concurrent invoices, additions and cancellations use credit once`, async () => {
  for (let race = 0; race < RACES; race++) {
    const { client_id } = await clientWithCredit(live, 100)
    const invoices: Data[] = []
    for (let count = 0; count < 6; count++) invoices.push(await sentInvoice(live, 40, { client_id }))
    const over = await sentInvoice(live, 10, { client_id, paid: 30 })
    const credit = `${INVOICES}/${over.id}/overpayment-credit`
    const responses = await Promise.all([
      ...invoices.map((invoice) => use(live, invoice, { amount: 40 })),
      ...[1, 2, 3].map(() => live.post(credit, { amount: 20 })),
      ...[1, 2].map(() => use(live, invoices[0], { amount: 40 })),
    ])
    const added = responses.slice(6, 9).filter(({ status }) => status === 201)
    assert.equal(added.length, 1)
    const used = await Promise.all(invoices.map(({ id }) => read(live, `${INVOICES}/${id}`)))
    const sum = used.reduce((total, { amount_paid }) => total + amount_paid, 0)
    assert.ok(sum === 80 || sum === 120, `${sum}`)
    assert.equal((await balanceOf(live, client_id)).credit, 120 - sum)
  }
  await assertSound()
})

test(`${RACES} races: a merge while credit of the duplicate is used`, async () => {
  for (let race = 0; race < RACES; race++) {
    const remaining = await newClient(live)
    const { client_id: duplicate_id } = await clientWithCredit(live, 100)
    const invoices: Data[] = []
    for (let count = 0; count < 3; count++)
      invoices.push(await sentInvoice(live, 40, { client_id: duplicate_id }))
    const [merged, ...used] = await Promise.all([
      live.post(`/api/v1/clients/${remaining.id}/merge`, { duplicate_id }),
      ...invoices.map((invoice) => use(live, invoice, { amount: 40 })),
    ])
    assert.equal(merged.status, 200, merged.text)
    assert.deepEqual(used.map(({ status }) => status).toSorted(), [201, 201, 422])
    assert.equal((await balanceOf(live, remaining.id)).credit, 20)
    assert.equal((await balanceOf(live, duplicate_id)).open_count, 0)
  }
  await assertSound()
})

test('simultaneous credit notes of one invoice never exceed what was invoiced', async () => {
  const invoice = await sentInvoice(live, 100, { paid: 50 })
  const body = { invoice_id: invoice.id, reason: 'x', amount: 40, excess: 'credit' }
  const responses = await Promise.all([1, 2, 3, 4].map(() => live.post(CREDIT_NOTES, body)))
  const codes = responses.map(({ status, body: { code } }) => code ?? status)
  assert.deepEqual(codes.toSorted(), [201, 201, 'credit_exceeds_invoice', 'credit_exceeds_invoice'])
  const numbers = responses.flatMap(({ body: { data } }) => data?.number ?? [])
  assert.equal(new Set(numbers).size, 2)
  assert.equal((await balanceOf(live, invoice.client_id)).credit, 30)
})

const ROUNDS = fullRuns ? 16 : 6
const CARD_STEPS = ['approve', 'dispute', 'win', 'lose'] as const
const STEPS = [
  ...['pay', 'bank', 'return', 'credit', 'keep', 'give', 'over', 'use', 'cancel', 'remove', 'refund'],
  ...CARD_STEPS,
]
type Step = { what: string; cents: number; which: number }
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(...STEPS),
    cents: fc.integer({ min: 1, max: 9_000 }),
    which: fc.nat(2),
  }) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 20 },
)

/** Money of a card becomes credit, which pays another invoice, and may leave that one again. */
const SPENT: Step[] = [
  { what: 'approve', cents: 3, which: 0 },
  { what: 'credit', cents: 3, which: 0 },
  { what: 'use', cents: 3, which: 1 },
]
const BEGINNINGS: Step[][] = [[], SPENT, [...SPENT, { what: 'credit', cents: 3, which: 1 }]]

/** What the banks have of each invoice: paid, less what went back or is taken by disputes. */
async function atBanks(ids: string[]): Promise<Map<string, number>> {
  const { rows } = await world.pool.query(
    `select reference_id as id, sum(greatest(paid - returned - disputed, 0))::int as cents from charges c
     cross join lateral (
       select coalesce(sum(amount_cents), 0) as paid from charge_payments where charge_id = c.id) paid
     cross join lateral (
       select coalesce(sum(amount_cents), 0) as returned from payment_returns where charge_id = c.id) returned
     cross join lateral (
       select coalesce(sum(amount_cents), 0) as disputed from disputes
       where charge_id = c.id and status in ('open', 'lost')) disputed
     where reference_id = any($1) group by reference_id`,
    [ids],
  )
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/**
 * Of each invoice, by the entries alone: credit that pays it, credit of its own money in use elsewhere, and such credit
 * that can be used. What a dispute restored was never used.
 */
async function creditOf(
  ids: string[],
): Promise<Map<string, Record<'held' | 'elsewhere' | 'usable', number>>> {
  const { rows } = await world.pool.query(
    `select i.id, held.cents as held, elsewhere.cents as elsewhere, usable.cents as usable from invoices i
     cross join lateral (
       select coalesce(-sum(e.amount_cents), 0)::int as cents from client_credit_entries e
       where e.invoice_id = i.id and e.type in ('used', 'given_back') and not exists (
         select from invoice_payments p where p.id = e.payment_id and p.reference is not null)) held
     cross join lateral (
       select coalesce(-sum(e.amount_cents), 0)::int as cents from client_credit_entries e
       left join client_credit_entries s on s.id = e.source_id
       where e.type in ('used', 'given_back') and e.invoice_id <> i.id
         and coalesce(s.origin_invoice_id, e.origin_invoice_id) = i.id) elsewhere
     cross join lateral (
       select coalesce(sum(left_cents), 0)::int as cents from client_credit_entries
       where origin_invoice_id = i.id) usable
     where i.id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...cents }) => [id, cents]))
}

test(`${ROUNDS} random rounds: invoiced, credited, paid, refunded and kept as credit add up to the cent`, async () => {
  const agency = await newAgency(app)
  const { test: sandbox } = agency
  const run = async ({ what, cents, which }: Step, ids: string[]) => {
    const [id = '', amount] = [ids[which], cents / 100]
    // Often the whole, so that much of it is spent.
    const part = cents % 3 === 0 ? {} : { amount }
    const note = { invoice_id: id, reason: 'x', ...part }
    const at = `${INVOICES}/${id}`
    if (what === 'pay') return sandbox.post(`${at}/payments`, { amount, manual_method: 'cash' })
    if (what === 'bank') return sandbox.post(`/api/v1/test/charges/${id}/pay`, {})
    if (what === 'return') return sandbox.post(`/api/v1/test/charges/${id}/return`, part)
    if (CARD_STEPS.some((action) => action === what))
      return sandbox.post(`/api/v1/test/charges/${id}/card`, { action: what })
    if (what === 'credit') return sandbox.post(CREDIT_NOTES, { ...note, excess: 'credit' })
    if (what === 'keep') return sandbox.post(CREDIT_NOTES, { ...note, excess: 'none' })
    if (what === 'give') return sandbox.post(CREDIT_NOTES, { ...note, excess: 'refund' })
    if (what === 'over') return sandbox.post(`${at}/overpayment-credit`, {})
    if (what === 'use') return sandbox.post(`${at}/credit`, {})
    if (what === 'cancel') return sandbox.patch(at, { status: cents % 2 === 0 ? 'cancelled' : 'sent' })
    if (what === 'refund')
      return sandbox.post(`${at}/refunds`, { amount, reduces_amount_due: cents % 2 === 0 })
    const { payments } = await read(sandbox, at)
    const one = payments.find(({ amount: sum }: Data) => sum > 0)
    return one === undefined ? undefined : sandbox.delete(`${at}/payments/${one.id}`)
  }
  await fc.assert(
    fc.asyncProperty(steps, async (moves) => {
      const { id: client_id } = await newClient(sandbox)
      const ids: string[] = []
      for (const total of [50, 80, 33.33])
        ids.push((await sentInvoice(sandbox, total, { client_id, payment_methods: ['pix', 'card'] })).id)
      for (const step of [...(BEGINNINGS[moves.length % BEGINNINGS.length] ?? []), ...moves]) {
        const response = await run(step, ids)
        assert.ok(response === undefined || response.status < 500, response?.text ?? '')
      }
      await agency.advance('PT1H')
      const invoices: Data[] = await Promise.all(ids.map((id) => read(sandbox, `${INVOICES}/${id}`)))
      const cent = (amount: number) => Math.round(amount * 100)
      const sum = (all: number[]) => all.reduce((total, amount) => total + cent(amount), 0)
      for (const { total, adjustments, amount_due, amount_paid, amount_overpaid, late_payment } of invoices) {
        const asked = cent(total) + sum(adjustments.map(({ amount }: Data) => amount))
        assert.ok(asked >= 0 && amount_due >= 0 && amount_paid >= 0)
        assert.equal(
          cent(amount_paid) + cent(amount_due) - cent(amount_overpaid) - cent(late_payment.amount_paid),
          asked,
        )
      }
      const banks = await atBanks(ids)
      const isBanks = ({ method }: Data) => ['pix', 'card', 'return', 'dispute'].includes(method)
      for (const { id, payments, uncovered_amount } of invoices) {
        const counted = sum(payments.filter(isBanks).map(({ amount }: Data) => amount))
        assert.equal(counted - cent(uncovered_amount), banks.get(id) ?? 0)
      }
      // Credit that paid an invoice is still in it, and money that is missing is in use: none of it can be used again.
      const credits = await creditOf(ids)
      for (const { id, amount_paid, uncovered_amount } of invoices) {
        const { held, elsewhere, usable } = credits.get(id) ?? { held: 0, elsewhere: 0, usable: 0 }
        const state = JSON.stringify({ id, held, elsewhere, usable, amount_paid, uncovered_amount })
        assert.ok(held >= 0 && held <= cent(amount_paid), state)
        assert.ok(elsewhere >= cent(uncovered_amount), state)
        assert.ok(usable === 0 || uncovered_amount === 0, state)
      }
      const payments = invoices.flatMap((invoice) => invoice.payments)
      const entries = await entriesOf(sandbox, client_id)
      const balance = await balanceOf(sandbox, client_id)
      // What left invoices as credit is what came to the client, less what went back to invoices.
      const asCredit = sum(payments.filter(({ method }) => method === 'credit').map(({ amount }) => amount))
      assert.equal(cent(balance.credit) + asCredit, 0)
      assert.equal(sum(entries.map(({ amount }) => amount)), cent(balance.credit))
      assert.ok(entries.every(({ amount_left }) => amount_left === null || amount_left >= 0))
      const path = `/api/v1/clients/${client_id}/statement?start_date=2026-01-01&end_date=2026-12-31`
      const { closing_balance, opening_balance, lines } = await read(sandbox, path)
      assert.equal(opening_balance, 0)
      assert.equal(cent(closing_balance), cent(balance.balance))
      assert.equal(sum(lines.map(({ amount }: Data) => amount)), cent(balance.balance))
    }),
    { numRuns: ROUNDS },
  )
  await assertSound()
})
