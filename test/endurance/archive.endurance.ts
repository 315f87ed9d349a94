// The archive of the embedded database restores any moment and its end, down to the ledger line; problems of archiving and
// restoring are reported.
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { findRunningServer } from '../../server/kernel/db/embedded-postgres/leftover.ts'
import { query } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { registry } from '../../server/kernel/process/metrics.ts'
import { embarque } from '../support/command-line.ts'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'
import { SECRET_KEY, startApp, type TestApp } from '../support/start-app.ts'
import { fill } from '../support/wallet.ts'

const backupDir = join(temporaryFolder(), "the agency's 100% backups")
const wal = join(backupDir, 'wal')

const settingsFor = (dataDir: string, archive = '') => ({
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  DATA_DIR: dataDir,
  BACKUP_DIR: archive,
  SECRET_KEY,
})

const logged: string[] = []
const log = makeLog({ level: 'info', destination: { write: (line) => void logged.push(line) } })

const start = (dataDir: string, archive = '') =>
  startApp({ databaseUrl: '', settings: settingsFor(dataDir, archive), log })

/** A base backup copies a thousand files, which takes minutes on a busy machine. */
async function waitForBaseBackups(count: number): Promise<void> {
  for (let second = 0; second < 300; second++) {
    const tried = logged.filter((line) => line.includes(' base backup '))
    assert.equal(
      tried.find((line) => line.includes(' failed: ')),
      undefined,
    )
    if (tried.length >= count) return
    await wait(1_000)
  }
  assert.fail('there is no base backup')
}

async function newClient({ live }: TestApp, name: string): Promise<void> {
  const response = await live.post('/api/v1/clients', {
    client_type: 'individual',
    full_name: name,
    email: 'x@example.com',
  })
  assert.equal(response.status, 201, response.text)
}

async function stateOf({ live }: TestApp) {
  const [clients, balance] = [await live.get('/api/v1/clients'), await live.get('/api/v1/wallet/balance')]
  const names = clients.body.data.map(({ full_name }: { full_name: string }) => full_name).sort()
  return { names, balance: balance.body.data }
}

/** Restores into a new folder, and returns the output too. */
async function restore(args: string[], dataDir = temporaryDataDir(), archive = '') {
  const run = await embarque(['restore', ...args], settingsFor(dataDir, archive))
  return { ...run, dataDir }
}

async function assertDoctorFindsNoProblem(dataDir: string, archive = '') {
  const { code, out } = await embarque(['doctor'], settingsFor(dataDir, archive))
  assert.equal(code, 0, out)
  assert.doesNotMatch(out, /^problem/m)
}

let moment = ''
let atMoment: unknown
let atEnd: unknown
let source = ''

before(async () => {
  source = await initialisedDataDir()
  const app = await start(source, backupDir)
  await waitForBaseBackups(1)
  await newClient(app, 'Before')
  await fill(app.live, '500.00')
  atMoment = await stateOf(app)
  await wait(20)
  moment = realClock.now().toISOString()
  await wait(20)
  // So that there are several segments.
  await switchSegment()
  await newClient(app, 'After')
  await switchSegment()
  await fill(app.live, '170.00')
  atEnd = await stateOf(app)
  assert.notDeepEqual(atEnd, atMoment)
  await assertDoctorFindsNoProblem(source, backupDir)
  await app.service.stop()
})

async function switchSegment() {
  const server = await findRunningServer(source)
  assert.ok(server)
  await query(
    server,
    'create table if not exists t (n int); insert into t values (1); select pg_switch_wal()',
  )
}

test('a restore to a moment brings back the state of that moment, and the ledger is proven', async () => {
  const { code, out, err, dataDir } = await restore(['--from', backupDir, '--to', moment])
  assert.equal(code, 0, err)
  assert.match(out, /^The database is in \S+, as it was after its last change at \d{4}-\S+Z\.$/m)
  assert.doesNotMatch(out, /secret key/)
  assert.deepEqual(existsSync(join(dataDir, 'restored-wal')), false)
  const app = await start(dataDir)
  assert.deepEqual(await stateOf(app), atMoment)
  await newClient(app, 'Later')
  await fill(app.live, '100.00')
  await assertDoctorFindsNoProblem(dataDir)
  const proof = await app.live.get('/api/v1/wallet/proof')
  assert.equal(proof.status, 200, proof.text)
  await app.service.stop()
})

