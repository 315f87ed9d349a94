// Invoices of a live team at a bank with API Pix: codes created, replaced and withdrawn; payments by callback, by
// reading, twice, in part and late; and an unavailable bank.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { INVOICE_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { connectedBank, PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { startFakeWhatsApp, whatsAppSettings } from '../support/fakes/fake-whatsapp.ts'
import {
  allEvents,
  clientOfDocument,
  eventsOf,
  INVOICES,
  ITEM,
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
  SENT_AND_PAID,
} from '../support/invoicing.ts'
import { readPdf } from '../support/read-pdf.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const whatsapp = await startFakeWhatsApp()
after(() => whatsapp.close())
const settings = { ...whatsAppSettings(whatsapp), WHATSAPP_PIX: 'on' }
const logged: Record<string, unknown>[] = []
const log = makeLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } })
const { app, psp, provider } = await connectedBank({ wall, settings, log })
const { world } = app.service
const worker = app.service.worker!
const { live } = app
beforeEach(() => psp.calm())

const invoiceOf = (id: string) => read(live, `${INVOICES}/${id}`)
/** Looks when whatever is due has been done, and not all the time. */
const becomes = async (id: string, status: string) => {
  await worker.idle()
  return eventually(`${id} is ${status}`, async () => {
    const invoice = await invoiceOf(id)
    return invoice.payment_status === status && invoice
  })
}
const pass = (ms: number) => {
  wall.advance(ms)
  world.jobsAdded()
}
/** Time goes on, and whatever is due by then has been done. */
const goOn = (ms: number) => {
  pass(ms)
  return worker.idle()
}
const chargeAt = (txid: string) => psp.books.charges.get(txid)!

test("the code is the bank's, created with the invoice, for its amount, and in the event", async () => {
  const invoice = await newInvoice(live, { status: 'sent', due_date: '2026-11-20' })
  const charge = chargeAt(invoice.pix.txid)
  assert.deepEqual([charge.valor.original, charge.status], ['150.00', 'ATIVA'])
  assert.equal(invoice.pix.copy_paste, charge.pixCopiaECola)
  const created = (await allEvents(live)).find(
    ({ type, data }) => type === 'invoice.created' && data.object.id === invoice.id,
  )
  assert.deepEqual(created.data.object.pix, invoice.pix)
  assert.equal(
    (await newInvoice(live, { payment_provider_id: provider.id })).payment_provider_id,
    provider.id,
  )
})

test('a callback delivered ten times: one payment', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  const { endToEndId } = psp.pay(pix.txid)
  const answers = await psp.callBack(provider.callback_url, [pix.txid], { times: 10 })
  assert.ok(answers.every((status) => status === 200))
  const paid = await becomes(id, 'paid')
  assert.deepEqual(
    paid.payments.map(({ amount, method, reference }: Record<string, unknown>) => [
      amount,
      method,
      reference,
    ]),
    [[150, 'pix', endToEndId]],
  )
  assert.equal(paid.pix, null)
  await worker.idle()
  assert.deepEqual(await eventsOf(live, id), SENT_AND_PAID)
})

test('a payment without a callback is found by reading', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  psp.pay(pix.txid)
  pass(6 * 60_000)
  assert.equal((await becomes(id, 'paid')).amount_paid, 150)
})

test('a changed amount replaces the code; a cancellation withdraws it', async () => {
  const draft = await newInvoice(live)
  const changed = (await live.patch(`${INVOICES}/${draft.id}`, { items: [{ ...ITEM, unit_price: 99.5 }] }))
    .body.data
  assert.equal(chargeAt(changed.pix.txid).valor.original, '99.50')
  const removed = (txid: string) =>
    eventually('withdrawn', () => chargeAt(txid).status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  await removed(draft.pix.txid)
  const sent = (await live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })).body.data
  assert.equal(sent.pix.txid, changed.pix.txid, 'the same amount keeps its code')
  const cancelled = (await live.patch(`${INVOICES}/${draft.id}`, { status: 'cancelled' })).body.data
  assert.equal(cancelled.pix, null)
  await removed(changed.pix.txid)
  const again = (await live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })).body.data
  assert.notEqual(again.pix.txid, changed.pix.txid)
  assert.equal(chargeAt(again.pix.txid).status, 'ATIVA')
  const gone = await newInvoice(live)
  await live.delete(`${INVOICES}/${gone.id}`)
  await removed(gone.pix.txid)
})

