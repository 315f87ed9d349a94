// The simulated payer by card, in test mode: on the page and by the API, with instalments, refusals, checks and disputes
// that move with the test clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { cardPage, chooseCard, sendForm } from '../../../test/support/card-page.ts'
import { balanceOf, credited, sentInvoice } from '../../../test/support/credit.ts'
import { allEvents, eventsOf, INVOICES, newInvoice, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import type { CheckContext } from '../../app/checks/check.ts'
import { INVOICE_CHECKS } from '../../app/cli/checks/data-checks.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-16T15:00:00.000Z'))
const app = await startApp({ wall, settings: { TRUST_PROXY: '1' } })
const DISPUTES = '/api/v1/disputes'

const CARD = { status: 'sent', due_date: '2026-12-10', payment_methods: ['pix', 'card'] }

async function cardInvoice(fields: object = {}) {
  const agency = await newAgency(app)
  const client = agency.test
  const invoice = await newInvoice(client, {
    ...CARD,
    items: [{ description: 'Pacote', quantity: 1, unit_price: 2500 }],
    ...fields,
  })
  const play = async (body: object) => {
    const response = await client.post(`/api/v1/test/charges/${invoice.id}/card`, body)
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  return { agency, client, invoice, play, now: () => read(client, `${INVOICES}/${invoice.id}`) }
}

// biome-ignore lint/suspicious/noExplicitAny: an invoice as the API shows it
const cardOf = (invoice: any) =>
  invoice.charges.findLast(({ method }: { method: string }) => method === 'card')

test('on the page: five instalments selected, refused, retried, reviewed, approved; each is shown', async () => {
  const { invoice, now } = await cardInvoice()
  const offered = await cardPage(app.url, invoice)
  assert.deepEqual(offered.counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  assert.match(offered.text, /5x de R\$\s500,00 \(total de R\$\s2\.500,00\)/)
  assert.equal(cardOf(await now()), undefined, 'no charge before the payer asks')

  assert.equal(await chooseCard(app.url, invoice, 5), `${new URL(invoice.payment_url).pathname}#cartao`)
  const ready = await cardPage(app.url, invoice)
  assert.match(ready.text, /Tudo pronto: 5x de R\$\s500,00/)
  const charge = cardOf(await now())
  assert.deepEqual([charge.status, charge.instalment_count, charge.amount], ['open', 5, 2500])
  assert.equal(charge.instructions.page_url, ready.bankUrl)
  await chooseCard(app.url, invoice, 5)
  assert.equal(cardOf(await now()).id, charge.id, 'sent twice, one charge')

  const bank = `${app.url}${new URL(ready.bankUrl!).pathname}`
  assert.match(await sendForm(bank, { action: 'refuse' }), /\?card=back$/)
  const refused = await cardPage(app.url, invoice, '?card=back')
  assert.match(refused.text, /O cartão não foi aceito/)
  assert.match(refused.text, /http-equiv="refresh"/)
  assert.equal((await now()).charges.length, 2, 'pix and card stay open')
  await sendForm(bank, { action: 'analyse' })
  assert.match((await cardPage(app.url, invoice)).text, /Pagamento com cartão em análise/)
  assert.equal(cardOf(await now()).status, 'authorised')
  assert.equal(await chooseCard(app.url, invoice, 3), `${new URL(invoice.payment_url).pathname}#cartao`)
  assert.equal(cardOf(await now()).id, charge.id, 'nothing takes the place of a card that is being checked')
  await sendForm(bank, { action: 'approve' })
  const paid = await now()
  assert.deepEqual([paid.payment_status, paid.amount_paid, paid.pix], ['paid', 2500, null])
  assert.partialDeepStrictEqual(paid.payments, [{ amount: 2500, method: 'card', surcharge_amount: 0 }])
  assert.doesNotMatch((await cardPage(app.url, invoice)).text, /Pague com cartão/)
  const again = await sendForm(bank, { action: 'approve' })
  assert.match(await (await fetch(new URL(again, app.url))).text(), /já foi paga ou cancelada/)
})

test('another number of instalments is another charge; another amount must be confirmed again', async () => {
  const { client, invoice, now } = await cardInvoice()
  await chooseCard(app.url, invoice, 5)
  const first = cardOf(await now())
  await chooseCard(app.url, invoice, 3)
  const second = cardOf(await now())
  assert.notEqual(second.id, first.id)
  assert.equal((await now()).charges.filter(({ method }: { method: string }) => method === 'card').length, 1)
  assert.match(await chooseCard(app.url, invoice, 3, { amount: '1.00' }), /\?card=changed$/)
  assert.match((await cardPage(app.url, invoice, '?card=changed')).text, /O valor mudou/)
  await client.post(`${INVOICES}/${invoice.id}/payments`, { amount: 500 })
  const left = await now()
  assert.equal(cardOf(left), undefined, 'its charge no longer fits')
  assert.match((await cardPage(app.url, invoice)).text, /5x de R\$\s400,00/)
})

test("instalments are paid out month by month, by the test clock, less the bank's fee", async () => {
  const { agency, play, now } = await cardInvoice()
  const paid = await play({ action: 'approve', instalments: 3 })
  const charge = cardOf(paid)
  assert.deepEqual([charge.status, charge.fee_amount, charge.net_amount], ['paid', 99.75, 2400.25])
  assert.deepEqual(charge.card, { brand: 'VISA', last_digits: '4242' })
  assert.deepEqual(
    charge.instalments.map(({ settles_on, settled_at }: Record<string, unknown>) => [settles_on, settled_at]),
    [
      ['2026-12-18', null],
      ['2027-01-17', null],
      ['2027-02-16', null],
    ],
  )
  await agency.advance('P40D')
  const after = cardOf(await now())
  assert.deepEqual(
    after.instalments.map(({ settled_at }: { settled_at: string | null }) => settled_at !== null),
    [true, false, false],
  )
  await agency.advance('P60D')
  assert.equal(cardOf(await now()).status, 'settled')
})

test('a fee for the payer is added to the debt, and returned with the whole', async () => {
  const { agency, invoice, play, client, now } = await cardInvoice()
  const terms = { fee_bearer: 'payer', instalments_max: 6, fees: [{ from_instalments: 2, percent: 4 }] }
  assert.equal((await agency.live.patch('/api/v1/team', { card_payment: terms })).status, 200)
  const { text, counts } = await cardPage(app.url, invoice)
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6])
  assert.match(text, /5x de R\$\s520,00 \(total de R\$\s2\.600,00\)/)
  assert.match(text, /incluem a taxa do cartão/)
  const paid = await play({ action: 'approve', instalments: 5 })
  assert.deepEqual([paid.payment_status, paid.amount_paid, paid.amount_overpaid], ['paid', 2500, 0])
  assert.partialDeepStrictEqual(cardOf(paid), { amount: 2600, surcharge_amount: 100, instalment_count: 5 })
  assert.partialDeepStrictEqual(paid.payments, [{ amount: 2500, surcharge_amount: 100 }])
  assert.match((await cardPage(app.url, invoice)).text, /Taxa do cartão paga por você: R\$\s100,00/)
  // First of the debt alone, then of the rest with the fee.
  for (const [amount, asked, kept] of [
    [600, 600, 1900],
    [undefined, 2000, 0],
  ]) {
    const refund = await client.post(`${INVOICES}/${invoice.id}/refunds`, { amount })
    assert.deepEqual([refund.status, refund.body.data?.amount], [201, asked], refund.text)
    await agency.advance('PT1M')
    const { amount_paid, amount_due } = await now()
    assert.deepEqual([amount_paid, amount_due], [kept, 0])
  }
  const back = await now()
  assert.equal(back.refunded_amount, 2600, 'the sum of its refunds, with the fee')
  const context = { client: app.service.world.pool, wall: app.service.world.wall } as unknown as CheckContext
  const amounts = INVOICE_CHECKS.find(({ name }) => name === 'invoice amounts')
  assert.equal((await amounts?.run(context))?.state, 'ok')
  assert.equal(cardOf(back).status, 'refunded')
})

