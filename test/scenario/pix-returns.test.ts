// Returned Pix payments: found at every reconciliation, debited once from wallets and invoices, with their events.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { INVOICE_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { disconnectWalletBank } from '../../server/features/payments/wallet-banks.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { registry } from '../../server/kernel/process/metrics.ts'
import { assertError } from '../support/agency.ts'
import { anyOffer, BOOKINGS, instantBody } from '../support/bookings.ts'
import { eventually } from '../support/eventually.ts'
import { operatorsBank } from '../support/fakes/connected-bank.ts'
import { startFakePsp } from '../support/fakes/fake-psp.ts'
import { paidByPix } from '../support/fakes/paid-by-pix.ts'
import { allEvents, eventsOf, INVOICES, read } from '../support/invoicing.ts'
import { newRecharge, RECHARGE } from '../support/wallet.ts'

const { app, psp, provider, txidOf, wall, logged, pass, paidInvoice } = await paidByPix()
const { world } = app.service
const { live } = app
/** Recharges are collected by the operator's bank, invoices by the team's own. */
const operators = await startFakePsp({ clock: wall })
after(() => operators.close())
const walletBank = await operatorsBank(world, operators)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const balance = async () => Number((await live.get('/api/v1/wallet/balance')).body.data.balance)
const becomes = (what: string, look: () => Promise<boolean>) => eventually(what, look)
/** The bank is asked every five minutes. */
const asksUntil = (what: string, look: () => Promise<boolean>) =>
  eventually(what, async () => {
    pass(5 * MINUTE)
    // Minutes that pile up would each have to be worked off.
    await app.service.worker!.idle()
    return look()
  })
const alarmsOf = (paymentId: string) =>
  logged.filter(({ payment, msg }) => payment === paymentId && /returned to its payer/.test(String(msg)))
const returnsLogged = async (paymentId: string) =>
  (await allEvents(live)).filter(
    ({ type, data }) => type === 'wallet.payment.returned' && data.object.payment_id === paymentId,
  )
const counted = async (purpose: string) => {
  const { values } = (await registry.getSingleMetric('embarque_payments_returned_total')?.get()) ?? {
    values: [],
  }
  return values.find(({ labels }) => labels.purpose === purpose)?.value ?? 0
}

async function assertProved(): Promise<void> {
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
  for (const { name, run } of INVOICE_CHECKS)
    assert.equal((await run({ client: world.pool, wall } as unknown as CheckContext))?.state, 'ok', name)
}

async function paidRecharge(amount: string) {
  const { id } = await newRecharge(live, amount)
  const txid = await txidOf(id)
  const { endToEndId } = operators.pay(txid)
  await operators.callBack(walletBank.callback_url, [txid])
  await becomes(`${id} is completed`, async () => {
    return (await live.get(`${RECHARGE}/${id}`)).body.data.status === 'completed'
  })
  return { id, txid, endToEndId }
}

// Each story on a day of its own, so that no limit of the day stands in its way.
beforeEach(() => {
  for (const bank of [psp, operators]) {
    bank.calm()
    bank.books.rangeDaysMax = Number.POSITIVE_INFINITY
  }
  pass(DAY)
})

test('a return by callback: the credited amount is debited once, with its event and no alarm', async () => {
  const before = await balance()
  const alarms = await counted('recharge')
  const { id, txid, endToEndId } = await paidRecharge('500.00')
  const { id: returnId } = operators.books.giveBack(endToEndId, { motivo: 'Fraude comprovada.' })
  await operators.callBack(walletBank.callback_url, [txid], { times: 5 })
  await becomes('debited', async () => (await balance()) === before)
  for (let times = 0; times < 3; times++) {
    pass(5 * MINUTE)
    await app.service.worker!.idle()
  }
  assert.equal(await balance(), before)
  const [entry, ...more] = await returnsLogged(endToEndId)
  assert.deepEqual(more, [])
  const { transactions } = (await live.get('/api/v1/wallet/transactions?limit=1')).body.data
  const [line] = transactions
  assert.deepEqual(entry.data.object, {
    id: returnId,
    recharge_id: id,
    payment_id: endToEndId,
    amount: '500.00',
    debited_amount: '500.00',
    currency: 'BRL',
    transaction_id: line.id,
    balance: line.balance_after,
    reason: 'Fraude comprovada.',
    returned_at: entry.data.object.returned_at,
  })
  assert.deepEqual(
    [line.type, line.amount, line.reference_type, line.reference_id],
    ['debit', '500.00', 'recharge', id],
  )
  assert.equal((await live.get(`${RECHARGE}/${id}`)).body.data.status, 'completed')
  assert.deepEqual([alarmsOf(endToEndId).length, await counted('recharge')], [1, alarms + 1])
  await assertProved()
})

