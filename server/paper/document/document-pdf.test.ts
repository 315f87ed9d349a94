// Invoices and quotes on paper with the letterhead of their agency: whatever it says, it has room, and covers nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { campaign } from '../../../test/support/campaign.ts'
import { assertApart } from '../../../test/support/pdf-boxes.ts'
import { drawnTwice, readPdf } from '../../../test/support/read-pdf.ts'
import { AGENCY, sampleInvoice, sampleQuote } from '../../../test/support/samples/sample-document.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import { letterhead } from '../../../test/support/samples/sample-receipt.ts'
import type { Letterhead } from '../letterhead.ts'
import { invoicePdf, quotePdf } from './document-pdf.ts'

const MM = 72 / 25.4
const MARGIN = 18
const SHOWN = { url: 'https://agencia.example/logos/a-512.png', width: 400, height: 100 }
const PICTURE = samplePng(400, 100)
const textsOf = (pdf: Buffer) => readPdf(pdf).texts

test('the letterhead, the instructions and the footer are on it, each line below the one before', async () => {
  const texts = textsOf(await invoicePdf(sampleInvoice(), { logo: PICTURE }))
  const expected = [
    AGENCY.name,
    ...AGENCY.lines,
    'Ana Souza',
    'Pacote',
    'Instruções de pagamento',
    'Banco 001',
    'Conta 1-2',
    'Volte sempre.',
  ]
  const heights = expected.map(
    (line) => texts.find(({ text }) => text.trimEnd() === line)?.y ?? assert.fail(line),
  )
  assert.deepEqual(
    heights,
    heights.toSorted((a, b) => a - b),
  )
  assertApart(texts, MARGIN)
})

test('a logo pushes the name down by its height, and an agency without one begins at the top', async () => {
  const nameIn = async (team: Letterhead, picture: Buffer | null) =>
    textsOf(await invoicePdf(sampleInvoice({ team }), { logo: picture })).find(
      ({ text }) => text === AGENCY.name,
    )?.y ?? 0
  const plain = await nameIn({ ...AGENCY, logo: null }, null)
  assert.equal(await nameIn(AGENCY, null), plain, 'a picture that is gone takes no room')
  // 50 mm wide, so 12.5 high, and 3 below it; the name is smaller beside a logo.
  const smaller = (16 - 11.5) * 0.8
  const isDown = async (logo: typeof SHOWN, mm: number) =>
    assert.equal(
      ((await nameIn({ ...AGENCY, logo }, PICTURE)) - plain + smaller).toFixed(1),
      (mm * MM).toFixed(1),
    )
  await isDown(SHOWN, 15.5)
  await isDown({ ...SHOWN, width: 100, height: 400 }, 21)
})

test('one without texts of its own says nothing in their place; a quote has the footer alone', async () => {
  const bare = textsOf(await invoicePdf(sampleInvoice({ footer: null, instructions: null })))
  assert.ok(!bare.some(({ text }) => /Instruções|Volte/.test(text)))
  const quote = sampleQuote()
  const texts = textsOf(await quotePdf(quote, { logo: PICTURE })).map(({ text }) => text)
  assert.ok(texts.includes('Volte sempre.') && !texts.includes('Instruções de pagamento'))
})

test('the same invoice with the same logo is the same bytes', async () => {
  const pdf = await drawnTwice(() => invoicePdf(sampleInvoice(), { logo: PICTURE }))
  const [red] = [await invoicePdf(sampleInvoice(), { logo: samplePng(400, 100, [200, 0, 0]) })]
  assert.notDeepEqual(red, pdf)
})

test('whatever an agency says of itself, nothing leaves the page or covers anything else', async () => {
  const words = fc.oneof(
    anyCharacters({ maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'WMaç i'), minLength: 40, maxLength: 300 }),
    fc.constantFrom('', 'W'.repeat(200), 'José Łoś 日本 ✈ “Cia” – €5'),
  )
  const sides = fc.integer({ min: 1, max: 512 })
  await fc.assert(
    fc.asyncProperty(words, sides, sides, async (text, width, height) => {
      const team = { ...letterhead(text), lines: [text, text, text, text], logo: { ...SHOWN, width, height } }
      const pdf = await invoicePdf(sampleInvoice({ team, footer: text, instructions: text }), {
        logo: PICTURE,
      })
      assert.ok(readPdf(pdf).pages >= 1)
      if (readPdf(pdf).pages === 1) assertApart(textsOf(pdf), MARGIN)
    }),
    { numRuns: campaign(60, 15) },
  )
})
