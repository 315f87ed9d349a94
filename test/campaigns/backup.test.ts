// Backup and restore through the real command line: what comes back is what was there, or nothing at all.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readBackup } from '../../server/app/cli/backup/file-format.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { embarque, embarqueProcess } from '../support/command-line.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { dumpOf, guardsOf, query } from '../support/dump.ts'
import { fullRuns } from '../support/full-runs.ts'
import { newInvoice, read } from '../support/invoicing.ts'
import { SECRET_KEY, startApp, TEST_KEY } from '../support/start-app.ts'
import { newTrip, newTripItem, TRIPS } from '../support/trips.ts'

// Its clock stands still, so that no work becomes due between a backup and a look at what was backed up.
// Without the quota, whose bucket is written a moment after each change.
const app = await startApp({ wall: fixedClock(realClock.now()), settings: { STORED_MB_PER_DAY: '0' } })
const here = { DATABASE_URL: app.databaseUrl, SECRET_KEY }
const folder = mkdtempSync(join(tmpdir(), 'embarque-backup-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'first.backup')

const PDF = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.from(Array.from({ length: 999 }, (_, n) => n % 256)),
])
/** Of a trip with a file and an invoice. */
const paths = { trip: '', file: '' }

async function addTrip(): Promise<void> {
  const { id, client_id } = await newTrip(app.test, { title: 'Lisboa' })
  const item = await newTripItem(app.test, id, { price_amount: 1000.01 })
  const address = `${TRIPS}/${id}/items/${item.id}/files`
  const headers = { 'content-type': 'application/pdf' }
  const sent = await app.test.raw('POST', `${address}?name=voucher.pdf`, PDF, headers)
  assert.equal(sent.status, 201, sent.text)
  const line = { description: 'Hotel', quantity: 1, unit_price: 600.01, trip_item_id: item.id }
  const invoice = await newInvoice(app.test, { client_id, status: 'sent', items: [line] })
  await app.test.post(`/api/v1/test/charges/${invoice.id}/pay`, { amount: '0.02' })
  Object.assign(paths, { trip: `${TRIPS}/${id}`, file: `${address}/${sent.body.data.id}` })
}

async function fileAt(service: { readonly url: string }): Promise<Buffer> {
  const answer = await fetch(service.url + paths.file, { headers: { authorization: `Bearer ${TEST_KEY}` } })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Rows that are hard to write down; what is claimed belongs to the living service, which keeps it so. */
async function fillSource(): Promise<void> {
  await addTrip()
  await app.service.worker!.idle()
  const { processId } = app.service.world
  await query(
    app.databaseUrl,
    `insert into teams (id, name, email, time_zone, markup_percent, fee_cents, rate_limit_per_minute, created_at,
       updated_at) values ('team_b', E'tab\\t line\\n\\\\. \\\\N "quotes" é 🛫', '', 'UTC', 1.5, 9007199254740993, 0,
       '2026-02-28 23:59:59.123456+00', '2026-02-28 23:59:59.123456+00');
     insert into team_counters values ('team_b', 'live', 2000);
     insert into clocks values ('team_b', -5, '2030-01-01', '${processId}');
     insert into idempotency_keys values ('team_b', 'live', '\\.', '\\x00ff', 200, '\\x', '2026-01-01');
     insert into events select 'evt_' || n, 'team_b', 'live', n, 'x', repeat(E'\\n\\\\.\\n', 50), '2026-01-01'
       from generate_series(1, 2000) n;
     insert into jobs (type, key, queue, clock, run_at, payload, state, attempts, created_at) values
       ('other', 'a', 'other', 'team_b', '2020-01-01', 'null', 'waiting', 3, '2020-01-01'),
       ('other', 'b', 'other', '', '2020-01-01', 'null', 'dead', 7, '2020-01-01');
     insert into job_claims (job_id, queue, clock, process_id)
       select id, queue, clock, '${processId}' from jobs where key = 'a';
     -- The next id is now ahead of every row's.
     delete from jobs where key = 'b'`,
  )
}

/** What a restore changes: processes are not data, and what they held is free. */
async function expectedDump(): Promise<Record<string, string[]>> {
  await query(app.databaseUrl, 'update clocks set advancing_by = null')
  // Noted when the file was whole, so not in it.
  const noted = await query(app.databaseUrl, 'select from installation where last_backup_at is not null')
  assert.equal(noted.length, 1)
  await query(app.databaseUrl, 'update installation set last_backup_at = null')
  return { ...(await dumpOf(app.databaseUrl)), processes: [], job_claims: [], migrations: [] }
}

test('backup writes one encrypted file while the service runs, and never overwrites another', async () => {
  await fillSource()
  const { code, out, err } = await embarqueProcess(['backup', file], here)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^Everything was written to .*first\.backup\.\nIt holds the secret key too/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['first.backup'])
  const bytes = readFileSync(file)
  const [again, wrongKey] = await Promise.all([
    embarque(['backup', file], here),
    embarque(['backup', join(folder, 'x')], { ...here, SECRET_KEY: '11'.repeat(32) }),
  ])
  assert.equal(again.code, 1)
  assert.match(again.err, /first\.backup exists already; choose another name\.$/m)
  assert.deepEqual(readFileSync(file), bytes)
  assert.equal(wrongKey.code, 1)
  assert.match(wrongKey.err, /the secret key is not the one this database was made with/)
  assert.deepEqual(readdirSync(folder), ['first.backup'], 'a failure leaves nothing behind')
  for (const lost of [join(folder, 'nowhere', 'x.backup'), join(file, 'x.backup')]) {
    const missing = await embarque(['backup', lost], here)
    assert.equal(missing.code, 1)
    assert.match(missing.err, /^There is no folder \S+ to write to: make it first, or choose another\.$/m)
    assert.doesNotMatch(missing.err, /database|DATABASE_URL/)
  }
})