test('a payment after the cancellation is recorded and shown', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  psp.trouble('PATCH /cob/', 503)
  psp.pay(pix.txid)
  await live.patch(`${INVOICES}/${id}`, { status: 'cancelled' })
  await psp.callBack(provider.callback_url, [pix.txid])
  const paid = await becomes(id, 'paid')
  assert.deepEqual([paid.status, paid.amount_paid, paid.payments.length], ['cancelled', 150, 1])
})

test('after a part payment the rest gets a code of its own', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  psp.pay(pix.txid, { amount: '100.00' })
  await psp.callBack(provider.callback_url, [pix.txid])
  await becomes(id, 'partial')
  await worker.idle()
  const rest = await eventually('a code for the rest', async () => {
    const invoice = await invoiceOf(id)
    return invoice.pix !== null && invoice
  })
  assert.deepEqual([rest.amount_due, chargeAt(rest.pix.txid).valor.original], [50, '50.00'])
  psp.pay(rest.pix.txid)
  await psp.callBack(provider.callback_url, [rest.pix.txid])
  assert.equal((await becomes(id, 'paid')).payments.length, 2)
})

test('with an unavailable bank the invoice is created, and its code follows', async () => {
  psp.trouble('PUT /cob/', 503, 503)
  const answer = await live.post(INVOICES, await invoiceBody(live, { status: 'sent' }))
  const invoice = answer.body.data
  assert.deepEqual([answer.status, invoice.pix, answer.body.warnings[0].field], [201, null, 'pix'])
  assert.match(answer.body.warnings[0].issue, /the bank has not answered yet; it is made by itself/)
  const version = async () =>
    (await app.anybody.get(`${new URL(invoice.payment_url).pathname}/status`)).body.version
  const before = await version()
  const later = await eventually('the code', async () => {
    await goOn(15_000)
    const now = await invoiceOf(invoice.id)
    return now.pix !== null && now
  })
  assert.equal(chargeAt(later.pix.txid).valor.original, '150.00')
  assert.notEqual(await version(), before, 'the page shows the code')
  psp.pay(later.pix.txid)
  await psp.callBack(provider.callback_url, [later.pix.txid])
  await becomes(invoice.id, 'paid')
})

test('a code without its payload is withdrawn and requested under another id', async () => {
  psp.trouble('PUT /cob/', ({ status, body }) => {
    const { pixCopiaECola: _, location: __, loc: ___, ...bare } = body as Record<string, unknown>
    return { status, body: bare }
  })
  const { id, pix } = await newInvoice(live, { status: 'sent' })
  assert.equal(pix, null)
  const code = await eventually('the code', async () => {
    await goOn(15_000)
    return (await invoiceOf(id)).pix ?? undefined
  })
  assert.equal(chargeAt(code.txid).status, 'ATIVA')
})

test('a code created after hours of unavailability expires when it says', async () => {
  away(2)
  const { id } = await newInvoice(live, { status: 'sent' })
  const failed = `select from jobs where type = 'open-invoice-charge' and attempts > 0
    and key in (select id from charges where reference_id = '${id}')`
  await eventually('the job has failed once too', async () => (await app.asOwner(failed)).length > 0)
  // At once, and not while the bank is asked: its life counts from then.
  pass(6 * 3_600_000)
  const { pix } = await eventually('the code', async () => {
    const invoice = await invoiceOf(id)
    return invoice.pix !== null && invoice
  })
  const { criacao, expiracao } = chargeAt(pix.txid).calendario
  const endsAt = Date.parse(`${criacao}`) + Number(expiracao) * 1_000
  assert.ok(
    Math.abs(endsAt - Date.parse(pix.expires_at)) < 1_000,
    `ends at ${new Date(endsAt).toISOString()}`,
  )
})

test("a generated invoice has the bank's code, and is created even while the bank is unavailable", async () => {
  const { id } = await newRecurring(live, { billing_day: 17, auto_send: true })
  const made = await eventually('the invoice', async () => {
    const { last_invoice_id } = await read(live, `${RECURRING}/${id}`)
    return last_invoice_id !== null && invoiceOf(last_invoice_id)
  })
  assert.equal(chargeAt(made.pix.txid).valor.original, '150.00')
  psp.trouble('PUT /cob/', 503)
  const other = await newRecurring(live, { billing_day: 17, auto_send: true })
  await eventually('the other one', async () => {
    await goOn(5_000)
    const { last_invoice_id } = await read(live, `${RECURRING}/${other.id}`)
    return last_invoice_id !== null && (await invoiceOf(last_invoice_id)).pix !== null
  })
})

