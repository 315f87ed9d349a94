// Our type: whatever is written can be set, letters look in the PDF as they do in their files, and stand for what they
// are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as hb from 'harfbuzzjs'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { campaign } from '../../../test/support/campaign.ts'
import { openFace } from './face.ts'
import { slicesFor } from './slices.ts'
import { trueType } from './true-type.ts'
import type { Word } from './typeface.ts'
import { typefacesFor } from './typefaces.ts'
import { writable } from './writable.ts'

const CASES: [text: string, written: string][] = [
  ['José Conceição Ltda. – “Às” €', 'José Conceição Ltda. – “Às” €'],
  ['Jose\u0301 Conceic\u0327a\u0303o', 'José Conceição'],
  ['Łukasz Dvořák Đorđević', 'Łukasz Dvořák Đorđević'],
  ['A\n\tB\u0000C', 'A B C'],
  ['zero\u200bwidth\u202e', 'zerowidth'],
  ['日本 ✈️ 👩‍🚀', '日本 ✈ 👩‍🚀'],
  ['half \ud800 of a pair', 'half  of a pair'],
  ['para שלום עולם hoje', 'para עולם שלום hoje'],
  ['', ''],
]
for (const [text, written] of CASES) {
  test(`${JSON.stringify(text)} is written ${JSON.stringify(written)}`, () =>
    assert.equal(writable(text), written))
}

const meaningOf = ({ letters }: Word) =>
  letters.map(({ glyph }) => String.fromCodePoint(...glyph.codePoints)).join('')

const SCRIPTS = {
  'Latin with all its marks': 'ÀẼĩőűŵŷžǍǛȘțḂṪẠữƁɊꜢⱠ',
  Greek: 'Γιώργος Ὀδυσσεύς',
  Cyrillic: 'ДобрыйҐѝӁ',
  Chinese: '王小明北京臺灣',
  Japanese: '東京ひらがなカタカナ',
  Korean: '서울인천국제공항',
  Hebrew: 'שלום',
  Devanagari: 'नमस',
  signs: '€₿→✈★✓☎№™',
  pictures: '😀🛫',
}
for (const [script, text] of Object.entries(SCRIPTS)) {
  test(`${script}: each character has a letter of its own, which stands for it`, async () => {
    const { regular, strong } = await typefacesFor(text)
    for (const word of text.split(' '))
      for (const typeface of [regular, strong]) {
        const meant = [...meaningOf(typeface.word(word)).replaceAll('\u2060', '')]
        assert.deepEqual(meant.sort(), [...word].sort(), word)
        assert.ok(typeface.word(word).letters.every(({ glyph }) => glyph.outline.points > 0))
      }
  })
}

test('what no file has is written by its number; figures are of one width', async () => {
  const { regular, strong } = await typefacesFor('𐎠')
  assert.equal(meaningOf(regular.word('a𐎠')), 'aU+103A0')
  for (const typeface of [regular, strong])
    assert.equal(new Set([...'0123456789'].map((figure) => typeface.word(figure).width)).size, 1)
  assert.ok(regular.word('AV').width < regular.word('A').width + regular.word('V').width, 'kerned')
})

test('a thousand marks on a letter, or letters that no file has, take no more to set than a few', async () => {
  const marked = writable(`a${'\u035f\u0300'.repeat(500)}b`)
  assert.ok([...marked].length <= 8, marked)
  const unknown = '\u{103a0}'.repeat(1_000)
  const { regular } = await typefacesFor(unknown)
  assert.ok(regular.word(unknown).letters.length <= 140)
})

test('whatever is written can be set, and no letter is a box', async () => {
  await fc.assert(
    fc.asyncProperty(anyCharacters({ maxLength: 12 }), async (text) => {
      const { regular } = await typefacesFor(text)
      for (const { glyph, advance } of regular.word(writable(text)).letters) {
        assert.ok(Number.isFinite(advance) && glyph.codePoints.length > 0)
        assert.ok(!glyph.codePoints.includes(0xfffd))
      }
    }),
    { numRuns: campaign(200, 12) },
  )
})

test('the letters of the written font are those of the files, to a reader that is not ours', async () => {
  const { regular } = await typefacesFor('Ág中🛫')
  const glyphs = regular.word('Ág中🛫').letters.map(({ glyph }) => glyph)
  const bytes = Uint8Array.from(trueType(glyphs))
  const font = new hb.Font(new hb.Face(new hb.Blob(bytes.buffer)))
  for (const [index, { advance, codePoints }] of glyphs.entries()) {
    assert.equal(font.glyphHAdvance(index), advance)
    const drawn = font.glyphToPath(index)
    assert.ok(drawn.length > 20)
    const again = new hb.Font(await originalOf(codePoints[0] ?? 0))
    again.setScale(1000, 1000)
    again.setVariations([new hb.Variation('wght', 400)])
    const original = again.glyphToPath(again.nominalGlyph(codePoints[0] ?? 0) ?? 0)
    assert.deepEqual(kindsOf(drawn), kindsOf(original))
  }
})

async function originalOf(codePoint: number) {
  const { default: decompress } = await import('woff2-encoder/decompress')
  const { readFile } = await import('node:fs/promises')
  for await (const { file } of slicesFor(codePoint))
    if ((await openFace(file)).has(codePoint))
      return new hb.Face(new hb.Blob(Uint8Array.from(await decompress(await readFile(file))).buffer))
  return assert.fail(`${codePoint} is nowhere`)
}

/** How many contours and curves; lines back to the start are drawn or not. */
function kindsOf(path: string): Record<string, number> {
  return Object.fromEntries(['M', 'Q'].map((kind) => [kind, path.split(kind).length - 1]))
}
