import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDatabase } from '../../../test/support/database.ts'
import { makePool, withClient } from './db.ts'
import { connectionTo } from './find-primary.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { isReadOnly } from './is-read-only.ts'

const { url, drop } = await makeDatabase({ empty: true })
const { host, port, user, database = '' } = new pg.Client(url)
after(drop)

const at = (...hosts: string[]) =>
  connectionTo(`postgresql://${user}@/${database}?host=${hosts}&port=${port}`)
const NOBODY = '/nowhere'

test('of several places the one that answers is found, by a pool and by a session of its own', async () => {
  const connection = at(NOBODY, host)
  const pool = makePool(connection, 4)
  const found = await Promise.all(
    Array.from({ length: 8 }, async () => (await pool.query('select current_database() as name')).rows),
  )
  assert.deepEqual(found, Array(8).fill([{ name: database }]))
  await pool.end()
  assert.equal(await withClient(connection, async (client) => client.host), host)
})

test('where nobody answers, the database is away', async () => {
  const pool = makePool(at(NOBODY, '/nobody'), 1)
  await assert.rejects(pool.query('select 1'), isDatabaseAway)
  await pool.end()
  await assert.rejects(withClient(at(NOBODY, '127.0.0.1'), isReadOnly), isDatabaseAway)
})

test('where nobody takes changes, reads go on at whoever answers', async () => {
  await withClient({ connectionString: url }, (client) =>
    client.query(`alter database ${database} set default_transaction_read_only = on`),
  )
  assert.equal(await withClient(at(NOBODY, host), isReadOnly), true)
})
