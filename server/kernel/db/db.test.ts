// The pool drops connections that do not respond, and servers that became read-only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startDatabaseProxy } from '../../../test/support/tcp-proxy.ts'
import { committed } from './committed.ts'
import { makePool, namedStatement, withClient } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

const database = await makeDatabase({ empty: true })
const proxy = await startDatabaseProxy(database.url)
const pool = makePool({ connectionString: proxy.url }, 4, { statementTimeoutMs: 500 })
after(async () => {
  await pool.end()
  await proxy.close()
  await database.drop()
})
const pid = async (): Promise<number> => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
const openAll = () => Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')))

test('each session has its time-outs', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  const { rows } = await pool.query('select setting from pg_settings where name = any($1)', [names])
  assert.deepEqual(
    rows.map(({ setting }) => setting),
    ['500', '500', '500'],
  )
})

for (const [what, ask] of [
  ['a read', () => pool.query('select 1')],
  ['a transaction', () => committed(pool, (session) => session.query({ text: 'select 1' }))],
] as const)
  test(`${what} on a frozen connection fails in time, and the next uses a new connection`, async () => {
    await openAll()
    proxy.freeze('open')
    const start = performance.now()
    await assert.rejects(Promise.resolve(ask()), isDatabaseUnavailable)
    const failedMs = performance.now() - start
    assert.ok(failedMs < 3_500, `${failedMs} ms`)
    await Promise.all([pid(), pid(), pid(), pid()])
    const servedMs = performance.now() - start - failedMs
    assert.ok(servedMs < 1_500, `${servedMs} ms`)
    proxy.thaw()
  })

test('a statement that is too slow fails alone: other connections stay', async () => {
  await openAll()
  await assert.rejects(pool.query('select pg_sleep(5)'), { code: '57014' })
  assert.equal(pool.totalCount, 3)
})

test('idle connections to a server that became read-only are closed', async () => {
  await openAll()
  const before = await Promise.all([pid(), pid()])
  await assert.rejects(pool.query(`do $$ begin raise 'no' using errcode = '25006'; end $$`), {
    code: '25006',
  })
  const later = await Promise.all([pid(), pid(), pid(), pid()])
  assert.deepEqual(
    later.filter((one) => before.includes(one)),
    [],
  )
})

test('a dedicated session ends at once when halted', async () => {
  const halt = new AbortController()
  const connection = { connectionString: database.url }
  const work = withClient(connection, (client) => client.query('select pg_sleep(60)'), halt.signal)
  const failed = assert.rejects(work, /enough/)
  const running = `select from pg_stat_activity where query like '%sleep(60)%' and pid <> pg_backend_pid()`
  await eventually('the statement runs', async () => (await pool.query(running)).rowCount === 1)
  halt.abort(new Error('enough'))
  await failed
})

const asked: { text: string; values?: unknown[] }[] = []
const db = {
  async query(query: { text: string; values?: unknown[] }) {
    asked.push(query)
    return { rows: [], rowCount: 0 }
  },
}

test('names become numbers, equal names equal numbers, and casts stay', async () => {
  const run = namedStatement<object, { id: string; at: string | null }>(
    `select :at::timestamptz, 'a' || :id where x = :id and y::text = '::z'`,
  )
  await run(db, { id: 'one', at: null })
  const [query] = asked
  assert.equal(query?.text, `select $1::timestamptz, 'a' || $2 where x = $2 and y::text = '::z'`)
  assert.deepEqual(query?.values, [null, 'one'])
})

test('a missing value is an error before the query', async () => {
  const run = namedStatement<object, { id?: string }>('select :id')
  await assert.rejects(run(db, {}), /wants a value for :id/)
  assert.equal(asked.length, 1)
})
