import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDatabase } from '../../../test/support/database.ts'
import { makePool, withClient } from './db.ts'
import { connectionByUrl } from './find-primary.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { isReadOnly } from './is-read-only.ts'

const { url, drop } = await makeDatabase({ empty: true })
const { host, port, user, database = '' } = new pg.Client(url)
after(drop)

const at = (...hosts: string[]) =>
  connectionByUrl(`postgresql://${user}@/${database}?host=${hosts}&port=${port}`)
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

test('a server that dies in the moment of its welcome is away, and takes nobody along', async () => {
  // Its welcome and its last words come together: AuthenticationOk, ReadyForQuery, and a fatal 57P01.
  const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, fatal.length + 4])
  const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([welcome, head, fatal])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const place = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const pool = makePool({ connectionString: 'postgresql://one@/one', find: async () => place }, 1)
  await assert.rejects(pool.query('select 1'), isDatabaseAway)
  await pool.end()
})
