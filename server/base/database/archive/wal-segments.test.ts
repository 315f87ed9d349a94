// Names of segments: which recovery needs, which nobody needs any more, and which one is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastTimeline, missingSegment, neededFiles, olderFiles, timelineFrom } from './wal-segments.ts'

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
  assert.deepEqual(olderFiles(all, [segment(5, 2)]), [...packed(4), ...rests])
})

test('what a base backup of any timeline needs stays, also where a later one begins before an earlier', () => {
  const second = [`${segment(151, 2)}.gz`, `${segment(152, 2)}.gz`]
  const all = [...packed(150, 151, 199, 200), ...second]
  assert.deepEqual(olderFiles(all, [segment(200), segment(151, 2)]), packed(150))
  assert.deepEqual(olderFiles(all, [segment(151, 2), segment(200)]), packed(150))
})

test('a gap is found, also where one log goes over into the next', () => {
  assert.equal(missingSegment(packed(254, 255, 256, 257), segment(254)), null)
  assert.equal(missingSegment(packed(254, 255, 257), segment(254)), segment(256))
  assert.equal(missingSegment(packed(254, 256, 257), segment(254)), segment(255))
  assert.equal(missingSegment(packed(254, 258), segment(254)), segment(255), 'of several the first')
  assert.equal(missingSegment(packed(255, 256), segment(254)), segment(254), 'the first')
  assert.equal(missingSegment([], segment(254)), segment(254), 'all')
  assert.equal(missingSegment([...packed(3, 5), '00000002.history.gz'], segment(5)), null, 'before it')
})

test('what branched off before the beginning is not followed, what went on from it is, the last of it', () => {
  const name = (timeline: number) => `0000000${timeline}.history.gz`
  const from = '000000010000000000000010'
  const earlier = '1\t0/0F000100\tbefore 2026-11-17\n'
  const later = '1\t0/10000100\tat its end\n'
  assert.equal(timelineFrom(new Map(), from), 1)
  assert.equal(timelineFrom(new Map([[name(2), earlier]]), from), 1)
  assert.equal(timelineFrom(new Map([[name(2), later]]), from), 2)
  const histories = new Map([
    [name(2), earlier],
    [name(3), later],
    [name(4), `${earlier}2\t0/20000000\tlater\n`],
  ])
  assert.equal(timelineFrom(histories, from), 3)
  assert.equal(timelineFrom(histories, '000000020000000000000011'), 4)
  assert.equal(timelineFrom(new Map([[name(2), '1\t1/2000000\tx\n']]), '000000010000000100000002'), 2)
})

test('the last timeline is that of the last history; without any it is the first', () => {
  assert.equal(lastTimeline(packed(1, 2)), 1)
  assert.equal(lastTimeline(['0000000A.history.gz', '00000002.history.gz', '0000000B.history.gz.x.part']), 10)
})
