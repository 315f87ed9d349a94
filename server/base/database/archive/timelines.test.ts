// Which timelines go on from a base backup, and which segments are read on the way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segment } from './test-support.ts'
import { leadsTo, segmentsOn, timelinesOf, wayFrom } from './timelines.ts'

const nameOf = (timeline: number) => `0000000${timeline}.history.gz`

/** Each timeline with what its history says. */
function waysOf(histories: Record<number, string>, starts: string[] = [segment(0x10)]) {
  const texts = Object.entries(histories).map(([number, text]) => [nameOf(Number(number)), text] as const)
  const begun = starts.map((start_segment) => ({ start_segment }))
  const timelines = timelinesOf(new Map(texts), begun)
  return (timeline: number) => timelines.get(timeline) ?? assert.fail(`no timeline ${timeline}`)
}

function leading(histories: Record<number, string>, start: string, stop_address?: string): number[] {
  const to = waysOf(histories, [start])
  const numbers = [
    ...new Set([Number.parseInt(start.slice(0, 8), 16), ...Object.keys(histories).map(Number)]),
  ]
  return numbers.filter((number) =>
    leadsTo({ start_segment: start, ...(stop_address && { stop_address }) }, to(number)),
  )
}

const EARLIER = '1\t0/0F000100\tbefore 2026-11-17\n'
const LATER = '1\t0/10000100\tat its end\n'

test('what branched off before the beginning does not go on from it, what went on from it does', () => {
  const from = segment(0x10)
  assert.deepEqual(leading({}, from), [1])
  assert.deepEqual(leading({ 2: EARLIER }, from), [1])
  assert.deepEqual(leading({ 2: LATER }, from), [1, 2])
  const histories = { 2: EARLIER, 3: LATER, 4: `${EARLIER}2\t0/20000000\tlater\n` }
  assert.deepEqual(leading(histories, from), [1, 3])
  assert.deepEqual(leading(histories, segment(0x11, 2)), [2, 4])
  assert.deepEqual(leading({ 2: '1\t1/2000001\tx\n' }, segment(0x102)), [1, 2])
})

test('what branched off before a base backup was whole does not go on from it', () => {
  const history = { 2: '1\t0/12000100\tx\n' }
  assert.deepEqual(leading(history, segment(0x10), '0/12000101'), [1])
  assert.deepEqual(leading(history, segment(0x10), '0/12000100'), [1, 2])
  assert.deepEqual(leading({ 2: '1\t0/10000000\tx\n' }, segment(0x10)), [1], 'at the very beginning of it')
})

test('a branch that was never reached is none', () => {
  // Restored to before where timeline 2 branched off, by who was told to follow that one.
  const histories = { 2: '1\t0/20000100\tx\n', 3: '1\t0/20000100\tx\n2\t0/11000100\tx\n' }
  assert.deepEqual(leading(histories, segment(0x10)), [1, 2, 3])
  assert.deepEqual(leading(histories, segment(0x18)), [1, 2])
  const there = [...of(1, 0x10, 0x11, 0x12), ...of(3, 0x11, 0x12)]
  assert.deepEqual(segmentsOn(wayFrom(waysOf(histories)(3), segment(0x10)), there), [
    ...of(1, 0x10),
    ...of(3, 0x11, 0x12),
  ])
})

const of = (timeline: number, ...places: number[]) => places.map((place) => segment(place, timeline))

test('each timeline is read from where it begins to where the next one does, the last one to its end', () => {
  const to = waysOf({ 2: '1\t0/12000100\tx\n', 3: '1\t0/12000100\tx\n2\t0/13000000\tx\n' })
  const first = of(1, 0x10, 0x11, 0x12, 0x13, 0x14, 0x17)
  const there = [...first, ...of(2, 0x12, 0x13, 0x15), ...of(3, 0x13, 0x14)]
  const read = (timeline: number, from = segment(0x10)) => segmentsOn(wayFrom(to(timeline), from), there)
  assert.deepEqual(read(1), of(1, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17), 'gaps are in it')
  assert.deepEqual(read(2), [...of(1, 0x10, 0x11), ...of(2, 0x12, 0x13, 0x14, 0x15)])
  assert.deepEqual(read(3), [...of(1, 0x10, 0x11), ...of(2, 0x12), ...of(3, 0x13, 0x14)])
  assert.deepEqual(read(3, segment(0x12, 2)), [...of(2, 0x12), ...of(3, 0x13, 0x14)])
  assert.deepEqual(read(1, segment(0x17)), of(1, 0x17))
})

test('the first segment of a timeline is waited for, unless nothing of it is there', () => {
  const to = waysOf({ 2: '1\t0/12000100\tx\n', 3: '1\t0/12000100\tx\n2\t0/12000100\tx\n' })
  const read = (timeline: number, there: string[]) => segmentsOn(wayFrom(to(timeline), segment(0x10)), there)
  assert.deepEqual(read(2, of(2, 0x13)), [...of(1, 0x10, 0x11), ...of(2, 0x12, 0x13)])
  assert.deepEqual(read(2, of(1, 0x10)), of(1, 0x10, 0x11, 0x12), 'up to where it branched off')
  assert.deepEqual(read(3, of(2, 0x12)), of(1, 0x10, 0x11, 0x12), 'nothing of the second is in it')
  assert.deepEqual(read(1, []), of(1, 0x10), 'what it begins with')
  const atEdge = waysOf({ 2: '1\t0/12000000\tx\n' })(2)
  assert.deepEqual(segmentsOn(wayFrom(atEdge, segment(0x10)), []), of(1, 0x10, 0x11))
})

test('one log goes over into the next', () => {
  const way = wayFrom(waysOf({}, [segment(254)])(1), segment(254))
  assert.deepEqual(segmentsOn(way, [segment(257)]), of(1, 254, 255, 256, 257))
})
