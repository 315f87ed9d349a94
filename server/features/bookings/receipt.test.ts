// The PDF receipt: its content, that nothing leaves the page or overlaps, and that the same booking has the same
// bytes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { assertApart } from '../../../test/support/pdf-boxes.ts'
import { drawnTwice, type PdfText, readPdf } from '../../../test/support/read-pdf.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import {
  letterhead,
  sampleFamilyReceipt,
  sampleFamilySlices,
  sampleReceipt,
} from '../../../test/support/samples/sample-receipt.ts'
import { HOME, OVERNIGHT, PASSENGER, sampleSlice } from '../../../test/support/samples/sample-trip.ts'
import { type ReceiptView, receiptPdf } from './receipt.ts'

const MARGIN = 18

test('one traveller, one way: one page with everything the airport asks for', async () => {
  const pdf = await receiptPdf(sampleReceipt())
  assert.match(pdf.toString('latin1'), /^%PDF-1\.\d[\s\S]*MediaBox \[0 0 595\.28 841\.89\][\s\S]*%%EOF\n?$/)
  assert.equal(readPdf(pdf).pages, 1)
  const written = linesOf(pdf)
  for (const line of [
    'Agência Estrela do Mar',
    'Recibo de bilhete',
    'eletrônico',
    'K7QX2M',
    '15/11/2026',
    'TAP Air Portugal',
    'Reserva ord_0199f2a4c6d87b3e9a1f',
    'Tarifa e serviço da agência',
    'Taxas de embarque e impostos',
    'R$ 454,80',
    "Ana Souza d'Ávila",
    'adulto',
    '0472401234567',
    'Voo: São Paulo (GRU) – Lisboa (LIS)',
    'seg., 15 fev. 2027 · 9h55 · direto',
    'TP 84',
    '9h55 · Airbus A330-900neo',
    '22:10 São Paulo (GRU)',
    '11:05 (+1) Lisboa (LIS)',
    'ter., 16 fev. 2027',
    'Aeroporto Humberto Delgado, terminal 1',
    'Econômica · 1 bagagem despachada, 1 de mão · base tarifária YSTANDARD',
    'Reembolso antes do embarque: permitido, com multa de R$ 648,00 (USD 120,00) da companhia.',
    'Remarcação antes do embarque: não permitida pela tarifa.',
    'Valor total',
    'R$ 4.567,89',
    'Página 1 de 1',
  ]) {
    assert.ok(written.includes(line), line)
  }
  assert.ok(!written.some((line) => line.includes('SEM VALOR')))
})

test('four travellers on twelve flights: pages are numbered, and no leg is split', async () => {
  const pdf = await receiptPdf(sampleFamilyReceipt())
  const pages = pagesOf(pdf)
  assert.equal(pages.length, 3)
  assert.equal(readPdf(pdf).pages, 3)
  for (const [index, texts] of pages.entries()) {
    assert.equal(texts.at(-1)!.text, `Página ${index + 1} de 3`)
    assert.ok(texts.some(({ text }) => text.includes('K7QX2M')))
    assert.ok(texts.some(({ text }) => text.endsWith('Agência Estrela do Mar')))
  }
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const page = pages.find((texts) => texts.some(({ text }) => text.startsWith(`Trecho ${number}: `)))!
    const from = page.findIndex(({ text }) => text.startsWith(`Trecho ${number}: `))
    const next = page.findIndex(({ text }, index) => index > from && text.startsWith('Trecho '))
    const leg = page.slice(from, next === -1 ? undefined : next).map(({ text }) => text)
    assert.equal(leg.filter((text) => text === 'LA 3456').length, 2)
    assert.ok(leg.includes('Conexão de 1h15'))
  }
  assertNothingCovered(pdf)
})

test('a leg longer than a page continues on the next, and loses nothing', async () => {
  const passengers = sampleFamilyReceipt().passengers
  const people = Array.from({ length: 9 }, (_, index) => ({
    ...PASSENGER,
    fare_basis_code: `${'Y'.repeat(200)}${index}`,
  }))
  const hops = ['GRU', 'BSB', 'MAD', 'LIS'].map((from, index) => ({
    ...OVERNIGHT,
    from,
    to: ['BSB', 'MAD', 'LIS', 'GRU'][index]!,
    flight: `LA ${index + 1}`,
  }))
  const pdf = await receiptPdf(sampleReceipt({ passengers, slices: [sampleSlice(hops, 'PT99H', people)] }))
  assert.ok(pagesOf(pdf).length > 1)
  for (const number of [1, 2, 3, 4]) assert.ok(linesOf(pdf).includes(`LA ${number}`))
  assertNothingCovered(pdf)
})

