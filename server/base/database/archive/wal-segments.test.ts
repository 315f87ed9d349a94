// Names of segments: which are some, which nobody needs any more, and where they lie in the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segment } from './test-support.ts'
import {
  addressOf,
  lastTimeline,
  olderFiles,
  parseAddress,
  placeAt,
  segmentName,
  segmentsAmong,
} from './wal-segments.ts'

const packed = (...places: number[]) => places.map((place) => `${segment(place)}.gz`)

test('segments are told from all else in the folder', () => {
  const others = [
    `${segment(9)}.gz.part`,
    `${segment(9)}`,
    `${segment(7)}.partial.gz`,
    '00000002.history.gz',
    'n.gz',
  ]
  assert.deepEqual(segmentsAmong([...packed(5), ...others, `${segment(8, 2)}.gz`]), [
    segment(5),
    segment(8, 2),
  ])
})

test('what is older than the oldest base backup may go, whatever became of it, and no history', () => {
  const rests = [`${segment(4)}.gz.part`, `${segment(3)}.00000028.backup.gz`]
  const all = [...packed(4, 5, 6), ...rests, '00000002.history.gz', 'database']
  assert.deepEqual(olderFiles(all, [segment(5, 2)]), [...packed(4), ...rests])
})

test('what a base backup of any timeline needs stays, also where a later one begins before an earlier', () => {
  const second = [`${segment(151, 2)}.gz`, `${segment(152, 2)}.gz`]
  const all = [...packed(150, 151, 199, 200), ...second]
  assert.deepEqual(olderFiles(all, [segment(200), segment(151, 2)]), packed(150))
  assert.deepEqual(olderFiles(all, [segment(151, 2), segment(200)]), packed(150))
})

test('an address is as the server writes it, and lies in one segment', () => {
  assert.equal(parseAddress('0/3000028'), 0x3_000_028n)
  assert.equal(parseAddress('1/2000001'), 0x1_0200_0001n)
  assert.equal(placeAt(parseAddress('1/2FFFFFF')), 0x102n)
  assert.equal(addressOf('000000020000000100000002'), parseAddress('1/2000000'))
  assert.equal(segmentName(10, 0x1_ffn), '0000000A00000001000000FF')
})

test('the last timeline is that of the last history; without any it is the first', () => {
  assert.equal(lastTimeline(packed(1, 2)), 1)
  assert.equal(lastTimeline(['0000000A.history.gz', '00000002.history.gz', '0000000B.history.gz.x.part']), 10)
})