test('already spent: the balance goes below zero, bookings are refused, and a recharge restores it', async () => {
  const { endToEndId } = await paidRecharge('1000.00')
  const bought = await live.post(BOOKINGS, instantBody(await anyOffer(live)))
  assert.equal(bought.status, 201, bought.text)
  const spent = 1000 - (await balance())
  assert.ok(spent > 0)
  operators.books.giveBack(endToEndId)
  await asksUntil('below zero', async () => (await balance()) < 0)
  assert.equal(await balance(), -spent)
  const { body } = await live.get('/api/v1/wallet/balance')
  assert.equal(body.data.available_credit, '0.00')
  const refused = await live.post(BOOKINGS, instantBody(await anyOffer(live)))
  assertError(refused, 422, 'Insufficient balance')
  const { transactions } = (await live.get('/api/v1/wallet/transactions?limit=1')).body.data
  assert.equal(transactions[0].balance_after, (-spent).toFixed(2))
  await paidRecharge('100.00')
  assert.equal(await balance(), 100 - spent, 'a credit that leaves it below zero is a credit all the same')
  await paidRecharge('5000.00')
  assert.equal(await balance(), 5100 - spent)
  await assertProved()
})

test('partial returns count once settled: pending and failed ones debit nothing', async () => {
  const { endToEndId } = await paidRecharge('300.00')
  const before = await balance()
  const slow = operators.books.giveBack(endToEndId, { amount: '100.00', status: 'EM_PROCESSAMENTO' })
  operators.books.giveBack(endToEndId, { amount: '50.00', status: 'NAO_REALIZADO' })
  operators.books.giveBack(endToEndId, { amount: '80.50' })
  await asksUntil('the second part', async () => (await balance()) === before - 80.5)
  operators.books.settle(slow, 'DEVOLVIDO')
  await asksUntil('the first part', async () => (await balance()) === before - 180.5)
  assert.deepEqual(
    (await returnsLogged(endToEndId)).map(({ data }) => data.object.debited_amount),
    ['80.50', '100.00'],
  )
  await assertProved()
})

test('paid and returned before the first check: both are in the ledger', async () => {
  const before = await balance()
  const { id } = await newRecharge(live, '200.00')
  const { endToEndId } = operators.pay(await txidOf(id))
  operators.books.giveBack(endToEndId)
  await asksUntil('reported', async () => (await returnsLogged(endToEndId)).length === 1)
  assert.equal(await balance(), before)
  const { transactions } = (await live.get('/api/v1/wallet/transactions?limit=2')).body.data
  assert.deepEqual(
    transactions.map(({ type }: { type: string }) => type),
    ['debit', 'credit'],
  )
  await assertProved()
})

test('89 days later, at a bank with 31-day windows: found, and found once', async () => {
  const { endToEndId } = await paidRecharge('250.00')
  const before = await balance()
  // As if it had been asked all the while.
  const until = new Date(wall.now().getTime() + 89 * DAY)
  await world.pool.query('update payment_providers set reconciled_until = $1', [until])
  pass(89 * DAY)
  operators.books.rangeDaysMax = 31
  operators.books.giveBack(endToEndId)
  await asksUntil('found', async () => (await balance()) === before - 250)
  const asked = operators.count('GET /pix')
  pass(5 * MINUTE)
  await eventually('asked again', () => operators.count('GET /pix') >= asked + 2)
  await app.service.worker!.idle()
  assert.ok(operators.count('GET /pix') <= asked + 4, 'what came, and what went, and no more')
  assert.equal(alarmsOf(endToEndId).length, 1)
  await assertProved()
})

