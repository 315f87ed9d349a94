// Tests that the user guide names only labels of the panel, that its links and pictures lead somewhere, and its search.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { picturesOf, readGuide } from '../../panel/build/guide-plugin.ts'
import { findInGuide, type GuideBlock, type GuideLine, type GuideText } from '../../panel/logic/guide.ts'
import { SCREEN_ROWS } from '../../panel/main/screens.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { projectFiles } from '../house/project-files.ts'
import { guidePictures } from '../support/panel/guide-pictures.ts'
import { tableOf, wordFiles } from '../support/panel/word-files.ts'

const guide = readGuide()

const textsOf = (block: GuideBlock): readonly GuideText[] => {
  if (block.type === 'text') return block.line
  if (block.type === 'list') return block.items.flat().flatMap(textsOf)
  if (block.type === 'table')
    return [block.head, ...block.rows].flatMap((row: readonly GuideLine[]) => row.flat())
  return []
}
const texts = guide.flatMap(({ id, blocks }) => blocks.flatMap(textsOf).map((text) => ({ id, text })))
const anchors = new Set(
  guide.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.type === 'heading' ? [`${id}#${block.section}`] : [])),
  ]),
)

test('every bold text is a label of the Portuguese panel', () => {
  const tables = wordFiles().map(([, words]) => tableOf(words, 'pt'))
  const labels = new Set(
    tables
      .join('\n')
      .match(/'[^'\n]+'/g)
      ?.map((quoted) => quoted.slice(1, -1)),
  )
  const bold = texts.flatMap(({ id, text }) =>
    typeof text === 'object' && 'bold' in text ? [`${id}: ${text.bold}`] : [],
  )
  assert.ok(bold.length > 300, `${bold.length}`)
  assert.deepEqual(
    bold.filter((one) => !labels.has(one.slice(one.indexOf(': ') + 2))),
    [],
  )
})

test('links and the help of every screen lead to a page and a section', () => {
  const links = texts.flatMap(({ id, text }) =>
    typeof text === 'object' && 'link' in text
      ? [{ from: id, to: text.section === '' ? text.page : `${text.page}#${text.section}` }]
      : [],
  )
  const ofScreens = SCREEN_ROWS.flatMap(({ help }) => (help === null ? [] : [help]))
  assert.ok(links.length > 40 && ofScreens.length > 40)
  assert.deepEqual(
    links.filter(({ to }) => !anchors.has(to)),
    [],
  )
  assert.deepEqual(
    ofScreens.filter((to) => !anchors.has(to)),
    [],
  )
})

test('sections of a page have different names, and each file is a page', () => {
  const sections = guide.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'heading'))
  assert.equal(anchors.size, sections.length + guide.length)
  const files = [...projectFiles('docs/guia').keys()].filter((path) => path.endsWith('.md'))
  assert.equal(files.length, guide.length)
})

test('every picture exists, is in the list of pictures, and is used once', () => {
  const used = picturesOf(guide).toSorted()
  assert.deepEqual(
    used,
    guidePictures(realClock.now())
      .map(({ name }) => `${name}.webp`)
      .toSorted(),
  )
  for (const name of used)
    assert.ok(existsSync(new URL(`../../docs/guia/imagens/${name}`, import.meta.url)), name)
})

test('the search accepts words in any order and without accents, titles first', () => {
  const [first] = findInGuide(guide, 'boleto')
  assert.deepEqual([first?.page, first?.section], ['falhas', 'o-pix-ou-o-boleto-não-apareceu-na-fatura'])
  const [credit] = findInGuide(guide, 'credito NOTAS')
  assert.equal(credit?.section, 'notas-de-crédito-e-crédito-do-cliente')
  assert.match(findInGuide(guide, 'maquininha')[0]?.excerpt ?? '', /maquininha/)
  assert.deepEqual(findInGuide(guide, 'zepelim boleto'), [])
  assert.deepEqual(findInGuide(guide, '  '), [])
})
