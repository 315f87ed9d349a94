// Guides become pages: headings that can be linked to, links that lead somewhere, and markup that stays text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentence } from './first-sentence.ts'
import { guideOf, type LinkTo, proseOf } from './markdown.ts'

const linkTo: LinkTo = (href) => (href.endsWith('.md') ? `/docs/${href.slice(0, -3)}` : null)
const read = (markdown: string) => guideOf(markdown, linkTo)
const drawn = (markdown: string) => read(markdown).body.markup

test('a guide has a title, a lead and sections with anchors of their own', () => {
  const guide = read(
    '# The `wallet`\n\nMoney, **prepaid**.\n\n## Pay it\n\nOne.\n\n### Ação\n\n## Pay it\n\nTwo.\n',
  )
  assert.deepEqual([guide.title, guide.lead], ['The wallet', 'Money, prepaid.'])
  const mixed = read('# E\n\nOne body:\n\n```json\n{}\n```\n\nMore.\n\n## S\n')
  assert.deepEqual([mixed.lead, mixed.opening], ['One body:', 'One body: {} More.'])
  assert.deepEqual(guide.sections, [
    { title: 'Pay it', anchor: 'pay-it', depth: 2, text: 'One.' },
    { title: 'Ação', anchor: 'acao', depth: 3, text: '' },
    { title: 'Pay it', anchor: 'pay-it-1', depth: 2, text: 'Two.' },
  ])
  assert.match(guide.body.markup, /^<h1>The <code>wallet<\/code><\/h1>/)
  for (const { anchor, depth } of guide.sections)
    assert.ok(guide.body.markup.includes(`<h${depth} id="${anchor}"><a href="#${anchor}">`), anchor)
})

test('markup in it is shown, not obeyed', () => {
  assert.equal(drawn('<script>alert(1)</script>\n'), '&lt;script&gt;alert(1)&lt;/script&gt;\n')
  assert.match(drawn('a <b onclick="x">b</b>'), /a &lt;b onclick=&quot;x&quot;&gt;b&lt;\/b&gt;/)
  assert.match(
    drawn('```html\n<i>&amp;</i>\n```'),
    /<code data-language="html">&lt;i&gt;&amp;amp;&lt;\/i&gt;<\/code>/,
  )
  assert.match(drawn('`<b>`'), /<code>&lt;b&gt;<\/code>/)
})

test('links lead on within the documents, and elsewhere nowhere', () => {
  assert.match(drawn('[w](wallet.md)'), /<a href="\/docs\/wallet">w<\/a>/)
  assert.equal(drawn('[w](../ARCHITECTURE)').trim(), '<p>w</p>')
  assert.equal(drawn('[w](javascript:alert(1))').trim(), '<p>w</p>')
  assert.equal(drawn('![The panel](panel.webp)').trim(), '<p>The panel</p>')
})

test('the usual address is shown as that of the service, but where it is meant', () => {
  const origin = '<span data-origin>http://127.0.0.1:3000</span>'
  assert.ok(drawn('```\nAPI=http://127.0.0.1:3000/api/v1\n```').includes(`<code>API=${origin}/api/v1</code>`))
  assert.match(drawn('<http://127.0.0.1:3000/a.md>'), />.*data-origin.*\/a\.md<\/a>/)
  for (const meant of [
    'proxy_pass http://127.0.0.1:3000;',
    '// http://127.0.0.1:3000 if left out',
    'http://127.0.0.1:30001',
  ])
    assert.doesNotMatch(drawn(`\`\`\`\n${meant}\n\`\`\``), /data-origin/)
})

test('tables and code scroll by the keyboard too', () => {
  const table = drawn('# T\n\n## Some\n\n| A | `B` |\n| --- | --- |\n| `a\\|b` | **c** |\n')
  assert.match(
    table,
    /<div class="table" role="region" aria-label="Some 1: A, B" tabindex="0"><table><thead><tr><th>A<\/th>/,
  )
  assert.match(table, /<td><code>a\|b<\/code><\/td><td><strong>c<\/strong><\/td>/)
  assert.match(drawn('```\nx\n```'), /<pre tabindex="0"><code>x<\/code><\/pre>/)
})

test('what a page is about is a whole sentence, or whole words', () => {
  assert.equal(firstSentence('One (a...) b. Two.', 40), 'One (a...) b.')
  assert.equal(firstSentence('Every failure has the same body:', 40), 'Every failure has the same body.')
  assert.equal(firstSentence('Quote, hold, pay and cancel.', 16), 'Quote, hold …')
  assert.equal(firstSentence('', 16), '')
})

test('a text of the API is prose, or nothing', () => {
  assert.equal(proseOf('').markup, '')
  assert.equal(proseOf('Needs `search`.').markup, '<p>Needs <code>search</code>.</p>\n')
  assert.match(proseOf('[x](https://a.example/)').markup, /<a href="https:\/\/a\.example\/">x<\/a>/)
  assert.equal(proseOf('[x](javascript:1) <b>').markup, '<p>x &lt;b&gt;</p>\n')
})
