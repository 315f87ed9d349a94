// Rows, lists and timelines in a mail: both versions say the same, and whatever is written in them stays text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import type { MailBlock } from './mail.ts'
import { layoutMail } from './mail.ts'

const blocksWith = (words: string): MailBlock[] => [
  { kind: 'rows', title: words, rows: [{ label: words, value: words }] },
  { kind: 'list', title: words, entries: [{ text: words, detail: words }] },
  { kind: 'timeline', title: words, note: words, entries: [{ mark: words, text: words, detail: words }] },
]
const written = (blocks: MailBlock[]) => layoutMail({ language: 'en', title: 'T', paragraphs: ['P'], blocks })

test('the plain text, with its marks in a column', () => {
  const { text } = written([
    { kind: 'rows', title: 'Resumo', rows: [{ label: 'Localizador', value: 'K7QX2M' }] },
    {
      kind: 'timeline',
      title: 'Ida',
      note: 'direto',
      entries: [
        { mark: '22:10', text: 'São Paulo', detail: 'Voo TP 84\nAirbus' },
        { mark: '', text: '', detail: 'Conexão' },
        { mark: '11:05 (+1)', text: 'Lisboa', detail: '' },
      ],
    },
    { kind: 'list', title: 'Passageiros', entries: [{ text: 'Ana', detail: 'adulto' }] },
  ])
  assert.equal(
    text,
    `T

P

Resumo
- Localizador: K7QX2M

Ida
direto

22:10       São Paulo
            Voo TP 84
            Airbus
            Conexão
11:05 (+1)  Lisboa

Passageiros
- Ana
  adulto

--
This is an automatic message; there is no need to reply.
`,
  )
})

test('the HTML carries the same, in the same order', () => {
  const names = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8']
  const { html, text } = written([
    { kind: 'rows', title: 'a1', rows: [{ label: 'b2', value: 'c3' }] },
    { kind: 'timeline', title: 'd4', note: 'e5', entries: [{ mark: 'f6', text: 'g7', detail: 'h8' }] },
  ])
  for (const version of [html.slice(html.indexOf('<body')), text]) {
    const places = names.map((name) => version.search(new RegExp(`(?<![\\w#])${name}(?!\\w)`)))
    assert.ok(!places.includes(-1), version)
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    )
  }
})

test('names cannot become markup', () => {
  const evil = '<script>alert("x")</script> & <img src=//evil.example onerror=x>'
  const { html, text } = written(blocksWith(evil))
  assert.doesNotMatch(html, /<script|<img/i)
  assert.equal(html.match(/&lt;script&gt;alert\(&quot;x&quot;\)/g)?.length, 11)
  assert.equal(text.split(evil).length - 1, 11)
})

test('whatever is written in them, the tags are those of the frame', () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.filter((tag) => tag !== '<br>')
  const frame = tagsOf(written(blocksWith('x')).html)
  fc.assert(
    fc.property(anyCharacters({ minLength: 1 }), (words) => {
      assert.deepEqual(tagsOf(written(blocksWith(words)).html), frame)
    }),
  )
})

test('dark mode reaches every piece of text and every line', () => {
  const { html } = written(blocksWith('x'))
  for (const [tag] of html.matchAll(/<(?:td|h2|p|div)\b[^>]*color:#[^>]*>/g)) {
    assert.match(tag, /class="(?:card|text|soft|text line|soft line)"/)
  }
  for (const [tag] of html.matchAll(/<td[^>]*border-top[^>]*>/g)) assert.match(tag, /class="[^"]*\bline\b/)
})
