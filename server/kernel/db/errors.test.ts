import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isDatabaseUnavailable, isOtherSchema, refusesWrites, wasTooSlow } from './errors.ts'

const coded = (code: string) => Object.assign(new Error('of the database'), { code })

test('an unavailable, busy or read-only database is worth a retry', () => {
  for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'EPIPE', '08006', '53300', '57P01', '57014', '55P03'])
    assert.deepEqual(
      [code, isDatabaseUnavailable(coded(code)), refusesWrites(coded(code))],
      [code, true, false],
    )
  for (const code of ['40001', '40P01', '25P03'])
    assert.deepEqual(
      [code, isDatabaseUnavailable(coded(code)), refusesWrites(coded(code))],
      [code, true, false],
    )
  for (const code of ['25006', '53100', '58030', '08007'])
    assert.deepEqual(
      [code, isDatabaseUnavailable(coded(code)), refusesWrites(coded(code))],
      [code, true, true],
    )
})

test('a slow statement is not an unavailable database', () => {
  for (const code of ['57014', '55P03', '25P03', '25P04']) assert.equal(wasTooSlow(coded(code)), true, code)
  for (const error of [coded('57P01'), coded('40001'), coded('ECONNRESET'), new Error('timeout expired')])
    assert.equal(wasTooSlow(error), false)
})

test('a schema changed by another version is distinguished from other errors', async () => {
  for (const code of ['42P01', '42703']) assert.equal(isOtherSchema(coded(code)), true, code)
  const stale = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' })
  assert.equal(isOtherSchema(stale), true)
  for (const code of ['0A000', '23505', '42601', '57P01'])
    assert.equal(isOtherSchema(coded(code)), false, code)
})

test('a programming error is not an unavailable database', () => {
  for (const code of ['23505', '42P01', '22P02', 'ERR_INVALID_ARG_TYPE', 'EACCES'])
    assert.deepEqual(
      [code, isDatabaseUnavailable(coded(code)), refusesWrites(coded(code))],
      [code, false, false],
    )
  for (const error of [new TypeError('x is undefined'), new Error('a statement returned no row'), {}])
    assert.equal(isDatabaseUnavailable(error), false)
})

test('driver errors without a code are recognised: a closed session, and a pool', async () => {
  const closed = new pg.Client('postgresql://nobody@127.0.0.1:1/none')
  await assert.rejects(closed.connect(), isDatabaseUnavailable)
  await closed.end()
  await assert.rejects(closed.query('select 1'), isDatabaseUnavailable)
  const pool = new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' })
  await assert.rejects(pool.query('select 1'), isDatabaseUnavailable)
  await pool.end()
  await assert.rejects(pool.query('select 1'), isDatabaseUnavailable)
  for (const said of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ])
    assert.equal(isDatabaseUnavailable(new Error(said)), true, said)
})