test('an invoice has terms of its own; null removes them', async () => {
  const { client, invoice, now } = await cardInvoice({ card_payment: { instalments_max: 2 } })
  assert.deepEqual((await now()).card_payment, { instalments_max: 2, fee_bearer: null })
  assert.deepEqual((await cardPage(app.url, invoice)).counts, [1, 2])
  const response = await client.post(`/api/v1/test/charges/${invoice.id}/card`, {
    action: 'approve',
    instalments: 3,
  })
  assertError(response, 400, 'Invalid request parameters', 'instalments')
  await client.patch(`${INVOICES}/${invoice.id}`, { card_payment: { instalments_max: null } })
  assert.equal((await cardPage(app.url, invoice)).counts.length, 12)
})

test('a dispute reopens the debt, mails the agency what to send, and is won', async () => {
  const { agency, client, invoice, play, now } = await cardInvoice()
  await play({ action: 'approve', instalments: 2 })
  const disputed = await play({ action: 'dispute' })
  assert.deepEqual([disputed.payment_status, disputed.amount_paid, disputed.amount_due], ['pending', 0, 2500])
  assert.equal(cardOf(disputed).status, 'disputed')
  assert.ok(disputed.pix !== null, 'it can be paid otherwise')
  const [dispute] = await read(client, `${DISPUTES}?status=open`)
  assert.partialDeepStrictEqual(dispute, {
    invoice_id: invoice.id,
    charge_id: cardOf(disputed).id,
    status: 'open',
    amount: 2500,
    taken_amount: 2500,
    answer_by: '2026-11-26',
    documents_sent_at: null,
    evidence: ['invoice', 'contract', 'vouchers', 'messages', 'cancellation_terms'],
  })
  const noted = await client.patch(`${DISPUTES}/${dispute.id}`, { documents_sent: true })
  assert.equal(noted.body.data.documents_sent_at, '2026-11-16T15:00:00.000Z')
  await agency.advance('PT5M')
  const mails = await read(client, '/api/v1/mails')
  assert.ok(
    mails.some(({ subject }: { subject: string }) => /contestado/.test(subject)),
    JSON.stringify(mails),
  )
  const won = await play({ action: 'win' })
  assert.deepEqual([won.payment_status, won.amount_paid, cardOf(won).status], ['paid', 2500, 'paid'])
  assert.deepEqual(await eventsOf(client, dispute.id), ['dispute.opened', 'dispute.won'])
  const ended = await read(client, `${DISPUTES}/${dispute.id}`)
  assert.deepEqual([ended.status, ended.amount, ended.taken_amount], ['won', 2500, 0])
  const { payments } = await now()
  assert.deepEqual(
    payments.map(({ method, amount, charge_id }: Record<string, unknown>) => [method, amount, charge_id]),
    [
      ['card', 2500, dispute.charge_id],
      ['dispute', -2500, dispute.charge_id],
      ['dispute', 2500, dispute.charge_id],
    ],
  )
})

