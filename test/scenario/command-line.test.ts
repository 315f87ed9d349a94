// The command line as a person meets it: what it does to the database, what it says, and how it ends.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { COMMANDS } from '../../server/cli/commands.ts'
import { makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { makeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const app = await startApp()
const { pool } = app.service.world
const here = { DATABASE_URL: app.databaseUrl, SECRET_KEY }
const folder = mkdtempSync(join(tmpdir(), 'embarque-cli-'))
after(() => rmSync(folder, { recursive: true }))

/** A command that must succeed; returns what it said. */
async function run(...args: string[]): Promise<string> {
  const { code, out, err } = await embarque(args, here)
  assert.deepEqual({ code, err }, { code: 0, err: '' }, args.join(' '))
  return out
}

const part = (text: string, pattern: RegExp) => text.match(pattern)?.[1] ?? assert.fail(`${pattern} in ${text}`)

test('help lists every command; an unknown one ends with 2', async () => {
  const [help, unknown] = await Promise.all([embarque(['help']), embarque(['fly', 'away'])])
  assert.deepEqual([help.code, help.err], [0, ''])
  for (const { usage } of COMMANDS) assert.ok(help.out.includes(usage), usage)
  assert.deepEqual([unknown.code, unknown.err], [2, 'There is no command "fly away".\n'])
  assert.equal(unknown.out, help.out)
})

test('every wrong setting is told, each in one line', async () => {
  const wrong = { PORT: 'x', ROLE: 'boss', SECRET_KEY: '00', DATABASE_URL: 'mysql://there' }
  const [started, examined] = await Promise.all([embarque(['start'], wrong), embarque(['doctor'], wrong)])
  const lines = [
    'PORT must be a whole number from 0 to 65535',
    'ROLE must be one of all, api, worker',
    'DATABASE_URL must look like postgresql://user:password@host:5432/database',
    'SECRET_KEY must be 32 bytes, written as 64 hex digits or as base64',
  ]
  const told = ['The settings are wrong:', ...lines.map((line) => `  - ${line}`), ''].join('\n')
  assert.deepEqual(started, { code: 1, out: '', err: told })
  assert.deepEqual([examined.code, examined.err], [1, ''])
  assert.match(examined.out, /^problem {2}settings /)
  for (const line of lines) assert.ok(examined.out.includes(`- ${line}\n`), line)
})

test('team create and team list', async () => {
  const made = await run('team', 'create', '--name', 'Ágil', '--email', 'a@agil.example', '--fee', '12.50')
  const team = part(made, /^Team (team_\w+) \(Ágil\)$/m)
  for (const mode of ['Live', 'Test']) {
    const key = part(made, new RegExp(`^${mode} key: (sk_\\w+)$`, 'm'))
    const me = await makeClient(app.url, key).get('/api/v1/me')
    assert.deepEqual([me.status, me.body.data.id, me.body.data.mode], [200, team, mode.toLowerCase()])
  }
  const [list, refused] = await Promise.all([
    run('team', 'list'),
    embarque(['team', 'create', '--name', 'X', '--email', 'nobody'], here),
  ])
  assert.match(list, new RegExp(`^${team} +Ágil +a@agil.example +America/Sao_Paulo +0 % +12.50$`, 'm'))
  assert.equal(refused.code, 1)
  assert.match(refused.err, /email must be an e-mail address/)
})

test('key create, key list and key revoke; a running service is told at once', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data.id
  const made = await run('key', 'create', '--team', team, '--mode', 'test', '--name', 'From a terminal')
  const [id, secret] = [part(made, /^Key (key_\w+) \(test\)$/m), part(made, /^Secret: (sk_test_\w+)$/m)]
  const client = makeClient(app.url, secret)
  assert.equal((await client.get('/api/v1/me')).status, 200)
  assert.match(await run('key', 'list', '--team', team), new RegExp(`^${id} +test +From a terminal .*full`, 'm'))

  assert.match(await run('key', 'revoke', id), new RegExp(`^Key ${id} \\(From a terminal\\) was revoked at `))
  await eventually('the key is refused', async () => (await client.get('/api/v1/me')).status === 401)
  const [list, unknown] = await Promise.all([
    run('key', 'list', '--team', team),
    embarque(['key', 'revoke', 'key_unknown'], here),
  ])
  assert.match(list, new RegExp(`^${id} .* revoked \\d{4}-`, 'm'))
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  const { rows } = await pool.query(
    `select type, payload::jsonb #>> '{data,id}' as id from events
     where team_id = $1 and mode = 'test' and payload like '%' || $2 || '%' order by sequence`,
    [team, id],
  )
  assert.deepEqual(
    rows.map((row) => row.type),
    ['api_key.created', 'api_key.revoked'],
  )
})

test('work list and work retry', async () => {
  await pool.query(`
    insert into due_work (kind, key, lane, clock, run_at, payload, state, attempts, last_error, created_at)
    select kind, kind, kind, '', '2020-01-01', 'null', state, 7, 'the printer is on fire', '2020-01-01'
    from (values ('failed-once', 'waiting'), ('failed-often', 'dead')) as pieces (kind, state)`)
  const dead = await run('work', 'list', '--dead')
  const id = part(dead, /^(\d+) +failed-often .* dead +2020-01-01T00:00:00.000Z +7 +the printer is on fire$/m)
  assert.doesNotMatch(dead, /failed-once/)
  assert.equal(await run('work', 'retry', id), '1 piece of work will run again.\n')
  const [again, all, wrong] = await Promise.all([
    run('work', 'retry', 'all'),
    run('work', 'list'),
    embarque(['work', 'retry', 'everything'], here),
  ])
  assert.equal(again, '0 pieces of work will run again.\n')
  assert.match(all, new RegExp(`^${id} +failed-often .* waiting .* 0 `, 'm'))
  assert.match(all, /failed-once/)
  assert.equal(wrong.code, 1)
  await pool.query(`delete from due_work where kind like 'failed-%'`)
})

test('migrate brings an empty database to this version, once', async () => {
  const empty = await makeDatabase({ empty: true })
  const there = { DATABASE_URL: empty.url, DATA_DIR: folder }
  assert.match((await embarque(['migrate'], there)).out, /^Migrated: 1 foundation/)
  assert.equal((await embarque(['migrate'], there)).out, 'The database is up to date.\n')
  await empty.drop()
})