test('restore brings back every row, and keys work on a service with the restored secret key', async () => {
  const expected = await expectedDump()
  const target = await makeDatabase({ empty: true })
  const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'restored') }
  const small = { ...there, DATABASE_URL: serviceUrl(target.url), DATABASE_OWNER_URL: target.url }
  const { code, out, err } = await embarqueProcess(['restore', file], small)
  assert.deepEqual([code, err], [0, ''])
  assert.match(
    out,
    /^Restored \d+ rows of \d+ tables from .*first\.backup,\ntaken at \S+ by Embarque \S+\.\n/,
  )
  assert.deepEqual({ ...(await dumpOf(target.url)), migrations: [] }, expected)
  assert.deepEqual(await guardsOf(target.url), await guardsOf(app.databaseUrl))
  const keyFile = join(folder, 'restored', 'secret.key')
  assert.equal(secretKeyIn(there.DATA_DIR), SECRET_KEY)
  assert.equal(statSync(keyFile).mode & 0o777, 0o600)

  const well = await embarque(['doctor'], small)
  assert.match(well.out, /^ok +migrations /m, 'the service may read what was restored')
  assert.doesNotMatch(well.out, /permission denied/)
  const copy = await startApp({ databaseUrl: target.url, settings: { ...there, SECRET_KEY: '' } })
  const me = await copy.live.get('/api/v1/me')
  assert.deepEqual([me.status, me.body.data], [200, (await app.live.get('/api/v1/me')).body.data])
  const [trip, restored] = [await read(app.test, paths.trip), await read(copy.test, paths.trip)]
  assert.deepEqual(restored, trip)
  assert.deepEqual([trip.money.invoiced, trip.money.paid, trip.money.open], [600.01, 0.02, 400])
  for (const service of [app, copy]) assert.deepEqual(await fileAt(service), PDF)
  assert.match(well.out, /^ok +invoices of trips /m)
  assert.equal((await copy.live.post('/api/v1/api-keys', { name: 'later' })).status, 201)
  const running = await embarque(['restore', file], there)
  assert.equal(running.code, 1)
  assert.match(running.err, /^A service is running on this database \(all \d+\)\. Stop it first/)
  await copy.service.stop()
  const full = await dumpOf(target.url)
  const used = await embarque(['restore', file], there)
  assert.equal(used.code, 1)
  assert.match(used.err, /^The database is not empty: it has teams already\./)
  assert.deepEqual(await dumpOf(target.url), full, 'a refusal changes nothing')
  await target.drop()
})