test('a dispute and a credit note emit events of the invoice', async () => {
  const { client, invoice, play } = await cardInvoice()
  const events = () => eventsOf(client, invoice.id)
  await play({ action: 'approve' })
  const before = (await events()).length
  await play({ action: 'dispute' })
  assert.deepEqual((await events()).slice(before), ['invoice.updated'])
  await play({ action: 'win' })
  assert.deepEqual((await events()).slice(before + 1), ['invoice.payment_received', 'invoice.paid'])
  await credited(client, invoice.id, { amount: 100, excess: 'none' })
  assert.deepEqual((await events()).slice(before + 3), ['invoice.updated'])
})

test('a lost dispute leaves the debt open', async () => {
  const { client, play } = await cardInvoice()
  await play({ action: 'approve' })
  await play({ action: 'dispute' })
  const lost = await play({ action: 'lose' })
  assert.deepEqual([lost.payment_status, lost.amount_due, cardOf(lost).status], ['pending', 2500, 'lost'])
  const [dispute] = await read(client, DISPUTES)
  assert.deepEqual([dispute.status, dispute.ended_at], ['lost', '2026-11-16T15:00:00.000Z'])
  assertError(await client.get(`${DISPUTES}/dsp_${'0'.repeat(26)}`), 404, 'Dispute not found')
  assert.deepEqual(await read(client, `${DISPUTES}?invoice_id=none`), [])
})

test("a dispute takes back the payment's credit before it reopens the debt; winning restores both", async () => {
  const { client, invoice, play } = await cardInvoice()
  const { client_id } = invoice
  await play({ action: 'approve' })
  await client.post(`${INVOICES}/${invoice.id}/payments`, { amount: 500 })
  const kept = { expires_on: '2027-01-31' }
  assert.equal((await client.post(`${INVOICES}/${invoice.id}/overpayment-credit`, kept)).status, 201)
  const disputed = await play({ action: 'dispute' })
  assert.deepEqual([disputed.amount_paid, disputed.amount_due, disputed.uncovered_amount], [500, 2000, 0])
  assert.equal((await balanceOf(client, client_id)).credit, 0)
  const [entry] = await read(client, `/api/v1/clients/${client_id}/credit`)
  assert.partialDeepStrictEqual(entry, { type: 'reclaimed', amount: -500, invoice_id: invoice.id })
  assert.deepEqual(await eventsOf(client, entry.id), ['client_credit.reclaimed'])
  const back = disputed.payments.find(({ method, amount }: { method: string; amount: number }) => {
    return method === 'credit' && amount > 0
  })
  const removed = await client.delete(`${INVOICES}/${invoice.id}/payments/${back.id}`)
  assertError(removed, 409, 'Only recorded payments can be removed')
  const won = await play({ action: 'win' })
  assert.deepEqual([won.amount_paid, won.amount_due, won.amount_overpaid], [2500, 0, 0])
  const balance = await balanceOf(client, client_id)
  assert.deepEqual([balance.credit, balance.credit_expires_on], [500, '2027-01-31'])
})

