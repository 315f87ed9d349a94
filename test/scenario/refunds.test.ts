// Money of an invoice goes back to its payer through the bank: once, never more than came, whatever the bank does.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { INVOICE_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { assertError } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { paidByPix } from '../support/fakes/paid-by-pix.ts'
import { fullRuns } from '../support/full-runs.ts'
import { eventsOf, INVOICES, newInvoice, read } from '../support/invoicing.ts'
import { sendingAgain } from '../support/send-again.ts'

const { app, psp, provider, logged, goOn, payCode, paidInvoice } = await paidByPix()
const { world } = app.service
const { live } = app
const MINUTE = 60_000

const refundsOf = (id: string) => `${INVOICES}/${id}/refunds`
const listed = async (id: string) => (await live.get(refundsOf(id))).body.data
const ends = (id: string, status: string) =>
  eventually(`a refund is ${status}`, async () => {
    await goOn(10_000)
    const [refund] = await listed(id)
    return refund?.status === status && refund
  })
const asked = async (id: string, body: object = {}) => {
  const answer = await live.post(refundsOf(id), body)
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.data.status, 'pending')
  return answer.body.data
}
const atBank = (endToEndId: string) =>
  psp.books.payments.find((payment) => payment.endToEndId === endToEndId)?.devolucoes ?? []
const sumAtBank = (endToEndId: string) =>
  atBank(endToEndId)
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { valor }) => sum + Number(valor), 0)

beforeEach(() => {
  psp.calm()
  psp.books.refundsEnd = 'DEVOLVIDO'
  psp.books.refusesKnownIds = false
})

test('a full refund is requested at the bank under its id, deducted from the invoice, and emits events', async () => {
  const { id, endToEndId } = await paidInvoice()
  const refund = await asked(id, { reason: 'Viagem cancelada' })
  assert.deepEqual([refund.amount, refund.reason, refund.ended_at], [150, 'Viagem cancelada', null])
  const done = await ends(id, 'succeeded')
  assert.equal(done.id, refund.id)
  const [devolucao, ...more] = atBank(endToEndId)
  assert.deepEqual([devolucao?.id, devolucao?.valor, more], [refund.id.slice(4), '150.00', []])
  const invoice = await read(live, `${INVOICES}/${id}`)
  assert.equal(refund.reduces_amount_due, true)
  assert.deepEqual([invoice.payment_status, invoice.amount_paid, invoice.amount_due], ['paid', 0, 0])
  const [adjustment] = invoice.adjustments
  assert.deepEqual([invoice.refunded_amount, invoice.pix, adjustment.amount], [150, null, -150])
  assert.deepEqual([adjustment.type, adjustment.refund_id], ['refund', refund.id])
  assert.equal(invoice.payments[1].method, 'return')
  assert.deepEqual((await eventsOf(live, id)).slice(-1), ['invoice.payment.returned'])
  assert.deepEqual(await eventsOf(live, refund.id), ['invoice.refund.created', 'invoice.refund.succeeded'])
  const audited = (await live.get(`/api/v1/audit?object_id=${id}`)).body.data.flatMap(
    ({ action, changes }: { action: string; changes: { object: string; after: { status?: string } }[] }) =>
      changes.filter(({ object }) => object === 'refund').map(({ after }) => [action, after.status]),
  )
  assert.deepEqual(audited, [
    ['settle-refund', 'succeeded'],
    ['invoices.refund', 'pending'],
  ])
  assertError(await live.post(refundsOf(id), {}), 409, 'Nothing to refund')
  assert.ok(!logged.some(({ payment }) => payment === endToEndId), 'a requested return raises no alarm')
  for (let times = 0; times < 3; times++) {
    await goOn(5 * MINUTE)
  }
  assert.equal(
    (await read(live, `${INVOICES}/${id}`)).payments.length,
    2,
    'read back, and not taken off again',
  )
})

