// A database behind a pooler that restarts once, twice, or in the middle of being asked: how long it is asked past the
// pooler, and that one session watches it, until it is told to stop.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { makeLog } from '../process/log.ts'
import { bypassAfterRestart } from './bypass-pooler.ts'

const message = (type: string, ...parts: (string | number[])[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const READY = message('Z', 'I')
const LET_IN = Buffer.concat([message('R', [0, 0, 0, 0]), READY])
const COLUMN = message('T', [0, 1], 'started\0', [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 0, 0])

function answerOf(value: string): Buffer {
  const row = message('D', [0, 1, 0, 0, 0, value.length], value)
  return Buffer.concat([COLUMN, row, message('C', 'SELECT 1\0'), READY])
}

/** Says when it was started, and nothing else. */
async function playDatabase(t: TestContext) {
  const sessions = new Set<Socket>()
  const database = { sessions, started: 1, cuts: 0, isOpen: true, restart }
  const server = createServer((socket) => {
    sessions.add(socket)
    socket.once('close', () => sessions.delete(socket)).on('error', () => {})
    socket.once('data', async () => {
      while (!database.isOpen) await turn()
      socket.write(LET_IN)
      socket.on('data', (asked) => {
        if (asked[0] !== 'Q'.charCodeAt(0)) return
        if (database.cuts === 0) return void socket.write(answerOf(String(database.started)))
        database.cuts--
        socket.destroy()
      })
    })
  })
  function restart(): void {
    database.started++
    for (const session of sessions) session.destroy()
  }
  t.after(() => {
    restart()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { database, direct: { connectionString: `postgresql://x@127.0.0.1:${port}/x` } }
}

/** Time stands still but for what a test lets pass. */
async function setUp(t: TestContext) {
  const { database, direct } = await playDatabase(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const usual = { connectionString: 'postgresql://pooler', maxLifetimeSeconds: 0 }
  const pool = Object.assign(new EventEmitter(), { options: { ...usual } })
  const told: string[] = []
  const log = makeLog({ level: 'warn', destination: { write: (line: string) => void told.push(line) } })
  const watch = await bypassAfterRestart(pool as never, direct, log)
  t.after(() => watch.stop())
  const pass = (ms: number) => t.mock.timers.tick(ms)
  return {
    database,
    watch,
    told,
    pass,
    isPast: () => pool.options.connectionString === direct.connectionString,
    async until(is: () => boolean, what: string): Promise<void> {
      for (let turns = 0; turns < 5_000 && !is(); turns++) {
        pass(1)
        await turn()
      }
      assert.ok(is(), what)
    },
  }
}

test('a restart is bypassed for 20 seconds, and one soon after it for as long', async (t) => {
  const { database, told, pass, isPast, until } = await setUp(t)
  assert.equal(isPast(), false)
  database.restart()
  await until(() => told.length === 1, 'the first is noticed')
  assert.equal(isPast(), true)
  pass(12_000)
  database.restart()
  await until(() => told.length === 2, 'the second is noticed')
  pass(19_000)
  assert.equal(isPast(), true)
  pass(1_000)
  assert.equal(isPast(), false)
})

test('one session watches, also where the first to come back was cut off as it asked', async (t) => {
  const { database, told, until, watch } = await setUp(t)
  database.cuts = 1
  database.restart()
  await until(() => told.length > 0, 'the restart is noticed')
  let turns = 0
  await until(() => ++turns > 500, 'nothing more is to come')
  assert.equal(database.sessions.size, 1)
  await watch.stop()
  await until(() => database.sessions.size === 0, 'it is closed')
})

test('a session that comes back after the stop is closed', async (t) => {
  const { database, until, watch } = await setUp(t)
  database.restart()
  database.isOpen = false
  await until(() => database.sessions.size === 0, 'it is lost')
  await until(() => database.sessions.size === 1, 'it knocks')
  await watch.stop()
  database.isOpen = true
  await until(() => database.sessions.size === 0, 'it is closed')
})
