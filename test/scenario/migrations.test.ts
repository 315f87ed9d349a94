// Migrations: several services at once, a changed file, a newer database, a wrong secret key.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeLog } from '../../server/base/process/log.ts'
import { readConfig } from '../../server/service/config.ts'
import { migrate, missingMigrations, readMigrations } from '../../server/service/migrate.ts'
import { openWorld } from '../../server/service/open-world.ts'
import { makeFirstTeam } from '../../server/teams/bootstrap.ts'
import { makeDatabase } from '../support/database.ts'

const log = makeLog({ level: 'fatal' })
const configFor = (url: string, secret = '11') =>
  readConfig({ DATABASE_URL: url, SECRET_KEY: secret.repeat(32) })

async function newDatabase() {
  const database = await makeDatabase({ empty: true })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

test('five services that start at once migrate once, and one of them makes the first team', async () => {
  const { url, client } = await newDatabase()
  const opened = await Promise.all(Array.from({ length: 5 }, () => openWorld(configFor(url), log)))
  const teams = await Promise.all(opened.map(({ world, underLock }) => underLock(() => makeFirstTeam(world))))
  assert.equal(teams.filter((team) => team !== null).length, 1)
  assert.equal(opened.flatMap(({ migrated }) => migrated).length, readMigrations().length)
  assert.equal((await client.query('select count(*)::int as n from teams')).rows[0].n, 1)
  for (const { close } of opened) await close()
  assert.deepEqual(await missingMigrations(client), [])
})

test('migrating twice does nothing the second time', async () => {
  const { client } = await newDatabase()
  assert.equal((await missingMigrations(client)).length, readMigrations().length)
  assert.equal((await migrate(client)).length, readMigrations().length)
  assert.deepEqual(await migrate(client), [])
})

test('a migration that was changed after it ran is refused', async () => {
  const { client } = await newDatabase()
  await migrate(client)
  await client.query(`update migrations set hash = 'other' where number = 1`)
  await assert.rejects(migrate(client), /migration 1 \(foundation\) was changed after it ran/)
})

test('a database of a newer version is refused', async () => {
  const { client } = await newDatabase()
  await migrate(client)
  await client.query(`insert into migrations (number, name, hash) values (9999, 'future', 'x')`)
  await assert.rejects(migrate(client), /newer Embarque/)
})

test('a secret key that is not the one of this database is refused at start', async () => {
  const { url } = await newDatabase()
  const first = await openWorld(configFor(url), log)
  await first.close()
  await assert.rejects(
    openWorld(configFor(url, '22'), log),
    /the secret key is not the one this database was made with/,
  )
  const again = await openWorld(configFor(url), log)
  await again.close()
})
