// A session outlives a statement that the database refused, and nothing worse than that.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeDatabase } from '../../../test/support/database.ts'
import { makePool } from './db.ts'

const database = await makeDatabase({ empty: true })
const pool = makePool({ connectionString: database.url }, 1)
after(async () => {
  await pool.end()
  await database.drop()
})
const session = async () => (await pool.query('select pg_backend_pid() as id')).rows[0].id
await pool.query('create table seats (number int primary key, sold int check (sold <= 1))')
await pool.query('insert into seats values (1, 1)')

for (const [what, sql, code] of [
  ['exists already', 'insert into seats values (1, 0)', '23505'],
  ['may not be', 'update seats set sold = 2', '23514'],
  ['was in the way', `do $$ begin raise 'again' using errcode = '40P01'; end $$`, '40P01'],
] as const)
  test(`what ${what}: the session is kept, and does what is asked next`, async () => {
    const before = await session()
    await assert.rejects(pool.query({ text: sql, values: [] }), { code })
    assert.equal(await session(), before)
    await assert.rejects(pool.query({ name: what, text: sql }), { code })
    assert.deepEqual((await pool.query('select number, sold from seats')).rows, [{ number: 1, sold: 1 }])
    assert.equal(await session(), before)
  })

test('what took too long, or was refused by a server that only reads: another session is opened', async () => {
  for (const code of ['57014', '25006', '40003']) {
    const before = await session()
    await assert.rejects(pool.query(`do $$ begin raise 'no' using errcode = '${code}'; end $$`), { code })
    assert.notEqual(await session(), before, code)
  }
})
