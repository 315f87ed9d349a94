// A process that ends is replaced after its delays, one that cannot start fails the start, and a stop ends it
// for good. Silence counts only while the parent itself runs.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { readConfig } from './config.ts'
import type { FromProcess, Ready, ToProcess } from './process-plan.ts'
import { superviseProcess, watchSilence } from './supervised-process.ts'

/** Plays a process: records messages, and sends and ends as the test wants. */
function play() {
  const sent: ToProcess[] = []
  const events = new EventEmitter()
  return Object.assign(events, {
    sent,
    process: { pid: 1, kill: (signal: string) => events.emit('exit', null, signal) },
    send: (message: ToProcess) => sent.push(message),
    say: (message: FromProcess) => events.emit('message', message),
    end: (code: number | null = null, signal: string | null = 'SIGKILL') => events.emit('exit', code, signal),
  })
}

const begin = {
  name: 'api 1',
  config: readConfig({}),
  buildsPanel: true,
  readable: false,
  address: null,
  alone: false,
}

function keep(waitsMs = [0], silentMaxMs = 60_000, alone = false) {
  const forked: ReturnType<typeof play>[] = []
  const ended: (string | null)[] = []
  const lines: string[] = []
  const killed: number[] = []
  const kept = superviseProcess({
    fork: () => {
      const one = play()
      forked.push(one)
      return one
    },
    begin: { ...begin, alone },
    log: makeLog({ level: 'error', destination: { write: (line) => void lines.push(line) } }),
    changed: (gone) => ended.push(gone?.processId ?? null),
    drainMs: 0,
    waitsMs,
    stuck: () => killed.push(forked.length),
    silentMaxMs,
    lookEveryMs: 1,
  })
  const nth = (n: number) => eventually(`process ${n} starts`, () => forked[n - 1])
  return { kept, nth, forked, ended, lines, killed }
}

const readyAs = (processId: string): { ready: Ready } => ({
  ready: { url: 'http://x', processId, announcement: { handedOver: [], keyCommand: null, lacking: [] } },
})

test('an ended process is replaced with its options, and its end is logged with its id', async () => {
  const { kept, nth, ended } = keep()
  const one = await nth(1)
  assert.deepEqual(one.sent, [{ begin }])
  assert.equal(kept.isReady, false)
  one.say(readyAs('a'))
  assert.equal((await kept.first).processId, 'a')
  assert.equal(kept.isReady, true)
  one.end()
  const two = await nth(2)
  assert.equal(kept.isReady, false)
  two.say(readyAs('b'))
  assert.deepEqual(ended, [null, 'a', null])
  const stopped = kept.stop()
  assert.deepEqual(two.sent.at(-1), { stop: true })
  two.end(0, null)
  await stopped
  assert.equal(kept.isReady, false)
})

const failureSaying = (message: string, code?: string) =>
  ({ message, text: [message, message], why: 'failed', code }) as const

test('a process that fails to start gives its reason; one that just ends is reported too', async () => {
  const refused = keep()
  const one = await refused.nth(1)
  one.say({ failed: failureSaying('listen EADDRINUSE', 'EADDRINUSE') })
  one.end(1, null)
  await assert.rejects(refused.kept.first, { message: 'listen EADDRINUSE', code: 'EADDRINUSE' })
  const silent = keep()
  const two = await silent.nth(1)
  two.end(1, null)
  await assert.rejects(silent.kept.first, /api 1 ended as it began/)
  await silent.kept.stop()
  assert.equal(silent.forked.length, 1)
})

test('a failed replacement logs its reason, which is not repeated for the next one', async () => {
  const { kept, nth, lines } = keep()
  const one = await nth(1)
  one.say(readyAs('a'))
  one.end()
  const two = await nth(2)
  two.say({ failed: failureSaying('this machine is 9.0 s ahead of the database') })
  two.end(1, null)
  const three = await nth(3)
  three.say(readyAs('b'))
  three.end()
  await nth(4)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).reason),
    [undefined, 'this machine is 9.0 s ahead of the database', undefined],
  )
  await kept.stop()
})

test('repeated ends wait longer, and a stop does not wait for them', async () => {
  const { kept, nth, forked } = keep([0, 60_000])
  const one = await nth(1)
  one.say(readyAs('a'))
  one.end()
  const two = await nth(2)
  two.end()
  await kept.stop()
  assert.equal(forked.length, 2)
})