test('passengers with different entitlements are referred to by number', async () => {
  const written = linesOf(await receiptPdf(sampleFamilyReceipt()))
  const seated =
    'Passageiros 1, 2, 3: Econômica · 1 bagagem despachada, 1 de mão · base tarifária YSTANDARD · assentos 10A, 11A, 12A'
  assert.equal(written.filter((line) => line === seated).length, 12)
  assert.ok(written.includes('Passageiro 4: Econômica · sem bagagem despachada · base tarifária YSTANDARD'))
  assert.ok(written.includes('bebê de colo'))
  assert.ok(written.includes('a emitir'))
})

test('a connection abroad, another operator and a missing terminal are shown', async () => {
  const [first, second] = HOME
  const slice = sampleSlice([first!, { ...second!, from: 'BSB' }], 'PT13H45M')
  slice.segments[1]!.operating_carrier = { iata_code: 'IB', name: 'Iberia', logo_symbol_url: '' }
  const written = linesOf(await receiptPdf(sampleReceipt({ slices: [slice] })))
  assert.ok(written.includes('Conexão de 1h40, com troca de aeroporto'))
  assert.ok(written.includes('operado por Iberia'))
  assert.ok(written.includes('Aeroporto Humberto Delgado'))
  assert.ok(written.includes('20:35 Madri (MAD)'), 'a city that only the reference data knows')
})

const CONDITIONS: [allowed: boolean, amount: string | null, currency: string | null, words: string][] = [
  [false, null, null, 'não permitido pela tarifa.'],
  [true, null, null, 'permitido, conforme as regras da companhia.'],
  [true, '0.00', 'BRL', 'permitido, sem multa da companhia.'],
  [true, '10.00', 'EUR', 'permitido, com multa de EUR 10,00 da companhia.'],
  [true, '1250.50', 'BRL', 'permitido, com multa de R$ 1.250,50 da companhia.'],
]
for (const [allowed, penalty_amount, penalty_currency, words] of CONDITIONS) {
  test(`conditions: ${words}`, async () => {
    const condition = { allowed, penalty_amount, penalty_currency }
    const conditions = { refund_before_departure: condition, change_before_departure: condition }
    const written = linesOf(await receiptPdf(sampleReceipt({ conditions })))
    assert.ok(written.includes(`Reembolso antes do embarque: ${words}`))
    assert.ok(written.includes(`Remarcação antes do embarque: ${words.replace('permitido', 'permitida')}`))
  })
}

test('an English receipt is English throughout, conditions and page numbers included', async () => {
  const written = linesOf(await receiptPdf(sampleFamilyReceipt({ language: 'en', isSimulated: true })))
  for (const line of [
    'Electronic ticket receipt',
    'SIMULATION WITHOUT VALUE: a test booking',
    '15 Nov 2026',
    'infant on lap',
    'to be issued',
    'Leg 1: São Paulo (CGH) – Rio de Janeiro (SDU)',
    'Connection of 1h 15m',
    'Passenger 4: Economy · no checked bag · fare basis YSTANDARD',
    'Refund before departure: allowed, for an airline fee of R$ 648.00 (USD 120.00).',
    'Changes before departure: not allowed by the fare.',
    'R$ 4,567.89',
    'Page 3 of 3',
  ])
    assert.ok(written.includes(line), line)
  assert.doesNotMatch(written.join('\n'), /Passageir|Bilhete|Página|antes do embarque/)
})

test('a test booking is marked as worthless on every page', async () => {
  for (const view of [sampleReceipt({ isSimulated: true }), sampleFamilyReceipt({ isSimulated: true })]) {
    const pages = pagesOf(await receiptPdf(view))
    for (const texts of pages) {
      assert.equal(texts.filter(({ text }) => text === 'SIMULAÇÃO SEM VALOR: reserva de teste').length, 1)
    }
  }
})

