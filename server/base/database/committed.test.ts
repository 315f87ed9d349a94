// A transaction of the database: committed or rolled back. A broken connection does not go back to the pool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adaptToPooler } from './adapt-to-pooler.ts'
import { committed } from './committed.ts'
import type { Pool, Queryable } from './db.ts'
import type { Around } from './joined-query.ts'
import { mannersOf } from './manners.ts'

type Asked = string | Told
type Told = {
  text: string
  name?: string
  around?: Around
  callback?: (error?: Error, answers?: unknown) => void
}

/** A pool of one connection that writes down what it is asked, each message a line, and fails where it is told to. */
function scribe(failing: Readonly<Record<string, string>> = {}) {
  const said: string[] = []
  const names = new Set<string>()
  const client = {
    async query(asked: Asked) {
      const { text, around, callback } = typeof asked === 'string' ? { text: asked } : asked
      const begin = around?.begins ? mannersOf(pool).begin.map((statement) => statement.text) : []
      const message = [...begin, text, ...(around?.commits ? ['commit'] : [])]
      if (typeof asked === 'object' && asked.name !== undefined) names.add(asked.name)
      said.push(message.join(', '))
      const failure = failing[text] === undefined ? undefined : new Error(failing[text])
      if (callback)
        callback(
          failure,
          message.map((part) => ({ rows: [part] })),
        )
      else if (failure) throw failure
      return { rows: [], rowCount: 0 }
    },
    release: (broken?: Error) => said.push(broken ? `throw away: ${broken.message}` : 'release'),
  }
  const connect = async (taken?: (error: undefined, given: typeof client) => void) => {
    said.push('connect')
    taken?.(undefined, client)
    return client
  }
  const pool = { connect } as unknown as Pool
  return { said, names, pool }
}

/** One behind a pooler that forgets what sessions were told; `keeps` statements, or forgets those too. */
async function pooledScribe(keeps: boolean, failing: Readonly<Record<string, string>> = {}) {
  const made = scribe(failing)
  const query = async ({ name }: Told) => ({ rows: [{ kept: false, names: [keeps ? 'POOLER_1' : name] }] })
  assert.equal(await adaptToPooler(Object.assign(made.pool, { query }), { lock_timeout: 8 }), true)
  return made
}

/** One whose connection has been through a transaction before. */
async function seasonedScribe(failing: Readonly<Record<string, string>> = {}) {
  const { said, pool } = scribe(failing)
  await committed(pool, async () => {})
  said.length = 0
  return { said, pool }
}

const rowsOf = async (db: Queryable, text: string) => (await db.query({ text })).rows

async function failingWork(): Promise<never> {
  throw new Error('the work failed')
}

test('what the work returns is returned once it is committed', async () => {
  const { said, pool } = scribe()
  const result = await committed(pool, async () => {
    said.push('work')
    return 7
  })
  assert.equal(result, 7)
  assert.deepEqual(said, ['connect', 'begin', 'work', 'commit', 'release'])
})

test('work that fails is rolled back, and its own error is told', async () => {
  const { said, pool } = scribe()
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'release'])
})

test('a commit that fails is an error, whatever the work returned', async () => {
  const { said, pool } = scribe({ commit: 'deferred constraint' })
  await assert.rejects(
    committed(pool, async () => 7),
    /deferred constraint/,
  )
  assert.deepEqual(said, ['connect', 'begin', 'commit', 'rollback', 'release'])
})

test('a connection that cannot roll back is thrown away, and the first error is told', async () => {
  const { said, pool } = scribe({ rollback: 'connection lost' })
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  assert.deepEqual(said, ['connect', 'begin', 'rollback', 'throw away: connection lost'])
})

