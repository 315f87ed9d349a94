// Cards of invoices at Asaas, from the payer's choice to the last instalment: whatever is lost, repeated, late or early,
// there is one sale, and the debt is what it should be.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { INVOICE_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { assertError } from '../support/agency.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { CARD_CLOCK, isPaid, openCardShop } from '../support/fakes/connected-cards.ts'
import { startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { eventsOf, INVOICES, invoiceBody, newClient, read } from '../support/invoicing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const asaas = await startFakeAsaas({ clock: CARD_CLOCK })
after(() => asaas.close())
const shop = await openCardShop({
  provider: 'asaas',
  settings: { ...asaas.settings, methods: 'pix,boleto,card' },
})
const { live } = shop.app
const { cards } = asaas.books
beforeEach(() => asaas.calm())

const sendEvent = (txid: string, event: string, id?: string) =>
  asaas.callBack(shop.callbackUrl, txid, { event, ...(id !== undefined && { id }) })

/** Selected, opened and approved, without a callback. */
async function approved(instalments: number) {
  const sale = await shop.invoice()
  assert.match(await sale.choose(instalments), /^\/[^?]+$/)
  const txid = await sale.txid()
  cards.approve(txid)
  return { ...sale, cardTxid: txid }
}

async function paid(instalments: number) {
  const sale = await approved(instalments)
  assert.equal(await sendEvent(sale.cardTxid, 'PAYMENT_CONFIRMED'), 200)
  await sale.becomes('paid', isPaid)
  return sale
}

test('five instalments: selected on the page, paid at Asaas, settled month by month', async () => {
  const sale = await shop.invoice()
  const before = await sale.page()
  assert.deepEqual(before.counts.length, 12)
  assert.match(before.text, /form-action 'self'|Pague com cartão/)
  await sale.choose(5)
  const txid = await sale.txid()
  assert.equal(asaas.books.of(txid).length, 5)
  const { bankUrl, text } = await sale.page()
  assert.match(bankUrl ?? '', /^https:\/\/www\.asaas\.com\/i\//)
  assert.match(text, /Tudo pronto: 5x de R\$\s500,00/)
  cards.approve(txid)
  await sendEvent(txid, 'PAYMENT_CONFIRMED')
  const invoice = await sale.becomes('paid', isPaid)
  assert.deepEqual([invoice.amount_paid, invoice.payments.length], [2500, 1])
  const card = await sale.card()
  assert.deepEqual(
    [card.status, card.fee_amount, card.net_amount, card.instalment_count, card.card],
    ['paid', 87.25, 2412.75, 5, { brand: 'MASTERCARD', last_digits: '8829' }],
  )
  await shop.passedSlowly(40 * DAY_MS, DAY_MS)
  cards.settle(txid)
  await shop.passedSlowly(3 * DAY_MS, DAY_MS)
  const settled = async () =>
    (await sale.card()).instalments.map(
      ({ settled_at }: { settled_at: string | null }) => settled_at !== null,
    )
  assert.deepEqual(await settled(), [true, false, false, false, false])
  assert.equal((await sale.now()).amount_paid, 2500, 'an instalment that arrives is no other payment')
  await shop.passedSlowly(150 * DAY_MS, 10 * DAY_MS)
  cards.settle(txid)
  await shop.passedSlowly(20 * DAY_MS, 2 * DAY_MS)
  assert.equal((await sale.card()).status, 'settled')
  assert.equal((await sale.now()).amount_paid, 2500)
})

for (const [name, start, trouble] of [
  ['lost', 'POST /payments', 'lost'],
  ['an error', 'POST /payments', 503],
  ['garbage', 'GET /payments', 'garbage'],
] as const)
  test(`the bank's response is ${name}: the page says so, a job asks again, there is one sale`, async () => {
    const sale = await shop.invoice()
    asaas.trouble(start, trouble)
    await sale.choose(3)
    assert.match((await sale.page()).text, /Preparando o pagamento com cartão/)
    asaas.calm()
    await sale.choose(3)
    await shop.passed(2 * 60_000)
    await sale.becomes('open', ({ charges }) =>
      charges.some(
        ({ method, status }: { method: string; status: string }) => method === 'card' && status === 'open',
      ),
    )
    const instalments = asaas.books.of(await sale.txid())
    assert.equal(instalments.length, 3)
    for (const { description } of instalments) assert.match(String(description), /^Fatura \d{4}-\d{6}$/)
    assert.match((await sale.page()).bankUrl ?? '', /asaas/)
  })

test('doctor finds a missing instalment', async () => {
  const sale = await paid(3)
  const { pool, wall } = shop.app.service.world
  const check = INVOICE_CHECKS.find(({ name }) => name === 'card settlements')!
  const looked = async () => (await check.run({ client: pool, wall } as unknown as CheckContext))?.state
  assert.equal(await looked(), 'ok')
  const { id } = await sale.card()
  const lost = await pool.query(
    'delete from charge_instalments where charge_id = $1 and number = 2 returning *',
    [id],
  )
  assert.equal(await looked(), 'problem')
  const names = Object.keys(lost.rows[0])
  const places = names.map((_, index) => `$${index + 1}`)
  await pool.query(
    `insert into charge_instalments (${names.join()}) values (${places.join()})`,
    Object.values(lost.rows[0]),
  )
  assert.equal(await looked(), 'ok')
})

test('an account without card permission: the payer sees that, and pays another way', async () => {
  const sale = await shop.invoice()
  cards.isApproved = false
  assert.match(await sale.choose(2), /\?card=refused$/)
  cards.isApproved = true
  assert.match((await sale.page('?card=refused')).text, /Não foi possível abrir o pagamento com cartão agora/)
  assert.equal(await sale.card(), undefined)
  await sale.choose(2)
  assert.equal((await sale.card()).status, 'open')
})

test('a webhook before the response of the POST: paid once', async () => {
  const sale = await shop.invoice()
  asaas.trouble('POST /payments', async (answer) => {
    const txid = await sale.txid()
    cards.approve(txid)
    assert.equal(await sendEvent(txid, 'PAYMENT_CONFIRMED'), 200)
    await shop.app.service.worker!.idle()
    return answer
  })
  await sale.choose(4)
  const invoice = await sale.becomes('paid', isPaid)
  assert.equal(invoice.payments.length, 1)
})

test('refused twice with repeated, late events; then paid by Pix, and the card is withdrawn at the bank', async () => {
  const sale = await shop.invoice()
  await sale.choose(5)
  const txid = await sale.txid()
  for (const id of ['evt_refused1', 'evt_refused1', 'evt_refused2']) {
    cards.refuse(txid)
    await sendEvent(txid, 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', `${id}${txid.slice(-6)}`)
    await shop.passed(1_000)
  }
  await sale.becomes('refused', ({ charges }) =>
    charges.some(({ refusals }: { refusals: unknown[] }) => refusals.length === 2),
  )
  assert.match((await sale.page()).text, /O cartão não foi aceito/)
  assert.equal((await sale.card()).status, 'open')
  const pix = await sale.txid('pix')
  asaas.books.pay(pix)
  await sendEvent(pix, 'PAYMENT_RECEIVED')
  const invoice = await sale.becomes('paid', isPaid)
  assert.deepEqual(
    invoice.payments.map(({ method }: { method: string }) => method),
    ['pix'],
  )
  await shop.passed(60_000)
  assert.deepEqual(asaas.books.of(txid), [], 'it cannot be paid any more')
})

test('repeated and reordered events count once', async () => {
  const sale = await approved(2)
  for (const event of [
    'PAYMENT_CONFIRMED',
    'PAYMENT_AWAITING_RISK_ANALYSIS',
    'PAYMENT_CREATED',
    'PAYMENT_CONFIRMED',
  ])
    await sendEvent(sale.cardTxid, event)
  const invoice = await sale.becomes('paid', isPaid)
  await shop.passed(10 * 60_000)
  assert.deepEqual([(await sale.now()).payments.length, invoice.amount_paid], [1, 2500])
})

test('the webhook queue of Asaas is paused for three days: reading finds the payment', async () => {
  const sale = await approved(3)
  await shop.passedSlowly(3 * HOUR_MS, HOUR_MS / 2)
  assert.ok(isPaid(await sale.now()), 'by reading it back')
  await shop.passedSlowly(3 * DAY_MS, DAY_MS)
  for (let index = 0; index < 20; index++) await sendEvent(sale.cardTxid, 'PAYMENT_CONFIRMED')
  await shop.passed(60_000)
  assert.equal((await sale.now()).payments.length, 1)
})

test('under manual review at the bank: the page asks not to pay again', async () => {
  const sale = await shop.invoice()
  await sale.choose(2)
  const txid = await sale.txid()
  cards.analyse(txid)
  await sendEvent(txid, 'PAYMENT_AWAITING_RISK_ANALYSIS')
  await sale.becomes('authorised', ({ charges }) =>
    charges.some(({ status }: { status: string }) => status === 'authorised'),
  )
  assert.match((await sale.page('?card=back')).text, /Pagamento com cartão em análise/)
  cards.reprove(txid)
  await sendEvent(txid, 'PAYMENT_REPROVED_BY_RISK_ANALYSIS')
  await sale.becomes('open', ({ charges }) =>
    charges.some(
      ({ status, refusals }: { status: string; refusals: unknown[] }) =>
        status === 'open' && refusals.length === 1,
    ),
  )
  assert.match((await sale.page()).text, /não passou na análise de segurança/)
})

test('reviewed and refused before the service knows the page: it requests the page again', async () => {
  const sale = await shop.invoice()
  asaas.trouble('POST /payments', 'lost')
  await sale.choose(3)
  asaas.calm()
  const txid = await sale.txid()
  cards.analyse(txid)
  await sendEvent(txid, 'PAYMENT_AWAITING_RISK_ANALYSIS')
  await sale.becomes('authorised', ({ charges }) =>
    charges.some(({ status }: { status: string }) => status === 'authorised'),
  )
  // Until then the job that opens it has ended.
  await shop.passed(2 * 60_000)
  cards.reprove(txid)
  await sendEvent(txid, 'PAYMENT_REPROVED_BY_RISK_ANALYSIS')
  await shop.passed(60_000)
  const card = await sale.card()
  assert.deepEqual([card.status, card.refusals.length], ['open', 1])
  assert.match((await sale.page()).bankUrl ?? '', /asaas/)
})

test('in review while the invoice is paid by Pix: refused later, and the card cannot be paid any more', async () => {
  const sale = await shop.invoice()
  await sale.choose(2)
  const txid = await sale.txid()
  cards.analyse(txid)
  await sendEvent(txid, 'PAYMENT_AWAITING_RISK_ANALYSIS')
  const pix = await sale.txid('pix')
  asaas.books.pay(pix)
  await sendEvent(pix, 'PAYMENT_RECEIVED')
  await sale.becomes('paid', isPaid)
  await shop.passed(60_000)
  assert.equal(asaas.books.of(txid).length, 2, 'Asaas removes no payment that it checks')
  cards.reprove(txid)
  await sendEvent(txid, 'PAYMENT_REPROVED_BY_RISK_ANALYSIS')
  await shop.passed(60_000)
  assert.deepEqual(asaas.books.of(txid), [])
})

test('paid by card and by Pix in the same second: both are recorded, and the second can be refunded', async () => {
  const sale = await approved(2)
  const pix = await sale.txid('pix')
  asaas.books.pay(pix)
  await Promise.all([sendEvent(sale.cardTxid, 'PAYMENT_CONFIRMED'), sendEvent(pix, 'PAYMENT_RECEIVED')])
  const invoice = await sale.becomes('both', ({ payments }) => payments.length === 2)
  assert.deepEqual([invoice.amount_paid, invoice.amount_overpaid], [5000, 2500])
})

test("an instalment sale is refunded only as a whole, once, and the bank's own report adds nothing", async () => {
  const sale = await paid(5)
  const refunds = `${INVOICES}/${sale.id}/refunds`
  assertError(await live.post(refunds, { amount: 500 }), 422, 'Refund must be whole')
  asaas.trouble('POST /installments', 'lost')
  assert.equal((await live.post(refunds, {})).status, 201)
  await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 2500)
  await sendEvent(sale.cardTxid, 'PAYMENT_REFUNDED')
  await shop.passedSlowly(2 * DAY_MS, DAY_MS / 2)
  const invoice = await sale.now()
  assert.deepEqual([invoice.amount_paid, invoice.amount_due, invoice.refunded_amount], [0, 0, 2500])
  assert.equal((await sale.card()).status, 'refunded')
  assert.deepEqual(
    asaas.books.of(sale.cardTxid).map(({ refunds: all }) => all?.length),
    [1, 1, 1, 1, 1],
  )
})

test('a credit note previews what an instalment sale can refund: all or nothing', async () => {
  const sale = await paid(5)
  const body = (amount: number) => ({ invoice_id: sale.id, amount, reason: 'Hotel', excess: 'refund' })
  const backOf = async (amount: number) => {
    const { body: answer } = await live.post('/api/v1/credit-notes/preview', body(amount))
    return [answer.data.excess_amount, answer.data.refundable_amount]
  }
  assert.deepEqual(
    [await backOf(500), await backOf(2500)],
    [
      [500, 0],
      [2500, 2500],
    ],
  )
  assertError(await live.post('/api/v1/credit-notes', body(500)), 422, 'Refund must be whole')
  assert.equal((await live.post('/api/v1/credit-notes', body(2500))).status, 201)
  await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 2500)
})

test('one instalment refunded in the panel of Asaas is due again', async () => {
  const sale = await paid(5)
  cards.giveBackInstalment(sale.cardTxid, 2)
  for (let times = 0; times < 2; times++) await sendEvent(sale.cardTxid, 'PAYMENT_PARTIALLY_REFUNDED')
  const invoice = await sale.becomes('partly', ({ amount_paid }) => amount_paid === 2000)
  await shop.passed(10 * 60_000)
  assert.deepEqual([(await sale.now()).amount_paid, invoice.amount_due], [2000, 500])
  const whole = await live.post(`${INVOICES}/${sale.id}/refunds`, {})
  assert.deepEqual([whole.status, whole.body.data?.amount], [201, 2000], whole.text)
  await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 2000)
  await shop.passedSlowly(2 * DAY_MS, DAY_MS)
  assert.equal((await sale.now()).amount_paid, 0)
})

