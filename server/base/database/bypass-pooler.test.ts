// A database behind a pooler that restarts once, twice, or in the middle of being asked: how long it is asked past the
// pooler, and that one session watches it, until it is told to stop.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Pool } from 'pg'
import { eventually } from '../../../test/support/eventually.ts'
import { makeLog } from '../process/log.ts'
import { bypassAfterRestart } from './bypass-pooler.ts'
import { notePooler, poolerOf } from './pooled.ts'

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
  const database = { sessions, started: 1, cuts: 0, opened: Promise.resolve(), restart }
  let asked = 0
  const server = createServer((socket) => {
    sessions.add(socket)
    socket.once('close', () => sessions.delete(socket)).on('error', () => {})
    socket.once('data', async () => {
      await database.opened
      socket.write(LET_IN)
      socket.on('data', (message) => {
        if (message[0] !== 'Q'.charCodeAt(0)) return
        asked++
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
  return { database, asked: () => asked, direct: { connectionString: `postgresql://x@127.0.0.1:${port}/x` } }
}

const PACE = { lookAgainMs: 50, bypassSeconds: 0.5 }

/** When restarts were noticed, and the way past the pooler was left again. */
async function setUp(t: TestContext, usual = 'postgresql://pooler') {
  const { database, direct } = await playDatabase(t)
  const [noticed, left]: [number[], number[]] = [[], []]
  let way = usual
  const options = {
    get connectionString() {
      return way
    },
    set connectionString(text) {
      if (text === usual) left.push(performance.now())
      way = text
    },
  }
  const write = () => void noticed.push(performance.now())
  const log = makeLog({ level: 'warn', destination: { write } })
  const pool = Object.assign(new EventEmitter(), { options }) as unknown as Pool
  notePooler(pool, { role: 'x', makePast: undefined })
  const watch = await bypassAfterRestart(pool, direct, log, PACE)
  t.after(() => watch.stop())
  async function restart(): Promise<void> {
    const before = noticed.length
    database.restart()
    await eventually('the restart is noticed', () => noticed.length > before)
    assert.equal(options.connectionString, direct.connectionString)
  }
  const isLeft = () => eventually('no session is left', () => database.sessions.size === 0, 5_000)
  return { database, watch, restart, noticed, left, isLeft, pool }
}

test('a restart is bypassed for a while, and one soon after it for as long', async (t) => {
  const { restart, noticed, left } = await setUp(t)
  await restart()
  await restart()
  const [, since = 0] = noticed
  const until = await eventually('the pooler is asked again', () => left.find((at) => at > since))
  assert.ok(until - since > PACE.bypassSeconds * 1_000 - 5, `${until - since} ms`)
})

test('a pooler that answers nobody is bypassed until it does, and who is busy with it is left alone', async (t) => {
  const pooler = await playDatabase(t)
  pooler.database.cuts = Number.POSITIVE_INFINITY
  const { pool, left, noticed } = await setUp(t, pooler.direct.connectionString)
  const ended: string[] = []
  const session = (name: string, status: string) => ({
    getTransactionStatus: () => status,
    connection: { stream: { destroy: () => ended.push(name) } },
  })
  pool.emit('acquire', session('idle', 'I'))
  pool.emit('acquire', session('busy', 'T'))
  poolerOf(pool)?.bypass?.()
  assert.deepEqual([noticed.length, ended], [1, ['idle']])
  await eventually('it was asked twice whether it answers', () => pooler.asked() >= 2)
  assert.deepEqual(left, [])
  pooler.database.cuts = 0
  await eventually('it is used again', () => left.length === 1)
})

test('one session watches, also where the first to come back was cut off as it asked', async (t) => {
  const { database, watch, restart, isLeft } = await setUp(t)
  database.cuts = 1
  await restart()
  await restart()
  await watch.stop()
  await isLeft()
})

test('a session that comes back after the stop is closed', async (t) => {
  const { database, watch, isLeft } = await setUp(t)
  const { promise, resolve } = Promise.withResolvers<void>()
  database.opened = promise
  database.restart()
  await isLeft()
  await eventually('it knocks', () => database.sessions.size === 1)
  await watch.stop()
  resolve()
  await isLeft()
})
