// The public page and PDF of an invoice: what the client sees, on any screen, without a key and without a framework.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { newAgency } from '../../../test/support/agency.ts'
import { INVOICES, ITEM, newClient, newInvoice, newQuote } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const { live } = app
const page = async (url: string) => app.anybody.get(new URL(url).pathname)
/** An issued invoice to a new client like this. */
const sentTo = async (person: object, fields: object) => {
  const { id } = await newClient(live, person)
  return newInvoice(live, { client_id: id, status: 'sent', due_date: '2099-11-20', ...fields })
}
const wordsOf = async (url: string) => {
  const { statusCode, headers, body } = await request(url)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'])
  const { texts, pages } = readPdf(Buffer.from(await body.arrayBuffer()))
  return { words: texts.map(({ text }) => text), pages, name: String(headers['content-disposition']) }
}

test('the page shows the amount and the code, in Portuguese, and loads nothing from other hosts', async () => {
  const invoice = await sentTo(
    { full_name: 'Zé <b>Souza</b>', cpf: '52998224725', notes: 'segredo da agência' },
    { notes: 'Obrigado\n<script>', discount_rate: 10, tax_rate: 5 },
  )
  const { status, headers, text } = await page(invoice.payment_url)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(text, /<html lang="pt-BR">/)
  assert.match(text, /<meta name="viewport" content="width=device-width, initial-scale=1">/)
  for (const shown of [
    'R$ 141,75',
    'Vencimento: <strong>20/11/2099</strong>',
    `data-plain="${invoice.pix.copy_paste}"`,
    '<svg xmlns',
    'CPF 529.982.247-25',
    'Desconto (10%)',
    '-R$ 15,00',
    'Impostos (5%)',
    'R$ 6,75',
    'Zé &lt;b&gt;Souza&lt;/b&gt;',
    '&lt;script&gt;',
    invoice.pdf_url,
  ])
    assert.ok(text.includes(shown), shown)
  assert.ok(!text.includes('segredo da agência'), 'notes about the client are for the agency alone')
  assert.equal(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/.test(text), false, 'loads nothing')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /connect-src 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.ok(text.length < 60_000, `${text.length} characters`)
  assert.ok(gzipSync(text).length < 40_000)
  assert.doesNotMatch(text, /embarque/i, 'the page is the agency’s')
})

test('the page switches to paid by itself: the polled version changes with the invoice', async () => {
  const invoice = await newInvoice(live, { status: 'sent', due_date: '2099-01-01' })
  const { text } = await page(invoice.payment_url)
  const asks = /data-asks="([^"]+)" data-version="([^"]+)"/.exec(text)!
  const before = (await app.anybody.get(asks[1]!)).body
  assert.deepEqual(before, { status: 'sent', payment_status: 'pending', version: asks[2] })
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  const now = (await app.anybody.get(asks[1]!)).body
  assert.equal(now.payment_status, 'paid')
  assert.notEqual(now.version, asks[2])
  const paid = (await page(invoice.payment_url)).text
  assert.match(paid, /Fatura paga/)
  assert.ok(
    !paid.includes('Pix copia e cola') && !paid.includes('<svg'),
    'the page does not ask to pay twice',
  )
  assert.match(paid, /Pagamentos recebidos/)
})

test('partial, overdue and cancelled are shown', async () => {
  const partial = await newInvoice(live, { status: 'sent', due_date: '2099-01-01', amount_paid: 50 })
  const { text } = await page(partial.payment_url)
  assert.ok(text.includes('<p class="amount">R$ 100,00</p>') && text.includes('Falta pagar'))
  assert.ok(text.includes('R$ 50,00 de R$ 150,00 já pagos') && text.includes('Registrado pela agência'))
  const late = await newInvoice(live, { status: 'sent', due_date: '2020-01-01' })
  assert.match((await page(late.payment_url)).text, /Fatura vencida/)
  const cancelled = await newInvoice(live, { status: 'cancelled' })
  const shown = (await page(cancelled.payment_url)).text
  assert.ok(shown.includes('Fatura cancelada') && !shown.includes('Copiar código'))
  const sandbox = await newInvoice(app.test)
  assert.match((await page(sandbox.payment_url)).text, /Simulação/)
})

