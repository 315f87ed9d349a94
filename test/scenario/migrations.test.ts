// Migrations: several services at once, a second file, a changed file, newer and older databases, a wrong secret key.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { readConfig } from '../../server/app/boot/config.ts'
import {
  migrate,
  missingMigrations,
  readMigrations,
  readMigrationsIn,
} from '../../server/app/boot/migrate.ts'
import { openWorld } from '../../server/app/boot/world.ts'
import { makeFirstTeam } from '../../server/features/teams/teams.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { makeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

const log = makeLog({ level: 'fatal' })
const configFor = (url: string, secret = '11') =>
  readConfig({ DATABASE_URL: url, SECRET_KEY: secret.repeat(32) })

const KNOWN = readMigrations().length
const NEXT = KNOWN + 1
const fileNamed = (name: string, number: number) => `${String(number).padStart(4, '0')}-${name}.sql`

/** Those of a later version: this version's, and one more. */
function laterMigrations(sql: string) {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-migrations-'))
  after(() => rmSync(folder, { recursive: true }))
  cpSync(new URL('../../server/app/boot/migrations/', import.meta.url), folder, { recursive: true })
  writeFileSync(join(folder, fileNamed('next', NEXT)), sql)
  return readMigrationsIn(pathToFileURL(`${folder}/`))
}

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

test('five simultaneous starts migrate once, and one of them creates the first team', async () => {
  const { url, client } = await newDatabase({ empty: true })
  const opened = await Promise.all(Array.from({ length: 5 }, () => openWorld(configFor(url), log)))
  const teams = await Promise.all(opened.map(({ world, underLock }) => underLock(() => makeFirstTeam(world))))
  assert.equal(teams.filter((team) => team !== null).length, 1)
  assert.equal(opened.flatMap(({ migrated }) => migrated).length, readMigrations().length)
  assert.equal((await client.query('select count(*)::int as n from teams')).rows[0].n, 1)
  for (const { close } of opened) await close()
  assert.deepEqual(await missingMigrations(client), [])
})

test('migrating a second time changes nothing', async () => {
  const { client } = await newDatabase({ empty: true })
  assert.equal((await missingMigrations(client)).length, readMigrations().length)
  assert.equal((await migrate(client)).length, readMigrations().length)
  assert.deepEqual(await migrate(client), [])
})

test('a second migration runs on top of the baseline, once, under simultaneous starts', async () => {
  const { url, client } = await newDatabase()
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const migrations = laterMigrations('create table seconds (id text)')
  const ran = await Promise.all([client, other].map((session) => migrate(session, { migrations })))
  await other.end()
  assert.deepEqual(
    ran.flat().map(({ number, name }) => [number, name]),
    [[NEXT, 'next']],
  )
  assert.deepEqual((await client.query('select * from seconds')).rows, [])
  const { rows } = await client.query('select number, name, hash from migrations order by number')
  assert.deepEqual(
    rows,
    migrations.map(({ number, name, hash }) => ({ number, name, hash })),
  )
})

test('an empty database gets all migrations in order', async () => {
  const { client } = await newDatabase({ empty: true })
  const migrations = laterMigrations(`alter table teams add column second text`)
  assert.deepEqual(await migrate(client, { migrations }), migrations)
})

test('a failed second migration leaves no trace, and is retried at the next start', async () => {
  const { client } = await newDatabase()
  const bad = laterMigrations('create table seconds (id text); select 1 / 0')
  await assert.rejects(migrate(client, { migrations: bad }), {
    message: `migration ${NEXT} (next) failed: division by zero`,
  })
  const migrations = laterMigrations('create table seconds (id text)')
  assert.equal((await migrate(client, { migrations })).length, 1)
})

test('a changed second migration is refused, and this version refuses a database that has it', async () => {
  const { client } = await newDatabase()
  await migrate(client, { migrations: laterMigrations('select 1') })
  await assert.rejects(migrate(client, { migrations: laterMigrations('select 2') }), {
    message: `migration ${NEXT} (next) was changed after it ran; restore the file, add a new one`,
  })
  await assert.rejects(migrate(client), {
    message:
      `the database was migrated by a newer Embarque (migration ${NEXT}, this version knows ${KNOWN}); ` +
      'start that version',
  })
})

test('migrations are numbered without gaps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-migrations-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, fileNamed('second', 2)), '')
  assert.throws(() => readMigrationsIn(pathToFileURL(`${folder}/`)), /without gaps: 0002-second\.sql/)
})

test('a database of a version before 1.0.0 is refused with advice, and left unchanged', async () => {
  const { url, client } = await newDatabase({ empty: true })
  await client.query(`create table migrations (
    number integer primary key, name text not null, hash text not null, applied_at timestamptz)`)
  await client.query(`insert into migrations (number, name, hash)
    select n, case n when 1 then 'baseline' else 'x' end, 'x' from generate_series(1, 25) n`)
  const refusal =
    /of an Embarque before 1\.0\.0 .*"baseline".* move or delete the data folder .* DATABASE_URL to an empty database$/
  await assert.rejects(openWorld(configFor(url), log), refusal)
  await assert.rejects(missingMigrations(client), refusal)
  const { rows } =
    await client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r'`)
  assert.deepEqual(rows, [{ relname: 'migrations' }])
})

test('a migration does not block requests: it retries its lock with short time-outs', async () => {
  const { url, client } = await newDatabase()
  const [reader, waiting] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([reader.connect(), waiting.connect()])
  await reader.query('begin; select from teams')
  const migrating = migrate(client, {
    migrations: laterMigrations('alter table teams add column second text'),
  })
  await eventually('it waits for its lock', async () => {
    const { rows } = await waiting.query(`select from pg_locks where not granted`)
    return rows.length > 0
  })
  await waiting.query('set statement_timeout = 5000; select count(*) from teams')
  await reader.query('commit')
  assert.equal((await migrating).length, 1)
  await Promise.all([reader.end(), waiting.end()])
})

test('a migration changed after it ran is refused', async () => {
  const { client } = await newDatabase()
  assert.deepEqual(await migrate(client), [])
  await client.query(`update migrations set hash = 'other' where number = 1`)
  await assert.rejects(migrate(client), /migration 1 \(first-release\) was changed after it ran/)
})

test('a database of a newer version is refused', async () => {
  const { client } = await newDatabase()
  assert.deepEqual(await migrate(client), [])
  await client.query(`insert into migrations (number, name, hash) values (9999, 'future', 'x')`)
  await assert.rejects(migrate(client), /newer Embarque/)
})

test("a secret key that is not the database's is refused at start", async () => {
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
