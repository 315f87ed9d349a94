// Wallets and invoices paid through Asaas, by boleto and Pix: only received payments count, found by callback or by
// reading, and a charge that is over cannot be paid there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASAAS_SANDBOX_URL, ASAAS_URL } from '../../contract/banks/asaas.ts'
import { BANKS } from '../../server/adapters/banks/banks.ts'
import { liveAddresses } from '../../server/features/payments/provider-settings.ts'
import { connectWalletBank } from '../../server/features/payments/wallet-banks.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { assertError, newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { connectedAsaas, TAX_ID } from '../support/fakes/connected-asaas.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { INVOICES, invoiceBody, newClient, newInvoice, read } from '../support/invoicing.ts'
import { boleto, newRecharge, RECHARGE } from '../support/wallet.ts'

const HOUR = 3_600_000
const { app, asaas, callbackUrl, pass, passed, txidOf, becomes } = await connectedAsaas()
const { live } = app
const { world } = app.service
const balance = async () => Number((await live.get('/api/v1/wallet/balance')).body.data.balance)
const page = async (url: string) =>
  (await fetch(url.replace('https://embarque.example.test', app.url))).text()

test("a boleto has the bank's numbers, slip and page; confirmed waits, received is credited", async () => {
  const before = await balance()
  const { id, payment } = await newRecharge(live, '1234.57', 'boleto')
  const txid = await txidOf(id)
  const [charge] = asaas.books.of(txid)
  assert.deepEqual([charge?.value, charge?.dueDate, charge?.billingType], [1234.57, '2026-11-19', 'BOLETO'])
  assert.match(payment.boleto_barcode, /^4619\d{14}/)
  assert.equal(payment.boleto_pdf_url, charge?.bankSlipUrl)
  const shown = await page(payment.boleto_url)
  for (const text of [
    payment.boleto_digitable_line,
    '461',
    'Asaas',
    '12.345.678/0001-95',
    charge?.bankSlipUrl,
  ])
    assert.ok(shown.includes(`${text}`), `${text}`)

  asaas.books.pay(txid, { status: 'CONFIRMED' })
  assert.equal(await asaas.callBack(callbackUrl, txid, { event: 'PAYMENT_CONFIRMED' }), 200)
  await eventually('the charge was checked', () => asaas.count(`GET /payments`) > 2)
  assert.equal((await live.get(`${RECHARGE}/${id}`)).body.data.status, 'pending')
  asaas.books.pay(txid)
  for (let times = 0; times < 3; times++)
    assert.equal(await asaas.callBack(callbackUrl, txid, { id: 'evt_the_same' }), 200)
  await becomes(id, 'completed')
  assert.equal(await balance(), before + 1234.57)
})

test('a callback without its token is refused before its body is read, and checks nothing', async () => {
  const { id } = await newRecharge(live, '100.00', 'boleto')
  const txid = await txidOf(id)
  asaas.books.pay(txid)
  const calls = asaas.calls.length
  for (const token of ['', 'wrong', 'x'.repeat(71)])
    assert.equal(await asaas.callBack(callbackUrl, txid, { token }), 404)
  assert.equal(await asaas.callBack(`${callbackUrl}0`, txid, { token: 'any' }), 404)
  const huge = await fetch(callbackUrl, { method: 'POST', body: 'x'.repeat(1_000_000) })
  assert.equal(huge.status, 404)
  assert.equal(asaas.calls.length, calls)
  // Without a callback it is found by reading.
  await eventually('the recharge is completed', async () => {
    await passed(5 * 60_000)
    return (await live.get(`${RECHARGE}/${id}`)).body.data.status === 'completed'
  })
})

test('Pix: credited by a callback; on expiry withdrawn at the bank too', async () => {
  const { id, payment } = await newRecharge(live, '300.00')
  assert.match(payment.pix_copy_paste, /^000201/)
  const txid = await txidOf(id)
  asaas.books.pay(txid)
  assert.equal(await asaas.callBack(callbackUrl, txid), 200)
  await becomes(id, 'completed')

  const unpaid = await newRecharge(live, '300.00')
  const [late] = asaas.books.of(await txidOf(unpaid.id))
  pass(31 * 60_000)
  await becomes(unpaid.id, 'expired')
  await eventually('withdrawn', () => late?.deleted === true)
})

