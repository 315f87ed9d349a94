// Machines with a wrong clock: every process works by the database's time, so that signatures are accepted, nothing expires
// early and events stay in order. Health and doctor report the clock.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readBackup } from '../../server/app/cli/backup/file-format.ts'
import { lastBackupAt } from '../../server/features/readiness/store.ts'
import { withClient } from '../../server/kernel/db/db.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { makeClient } from '../support/client.ts'
import { embarqueProcess } from '../support/command-line.ts'
import { type ChildService, startChildService } from '../support/crash/child-service.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { serviceUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'
import { newRecharge, pix, RECHARGE } from '../support/wallet.ts'

const MINUTE_MS = 60_000
const AHEAD_MS = 31 * MINUTE_MS
const BEHIND_MS = -400_000
/** What docs/webhooks.md tells receivers to accept. */
const TOLERANCE_MS = 300_000

/** With the right time, and without a worker. */
const app = await startApp({ settings: { ROLE: 'api' } })
const receiver = await startReceiver()
after(() => receiver.close())

/** The settings of a process on a machine with a wrong clock. */
function withSkew(shiftMs: number, settings: Record<string, string> = {}): Record<string, string> {
  const preload = new URL('../support/endurance/skewed-clock.ts', import.meta.url)
  return {
    NODE_OPTIONS: `--import=${fileURLToPath(preload)}`,
    SHIFT_MS: String(shiftMs),
    DATABASE_URL: serviceUrl(app.databaseUrl),
    DATABASE_OWNER_URL: app.databaseUrl,
    SECRET_KEY,
    PORT: '0',
    ...settings,
  }
}

const HEALTHY = { database: 'ok', jobs: 'ok' }
const ACCEPTS_OFFSET = { CLOCK_OFFSET_MAX_SECONDS: '3600' }
let ahead: ChildService
let behind: ChildService
before(async () => {
  ahead = await startChildService(withSkew(AHEAD_MS, { ...ACCEPTS_OFFSET, ROLE: 'worker' }))
  behind = await startChildService(withSkew(BEHIND_MS, { ...ACCEPTS_OFFSET, ROLE: 'api' }))
})
after(() => Promise.all([ahead, behind].map((service) => service.kill('SIGTERM'))))

test('a worker whose clock is 31 minutes ahead signs with a time that receivers accept', async () => {
  const agency = await newAgency(app)
  const webhook = { url: `${receiver.url}/signed`, events: ['wallet.recharge.pending'] }
  assert.equal((await agency.live.post('/api/v1/webhooks', webhook)).status, 201)
  await newRecharge(agency.live)
  const [request] = await receiver.waitFor(1)
  const signedAt = Number(request?.headers['x-service-timestamp']) * 1_000
  const differenceMs = Math.abs(signedAt - realClock.now().getTime())
  assert.ok(differenceMs < TOLERANCE_MS, `${differenceMs} ms`)
})

test('the same worker does not expire a new Pix, but runs jobs that are due', async () => {
  const agency = await newAgency(app)
  const [young, old] = [await newRecharge(agency.live), await newRecharge(agency.live)]
  const statusOf = async (id: string) => (await agency.live.get(`${RECHARGE}/${id}`)).body.data.status
  await app.asOwner(`
    update jobs set run_at = run_at - interval '31 minutes' where key like '%${old.id}%';
    notify embarque_work`)
  await eventually('the other has expired', async () => (await statusOf(old.id)) === 'expired')
  assert.equal(await statusOf(young.id), 'pending')
})

test('events of a team stay in order, whichever process stores them', async () => {
  const agency = await newAgency(app)
  const clients = [agency.live, makeClient(behind.url, agency.liveKey)]
  for (let round = 0; round < 6; round++)
    for (const client of clients) assert.equal((await client.post(RECHARGE, pix('250.00'))).status, 201)
  const events = (await agency.live.get('/api/v1/events?after_sequence=0&limit=100')).body.data
  assert.ok(events.length >= 12)
  for (const field of ['created_at', 'id']) {
    const values = events.map((event: Record<string, string>) => event[field])
    assert.deepEqual(values, values.toSorted(), field)
  }
})

test('doctor names every process whose clock is off', async () => {
  const { out } = await embarqueProcess(['doctor'], withSkew(0))
  const [problem = ''] = /^problem +clocks .*$/m.exec(out) ?? []
  assert.match(problem, /\bworker \d+ is 18(?:59\.9|60\.\d) s ahead of the database/, out)
  assert.match(problem, /\bapi \d+ is (?:399\.9|400\.\d) s behind the database/)
  assert.match(out, /^ok +clock +this machine and the database agree on the time/m)
})

test('health reports the clock of a machine that is off, and no clock of a machine that is right', async () => {
  const { status, body } = await makeClient(behind.url).get('/api/v1/health')
  assert.deepEqual([status, body.status, body.checks], [200, 'degraded', { ...HEALTHY, clock: 'off' }])
  assert.deepEqual((await app.anybody.get('/api/v1/health')).body.checks, HEALTHY)
})

test('doctor on the machine itself reports its clock, and no overdue job because of it', async () => {
  const { out, code } = await embarqueProcess(['doctor'], withSkew(AHEAD_MS))
  assert.match(out, /^problem +clock +this machine is 18(?:59\.9|60\.\d) s ahead of the database/m)
  assert.match(out, /^ok +overdue work/m)
  assert.equal(code, 1)
})

test('a backup from that machine has the time of the database, and so has its record', async () => {
  const file = join(temporaryFolder(), 'all.backup')
  const { code, err } = await embarqueProcess(['backup', file], withSkew(AHEAD_MS))
  assert.equal(code, 0, err)
  const { header } = await readBackup({ file, passphrase: null })
  const recorded = await withClient({ connectionString: app.databaseUrl }, lastBackupAt)
  for (const at of [new Date(header.taken_at), recorded ?? assert.fail('no backup is recorded')]) {
    const differenceMs = Math.abs(at.getTime() - realClock.now().getTime())
    assert.ok(differenceMs < 5 * MINUTE_MS, `${differenceMs} ms`)
  }
})

test('a start with a wrong clock is refused unless CLOCK_OFFSET_MAX_SECONDS accepts it', async () => {
  const { code, err } = await embarqueProcess(['start'], withSkew(10_000))
  assert.match(err, /(?:9\.9|10\.\d) s ahead of the database.*CLOCK_OFFSET_MAX_SECONDS/s)
  assert.notEqual(code, 0)
})
