// The layout of pages: what a browser may load and run, with and without an agency's branding.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sampleQuote } from '../../../test/support/samples/sample-document.ts'
import { type QuoteSight, quotePage } from '../document/quote-page.ts'
import { html } from '../html.ts'
import { keptPage, makePage } from './page.ts'

const LOGO = {
  url: 'https://agencia.example/logos/a-512.png',
  iconUrl: 'https://agencia.example/logos/a-64.png',
  width: 100,
  height: 400,
}
const EVIL = '"><script>alert(1)</script>'
const page = (letterhead?: Parameters<typeof makePage>[0]['letterhead']) =>
  makePage({ title: 'T', content: [html`<h1>T</h1>`], ...(letterhead && { letterhead }) })

/** The hashes of every style and script. */
function hashesOf(markup: string): string[] {
  const blocks = [...markup.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)]
  return blocks.map(([, block = '']) => `sha256-${createHash('sha256').update(block).digest('base64')}`)
}

for (const [name, letterhead, styles] of [
  ['without a letterhead', undefined, 1],
  ['of an agency without looks', { name: 'Sol', logo: null, colours: null }, 1],
  ['of one with a colour', { name: 'Sol', logo: null, colours: { back: '#ffd54f', text: '#141a22' } }, 2],
  ['of one with a logo', { name: EVIL, logo: LOGO, colours: null }, 1],
] as const) {
  test(`a page ${name}: its policy lists exactly its styles and scripts`, () => {
    const { html: markup, policy } = page(letterhead)
    const named = [...policy.matchAll(/'(sha256-[^']+)'/g)].map(([, hash]) => hash)
    assert.deepEqual(named, hashesOf(markup))
    assert.equal(named.length, styles + 1)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.equal(markup.match(/<h1/g)?.length, 1)
  })
}

test("a logo is loaded from the page's server, in its proportions, and is the icon too", () => {
  const { html: markup, policy } = page({ name: EVIL, logo: LOGO, colours: null })
  assert.match(markup, /<img class="logo" src="\/logos\/a-512\.png" width="11" height="44" alt="">/)
  assert.match(markup, /<span class="agency">&quot;&gt;&lt;script/)
  assert.match(markup, /<link rel="icon" href="\/logos\/a-64\.png">/)
  assert.match(policy, /img-src data: 'self'/)
  const plain = page()
  assert.match(plain.html, /<link rel="icon" href="data:,">/)
  assert.match(plain.policy, /img-src data:;/)
  assert.doesNotMatch(plain.html, /<img/)
})

test("without a logo the icon is the initial in the agency's colour", () => {
  const { html: markup } = page({
    name: ' é <Sol>',
    logo: null,
    colours: { back: '#ffd54f', text: '#141a22' },
  })
  const drawn = decodeURIComponent(/href="data:image\/svg\+xml,([^"]+)"/.exec(markup)?.[1] ?? '')
  assert.match(drawn, /fill="#ffd54f"[\s\S]*fill="#141a22">É<\/text>/)
  assert.match(markup, /<span class="initial" aria-hidden="true">É<\/span>/)
})

test('the brand colour is used for buttons, with readable text', () => {
  const { html: markup } = page({ name: 'Sol', logo: null, colours: { back: '#ffd54f', text: '#141a22' } })
  assert.match(markup, /:root \{ --brand: #ffd54f; --on-brand: #141a22; --quiet: var\(--text\) \}/)
})

// A page is rendered once for equal content, and again for any difference.

const READ = { step: 'read', optionId: null, trouble: null } as const
const SIGHT: QuoteSight = { path: '/q/x', version: 'a', now: '2026-11-16T12:00:00.000Z' }

test('an unchanged page is drawn once; another language, state, version or step is drawn again', () => {
  let drawn = 0
  const look = (change: object = {}, sight: Partial<QuoteSight> = {}, step: 'read' | 'decline' = 'read') => {
    const shown = [sampleQuote(change), { ...SIGHT, ...sight }, { ...READ, step }] as const
    return keptPage(shown, () => {
      drawn++
      return quotePage(...shown)
    })
  }
  assert.equal(look().html, look().html)
  assert.equal(drawn, 1)
  const pages = [
    look(),
    look({ language: 'en' }),
    look({ state: 'expired' }),
    look({ notes: 'Outra' }),
    look({}, { version: 'b' }, 'decline'),
    look({}, {}, 'decline'),
  ].map(({ html }) => html)
  assert.deepEqual([new Set(pages).size, drawn], [6, 6])
})

test("the remaining validity is counted from the server's time", () => {
  const validity = { until: '2026-11-16T23:59:59.999Z', left: 'último dia' }
  const { html } = quotePage(sampleQuote({ validUntil: '16/11/2026', validity }), SIGHT, READ)
  assert.match(
    html,
    /id="counted" data-until="2026-11-16T23:59:59\.999Z" data-now="2026-11-16T12:00:00\.000Z"/,
  )
})
