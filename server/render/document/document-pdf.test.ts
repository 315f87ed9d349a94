// PDFs of invoices and quotes with the agency's letterhead: every text fits and covers nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { assertApart } from '../../../test/support/pdf-boxes.ts'
import { drawnTwice, readPdf } from '../../../test/support/read-pdf.ts'
import {
  AGENCY,
  sampleInvoice,
  sampleOption,
  sampleQuote,
} from '../../../test/support/samples/sample-document.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import { letterhead } from '../../../test/support/samples/sample-receipt.ts'
import type { Letterhead } from '../letterhead.ts'
import type { QuoteDocument } from './document.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { quotePdf } from './quote-pdf.ts'

const MM = 72 / 25.4
const MARGIN = 18
const SHOWN = { url: 'https://agencia.example/logos/a-512.png', width: 400, height: 100 }
const PICTURE = samplePng(400, 100)
const textsOf = (pdf: Buffer) => readPdf(pdf).texts

test('letterhead, instructions and footer are printed, in order from the top', async () => {
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

test('a logo moves the name down by its height; without one the name is at the top', async () => {
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

test('missing texts leave no gap; a quote has only the footer', async () => {
  const bare = textsOf(await invoicePdf(sampleInvoice({ footer: null, instructions: null })))
  assert.ok(!bare.some(({ text }) => /Instruções|Volte/.test(text)))
  const quote = sampleQuote()
  const texts = textsOf(await quotePdf(quote, { logo: PICTURE })).map(({ text }) => text)
  assert.ok(texts.includes('Volte sempre.') && !texts.includes('Instruções de pagamento'))
})

const FOUR = ['a', 'b', 'c', 'd'].map((id) => sampleOption({ id, title: `Opção ${id}` }))

test('the options of a quote are printed, each with its trip and total, none split', async () => {
  const texts = textsOf(await quotePdf(sampleQuote({ options: FOUR, lowest: 'R$ 99,00' })))
  const words = texts.map(({ text }) => text)
  assert.deepEqual(words.slice(words.indexOf('A partir de'), words.indexOf('A partir de') + 2), [
    'A partir de',
    'R$ 99,00',
  ])
  for (const { title } of FOUR) {
    const from = texts.findIndex(({ text, tag }) => text === title && tag === 'H2')
    const trip = texts.slice(from, from + 19)
    for (const text of ['R$ 150,00', 'LATAM · Standard', 'Ida', 'seg., 04/01/2027', 'Lisboa (LIS)', '+1 dia'])
      assert.ok(
        trip.some((one) => one.text === text),
        `${title}: ${text}`,
      )
    assert.equal(trip.at(-1)?.text, '1 bagagem de mão · Remarcação não permitida')
    assert.equal(new Set(trip.map(({ page }) => page)).size, 1)
  }
  assert.ok(!words.includes('Preço unitário'), 'a trip at one price is said already')
  for (const page of new Set(texts.map((text) => text.page)))
    assertApart(
      texts.filter((text) => text.page === page),
      MARGIN,
    )
})

test('an answered quote shows who responded, and the chosen option first', async () => {
  const options = FOUR.map((option) => ({ ...option, isChosen: option.id === 'c' }))
  const response = 'By Ana Souza, on 17 Nov 2026.'
  const words = textsOf(
    await quotePdf(sampleQuote({ language: 'en', state: 'accepted', options, response })),
  ).map(({ text }) => text)
  const order = [
    'ACCEPTED',
    'Quote accepted',
    response,
    'Chosen option',
    'Opção c',
    'Other options',
    'Opção a',
  ]
  const places = order.map((text) => words.indexOf(text))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.ok(!places.includes(-1), String(places))
  const no = await quotePdf(sampleQuote({ state: 'declined', options, declineReason: 'Muito caro' }))
  assert.ok(textsOf(no).some(({ text }) => text === 'Motivo: Muito caro'))
})

test('the same invoice with the same logo has the same bytes', async () => {
  const pdf = await drawnTwice(() => invoicePdf(sampleInvoice(), { logo: PICTURE }))
  const [red] = [await invoicePdf(sampleInvoice(), { logo: samplePng(400, 100, [200, 0, 0]) })]
  assert.notDeepEqual(red, pdf)
})

test('no text of an agency leaves the page or overlaps another', async () => {
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
    { numRuns: fullRuns ? 60 : 8 },
  )
})

const ANY_WORDS = fc.oneof(
  anyCharacters({ maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...'WMaç i'), minLength: 20, maxLength: 120 }),
  fc.constantFrom('', 'W'.repeat(120), 'Żółć 王小明 ✈'),
)

test('no text of an option leaves the page or overlaps another', async () => {
  const count = fc.integer({ min: 1, max: 4 })
  await fc.assert(
    fc.asyncProperty(ANY_WORDS, count, count, async (text, options, legs) => {
      const end = { time: '08:10', code: 'GRU', city: text }
      const leg = { name: text, day: text, departs: end, arrives: end, later: text, about: text }
      const trip = {
        head: text,
        legs: Array.from({ length: legs }, () => leg),
        facts: [text, text, 'x', text],
      }
      const shown = Array.from({ length: options }, (_, index) =>
        sampleOption({ id: String(index), title: text, trip, isChosen: index === 1 }),
      )
      const quote = sampleQuote({ options: shown, state: 'accepted', response: text, declineReason: text })
      const texts = textsOf(await quotePdf(quote))
      for (const page of new Set(texts.map((one) => one.page)))
        assertApart(
          texts.filter((one) => one.page === page),
          MARGIN,
        )
    }),
    { numRuns: fullRuns ? 60 : 6 },
  )
})

test('the sum is never on a page without its last line', async () => {
  const line = { description: 'Diária', quantity: '1', unitPrice: 'R$ 1,00', total: 'R$ 1,00' }
  for (let count = 20; count < 32; count++) {
    const lines = Array.from({ length: count }, (_, index) => ({
      ...line,
      description: `Diária ${index + 1}`,
    }))
    const { texts } = readPdf(await invoicePdf(sampleInvoice({ lines, total: 'R$ 9,99' })))
    const pageOf = (words: string) => texts.findLast(({ text }) => text === words)?.page ?? assert.fail(words)
    assert.equal(pageOf('R$ 9,99'), pageOf(`Diária ${count}`), `${count} lines`)
  }
})

test('an option without a trip has its items and sums; one with both has the first line of each', async () => {
  const lines = ['Hotel\nQuarto duplo', 'Carro'].map((description) => ({
    description,
    quantity: '2',
    unitPrice: 'R$ 10,00',
    total: 'R$ 20,00',
  }))
  const sums: [string, string][] = [['Subtotal', 'R$ 40,00']]
  const wordsOf = async (trip: QuoteDocument['options'][number]['trip']) => {
    const options = [sampleOption({ title: '', trip, lines, sums })]
    return textsOf(await quotePdf(sampleQuote({ options }))).map(({ text }) => text)
  }
  const plain = await wordsOf(null)
  for (const shown of ['Hotel', 'Quarto duplo', 'Carro', 'Subtotal', 'R$ 40,00'])
    assert.ok(plain.includes(shown), shown)
  const beside = await wordsOf(sampleOption().trip)
  assert.ok(
    beside.includes('LATAM · Standard') && beside.includes('Hotel') && !beside.includes('Quarto duplo'),
  )
})