test('a chargeback reopens the debt, has a deadline, and is won: late, repeated, reordered events', async () => {
  const sale = await paid(5)
  const { id } = cards.dispute(sale.cardTxid, { reason: 'FRAUD', deadline: '2099-11-30' })
  for (const event of [
    'PAYMENT_CHARGEBACK_DISPUTE',
    'PAYMENT_CHARGEBACK_REQUESTED',
    'PAYMENT_CHARGEBACK_REQUESTED',
  ])
    await sendEvent(sale.cardTxid, event)
  const open = await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  assert.deepEqual([open.amount_due, open.pix !== null], [2500, true])
  const [dispute] = await read(live, `/api/v1/disputes?invoice_id=${sale.id}`)
  assert.partialDeepStrictEqual(dispute, {
    status: 'open',
    reason: 'FRAUD',
    answer_by: '2099-11-30',
    amount: 2500,
  })
  assert.ok(dispute.evidence.includes('identity'))
  assertError(await live.post(`${INVOICES}/${sale.id}/refunds`, {}), 409, 'Nothing to refund')
  cards.win(sale.cardTxid, { isReversed: false })
  await sendEvent(sale.cardTxid, 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL')
  await shop.passed(10 * 60_000)
  assert.equal((await sale.now()).amount_paid, 0, 'the money is not back')
  cards.win(sale.cardTxid)
  // Without a callback: it is read back.
  await shop.passedSlowly(DAY_MS, HOUR_MS * 6)
  const won = await sale.now()
  assert.deepEqual([won.payment_status, won.amount_paid], ['paid', 2500])
  assert.deepEqual(await eventsOf(live, dispute.id), ['dispute.opened', 'dispute.won'])
  assert.equal((await read(live, `/api/v1/disputes/${dispute.id}`)).status, 'won', id)
})

test('a refund that did not reach the bank before its instalment sale was lost in a dispute fails', async () => {
  const sale = await paid(2)
  asaas.trouble('POST /installments/', ...Array<500>(20).fill(500))
  const refund = await live.post(`${INVOICES}/${sale.id}/refunds`, {})
  assert.equal(refund.status, 201, refund.text)
  await shop.passed(1_000)
  cards.dispute(sale.cardTxid)
  cards.lose(sale.cardTxid)
  await sendEvent(sale.cardTxid, 'PAYMENT_REFUNDED')
  await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  asaas.calm()
  await shop.passedSlowly(DAY_MS, HOUR_MS)
  const [ended] = await read(live, `${INVOICES}/${sale.id}/refunds`)
  assert.deepEqual([ended.id, ended.status], [refund.body.data.id, 'failed'])
  assert.equal((await sale.now()).amount_due, 2500)
})

test('a lost chargeback that Asaas then shows as refunded counts once', async () => {
  const sale = await paid(2)
  cards.dispute(sale.cardTxid)
  await sendEvent(sale.cardTxid, 'PAYMENT_CHARGEBACK_REQUESTED')
  await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  cards.lose(sale.cardTxid)
  await sendEvent(sale.cardTxid, 'PAYMENT_REFUNDED')
  await shop.passedSlowly(3 * DAY_MS, DAY_MS)
  const invoice = await sale.now()
  assert.deepEqual([invoice.amount_paid, invoice.amount_due, (await sale.card()).status], [0, 2500, 'lost'])
  assert.equal(invoice.payments.length, 2)
})

test('an unavailable method is reported when the invoice is created, not when the payer tries it', async () => {
  const nameless = await newClient(live)
  const create = async (fields: object) => {
    const usual = {
      client_id: nameless.id,
      status: 'sent',
      due_date: '2099-12-10',
      payment_methods: ['card'],
    }
    const answer = await live.post(INVOICES, await invoiceBody(live, { ...usual, ...fields }))
    assert.equal(answer.status, 201, answer.text)
    const { payment_problems: problems, id } = answer.body.data
    assert.deepEqual((await read(live, `${INVOICES}/${id}`)).payment_problems, problems)
    const [listed] = await read(live, `${INVOICES}?client_id=${answer.body.data.client.id}&limit=1`)
    assert.deepEqual(listed.payment_problems, problems)
    const warned = (answer.body.warnings ?? []).map(({ field, issue }: Record<string, string>) => [
      field,
      issue,
    ])
    return { id, problems, warned }
  }
  const without = await create({})
  assert.deepEqual(without.problems, [{ method: 'card', reason: 'client_tax_id_missing' }])
  assert.deepEqual(without.warned, [['card', 'the bank wants a client with a valid cpf or cnpj']])
  await live.patch(`/api/v1/clients/${nameless.id}`, { cpf: '529.982.247-25' })
  assert.deepEqual((await read(live, `${INVOICES}/${without.id}`)).payment_problems, [])
  assert.deepEqual((await create({})).problems, [])
  const dear = await create({ items: [{ description: 'Fretamento', quantity: 1, unit_price: 100_000_000 }] })
  assert.deepEqual(dear.problems, [{ method: 'card', reason: 'not_available' }])
  assert.match(dear.warned[0][1], /99999999\.99 at most/)
  const once = await create({ payment_methods: ['pix_automatic'] })
  assert.deepEqual(once.problems, [{ method: 'pix_automatic', reason: 'recurring_only' }])
  assert.deepEqual(once.warned, [['pix_automatic', 'pays only invoices of recurring invoices']])
  assert.deepEqual((await create({ payment_methods: ['pix', 'pix_automatic'] })).problems, [])
})

test('testing the account lists what is missing, as far as Asaas reports it', async () => {
  const [{ id }] = await read(live, PROVIDERS)
  const missing = async () => {
    const { body } = await live.post(`${PROVIDERS}/${id}/test`)
    assert.deepEqual([body.data.works, body.data.reason], [true, null])
    return body.data.missing
  }
  const { account } = asaas.books
  const before = structuredClone(account)
  assert.deepEqual(await missing(), [])
  account.pixKeys = []
  Object.assign(account.status, { general: 'PENDING', documentation: 'AWAITING_APPROVAL' })
  assert.deepEqual(await missing(), ['pix_key', 'documents'])
  account.status.documentation = 'APPROVED'
  assert.deepEqual(await missing(), ['pix_key', 'approval'])
  const again = await live.post(PROVIDERS, {
    provider: 'asaas',
    settings: { ...asaas.settings, methods: 'card' },
  })
  assert.equal(again.status, 201, again.text)
  const [warning] = again.body.warnings
  assert.deepEqual([warning.field, warning.issue], ['account', 'is not approved by the bank yet'])
  await live.delete(`${PROVIDERS}/${again.body.data.id}`)
  // An account whose key may not read this is not said to lack anything.
  asaas.trouble('GET /pix/addressKeys', 403)
  asaas.trouble('GET /myAccount', 404)
  assert.deepEqual(await missing(), [])
  Object.assign(account, before)
})

test('during a card review the page shows no other code, to prevent a second payment', async () => {
  const sale = await shop.invoice()
  const before = await sale.page()
  assert.match(before.text, /Pix copia e cola/)
  await sale.choose(2)
  const txid = await sale.txid()
  cards.analyse(txid)
  await sendEvent(txid, 'PAYMENT_AWAITING_RISK_ANALYSIS')
  await sale.becomes('analysed', ({ charges }) =>
    charges.some(({ status }: { status: string }) => status === 'authorised'),
  )
  const during = await sale.page()
  assert.doesNotMatch(during.text, /Pix copia e cola|00020[0-9]/)
  cards.reprove(txid)
  await sendEvent(txid, 'PAYMENT_REPROVED_BY_RISK_ANALYSIS')
  await sale.becomes('open again', ({ charges }) =>
    charges.every(({ status }: { status: string }) => status === 'open'),
  )
  assert.match((await sale.page()).text, /Pix copia e cola/)
})

test('a refund with its card fee that settles during a dispute: winning restores nothing of it', async () => {
  const fees = [{ from_instalments: 1, percent: 4 }]
  assert.equal((await live.patch('/api/v1/team', { card_payment: { fees } })).status, 200)
  const sale = await shop.invoice({ card_payment: { fee_bearer: 'payer' } })
  await sale.choose(1)
  const txid = await sale.txid()
  cards.approve(txid)
  await sendEvent(txid, 'PAYMENT_CONFIRMED')
  await sale.becomes('paid', isPaid)
  asaas.trouble('POST /payments/', ...Array<'lost'>(20).fill('lost'))
  const refund = await live.post(`${INVOICES}/${sale.id}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.data?.amount], [201, 2600], refund.text)
  await shop.passed(1_000)
  cards.dispute(txid)
  await sendEvent(txid, 'PAYMENT_CHARGEBACK_REQUESTED')
  await sale.becomes('owed again', ({ amount_paid }) => amount_paid === 0)
  asaas.calm()
  const refunded = await sale.becomes('refunded', ({ refunded_amount }) => refunded_amount === 2600)
  assert.deepEqual([refunded.amount_paid, refunded.amount_due], [0, 0])
  cards.win(txid)
  await sendEvent(txid, 'PAYMENT_RECEIVED')
  await sale.becomes('won', ({ charges }) =>
    charges.every(({ status }: { status: string }) => status !== 'disputed'),
  )
  await shop.passedSlowly(DAY_MS, HOUR_MS * 6)
  const won = await sale.now()
  assert.deepEqual([won.amount_paid, won.amount_due, won.amount_overpaid], [0, 0, 0])
})