test('with a live key too, a simulated payment is marked as such, before and after it', async () => {
  const invoice = await newInvoice(live, { status: 'sent', due_date: '2099-01-01' })
  const saysSo = async () => {
    assert.match((await page(invoice.payment_url)).text, /Simulação/)
    assert.ok((await wordsOf(invoice.pdf_url)).words.some((text) => text.startsWith('SIMULAÇÃO')))
  }
  await saysSo()
  await live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await saysSo()
  const inCash = await newInvoice(live, { status: 'sent', payment_status: 'paid' })
  assert.doesNotMatch((await page(inCash.payment_url)).text, /Simulação/, 'cash is nothing that we simulate')
})

test('the PDF has everything that accounting needs, on as many pages as needed', async () => {
  const company = { client_type: 'company', full_name: 'Aurora Ltda', cnpj: '12ABC34501DE35' }
  const few = await sentTo(company, { notes: 'Nota' })
  const { client_id } = few
  const { words, pages, name } = await wordsOf(few.pdf_url)
  assert.equal(pages, 1)
  assert.match(name, new RegExp(`^inline; filename="fatura-${few.number}.pdf"$`))
  for (const shown of [
    'Demo Agency',
    `Fatura ${few.number}`,
    'Aurora Ltda',
    'CNPJ 12.ABC.345/01DE-35',
    '20/11/2099',
    'Pacote',
    'R$ 150,00',
    'Nota',
  ])
    assert.ok(words.includes(shown), shown)
  const joined = words.join('')
  assert.ok(joined.includes(few.pix.copy_paste), 'the code, put together again')
  const items = Array.from({ length: 120 }, (_, n) => ({
    ...ITEM,
    description: `Linha ${n + 1} ${'muito longa '.repeat(8)}`,
  }))
  const many = await wordsOf((await newInvoice(live, { client_id, items, status: 'sent' })).pdf_url)
  assert.ok(many.pages > 4, `${many.pages} pages`)
  assert.ok(many.words.some((text) => text.startsWith('Linha 120')))
  assert.equal(many.words[many.words.indexOf('Total') + 1], 'R$ 18.000,00')
  const quote = await wordsOf(
    (await newQuote(live, { client_id, valid_until: '2099-12-31', status: 'sent' })).pdf_url,
  )
  assert.match(quote.words.join(' '), /Orçamento 2026-\d{6} .* Válido até 31\/12\/2099/)
})

test('an issued invoice keeps the names at its issue; a draft follows its client', async () => {
  const names = { full_name: 'Antes Ltda', client_type: 'company', cnpj: '11222333000181' }
  const client = await newClient(live, names)
  const issued = await newInvoice(live, { client_id: client.id, status: 'sent' })
  const draft = await newInvoice(live, { client_id: client.id })
  const later = { full_name: 'Depois SA', email: 'depois@example.com', cnpj: '12ABC34501DE35' }
  assert.equal((await live.patch(`/api/v1/clients/${client.id}`, later)).status, 200)
  const { pool } = app.service.world
  const rename = (name: string) => pool.query('update teams set name = $1 where name <> $1', [name])
  await rename('Outra Agência')
  const texts = async ({ payment_url, pdf_url }: { payment_url: string; pdf_url: string }) => [
    (await page(payment_url)).text,
    (await wordsOf(pdf_url)).words.join('\n'),
  ]
  for (const text of await texts(issued)) {
    for (const shown of ['Antes Ltda', '11.222.333/0001-81', 'Demo Agency'])
      assert.ok(text.includes(shown), shown)
    for (const gone of ['Depois', 'depois@', '12.ABC', 'Outra Agência']) assert.ok(!text.includes(gone), gone)
  }
  for (const text of await texts(draft))
    for (const shown of ['Depois SA', '12.ABC.345/01DE-35', 'Outra Agência'])
      assert.ok(text.includes(shown), shown)
  assert.ok((await texts(issued))[1]!.includes(client.email))
  await rename('Demo Agency')
})