test('one that cannot even begin does no work', async () => {
  const { said, pool } = scribe({ begin: 'going down', rollback: 'going down' })
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

test('a pool that gives no connection: nothing is begun, and nothing is to be given back', async () => {
  const pool = { connect: () => Promise.reject(new Error('no connection')) } as unknown as Pool
  let worked = false
  const asked = committed(pool, async () => {
    worked = true
  })
  await assert.rejects(asked, /no connection/)
  assert.equal(worked, false)
})

test('from the second transaction on, the first statement takes begin along, and the last one commit', async () => {
  const { said, pool } = await seasonedScribe()
  const work = committed(pool, async (session) => [
    await rowsOf(session, 'one'),
    await rowsOf(session, 'two'),
    await rowsOf(session.last, 'three'),
  ])
  assert.deepEqual(await work, [['one'], [], ['three']])
  assert.deepEqual(said, ['connect', 'begin, one', 'two', 'three, commit', 'release'])
})

test('a single statement is one message; without a last one, commit is a message of its own', async () => {
  const { said, pool } = await seasonedScribe()
  assert.deepEqual(await committed(pool, ({ last }) => rowsOf(last, 'one')), ['one'])
  await committed(pool, (session) => rowsOf(session, 'one'))
  const [alone, begun] = ['begin, one, commit', 'begin, one']
  assert.deepEqual(said, ['connect', alone, 'release', 'connect', begun, 'commit', 'release'])
})

test('a last statement that fails is rolled back; where nothing was asked, there is nothing to end', async () => {
  const { said, pool } = await seasonedScribe({ one: 'refused' })
  await assert.rejects(
    committed(pool, ({ last }) => rowsOf(last, 'one')),
    /refused/,
  )
  await assert.rejects(committed(pool, failingWork), /the work failed/)
  const refused = ['connect', 'begin, one, commit', 'rollback', 'release']
  assert.deepEqual(said, [...refused, 'connect', 'release'])
})

test('behind a pooler every message that begins a transaction sets its limits, reads outside of one too', async () => {
  const { said, names, pool } = await pooledScribe(false)
  const begun = 'begin, set local lock_timeout = 8'
  const work = committed(pool, async (session) => [
    await rowsOf(session, 'one'),
    await rowsOf(session.last, 'two'),
  ])
  assert.deepEqual(await work, [['one'], ['two']])
  const { rows } = await pool.query({ name: 'three', text: 'three' })
  assert.deepEqual(rows, ['three'])
  await pool.query('four', [1])
  const [one, two] = [`${begun}, one`, 'two, commit']
  const alone = ['three', 'four'].flatMap((text) => ['connect', `${begun}, ${text}, commit`, 'release'])
  assert.deepEqual(said, ['connect', one, two, 'release', ...alone])
  assert.deepEqual([...names], [], 'it would forget statements that have a name')
})

test('one that keeps statements is told each of them once by its name, and then as much in one message', async () => {
  const { said, names, pool } = await pooledScribe(true)
  await pool.query({ name: 'one', text: 'one' })
  await pool.query({ name: 'one', text: 'one' })
  const limit = 'set local lock_timeout = 8'
  const [first, then] = [['begin', limit, 'one', 'commit'], [`begin, ${limit}, one, commit`]]
  assert.deepEqual(said, ['connect', ...first, 'release', 'connect', ...then, 'release'])
  assert.deepEqual([...names], ['begin', 'lock_timeout', 'one', 'commit'])
})

test('behind a pooler a read that fails is rolled back, and gives its connection back', async () => {
  const { said, pool } = await pooledScribe(false, { one: 'refused' })
  await assert.rejects(pool.query('one'), /refused/)
  assert.deepEqual(said.slice(-2), ['rollback', 'release'])
  const away = { connect: (taken: (error: Error) => void) => taken(new Error('no connection')) }
  await assert.rejects(Object.assign(pool, away).query('one'), /no connection/)
})

test('where sessions keep what they were told, all stays as it is', async () => {
  const { pool } = scribe()
  const query = async () => ({ rows: [{ kept: true, names: [] }] })
  assert.equal(await adaptToPooler(Object.assign(pool, { query }), { lock_timeout: 8 }), false)
  assert.deepEqual([pool.query, mannersOf(pool).named], [query, true])
})
