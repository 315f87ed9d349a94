// The payer's page: names stay text, only our own code runs, and the bars are the boleto's.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { readItf } from '../../../test/support/read-itf.ts'
import { boletoFilledWith, sampleBoleto } from '../../../test/support/samples/sample-boleto.ts'
import { boletoPage } from './boleto-page.ts'

const EVIL = '<script>alert("x")</script> & \'Cia\' <img src=//evil.example>'

test('the page shows amount, beneficiary, due date and how to pay', () => {
  const view = sampleBoleto()
  const { html } = boletoPage(view)
  const shown = [
    'R$ 1.234,50',
    'Vencimento: <strong>18/11/2026</strong>',
    'Viagens São João Ltda.<span>CNPJ 12.345.678/0001-95</span>',
    'Agência Estrela<span>CPF 529.982.247-25</span>',
    'Itaú (341)',
    '13/11/2026',
    '2026-000123',
    '109/12345678-9',
    '<li>Não receber após o vencimento.</li>',
    `data-plain="${view.digitableLine}"`,
    'href="https://pay.example/boleto.pdf?a=1&amp;b=2"',
  ]
  for (const part of shown) assert.ok(html.includes(part), part)
  const line = /id="line"[^>]*>(.*)<\/p>/.exec(html)![1]!.replace(/<\/?span>/g, '')
  assert.match(line, /^[\d. ]{54}$/)
  assert.equal(line.replace(/\D/g, ''), view.digitableLine)
  assert.doesNotMatch(html, /Simulação|class="banner/)
})

test('names cannot inject markup anywhere', () => {
  const { html } = boletoPage(boletoFilledWith(EVIL))
  assert.doesNotMatch(html.replace(/<script>[^<]*<\/script>\n<\/body>/, ''), /<script|<img|<[^>]*onerror/i)
  assert.equal(html.match(/&lt;script&gt;alert\(&quot;x&quot;\)/g)?.length, 10)
})

test("any content leaves the page's tags unchanged", () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!
  const frame = tagsOf(boletoPage(boletoFilledWith('x')).html)
  fc.assert(
    fc.property(anyCharacters({ minLength: 1 }), (words) => {
      fc.pre(words.trim() !== '')
      assert.deepEqual(tagsOf(boletoPage(boletoFilledWith(words)).html), frame)
    }),
  )
})

test('the policy allows only the one style and the one script', () => {
  const { html, policy } = boletoPage(sampleBoleto())
  const hashes = ['style', 'script'].map((tag) => {
    const blocks = [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    assert.equal(blocks.length, 1, tag)
    return `${tag}-src 'sha256-${createHash('sha256').update(blocks[0]![1]!).digest('base64')}'`
  })
  const rules = policy.split('; ')
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", ...hashes]) {
    assert.ok(rules.includes(rule), rule)
  }
  assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  assert.doesNotMatch(html, /<[^>]* (?:style|on\w+)=|\bsrc=|url\(|@import|<script [^>]*>/)
  assert.deepEqual(html.match(/https?:[^"]*/g), ['https://pay.example/boleto.pdf?a=1&amp;b=2'])
})

test('the bars decode to the 44 digits, with margins on both sides', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 9_999_999_999n }), (amountCents) => {
      const view = sampleBoleto({ amountCents })
      const { bars, width } = barsOf(boletoPage(view).html)
      assert.equal(readItf(bars), view.barcode)
      assert.equal(bars[0]!.x, 10)
      assert.equal(bars.at(-1)!.x + bars.at(-1)!.width, width - 10)
    }),
  )
})

test('a boleto that cannot be paid is marked, and shows no way to pay', () => {
  const banners = {
    paid: 'pago',
    expired: 'vencido',
    cancelled: 'cancelado',
    failed: 'sem validade',
  } as const
  for (const status of ['paid', 'expired', 'cancelled', 'failed'] as const) {
    const view = sampleBoleto({ status })
    const { html } = boletoPage(view)
    assert.match(html, new RegExp(`role="status">Boleto ${banners[status]}<p>`))
    assert.doesNotMatch(html, /<svg|<button/)
    assert.ok(!html.includes(view.digitableLine) && !html.includes(view.barcode))
    assert.match(html, /R\$ 1\.234,50[\s\S]*boleto\.pdf/)
  }
})

test('a simulation is marked in every state', () => {
  for (const status of ['pending', 'paid'] as const) {
    assert.match(boletoPage(sampleBoleto({ simulated: true, status })).html, /Simulação\. [^<]*Não pague\./)
  }
})

test('the PDF links to the web or to this server', () => {
  const page = (pdfUrl: string) => boletoPage(sampleBoleto({ pdfUrl })).html
  assert.match(page('/boleto/x.pdf'), /href="\/boleto\/x\.pdf"/)
  for (const url of ['javascript:alert(1)', '//evil.example/x', 'data:text/html,x', ' https://x.example']) {
    assert.throws(() => page(url), /http address/)
  }
})

function barsOf(html: string): { bars: { x: number; width: number }[]; width: number } {
  const path = /<path fill="#000" d="([^"]+)"/.exec(html)![1]!
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g)]
  assert.equal(bars.map(([bar]) => bar).join(''), path)
  return {
    bars: bars.map(([, x, width]) => ({ x: Number(x), width: Number(width) })),
    width: Number(/viewBox="0 0 (\d+) 1"/.exec(html)![1]),
  }
}
