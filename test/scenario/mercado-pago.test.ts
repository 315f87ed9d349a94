// Cards of invoices at Mercado Pago: the payer chooses the instalments on its page; notifications name only its own ids, and
// are signed if the agency has entered the secret.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { assertError } from '../support/agency.ts'
import { balanceOf, credited, sentInvoice } from '../support/credit.ts'
import { CARD_CLOCK, isPaid, openCardShop } from '../support/fakes/connected-cards.ts'
import { startFakeMercadoPago } from '../support/fakes/fake-mercado-pago.ts'
import { eventsOf, INVOICES, read } from '../support/invoicing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const pago = await startFakeMercadoPago({ clock: CARD_CLOCK })
after(() => pago.close())
const shop = await openCardShop({
  provider: 'mercado-pago',
  settings: { ...pago.settings, webhook_secret: pago.secret },
})
const { live } = shop.app
const { books } = pago
beforeEach(() => pago.calm())

const notify = (dataId: number | string, more: object = {}) =>
  pago.callBack(shop.callbackUrl, { dataId, ...more })

async function opened() {
  const sale = await shop.invoice()
  assert.match(await sale.choose(1), /^\/[^?]+$/)
  return { ...sale, cardTxid: await sale.txid() }
}

async function paid(instalments = 10) {
  const sale = await opened()
  const payment = books.approve(sale.cardTxid, { instalments })
  assert.equal(await notify(payment.id), 200)
  await sale.becomes('paid', isPaid)
  return { ...sale, payment }
}

test("one click leads to its page with the agency's instalments; then it is paid", async () => {
  const sale = await shop.invoice({ card_payment: { instalments_max: 6 } })
  const before = await sale.page()
  assert.deepEqual(before.counts, [])
  assert.match(before.text, /Em até 6x/)
  await sale.choose(1)
  const txid = await sale.txid()
  const preference = books.preferences.find(({ external_reference }) => external_reference === txid)
  assert.equal(preference?.payment_methods.installments, 6)
  assert.match(preference?.back_urls?.success ?? '', /^https:\/\/embarque\.example\.test\/.+\?card=back$/)
  assert.equal(preference?.notification_url, undefined, 'signed webhooks of its panel are used')
  assert.equal((await sale.page()).bankUrl, preference?.init_point)
  const payment = books.approve(txid, { instalments: 6 })
  await notify(payment.id)
  const invoice = await sale.becomes('paid', isPaid)
  assert.equal(invoice.amount_paid, 2500)
  const card = await sale.card()
  assert.deepEqual(
    [card.instalment_count, card.fee_amount, card.net_amount, card.instalments.length],
    [6, 124.5, 2375.5, 1],
  )
  books.release(txid)
  await shop.passedSlowly(34 * DAY_MS, DAY_MS)
  assert.equal((await sale.card()).status, 'settled')
})

test('a forged or unsigned notification is refused', async () => {
  const sale = await opened()
  const { id } = books.approve(sale.cardTxid)
  assert.equal(await notify(id, { secret: 'wrong' }), 200)
  assert.equal(await notify(id, { secret: null }), 200)
  await shop.passed(1_000)
  assert.equal((await sale.now()).payment_status, 'pending')
  await notify(id)
  await sale.becomes('paid', isPaid)
})

test('refused with the reason, retried, reviewed, approved: each is shown, the money counts once', async () => {
  const sale = await opened()
  const first = books.refuse(sale.cardTxid)
  await notify(first.id)
  await sale.becomes('refused', ({ charges }) =>
    charges.some(({ refusals }: { refusals: unknown[] }) => refusals.length === 1),
  )
  assert.match((await sale.page()).text, /O limite do cartão não é suficiente/)
  const second = books.analyse(sale.cardTxid)
  await notify(second.id)
  await sale.becomes('checked', ({ charges }) =>
    charges.some(({ status }: { status: string }) => status === 'authorised'),
  )
  books.decide(sale.cardTxid, true)
  for (const id of ['n1', 'n1', 'n2']) await notify(second.id, { id: `${id}${second.id}` })
  const invoice = await sale.becomes('paid', isPaid)
  assert.equal(invoice.payments.length, 1)
})

test('a notification before the response, and lost responses: one page, one payment', async () => {
  const sale = await shop.invoice()
  pago.trouble('POST /checkout/preferences', 'lost')
  await sale.choose(1)
  assert.match((await sale.page()).text, /Preparando o pagamento/)
  await shop.passed(2 * 60_000)
  const txid = await sale.txid()
  assert.equal(books.preferences.filter(({ external_reference }) => external_reference === txid).length, 1)
  const other = await shop.invoice()
  pago.trouble('POST /checkout/preferences', async (answer) => {
    const { id } = books.approve(await other.txid())
    await notify(id)
    await shop.app.service.worker!.idle()
    return answer
  })
  await other.choose(1)
  assert.equal((await other.becomes('paid', isPaid)).payments.length, 1)
})

test('a paid page is closed, since it would accept another payment', async () => {
  const sale = await paid(1)
  await shop.passed(60_000)
  assert.throws(() => books.approve(sale.cardTxid), /expired/)
  assert.equal((await sale.now()).payments.length, 1)
})

test('without notifications for hours, the payment is found by reading', async () => {
  const sale = await opened()
  books.approve(sale.cardTxid)
  await shop.passedSlowly(2 * HOUR_MS, HOUR_MS / 4)
  assert.ok(isPaid(await sale.now()))
})

