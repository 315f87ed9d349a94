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
const heard: string[] = []
listener.on('notification', ({ payload = '' }) => void heard.push(payload))
await listener.query('listen embarque_work')

test('the first of many is heard before any time passes, the others together when it has', async (t) => {
  const signals = await startSignals({ connectionString: url }, ['work'], makeLog({ level: 'fatal' }))
  t.after(() => signals.stop())
  // What waits for a timer waits until the test says so.
  const timers = t.mock.timers
  timers.enable()
  const toldHere: string[] = []
  signals.on('work', (what) => void toldHere.push(what))
  for (const what of ['first', 'second', 'second', 'third']) signals.notifyAll('work', what)
  assert.equal(toldHere.length, 4, 'this process has heard all of them')
  const waited = async (what: string, count: number) => {
    // Whatever was sent has come when this has.
    while (heard.length < count) await listener.query('select 1')
    assert.equal(heard.length, count, what)
  }
  await waited('one went out', 1)
  assert.deepEqual(heard, ['first'])
  timers.tick(5)
  await waited('then the others, each once', 3)
  assert.deepEqual(heard, ['first', 'second', 'third'])
  timers.tick(5)
  signals.notifyAll('work', 'alone again')
  await waited('after a pause the next is the first again', 4)
})
