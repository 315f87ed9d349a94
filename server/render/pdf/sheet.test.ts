// Breaking blocks into pages: none is lost or leaves its page, and headings stay with their content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { type Block, pagesOf as generated } from './sheet.ts'

const ROOM = 100
const block = (height: number, leads = false): Block => ({ height, leads, draw: () => {} })
const pagesOf = (blocks: readonly Block[], room: number) => [...generated(blocks, room)]
const sum = (blocks: readonly Block[]) => blocks.reduce((all, { height }) => all + height, 0)

test('all blocks are printed in order, and no page overflows', () => {
  const blocks = fc.array(fc.tuple(fc.integer({ min: 0, max: ROOM }), fc.boolean()), { maxLength: 40 })
  fc.assert(
    fc.property(blocks, (sizes) => {
      const all = sizes.map(([height, leads]) => block(height, leads))
      const pages = pagesOf(all, ROOM)
      assert.deepEqual(pages.flat(), all)
      for (const page of pages) assert.ok(sum(page) <= ROOM, `${sum(page)}`)
    }),
    { numRuns: fullRuns ? 1_000 : 200 },
  )
})

test('a heading stays with its content across pages', () => {
  const [body, heading, box, last] = [block(70), block(10, true), block(30), block(5)]
  assert.deepEqual(pagesOf([body, heading, box, last], ROOM), [[body], [heading, box, last]])
})

test('blocks that fit exactly stay on their page', () => {
  const blocks = [block(70), block(10, true), block(20)]
  assert.deepEqual(pagesOf(blocks, ROOM), [blocks])
})

test('a group taller than a page is split', () => {
  const group = [block(40, true), block(40, true), block(40)]
  assert.deepEqual(pagesOf(group, ROOM), [group.slice(0, 1), group.slice(1)])
})

test('no blocks give one empty page', () => {
  assert.deepEqual(pagesOf([], ROOM), [[]])
})

test('the head of a table repeats on each page', () => {
  const under = block(20, true)
  const lines = [60, 60, 30].map((height) => ({ ...block(height), under }))
  const [one, two, three] = lines
  assert.deepEqual(pagesOf([under, ...lines], ROOM), [
    [under, one],
    [under, two],
    [under, three],
  ])
})

test('blocks are requested page by page', () => {
  let made = 0
  function* endless() {
    for (;;) {
      made++
      yield block(50)
    }
  }
  const pages = generated(endless(), ROOM)
  pages.next()
  assert.equal(made, 3)
})