test('partial refunds, each once; one made in its own panel is due again', async () => {
  const sale = await paid()
  const refunds = `${INVOICES}/${sale.id}/refunds`
  pago.trouble('POST /v1/payments', 'lost')
  assert.equal((await live.post(refunds, { amount: 500 })).status, 201)
  await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 500)
  await notify(sale.payment.id)
  await shop.passed(10 * 60_000)
  assert.deepEqual([(await sale.now()).amount_paid, (await sale.now()).amount_due], [2000, 0])
  books.giveBack(sale.cardTxid, 300)
  await notify(sale.payment.id)
  const invoice = await sale.becomes('owed again', ({ amount_due }) => amount_due === 300)
  assert.equal(invoice.amount_paid, 1700)
  assert.deepEqual(
    sale.payment.refunds.map(({ amount }) => amount),
    [500, 300],
  )
})

test('a chargeback by its own notification, won; a lost mediation counts once', async () => {
  const sale = await paid()
  const { id } = books.dispute(sale.cardTxid)
  await notify(id, { type: 'chargebacks' })
  await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  const [dispute] = await read(live, `/api/v1/disputes?invoice_id=${sale.id}`)
  assert.ok(dispute.answer_by !== null)
  books.endDispute(sale.cardTxid, 'won')
  await notify(id, { type: 'chargebacks' })
  await sale.becomes('won', isPaid)
  assert.deepEqual(await eventsOf(live, dispute.id), ['dispute.opened', 'dispute.won'])

  const mediated = await paid(1)
  books.mediate(mediated.cardTxid)
  await notify(mediated.payment.id)
  await mediated.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  books.endDispute(mediated.cardTxid, 'lost')
  await notify(mediated.payment.id)
  await shop.passedSlowly(DAY_MS, HOUR_MS * 6)
  const lost = await mediated.now()
  assert.deepEqual([lost.amount_paid, lost.amount_due, lost.payments.length], [0, 2500, 2])
  const [ended] = await read(live, `/api/v1/disputes?invoice_id=${mediated.id}`)
  assert.equal(ended.status, 'lost')
})

test('a refund that settles during a dispute counts once: winning restores only the rest', async () => {
  const sale = await paid()
  pago.trouble('POST /v1/payments', ...Array<'lost'>(20).fill('lost'))
  assert.equal((await live.post(`${INVOICES}/${sale.id}/refunds`, { amount: 1000 })).status, 201)
  await shop.passed(1_000)
  const { id } = books.dispute(sale.cardTxid)
  await notify(id, { type: 'chargebacks' })
  await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  pago.calm()
  const refunded = await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 1000)
  assert.deepEqual([refunded.amount_paid, refunded.amount_due], [0, 1500])
  books.endDispute(sale.cardTxid, 'won')
  await notify(id, { type: 'chargebacks' })
  const won = await sale.becomes('won', isPaid)
  await shop.passedSlowly(DAY_MS, HOUR_MS * 6)
  assert.deepEqual([won.amount_paid, won.amount_due, won.amount_overpaid], [1500, 0, 0])
  assert.equal((await sale.now()).amount_paid, 1500)
})

test('money that became credit is refunded in its panel: unused credit is taken back, used credit missing', async () => {
  const sale = await paid()
  const { client_id } = await sale.now()
  await credited(live, sale.id, { excess: 'credit' })
  const other = await sentInvoice(live, 1000, { client_id })
  assert.equal((await live.post(`${INVOICES}/${other.id}/credit`, {})).status, 201)
  books.giveBack(sale.cardTxid, 1200)
  await notify(sale.payment.id)
  const first = await sale.becomes('taken of the credit', ({ payments }) => payments.length === 4)
  assert.deepEqual([first.amount_paid, first.amount_due, first.uncovered_amount], [0, 0, 0])
  assert.equal((await balanceOf(live, client_id)).credit, 300)
  books.giveBack(sale.cardTxid, 1300)
  await notify(sale.payment.id)
  const second = await sale.becomes('not covered', ({ uncovered_amount }) => uncovered_amount > 0)
  assert.deepEqual([second.amount_paid, second.amount_due, second.uncovered_amount], [0, 0, 1000])
  assert.equal((await balanceOf(live, client_id)).credit, 0)
})

test('paid twice on its page, and the second payment disputed: that one is affected, not the first', async () => {
  const sale = await opened()
  // Before the page is closed.
  const [first, second] = [books.approve(sale.cardTxid), books.approve(sale.cardTxid)]
  for (const { id } of [first, second]) await notify(id)
  const twice = await sale.becomes('paid twice', ({ amount_paid }) => amount_paid === 5000)
  const idOf = (id: number) =>
    twice.payments.find(({ reference }: { reference: string }) => reference === String(id)).id
  const { id } = books.dispute(sale.cardTxid)
  await notify(id, { type: 'chargebacks' })
  await sale.becomes('disputed', ({ amount_paid }) => amount_paid === 2500)
  const refunds = `${INVOICES}/${sale.id}/refunds`
  const disputed = await live.post(refunds, { payment_id: idOf(second.id) })
  assertError(disputed, 409, 'Nothing to refund')
  assert.equal((await live.post(refunds, { payment_id: idOf(first.id), amount: 100 })).status, 201)
})
