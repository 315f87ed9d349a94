// What all PDFs have in common: embedded fonts, tags, a language, fit for archives, and text that is read back as it was
// written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsqr from 'jsqr'
import type { TeamLanguage } from '../../contract/team-profile.ts'
import { receiptPdf } from '../../server/features/bookings/receipt.ts'
import { tripView, voucherView } from '../../server/features/trip-documents/view.ts'
import type { World } from '../../server/features/world.ts'
import { boletoPdf } from '../../server/render/boleto/boleto-pdf.ts'
import { invoicePdf } from '../../server/render/document/invoice-pdf.ts'
import { quotePdf } from '../../server/render/document/quote-pdf.ts'
import { itineraryPdf, voucherPdf } from '../../server/render/trip/trip-pdf.ts'
import { idAfter, idsIn, objectsOf, readPdf } from '../support/read-pdf.ts'
import { sampleBoleto } from '../support/samples/sample-boleto.ts'
import { AGENCY, sampleInvoice, sampleOption, sampleQuote } from '../support/samples/sample-document.ts'
import { sampleTripParts } from '../support/samples/sample-family-trip.ts'
import { samplePng } from '../support/samples/sample-picture.ts'
import { sampleFamilyReceipt, sampleReceipt } from '../support/samples/sample-receipt.ts'

const LOGO = samplePng(400, 100)
const PIX = `00020126${'pix.example/v2/cobv/9d36b84fc70b478fb95c12729b90ca25'.repeat(2)}6304ABCD`
const WAY = { method: 'pix', amount: 'R$ 150,00', code: PIX, slip: null, url: null } as const
const NAMES = 'Γιώργος Łukasz Żółć Nguyễn Добрый Müller'

const WORLD = { address: { url: 'https://viagens.example' } } as World

function sampleVoucher(language: TeamLanguage): Promise<Buffer> {
  const parts = sampleTripParts(language)
  return voucherPdf(voucherView(WORLD, parts, parts.items[1]!))
}

const PAPERS: Readonly<Record<string, () => Promise<Buffer>>> = {
  invoice: () => invoicePdf(sampleInvoice({ ways: [WAY] }), { logo: LOGO }),
  quote: () => quotePdf(sampleQuote({ options: [sampleOption()] })),
  'English quote': () => quotePdf(sampleQuote({ language: 'en' })),
  itinerary: () => itineraryPdf(tripView(WORLD, sampleTripParts('pt-BR'))),
  voucher: () => sampleVoucher('pt-BR'),
  'English voucher': () => sampleVoucher('en'),
  'English receipt': () => receiptPdf(sampleReceipt({ language: 'en' })),
  receipt: () => receiptPdf(sampleReceipt({ agency: AGENCY }), LOGO),
  family: () => receiptPdf(sampleFamilyReceipt()),
  boleto: () => boletoPdf(sampleBoleto()),
}

