// Clocks stand still, move and differ as declared, and a returned Date cannot change one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock, frozenClock, offsetClock, realClock, steadyClock } from './clock.ts'

const START = new Date('2026-11-15T12:00:00.000Z')
const INVALID = new Date(Number.NaN)

test('the real clock reads the machine’s time', () => {
  const before = Date.now()
  const now = realClock.now().getTime()
  assert.ok(before <= now && now <= Date.now())
})

test('a fixed clock stands until it is set', () => {
  const clock = fixedClock(START)
  assert.equal(clock.now().toISOString(), '2026-11-15T12:00:00.000Z')
  clock.advance(1500)
  assert.equal(clock.now().toISOString(), '2026-11-15T12:00:01.500Z')
  clock.advance(0)
  assert.equal(clock.now().toISOString(), '2026-11-15T12:00:01.500Z')
  clock.set(new Date('2020-01-01T00:00:00.000Z'))
  assert.equal(clock.now().toISOString(), '2020-01-01T00:00:00.000Z')
})

test('a fixed clock advances by whole milliseconds, never back', () => {
  const clock = fixedClock(START)
  for (const ms of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => clock.advance(ms), RangeError)
  }
  assert.throws(() => clock.set(INVALID), RangeError)
  assert.throws(() => clock.advance(Number.MAX_SAFE_INTEGER), RangeError)
  assert.equal(clock.now().getTime(), START.getTime())
})

test('an offset clock follows its base', () => {
  const base = fixedClock(START)
  const ahead = offsetClock(base, 86_400_000)
  const behind = offsetClock(ahead, -86_400_000)
  assert.equal(ahead.now().toISOString(), '2026-11-16T12:00:00.000Z')
  base.advance(250)
  assert.equal(ahead.now().toISOString(), '2026-11-16T12:00:00.250Z')
  assert.equal(behind.now().getTime(), base.now().getTime())
})

test('an offset is a whole number of milliseconds within range', () => {
  assert.throws(() => offsetClock(realClock, 0.5), RangeError)
  assert.throws(() => offsetClock(realClock, Number.NaN), RangeError)
  assert.throws(() => offsetClock(realClock, Number.MAX_SAFE_INTEGER).now(), RangeError)
})

test('a frozen clock never moves', () => {
  const clock = frozenClock(START)
  assert.equal(clock.now().getTime(), START.getTime())
  assert.equal(clock.now().getTime(), START.getTime())
  assert.throws(() => frozenClock(INVALID), RangeError)
  assert.throws(() => fixedClock(INVALID), RangeError)
})

test('changing a Date passed in or out changes no clock', () => {
  const given = new Date(START)
  const clocks = [fixedClock(given), frozenClock(given), offsetClock(fixedClock(given), 0)]
  given.setFullYear(1999)
  for (const clock of clocks) {
    clock.now().setFullYear(1999)
    assert.equal(clock.now().getTime(), START.getTime())
  }
  const movable = fixedClock(START)
  const set = new Date(START)
  movable.set(set)
  set.setFullYear(1999)
  assert.equal(movable.now().getTime(), START.getTime())
})

/** A steady clock that started at START: its time after a correction and some elapsed time. */
function steady() {
  let passedMs = 1_000
  const clock = steadyClock(START.getTime(), () => passedMs)
  return (passMs: number, correctMs?: number) => {
    if (correctMs !== undefined) clock.correct(correctMs)
    passedMs += passMs
    return clock.now().getTime() - START.getTime()
  }
}

const STEPS: [what: string, ...steps: [passMs: number, correctMs: number | undefined, shownMs: number][]][] =
  [
    ['it goes on by itself', [0, undefined, 0], [2_500, undefined, 2_500]],
    [
      'a little behind, it goes faster until it is right',
      [0, 400, 0],
      [400, undefined, 600],
      [1_600, undefined, 2_400],
    ],
    ['ahead, it goes slower', [0, -300, 0], [200, undefined, 100], [1_800, undefined, 1_700]],
    ['far behind, it leaps', [0, 3_600_000, 3_600_000], [10, undefined, 3_600_010]],
    ['what was corrected last counts', [0, 900, 0], [100, undefined, 150], [100, 0, 250]],
  ]

for (const [what, ...steps] of STEPS)
  test(`a steady clock: ${what}`, () => {
    const show = steady()
    for (const [passMs, correctMs, shownMs] of steps) assert.equal(show(passMs, correctMs), shownMs)
  })

test('a steady clock never goes back, however far ahead it is', () => {
  const show = steady()
  const shown = [show(0, -3_600_000), ...Array.from({ length: 100 }, () => show(77))]
  for (const [index, ms] of shown.entries()) assert.ok(index === 0 || ms > Number(shown[index - 1]), `${ms}`)
})
