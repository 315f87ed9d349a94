// Invoices by Pix with a due date (cobv): the bank computes discount, fine and interest, and one code serves from the
// first day to the last on which it can be paid.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { paidByPix } from '../support/fakes/paid-by-pix.ts'
import { INVOICES, newClient, newInvoice, read } from '../support/invoicing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// Monday, 16 November 2026.
const story = await paidByPix({ hasDueDates: true })
const { app, psp, provider, wall } = story
const { live, anybody } = app
beforeEach(() => psp.calm())

await live.patch('/api/v1/team', {
  late_payment: { fine_percent: 2, interest_percent: 1, payable_days: 15 },
})

const ADDRESS = { postal_code: '50010-000', street: 'Rua A', number: '10', city: 'Recife', state: 'PE' }
const dayIn = (days: number) => new Date(wall.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const invoiceOf = (id: string) => read(live, `${INVOICES}/${id}`)
/** 1,500.00, due in ten days, 50.00 off until in three days. */
const forMaria = async (fields: object = {}, client: object = {}) => {
  const maria = await newClient(live, { full_name: 'Maria de Exemplo', cpf: '529.982.247-25', ...client })
  return newInvoice(live, {
    client_id: maria.id,
    issue_date: dayIn(0),
    due_date: dayIn(10),
    status: 'sent',
    items: [{ description: 'Pacote', quantity: 1, unit_price: 1500 }],
    early_payment: { discount_amount: 50, until: dayIn(3) },
    ...fields,
  })
}
const kindOf = (txid: string) => psp.books.charges.get(txid)?.tipo
/** Until a weekday, so that no test depends on the day on which it begins. */
const untilMonday = () => story.goOn(((8 - wall.now().getUTCDay()) % 7) * DAY_MS)
const settledBy = ({ payment_status, amount_due, amount_overpaid, early_payment, late_payment }: Shown) => [
  payment_status,
  amount_due,
  amount_overpaid,
  early_payment?.amount_taken ?? 0,
  late_payment.amount_paid,
]
// biome-ignore lint/suspicious/noExplicitAny: invoices as they are shown
type Shown = any

test("the bank's support is checked on connecting, and again on testing", async () => {
  const shown = async () => (await read(live, PROVIDERS))[0].capabilities
  assert.deepEqual(await shown(), ['cobv'])
  const test = () => live.post(`${PROVIDERS}/${provider.id}/test`)
  psp.trouble('GET /cobv', 403, 403)
  assert.equal((await test()).body.data.works, true)
  assert.deepEqual(await shown(), [])
  psp.trouble('GET /cobv', 500)
  await test()
  assert.deepEqual(await shown(), [], 'no response changes nothing')
  await test()
  assert.deepEqual(await shown(), ['cobv'])
})

test('the order has all terms and the address; response and page have amounts and dates', async () => {
  const invoice = await forMaria({}, { address: ADDRESS })
  const { pix, early_payment, amount_due } = invoice
  assert.deepEqual(psp.calls.findLast(({ path }) => path === `/cobv/${pix.txid}`)?.body, {
    calendario: { dataDeVencimento: invoice.due_date, validadeAposVencimento: 15 },
    devedor: {
      cpf: '52998224725',
      nome: 'Maria de Exemplo',
      logradouro: 'Rua A, 10',
      cidade: 'Recife',
      uf: 'PE',
      cep: '50010000',
    },
    valor: {
      original: '1500.00',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
      desconto: {
        modalidade: 1,
        descontoDataFixa: [{ data: early_payment.until, valorPerc: '50.00' }],
      },
    },
    chave: psp.settings.pix_key,
    solicitacaoPagador: 'Fatura',
  })
  assert.deepEqual([pix.amount, pix.due_date, amount_due], [1450, invoice.due_date, 1500])
  assert.deepEqual(early_payment, {
    discount_percent: null,
    discount_amount: 50,
    until: dayIn(3),
    amount_due: 1450,
    amount_taken: 0,
  })
  const page = (await anybody.get(new URL(invoice.payment_url).pathname)).text
  for (const shown of ['Desconto por pagamento antecipado', 'R$\u00a01.450,00', '-R$\u00a050,00'])
    assert.ok(page.includes(shown) || page.includes(shown.replace('\u00a0', ' ')), shown)
})

test('paid early with the discount: settled in full, the discount is an adjustment', async () => {
  const { id, pix } = await forMaria()
  await story.payCode(id, pix.txid)
  const paid = await invoiceOf(id)
  assert.deepEqual(settledBy(paid), ['paid', 0, 0, 50, 0])
  assert.partialDeepStrictEqual(paid.adjustments, [{ type: 'early_payment', amount: -50, refund_id: null }])
  assert.equal(paid.payments[0].amount, 1450)
})

test('after the discount, on the due date, five days late: one code throughout', async () => {
  await untilMonday()
  const [after, onDay, late] = [await forMaria(), await forMaria(), await forMaria()]
  const asked = psp.count('PUT /cob')
  await story.goOn(4 * DAY_MS)
  assert.equal((await invoiceOf(after.id)).pix.amount, 1500)
  await story.payCode(after.id, after.pix.txid)
  assert.deepEqual(settledBy(await invoiceOf(after.id)), ['paid', 0, 0, 0, 0])
  await story.goOn(6 * DAY_MS)
  await story.payCode(onDay.id, onDay.pix.txid)
  assert.deepEqual(settledBy(await invoiceOf(onDay.id)), ['paid', 0, 0, 0, 0])
  for (let day = 0; day < 5; day++) await story.goOn(DAY_MS)
  const overdue = await invoiceOf(late.id)
  assert.deepEqual(
    [overdue.payment_status, overdue.pix.txid, overdue.pix.amount],
    ['overdue', late.pix.txid, 1532.5],
  )
  // 2 % of 1,500.00 is 30.00, and 1 % a month for five days is 2.50.
  await story.payCode(late.id, late.pix.txid)
  assert.deepEqual(settledBy(await invoiceOf(late.id)), ['paid', 0, 0, 0, 32.5])
  assert.equal(psp.count('PUT /cob'), asked, 'no other charge was asked for')
})

test('due on a Saturday, discount until a Saturday: Monday is in time, local holidays included', async () => {
  await untilMonday()
  const saturday = { due_date: dayIn(5), early_payment: { discount_percent: 10, until: dayIn(5) } }
  const [monday, holiday] = [await forMaria(saturday), await forMaria(saturday)]
  await story.goOn(7 * DAY_MS)
  await story.payCode(monday.id, monday.pix.txid)
  assert.deepEqual(settledBy(await invoiceOf(monday.id)), ['paid', 0, 0, 150, 0])
  // The payer has a local holiday on Monday: the bank accepts the discounted amount on Tuesday, and its report
  // counts.
  psp.books.holidays.add(dayIn(0))
  psp.books.namesComponents = false
  await story.goOn(DAY_MS)
  await story.payCode(holiday.id, holiday.pix.txid)
  psp.books.namesComponents = true
  assert.deepEqual(settledBy(await invoiceOf(holiday.id)), ['paid', 0, 0, 150, 0])
})

test('other amounts than the bank requests: a part leaves the rest, more is an overpayment', async () => {
  const [part, more] = [await forMaria(), await forMaria()]
  await story.payCode(part.id, part.pix.txid, '1000.00')
  const rest = await eventually('the rest has a code', async () => {
    const shown = await invoiceOf(part.id)
    return shown.pix !== null && shown
  })
  assert.deepEqual(settledBy(rest), ['partial', 500, 0, 0, 0])
  assert.deepEqual(
    [rest.early_payment.amount_due, rest.pix.amount, kindOf(rest.pix.txid)],
    [450, 450, 'cobv'],
  )
  await story.payCode(part.id, rest.pix.txid)
  assert.deepEqual(
    settledBy(await invoiceOf(part.id)),
    ['paid', 0, 0, 50, 0],
    'the whole discount, in two parts',
  )
  await story.payCode(more.id, more.pix.txid, '1600.00')
  assert.deepEqual(settledBy(await invoiceOf(more.id)), ['paid', 0, 100, 0, 0])
})

test('after its validity the code is withdrawn, and an immediate one of that day replaces it', async () => {
  await untilMonday()
  const { id, pix } = await forMaria({ early_payment: null })
  await story.goOn(26 * DAY_MS)
  const renewed = await eventually('another code', async () => {
    const shown = await invoiceOf(id)
    return shown.pix !== null && shown.pix.txid !== pix.txid && shown
  })
  assert.deepEqual([kindOf(renewed.pix.txid), renewed.pix.due_date], ['cob', null])
  // 2 %, and 1 % a month for the sixteen days since the due date.
  assert.equal(renewed.pix.amount, 1538)
  await eventually(
    'withdrawn',
    async () => psp.books.charges.get(pix.txid)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  )
})

test('paid by hand: withdrawn at the bank; a later payment is recorded as an overpayment', async () => {
  const { id, pix } = await forMaria()
  const { body } = await live.post(`${INVOICES}/${id}/payments`, { amount: 1450 })
  assert.deepEqual(settledBy(body.data), ['paid', 0, 0, 50, 0])
  await eventually(
    'withdrawn',
    async () => psp.books.charges.get(pix.txid)?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  )
  await story.payCode(id, pix.txid)
  assert.deepEqual(settledBy(await invoiceOf(id)), ['paid', 0, 1450, 50, 0])
})

test('removing a payment removes its discount', async () => {
  const { id } = await forMaria()
  const { body } = await live.post(`${INVOICES}/${id}/payments`, { amount: 1450 })
  const removed = await live.delete(`${INVOICES}/${id}/payments/${body.data.payments[0].id}`)
  assert.deepEqual(settledBy(removed.body.data), ['pending', 1500, 0, 0, 0])
  assert.deepEqual(removed.body.data.adjustments, [])
})

test('a lost response of the order: found again by a job, as the same kind of charge', async () => {
  psp.trouble('PUT /cobv/', 'reset', 'reset')
  const { id } = await forMaria()
  await story.goOn(HOUR_MS)
  const found = await eventually('a code', async () => (await invoiceOf(id)).pix)
  assert.deepEqual([kindOf(found.txid), found.due_date], ['cobv', dayIn(10)])
  await story.payCode(id, found.txid)
  assert.deepEqual(settledBy(await invoiceOf(id)), ['paid', 0, 0, 50, 0])
})

test('if the bank refuses it, at once or after a lost response, an immediate code has the discount', async () => {
  await untilMonday()
  psp.books.demandsAddress = true
  const atOnce = await forMaria()
  assert.deepEqual([kindOf(atOnce.pix.txid), atOnce.pix.amount, atOnce.pix.due_date], ['cob', 1450, null])
  psp.trouble('PUT /cobv/', 'hang', 'hang')
  const { id } = await forMaria()
  psp.books.demandsAddress = true
  await story.goOn(HOUR_MS)
  const later = await eventually('a code', async () => (await invoiceOf(id)).pix)
  psp.books.demandsAddress = false
  assert.deepEqual([kindOf(later.txid), later.amount, later.due_date], ['cob', 1450, null])
  await story.goOn(4 * DAY_MS)
  const renewed = await eventually('another code', async () => {
    const shown = await invoiceOf(id)
    return shown.pix !== null && shown.pix.txid !== later.txid && shown.pix
  })
  assert.deepEqual(
    [kindOf(renewed.txid), renewed.amount],
    ['cobv', 1500],
    'without the discount, at the bank',
  )
  await story.payCode(atOnce.id, atOnce.pix.txid, '1450.00')
})

test('a client without CPF, and an invoice without terms, have immediate codes', async () => {
  const unknown = await forMaria({}, { cpf: null })
  assert.deepEqual([kindOf(unknown.pix.txid), unknown.pix.amount], ['cob', 1450])
  await live.patch('/api/v1/team', { late_payment: { fine_percent: 0, interest_percent: 0 } })
  const plain = await forMaria({ early_payment: null })
  assert.deepEqual([kindOf(plain.pix.txid), plain.pix.amount], ['cob', 1500])
  await live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
})

test('a draft with a changed discount gets another code', async () => {
  const draft = await forMaria({ status: 'draft' })
  const early_payment = { discount_percent: 4, until: dayIn(3) }
  const { body } = await live.patch(`${INVOICES}/${draft.id}`, { early_payment })
  assert.notEqual(body.data.pix.txid, draft.pix.txid)
  assert.equal(body.data.pix.amount, 1440)
})
