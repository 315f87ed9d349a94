// Discounts for early payment in the contract: of an invoice, a recurring invoice and the team, in drafts, on the page, in
// messages, and in the simulated bank's codes and boletos.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  INVOICES,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
} from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// A Sunday.
const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const TEAM = '/api/v1/team'
const EARLY = { discount_percent: 5, until: '2026-11-18' }
/** Fields that are not said. */
const NONE = { discount_percent: null, discount_amount: null }

const agencyWith = async (early_payment: object | null): Promise<Agency> => {
  const agency = await newAgency(app)
  await agency.live.patch(TEAM, { early_payment })
  return agency
}
const earlyOf = async (agency: Agency, fields: object = {}) =>
  (await newInvoice(agency.test, { status: 'sent', ...fields })).early_payment
const payTest = async ({ test: sandbox }: Agency, id: string, body: object = {}) => {
  const response = await sandbox.post(`/api/v1/test/charges/${id}/pay`, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

test('a recurring invoice refuses a discount that leaves nothing to pay, like an invoice', async () => {
  const agency = await newAgency(app)
  const { id: client_id } = await newClient(agency.test)
  const usual = { client_id, name: 'Plano', frequency: 'monthly', billing_day: 10, start_date: '2026-01-01' }
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 150 }]
  const early = (discount_amount: number) => ({ discount_amount, days_before_due: 2 })
  const refused = await agency.test.post(RECURRING, { ...usual, items, early_payment: early(150) })
  assertError(refused, 400, 'Invalid request parameters', 'early_payment.discount_amount')
  const { id } = await newRecurring(agency.test, { client_id, early_payment: early(149.99) })
  for (const change of [{ early_payment: early(150.01) }, { discount_rate: 10, early_payment: early(140) }]) {
    const response = await agency.test.patch(`${RECURRING}/${id}`, change)
    assertError(response, 400, 'Invalid request parameters', 'early_payment.discount_amount')
  }
})

test('a percentage or an amount until a day, with the amount due until then', async () => {
  const agency = await newAgency(app)
  assert.deepEqual(await earlyOf(agency, { early_payment: EARLY }), {
    ...{ ...NONE, discount_percent: 5, until: '2026-11-18' },
    ...{ amount_due: 142.5, amount_taken: 0 },
  })
  assert.deepEqual(await earlyOf(agency, { early_payment: { discount_amount: 10.5, until: '2026-11-20' } }), {
    ...{ ...NONE, discount_amount: 10.5, until: '2026-11-20' },
    ...{ amount_due: 139.5, amount_taken: 0 },
  })
  assert.equal(await earlyOf(agency, { early_payment: null }), null)
  assert.equal(await earlyOf(agency), null)
})

test('an invalid discount is refused by the name of its field', async () => {
  const { test: sandbox } = await newAgency(app)
  const { id } = await newClient(sandbox)
  const wrong: [early_payment: object, field: string][] = [
    [{ until: '2026-11-18' }, 'early_payment'],
    [{ discount_percent: 5, discount_amount: 5, until: '2026-11-18' }, 'early_payment'],
    [{ discount_percent: 5, until: '2026-11-21' }, 'early_payment.until'],
    [{ discount_percent: 5, until: '2026-02-30' }, 'early_payment.until'],
    [{ discount_amount: 150, until: '2026-11-18' }, 'early_payment.discount_amount'],
    [{ discount_amount: 1.234, until: '2026-11-18' }, 'early_payment.discount_amount'],
    [{ discount_percent: 1.23456, until: '2026-11-18' }, 'early_payment.discount_percent'],
  ]
  for (const [early_payment, field] of wrong) {
    const body = { client_id: id, issue_date: '2026-11-10', due_date: '2026-11-20', early_payment }
    const items = [{ description: 'Pacote', quantity: 1, unit_price: 150 }]
    const response = await sandbox.post(INVOICES, { ...body, items })
    assertError(response, 400, 'Invalid request parameters', field)
  }
})

