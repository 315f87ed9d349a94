// An agency without a bank's API: codes to its own Pix key, and receipts that it confirms itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsQR from 'jsqr'
import { hasError, isStaticPix, parsePix } from 'pix-utils'
import { PNG } from 'pngjs'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { PROVIDERS } from '../../../test/support/fakes/connected-bank.ts'
import { eventsOf, INVOICES, newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-16T12:00:00.000Z')) })
const { live } = app
const RECEIPTS = '/api/v1/receipts'
const KEY = 'financeiro@agencia.example'

async function withKey(client: Client, pix_key: string = KEY) {
  const { status, body, text } = await client.post(PROVIDERS, { provider: 'pix-key', settings: { pix_key } })
  assert.equal(status, 201, text)
  return body.data
}

const byKey = (client: Client, fields: object = {}) =>
  newInvoice(client, { status: 'sent', payment_methods: ['pix_key'], ...fields })
// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
const chargeOf = (invoice: any) => invoice.charges[0]
const confirm = (client: Client, ...receipts: object[]) => client.post(`${RECEIPTS}/confirm`, { receipts })

const provider = await withKey(live)

test("a Pix key is validated and stored in the banks' form; no bank is called", async () => {
  assert.deepEqual(
    [provider.methods, provider.settings, provider.callback_url, provider.is_default],
    [['pix_key'], { pix_key: KEY }, null, true],
  )
  const wrong = await live.post(PROVIDERS, { provider: 'pix-key', settings: { pix_key: '111.111.111-11' } })
  assertError(wrong, 400, 'Invalid request parameters', 'settings.pix_key')
  const { works } = (await live.post(`${PROVIDERS}/${provider.id}/test`)).body.data
  assert.equal(works, true)
})

test('the code has key, amount and identifier, as two parsers and the picture agree', async () => {
  const invoice = await byKey(live)
  const { status, instructions } = chargeOf(invoice)
  assert.deepEqual([status, invoice.pix, invoice.payment_problems], ['open', null, []])
  const code = parsePix(instructions.code)
  assert.ok(!hasError(code) && isStaticPix(code))
  assert.deepEqual([code.pixKey, code.transactionAmount], [KEY, invoice.total])
  const [listed] = (await live.get(RECEIPTS)).body.data
  assert.equal(code.txid, listed.identifier)
  assert.match(listed.identifier, /^[0-9A-Z]{1,25}$/)
  const picture = await fetch(instructions.qrcode_url.replace(/svg$/, 'png'))
  const { data, width, height } = PNG.sync.read(Buffer.from(await picture.arrayBuffer()))
  assert.equal(jsQR.default(new Uint8ClampedArray(data), width, height)?.data, instructions.code)
})

test('page and PDF show the code, and who confirms the payment', async () => {
  const invoice = await byKey(live)
  const page = await (await fetch(invoice.payment_url)).text()
  assert.ok(page.includes(`data-plain="${chargeOf(invoice).instructions.code}"`))
  assert.match(page, /Pagamento confirmado pela agência/)
  const waiting = await (await fetch(`${invoice.payment_url}?paid`)).text()
  assert.match(waiting, /Aguardando a confirmação da agência/)
  const pdf = readPdf(Buffer.from(await (await fetch(invoice.pdf_url)).arrayBuffer()))
  assert.ok(pdf.texts.some(({ text }) => text.startsWith('Pagamento confirmado pela agência')))
})

test("beside a bank's code, each is on the page once", async () => {
  const invoice = await byKey(live, { payment_methods: ['pix_key', 'pix'] })
  assert.deepEqual(
    invoice.charges.map(({ method }: { method: string }) => method),
    ['pix', 'pix_key'],
  )
  const page = await (await fetch(invoice.payment_url)).text()
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`, { method: 'pix' })
  const paid = await read(live, `${INVOICES}/${invoice.id}`)
  assert.deepEqual(
    paid.charges.map((charge: { method: string; status: string }) => [charge.method, charge.status]),
    [['pix', 'paid']],
    'the other one is withdrawn',
  )
})

test('a code with a discount paid after its day is a part payment, whenever it is confirmed', async () => {
  const agency = await newAgency(app)
  await withKey(agency.test)
  const early_payment = { discount_percent: 5, until: '2026-11-17' }
  const paidOn = async (paid_at: string) => {
    const invoice = await byKey(agency.test, { early_payment })
    const { id: charge_id, amount } = chargeOf(invoice)
    assert.equal(amount, invoice.early_payment.amount_due)
    return async () => {
      const { body, text } = await confirm(agency.test, { charge_id, paid_at })
      assert.equal(body.data?.receipts[0].outcome, 'confirmed', text)
      const {
        payment_status,
        amount_due,
        early_payment: taken,
      } = await read(agency.test, `${INVOICES}/${invoice.id}`)
      return [payment_status, amount_due, taken.amount_taken]
    }
  }
  const [inTime, late] = [await paidOn('2026-11-17'), await paidOn('2026-11-18')]
  await agency.advance('P2D')
  assert.deepEqual(await inTime(), ['paid', 0, 7.5])
  assert.deepEqual(await late(), ['partial', 7.5, 0])
})

test('one confirmation creates one payment, its events and audit entry', async () => {
  const agency = await newAgency(app)
  await withKey(agency.live)
  const invoice = await byKey(agency.live)
  const { id: charge_id } = chargeOf(invoice)
  const [listed] = (await agency.live.get(RECEIPTS)).body.data
  assert.deepEqual(
    [listed.charge_id, listed.invoice_number, listed.amount, listed.client.id],
    [charge_id, invoice.number, invoice.total, invoice.client_id],
  )
  const { status, body } = await confirm(agency.live, { charge_id })
  const done = { charge_id, invoice_id: invoice.id, payment_status: 'paid', amount_due: 0 }
  assert.deepEqual([status, body.data], [200, { receipts: [{ ...done, outcome: 'confirmed' }] }])
  const again = await confirm(agency.live, { charge_id })
  assert.deepEqual(again.body.data.receipts, [{ ...done, outcome: 'confirmed_before' }])
  const { payments, charges } = await read(agency.live, `${INVOICES}/${invoice.id}`)
  assert.deepEqual(
    payments.map((one: { method: string; amount: number; reference: string }) => [
      one.method,
      one.amount,
      one.reference,
    ]),
    [['pix_key', invoice.total, listed.identifier]],
  )
  assert.equal(charges[0].status, 'paid')
  assert.deepEqual((await agency.live.get(RECEIPTS)).body.data, [])
  const events = await eventsOf(agency.live, invoice.id)
  assert.deepEqual(events.slice(-2), ['invoice.payment_received', 'invoice.paid'])
  const entries = (await agency.live.get('/api/v1/audit?action=receipts.confirm')).body.data
  assert.equal(entries.length, 1)
})

test('several are confirmed at once, each with the amount or day of the statement', async () => {
  const [one, part, draft] = [await byKey(live), await byKey(live), await byKey(live, { status: 'draft' })]
  const { body } = await confirm(
    live,
    { charge_id: chargeOf(one).id, paid_at: '2026-11-14' },
    { charge_id: chargeOf(part).id, amount: 50 },
    { charge_id: chargeOf(draft).id },
  )
  const { receipts } = body.data
  assert.deepEqual(
    receipts.map((receipt: { outcome: string; amount_due: number }) => [receipt.outcome, receipt.amount_due]),
    [
      ['confirmed', 0],
      ['confirmed', 100],
      ['confirmed', 0],
    ],
  )
  const paid = await read(live, `${INVOICES}/${one.id}`)
  assert.equal(paid.payments[0].paid_at, '2026-11-14T03:00:00.000Z')
  const rest = await read(live, `${INVOICES}/${part.id}`)
  assert.deepEqual(
    rest.charges.map((charge: { status: string; amount: number }) => [charge.status, charge.amount]),
    [
      ['paid', 150],
      ['open', 100],
    ],
    'what is left has a code of its own',
  )
})

test('one invalid entry refuses all; other teams and bank charges are not found', async () => {
  const invoice = await byKey(live)
  const { id: charge_id } = chargeOf(invoice)
  assertError(await confirm(live), 400, 'Invalid request parameters', 'receipts')
  for (const wrong of [
    { amount: 0.001 },
    { amount: 1e10 },
    { paid_at: '2026-11-17' },
    { paid_at: '1999-12-31' },
    { paid_at: 'ontem' },
  ]) {
    const response = await confirm(live, { charge_id }, { charge_id, ...wrong })
    assertError(response, 400, 'Invalid request parameters', `receipts.1.${Object.keys(wrong)[0]}`)
  }
  assert.equal((await read(live, `${INVOICES}/${invoice.id}`)).amount_paid, 0)
  const other = await newAgency(app)
  const strange = await confirm(other.live, { charge_id })
  assertError(strange, 404, 'Charge not found')
  const atBank = await newInvoice(live, { status: 'sent' })
  const refused = await confirm(live, { charge_id }, { charge_id: chargeOf(atBank).id })
  assertError(refused, 404, 'Charge not found')
  assert.equal((await read(live, `${INVOICES}/${invoice.id}`)).amount_paid, 0)
})

test('a mistaken confirmation is removed, and another code requests the debt', async () => {
  const invoice = await byKey(live)
  const { id: charge_id } = chargeOf(invoice)
  await confirm(live, { charge_id })
  const { payments } = await read(live, `${INVOICES}/${invoice.id}`)
  const { status, body } = await live.delete(`${INVOICES}/${invoice.id}/payments/${payments[0].id}`)
  assert.equal(status, 200)
  const { payment_status, amount_due, charges } = body.data
  assert.deepEqual([payment_status, amount_due, charges.length], ['pending', invoice.total, 1])
  assert.notEqual(charges[0].id, charge_id)
})

test('refunds are by hand, recharges are not collected, and the code survives disconnecting', async () => {
  const invoice = await byKey(live)
  await confirm(live, { charge_id: chargeOf(invoice).id })
  assertError(await live.post(`${INVOICES}/${invoice.id}/refunds`), 422, 'Payment cannot be refunded')
  const recharge = await live.post('/api/v1/wallet/recharge', {
    amount: '100.00',
    currency: 'BRL',
    payment_method: 'pix_key',
  })
  assertError(recharge, 400, 'Invalid payment method', 'payment_method')
  const open = await byKey(live)
  await live.delete(`${PROVIDERS}/${provider.id}`)
  const known = await read(live, `${INVOICES}/${open.id}`)
  assert.equal(chargeOf(known).status, 'open')
  const { receipts } = (await confirm(live, { charge_id: chargeOf(open).id })).body.data
  assert.equal(receipts[0].outcome, 'confirmed')
  const without = await byKey(live)
  assert.deepEqual(without.payment_problems, [{ method: 'pix_key', reason: 'not_available' }])
})

test('test mode works with its own key', async () => {
  const agency = await newAgency(app)
  const client_id = (await newClient(agency.test)).id
  const before = await byKey(agency.test, { client_id })
  assert.deepEqual(before.charges, [], 'the simulated bank makes no such code')
  await withKey(agency.test, '+55 11 98888-7777')
  const invoice = await byKey(agency.test, { client_id })
  assert.match(chargeOf(invoice).instructions.code, /\+5511988887777/)
  const { receipts } = (await confirm(agency.test, { charge_id: chargeOf(invoice).id })).body.data
  assert.equal(receipts[0].payment_status, 'paid')
})
