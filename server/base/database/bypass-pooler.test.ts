// The watch over the database behind a pooler: one session at a time, however the database comes and goes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { makeLog } from '../process/log.ts'
import { bypassAfterRestart } from './bypass-pooler.ts'
import { makePool } from './db.ts'
import { connectionTo } from './find-primary.ts'

/** What a server of PostgreSQL says, each with its letter and its length. */
const says = (letter: string, body: Buffer) => {
  const head = Buffer.alloc(5, letter)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const READY = says('Z', Buffer.from('I'))
const WELCOME = Buffer.concat([says('R', Buffer.alloc(4)), READY])
const STARTED = Buffer.concat([
  // One column of text, and one row of it.
  says('T', Buffer.from('\0\x01started\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0', 'latin1')),
  says('D', Buffer.from('\0\x01\0\0\0\x04noon', 'latin1')),
  says('C', Buffer.from('SELECT 1\0')),
  READY,
])

/** A server that welcomes everybody; only the first is answered, all others are cut off at their question. */
async function startFlapping() {
  const sessions: { socket: Socket; at: number }[] = []
  const server = createServer((socket) => {
    const isFirst = sessions.push({ socket, at: performance.now() }) === 1
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.once('data', () => (isFirst ? socket.write(STARTED) : socket.destroy()))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const { socket } of sessions) socket.destroy()
  })
  return { sessions, url: `postgresql://one@127.0.0.1:${(server.address() as AddressInfo).port}/one` }
}

test('a database that ends sessions as they begin is asked by one at a time', async () => {
  const { sessions, url } = await startFlapping()
  const connection = connectionTo(url)
  const pool = makePool(connection, 1)
  const watch = await bypassAfterRestart(pool, connection, makeLog({ level: 'silent' }))
  after(() => Promise.all([watch.stop(), pool.end()]))
  const [first] = sessions
  first?.socket.destroy()
  await eventually('it was asked several times', () => sessions.length >= 7)
  const times = sessions.slice(1).map(({ at }) => at)
  const soonest = Math.min(...times.slice(1).map((at, index) => at - times[index]!))
  assert.ok(soonest > 100, `again after ${soonest} ms`)
})
