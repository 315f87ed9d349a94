// Invoices that can be paid by Pix, by boleto or by both: each by a charge of its own, the first that is paid takes the
// other away, and being late costs what the agency has set.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAnyTeam } from '../../server/features/teams/teams.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { type Agency, assertError, newAgency, untilSettled } from '../support/agency.ts'
import type { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { connectedBank } from '../support/fakes/connected-bank.ts'
import {
  eventsOf,
  INVOICES,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
} from '../support/invoicing.ts'
import { readPdf } from '../support/read-pdf.ts'

const PERSON = { full_name: 'Ana Souza', cpf: '529.982.247-25' }
const BOTH = { payment_methods: ['pix', 'boleto'] }

// A Sunday.
const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const { app, psp, provider } = await connectedBank({ wall })
const { live, anybody } = app

const forAna = async (client: Client, fields: object = {}) => {
  const { id } = await newClient(client, PERSON)
  return newInvoice(client, { client_id: id, status: 'sent', ...BOTH, ...fields })
}
const pay = async (client: Client, id: string, body: object = {}) => {
  const answer = await client.post(`/api/v1/test/charges/${id}/pay`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const pathOf = (url: string) => new URL(url).pathname
const pageOf = async (url: string) => (await anybody.get(pathOf(url))).text
const wordsOf = async (url: string) => {
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  return readPdf(Buffer.from(await answer.arrayBuffer()))
    .texts.map(({ text }) => text)
    .join('\n')
}
/** An agency of its own: 2 % once, and 1 % a month. */
const strictAgency = (): Promise<Agency> => newAgency(app, { finePercent: '2', interestPercent: '1' })

test('both methods: a code and a boleto, in the response, on the page and the PDF', async () => {
  const invoice = await forAna(live, { due_date: '2026-11-20' })
  const { pix, boleto } = invoice
  assert.equal(psp.books.charges.get(pix.txid)!.valor.original, '150.00')
  assert.deepEqual([pix.amount, boleto.amount, boleto.due_date], [150, 150, '2026-11-20'])
  const asked = psp.calls.find(({ path }) => path === `/cob/${pix.txid}`)!
  assert.match(JSON.stringify(asked.body), /"cpf":"52998224725"/, 'the bank gets the payer')
  assert.match(boleto.barcode, /^999\d{41}$/)
  assert.match(boleto.digitable_line, /^\d{47}$/)
  assert.equal(boleto.expires_at, '2026-12-21T02:59:59.999Z')
  const page = await pageOf(invoice.payment_url)
  for (const shown of [
    pix.copy_paste,
    `data-plain="${boleto.digitable_line}"`,
    boleto.pdf_url,
    'um dia útil',
  ])
    assert.ok(page.includes(shown), shown)
  assert.equal(page.match(/ id="said-/g)!.length, 2)
  const pdf = await wordsOf(invoice.pdf_url)
  assert.match(pdf, /R\$ 150,00, com vencimento em 20\/11\/2026/)
  const slip = await wordsOf(boleto.pdf_url)
  assert.ok(slip.includes(`Fatura ${invoice.number}\n`) && !slip.includes(invoice.id), 'as people know it')
  for (const shown of ['CPF 529.982.247-25', 'Não receber após 20/12/2026.', '20/11/2026'])
    assert.ok(slip.includes(shown), shown)
  assert.match(await pageOf(boleto.url), /Pode ser pago até 20\/12\/2026/)
  const plain = await newInvoice(live, { status: 'sent' })
  assert.deepEqual(
    [plain.payment_methods, plain.boleto],
    [['pix'], null],
    'nothing changes unless it is asked for',
  )
})

test('the boleto is paid: the code is withdrawn at its bank, with the events of any payment', async () => {
  const { id, pix, boleto } = await forAna(live)
  const paid = await pay(live, id, { method: 'boleto' })
  assert.deepEqual([paid.payment_status, paid.pix, paid.boleto], ['paid', null, null])
  assert.deepEqual(
    paid.payments.map(({ amount, method }: { amount: number; method: string }) => [amount, method]),
    [[150, 'boleto']],
  )
  await eventually('withdrawn', () => psp.books.charges.get(pix.txid)!.status.startsWith('REMOVIDA'))
  assert.match(await pageOf(boleto.url), /Boleto pago/)
  assert.deepEqual((await eventsOf(live, id)).slice(-2), ['invoice.payment_received', 'invoice.paid'])
})

test('the code is paid, and then the boleto: both are recorded, with the overpayment', async () => {
  const { id, pix, boleto, payment_url } = await forAna(live)
  psp.pay(pix.txid)
  await psp.callBack(provider.callback_url, [pix.txid])
  await eventually('paid', async () => (await read(live, `${INVOICES}/${id}`)).payment_status === 'paid')
  assert.match(await pageOf(boleto.url), /Boleto cancelado/)
  const twice = await pay(live, id, { method: 'boleto' })
  assert.deepEqual([twice.amount_paid, twice.amount_overpaid, twice.payments.length], [300, 150, 2])
  assert.match(await pageOf(payment_url), /Pago a mais/)
  // What came by Pix can go back, what came by boleto cannot.
  const byBoleto = twice.payments.find(({ method }: { method: string }) => method === 'boleto')
  const refund = (body: object) => live.post(`${INVOICES}/${id}/refunds`, body)
  assertError(await refund({ payment_id: byBoleto.id }), 422, 'Boleto cannot be refunded')
  assert.equal((await refund({ amount: 150 })).status, 201)
})

test('a boleto alone; a missing tax id, or an amount beyond its limit, gives a warning', async () => {
  const only = await forAna(live, { payment_methods: ['boleto', 'boleto'] })
  assert.deepEqual([only.payment_methods, only.pix], [['boleto'], null])
  const byCode = await live.post(`/api/v1/test/charges/${only.id}/pay`, { method: 'pix' })
  assertError(byCode, 404, 'Charge not found')
  const byCard = await live.post(`/api/v1/test/charges/${only.id}/pay`, { method: 'card' })
  assertError(byCard, 404, 'Charge not found')
  const byCheque = await live.post(`/api/v1/test/charges/${only.id}/pay`, { method: 'cheque' })
  assertError(byCheque, 400, 'Invalid request parameters', 'method')
  const slip = await pay(live, only.id)
  assertError(await live.post(`${INVOICES}/${only.id}/refunds`, {}), 422, 'Boleto cannot be refunded')
  assert.equal(slip.payment_status, 'paid')
  const { body } = await live.post(INVOICES, await invoiceBody(live, { payment_methods: ['boleto'] }))
  assert.deepEqual([body.data.boleto, body.warnings[0].field], [null, 'boleto'])
  assert.match(body.warnings[0].issue, /needs a client with a valid cpf or cnpj/)
  assert.match(await pageOf(body.data.payment_url), /Para pagar, combine o pagamento diretamente com/)
  const large = { items: [{ description: 'Fretamento', quantity: 1, unit_price: 100_000_000 }] }
  const { pix, boleto } = await forAna(live, large)
  assert.ok(pix !== null && boleto === null)
  for (const payment_methods of [[], ['cheque'], 'pix'])
    assertError(
      await live.post(INVOICES, await invoiceBody(live, { payment_methods })),
      400,
      'Invalid request parameters',
      payment_methods.length === 1 ? 'payment_methods.0' : 'payment_methods',
    )
})

test('methods can change at any time, and a draft with another due date gets another boleto', async () => {
  const { id, pix } = await newInvoice(live, {
    client_id: (await newClient(live, PERSON)).id,
    status: 'sent',
  })
  const patched = async (body: object) => (await live.patch(`${INVOICES}/${id}`, body)).body.data
  const more = await patched(BOTH)
  assert.deepEqual([more.pix.txid, more.boleto.amount], [pix.txid, 150])
  const less = await patched({ payment_methods: ['boleto'] })
  assert.deepEqual([less.pix, less.boleto.txid], [null, more.boleto.txid])
  const draft = await forAna(live, { status: 'draft', due_date: '2026-11-20' })
  const later = (await live.patch(`${INVOICES}/${draft.id}`, { due_date: '2026-11-27' })).body.data
  assert.deepEqual([later.pix.txid, later.boleto.due_date], [draft.pix.txid, '2026-11-27'])
  assert.notEqual(later.boleto.txid, draft.boleto.txid)
  const part = (await live.post(`${INVOICES}/${id}/payments`, { amount: 100 })).body.data
  assert.equal(part.boleto.amount, 50, 'the rest gets a boleto of its own')
})

test('quotes and recurring invoices pass their methods on', async () => {
  const { id: client_id } = await newClient(app.test, PERSON)
  const quote = await newQuote(app.test, { client_id, status: 'accepted' })
  const made = await app.test.post(`${QUOTES}/${quote.id}/invoice`, BOTH)
  assert.ok(made.body.data.boleto !== null && made.body.data.pix !== null, made.text)
  const agency = await strictAgency()
  const { id: payer } = await newClient(agency.test, PERSON)
  const plan = await newRecurring(agency.test, {
    client_id: payer,
    billing_day: 20,
    auto_send: true,
    ...BOTH,
  })
  assert.deepEqual(plan.payment_methods, ['pix', 'boleto'])
  await agency.advance('P1D')
  const { last_invoice_id } = await read(agency.test, `${RECURRING}/${plan.id}`)
  const invoice = await read(agency.test, `${INVOICES}/${last_invoice_id}`)
  assert.equal(invoice.boleto.due_date, '2026-11-20')
  const fewer = await agency.test.patch(`${RECURRING}/${plan.id}`, { payment_methods: ['pix'] })
  assert.deepEqual(fewer.body.data.payment_methods, ['pix'])
})

test('late: each day a code of the right amount, the bank adds to the boleto, and all agree', async () => {
  const { test: client, advance } = await strictAgency()
  assert.deepEqual((await read(client, '/api/v1/me')).late_payment, { fine_percent: 2, interest_percent: 1 })
  // A Thursday; the Friday after it is a day without banks.
  const invoice = await forAna(client, { due_date: '2026-11-19' })
  const words = /Após o vencimento: multa de 2% e juros de mora de 1% ao mês, por dia de atraso\./
  for (const text of [
    await pageOf(invoice.payment_url),
    await wordsOf(invoice.pdf_url),
    await wordsOf(invoice.boleto.pdf_url),
    await pageOf(invoice.boleto.url),
  ])
    assert.match(text, words)
  await advance('P6D')
  const late = await read(client, `${INVOICES}/${invoice.id}`)
  assert.deepEqual([late.payment_status, late.amount_due, late.pix.amount], ['overdue', 150, 153.1])
  assert.equal(late.boleto.txid, invoice.boleto.txid, 'the bank adds to it by itself')
  assert.notEqual(late.pix.txid, invoice.pix.txid)
  await advance('P8D')
  const later = await read(client, `${INVOICES}/${invoice.id}`)
  assert.equal(later.pix.amount, 153.5)
  const page = await pageOf(later.payment_url)
  for (const shown of [
    '<p class="amount">R$ 153,50</p>',
    '<dt>Multa</dt><dd>R$ 3,00</dd>',
    '<dt>Juros</dt><dd>R$ 0,50</dd>',
    'Valor atualizado',
  ])
    assert.ok(page.includes(shown), shown)
  assert.match(await wordsOf(later.pdf_url), /Multa\nR\$ 3,00\nJuros\nR\$ 0,50\nTotal a pagar\nR\$ 153,50/)
  const paid = await pay(client, invoice.id, { method: 'boleto' })
  assert.deepEqual(
    [paid.amount_paid, paid.amount_overpaid, paid.late_payment.amount_paid, paid.payments[0].late_amount],
    [153.5, 0, 3.5, 3.5],
  )
})

test("a boleto created late has today's amount, and the bank adds nothing to it", async () => {
  const { test: client, advance, id: team } = await strictAgency()
  const { id } = await forAna(client, { due_date: '2026-11-19' })
  // Other terms are for other invoices.
  await updateAnyTeam(app.service.world, team, { late_payment: { fine_percent: 0 } })
  await advance('P14D')
  const part = await client.post(`${INVOICES}/${id}/payments`, { amount: 50 })
  const { pix, boleto } = part.body.data
  // 100.00, ten days late: 2.00 and 0.33.
  assert.deepEqual([pix.amount, boleto.amount, boleto.due_date], [102.33, 102.33, '2026-12-02'])
  assert.match(await wordsOf(boleto.pdf_url), /O valor inclui R\$ 2,33 de multa e juros de mora\./)
  await advance('P2D')
  assert.equal((await pay(client, id, { method: 'boleto' })).late_payment.amount_paid, 2.33)
  const next = await forAna(client, { due_date: '2026-12-30' })
  assert.deepEqual(next.late_payment, {
    fine_percent: 0,
    interest_percent: 1,
    payable_days: 30,
    amount_paid: 0,
  })
})

test('a late manual payment is no overpayment up to its late charges', async () => {
  const { test: client, advance } = await strictAgency()
  const { id } = await forAna(client, { due_date: '2026-11-19' })
  await advance('P14D')
  const { amount_overpaid, late_payment, payment_status } = (
    await client.post(`${INVOICES}/${id}/payments`, { amount: 160 })
  ).body.data
  assert.deepEqual([payment_status, late_payment.amount_paid, amount_overpaid], ['paid', 3.5, 6.5])
})

test('a payment of a future year is refused, and no overpayment becomes a fine', async () => {
  const { test: client } = await strictAgency()
  const { id } = await forAna(client, { due_date: '2026-11-19' })
  const record = (paid_at?: string) => client.post(`${INVOICES}/${id}/payments`, { amount: 5_000, paid_at })
  assertError(await record('2099-12-31T00:00:00Z'), 400, 'Invalid request parameters', 'paid_at')
  const { late_payment, amount_overpaid } = (await record()).body.data
  assert.deepEqual([late_payment.amount_paid, amount_overpaid], [0, 4_850])
})

test('a return takes fine and interest first, and a later payment pays them again', async () => {
  const { test: client, advance } = await strictAgency()
  const { id } = await forAna(client, { due_date: '2026-11-19' })
  await advance('P14D')
  const sums = ({ amount_paid, amount_due, amount_overpaid, late_payment, payments }: typeof invoice) => [
    amount_paid,
    amount_due,
    amount_overpaid,
    late_payment.amount_paid,
    payments.at(-1).late_amount,
  ]
  let invoice = await pay(client, id, { method: 'boleto' })
  assert.deepEqual(sums(invoice), [153.5, 0, 0, 3.5, 3.5])
  const lowered = await client.patch(`${INVOICES}/${id}`, { amount_paid: 151 })
  assert.deepEqual(sums(lowered.body.data), [151, 0, 0, 1, -2.5])
  assert.equal((await client.post(`/api/v1/test/charges/${id}/return`)).status, 200)
  invoice = await read(client, `${INVOICES}/${id}`)
  assert.deepEqual(sums(invoice), [0, 150, 0, 0, -1])
  const again = await client.post(`${INVOICES}/${id}/payments`, { amount: 160 })
  assert.deepEqual(sums(again.body.data), [160, 0, 6.5, 3.5, 3.5])
})

test("a payment is late by the agency's days, but a boleto by banking days", async () => {
  const { test: client, live: owner, advance } = await strictAgency()
  assert.equal((await owner.patch('/api/v1/team', { time_zone: 'America/Manaus' })).status, 200)
  const [first, second] = [
    await forAna(client, { due_date: '2026-11-19' }),
    await forAna(client, { due_date: '2026-11-19' }),
  ]
  // Half past eleven there, and after midnight in São Paulo.
  await advance('P4DT12H30M')
  const late = async (id: string, path: string, body: object) =>
    (await client.post(path.replace('ID', id), body)).body.data.late_payment.amount_paid
  assert.equal(await late(first.id, `${INVOICES}/ID/payments`, { amount: 160 }), 0)
  assert.equal(await late(second.id, '/api/v1/test/charges/ID/pay', { method: 'boleto' }), 3.05)
})

test('due on a bank holiday: the next business day costs nothing', async () => {
  const { test: client, advance } = await strictAgency()
  // A Saturday.
  const { id, pix } = await forAna(client, { due_date: '2026-11-21' })
  assert.equal(pix.expires_at, '2026-11-24T02:59:59.999Z')
  await advance('P8D')
  const monday = await read(client, `${INVOICES}/${id}`)
  assert.deepEqual([monday.payment_status, monday.pix.txid], ['overdue', pix.txid])
  await advance('P1D')
  assert.equal((await read(client, `${INVOICES}/${id}`)).pix.amount, 153.15)
})

test('an expired boleto is followed by another a business day later, when its payment would be known', async () => {
  const agency = await newAgency(app)
  const { id, boleto } = await forAna(agency.test, { due_date: '2026-11-20', payment_methods: ['boleto'] })
  const shown = async () => (await read(agency.test, `${INVOICES}/${id}`)).boleto
  await agency.advance('P36D')
  assert.equal((await shown()).txid, boleto.txid, 'paid on its last day, it would be reported on Monday')
  await agency.advance('P2D')
  const next = await shown()
  assert.notEqual(next.txid, boleto.txid)
  assert.equal(next.amount, 150)
})

test('after a month of daily codes there is one per month, and the expired boleto is created again', async () => {
  const { test: client, advance } = await strictAgency()
  const { id, boleto } = await forAna(client, { due_date: '2026-11-19' })
  const shown = () => read(client, `${INVOICES}/${id}`)
  await advance('P34D')
  // Thirty days late: 3.00 and 1.50.
  const last = await shown()
  assert.deepEqual([last.pix.amount, last.pix.expires_at], [154.5, '2026-12-20T02:59:59.999Z'])
  await advance('P3D')
  const monthly = await shown()
  assert.deepEqual([monthly.pix.amount, monthly.pix.expires_at], [154.55, '2027-01-20T02:59:59.999Z'])
  // It could be paid until a Saturday, so its last payment is known on Monday.
  assert.notEqual(monthly.boleto.txid, boleto.txid)
  assert.equal(monthly.boleto.amount, 154.65)
  const page = await pageOf(monthly.payment_url)
  assert.ok(page.includes('<p class="amount">R$ 154,55</p>'), 'the page says what its code asks for')
  assert.ok(!page.includes('o banco soma'), 'nothing more is added to a boleto that was made late')
})

test("the client's mail has the line to type; an erased client is no longer on a draft", async () => {
  const { id, test: client } = await newAgency(app)
  const invoice = await forAna(client, { due_date: '2026-11-20' })
  const { client_id } = invoice
  const text = await eventually('the message', async () => {
    const [message] = (await client.get(`/api/v1/messages?invoice_id=${invoice.id}`)).body.data
    return message?.text
  })
  assert.match(text, /Pix copia e cola:\n000201/)
  assert.match(text, /Boleto \(linha digitável\):\n\d{5}\.\d{5} /)
  await pay(client, invoice.id, { method: 'boleto' })
  const draft = await newInvoice(client, { client_id, ...BOTH })
  const stored = async (id: string) => {
    const all = 'select distinct payer_name, payer_document from charges where reference_id = $1'
    return (await app.service.world.pool.query(all, [id])).rows
  }
  const ana = [{ payer_name: 'Ana Souza', payer_document: '52998224725' }]
  assert.deepEqual(await stored(draft.id), ana)
  const erased = await client.delete(`/api/v1/clients/${client_id}?erase=true`)
  assert.equal(erased.status, 200, erased.text)
  await untilSettled(app, id, 'test')
  const [payer, ...others] = await stored(draft.id)
  assert.deepEqual([payer.payer_document, others], [null, []])
  assert.notEqual(payer.payer_name, 'Ana Souza')
  assert.deepEqual(await stored(invoice.id), ana, 'what was issued is kept for the books, as the invoice is')
})