test("the team's default ends days before the due date, unless that is before the issue date", async () => {
  const agency = await agencyWith({ discount_percent: 10, days_before_due: 5 })
  assert.partialDeepStrictEqual(await earlyOf(agency), {
    discount_percent: 10,
    until: '2026-11-15',
    amount_due: 135,
  })
  assert.equal(await earlyOf(agency, { early_payment: null }), null)
  assert.equal(await earlyOf(agency, { due_date: '2026-11-14' }), null)
  const quote = await newQuote(agency.test, { status: 'sent' })
  await agency.test.patch(`${QUOTES}/${quote.id}`, { status: 'accepted' })
  const { body } = await agency.test.post(`${QUOTES}/${quote.id}/invoice`, {})
  assert.equal(body.data.early_payment.until, '2026-11-17')
  const large = await agencyWith({ discount_amount: 150, days_before_due: 0 })
  assert.equal(await earlyOf(large), null, 'it would leave nothing to pay')
})

test('a recurring invoice passes its discount to its invoices', async () => {
  const agency = await agencyWith({ discount_percent: 10, days_before_due: 5 })
  const byTeam = await newRecurring(agency.test)
  assert.deepEqual(byTeam.early_payment, { ...NONE, discount_percent: 10, days_before_due: 5 })
  const own = await newRecurring(agency.test, { early_payment: { discount_amount: 7, days_before_due: 2 } })
  const { body } = await agency.test.patch(`${RECURRING}/${byTeam.id}`, { early_payment: null })
  assert.equal(body.data.early_payment, null)
  assert.deepEqual((await read(agency.test, `${RECURRING}/${own.id}`)).early_payment, {
    ...{ ...NONE, discount_amount: 7, days_before_due: 2 },
  })
})

test("a draft's discount can change and is limited by its due date; an issued one's is fixed", async () => {
  const { test: sandbox } = await newAgency(app)
  const { id } = await newInvoice(sandbox, { early_payment: EARLY })
  const patch = async (change: object) => sandbox.patch(`${INVOICES}/${id}`, change)
  const earlier = (await patch({ due_date: '2026-11-17' })).body.data
  assert.deepEqual([earlier.early_payment.until, earlier.pix.amount], ['2026-11-17', 142.5])
  assert.equal(
    (await patch({ early_payment: { discount_amount: 20, until: '2026-11-17' } })).body.data.pix.amount,
    130,
  )
  const smaller = (await patch({ items: [{ description: 'Pacote', quantity: 1, unit_price: 15 }] })).body.data
  assert.deepEqual([smaller.early_payment, smaller.pix.amount], [null, 15])
  const sent = (await patch({ early_payment: EARLY, due_date: '2026-11-20', status: 'sent' })).body.data
  assertError(await patch({ early_payment: null }), 409, 'Invoice is not a draft', 'early_payment')
  assert.equal((await patch({ early_payment: sent.early_payment })).status, 200, 'what is there may be said')
})

test('the simulated code has the discount until its day; an early payment settles the invoice', async () => {
  const agency = await newAgency(app)
  const first = await newInvoice(agency.test, { status: 'sent', early_payment: EARLY })
  const { id, pix } = await newInvoice(agency.test, { status: 'sent', early_payment: EARLY })
  assert.deepEqual([pix.amount, pix.due_date, pix.expires_at.slice(0, 10)], [142.5, null, '2026-11-19'])
  const paid = await payTest(agency, first.id)
  assert.partialDeepStrictEqual(paid, {
    payment_status: 'paid',
    amount_due: 0,
    amount_paid: 142.5,
    total: 150,
  })
  assert.partialDeepStrictEqual(paid.adjustments, [{ type: 'early_payment', amount: -7.5 }])
  assert.equal(paid.early_payment.amount_taken, 7.5)
  await agency.test.post('/api/v1/test/clock/advance', { by: 'P5D' })
  const renewed = await eventually('a new code', async () => {
    const shown = await read(agency.test, `${INVOICES}/${id}`)
    return shown.pix !== null && shown.pix.txid !== pix.txid && shown
  })
  assert.deepEqual([renewed.pix.amount, renewed.early_payment.amount_due], [150, 142.5])
})