test("a quote that changes client while the bank is asked: its invoice is entirely the new client's", async () => {
  const quote = await newQuote(live, { status: 'accepted' })
  const other = await newClient(live, { full_name: 'Eva Lima', email: 'eva@example.com' })
  const before = psp.count('PUT /cob/')
  psp.trouble('PUT /cob/', 'hold')
  const asked = live.post(`${QUOTES}/${quote.id}/invoice`, { status: 'sent' })
  await eventually('the bank is asked', () => psp.count('PUT /cob/') > before)
  for (const change of [{ status: 'sent' }, { client_id: other.id }, { status: 'accepted' }])
    assert.equal((await live.patch(`${QUOTES}/${quote.id}`, change)).status, 200)
  psp.release()
  const { status, body } = await asked
  assert.deepEqual([status, body.data.client_id, body.data.client], [201, other.id, clientOfDocument(other)])
  const theirs = await read(live, `${INVOICES}?client_id=${other.id}`)
  assert.deepEqual(
    theirs.map(({ id }: { id: string }) => id),
    [body.data.id],
  )
  assert.deepEqual(await read(live, `${INVOICES}?client_id=${quote.client_id}`), [])
})

test('an expired code is replaced while the invoice is unpaid', async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent', due_date: '2026-11-20' })
  wall.set(new Date(pix.expires_at))
  world.jobsAdded()
  const renewed = await eventually('a new code', async () => {
    const invoice = await invoiceOf(id)
    return invoice.pix !== null && invoice.pix.txid !== pix.txid && invoice
  })
  assert.ok(renewed.pix.expires_at > pix.expires_at)
})

test('the code of a draft is not renewed forever: it expires, and sending the draft creates another', async () => {
  const { id, pix } = await newInvoice(live)
  wall.set(new Date(pix.expires_at))
  world.jobsAdded()
  await eventually('the code expires', async () => (await invoiceOf(id)).pix === null)
  const sent = (await live.patch(`${INVOICES}/${id}`, { status: 'sent' })).body.data
  assert.notEqual(chargeAt(sent.pix.txid).txid, pix.txid)
})

const away = (times: number) => psp.trouble('PUT /cob/', ...Array.from({ length: times }, () => 503))

test('a code that was never created is created by the next change, once', async () => {
  // The codes of others that ended with those before.
  await worker.idle()
  away(3)
  const { id } = await newInvoice(live, { status: 'sent' })
  // As after its last try.
  await eventually('the charge is abandoned', async () => {
    const dead = "update jobs set state = 'dead' where type = 'open-invoice-charge' and attempts > 0"
    return (await world.pool.query(dead)).rowCount === 1
  })
  psp.calm()
  const before = psp.books.charges.size
  const first = (await live.patch(`${INVOICES}/${id}`, { status: 'sent' })).body.data
  const second = (await live.patch(`${INVOICES}/${id}`, { status: 'sent' })).body.data
  assert.equal(chargeAt(first.pix.txid).valor.original, '150.00')
  assert.deepEqual([second.pix, psp.books.charges.size - before], [first.pix, 1])
})

test('an unavailable bank is retried as long as the code would be valid', async () => {
  away(1_000)
  const { id } = await newInvoice(live, { status: 'sent', due_date: '2027-03-01' })
  const { rows } = await world.pool.query('select txid from charges where reference_id = $1', [id])
  const tries = () => psp.calls.filter(({ path }) => path === `/cob/${rows[0].txid}`).length
  await eventually('many tries', async () => {
    await goOn(3_600_000)
    return tries() > 14
  })
  psp.calm()
  await eventually('the code', async () => {
    await goOn(3_600_000)
    return (await invoiceOf(id)).pix !== null
  })
})