test('an invoice is due again: its payment shrinks, its status follows, and it gets a new code', async () => {
  const { id, txid, endToEndId } = await paidInvoice()
  const paid = await read(live, `${INVOICES}/${id}`)
  assert.deepEqual([paid.payment_status, paid.pix], ['paid', null])
  const { id: returnId } = psp.books.giveBack(endToEndId, { amount: '50.00' })
  await psp.callBack(provider.callback_url, [txid], { times: 3 })
  await becomes('partial', async () => (await read(live, `${INVOICES}/${id}`)).payment_status === 'partial')
  const partial = await eventually('a code for the rest', async () => {
    const invoice = await read(live, `${INVOICES}/${id}`)
    return invoice.pix !== null && invoice
  })
  assert.deepEqual([partial.amount_paid, partial.amount_due, partial.paid_at], [100, 50, null])
  assert.equal(psp.books.charges.get(partial.pix.txid)?.valor.original, '50.00')
  assert.deepEqual(
    partial.payments.map(({ amount, method, reference }: Record<string, unknown>) => [
      amount,
      method,
      reference,
    ]),
    [
      [150, 'pix', endToEndId],
      [-50, 'return', `${endToEndId}:${returnId}`],
    ],
  )
  assert.equal(alarmsOf(endToEndId).length, 1)
  const { text } = await app.anybody.get(new URL(partial.payment_url).pathname)
  assert.ok(text.includes('Devolvido') && text.includes('-R$ 50,00'), 'the client is shown what went back')
  psp.books.giveBack(endToEndId, { amount: '100.00' })
  await asksUntil('pending', async () => (await read(live, `${INVOICES}/${id}`)).payment_status === 'pending')
  const returned = (await eventsOf(live, id)).filter((type) => type === 'invoice.payment.returned')
  assert.equal(returned.length, 2)
  await assertProved()
})

test('a late invoice is overdue again, and a cancelled one stays cancelled', async () => {
  const late = await paidInvoice({ due_date: '2026-11-10' })
  const cancelled = await paidInvoice()
  await live.patch(`${INVOICES}/${cancelled.id}`, { status: 'cancelled' })
  for (const { endToEndId } of [late, cancelled]) psp.books.giveBack(endToEndId)
  await asksUntil('both', async () => {
    const all = await Promise.all([late, cancelled].map(({ id }) => read(live, `${INVOICES}/${id}`)))
    return all.every(({ amount_paid }) => amount_paid === 0)
  })
  const { payment_status } = await read(live, `${INVOICES}/${late.id}`)
  assert.equal(payment_status, 'overdue')
  const { status, pix, ...rest } = await read(live, `${INVOICES}/${cancelled.id}`)
  assert.deepEqual([status, rest.payment_status, pix], ['cancelled', 'pending', null])
})

test('an amount already corrected by hand is not deducted twice', async () => {
  const { id, endToEndId } = await paidInvoice()
  await live.patch(`${INVOICES}/${id}`, { amount_paid: 30 })
  psp.books.giveBack(endToEndId)
  await asksUntil('reported', async () => (await eventsOf(live, id)).includes('invoice.payment.returned'))
  assert.equal((await read(live, `${INVOICES}/${id}`)).amount_paid, 0)
  await assertProved()
})

test("without callbacks of the operator's bank, returns are found by reading, after disconnecting too", async () => {
  const paid = [await paidRecharge('400.00'), await paidRecharge('600.00')]
  const before = await balance()
  const callbacks = await world.pool.query('select count(*)::int as n from payment_callbacks')
  operators.books.giveBack(paid[0]!.endToEndId)
  await asksUntil('asked, and found', async () => (await balance()) === before - 400)
  await disconnectWalletBank(world, walletBank.id, false)
  operators.books.giveBack(paid[1]!.endToEndId)
  await asksUntil('asked all the same', async () => (await balance()) === before - 1000)
  const after = await world.pool.query('select count(*)::int as n from payment_callbacks')
  assert.deepEqual(after.rows, callbacks.rows, 'it never called')
  for (const { endToEndId } of paid) assert.equal((await returnsLogged(endToEndId)).length, 1)
  await assertProved()
})