test('credit already used is uncovered: the dispute and the invoice show how much', async () => {
  const { agency, client, invoice, play, now } = await cardInvoice()
  const { client_id } = invoice
  await play({ action: 'approve' })
  await credited(client, invoice.id, { excess: 'credit' })
  const other = await sentInvoice(client, 1000, { client_id })
  assert.equal((await client.post(`${INVOICES}/${other.id}/credit`, {})).status, 201)
  const disputed = await play({ action: 'dispute' })
  assert.deepEqual([disputed.amount_paid, disputed.amount_due, disputed.uncovered_amount], [0, 0, 1000])
  assert.equal((await balanceOf(client, client_id)).credit, 0)
  assert.match((await client.get(`${INVOICES}.csv`)).text, /,1000\.00\r\n/)
  const [dispute] = await read(client, DISPUTES)
  assert.equal(dispute.uncovered_amount, 1000)
  await agency.advance('PT5M')
  const mails = await read(client, '/api/v1/mails')
  const mail = mails.find(({ subject }: { subject: string }) => /contestado/.test(subject))
  assert.match(
    (await read(client, `/api/v1/mails/${mail.id}`)).text,
    /R\$\s1\.000,00 já usados? como crédito/,
  )
  await play({ action: 'win' })
  const won = await now()
  assert.deepEqual([won.amount_paid, won.amount_overpaid, won.uncovered_amount], [0, 0, 0])
  assert.equal((await balanceOf(client, client_id)).credit, 1500)
  assert.equal((await read(client, `${DISPUTES}/${dispute.id}`)).uncovered_amount, 0)
})

for (const end of ['win', 'lose'] as const)
  test(`restored credit covers what a dispute could not take: ${end}`, async () => {
    const { client, invoice, play, now } = await cardInvoice()
    const { client_id } = invoice
    await play({ action: 'approve' })
    await client.post(`${INVOICES}/${invoice.id}/payments`, { amount: 1000 })
    const kept = { expires_on: '2027-01-31' }
    await client.post(`${INVOICES}/${invoice.id}/overpayment-credit`, kept)
    const other = await sentInvoice(client, 800, { client_id })
    assert.equal((await client.post(`${INVOICES}/${other.id}/credit`, {})).status, 201)
    await credited(client, invoice.id, { excess: 'credit' })
    const third = await sentInvoice(client, 2500, { client_id })
    assert.equal((await client.post(`${INVOICES}/${third.id}/credit`, { amount: 2450 })).status, 201)
    const disputed = await play({ action: 'dispute' })
    assert.deepEqual([disputed.amount_paid, disputed.uncovered_amount], [0, 2250])
    if (end === 'lose') await play({ action: 'lose' })
    await client.patch(`${INVOICES}/${other.id}`, { status: 'cancelled' })
    const covered = await now()
    assert.deepEqual([covered.amount_paid, covered.amount_due, covered.uncovered_amount], [0, 0, 1450])
    const [dispute] = await read(client, DISPUTES)
    assert.deepEqual([dispute.uncovered_amount, dispute.amount], [1450, 2500])
    assert.equal((await balanceOf(client, client_id)).credit, 0)
    if (end === 'lose') return
    await play({ action: 'win' })
    const won = await now()
    assert.deepEqual([won.amount_paid, won.amount_overpaid, won.uncovered_amount], [0, 0, 0])
    assert.equal((await balanceOf(client, client_id)).credit, 1050)
    const again = await play({ action: 'dispute' })
    assert.deepEqual([again.amount_paid, again.uncovered_amount], [0, 1450])
    await play({ action: 'win' })
    assert.equal((await balanceOf(client, client_id)).credit, 1050)
    for (const { name, run } of INVOICE_CHECKS)
      if (name !== 'unknown payments')
        assert.equal(
          (await run({ client: app.service.world.pool, wall } as unknown as CheckContext))?.state,
          'ok',
          name,
        )
  })

