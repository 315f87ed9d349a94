// What all our PDFs are: set in type that they bring along, tagged, in a language, fit for archives, and read back as
// they were written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsqr from 'jsqr'
import { idAfter, idsIn, objectsOf, readPdf } from '../../../test/support/read-pdf.ts'
import { sampleBoleto } from '../../../test/support/samples/sample-boleto.ts'
import {
  AGENCY,
  sampleInvoice,
  sampleOption,
  sampleQuote,
} from '../../../test/support/samples/sample-document.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import { sampleFamilyReceipt, sampleReceipt } from '../../../test/support/samples/sample-receipt.ts'
import { boletoPdf } from '../boleto/boleto-pdf.ts'
import { invoicePdf, quotePdf } from '../document/document-pdf.ts'
import { receiptPdf } from '../receipt/receipt-pdf.ts'

const LOGO = samplePng(400, 100)
const PIX = `00020126${'pix.example/v2/cobv/9d36b84fc70b478fb95c12729b90ca25'.repeat(2)}6304ABCD`
const NAMES = 'Γιώργος Łukasz Żółć 王小明 Nguyễn'

const PAPERS: Readonly<Record<string, () => Promise<Buffer>>> = {
  invoice: () => invoicePdf(sampleInvoice({ pixCode: PIX }), { logo: LOGO }),
  quote: () => quotePdf(sampleQuote({ options: [sampleOption()] })),
  'English quote': () => quotePdf(sampleQuote({ language: 'en' })),
  'English receipt': () => receiptPdf(sampleReceipt({ language: 'en' })),
  receipt: () => receiptPdf(sampleReceipt({ agency: AGENCY }), LOGO),
  family: () => receiptPdf(sampleFamilyReceipt()),
  boleto: () => boletoPdf(sampleBoleto()),
}

for (const [name, draw] of Object.entries(PAPERS)) {
  test(`${name}: brings its type along, and every text is tagged or decoration`, async () => {
    const pdf = await draw()
    const { all, of, stream } = objectsOf(pdf)
    const fonts = all.filter((body) => /\/Type \/Font\b/.test(body) && /\/Subtype \/Type0/.test(body))
    assert.ok(fonts.length === 1 || fonts.length === 2)
    for (const font of fonts) {
      const [descendant = 0] = idsIn(/\/DescendantFonts \[([^\]]*)\]/.exec(font)?.[1] ?? '')
      const file = stream(idAfter(of(idAfter(of(descendant), 'FontDescriptor')), 'FontFile2'))
      assert.equal(file.readUInt32BE(0), 0x10000)
      assert.ok(file.length < 60_000, `${file.length} bytes of a font`)
    }
    assert.ok(!/Helvetica|\/Type1\b/.test(all.join()))
    for (const { tag, text } of readPdf(pdf).texts)
      assert.match(tag, /^(?:P|H1|H2|TH|TD|Link|Artifact)$/, text)
  })

  test(`${name}: says what it is, in which language, and for whom`, async () => {
    const pdf = await draw()
    const { all } = objectsOf(pdf)
    const catalogue = all.find((body) => body.includes('/Type /Catalog')) ?? ''
    const language = name.startsWith('English') ? 'en' : 'pt-BR'
    for (const part of [`/Lang (${language})`, '/MarkInfo', '/StructTreeRoot', '/OutputIntents', '/Metadata'])
      assert.ok(catalogue.includes(part), part)
    assert.ok(all.some((body) => body.includes('/DisplayDocTitle true')))
    const facts = pdf.toString('utf8')
    for (const fact of [
      '<pdfaid:part>2</pdfaid:part>',
      '<pdfaid:conformance>A</pdfaid:conformance>',
      '<pdfuaid:part>1</pdfuaid:part>',
    ])
      assert.ok(facts.includes(fact), fact)
    const kinds = new Set(all.flatMap((body) => /\/S \/(\w+)/.exec(body)?.[1] ?? []))
    assert.ok(kinds.has('Document') && kinds.has(name === 'boleto' ? 'Figure' : 'H1'))
    for (const body of all) {
      if (/\/S \/Figure/.test(body)) assert.match(body, /\/Alt \(/)
      if (/\/S \/TH\b/.test(body)) assert.match(body, /\/Scope \/(?:Column|Row)/)
    }
  })
}

