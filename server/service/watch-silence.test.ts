// Silence is what we heard nothing in while we ourselves were running: what stops both counts for nothing.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { watchSilence } from './watch-silence.ts'

const LOOK_EVERY_MS = 1_000
const MOST_MS = 30_000

/** Time passes when the test says so. */
function watched(t: TestContext) {
  t.mock.timers.enable()
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const told: number[] = []
  const silence = watchSilence({
    mostMs: MOST_MS,
    lookEveryMs: LOOK_EVERY_MS,
    stuck: (ms) => told.push(ms),
  })
  t.after(silence.stop)
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      t.mock.timers.tick(LOOK_EVERY_MS)
    }
  }
  /** Nothing ran meanwhile, and the round that was due comes late. */
  const sleep = (seconds: number) => {
    now += seconds * 1_000
    t.mock.timers.tick(LOOK_EVERY_MS)
  }
  return { silence, told, pass, sleep }
}

test('who speaks is never stuck; who is silent for too long is, once', (t) => {
  const { silence, told, pass } = watched(t)
  silence.heard()
  for (let n = 0; n < 10; n++) {
    pass(29)
    silence.heard()
  }
  pass(30)
  assert.deepEqual(told, [])
  pass(1)
  assert.deepEqual(told, [31_000])
  pass(100)
  assert.equal(told.length, 1)
})

test('nothing is counted before its first word, nor after its end', (t) => {
  const { silence, told, pass } = watched(t)
  pass(300)
  assert.equal(silence.lastsMs, 0)
  silence.heard()
  pass(20)
  assert.equal(silence.lastsMs, 20_000)
  silence.stop()
  pass(300)
  assert.deepEqual(told, [])
})

test('a machine that slept, or a parent that was kept from running, counts for two seconds', (t) => {
  const { silence, told, pass, sleep } = watched(t)
  silence.heard()
  pass(3)
  sleep(8 * 3_600)
  assert.equal(silence.lastsMs, 5_000)
  for (let n = 0; n < 10; n++) sleep(60)
  assert.deepEqual(told, [])
  assert.equal(silence.lastsMs, 25_000)
})