test('an encrypted backup is unreadable, and restores only with its passphrase', async () => {
  const encryptedFile = join(folder, 'sealed.backup')
  const secret = join(folder, 'passphrase')
  writeFileSync(secret, 'três tigres tristes\nnot this line\n')
  const short = await embarque(['backup', '--encrypt', encryptedFile], here, { answers: ['curta', 'curta'] })
  assert.match(short.err, /passphrase must have 12 characters or more/)
  const differing = { answers: ['três tigres tristes', 'dois tigres tristes'] }
  assert.match(
    (await embarque(['backup', '--encrypt', encryptedFile], here, differing)).err,
    /typed in two ways/,
  )
  const { code, out, err } = await embarque(['backup', '--passphrase-file', secret, encryptedFile], here)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^It opens with its passphrase alone/m)
  assert.throws(() => gunzipSync(readFileSync(encryptedFile)))

  const target = await makeDatabase()
  const before = await dumpOf(target.url)
  const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'unsealed') }
  const wrong = await embarque(['restore', encryptedFile], there, { answers: ['dois tigres tristes'] })
  assert.match(wrong.err, /cannot be opened: the passphrase is wrong, or .* Nothing was restored\.$/m)
  const plain = join(folder, 'plain.backup')
  assert.equal((await embarque(['backup', plain], here)).code, 0)
  const swapped = await embarque(['restore', '--passphrase-file', secret, plain], there)
  assert.match(swapped.err, /FILE is not encrypted; leave --passphrase-file out/)
  const lost = await embarque(['restore', '--passphrase-file', join(folder, 'lost'), encryptedFile], there)
  assert.match(lost.err, /^The passphrase could not be read \(ENOENT/m)
  const cut = join(folder, 'cut.sealed')
  writeFileSync(cut, readFileSync(encryptedFile).subarray(0, -1))
  const refused = await embarque(['restore', '--passphrase-file', secret, cut], there)
  assert.match(refused.err, /cut\.sealed cannot be opened: .*cut short\. Nothing was restored\.$/m)
  assert.deepEqual(await dumpOf(target.url), before)
  const done = await embarque(['restore', encryptedFile], there, { answers: ['três tigres tristes'] })
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.equal(secretKeyIn(there.DATA_DIR), SECRET_KEY)
  assert.equal((await dumpOf(target.url)).teams?.length, (await dumpOf(app.databaseUrl)).teams?.length)
  await target.drop()
})

const STEPS = fullRuns ? 15 : 5

test('damage is detected anywhere in the file', async () => {
  const whole = readFileSync(file)
  const copy = join(folder, 'copy.backup')
  const refused = async (bytes: Buffer, what: string) => {
    writeFileSync(copy, bytes)
    await assert.rejects(
      readBackup({ file: copy, passphrase: null }),
      /is not a whole backup of Embarque/,
      what,
    )
  }
  for (let step = 0; step < STEPS; step++) {
    const at = Math.floor((whole.length * step) / STEPS)
    await refused(whole.subarray(0, at), `cut at ${at}`)
    // Flags and times at the front of a gzip file mean nothing; from there on every bit does.
    const changed = Buffer.from(whole)
    changed[Math.max(at, 10)]! ^= 1
    await refused(changed, `bit ${at}`)
  }
  const text = gunzipSync(whole).toString('utf8')
  await refused(gzipSync(text.replace('evt_1999\t', 'evt_1998\t')), 'a row was changed')
  await refused(gzipSync(text.replace(/^evt_1999\t.*\n/m, '')), 'a row was taken out')
  await refused(gzipSync(signed(text.replace(/^evt_1999\t.*\n/m, ''))), 'with a right checksum')
  await refused(gzipSync(`${text}more`), 'something follows')
  await refused(gzipSync('{}\n'), 'something else')
  await assert.rejects(
    readBackup({ file: join(folder, 'gone'), passphrase: null }),
    /^CommandFailure: There is no file .*gone\.$/,
  )
  await assert.rejects(
    readBackup({ file: folder, passphrase: null }),
    /is a folder\. Name the file of a backup; for an archive, write --from before it\.$/,
  )
})