test('names in Greek, Polish, Chinese and Vietnamese are read back as they were written', async () => {
  const client = { name: NAMES, document: null, email: 'a@example.com' }
  const passengers = [{ id: 'pas_ana', name: NAMES, type: 'adult' as const, ticket: null }]
  for (const pdf of [
    await invoicePdf(sampleInvoice({ client })),
    await receiptPdf(sampleReceipt({ clientName: NAMES, passengers })),
    await boletoPdf(sampleBoleto({ payer: { name: NAMES, document: null } })),
  ]) {
    const words = readPdf(pdf).texts.map(({ text }) => text.replaceAll('\u2060', ''))
    assert.ok(words.join(' ').includes(NAMES))
  }
})

test('sixty items go over three pages, each with its number and what it is a page of', async () => {
  const line = { description: 'Diária', quantity: '1', unitPrice: 'R$ 1,00', total: 'R$ 1,00' }
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...line, description: `Diária ${index + 1}` }))
  const { texts, pages } = readPdf(await invoicePdf(sampleInvoice({ lines, pixCode: PIX })))
  assert.equal(pages, 3)
  for (const page of [1, 2, 3]) {
    const here = texts.filter((text) => text.page === page)
    const tagOf = (words: string) => here.find(({ text }) => text === words)?.tag
    assert.equal(tagOf(`Página ${page} de 3`), 'Artifact')
    assert.equal(tagOf('Fatura 2026-000123 · Agência Sol'), page === 1 ? undefined : 'Artifact')
    if (here.some(({ text }) => text.startsWith('Diária')))
      assert.equal(tagOf('Preço unitário'), page === 1 ? 'TH' : 'Artifact', 'read once, seen on each page')
  }
  const items = texts.filter(({ text }) => text.startsWith('Diária '))
  assert.deepEqual(
    items.map(({ text }) => text),
    lines.map(({ description }) => description),
  )
  const ends = texts
    .filter(({ text, tag }) => text === 'R$ 1,00' && tag === 'TD')
    .map(({ x, width }) => x + width)
  assert.equal(new Set(ends.map((end) => end.toFixed(1))).size, 2, 'prices and sums, each in a column')
})

const PAID: [string, string][] = [
  ['10/11/2026', 'R$ 50,00'],
  ['16/11/2026', 'R$ 100,00'],
]
const STATES: [Parameters<typeof sampleInvoice>[0], shown: string[], gone: RegExp][] = [
  [
    { state: 'paid', payments: PAID, paidOn: '16/11/2026', instructions: null },
    ['PAGO em 16/11/2026'],
    /Pague|A pagar/,
  ],
  [{ state: 'paid', payments: [] }, ['PAGO'], /PAGO em/],
  [{ state: 'cancelled', instructions: null }, ['CANCELADA'], /Pague|A pagar/],
  [{ state: 'overdue', pixCode: PIX }, ['VENCIDA', 'A pagar', 'Pague R$ 150,00 com Pix'], /PAG[OA] /],
  [
    { payments: PAID.slice(0, 1), amountDue: 'R$ 100,00' },
    ['PAGA EM PARTE', 'Falta pagar', 'R$ 100,00'],
    /PAGO/,
  ],
  [{ isSimulated: true }, ['SIMULAÇÃO'], /PAG[OA]/],
  [
    { language: 'en', state: 'overdue', payments: PAID, pixCode: PIX, isSimulated: true },
    ['SIMULATION', 'OVERDUE · PARTLY PAID', 'To pay', 'Unit price', 'Pay R$ 150,00 by Pix', 'Page 1 of 1'],
    /Página|Cliente|Descrição|Pague|Falta|Total a/,
  ],
]
for (const [changes, shown, gone] of STATES) {
  test(`an invoice says how it stands: ${shown.join(', ')}`, async () => {
    const words = readPdf(await invoicePdf(sampleInvoice(changes))).texts.map(({ text }) => text)
    for (const text of shown) assert.ok(words.includes(text), text)
    assert.doesNotMatch(words.join('\n'), gone)
  })
}

test('the QR code on an invoice is read back', async () => {
  const pdf = await invoicePdf(sampleInvoice({ pixCode: PIX }))
  const { all, of, stream } = objectsOf(pdf)
  const page = all.find((body) => /\/Type \/Page\b/.test(body)) ?? ''
  assert.ok(of(idAfter(page, 'Resources')))
  const content = stream(idAfter(page, 'Contents')).toString('latin1')
  const runs = [...content.matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)].map(([, x, y, length]) => ({
    x: Number(x),
    y: Number(y),
    end: Number(x) + Number(length),
  }))
  const side = (Math.max(...runs.map(({ end }) => end)) + 4) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { x, y, end } of runs)
    for (let row = y * 4; row < y * 4 + 4; row++)
      pixels.fill(0, (row * side + x * 4) * 4, (row * side + end * 4) * 4)
  // Black, but not clear.
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  assert.equal(jsqr.default(pixels, side, side)?.data, PIX)
})