test('the same booking produces the same bytes', async () => {
  const pdf = await drawnTwice(() => receiptPdf(sampleFamilyReceipt()))
  assert.notDeepEqual(await receiptPdf(sampleFamilyReceipt({ clientAmountCents: 1n })), pdf)
  assert.match(pdf.toString('latin1'), /\(D:20261115000000Z\)/)
})

test('the logo is above the name, and every page names the agency at its foot', async () => {
  const logo = { url: 'https://agencia.example/logos/a-512.png', width: 400, height: 200 }
  const agency = {
    ...letterhead('Sol'),
    lines: ['Sol Ltda.'],
    logo,
    colours: { back: '#0a6e5c', text: '#ffffff' },
  }
  const pdf = await receiptPdf(sampleFamilyReceipt({ agency }), samplePng(400, 200))
  for (const texts of pagesOf(pdf)) {
    assert.ok(texts.some(({ text, tag }) => text === 'Sol · Sol Ltda.' && tag === 'Artifact'))
    assertApart(texts, MARGIN)
  }
  assert.equal(
    pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length,
    2,
    'drawn once, with what is clear of it',
  )
  const plain = linesOf(await receiptPdf(sampleFamilyReceipt({ agency })))
  assert.ok(plain.includes('Sol'), 'without the picture there is the name')
})

test('long names are written in full', async () => {
  const name =
    'Maximiliana Constantinopolitana Albuquerque Cavalcanti de Orleans e Bragança Wittelsbach e Silva'
  const passengers = [{ id: 'pas_ana', name, type: 'adult' as const, ticket: null }]
  const pdf = await receiptPdf(sampleReceipt({ passengers }))
  assert.ok(linesOf(pdf).join(' ').includes(name))
  assertNothingCovered(pdf)
})

test('no text leaves the page or overlaps another', async () => {
  const words = fc.oneof(
    anyCharacters({ maxLength: 400 }),
    fc.string({ unit: fc.constantFrom(...'WMaç i'), minLength: 60, maxLength: 900 }),
    fc.constantFrom('', ' ', 'W'.repeat(300), 'José Łoś 日本 ✈ “Cia” – €5'),
  )
  await fc.assert(
    fc.asyncProperty(words, fc.boolean(), async (text, isSimulated) =>
      assertNothingCovered(await receiptPdf(filledWith(text, isSimulated))),
    ),
    // A letter whose marks are raised, at the right margin.
    { numRuns: fullRuns ? 30 : 5, examples: [['ږ', false]] },
  )
})

function filledWith(words: string, isSimulated: boolean): ReceiptView {
  const slices = sampleFamilySlices()
  for (const slice of slices) {
    slice.origin = { ...slice.origin, city_name: words }
    for (const segment of slice.segments) {
      segment.origin = { ...segment.origin, name: words, terminal: words }
      segment.marketing_carrier = { iata_code: 'ZZ', name: words }
      segment.operating_carrier = { iata_code: 'XX', name: words, logo_symbol_url: '' }
      segment.aircraft = { iata_code: '320', name: words }
      segment.passengers = segment.passengers.map((one) => ({ ...one, seat: words, fare_basis_code: words }))
    }
  }
  const view = sampleFamilyReceipt({
    agency: { ...letterhead(words), lines: [words, words] },
    clientName: words,
    bookingReference: words,
    bookingId: words,
    airlineName: words,
    isSimulated,
    slices,
  })
  for (const passenger of view.passengers) Object.assign(passenger, { name: words, ticket: words })
  return view
}

/** On every page. */
function assertNothingCovered(pdf: Buffer): void {
  for (const texts of pagesOf(pdf)) assertApart(texts, MARGIN)
}

function pagesOf(pdf: Buffer): PdfText[][] {
  const { texts, pages } = readPdf(pdf)
  return Array.from({ length: pages }, (_, index) => texts.filter(({ page }) => page === index + 1))
}

function linesOf(pdf: Buffer): string[] {
  return readPdf(pdf).texts.map(({ text }) => text.trimEnd())
}

test('an amount in two currencies is written in full beside its label', async () => {
  const sums: [string, string][] = [
    ['Inclui taxas de embarque e impostos de', 'R$ 123.365,06 (EUR 21.538,41)'],
  ]
  const written = linesOf(await receiptPdf(sampleReceipt({ sums })))
  for (const text of sums[0]!) assert.ok(written.includes(text), text)
})