test('an invoice created without a bank gets its code when one is connected', async () => {
  const production = { NODE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
  const real = await startApp({ wall, settings: production })
  const today = Number(wall.now().toISOString().slice(8, 10))
  const { id } = await newRecurring(real.live, { billing_day: Math.min(today + 2, 28), auto_send: true })
  const made = await eventually('the invoice', async () => {
    wall.advance(6 * 3_600_000)
    real.service.world.jobsAdded()
    return (await read(real.live, `${RECURRING}/${id}`)).last_invoice_id ?? undefined
  })
  assert.equal((await read(real.live, `${INVOICES}/${made}`)).pix, null)
  const others = await withoutBank(real)
  const connected = await real.live.post(PROVIDERS, providerBody(psp))
  assert.equal(connected.status, 201, connected.text)
  const pix = await eventually(
    'the code',
    async () => (await read(real.live, `${INVOICES}/${made}`)).pix ?? undefined,
  )
  assert.equal(chargeAt(pix.txid).valor.original, '150.00')
  const { payment_url } = await read(real.live, `${INVOICES}/${made}`)
  const { text } = await real.anybody.get(new URL(payment_url).pathname)
  assert.ok(text.includes(pix.copy_paste) && !text.includes('Simulação'), 'a real bank is no simulation')
  for (const id of others)
    await eventually(
      `the code of ${id}`,
      async () => (await read(real.live, `${INVOICES}/${id}`)).pix !== null,
    )
})

/** Ids of invoices created without a bank: each has a warning, and its page and PDF show no error. */
async function withoutBank({ live, anybody }: TestApp): Promise<string[]> {
  const warned = ({ status, body, text }: Reply, expected: number) => {
    assert.deepEqual([status, body.data?.pix, body.warnings?.[0]?.field], [expected, null, 'pix'], text)
    assert.match(
      body.warnings[0].issue,
      /no connected payment provider takes pix.*POST \/api\/v1\/payment-prov/,
    )
    return body.data
  }
  const sent = warned(await live.post(INVOICES, await invoiceBody(live, { status: 'sent' })), 201)
  const draft = warned(await live.post(INVOICES, await invoiceBody(live)), 201)
  assert.equal(warned(await live.patch(`${INVOICES}/${draft.id}`, { status: 'sent' }), 200).status, 'sent')
  const quote = await newQuote(live, { status: 'accepted' })
  const turned = warned(await live.post(`${QUOTES}/${quote.id}/invoice`), 201)
  for (const fields of [
    { items: [{ ...ITEM, unit_price: 0 }], status: 'sent' },
    { payment_status: 'paid' },
  ]) {
    const free = await live.post(INVOICES, await invoiceBody(live, fields))
    assert.deepEqual([free.body.data.payment_status, free.body.warnings], ['paid', undefined], free.text)
  }
  const page = await anybody.get(new URL(sent.payment_url).pathname)
  const pdf = readPdf(Buffer.from(await (await fetch(sent.pdf_url)).arrayBuffer())).texts
  for (const shown of [page.text, pdf.map(({ text }) => text).join(' ')]) {
    assert.match(shown, /Para pagar, combine o pagamento diretamente com\s+Demo Agency/)
    assert.doesNotMatch(shown, /código para pagar/, 'no code is promised without a bank')
  }
  const named = { payment_provider_id: '00000000-0000-7000-8000-000000000000' }
  const missing = await live.post(INVOICES, await invoiceBody(live, named))
  assert.equal(missing.body.code, 'payment_provider_not_found', missing.text)
  return [sent.id, draft.id, turned.id]
}

test('one payment that cannot be stored does not block others, and is retried', async () => {
  const [broken, fine] = [
    await newInvoice(live, { status: 'sent' }),
    await newInvoice(live, { status: 'sent' }),
  ]
  const until = async () =>
    (await world.pool.query('select reconciled_until from payment_providers where id = $1', [provider.id]))
      .rows[0].reconciled_until
  // Something only the database knows stands in its way.
  await app.asOwner(`alter table invoice_payments add constraint broken check (invoice_id <> '${broken.id}')`)
  psp.pay(broken.pix.txid)
  psp.pay(fine.pix.txid)
  const paidAt = wall.now()
  await eventually('the reading continued', async () => {
    await goOn(5 * 60_000)
    return (await until()) > paidAt && (await invoiceOf(fine.id)).payment_status === 'paid'
  })
  await app.asOwner('alter table invoice_payments drop constraint broken')
  await eventually('the payment is stored', async () => {
    await goOn(60_000)
    return (await invoiceOf(broken.id)).payment_status === 'paid'
  })
})

test('a bank whose reading takes longer than the interval rests for an interval afterwards', async () => {
  await worker.idle()
  const readings = psp.count('GET /pix')
  psp.trouble('GET /pix', 'hold')
  pass(5 * 60_000)
  await eventually('the bank is asked', () => psp.count('GET /pix') > readings)
  wall.advance(11 * 60_000)
  psp.release()
  await worker.idle()
  const { rows } = await world.pool.query(
    'select reconciled_until < $1 as is_read_once from payment_providers where id = $2',
    [wall.now(), provider.id],
  )
  assert.deepEqual(rows, [{ is_read_once: true }])
})

test('a payment for a deleted draft is logged at once and found by doctor', async () => {
  const { id, pix } = await newInvoice(live)
  psp.pay(pix.txid)
  assert.equal((await live.delete(`${INVOICES}/${id}`)).status, 200)
  await psp.callBack(provider.callback_url, [pix.txid])
  const { id: chargeId } = (await world.pool.query('select id from charges where txid = $1', [pix.txid]))
    .rows[0]
  await eventually('the payment', async () => {
    const found = await world.pool.query('select from charge_payments where charge_id = $1', [chargeId])
    return found.rowCount === 1
  })
  const check = INVOICE_CHECKS.find(({ name }) => name === 'invoice payments')!
  const finding = await check.run({ client: world.pool } as unknown as CheckContext)
  assert.deepEqual([finding?.state, finding?.text.includes(chargeId)], ['problem', true])
  assert.ok(logged.some(({ level, charge }) => level === 'error' && charge === chargeId))
})

test("the messaging app gets the payment order with the bank's key, and an update when paid", async () => {
  const client = await newClient(live, { phone: '11 98765-4321' })
  const { id, pix } = await newInvoice(live, { client_id: client.id, status: 'sent' })
  const message = await eventually('the message', () =>
    whatsapp.messages.find(({ template }) => JSON.stringify(template).includes(pix.copy_paste)),
  )
  assert.equal(message.template.name, 'fatura_enviada_pix')
  const { order_details } = message.template.components[1].parameters[0].action
  assert.deepEqual(order_details.total_amount, { value: 15_000, offset: 100 })
  assert.deepEqual(
    [
      order_details.payment_settings[0].pix_dynamic_code.key,
      order_details.payment_settings[0].pix_dynamic_code.key_type,
    ],
    [psp.settings.pix_key, 'EVP'],
  )
  psp.pay(pix.txid)
  await psp.callBack(provider.callback_url, [pix.txid])
  await eventually('the invoice is paid', async () => (await invoiceOf(id)).payment_status === 'paid')
  const paid = await eventually('the thank-you message', () =>
    whatsapp.messages.find(({ template }) => template.name === 'fatura_paga_pix'),
  )
  const { reference_id } = order_details
  assert.deepEqual(paid.template.components[1], {
    type: 'order_status',
    parameters: [{ type: 'order_status', order_status: { reference_id, order: { status: 'completed' } } }],
  })
})

test("a team's bank reports many payments of one code: twenty a day, logged once, and none lost", async () => {
  const { id, pix } = await newInvoice(live, { status: 'sent', items: [{ ...ITEM, unit_price: 1000 }] })
  for (let n = 0; n < 45; n++) psp.pay(pix.txid, { amount: '0.01' })
  await psp.callBack(provider.callback_url, [pix.txid])
  const paid = async () => {
    await worker.idle()
    const { payments, amount_paid } = await invoiceOf(id)
    return [payments.length, amount_paid]
  }
  assert.deepEqual(await paid(), [20, 0.2])
  await goOn(6 * 60_000)
  assert.deepEqual(await paid(), [20, 0.2], 'and no more when the bank is asked what came in')
  const warnings = () => logged.filter(({ msg }) => `${msg}`.includes('than are recorded in a day'))
  assert.deepEqual(
    warnings().map(({ level, payments }) => [level, payments]),
    [['info', 25]],
  )
  await goOn(24 * 3_600_000)
  assert.deepEqual(await paid(), [40, 0.4])
  await goOn(25 * 3_600_000)
  assert.deepEqual(await paid(), [45, 0.45])
})