test('links are long and random and contain no key; an unknown one finds nothing', async () => {
  const [one, other] = [await newInvoice(live), await newInvoice(live)]
  const token = /\/i\/([0-9a-z]{32})$/
  assert.notEqual(token.exec(one.payment_url)![1], token.exec(other.payment_url)![1])
  for (const path of ['i', 'i/pdf', 'i/status', 'q', 'q/pdf']) {
    const [kind, rest] = path.split('/')
    const { status } = await app.anybody.get(
      `/${kind}/${'0'.repeat(32)}${rest === undefined ? '' : `/${rest}`}`,
    )
    assert.equal(status, 404, path)
  }
  await live.delete(`${INVOICES}/${one.id}`)
  assert.equal((await page(one.payment_url)).status, 404)
})

test('a payer who reports a payment sees a waiting page without the code', async () => {
  const agency = await newAgency(app)
  await agency.live.patch('/api/v1/team', { whatsapp: '11 98888-7777', phone: '11 3000-0000' })
  const invoice = await newInvoice(agency.live, { status: 'sent', due_date: '2099-01-01' })
  const { text } = await app.anybody.get(`${new URL(invoice.payment_url).pathname}?paid`)
  assert.ok(text.includes('Aguardando a confirmação do banco') && text.includes('data-asks='))
  assert.ok(!text.includes(invoice.pix.copy_paste) && !/avisad/.test(text))
  assert.match(text, /<noscript><meta http-equiv="refresh" content="20"><\/noscript>/)
  const wrote = `https://wa.me/5511988887777?text=${encodeURIComponent(`Olá! Paguei a fatura ${invoice.number}`)}`
  assert.ok(text.includes(wrote), 'the message names the invoice')
  assert.ok(text.includes('href="tel:+551130000000"'))
  await agency.live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  const paid = (await app.anybody.get(`${new URL(invoice.payment_url).pathname}?paid`)).text
  assert.ok(paid.includes('Fatura paga') && !paid.includes('Aguardando') && paid.includes('Identificação: '))
})

test('in the language of the client, or else the agency; drafts, returns and cancelled ones are marked', async () => {
  const agency = await newAgency(app)
  const send = (fields: object) =>
    newInvoice(agency.live, { status: 'sent', due_date: '2099-01-01', ...fields })
  const guest = await newClient(agency.live, { language: 'en' })
  const bill = await send({ client_id: guest.id, discount_rate: 10 })
  const english = (await page(bill.payment_url)).text
  for (const shown of ['<html lang="en">', 'R$ 135.00', '1 Jan 2099', 'Copy Pix code', 'Discount (10%)'])
    assert.ok(english.includes(shown), shown)
  const pdfWords = await wordsOf(bill.pdf_url)
  assert.match(pdfWords.name, /"invoice-2026-\d+\.pdf"/)
  for (const shown of [`Invoice ${bill.number}`, 'Pay R$ 135.00 by Pix', 'Unit price', 'Page 1 of 1'])
    assert.ok(pdfWords.words.includes(shown), shown)
  assert.match((await page((await send({})).payment_url)).text, /<html lang="pt-BR">/)
  await agency.live.patch('/api/v1/team', { language: 'en' })
  const draft = await page((await newInvoice(agency.live)).payment_url)
  assert.ok(draft.text.includes('<html lang="en">') && draft.text.includes('has not been issued yet'))
  const returned = await send({})
  await agency.live.post(`/api/v1/test/charges/${returned.id}/pay`)
  await agency.live.post(`/api/v1/test/charges/${returned.id}/return`)
  assert.match((await page(returned.payment_url)).text, /R\$ 150\.00 returned<p>The money went back/)
})

test("the page of a boleto has the agency's brand, shows payments, and links to the invoice", async () => {
  const agency = await newAgency(app, { name: 'Aurora Viagens' })
  await agency.live.patch('/api/v1/team', { brand_colour: '#0a6e5c' })
  const { id: client_id } = await newClient(agency.live, { cpf: '52998224725' })
  const fields = { client_id, status: 'sent', due_date: '2027-01-04', payment_methods: ['boleto'] }
  const invoice = await newInvoice(agency.live, fields)
  const { text } = await page(invoice.boleto.url)
  assert.ok(text.includes('--brand: #0a6e5c') && text.includes(`href="${invoice.payment_url}"`))
  assert.ok(!text.includes('Valor pago') && text.includes('rel="icon" href="data:image/svg+xml,'))
  await agency.live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  assert.match((await page(invoice.boleto.url)).text, /<dt>Valor pago<\/dt><dd>R\$ 150,00<\/dd>/)
})