for (const [name, draw] of Object.entries(PAPERS)) {
  test(`${name}: embeds its fonts, and every text is tagged or decoration`, async () => {
    const pdf = await draw()
    const { all, of, stream } = objectsOf(pdf)
    const fonts = all.filter((body) => /\/Type \/Font\b/.test(body) && /\/Subtype \/Type0/.test(body))
    assert.ok(fonts.length === 1 || fonts.length === 2)
    for (const font of fonts) {
      const [descendant = 0] = idsIn(/\/DescendantFonts \[([^\]]*)\]/.exec(font)?.[1] ?? '')
      const file = stream(idAfter(of(idAfter(of(descendant), 'FontDescriptor')), 'FontFile2'))
      assert.equal(file.toString('latin1', 0, 4), 'true')
      assert.ok(file.length < 60_000, `${file.length} bytes of a font`)
    }
    assert.ok(!/Helvetica|\/Type1\b/.test(all.join()))
    for (const { tag, text } of readPdf(pdf).texts)
      assert.match(tag, /^(?:P|H1|H2|H3|TH|TD|Link|Artifact)$/, text)
  })

  test(`${name}: has title, language and agency in its metadata`, async () => {
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

const withName = (name: string) => [
  invoicePdf(sampleInvoice({ client: { name, document: null, email: 'a@example.com' } })),
  receiptPdf(
    sampleReceipt({
      clientName: name,
      passengers: [{ id: 'pas_ana', name, type: 'adult' as const, ticket: null }],
    }),
  ),
  boletoPdf(sampleBoleto({ payer: { name, document: null } })),
]

const wordsOf = (pdf: Buffer) =>
  readPdf(pdf)
    .texts.map(({ text }) => text)
    .join(' ')

test('names in Latin, Greek and Cyrillic are readable as written, and need no metadata', async () => {
  for (const pdf of await Promise.all(withName(NAMES))) {
    assert.ok(wordsOf(pdf).includes(NAMES))
    assert.equal(keywordsOf(pdf), null)
  }
})

const OTHERS: [name: string, drawn: string][] = [
  ['王小明', 'WangXiaoMing'],
  ['محمد بن راشد', 'mhmd bn rshd'],
  ['שרה לוי', 'srh lvy'],
  ['สมชาย', 'smchay'],
  ['서울 Kim', 'SeoUl Kim'],
  ['Ana 👩‍🚀 Souza ✈️', 'Ana Souza'],
  ['Ana & <王>', 'Ana & <Wang>'],
]
for (const [name, drawn] of OTHERS)
  test(`${name} is drawn as ${drawn}, and complete in the metadata`, async () => {
    for (const pdf of await Promise.all(withName(name))) {
      assert.ok(wordsOf(pdf).includes(drawn))
      const original = name.replace(/[\u200d\ufe0f]/g, '')
      assert.equal(keywordsOf(pdf)?.normalize('NFKC'), original.normalize('NFKC'))
      // Readers of archives take the same from XML, which has to be well formed.
      const xml = /<\?xpacket begin[\s\S]*<\?xpacket end/.exec(pdf.toString('utf8'))?.[0] ?? ''
      assert.ok(xml.includes(`<pdf:Keywords>${keywordsOf(pdf)}</pdf:Keywords>`))
    }
  })

test('a title with markup leaves the metadata well-formed', async () => {
  const team = { ...AGENCY, name: 'Souza & <Filhos>\u0000' }
  const pdf = (await invoicePdf(sampleInvoice({ team }))).toString('utf8')
  assert.match(pdf, /<rdf:li>Souza ＆ ＜Filhos＞ <\/rdf:li>/)
})

const TEXTS: [text: string, drawn: string][] = [
  ['José Conceição Ltda. – “Às” €', 'José Conceição Ltda. – “Às” €'],
  ['Jose\u0301 Conceic\u0327a\u0303o', 'José Conceição'],
  ['Łukasz Dvořák Đorđević ÀẼĩőűŵŷžǍǛȘțḂṪẠữƁ', 'Łukasz Dvořák Đorđević ÀẼĩőűŵŷžǍǛȘțḂṪẠữƁ'],
  ['Ὀδυσσεύς ДобрыйҐѝӁ', 'Ὀδυσσεύς ДобрыйҐѝӁ'],
  ['oficina ﬁm ẹ\u0301 ı', 'oficina fim ẹ\u0301 ı'],
  ['A\n\tB\u0000C', 'A B C'],
  ['zero\u200bwidth\u202e', 'zerowidth'],
  ['half \ud800 of a pair', 'half of a pair'],
  ['→ № ½ ①', '– № ½ 1'],
  [`a${'\u035f\u0300'.repeat(500)}b`, 'à\u0300\u0300b'],
]
for (const [text, drawn] of TEXTS)
  test(`${JSON.stringify(text.slice(0, 40))} is drawn as ${JSON.stringify(drawn)}`, async () => {
    const client = { name: text, document: null, email: 'a@example.com' }
    const words = wordsOf(await invoicePdf(sampleInvoice({ client }))).normalize('NFC')
    assert.ok(words.includes(` ${drawn.normalize('NFC')} a@example.com`), words)
  })

test('the same document has the same bytes, regardless of earlier documents', async () => {
  const draw = (name: string) =>
    invoicePdf(sampleInvoice({ client: { name, document: null, email: 'a@example.com' } }))
  const first = await draw('Işık fi ffi')
  await draw('i\u0331 i\u0324 ﬁ Ῥ')
  assert.deepEqual(await draw('Işık fi ffi'), first)
})

test('sixty items take three pages, each with its number and title', async () => {
  const line = { description: 'Diária', quantity: '1', unitPrice: 'R$ 1,00', total: 'R$ 1,00' }
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...line, description: `Diária ${index + 1}` }))
  const { texts, pages } = readPdf(await invoicePdf(sampleInvoice({ lines, ways: [WAY] })))
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
    ['PAGA em 16/11/2026'],
    /Pague|A pagar/,
  ],
  [{ state: 'paid', payments: [] }, ['PAGA'], /PAGA em/],
  [{ state: 'cancelled', instructions: null }, ['CANCELADA'], /Pague|A pagar/],
  [{ state: 'overdue', ways: [WAY] }, ['VENCIDA', 'A pagar', 'Pague R$ 150,00 com Pix'], /PAG[OA] /],
  [
    { payments: PAID.slice(0, 1), paidSum: 'R$ 50,00', amountDue: 'R$ 100,00' },
    ['PAGA EM PARTE', 'Falta pagar', 'R$ 100,00'],
    /PAGA(?! EM PARTE)/,
  ],
  [
    {
      state: 'paid',
      payments: PAID,
      totalChanges: [['Não é mais devido', '-R$ 150,00']],
      nothingLeft: 'refunded',
      instructions: null,
    },
    ['VALOR DEVOLVIDO', 'Ajustes do total', 'Não é mais devido', '-R$ 150,00'],
    /PAG[OA] /,
  ],
  [{ isSimulated: true }, ['SIMULAÇÃO'], /PAG[OA]/],
  [
    {
      language: 'en',
      state: 'overdue',
      payments: PAID,
      paidSum: 'R$ 150,00',
      ways: [WAY],
      isSimulated: true,
    },
    ['SIMULATION', 'OVERDUE · PARTLY PAID', 'To pay', 'Unit price', 'Pay R$ 150,00 by Pix', 'Page 1 of 1'],
    /Página|Cliente|Descrição|Pague|Falta|Total a/,
  ],
]
for (const [changes, shown, gone] of STATES) {
  test(`an invoice shows its state: ${shown.join(', ')}`, async () => {
    const words = readPdf(await invoicePdf(sampleInvoice(changes))).texts.map(({ text }) => text)
    for (const text of shown) assert.ok(words.includes(text), text)
    assert.doesNotMatch(words.join('\n'), gone)
  })
}

test('the QR code on an invoice can be decoded', async () => {
  const pdf = await invoicePdf(sampleInvoice({ ways: [WAY] }))
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

/** From the information of the document, in UTF-16 if it is not plain. */
function keywordsOf(pdf: Buffer): string | null {
  const { all, text } = objectsOf(pdf)
  const info = all.find((body) => body.includes('/Keywords '))
  return info === undefined ? null : text(idAfter(info, 'Keywords'))
}
