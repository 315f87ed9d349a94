// A process on a machine with a wrong clock: what it shows, what it logs, and when it refuses to start.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { fixedClock, realClock } from '../../kernel/process/clock.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { registry } from '../../kernel/process/metrics.ts'
import { followDatabaseTime } from './follow-database-time.ts'

const AT = new Date('2026-11-16T12:00:00.000Z')

/** A database with a given time, and a machine whose clock stands still at noon. */
function setUp() {
  const database = { aheadMs: 0, isAway: false, asked: 0, asking: () => {} }
  const lines: string[] = []
  const client = {
    async query() {
      database.asked++
      if (database.isAway) throw new Error('away')
      database.asking()
      return { rows: [{ ms: AT.getTime() + database.aheadMs }], rowCount: 1 }
    },
  }
  const log = makeLog({ level: 'warn', destination: { write: (line: string) => void lines.push(line) } })
  const options = { log, offsetMaxSeconds: 5, machine: fixedClock(AT), lookEveryMs: 5 }
  return { database, client, lines, options, begin: () => followDatabaseTime(client, options) }
}

const metric = async () => /^embarque_clock_offset_seconds (\S+)$/m.exec(await registry.metrics())?.[1]

test("the clock starts at the database's time, and logs the machine's offset", async (t) => {
  const { database, begin, lines } = setUp()
  database.aheadMs = -4_000
  const time = await begin()
  t.after(time.stop)
  const differenceMs = time.wall.now().getTime() - (AT.getTime() - 4_000)
  assert.ok(differenceMs > -100 && differenceMs < 60_000, `${differenceMs} ms`)
  assert.ok(Math.abs(time.offsetMs() - 4_000) < 100)
  assert.ok(Math.abs(Number(await metric()) - 4) < 0.1)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /this machine's clock differs from the database's/)
})

test('a difference within the uncertainty of a slow response is not reported', async (t) => {
  const { database, begin, lines } = setUp()
  // The machine's clock stands still, so half of the wait looks like a difference.
  let now = 0
  t.mock.method(performance, 'now', () => now)
  database.asking = () => {
    now += 50
  }
  database.aheadMs = -990
  const time = await begin()
  t.after(time.stop)
  assert.ok(Math.abs(time.offsetMs() - 990) < 1, `${time.offsetMs()} ms`)
  assert.deepEqual(lines, [])
})

test('the clock is compared regularly, survives an unavailable database, and reports an offset once', async (t) => {
  const { database, begin, lines } = setUp()
  const time = await begin()
  t.after(time.stop)
  assert.deepEqual(lines, [])
  database.isAway = true
  const asked = database.asked
  await eventually('the query fails', () => database.asked > asked + 2)
  database.isAway = false
  database.aheadMs = 3_600_000
  await eventually('the clock follows', () => time.wall.now().getTime() >= AT.getTime() + 3_600_000)
  assert.ok(Math.abs(time.offsetMs() + 3_600_000) < 1_000)
  const seen = database.asked
  await eventually('the clock is compared again', () => database.asked > seen + 10)
  assert.equal(lines.length, 1)
})

test('an uncertain difference does not correct the clock', async (t) => {
  const { options } = setUp()
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const trip = { thereMs: 0, backMs: 0, asked: 0 }
  const client = {
    async query() {
      trip.asked++
      nowMs += trip.thereMs
      const ms = AT.getTime() + nowMs
      nowMs += trip.backMs
      return { rows: [{ ms }], rowCount: 1 }
    },
  }
  const machine = { now: () => new Date(AT.getTime() + nowMs) }
  const time = await followDatabaseTime(client, { ...options, machine })
  t.after(time.stop)
  Object.assign(trip, { thereMs: 40, backMs: 10 })
  await eventually('the clock is compared again', () => trip.asked > 20)
  assert.equal(time.wall.now().getTime(), machine.now().getTime())
})

for (const [aheadMs, text] of [
  [6_000, /this machine is 6\.0 s behind the database; set its clock .*CLOCK_OFFSET_MAX_SECONDS/],
  [-400_000, /this machine is 400\.0 s ahead of the database/],
] as const)
  test(`a machine that is ${-aheadMs} ms off does not start by default`, async () => {
    const { database, client, options, begin } = setUp()
    database.aheadMs = aheadMs
    await assert.rejects(begin(), text)
    const time = await followDatabaseTime(client, { ...options, offsetMaxSeconds: 500 })
    time.stop()
  })

test("the machine's clock is the default", async () => {
  const client = { query: async () => ({ rows: [{ ms: realClock.now().getTime() }], rowCount: 1 }) }
  const time = await followDatabaseTime(client, { log: makeLog({ level: 'fatal' }), offsetMaxSeconds: 5 })
  time.stop()
  assert.ok(Math.abs(time.offsetMs()) < 5_000)
})