test('an uncovered return counts once, even if its payment is disputed too', async () => {
  const { client, invoice, play, now } = await cardInvoice()
  await play({ action: 'approve' })
  await credited(client, invoice.id, { excess: 'credit' })
  const other = await sentInvoice(client, 2500, { client_id: invoice.client_id })
  assert.equal((await client.post(`${INVOICES}/${other.id}/credit`, {})).status, 201)
  const back = (amount: number) => client.post(`/api/v1/test/charges/${invoice.id}/return`, { amount })
  assert.equal((await back(1000)).status, 200)
  assert.equal((await now()).uncovered_amount, 1000)
  assert.equal((await play({ action: 'dispute' })).uncovered_amount, 2500)
  assert.equal((await read(client, DISPUTES))[0].uncovered_amount, 1500)
  assert.equal((await back(500)).status, 200)
  assert.equal((await now()).uncovered_amount, 2500)
  assert.equal((await play({ action: 'win' })).uncovered_amount, 1500)
})

test('the API refuses with a reason, then Pix pays: the card charge is withdrawn', async () => {
  const { client, invoice, play, now } = await cardInvoice()
  const refused = await play({ action: 'refuse', reason: 'insufficient_funds' })
  assert.partialDeepStrictEqual(cardOf(refused).refusals, [{ reason: 'insufficient_funds' }])
  assert.match((await cardPage(app.url, invoice)).text, /O limite do cartão não é suficiente/)
  await client.post(`/api/v1/test/charges/${invoice.id}/pay`)
  const paid = await now()
  assert.deepEqual([paid.payment_status, cardOf(paid)], ['paid', undefined])
})

test('the invoice lists every refused card, after its charge was replaced, withdrawn or paid', async () => {
  const { agency, client, invoice, play, now } = await cardInvoice()
  const refused = await play({ action: 'refuse', instalments: 5, reason: 'insufficient_funds' })
  const first = cardOf(refused).id
  await agency.advance('PT1M')
  const again = await play({ action: 'refuse', instalments: 3, reason: 'expired_card' })
  const second = cardOf(again).id
  const both = [
    {
      at: '2026-11-16T15:00:00.000Z',
      reason: 'insufficient_funds',
      charge_id: first,
      amount: 2500,
      instalment_count: 5,
    },
    {
      at: '2026-11-16T15:01:00.000Z',
      reason: 'expired_card',
      charge_id: second,
      amount: 2500,
      instalment_count: 3,
    },
  ]
  assert.deepEqual(again.card_refusals, both)
  assert.equal(again.charges.length, 2, 'an ended charge is no charge to be paid')
  await client.post(`/api/v1/test/charges/${invoice.id}/pay`)
  const paid = await now()
  assert.deepEqual([paid.payment_status, cardOf(paid), paid.card_refusals], ['paid', undefined, both])
  for (const { data } of (await allEvents(client)).filter(({ type }) => type === 'invoice.paid'))
    assert.deepEqual(data.object.card_refusals, both, 'the event has them as the API')
})

test('a card under review is approved in its own instalments only', async () => {
  const { client, invoice, play } = await cardInvoice()
  await play({ action: 'analyse', instalments: 3 })
  for (const action of ['approve', 'refuse', 'analyse']) {
    const other = await client.post(`/api/v1/test/charges/${invoice.id}/card`, { action, instalments: 5 })
    assertError(other, 400, 'Invalid request parameters', 'instalments')
    assert.match(other.text, /must be 3 or left out/)
  }
  assert.equal(cardOf(await play({ action: 'analyse', instalments: 3 })).status, 'authorised')
  const paid = await play({ action: 'approve' })
  assert.deepEqual([paid.payment_status, cardOf(paid).instalments.length], ['paid', 3])
})

test('all refusals are kept, oldest first', async () => {
  const { agency, play } = await cardInvoice()
  await play({ action: 'refuse', reason: 'insufficient_funds' })
  await agency.advance('PT1M')
  const twice = await play({ action: 'refuse', reason: 'expired_card' })
  assert.deepEqual(
    cardOf(twice).refusals.map(({ at, reason }: Record<string, unknown>) => [at, reason]),
    [
      ['2026-11-16T15:00:00.000Z', 'insufficient_funds'],
      ['2026-11-16T15:01:00.000Z', 'expired_card'],
    ],
  )
})

