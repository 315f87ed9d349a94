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

/** The last one that knows nothing of the order of events. */
const BEFORE_ORDER = 54

async function newDatabase({ empty = false } = {}) {
  const database = await makeDatabase({ empty })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: database.url, client }
}

test('five services that start at once migrate once, and one of them makes the first team', async () => {
  const { url, client } = await newDatabase({ empty: true })
  const opened = await Promise.all(Array.from({ length: 5 }, () => openWorld(configFor(url), log)))
  const teams = await Promise.all(opened.map(({ world, underLock }) => underLock(() => makeFirstTeam(world))))
  assert.equal(teams.filter((team) => team !== null).length, 1)
  assert.equal(opened.flatMap(({ migrated }) => migrated).length, readMigrations().length)
  assert.equal((await client.query('select count(*)::int as n from teams')).rows[0].n, 1)
  for (const { close } of opened) await close()
  assert.deepEqual(await missingMigrations(client), [])
})

test('migrating twice does nothing the second time', async () => {
  const { client } = await newDatabase({ empty: true })
  assert.equal((await missingMigrations(client)).length, readMigrations().length)
  assert.equal((await migrate(client)).length, readMigrations().length)
  assert.deepEqual(await migrate(client), [])
})

test('events of before are looked at once: up to which number their times went back', async () => {
  const { client } = await newDatabase({ empty: true })
  await migrate(client, undefined, BEFORE_ORDER)
  await client.query(`insert into teams (id, name, email, time_zone, markup_percent, fee_cents, created_at)
    values ('team_1', 'A', 'a@example.com', 'America/Sao_Paulo', 0, 0, now())`)
  await client.query(`insert into team_counters (team_id, mode, event_sequence)
    values ('team_1', 'live', 6), ('team_1', 'test', 3)`)
  await client.query(`insert into events (id, team_id, mode, sequence, type, payload, created_at)
    select 'evt_live' || n, 'team_1', 'live', n, 'x', '{}', now() + day * interval '1 day'
    from unnest(array[1, 3, 2, 4, 4, 5]) with ordinality as e (day, n)
    union all
    select 'evt_test' || n, 'team_1', 'test', n, 'x', '{}', now() + n * interval '1 day' from generate_series(1, 3) n`)
  await migrate(client)
  const { rows } = await client.query(
    'select mode, events_unordered::int as n from team_counters order by mode',
  )
  assert.deepEqual(rows, [
    { mode: 'live', n: 2 },
    { mode: 'test', n: 0 },
  ])
})

test('a migration that was changed after it ran is refused', async () => {
  const { client } = await newDatabase()
  assert.deepEqual(await migrate(client), [])
  await client.query(`update migrations set hash = 'other' where number = 1`)
  await assert.rejects(migrate(client), /migration 1 \(foundation\) was changed after it ran/)
})

test('a database of a newer version is refused', async () => {
  const { client } = await newDatabase()
  assert.deepEqual(await migrate(client), [])
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
