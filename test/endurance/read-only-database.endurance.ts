// A database that serves reads but no changes: read-only, with a full disk, or with an unavailable synchronous standby.
// Changes return 503 with Retry-After, reads succeed, and health reports it at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionTo } from '../../server/kernel/db/embedded-postgres/owner-session.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { BOOKINGS, holdBody, zzOffer } from '../support/bookings.ts'
import type { Reply } from '../support/client.ts'
import { startPrimary } from '../support/endurance/replication.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'
import { pix, RECHARGE } from '../support/wallet.ts'

const primary = await startPrimary()
const { user, port, database } = connectionTo(primary.host)
const app = await startApp({
  databaseUrl: `postgresql://${user}@/${database}?host=${primary.host}&port=${port}`,
})

const PERSON = { client_type: 'individual', full_name: 'Ana Souza', email: 'ana@example.com' }
const newPerson = (agency: Agency, key: string) =>
  agency.test.post('/api/v1/clients', PERSON, { 'idempotency-key': key })

async function set(name: string, value: string): Promise<void> {
  await primary.query(`alter system set ${name} = '${value}'`)
  await primary.query('select pg_reload_conf()')
}

async function assertHealth(status: string, checks: object): Promise<void> {
  const { status: httpStatus, body } = await app.anybody.get('/api/v1/health')
  assert.deepEqual([httpStatus, body.status, body.checks], [200, status, { jobs: 'ok', ...checks }])
}

async function assertHealthy(): Promise<void> {
  await eventually('health is ok again', async () => {
    const { body } = await app.anybody.get('/api/v1/health')
    return body.status === 'ok'
  })
}

function assertRetryable({ status, headers, text }: Reply): void {
  assert.equal(status, 503, text)
  assert.ok(Number(headers['retry-after']) > 0, text)
}

async function countPeople({ id }: Agency): Promise<unknown> {
  return (await primary.query(`select count(*)::int from clients where team_id = '${id}'`))[0]?.count
}

test('a read-only database: changes return 503 with Retry-After, reads succeed, health is degraded', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  await set('default_transaction_read_only', 'on')
  const person = await eventually('the database is read-only', async () => {
    const response = await newPerson(agency, 'read-only')
    return response.status === 201 ? undefined : response
  })
  assertRetryable(person)
  await assertHealth('degraded', { database: 'read_only' })
  for (const [path, body] of [
    [RECHARGE, pix('100.00')],
    [BOOKINGS, holdBody(offer)],
    ['/api/v1/invoices', { client_id: 'cli_1', items: [] }],
  ] as const) {
    const response = await agency.test.post(path, body, { 'idempotency-key': 'read-only' })
    assert.ok(response.status < 500 || response.status === 503, response.text)
  }
  assert.equal((await agency.test.get('/api/v1/wallet/balance')).status, 200)
  assert.equal((await agency.test.get('/api/v1/clients')).status, 200)
  await set('default_transaction_read_only', 'off')
  await eventually('changes succeed again', async () => (await newPerson(agency, 'after')).status === 201)
  await assertHealthy()
})

test('a full disk: changes return 503 with Retry-After, health is degraded at once, and ok again afterwards', async () => {
  const agency = await newAgency(app)
  await primary.query(
    `create function refuse_rows() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger full_disk before insert on clients for each row execute function refuse_rows()`,
  )
  assertRetryable(await newPerson(agency, 'full'))
  await assertHealth('degraded', { database: 'read_only' })
  assert.equal((await agency.test.get('/api/v1/clients')).status, 200)
  await primary.query('drop trigger full_disk on clients')
  assert.equal((await newPerson(agency, 'full')).status, 201)
  await assertHealthy()
  assert.equal(await countPeople(agency), 1)
})

test('an unavailable synchronous standby: 503 in time, and a replay gets the stored response', async (t) => {
  const agency = await newAgency(app)
  await set('synchronous_standby_names', 'nobody')
  await eventually('commits wait', async () => {
    const found = await primary.query('show synchronous_standby_names')
    return found[0]?.synchronous_standby_names === 'nobody'
  })
  const begun = performance.now()
  const response = await newPerson(agency, 'unreplicated')
  t.diagnostic(`a commit waited for ${Math.round(performance.now() - begun)} ms`)
  assertRetryable(response)
  const { body } = await app.anybody.get('/api/v1/health')
  assert.deepEqual([body.status, body.checks.database], ['degraded', 'read_only'])
  assert.equal((await agency.test.get('/api/v1/clients')).body.data.length, 1)
  const again = await newPerson(agency, 'unreplicated')
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true'], again.text)
  await set('synchronous_standby_names', '')
  assert.equal((await newPerson(agency, 'unreplicated')).text, again.text)
  await assertHealthy()
  assert.equal(await countPeople(agency), 1)
})