test("a return by the payer's bank is debited once", async () => {
  const { id } = await newRecharge(live, '200.00')
  const txid = await txidOf(id)
  asaas.books.pay(txid)
  await asaas.callBack(callbackUrl, txid)
  await becomes(id, 'completed')
  const before = await balance()
  asaas.books.giveBack(txid, 80.5)
  for (let times = 0; times < 2; times++)
    assert.equal(await asaas.callBack(callbackUrl, txid, { event: 'PAYMENT_PARTIALLY_REFUNDED' }), 200)
  await eventually('debited', async () => (await balance()) === before - 80.5)
})

test('cancelled: withdrawn at Asaas; deleted at Asaas: failed here; paid on the last day: waits', async () => {
  const cancelled = await newRecharge(live, '100.00', 'boleto')
  const [there] = asaas.books.of(await txidOf(cancelled.id))
  assert.equal((await live.delete(`${RECHARGE}/${cancelled.id}`)).status, 200)
  await eventually('withdrawn', () => there?.deleted === true)

  const removed = await newRecharge(live, '100.00', 'boleto')
  const txid = await txidOf(removed.id)
  Object.assign(asaas.books.of(txid)[0]!, { deleted: true })
  assert.equal(await asaas.callBack(callbackUrl, txid, { event: 'PAYMENT_DELETED' }), 200)
  await becomes(removed.id, 'failed')

  const late = await newRecharge(live, '100.00', 'boleto')
  const lateTxid = await txidOf(late.id)
  pass(3 * 24 * HOUR + 20 * HOUR)
  asaas.books.pay(lateTxid)
  await becomes(late.id, 'completed')
  const never = await newRecharge(live, '100.00', 'boleto')
  const [slip] = asaas.books.of(await txidOf(never.id))
  pass(8 * 24 * HOUR)
  await becomes(never.id, 'expired')
  await eventually('withdrawn', () => slip?.deleted === true)
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
})

test('Asaas unavailable or refusing: 503, and no charge is left at Asaas', async () => {
  for (const trouble of ['lost', 503] as const)
    for (const call of ['GET /customers', 'POST /payments', 'GET /payments/pay_']) {
      asaas.trouble(call, trouble)
      assertError(await live.post(RECHARGE, boleto('100.00')), 503, 'Service unavailable')
    }
  pass(3 * 60_000)
  await eventually('the charge is abandoned', () =>
    asaas.books.payments.every(({ status, deleted }) => deleted || status !== 'PENDING'),
  )
})

test('a team without CPF or CNPJ: 422 that names who can change that', async () => {
  const agency = await newAgency(app)
  const answer = await agency.live.post(RECHARGE, boleto('100.00'))
  assertError(answer, 422, 'Team without tax id')
  assert.match(answer.body.message, /embarque team set --tax-id/)
  const named = await newAgency(app, { taxId: TAX_ID })
  assert.equal((await named.live.post(RECHARGE, boleto('100.00'))).status, 201)
  await assert.rejects(newAgency(app, { taxId: '12.345.678/0001-96' }), /Invalid request parameters/)
})

test('each operator bank serves its selected methods; the newest one that has the method wins', async () => {
  const settings = { ...asaas.settings, methods: 'boleto' }
  const { id } = await connectWalletBank(world, { provider: 'asaas', settings })
  const bankOf = async (method: string) => {
    const recharge = await newRecharge(live, '100.00', method)
    const sql = 'select provider_id from charges where reference_id = $1'
    return (await world.pool.query(sql, [recharge.id])).rows[0].provider_id
  }
  assert.equal(await bankOf('boleto'), id)
  assert.notEqual(await bankOf('pix'), id)
})