test('partial refunds never exceed the rest; after a cancellation no refund is repeated', async () => {
  const { id, endToEndId } = await paidInvoice()
  await live.patch(`${INVOICES}/${id}`, { status: 'cancelled' })
  await asked(id, { amount: 49.99 })
  await ends(id, 'succeeded')
  assertError(await live.post(refundsOf(id), { amount: 100.02 }), 422, 'Refund exceeds payment')
  for (const amount of [0, -1, 0.001, '5'])
    assert.equal((await live.post(refundsOf(id), { amount })).status, 400, String(amount))
  await asked(id, { amount: 100.01 })
  await app.service.worker!.idle()
  await eventually('all of the refund', async () => (await read(live, `${INVOICES}/${id}`)).amount_paid === 0)
  assert.equal(sumAtBank(endToEndId), 150)
  const { status, payment_status, pix } = await read(live, `${INVOICES}/${id}`)
  assert.deepEqual([status, payment_status, pix], ['cancelled', 'paid', null])
  assert.deepEqual(
    (await listed(id)).map(({ amount }: { amount: number }) => amount),
    [100.01, 49.99],
  )
})

test('after a manual correction the refunded amount is no longer due either', async () => {
  for (const corrected of [0, 30]) {
    const { id } = await paidInvoice()
    await live.patch(`${INVOICES}/${id}`, { amount_paid: corrected })
    assert.equal((await read(live, `${INVOICES}/${id}`)).amount_due, 150 - corrected)
    await asked(id)
    await ends(id, 'succeeded')
    const { payment_status, amount_paid, amount_due, adjustments, pix } = await read(
      live,
      `${INVOICES}/${id}`,
    )
    assert.deepEqual([payment_status, amount_paid, amount_due, adjustments[0].amount], ['paid', 0, 0, -150])
    assert.equal(pix, null)
  }
})

test('a partial refund: not due, no fine and no new code; or due again if the agency chooses so', async () => {
  const owed = async () => (await read(live, '/api/v1/reports/receivables')).amount
  const before = await owed()
  const settled = await paidInvoice()
  await asked(settled.id, { amount: 50 })
  await ends(settled.id, 'succeeded')
  const { payment_status, amount_paid, amount_due, amount_overpaid, refunded_amount, pix } = await read(
    live,
    `${INVOICES}/${settled.id}`,
  )
  assert.deepEqual([payment_status, amount_paid, amount_due, amount_overpaid], ['paid', 100, 0, 0])
  assert.deepEqual([refunded_amount, pix], [50, null])
  assert.equal(await owed(), before)
  const csv = (await live.get('/api/v1/invoices.csv')).text.split('\r\n')
  const column = (name: string) => csv[0]!.split(',').indexOf(name)
  const line = csv.find((text) => text.startsWith(settled.id))!.split(',')
  assert.deepEqual([line[column('amount_due')], line[column('refunded_amount')]], ['0.00', '50.00'])

  const open = await paidInvoice()
  await asked(open.id, { amount: 50, reduces_amount_due: false })
  await ends(open.id, 'succeeded')
  const invoice = await read(live, `${INVOICES}/${open.id}`)
  assert.deepEqual([invoice.payment_status, invoice.amount_due, invoice.adjustments], ['partial', 50, []])
  assert.equal(invoice.refunded_amount, 50)
  assert.equal(await owed(), before + 50)
  const check = INVOICE_CHECKS.find(({ name }) => name === 'invoice amounts')!
  const finding = await check.run({ client: world.pool, wall: world.wall } as unknown as CheckContext)
  assert.equal(finding?.state, 'ok')
})

test('simultaneous refunds reserve the requested amounts', async () => {
  const times = fullRuns ? 40 : 6
  const hands = sendingAgain(live)
  const whole = await paidInvoice()
  const answers = await Promise.all(Array.from({ length: times }, () => hands.post(refundsOf(whole.id), {})))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(times - 1).fill(409)])
  const parts = await paidInvoice()
  const all = await Promise.all(
    Array.from({ length: times }, () => hands.post(refundsOf(parts.id), { amount: 40 })),
  )
  assert.equal(all.filter(({ status }) => status === 201).length, 3)
  await eventually('all ended', async () => {
    await goOn(10_000)
    const refunds = [...(await listed(whole.id)), ...(await listed(parts.id))]
    return refunds.every(({ status }) => status === 'succeeded')
  })
  assert.deepEqual([sumAtBank(whole.endToEndId), sumAtBank(parts.endToEndId)], [150, 120])
  assert.equal((await read(live, `${INVOICES}/${parts.id}`)).amount_paid, 30)
})