test('a restore to the end of the archive brings back everything, and continues in a new archive', async () => {
  const { code, err, dataDir } = await restore([], temporaryDataDir(), backupDir)
  assert.equal(code, 1, 'neither a file nor an archive is named')
  assert.match(err, /FILE/)
  const copy = join(temporaryFolder(), 'copy of it')
  cpSync(backupDir, copy, { recursive: true })
  const whole = await restore(['--from', copy], dataDir, copy)
  assert.equal(whole.code, 0, whole.err)
  assert.match(
    whole.out,
    /set BACKUP_DIR to an empty folder:\n\S.*copy of it keeps the database as it was before/,
  )
  await assert.rejects(start(dataDir, copy), /one history\. Set BACKUP_DIR to an empty folder/)
  const next = join(temporaryFolder(), 'next archive')
  const app = await start(dataDir, next)
  assert.deepEqual(await stateOf(app), atEnd)
  await waitForBaseBackups(2)
  await newClient(app, 'In the new history')
  const then = await stateOf(app)
  await app.service.stop()
  const again = await restore(['--from', next])
  assert.equal(again.code, 0, again.err)
  const second = await start(again.dataDir)
  assert.deepEqual(await stateOf(second), then)
  await second.service.stop()
})

test('a restore that is impossible fails with the reason, and leaves no database behind', async () => {
  const used = await restore(['--from', backupDir], source)
  assert.match(used.err, /^There is a database in \S+ already\. Set DATA_DIR to a new folder\.$/m)
  const late = ['--to', '2036-01-01T00:00:00Z']
  const refusals: [args: string[], words: RegExp][] = [
    [['--from', backupDir, '--to', '2020-01-01T00:00:00Z'], /^The archive begins at \d{4}-/m],
    [
      ['--from', backupDir, ...late],
      /^The archive ends before 2036-01-01T00:00:00\.000Z\. .* Name \d{4}-\S+Z or an earlier moment\. Without --to/m,
    ],
    [['--from', backupDir, '--to', 'yesterday'], /--to is a moment such as/],
    [['--from', temporaryFolder()], /holds no base backup of Embarque/],
  ]
  for (const [args, words] of refusals) await assertRefused(args, words)
})

test('an archive with a gap or damage restores up to the moment that the error names', async () => {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(backupDir, copy, { recursive: true })
  const late = ['--to', '2036-01-01T00:00:00Z']
  const { start_segment: first } = JSON.parse(readFileSync(join(onlyBase(copy), 'backup.json'), 'utf8'))
  const segments = readdirSync(join(copy, 'wal'))
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name) && name >= `${first}.gz`)
    .sort()
  const [start = '', second = '', third = ''] = segments
  assert.ok(third !== '' && segments.length > 3, segments.join())
  const pathOf = (name: string) => join(copy, 'wal', name)

  writeFileSync(pathOf(third), 'damaged')
  await assertRefused(
    ['--from', copy],
    new RegExp(`^${third} is damaged \\(.*All that was archived before it comes back`, 'm'),
  )
  await assertRefused(
    ['--from', copy, ...late],
    new RegExp(`^${third} is damaged .* 2036-\\S+ cannot be reached`, 'm'),
  )
  rmSync(pathOf(third))
  await assertRefused(
    ['--from', copy],
    new RegExp(`^${third} is missing in .*All that was archived before it`, 'm'),
  )
  const gap = await assertRefused(['--from', copy, ...late], /cannot be reached/)
  const [, named = ''] = /Name (\S+) or an earlier moment/.exec(gap) ?? []
  const toMoment = await restore(['--from', copy, '--to', named])
  assert.equal(toMoment.code, 0, toMoment.err)

  renameSync(pathOf(second), `${copy}/second`)
  const nothing = await assertRefused(['--from', copy, ...late], new RegExp(`^${second} is missing in`, 'm'))
  assert.doesNotMatch(nothing, /or an earlier moment/, 'nothing after the base backup')
  for (const later of segments.slice(2)) rmSync(pathOf(later), { force: true })
  const upToGap = await restore(['--from', copy])
  assert.equal(upToGap.code, 0, upToGap.err)

  const begins = (what: string) =>
    new RegExp(`^${start}, with which the log .* begins, is ${what}.* Copy all of`, 'm')
  writeFileSync(pathOf(start), 'damaged')
  for (const args of [[], ['--to', moment]])
    await assertRefused(['--from', copy, ...args], begins('damaged \\('))
  rmSync(pathOf(start))
  for (const args of [[], ['--to', moment]]) await assertRefused(['--from', copy, ...args], begins('missing'))
  rmSync(join(copy, 'wal'), { recursive: true })
  await assertRefused(
    ['--from', copy],
    /^The log of the database cannot be read \(ENOENT.*: copy \S+wal too\.$/m,
  )
})

