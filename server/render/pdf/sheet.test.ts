// Breaking pieces into pages: none is lost, none stands beyond its page, and headings stay with what they head.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { campaign } from '../../../test/support/campaign.ts'
import { pagesOf as generated, type Piece } from './sheet.ts'

const ROOM = 100
const piece = (height: number, leads = false): Piece => ({ height, leads, draw: () => {} })
const pagesOf = (pieces: readonly Piece[], room: number) => [...generated(pieces, room)]
const sum = (pieces: readonly Piece[]) => pieces.reduce((all, { height }) => all + height, 0)

test('whatever the pieces, all are there in order, and no page is overfull', () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: ROOM }), fc.boolean()), { maxLength: 40 })
  fc.assert(
    fc.property(pieces, (sizes) => {
      const all = sizes.map(([height, leads]) => piece(height, leads))
      const pages = pagesOf(all, ROOM)
      assert.deepEqual(pages.flat(), all)
      for (const page of pages) assert.ok(sum(page) <= ROOM, `${sum(page)}`)
    }),
    { numRuns: campaign(1_000, 200) },
  )
})

test('a heading goes to the next page with what it heads', () => {
  const [body, heading, box, last] = [piece(70), piece(10, true), piece(30), piece(5)]
  assert.deepEqual(pagesOf([body, heading, box, last], ROOM), [[body], [heading, box, last]])
})

test('pieces that fit exactly stay on their page', () => {
  const pieces = [piece(70), piece(10, true), piece(20)]
  assert.deepEqual(pagesOf(pieces, ROOM), [pieces])
})

test('a group that is higher than a page is torn apart', () => {
  const group = [piece(40, true), piece(40, true), piece(40)]
  assert.deepEqual(pagesOf(group, ROOM), [group.slice(0, 1), group.slice(1)])
})

test('nothing fills one empty page', () => {
  assert.deepEqual(pagesOf([], ROOM), [[]])
})

test('the head of a table is drawn again where its lines begin a page', () => {
  const under = piece(20, true)
  const lines = [60, 60, 30].map((height) => ({ ...piece(height), under }))
  const [one, two, three] = lines
  assert.deepEqual(pagesOf([under, ...lines], ROOM), [
    [under, one],
    [under, two],
    [under, three],
  ])
})

test('pieces are asked for page by page', () => {
  let made = 0
  function* endless() {
    for (;;) {
      made++
      yield piece(50)
    }
  }
  const pages = generated(endless(), ROOM)
  pages.next()
  assert.equal(made, 3)
})
