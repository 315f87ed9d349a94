// Names of segments: which recovery needs, which nobody needs any more, and which one is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingSegment, neededFiles, olderFiles } from './wal-segments.ts'

const segment = (place: number, timeline = 1) =>
  [timeline, Math.floor(place / 256), place % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
const packed = (...places: number[]) => places.map((place) => `${segment(place)}.gz`)

test('recovery needs all from its beginning on, of every timeline, and every history', () => {
  const later = [`${segment(8, 2)}.gz`, '00000002.history.gz']
  const others = [`${segment(9)}.gz.part`, `${segment(9)}`, `${segment(7)}.partial.gz`, 'notes.gz']
  const all = [...packed(5, 6, 7, 8), ...later, ...others]
  assert.deepEqual(neededFiles(all, segment(7)), [...packed(7, 8), ...later])
})

test('what is older than the oldest base backup may go, whatever became of it, and no history', () => {
  const rests = [`${segment(4)}.gz.part`, `${segment(3)}.00000028.backup.gz`]
  const all = [...packed(4, 5, 6), ...rests, '00000002.history.gz', 'database']
  assert.deepEqual(olderFiles(all, segment(5, 2)), [...packed(4), ...rests])
})

test('a gap is found, also where one log goes over into the next', () => {
  assert.equal(missingSegment(packed(254, 255, 256, 257), segment(254)), null)
  assert.equal(missingSegment(packed(254, 255, 257), segment(254)), segment(256))
  assert.equal(missingSegment(packed(254, 256, 257), segment(254)), segment(255))
  assert.equal(missingSegment(packed(255, 256), segment(254)), segment(254), 'the first')
  assert.equal(missingSegment([], segment(254)), segment(254), 'all')
  assert.equal(missingSegment([...packed(3, 5), '00000002.history.gz'], segment(5)), null, 'before it')
})
