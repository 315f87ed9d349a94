// Proves that clocks stand, move and differ as they say, and that nobody can move one by its Date.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock, frozenClock, offsetClock, realClock } from './clock.ts'

const START = new Date('2026-11-15T12:00:00.000Z')
const INVALID = new Date(Number.NaN)

test('the real clock reads the machine’s time', () => {
  const before = Date.now()
  const now = realClock.now().getTime()
  assert.ok(before <= now && now <= Date.now())
})

test('a fixed clock stands until it is moved', () => {
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

test('an offset is a whole number of milliseconds and stays within time', () => {
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

test('changing a Date that went in or came out moves no clock', () => {
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
