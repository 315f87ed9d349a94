// What the payer of a charge sees: QR code, boleto page and PDF behind links that cannot be guessed and need no key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { request } from 'undici'
import { INVOICES, newInvoice } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { newRecharge, payCharge } from '../../../test/support/wallet.ts'

const app = await startApp()

type Image = { qrcode_url: string }
const statusesOf = async ({ qrcode_url }: Image) => [
  (await fetched(qrcode_url)).status,
  (await fetched(qrcode_url.replace(/svg$/, 'png'))).status,
]

async function fetched(url: string) {
  const { statusCode, headers, body } = await request(url)
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) }
}

test('pix_qrcode_url is a self-contained SVG that other pages may show', async () => {
  const { payment } = await newRecharge(app.live)
  const { status, headers, bytes } = await fetched(payment.pix_qrcode_url)
  assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.match(bytes.toString(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/)
})

test('the served PNG decodes to pix_copy_paste', async () => {
  const { payment } = await newRecharge(app.live, '1234.56')
  const { status, headers, bytes } = await fetched(payment.pix_qrcode_url.replace(/svg$/, 'png'))
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  const { data, width, height } = PNG.sync.read(bytes)
  assert.equal(jsQR.default(new Uint8ClampedArray(data), width, height)?.data, payment.pix_copy_paste)
})

test('boleto_url is a page in pt-BR with the line, the amount and the PDF, under its own policy', async () => {
  const { payment } = await newRecharge(app.live, '1234.56', 'boleto')
  const { status, headers, bytes } = await fetched(payment.boleto_url)
  assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.match(String(headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/)
  assert.equal(headers['x-frame-options'], 'DENY')
  const page = bytes.toString()
  assert.match(page, /<html lang="pt-BR">/)
  assert.ok(page.includes('R$ 1.234,56'))
  assert.ok(page.includes(payment.boleto_digitable_line), 'to copy')
  assert.ok(page.includes(payment.boleto_pdf_url))
})

test('boleto_pdf_url is a PDF', async () => {
  const { payment } = await newRecharge(app.live, '1234.56', 'boleto')
  const { status, headers, bytes } = await fetched(payment.boleto_pdf_url)
  assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.ok(readPdf(bytes).texts.some(({ text }) => text.startsWith('Simulação. ')))
})

test('the page of a paid boleto shows its state and does not ask for payment', async () => {
  const paid = await newRecharge(app.live, '100.00', 'boleto')
  await payCharge(app.live, paid.id)
  const page = (await fetched(paid.payment.boleto_url)).bytes.toString()
  assert.ok(!page.includes(paid.payment.boleto_digitable_line))
  assert.match(page, /pago/i)
  const cancelled = await newRecharge(app.live, '100.00', 'boleto')
  await app.live.delete(`/api/v1/wallet/recharge/${cancelled.id}`)
  assert.match((await fetched(cancelled.payment.boleto_url)).bytes.toString(), /cancelado/i)
})

test('the QR code of a charge that is paid or over is not served', async () => {
  const { id, payment } = await newRecharge(app.live)
  await payCharge(app.live, id)
  assert.equal((await fetched(payment.pix_qrcode_url)).status, 404)
})

test('the code of an invoice is served as SVG and PNG, and decodes to its copy_paste', async () => {
  const { pix } = await newInvoice(app.live)
  const svg = await fetched(pix.qrcode_url)
  assert.deepEqual([svg.status, svg.headers['content-type']], [200, 'image/svg+xml'])
  const png = await fetched(pix.qrcode_url.replace(/svg$/, 'png'))
  assert.deepEqual([png.status, png.headers['content-type']], [200, 'image/png'])
  const { data, width, height } = PNG.sync.read(png.bytes)
  assert.equal(jsQR.default(new Uint8ClampedArray(data), width, height)?.data, pix.copy_paste)
})

test('the code of an invoice is gone once it is paid, replaced, cancelled or deleted', async () => {
  const paid = await newInvoice(app.live)
  await payCharge(app.live, paid.id)
  assert.deepEqual(await statusesOf(paid.pix), [404, 404], 'paid')

  const replaced = await newInvoice(app.live)
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 99 }]
  const { data } = (await app.live.patch(`${INVOICES}/${replaced.id}`, { items })).body
  assert.deepEqual(await statusesOf(replaced.pix), [404, 404], 'replaced')
  assert.deepEqual(await statusesOf(data.pix), [200, 200], 'the one in its place')

  await app.live.patch(`${INVOICES}/${replaced.id}`, { status: 'cancelled' })
  assert.deepEqual(await statusesOf(data.pix), [404, 404], 'cancelled')

  const deleted = await newInvoice(app.live)
  await app.live.delete(`${INVOICES}/${deleted.id}`)
  assert.deepEqual(await statusesOf(deleted.pix), [404, 404], 'deleted')
})