test('an incomplete base backup is refused with the name of the missing file', async () => {
  const copy = join(temporaryFolder(), 'copy')
  cpSync(backupDir, copy, { recursive: true })
  rmSync(join(onlyBase(copy), 'pg', 'PG_VERSION.gz'))
  await assertRefused(
    ['--from', copy, '--to', moment],
    /^The base backup \S.* is not whole \(ENOENT.* Copy all of [^;]*\.$/m,
  )
  rmSync(join(onlyBase(copy), 'backup.json'))
  await assertRefused(
    ['--from', copy],
    /holds no whole base backup: \S+ has no backup\.json that can be read\. Copy it/,
  )
})

function onlyBase(archive: string): string {
  const [base = ''] = readdirSync(join(archive, 'base'))
  return join(archive, 'base', base)
}

async function assertRefused(args: string[], words: RegExp): Promise<string> {
  const { code, err, dataDir } = await restore(args)
  assert.notEqual(code, 0, args.join(' '))
  assert.match(err, words)
  assert.equal(existsSync(join(dataDir, 'pg')), false, 'no partial database')
  return err
}

test('doctor reports an archive that cannot be written, until it can be written again', async () => {
  const foreign = join(temporaryFolder(), 'foreign')
  cpSync(backupDir, foreign, { recursive: true })
  writeFileSync(join(foreign, 'database'), '1\n')
  const other = await embarque(['doctor'], settingsFor(source, foreign))
  assert.match(other.out, /is the archive of another database\. Set BACKUP_DIR to an empty folder/)
  renameSync(backupDir, `${backupDir}.away`)
  const away = await embarque(['doctor'], settingsFor(source, backupDir))
  assert.match(away.out, /^problem +archive +.* was the archive of this database, and that is not there now/m)
  assert.equal(existsSync(backupDir), false, 'nothing is archived to a folder whose disk is not mounted')
  renameSync(`${backupDir}.away`, backupDir)
  const app = await start(source, backupDir)
  after(() => app.service.stop())
  const doctor = async () => (await embarque(['doctor'], settingsFor(source, backupDir))).out
  renameSync(wal, `${wal}.away`)
  await switchSegment()
  await eventually('doctor reports it', async () =>
    /^problem +archive +.*cannot be archived/m.test(await doctor()),
  )
  renameSync(`${wal}.away`, wal)
  await eventually('archiving continues, at the latest with the next segment', async () => {
    await switchSegment()
    return /^ok +archive +restores from /m.test(await doctor())
  })
  const [middle = ''] = readdirSync(wal)
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .sort()
    .slice(-2)
  renameSync(join(wal, middle), `${backupDir}/${middle}`)
  assert.match(await doctor(), new RegExp(`^problem +archive +${middle.slice(0, 24)} is missing in`, 'm'))
  renameSync(`${backupDir}/${middle}`, join(wal, middle))
  assert.match(await doctor(), /^ok +archive +restores from /m)
  const metrics = await registry.metrics()
  assert.match(metrics, /^embarque_archive_age_seconds \d/m)
  assert.match(metrics, /^embarque_base_backup_age_seconds \d/m)
})