test('a repeated Idempotency-Key makes one refund', async () => {
  const { id, endToEndId } = await paidInvoice()
  const headers = { 'idempotency-key': 'refund-once' }
  const [one, other] = [
    await live.post(refundsOf(id), { amount: 10 }, headers),
    await live.post(refundsOf(id), { amount: 10 }, headers),
  ]
  assert.equal(one.body.data.id, other.body.data.id)
  await ends(id, 'succeeded')
  assert.equal(atBank(endToEndId).length, 1)
})

test('a bank that does not respond, resets or fails is asked again and refunds once', async () => {
  for (const [index, trouble] of (['hang', 'reset', 'half', 'garbage', 500, 503] as const).entries()) {
    psp.books.refusesKnownIds = index % 2 === 0
    const { id, endToEndId } = await paidInvoice()
    psp.trouble('PUT /pix/', trouble)
    await asked(id)
    await ends(id, 'succeeded')
    assert.equal(atBank(endToEndId).length, 1, String(trouble))
    assert.equal((await read(live, `${INVOICES}/${id}`)).amount_paid, 0)
  }
})

test('a bank that rejects the credentials leaves the refund open and its amount reserved', async () => {
  const { id } = await paidInvoice()
  psp.scopes = psp.scopes.replace('pix.write', '')
  psp.revokeTokens()
  await asked(id)
  const jobs = async () =>
    (await world.pool.query(`select attempts from jobs where type = 'settle-refund'`)).rows
  await eventually('the bank was asked several times', async () => {
    await goOn(10 * MINUTE)
    return (await jobs()).some(({ attempts }) => attempts >= 3)
  })
  assert.equal((await listed(id))[0].status, 'pending')
  assertError(await live.post(refundsOf(id), { amount: 0.01 }), 409, 'Nothing to refund')
  const check = INVOICE_CHECKS.find(({ name }) => name === 'refunds')!
  await world.pool.query(
    `update refunds set created_at = created_at - interval '3 days' where invoice_id = $1`,
    [id],
  )
  const finding = await check.run({ client: world.pool, wall: world.wall } as unknown as CheckContext)
  assert.equal(finding?.state, 'warning', 'doctor names it')
  psp.scopes += ' pix.write'
  psp.revokeTokens()
  await eventually('given', async () => {
    await goOn(60 * MINUTE)
    return (await listed(id))[0].status === 'succeeded'
  })
})

test("slow refunds are checked again; a callback or the bank's list can end them first", async () => {
  psp.books.refundsEnd = 'EM_PROCESSAMENTO'
  const slow = await paidInvoice()
  await asked(slow.id)
  const [devolucao] = await eventually(
    'asked',
    () => atBank(slow.endToEndId).length === 1 && atBank(slow.endToEndId),
  )
  await app.service.worker!.idle()
  assert.equal((await read(live, `${INVOICES}/${slow.id}`)).amount_paid, 150, 'not before it is settled')
  psp.books.settle(devolucao!, 'DEVOLVIDO')
  await ends(slow.id, 'succeeded')
  const seen = await paidInvoice()
  const { id: refundId } = await asked(seen.id)
  await eventually('asked', () => atBank(seen.endToEndId).length === 1)
  await app.service.worker!.idle()
  psp.books.settle(atBank(seen.endToEndId)[0]!, 'DEVOLVIDO')
  const seenPayment = psp.books.payments.find(({ endToEndId }) => endToEndId === seen.endToEndId)
  await psp.callBack(provider.callback_url, [seenPayment!.txid])
  await eventually('ended', async () => (await listed(seen.id))[0].status === 'succeeded')
  await ends(seen.id, 'succeeded')
  assert.deepEqual(await eventsOf(live, refundId), ['invoice.refund.created', 'invoice.refund.succeeded'])
  assert.equal((await read(live, `${INVOICES}/${seen.id}`)).payments.length, 2)
})

