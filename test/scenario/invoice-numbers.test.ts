// Numbers under concurrency, and one amount everywhere: what accountants look at first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { formatBrl } from '../../server/kernel/values/money.ts'
import { embarque } from '../support/command-line.ts'
import { fullRuns } from '../support/full-runs.ts'
import { INVOICES, newClient, newInvoice, read } from '../support/invoicing.ts'
import { readPdf } from '../support/read-pdf.ts'
import { sendingAgain } from '../support/send-again.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'

const SENDS = fullRuns ? 100 : 16
const INVOICES_MADE = fullRuns ? 80 : 5

test(`${SENDS} simultaneous sends: numbers 1 to ${SENDS}, no gap, no duplicate, despite failures`, async () => {
  const app = await startApp({ settings: AT_ONCE })
  const { id: client_id } = await newClient(app.live)
  const drafts = []
  for (let n = 0; n < SENDS; n++) drafts.push(await newInvoice(app.live, { client_id }))
  const change = (id: string, body: object) => sendingAgain(app.live).patch(`${INVOICES}/${id}`, body)
  const answers = await Promise.all(
    drafts.flatMap(({ id }, n) => [
      change(id, { status: 'sent' }),
      // Refused at the last moment: what was taken for it must be given back.
      n % 3 === 0
        ? change(id, { status: 'sent', amount_paid: 9_999_999_999_999.99, due_date: 'x' })
        : change(id, { status: 'sent' }),
    ]),
  )
  const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.number)
  const expected = Array.from({ length: SENDS }, (_, n) => `2026-${String(n + 1).padStart(6, '0')}`)
  assert.deepEqual([...new Set(numbers)].sort(), expected)
  const doctor = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(doctor.out, /ok +invoice numbers +every year has its invoices without a gap/)
  assert.match(doctor.out, /ok +invoice amounts +items and payments add up/)
  assert.match(doctor.out, /ok +list totals/)
  await app.service.world.pool.query(
    `update invoice_numbers set last = ${SENDS + 1};
     update invoices set subtotal_cents = 1, total_cents = 1 where number_sequence = 7`,
  )
  const sick = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  const gap = `1 sequence of invoice numbers with gaps .*${SENDS} numbers, the last one ${SENDS + 1}`
  assert.match(sick.out, new RegExp(`problem +invoice numbers +${gap}`))
  assert.match(sick.out, /problem +invoice amounts +invoices whose parts do not add up/)
})

test(`${INVOICES_MADE} invoices: list, single, page, PDF, BR Code and message have the same amount`, async () => {
  const app = await startApp({ settings: AT_ONCE })
  const { id: client_id } = await newClient(app.live, { phone: '11 98765-4321' })
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const decimal = (whole: number, places: number) =>
    Number(`${random(whole)}.${String(random(10 ** places)).padStart(places, '0')}`)
  for (let n = 0; n < INVOICES_MADE; n++) {
    const items = Array.from({ length: 1 + random(4) }, (_, line) => ({
      description: `Linha ${line}`,
      quantity: decimal(9, 4) + 0.0001 < 0.001 ? 1 : Number((decimal(9, 3) + 1).toFixed(3)),
      unit_price: decimal(2_000, 4),
    }))
    await newInvoice(app.live, {
      client_id,
      items,
      tax_rate: decimal(30, 2),
      discount_rate: decimal(30, 2),
      status: 'sent',
    })
  }
  await app.service.worker!.idle()
  const { rows: messages } = await app.service.world.pool.query('select invoice_id, text from messages')
  const textOf = new Map(messages.map(({ invoice_id, text }) => [invoice_id, text]))
  for (let page = 1; page <= Math.ceil(INVOICES_MADE / 100); page++) {
    for (const invoice of (await app.live.get(`${INVOICES}?limit=100&page=${page}`)).body.data) {
      const { id, total, pix, payment_url, pdf_url } = invoice
      const cents = BigInt(Math.round(total * 100))
      const [whole, fraction] = [cents / 100n, String(cents % 100n).padStart(2, '0')]
      assert.equal((await read(app.live, `${INVOICES}/${id}`)).total, total)
      const amount = `${whole}.${fraction}`
      assert.ok(pix.copy_paste.includes(`54${String(amount.length).padStart(2, '0')}${amount}58`), amount)
      const html = (await app.anybody.get(new URL(payment_url).pathname)).text
      assert.ok(html.includes(`<p class="amount">${formatBrl(cents)}</p>`), `${id} page`)
      const pdf = await request(pdf_url)
      const { texts } = readPdf(Buffer.from(await pdf.body.arrayBuffer()))
      const words = texts.map(({ text }) => text)
      assert.equal(words[words.indexOf('Total') + 1], formatBrl(cents), `${id} PDF`)
      assert.ok(textOf.get(id)!.includes(formatBrl(cents)), `${id} message`)
    }
  }
})