test('an expired code is not served, nor is that of a cancelled or expired recharge', async () => {
  const [cancelled, expired] = [await newRecharge(app.test), await newRecharge(app.test)]
  const image = ({ payment }: { payment: { pix_qrcode_url: string } }) => ({
    qrcode_url: payment.pix_qrcode_url,
  })
  await app.test.delete(`/api/v1/wallet/recharge/${cancelled.id}`)
  assert.deepEqual(await statusesOf(image(cancelled)), [404, 404])
  const today = (await app.test.get('/api/v1/test/clock')).body.data.now.slice(0, 10)
  const draft = await newInvoice(app.test, { issue_date: today, due_date: today })
  const sent = await newInvoice(app.test, { issue_date: today, due_date: today, status: 'sent' })
  await app.advance('P40D')
  assert.deepEqual(await statusesOf(image(expired)), [404, 404])
  assert.deepEqual(await statusesOf(draft.pix), [404, 404], 'of a draft')
  assert.deepEqual(await statusesOf(sent.pix), [404, 404], 'of an invoice that has another by now')
  const { pix } = (await app.test.get(`${INVOICES}/${sent.id}`)).body.data
  assert.deepEqual(await statusesOf(pix), [200, 200])
})

test("an unknown address shows an error page in the visitor's language, never a server error", async () => {
  const wrong = '0'.repeat(32)
  const pages: [path: string, title: string][] = [
    ...['', '/qrcode.svg', '/qrcode.png', '/boleto.pdf'].map((file): [string, string] => [
      `/pay/${wrong}${file}`,
      'Cobrança não encontrada',
    ]),
    ...['', '/pdf'].flatMap((file): [string, string][] => [
      [`/i/${wrong}${file}`, 'Fatura não encontrada'],
      [`/q/${wrong}${file}`, 'Orçamento não encontrado'],
    ]),
    ...['/i', '/q', '/pay/x/y', `/i/${wrong}/`, `/q/${'x'.repeat(600)}`, '/i/%zz'].map(
      (path): [string, string] => [path, 'Página não encontrada'],
    ),
  ]
  for (const [path, title] of pages) {
    for (const accept of [
      '*/*',
      'text/html,application/xhtml+xml,*/*;q=0.8',
      'image/avif,image/*,*/*;q=0.8',
    ]) {
      const { status, headers, text } = await app.anybody.get(path, { accept })
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
      assert.match(String(headers['content-security-policy']), /style-src 'sha256-/)
      assert.ok(text.includes(`<h1>${title}</h1>`) && text.includes('lang="pt-BR"'), path)
    }
    const { status, body } = await app.anybody.get(path, { accept: 'application/json' })
    assert.deepEqual([status, body.success], [404, false], path)
  }
  const response = await app.anybody.raw('POST', `/q/${wrong}/accept`, undefined)
  assert.ok(response.status === 404 && response.text.includes('Orçamento não encontrado'))
  assert.equal(
    (await app.anybody.get(`/i/${wrong}/status`)).body.success,
    false,
    'what a script asks is JSON',
  )
  for (const path of ['/x', '/invoices', '/api/v1/i/x']) assert.ok((await app.anybody.get(path)).body, path)
  for (const path of ['/pay/%00', '/pay/%00/qrcode.svg', '/pay/x%00/boleto.pdf'])
    assert.equal((await app.anybody.get(path)).status, 400, path)
  assert.equal((await app.anybody.post('/callbacks/pix-bacen/%00', {})).status, 400)
})

test('links contain no key and are long and random; an unknown one finds nothing', async () => {
  const one = (await newRecharge(app.live)).payment.pix_qrcode_url
  const other = (await newRecharge(app.live)).payment.pix_qrcode_url
  const token = /\/pay\/([0-9a-z]{32})\/qrcode\.svg$/
  assert.match(one, token)
  assert.notEqual(token.exec(one)![1], token.exec(other)![1])
  for (const path of ['qrcode.svg', 'qrcode.png', 'boleto.pdf', '']) {
    const { status } = await app.anybody.get(`/pay/${'0'.repeat(32)}/${path}`.replace(/\/$/, ''))
    assert.equal(status, 404, path)
  }
  const boleto = (await newRecharge(app.live, '100.00', 'boleto')).payment
  assert.equal((await fetched(`${boleto.boleto_url}/qrcode.svg`)).status, 404, 'a boleto has no QR code')
})

test('visitors share the rate limit of their address with all requests without a key', async () => {
  const limited = await startApp({ settings: { RATE_LIMIT_PER_MINUTE: '3' } })
  const replies = []
  for (let index = 0; index < 5; index++) replies.push(await limited.anybody.get('/pay/x/qrcode.svg'))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404, 404, 429, 429],
  )
  assert.match(replies[4]!.text, /<h1>Muitos acessos seguidos<\/h1>/)
})

test('with PUBLIC_URL links begin with it', async () => {
  const published = await startApp({ settings: { PUBLIC_URL: 'https://api.example.com/' } })
  const { payment } = await newRecharge(published.live)
  assert.match(payment.pix_qrcode_url, /^https:\/\/api\.example\.com\/pay\/[0-9a-z]{32}\/qrcode\.svg$/)
})