test('a refused or failed refund has its reason, and the amount can be refunded again', async () => {
  psp.books.refundsEnd = 'NAO_REALIZADO'
  const { id, endToEndId } = await paidInvoice()
  const { id: failedId } = await asked(id)
  const failed = await ends(id, 'failed')
  assert.equal(failed.failure, 'Saldo insuficiente.')
  assert.deepEqual(await eventsOf(live, failedId), ['invoice.refund.created', 'invoice.refund.failed'])
  assert.equal((await read(live, `${INVOICES}/${id}`)).amount_paid, 150)
  psp.books.refundsEnd = 'DEVOLVIDO'
  psp.trouble('PUT /pix/', 422)
  await asked(id)
  assert.match((await ends(id, 'failed')).failure, /Problema 422/)
  psp.calm()
  await asked(id)
  await ends(id, 'succeeded')
  assert.equal(sumAtBank(endToEndId), 150)
})

test("a failed refund that the bank's list shows as returned succeeds", async () => {
  psp.books.refundsEnd = 'NAO_REALIZADO'
  const { id, endToEndId } = await paidInvoice()
  await asked(id)
  await ends(id, 'failed')
  psp.books.settle(atBank(endToEndId)[0]!, 'DEVOLVIDO')
  await eventually('the list was read', async () => {
    await goOn(5 * MINUTE)
    return (await listed(id))[0].status === 'succeeded'
  })
  assert.equal((await read(live, `${INVOICES}/${id}`)).amount_paid, 0)
})

test('of several payments the refund names one, or uses the only one that covers it', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent', due_date: '2099-01-01' })
  const first = await payCode(id, pix.txid, '100.00')
  const { pix: rest } = await eventually('a code for the rest', async () => {
    const invoice = await read(live, `${INVOICES}/${id}`)
    return invoice.pix !== null && invoice
  })
  const second = await payCode(id, rest.txid)
  assertError(await live.post(refundsOf(id), {}), 400, 'Invalid request parameters', 'payment_id')
  assertError(await live.post(refundsOf(id), { amount: 120 }), 422, 'Refund exceeds payment')
  const { payments } = await read(live, `${INVOICES}/${id}`)
  assert.equal((await asked(id, { amount: 60 })).payment_id, payments[0].id)
  assert.equal((await asked(id, { payment_id: payments[1].id })).amount, 50)
  assertError(
    await live.post(refundsOf(id), { payment_id: 'x' }),
    400,
    'Invalid request parameters',
    'payment_id',
  )
  await eventually('both', async () => {
    await goOn(10_000)
    return (await read(live, `${INVOICES}/${id}`)).amount_paid === 40
  })
  assert.deepEqual([sumAtBank(first), sumAtBank(second)], [60, 50])
})

test('payments not by Pix, unknown or too old are refused, and the bank is not asked', async () => {
  const sent = psp.count('PUT /pix/')
  const manual = await newInvoice(live, { status: 'sent', amount_paid: 150 })
  assertError(await live.post(refundsOf(manual.id), {}), 409, 'Nothing to refund')
  for (const unknown of ['x', '00000000-0000-4000-8000-000000000000'])
    for (const answer of [await live.post(refundsOf(unknown), {}), await live.get(refundsOf(unknown))])
      assertError(answer, 404, 'Invoice not found')
  const { id } = await paidInvoice()
  for (const answer of [await app.test.post(refundsOf(id), {}), await app.test.get(refundsOf(id))])
    assertError(answer, 404, 'Invoice not found')
  await world.pool.query(
    `update invoice_payments set paid_at = paid_at - interval '91 days' where invoice_id = $1`,
    [id],
  )
  assertError(await live.post(refundsOf(id), {}), 422, 'Refund too late')
  assert.equal(psp.count('PUT /pix/'), sent)
})

test('a disconnected bank can refund as long as its credentials are stored', async () => {
  const [{ id }, late] = [await paidInvoice(), await paidInvoice()]
  await live.delete(`${PROVIDERS}/${provider.id}`)
  await asked(id)
  await ends(id, 'succeeded')
  await world.pool.query('update payment_providers set secrets = null where id = $1', [provider.id])
  assertError(await live.post(refundsOf(late.id), {}), 404, 'Payment provider not found')
})
