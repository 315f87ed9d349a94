// A signal goes out at once; those that come close behind it go together, each once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDatabase } from '../../../test/support/database.ts'
import { makeLog } from '../process/log.ts'
import { startSignals } from './signals.ts'

const { url, drop } = await makeDatabase()
const listener = new pg.Client({ connectionString: url })
after(() => listener.end().finally(drop))
await listener.connect()
const received: string[] = []
listener.on('notification', ({ payload = '' }) => void received.push(payload))
await listener.query('listen embarque_work')

test('the first of many signals arrives at once, the others together after a delay', async (t) => {
  const signals = await startSignals({ connectionString: url }, ['work'], makeLog({ level: 'fatal' }))
  t.after(() => signals.stop())
  // What waits for a timer waits until the test says so.
  const timers = t.mock.timers
  timers.enable()
  const notified: string[] = []
  signals.on('work', (what) => void notified.push(what))
  for (const what of ['first', 'second', 'second', 'third']) signals.notifyAll('work', what)
  assert.equal(notified.length, 4, 'this process has received all of them')
  const waited = async (what: string, count: number) => {
    // Whatever was sent has come when this has.
    while (received.length < count) await listener.query('select 1')
    assert.equal(received.length, count, what)
  }
  await waited('one went out', 1)
  assert.deepEqual(received, ['first'])
  timers.tick(5)
  await waited('then the others, each once', 3)
  assert.deepEqual(received, ['first', 'second', 'third'])
  timers.tick(5)
  signals.notifyAll('work', 'alone again')
  await waited('after a pause the next is the first again', 4)
})