test('a closed channel waits for the process; one that is still starting ends by a signal', async () => {
  const { kept, nth } = keep()
  const one = await nth(1)
  one.say(readyAs('a'))
  one.emit('error', new Error('the channel is closed'))
  assert.equal(kept.isReady, true)
  one.end()
  const two = await nth(2)
  await kept.stop()
  assert.deepEqual(two.sent, [{ begin }])
})

test('metrics are read from the running process, and from none between two', async () => {
  const { kept, nth } = keep([0, 60_000])
  const one = await nth(1)
  assert.equal(await kept.readMetrics(), undefined)
  one.say(readyAs('a'))
  const response = kept.readMetrics()
  const asked = one.sent.at(-1)
  assert.ok(asked !== undefined && 'sendMetrics' in asked)
  one.say({ metrics: [], requestId: asked.sendMetrics })
  assert.deepEqual(await response, { nth: 1, metrics: [] })
  one.end()
  const two = await nth(2)
  two.end()
  assert.equal(await kept.readMetrics(), undefined)
  await kept.stop()
})

test('a process that stops responding is killed and replaced; before its first message it may take its time', async () => {
  const { kept, nth, ended, lines, killed } = keep([0], 20)
  const one = await nth(1)
  one.say(readyAs('a'))
  const two = await nth(2)
  assert.deepEqual([ended, killed], [[null, 'a'], [1]])
  const entries = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    entries.map(({ msg, of }) => [msg, of]),
    [
      ['a process is stuck and is killed', 'api 1'],
      ['a process ended', 'api 1'],
    ],
  )
  assert.ok(entries[0].silent_ms >= 20)
  assert.equal(entries[1].signal, 'SIGKILL')
  assert.deepEqual(two.sent, [{ begin }], 'it may take its time')
  two.say({ alive: true })
  await nth(3)
  assert.deepEqual(
    [ended, killed],
    [
      [null, 'a', null],
      [1, 2],
    ],
    'also one that got stuck as it began',
  )
  await kept.stop()
})

const LOOK_EVERY_MS = 1_000
const MOST_MS = 30_000

/** The test controls the time. */
function watched(t: TestContext) {
  t.mock.timers.enable()
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const reports: number[] = []
  const silence = watchSilence({
    mostMs: MOST_MS,
    lookEveryMs: LOOK_EVERY_MS,
    stuck: (ms) => reports.push(ms),
  })
  t.after(silence.stop)
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      t.mock.timers.tick(LOOK_EVERY_MS)
    }
  }
  /** Nothing ran meanwhile, and the next round comes late. */
  const sleep = (seconds: number) => {
    now += seconds * 1_000
    t.mock.timers.tick(LOOK_EVERY_MS)
  }
  return { silence, reports, pass, sleep }
}

test('a responsive process is never reported as stuck; an unresponsive one is, once', (t) => {
  const { silence, reports, pass } = watched(t)
  silence.reset()
  for (let n = 0; n < 10; n++) {
    pass(29)
    silence.reset()
  }
  pass(30)
  assert.deepEqual(reports, [])
  pass(1)
  assert.deepEqual(reports, [31_000])
  pass(100)
  assert.equal(reports.length, 1)
})

test('silence is not counted before the first message, nor after the end', (t) => {
  const { silence, reports, pass } = watched(t)
  pass(300)
  assert.equal(silence.lastsMs, 0)
  silence.reset()
  pass(20)
  assert.equal(silence.lastsMs, 20_000)
  silence.stop()
  pass(300)
  assert.deepEqual(reports, [])
})

test('a gap of the machine or the parent counts as two seconds at most', (t) => {
  const { silence, reports, pass, sleep } = watched(t)
  silence.reset()
  pass(3)
  sleep(8 * 3_600)
  assert.equal(silence.lastsMs, 5_000)
  for (let n = 0; n < 10; n++) sleep(60)
  assert.deepEqual(reports, [])
  assert.equal(silence.lastsMs, 25_000)
})

test('only the first process owns the embedded database', async () => {
  const { kept, nth } = keep([0], 60_000, true)
  const one = await nth(1)
  assert.deepEqual(one.sent, [{ begin: { ...begin, alone: true } }])
  one.say(readyAs('a'))
  one.end()
  const two = await nth(2)
  assert.deepEqual(two.sent, [{ begin }])
  await kept.stop()
})