test('a fully refunded payment that is disputed and lost later counts once', async () => {
  const { agency, client, invoice, play, now } = await cardInvoice()
  await play({ action: 'approve', instalments: 2 })
  assert.equal((await client.post(`${INVOICES}/${invoice.id}/refunds`, {})).status, 201)
  await agency.advance('PT1M')
  await play({ action: 'dispute' })
  await play({ action: 'lose' })
  const after = await now()
  assert.deepEqual(
    [after.amount_paid, after.amount_due, after.refunded_amount, after.payments.length],
    [0, 0, 2500, 2],
  )
  const { lines, closing_balance } = await read(client, `/api/v1/clients/${invoice.client_id}/statement`)
  assert.equal(closing_balance, 0, JSON.stringify(lines))
  assertError(await client.post(`${INVOICES}/${invoice.id}/refunds`, {}), 409, 'Nothing to refund')
})

test('the statement of the client labels a dispute and its end', async () => {
  const { client, invoice, play } = await cardInvoice()
  await play({ action: 'approve' })
  await play({ action: 'dispute' })
  await play({ action: 'win' })
  const path = `/api/v1/clients/${invoice.client_id}/statement`
  const { lines } = await read(client, path)
  assert.deepEqual(
    lines.map(({ type, amount }: Record<string, unknown>) => [type, amount]),
    [
      ['invoice', 2500],
      ['payment', -2500],
      ['dispute', 2500],
      ['dispute_won', -2500],
    ],
  )
  const { text } = await client.get(`${path}.csv?locale=pt-BR`)
  assert.match(text, /;Contestação da fatura;[\s\S]*;Pagamento mantido após contestação da fatura;/)
})

test('a discount for early payment stays during a dispute, and after it is lost', async () => {
  const { play } = await cardInvoice({ early_payment: { discount_percent: 10, until: '2026-12-01' } })
  const paid = await play({ action: 'approve' })
  assert.deepEqual([paid.amount_paid, paid.early_payment.amount_taken], [2250, 250])
  for (const action of ['dispute', 'lose']) {
    const { amount_due, early_payment } = await play({ action })
    assert.deepEqual([amount_due, early_payment.amount_taken], [2250, 250], action)
  }
})

test('the receipt has brand, last digits and instalments of the card', async () => {
  const { invoice, play } = await cardInvoice()
  await play({ action: 'approve', instalments: 3 })
  assert.match((await cardPage(app.url, invoice)).text, /Cartão \(Visa, final 4242, em 3x\)/)
})

test('recharges have no card', async () => {
  const { client } = await cardInvoice()
  const response = await client.post('/api/v1/wallet/recharge', {
    amount: '500.00',
    currency: 'BRL',
    payment_method: 'card',
  })
  assertError(response, 400, 'Invalid payment method', 'payment_method')
})

test('the page creates at most ten card charges per hour, four per address; then it asks to wait', async () => {
  const { agency, invoice, play, now } = await cardInvoice()
  const { pathname } = new URL(invoice.payment_url)
  const [opened, refused] = [`${pathname}#cartao`, `${pathname}?card=too_many`]
  const choose = (address: string, count: number) => chooseCard(app.url, invoice, count, { address })
  for (const count of [1, 2, 1, 2]) assert.equal(await choose('198.51.100.1', count), opened)
  assert.equal(await choose('198.51.100.1', 3), refused)
  assert.equal(cardOf(await now()).instalment_count, 2, 'the last one can be paid')
  assert.equal(await choose('198.51.100.1', 2), opened, 'which is no new one')
  const { text } = await cardPage(app.url, invoice, '?card=too_many')
  assert.match(text, /Muitas tentativas com cartão/)
  const other = await cardInvoice()
  const address = '198.51.100.1'
  assert.match(await chooseCard(app.url, other.invoice, 3, { address }), /#cartao$/, 'another invoice')
  for (const count of [1, 2, 1, 2]) assert.equal(await choose('198.51.100.2', count), opened)
  for (const count of [1, 2]) assert.equal(await choose('198.51.100.3', count), opened)
  assert.equal(await choose('198.51.100.3', 3), refused)
  assert.equal(await choose('198.51.100.3', 2), opened)
  wall.advance(3_600_000)
  assert.equal(await choose('198.51.100.1', 3), opened)
  assert.equal(await choose('198.51.100.1', 4), refused)
  await agency.advance('PT1H')
  assert.equal((await play({ action: 'approve', instalments: 3 })).payment_status, 'paid')
})