test("a team's own account, for invoices: paid by Pix, refunded; a client without CPF gets no code", async () => {
  const { live: team } = await newAgency(app)
  const body = { provider: 'asaas', settings: { ...asaas.settings, alert_email: 'sol@example.com' } }
  const { data } = (await team.post(PROVIDERS, body)).body
  assert.deepEqual([data.methods, data.is_default, data.callbacks], [['pix', 'boleto'], true, false])
  await eventually('a callback is expected', async () => (await read(team, PROVIDERS))[0].callbacks)
  assert.deepEqual(data.settings, {
    api_url: asaas.settings.api_url,
    methods: 'pix,boleto',
    alert_email: 'sol@example.com',
  })
  const client_id = (await newClient(team, { cpf: '529.982.247-25' })).id
  const { id, pix } = await newInvoice(team, { client_id, status: 'sent', due_date: '2099-01-01' })
  asaas.books.pay(pix.txid)
  const callbackUrl = data.callback_url.replace('https://embarque.example.test', app.url)
  assert.equal(await asaas.callBack(callbackUrl, pix.txid), 200)
  await eventually('paid', async () => (await read(team, `${INVOICES}/${id}`)).payment_status === 'paid')
  await team.patch(`${INVOICES}/${id}`, { status: 'cancelled' })
  const refund = await team.post(`${INVOICES}/${id}/refunds`, { amount: 50 })
  assert.equal(refund.status, 201, refund.text)
  await eventually(
    'the payment is refunded',
    async () => (await read(team, `${INVOICES}/${id}`)).amount_paid === 100,
  )
  assert.deepEqual(
    asaas.books.of(pix.txid)[0]?.refunds?.map(({ value }) => value),
    [50],
  )

  const client = await newClient(team)
  const input = await invoiceBody(team, { client_id: client.id, status: 'sent', due_date: '2099-01-01' })
  const { data: unnamed, warnings } = (await team.post(INVOICES, input)).body
  assert.equal(unnamed.pix, null)
  assert.match(warnings[0].issue, /wants a client with a valid cpf or cnpj/)
  await team.patch(`/api/v1/clients/${client.id}`, { cpf: '529.982.247-25' })
  await eventually('the invoice has a code', async () => {
    await passed(4 * HOUR)
    return (await read(team, `${INVOICES}/${unnamed.id}`)).pix !== null
  })
})

test('an invoice by boleto: the bank adds fine and interest, and everything paid counts', async () => {
  const { live: team } = await newAgency(app, { finePercent: '2', interestPercent: '1' })
  await team.post(PROVIDERS, { provider: 'asaas', settings: asaas.settings })
  const client_id = (await newClient(team, { cpf: '529.982.247-25' })).id
  const due_date = world.wall.now().toISOString().slice(0, 10)
  const input = { client_id, status: 'sent', issue_date: due_date, due_date, payment_methods: ['boleto'] }
  const { id, boleto } = await newInvoice(team, input)
  const txid = await txidOf(id)
  const { body } = asaas.calls.findLast(({ body }) => body?.externalReference === txid)!
  assert.partialDeepStrictEqual(body, {
    value: 150,
    dueDate: boleto.due_date,
    fine: { value: 2, type: 'PERCENTAGE' },
    interest: { value: 1 },
  })
  assert.equal(boleto.pdf_url, asaas.books.of(txid)[0]?.bankSlipUrl)
  asaas.books.pay(txid, { amount: 153.5 })
  await eventually('paid', async () => {
    await passed(5 * 60_000)
    return (await read(team, `${INVOICES}/${id}`)).payment_status === 'paid'
  })
})

test('outside production the production address is refused, and the sandbox accepted', async () => {
  const { live: team } = await newAgency(app)
  const answer = await team.post(PROVIDERS, { provider: 'asaas', settings: { api_key: 'k' } })
  assertError(answer, 400, 'Invalid request parameters', 'settings.api_url')
  const kind = BANKS.asaas
  assert.deepEqual(liveAddresses(world, kind, { api_url: ASAAS_SANDBOX_URL }), [])
  assert.deepEqual(liveAddresses(world, kind, { api_url: ASAAS_URL }), ['api_url'])
  assert.ok(asaas.checked > 50, 'requests checked against the reference')
})
