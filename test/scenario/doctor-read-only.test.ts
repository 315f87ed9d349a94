// A database that takes no changes is a problem of doctor: no service that runs on it can say there that it does.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withClient } from '../../server/kernel/db/db.ts'
import { embarque } from '../support/command-line.ts'
import { makeDatabase } from '../support/database.ts'

test('doctor reports a read-only database, and recovers afterwards', async () => {
  const database = await makeDatabase()
  after(database.drop)
  const doctor = async () => {
    const { code, out } = await embarque(['doctor'], { DATABASE_URL: database.url })
    return { code, line: /^\w+ +database +.*/m.exec(out)?.[0] ?? out }
  }
  const [name = ''] = /test_\w+/.exec(database.url) ?? []
  const set = (value: string) =>
    withClient({ connectionString: database.url }, (client) =>
      client.query(
        `begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`,
      ),
    )
  assert.match((await doctor()).line, /^ok /)
  await set('on')
  const report = await doctor()
  assert.match(report.line, /^problem +database +PostgreSQL \S.* is read.only\b.* is 503$/)
  assert.equal(report.code, 1)
  await set('default')
  assert.match((await doctor()).line, /^ok /)
})
