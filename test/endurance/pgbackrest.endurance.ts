// Backups by pgBackRest, with the recipe of deploy/postgres/: after a restore to a moment the service runs with the state of
// that moment and the same secret key.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { newAgency } from '../support/agency.ts'
import { BOOKINGS, booked, instantBody, zzOffer } from '../support/bookings.ts'
import { makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import {
  folderOfPostgres,
  POSTGRES_BIN,
  programOf,
  recipe,
  runAsPostgres,
  without,
} from '../support/endurance/debian.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'

const CLIENTS = '/api/v1/clients'
const person = (full_name: string) => ({ client_type: 'individual', full_name, email: 'ana@example.com' })
/** The clocks of the machine and of commits may differ slightly. */
const APART_MS = 50

const inBin = (name: string) => join(POSTGRES_BIN, name)

/** Is stopped after the tests. */
function startServer(dataDir: string, folder: string, port: number, settings: readonly string[]): void {
  const options = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, ...settings]
  const given = [`-p ${port}`, ...options.map((option) => `-c "${option}"`)].join(' ')
  runAsPostgres(inBin('pg_ctl'), ['-D', dataDir, '-w', '-l', join(folder, 'log'), '-o', given, 'start'])
  after(() => stopServer(dataDir))
}

function stopServer(dataDir: string): void {
  try {
    runAsPostgres(inBin('pg_ctl'), ['-D', dataDir, '-m', 'immediate', 'stop'])
  } catch {
    // It has stopped already.
  }
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

test('pgBackRest restores the database to a moment', {
  skip: without('PostgreSQL', 'pgBackRest'),
}, async () => {
  const folder = folderOfPostgres()
  const [dataDir, port] = [join(folder, 'main'), await freePort()]
  const file = recipe('pgbackrest.conf', folder, {
    '/var/lib/pgbackrest': join(folder, 'repository'),
    '/var/lib/postgresql/15/main': dataDir,
    'pg1-port=5432': `pg1-port=${port}`,
    'pg1-socket-path=/var/run/postgresql': `pg1-socket-path=${folder}`,
    '[global]': `[global]\nlock-path=${folder}/lock\nlog-path=${folder}\nlog-level-console=warn`,
  })
  const backrest = (...args: string[]) =>
    runAsPostgres(programOf('pgBackRest'), [`--config=${file}`, '--stanza=embarque', ...args])
  const archiving = [
    'archive_mode=on',
    `archive_command=${programOf('pgBackRest')} --config=${file} --stanza=embarque archive-push %p`,
  ]
  runAsPostgres(inBin('initdb'), ['-D', dataDir, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-U', 'postgres'])
  startServer(dataDir, folder, port, archiving)
  const urlOf = (database: string, at = port) => `postgresql://postgres@127.0.0.1:${at}/${database}`
  await query(urlOf('postgres'), 'create database embarque')
  await query(urlOf('postgres'), 'create role embarque_service login')
  backrest('stanza-create')

  const settingsAt = (at: number) => ({
    databaseUrl: urlOf('embarque', at),
    settings: { ...AT_ONCE, DATABASE_URL: urlOf('embarque', at).replace('postgres@', 'embarque_service@') },
  })
  const app = await startApp(settingsAt(port))
  const { live, test: client, liveKey, testKey } = await newAgency(app)
  backrest('--type=full', 'backup')
  assert.equal((await live.post(CLIENTS, person('Ana Antes'))).status, 201)
  const { id } = await booked(client, instantBody(await zzOffer(client)))
  await wait(APART_MS)
  const moment = new Date((await query(urlOf('postgres'), 'select clock_timestamp() as at')).rows[0].at)
  await wait(APART_MS)
  assert.equal((await live.post(CLIENTS, person('Bia Depois'))).status, 201)
  await query(urlOf('postgres'), 'select pg_switch_wal()')
  backrest('check')
  await app.service.stop()
  stopServer(dataDir)

  const [restored, at] = [join(folder, 'restored'), await freePort()]
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
  backrest(
    `--pg1-path=${restored}`,
    '--type=time',
    `--target=${target}`,
    '--target-action=promote',
    'restore',
  )
  // A restored database needs another repository.
  startServer(restored, folder, at, ['archive_mode=off'])
  await eventually('the log is replayed to the moment', async () => {
    const { rows } = await query(urlOf('postgres', at), 'select pg_is_in_recovery() as still')
    return rows[0].still === false
  })
  const again = await startApp(settingsAt(at))
  const clients = (await makeClient(again.url, liveKey).get(CLIENTS)).body.data
  assert.deepEqual(
    clients.map(({ full_name }: { full_name: string }) => full_name),
    ['Ana Antes'],
  )
  assert.equal((await makeClient(again.url, testKey).get(`${BOOKINGS}/${id}`)).body.status, 'ticketed')
  const { out, code } = await embarque(['doctor'], { DATABASE_URL: urlOf('embarque', at), SECRET_KEY })
  assert.equal(code, 0, out)
})
