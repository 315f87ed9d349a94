// A transaction of the database: committed or rolled back. A broken connection does not go back to the pool.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { type Around, committed } from './committed.ts'
import type { Pool, Queryable } from './db.ts'

type Asked = string | FullStatement
type FullStatement = { text: string; name?: string; around?: Around }

/** A refusal by the server; without it, the connection itself is lost. */
const refusal = (message: string) => new DatabaseError(message, message.length, 'error')

/** A pool of one connection that records each message and fails where the test wants. */
function scribe(failing: Readonly<Record<string, Error>> = {}) {
  const said: string[] = []
  const client = Object.assign(new EventEmitter(), {
    async query(asked: Asked, callback?: (error?: Error, answers?: unknown) => void) {
      const { text, around } = typeof asked === 'string' ? { text: asked } : asked
      const message = [...(around?.begins ? ['begin'] : []), text, ...(around?.commits ? ['commit'] : [])]
      said.push(message.join(', '))
      const failure = failing[text]
      if (callback)
        callback(
          failure,
          message.map((part) => ({ rows: [part] })),
        )
      else if (failure) throw failure
      return { rows: [], rowCount: 0 }
    },
    release: (broken?: Error) => said.push(broken ? `throw away: ${broken.message}` : 'release'),
  })
  const connect = async () => {
    said.push('connect')
    return client
  }
  const pool = { connect } as unknown as Pool
  return { said, pool }
}

/** A pool whose connection has run a transaction before. */
async function seasonedScribe(failing: Readonly<Record<string, Error>> = {}) {
  const { said, pool } = scribe(failing)
  await committed(pool, async () => {})
  said.length = 0
  return { said, pool }
}

const rowsOf = async (db: Queryable, text: string) => (await db.query({ text })).rows

async function failingWork(): Promise<never> {
  throw new Error('the work failed')
}

test('the result is returned once it is committed', async () => {
  const { said, pool } = scribe()
  const result = await committed(pool, async () => {
    said.push('work')
    return 7
  })
  assert.equal(result, 7)
  assert.deepEqual(said, ['connect', 'begin', 'work', 'commit', 'release'])
})

test('failed work is rolled back, and its error is thrown', async () => {
  const { said, pool } = scribe()
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'release'])
})

test('a failed commit is an error, whatever the work returned', async () => {
  const { said, pool } = scribe({ commit: refusal('deferred constraint') })
  await assert.rejects(
    committed(pool, async () => 7),
    /deferred constraint/,
  )
  assert.deepEqual(said, ['connect', 'begin', 'commit', 'rollback', 'release'])
})

test('a connection that cannot roll back is destroyed, and the first error is thrown', async () => {
  const { said, pool } = scribe({ rollback: new Error('connection lost') })
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'throw away: connection lost'])
})

test('if begin fails, the work does not run', async () => {
  const { said, pool } = scribe({ begin: new Error('going down') })
  let worked = false
  await assert.rejects(
    committed(pool, async () => {
      worked = true
    }),
    /going down/,
  )
  assert.equal(worked, false)
  assert.equal(said.at(-1), 'throw away: going down')
})

test('without a connection nothing starts, and nothing is released', async () => {
  const pool = { connect: () => Promise.reject(new Error('no connection')) } as unknown as Pool
  let worked = false
  const asked = committed(pool, async () => {
    worked = true
  })
  await assert.rejects(asked, /no connection/)
  assert.equal(worked, false)
})

test('from the second transaction on, begin joins the first statement, and commit the last', async () => {
  const { said, pool } = await seasonedScribe()
  const work = committed(pool, async (session) => [
    await rowsOf(session, 'one'),
    await rowsOf(session, 'two'),
    await rowsOf(session.last, 'three'),
  ])
  assert.deepEqual(await work, [['one'], [], ['three']])
  assert.deepEqual(said, ['connect', 'begin, one', 'two', 'three, commit', 'release'])
})

test('a single statement is one message; without a last one, commit is its own message', async () => {
  const { said, pool } = await seasonedScribe()
  assert.deepEqual(await committed(pool, ({ last }) => rowsOf(last, 'one')), ['one'])
  await committed(pool, (session) => rowsOf(session, 'one'))
  const [alone, begun] = ['begin, one, commit', 'begin, one']
  assert.deepEqual(said, ['connect', alone, 'release', 'connect', begun, 'commit', 'release'])
})

test('a failed last statement is rolled back; without statements there is nothing to end', async () => {
  const { said, pool } = await seasonedScribe({ one: refusal('refused') })
  await assert.rejects(
    committed(pool, ({ last }) => rowsOf(last, 'one')),
    /refused/,
  )
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  const refused = ['connect', 'begin, one, commit', 'rollback', 'release']
  assert.deepEqual(said, [...refused, 'connect', 'release'])
})

test('a statement without a response destroys the connection, and nothing follows it', async () => {
  const { said, pool } = await seasonedScribe({ one: new Error('Query read timeout') })
  const work = committed(pool, async (session) => {
    await rowsOf(session, 'one').catch(() => {})
    await rowsOf(session, 'two')
  })
  await assert.rejects(work, /Query read timeout/)
  assert.deepEqual(said, ['connect', 'begin, one', 'throw away: Query read timeout'])
})

test('the connection to a read-only server is destroyed', async () => {
  const { said, pool } = await seasonedScribe({
    one: Object.assign(refusal('read-only'), { code: '25006' }),
  })
  await assert.rejects(
    committed(pool, (session) => rowsOf(session, 'one')),
    /read-only/,
  )
  assert.deepEqual(said, ['connect', 'begin, one', 'throw away: read-only'])
})