test('restore refuses before it changes anything, and says what to do', async () => {
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  const variant = (name: string, contents: string | Buffer) => {
    writeFileSync(join(folder, name), contents)
    return join(folder, name)
  }
  const number = text.match(/"number":(\d+),[^}]*\}\]/)![1]
  const migration = `,{"number":${Number(number) + 1},"name":"tomorrow","hash":""}]`
  const foreign = await makeDatabase({ empty: true })
  await query(foreign.url, 'create table orders (id int); insert into orders values (1)')
  const target = await makeDatabase({ empty: true })
  const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'refused') }
  const keyed = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'keyed') }
  const cases: [string, string[], Record<string, string>, RegExp][] = [
    [
      'cut',
      ['restore', variant('cut', readFileSync(file).subarray(0, -9))],
      there,
      /not a whole backup.*Nothing was/,
    ],
    [
      'a newer version',
      ['restore', variant('newer', gzipSync(signed(text.replace(']', migration))))],
      there,
      /made by a newer Embarque.*Restore it with that version/,
    ],
    [
      'another history',
      ['restore', variant('other', gzipSync(signed(text.replace(/"hash":"./, '"hash":"-'))))],
      there,
      /whose migration 1 \(first-release\) is not this version's/,
    ],
    [
      'a version before 1.0.0',
      ['restore', variant('before', gzipSync(signed(text.replace('"first-release"', '"baseline"'))))],
      there,
      /made by an Embarque before 1\.0\.0.*Restore it with that version/,
    ],
    ['another key', ['restore', file], { ...there, SECRET_KEY: '11'.repeat(32) }, /Leave SECRET_KEY unset/],
    ['another key file', ['restore', file], keyed, /holds another key than this backup.*Move that file away/],
    [
      'foreign tables',
      ['restore', file],
      { DATABASE_URL: foreign.url, SECRET_KEY },
      /something else \(orders\)/,
    ],
  ]
  mkdirSync(keyed.DATA_DIR)
  writeFileSync(join(keyed.DATA_DIR, 'secret.key'), '11'.repeat(32))
  await Promise.all(
    cases.map(async ([name, args, settings, words]) => {
      const { code, out, err } = await embarque(args, settings)
      assert.deepEqual([code, out], [1, ''], name)
      assert.match(err, words, name)
    }),
  )
  assert.deepEqual(await dumpOf(target.url), {})
  assert.equal(existsSync(join(folder, 'refused')), false)
  assert.deepEqual(await dumpOf(foreign.url), { orders: ['(1)'] })
  await Promise.all([target.drop(), foreign.drop()])
})

test('a restore that fails midway leaves an empty database, and succeeds when repeated', async () => {
  const target = await makeDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'middle') }
  const before = await dumpOf(target.url)
  await query(target.url, `alter table events add constraint broken check (id <> 'evt_1500')`)
  const failed = await embarque(['restore', file], there)
  assert.equal(failed.code, 1)
  assert.match(failed.err, /violates check constraint "broken"/)
  assert.deepEqual(await dumpOf(target.url), before)
  assert.equal(existsSync(join(folder, 'middle')), false, 'no key of a restore that was not')
  await query(
    target.url,
    `alter table events drop constraint broken;
     create function refuse() returns trigger language plpgsql as $$ begin raise 'append only'; end $$;
     create trigger append_only before delete or truncate on events execute function refuse();
     create trigger guarded before insert on teams for each row execute function refuse()`,
  )
  const second = await embarque(['restore', file], there)
  assert.deepEqual([second.code, second.err], [0, ''], 'triggers neither fire nor forbid')
  await assert.rejects(query(target.url, 'delete from events'), /append only/)
  await target.drop()
})

test('from the embedded database of a running service to a separate server', async () => {
  const dataDir = await initialisedDataDir()
  const embedded = { DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: dataDir }
  const { service } = await startApp({ databaseUrl: '', settings: embedded })
  const saved = join(folder, 'embedded.backup')
  const [backup, doctor, busy] = await Promise.all([
    embarque(['backup', saved], embedded),
    embarque(['doctor'], embedded),
    embarque(['restore', file], { ...embedded, SECRET_KEY }),
  ])
  assert.deepEqual([backup.code, backup.err], [0, ''])
  assert.match(doctor.out, /^(ok|warning) +disk space +[\d.]+ GiB free in /m)
  assert.match(doctor.out, /^ok +database +PostgreSQL 18\.\d+ embedded in /m)
  assert.match(busy.err, /^Another service uses this DATA_DIR/)
  await service.stop()

  const target = await makeDatabase()
  const moved = { DATABASE_URL: target.url, DATA_DIR: join(folder, 'moved') }
  const [restored, stopped] = await Promise.all([
    embarque(['restore', saved], moved),
    embarque(['doctor'], embedded),
  ])
  assert.deepEqual([restored.code, restored.err], [0, ''])
  assert.equal(secretKeyIn(moved.DATA_DIR), secretKeyIn(dataDir))
  assert.equal(stopped.code, 0, stopped.out)
  assert.match(stopped.out, /^ok +processes +no service is running on this database$/m)
  await target.drop()
})

function secretKeyIn(dataDir: string): string {
  return readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
}

/** The text with the checksum that belongs to it. */
function signed(text: string): string {
  const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  return `${body}${JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') })}\n`
}
