// The printed boleto: its content, its margins, and its bars.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { readItf } from '../../../test/support/read-itf.ts'
import { drawnTwice, readPdf } from '../../../test/support/read-pdf.ts'
import { boletoFilledWith, sampleBoleto } from '../../../test/support/samples/sample-boleto.ts'
import { boletoPdf } from './boleto-pdf.ts'
import { boletoTexts } from './boleto-view.ts'

const MM = 72 / 25.4

test('one page has both parts, each with everything its payer needs', async () => {
  const view = sampleBoleto()
  const pdf = await boletoPdf(view)
  assert.match(pdf.toString('latin1'), /^%PDF-1\.\d[\s\S]*MediaBox \[0 0 595\.28 841\.89\][\s\S]*%%EOF\n?$/)
  const { texts, pages } = readPdf(pdf)
  assert.equal(pages, 1)
  const cut = texts.find(({ text }) => text === 'Corte na linha pontilhada')!.y
  const both = [
    'Itaú',
    '341-7',
    boletoTexts(view).digitableLine,
    'Viagens São João Ltda.',
    'CNPJ 12.345.678/0001-95',
    'Agência Estrela',
    'CPF 529.982.247-25',
    'R$ 1.234,50',
    '18/11/2026',
    '13/11/2026',
    '2026-000123',
    '109/12345678-9',
    'Não receber após o vencimento.',
  ]
  for (const words of both) {
    const places = texts.filter(({ text }) => text === words).map(({ y }) => y < cut)
    assert.ok(places.includes(true) && places.includes(false), words)
  }
  assert.ok(texts.some(({ text, y }) => text === 'Recibo do Pagador' && y < cut))
  assert.ok(texts.some(({ text, y }) => text.endsWith('Ficha de Compensação') && y > cut))
})

test('the bars decode to the 44 digits, 103 mm wide and 13 mm high', async () => {
  const amounts = fc.bigInt({ min: 1n, max: 9_999_999_999n })
  await fc.assert(
    fc.asyncProperty(amounts, async (amountCents) => {
      const view = sampleBoleto({ amountCents })
      const bars = barsOf(await boletoPdf(view))
      assert.equal(readItf(bars), view.barcode)
      const [first, last] = [bars[0]!, bars.at(-1)!]
      assertNear(last.x + last.width - first.x, 103 * MM)
      for (const bar of bars) assertNear(bar.height, 13 * MM)
    }),
    { numRuns: fullRuns ? 20 : 4 },
  )
})

test('the same boleto produces the same bytes', async () => {
  const pdf = await drawnTwice(() => boletoPdf(sampleBoleto()))
  assert.notDeepEqual(await boletoPdf(sampleBoleto({ amountCents: 123_451n })), pdf)
  assert.match(pdf.toString('latin1'), /\(D:20261113000000Z\)/)
})

test('no content leaves the form', async () => {
  const words = fc.oneof(
    anyCharacters({ maxLength: 400 }),
    fc.string({ unit: fc.constantFrom(...'WMaç i'), minLength: 60, maxLength: 900 }),
  )
  await fc.assert(
    fc.asyncProperty(words, async (text) => assertInside(await boletoPdf(boletoFilledWith(text, 20)))),
    { numRuns: fullRuns ? 60 : 10 },
  )
})

test('names in other scripts are transliterated in every box', async () => {
  const { texts } = readPdf(await boletoPdf(boletoFilledWith('José Łoś 日本 ✈ “Cia” – €5', 20)))
  assert.ok(texts.filter(({ text }) => text === 'José Łoś RiBen “Cia” – €5').length >= 8)
})

const STAMPS = { paid: 'PAGO', expired: 'VENCIDO', cancelled: 'CANCELADO', failed: 'SEM VALIDADE' } as const

test('a boleto that cannot be paid is stamped on both parts, and shows no way to pay', async () => {
  for (const status of ['paid', 'expired', 'cancelled', 'failed'] as const) {
    const view = sampleBoleto({ status })
    const pdf = await boletoPdf(view)
    assert.equal(stampsOf(pdf, STAMPS[status]), 2)
    assert.equal(barsOf(pdf).length, 0)
    const digits = readPdf(pdf).texts.map(({ text }) => text.replace(/\D/g, ''))
    assert.ok(!digits.includes(view.digitableLine))
  }
})

test('a simulation is marked on both parts, in every state', async () => {
  const pending = await boletoPdf(sampleBoleto({ simulated: true }))
  assert.equal(stampsOf(pending, 'SIMULAÇÃO'), 2)
  const paid = await boletoPdf(sampleBoleto({ simulated: true, status: 'paid' }))
  assert.equal(stampsOf(paid, 'PAGO'), 2)
  for (const pdf of [pending, paid]) {
    const notices = readPdf(pdf).texts.filter(({ text }) =>
      /^Simulação\. .* ambiente de teste\. Não pague\.$/.test(text),
    )
    assert.equal(notices.length, 2)
  }
  assert.equal(stampsOf(await boletoPdf(sampleBoleto()), 'SIMULAÇÃO'), 0)
})

/** Bars are the rectangles of exactly the prescribed height; boxes are lower or much higher. */
function barsOf(pdf: Buffer) {
  return readPdf(pdf).rectangles.filter(({ height }) => Math.abs(height - 13 * MM) < 0.01)
}

function stampsOf(pdf: Buffer, stamp: string): number {
  return readPdf(pdf).texts.filter(({ text, size }) => text === stamp && size > 30).length
}

/** No text leaves its box or the form, and none covers another. */
function assertInside(pdf: Buffer): void {
  const { texts, rectangles } = readPdf(pdf)
  const spans = texts.map((text) => ({ ...text, end: text.x + text.width }))
  for (const { text, x, y, end } of spans) {
    const box = rectangles.find(
      (around) => within(x, around.x, around.width) && within(y, around.y, around.height),
    )
    const right = box === undefined ? 195 * MM : box.x + box.width
    assert.ok(x >= 15 * MM - 0.01 && end <= right + 0.01, `${JSON.stringify(text)}: ${end}, not ${right}`)
    const covered = spans.filter((other) => other.x > x && other.x < end && Math.abs(other.y - y) < 3)
    assert.deepEqual(covered, [], text)
  }
  assert.ok(texts.length > 50, `only ${texts.length} texts were seen`)
}

function within(place: number, start: number, length: number): boolean {
  return place >= start && place < start + length
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 0.01, `${actual}, not ${expected}`)
}
