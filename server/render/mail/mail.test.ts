// The layout of mails: names stay text, and both versions have the same content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { layoutMail, type MailBlock } from './mail.ts'

const EVIL = '<script>alert("x")</script> & \'Cia\' <img src=//evil.example>'

test('names cannot inject markup anywhere', () => {
  const { html, text } = layoutMail({
    language: 'pt-BR',
    title: EVIL,
    paragraphs: [`Olá, ${EVIL}!`],
    action: { label: EVIL, url: 'https://agencia.example/?a=1&b="><script>' },
    footer: EVIL,
  })
  assert.doesNotMatch(html, /<script|<img|onerror/i)
  assert.equal(html.match(/&lt;script&gt;alert\(&quot;x&quot;\)/g)?.length, 6)
  assert.ok(html.includes('href="https://agencia.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"'))
  assert.ok(text.includes(`Olá, ${EVIL}!`), 'plain text is not escaped')
})

test("any title and text leave the layout's tags unchanged", () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.filter((tag) => tag !== '<br>')
  const frame = tagsOf(layoutMail({ language: 'en', title: 'x', paragraphs: ['x'] }).html)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), anyCharacters(), (title, words) => {
      assert.deepEqual(tagsOf(layoutMail({ language: 'en', title, paragraphs: [words] }).html), frame)
    }),
  )
})

test('text and HTML have the same content, in order', () => {
  const { html, text } = layoutMail({
    language: 'pt-BR',
    title: 'Webhook desativado',
    paragraphs: ['Primeira linha\nsegunda linha', 'Outro parágrafo'],
    action: { label: 'Ver entregas', url: 'https://agencia.example/entregas' },
  })
  assert.equal(
    text,
    `Webhook desativado

Primeira linha
segunda linha

Outro parágrafo

Ver entregas:
https://agencia.example/entregas

--
Esta é uma mensagem automática; não é preciso responder.
`,
  )
  assert.match(html, /Primeira linha<br>segunda linha/)
  assert.match(html, /^<!doctype html>\n<html lang="pt-BR">/)
  assert.match(html, /Se o botão não funcionar/)
})

test('nothing is loaded remotely, and the only links are those of the action', () => {
  const action = { label: 'Open', url: 'https://agency.example/x' }
  const { html } = layoutMail({ language: 'en', title: 'T', paragraphs: ['P'], action })
  assert.doesNotMatch(html, /src=|url\(|@import|<link/)
  assert.deepEqual(html.match(/https?:[^"<]*/g), [action.url, action.url, action.url])
  assert.match(html, /lang="en"[\s\S]*If the button does not work[\s\S]*This is an automatic message/)
})

test('an action links only to the web', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', ' https://x.example', 'file:///etc/passwd']) {
    const action = { label: 'x', url }
    assert.throws(() => layoutMail({ language: 'en', title: 'T', paragraphs: [], action }), /http address/)
  }
})

test('a mail of an agency has its brand, name and reply address, and its texts are escaped', () => {
  const logo = { url: 'https://agencia.example/logos/a-512.png', width: 512, height: 128 }
  const sender = {
    name: EVIL,
    lines: ['Sol Ltda. · CNPJ 1'],
    logo,
    colours: { back: '#ffd54f', text: '#141a22' },
  }
  const action = { label: 'Pagar', url: 'https://agencia.example/i/x' }
  const mail = { language: 'pt-BR' as const, title: 'T', paragraphs: ['P'], action, sender }
  const { html, text } = layoutMail(mail)
  assert.match(
    html,
    /<img src="https:\/\/agencia\.example\/logos\/a-512\.png" width="200" height="50" alt="&lt;script/,
  )
  assert.match(
    html,
    /background:#ffd54f;border-radius:8px">\s*<a href="[^"]+" style="[^"]+;color:#141a22">Pagar/,
  )
  assert.match(html, /border-top:5px solid #ffd54f/)
  assert.equal(html.match(/<img/g)?.length, 1)
  assert.doesNotMatch(html, /<script/)
  assert.ok(
    text.endsWith(`--\n${EVIL}\nSol Ltda. · CNPJ 1\nPara falar com a agência, responda a este e-mail.\n`),
  )
  const plain = layoutMail({ ...mail, language: 'en', sender: { ...sender, logo: null, colours: null } })
  assert.doesNotMatch(plain.html, /<img|border-top:5px|ffd54f/)
  assert.match(
    plain.html,
    /background:#1257c4;border-radius:8px">\s*<a href="[^"]+" style="[^"]+;color:#ffffff">Pagar/,
  )
  assert.ok(plain.text.endsWith('To talk to the agency, reply to this mail.\n'))
})

// Rows, lists and timelines in a mail: both versions agree, and texts stay text.

const blocksWith = (words: string): MailBlock[] => [
  { kind: 'rows', title: words, rows: [{ label: words, value: words }] },
  { kind: 'list', title: words, entries: [{ text: words, detail: words }] },
  { kind: 'timeline', title: words, note: words, entries: [{ mark: words, text: words, detail: words }] },
]
const written = (blocks: MailBlock[]) => layoutMail({ language: 'en', title: 'T', paragraphs: ['P'], blocks })

test('plain text aligns its marks in a column', () => {
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

test('the HTML has the same content in the same order', () => {
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

test('names in blocks cannot inject markup', () => {
  const evil = '<script>alert("x")</script> & <img src=//evil.example onerror=x>'
  const { html, text } = written(blocksWith(evil))
  assert.doesNotMatch(html, /<script|<img/i)
  assert.equal(html.match(/&lt;script&gt;alert\(&quot;x&quot;\)/g)?.length, 11)
  assert.equal(text.split(evil).length - 1, 11)
})

test("any text in blocks leaves the layout's tags unchanged", () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.filter((tag) => tag !== '<br>')
  const frame = tagsOf(written(blocksWith('x')).html)
  fc.assert(
    fc.property(anyCharacters({ minLength: 1 }), (words) => {
      assert.deepEqual(tagsOf(written(blocksWith(words)).html), frame)
    }),
  )
})

test('dark mode covers every text and every line', () => {
  const { html } = written(blocksWith('x'))
  for (const [tag] of html.matchAll(/<(?:td|h2|p|div)\b[^>]*color:#[^>]*>/g)) {
    assert.match(tag, /class="(?:card|text|soft|text line|soft line)"/)
  }
  for (const [tag] of html.matchAll(/<td[^>]*border-top[^>]*>/g)) assert.match(tag, /class="[^"]*\bline\b/)
})