test('a manual payment settles the invoice in time, leaves the rest if late, and cannot exceed what is due', async () => {
  const { test: sandbox } = await newAgency(app)
  const pay = async (amount: number, paid_at: string, fields: object = {}) => {
    const { id } = await newInvoice(sandbox, { status: 'sent', early_payment: EARLY, ...fields })
    const { data } = (await sandbox.post(`${INVOICES}/${id}/payments`, { amount, paid_at })).body
    return [data.payment_status, data.amount_due, data.amount_overpaid, data.early_payment.amount_taken]
  }
  const friday = { early_payment: { discount_percent: 5, until: '2026-11-13' } }
  const saturday = { early_payment: { discount_percent: 5, until: '2026-11-14' } }
  assert.deepEqual(await pay(142.5, '2026-11-15'), ['paid', 0, 0, 7.5])
  assert.deepEqual(await pay(145, '2026-11-15'), ['paid', 0, 0, 5], 'no more than was left out')
  assert.deepEqual(await pay(142.49, '2026-11-15'), ['partial', 7.51, 0, 0])
  assert.deepEqual(await pay(150, '2026-11-15'), ['paid', 0, 0, 0])
  assert.deepEqual(await pay(160, '2026-11-15'), ['paid', 0, 10, 0])
  assert.deepEqual(await pay(142.5, '2026-11-15', friday), ['partial', 7.5, 0, 0])
  assert.deepEqual(await pay(142.5, '2026-11-15', saturday), ['paid', 0, 0, 7.5], 'until Monday')
})

test('page, PDF and mail show the discount and its day; the boleto leaves it to the bank', async () => {
  const agency = await newAgency(app)
  const client = await newClient(agency.test, { cpf: '529.982.247-25' })
  const invoice = await newInvoice(agency.test, {
    client_id: client.id,
    status: 'sent',
    payment_methods: ['boleto'],
    early_payment: EARLY,
  })
  assert.equal(invoice.boleto.amount, 150)
  const textOf = async (url: string) => {
    const response = await fetch(url)
    return readPdf(Buffer.from(await response.arrayBuffer()))
      .texts.map(({ text }) => text)
      .join('\n')
  }
  const page = (await app.anybody.get(new URL(invoice.payment_url).pathname)).text.replaceAll('\u00a0', ' ')
  const slip = (await textOf(invoice.boleto.pdf_url)).replaceAll('\u00a0', ' ')
  const pdf = (await textOf(invoice.pdf_url)).replaceAll('\u00a0', ' ')
  for (const shown of ['Desconto até 18/11/2026', 'R$ 142,50']) {
    assert.ok(page.includes(shown), `page: ${shown}`)
    assert.ok(pdf.includes(shown), `PDF: ${shown}`)
  }
  assert.ok(slip.includes('Desconto de R$ 7,50 para pagamento até 18/11/2026.'), slip)
  assert.ok(page.includes('Se for pago até 18/11/2026, o banco desconta R$ 7,50.'))
  await app.service.worker!.idle()
  const { body } = await agency.test.get(`/api/v1/messages?invoice_id=${invoice.id}`)
  assert.match(body.data[0].text, /R\$\s142,50 \(com desconto, até 18\/11\/2026\)/)
  assert.match(
    body.data[0].text,
    /O desconto de R\$\s7,50 vale até 18\/11\/2026\. Depois, o valor é de R\$\s150,00\./,
  )
  assert.equal((await payTest(agency, invoice.id, { method: 'boleto' })).amount_paid, 142.5)
})
