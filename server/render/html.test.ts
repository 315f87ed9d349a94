// The template tag for markup: values never become markup.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../test/support/any-characters.ts'
import { html, htmlLines, NOTHING } from './html.ts'

test('text is escaped, markup is not, and list items are joined by line', () => {
  const name = html`<b>${`<i>Zé & "Cia"</i>'`}</b>`
  assert.equal(name.markup, '<b>&lt;i&gt;Zé &amp; &quot;Cia&quot;&lt;/i&gt;&#39;</b>')
  assert.equal(html`<p title="${'"'}">${name}</p>`.markup, `<p title="&quot;">${name.markup}</p>`)
  assert.equal(html`${[html`<i>1</i>`, NOTHING, html`<i>2</i>`]}`.markup, '<i>1</i>\n<i>2</i>')
})

test('line breaks are kept, and everything else of a text is escaped', () => {
  assert.equal(htmlLines('a\r\n<b>\nc').markup, 'a<br>&lt;b&gt;<br>c')
  fc.assert(
    fc.property(anyCharacters(), (text) => {
      assert.doesNotMatch(html`${text}`.markup, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
    }),
  )
})
