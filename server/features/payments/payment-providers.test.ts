// Payment providers: connected, shown without their secrets, one of them the default, disconnected.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import type { Reply } from '../../../test/support/client.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { PROVIDERS, providerBody } from '../../../test/support/fakes/connected-bank.ts'
import { startFakePsp } from '../../../test/support/fakes/fake-psp.ts'
import { newInvoice } from '../../../test/support/invoicing.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { boleto, newRecharge, pix, RECHARGE } from '../../../test/support/wallet.ts'
import { refuseLiveBanks } from './wallet-banks.ts'

const app = await startApp()
const { world } = app.service
const psp = await startFakePsp()
after(() => psp.close())
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function assertError(response: Reply, status: number, error: string, field?: string): void {
  assert.deepEqual([response.status, response.body.error], [status, error], response.text)
  if (field !== undefined) assert.equal(response.body.details[0].field, field)
}
const listed = async (client = app.live) => (await client.get(PROVIDERS)).body.data
const lastEvent = async (client = app.live) => (await client.get('/api/v1/events?limit=1')).body.data[0]

test('a new team has no provider', async () => {
  assert.deepEqual(await listed(), [])
})

test('the simulated bank can be connected; the first is the default; integration.connected is emitted', async () => {
  const { status, body } = await app.test.post(PROVIDERS, { provider: 'simulated', name: 'Sandbox' })
  assert.equal(status, 201)
  const { id, connected_at, ...rest } = body.data
  assert.match(id, UUID)
  assert.deepEqual(rest, {
    purpose: 'invoices',
    provider: 'simulated',
    name: 'Sandbox',
    is_default: true,
    methods: ['pix', 'boleto', 'card', 'pix_automatic'],
    status: 'connected',
    settings: {},
    callback_url: null,
    callbacks: false,
    capabilities: [],
    updated_at: connected_at,
  })
  assert.deepEqual(await listed(app.test), [body.data])
  const event = await lastEvent(app.test)
  assert.equal(event.type, 'integration.connected')
  assert.deepEqual(event.data.object, {
    id,
    kind: 'payment_provider',
    provider: 'simulated',
    status: 'connected',
    connected_at,
  })
})

test('one is the default: a later one on request, and after its removal the oldest left', async () => {
  const [first] = await listed(app.test)
  const second = (await app.test.post(PROVIDERS, { provider: 'simulated' })).body.data
  assert.equal(second.is_default, false)
  const third = (await app.test.post(PROVIDERS, { provider: 'simulated', is_default: true })).body.data
  const defaults = async () =>
    (await listed(app.test))
      .filter((one: { is_default: boolean }) => one.is_default)
      .map((one: { id: string }) => one.id)
  assert.deepEqual(await defaults(), [third.id])
  const { status, body } = await app.test.delete(`${PROVIDERS}/${third.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, { id: third.id, deleted: true })
  assert.deepEqual(await defaults(), [first.id])
  const event = await lastEvent(app.test)
  assert.deepEqual(
    [event.type, event.data.object.id, event.data.object.status],
    ['integration.disconnected', third.id, 'disconnected'],
  )
  assertError(await app.test.delete(`${PROVIDERS}/${third.id}`), 404, 'Payment provider not found')
})

test('another can become the default, or get a new name; nothing else changes', async () => {
  const agency = await newAgency(app)
  const post = async (body: object) => (await agency.test.post(PROVIDERS, body)).body.data
  const [first, second] = [await post({ provider: 'simulated' }), await post({ provider: 'simulated' })]
  const { status, body } = await agency.test.patch(`${PROVIDERS}/${second.id}`, {
    is_default: true,
    name: 'Sol',
  })
  assert.equal(status, 200)
  const { updated_at } = body.data
  assert.deepEqual(body.data, { ...second, is_default: true, name: 'Sol', updated_at })
  assert.deepEqual(await listed(agency.test), [{ ...first, is_default: false, updated_at }, body.data])
  const named = await agency.test.patch(`${PROVIDERS}/${first.id}`, { name: 'Lua' })
  assert.deepEqual([named.body.data.name, named.body.data.is_default], ['Lua', false])
  for (const [change, field] of [
    [{ is_default: false }, 'is_default'],
    [{ name: '' }, 'name'],
  ] as const)
    assertError(
      await agency.test.patch(`${PROVIDERS}/${first.id}`, change),
      400,
      'Invalid request parameters',
      field,
    )
  assertError(
    await app.test.patch(`${PROVIDERS}/${first.id}`, { name: 'x' }),
    404,
    'Payment provider not found',
  )
})

test('simultaneous connections leave one default', async () => {
  await Promise.all(
    Array.from({ length: 8 }, () => app.test.post(PROVIDERS, { provider: 'simulated', is_default: true })),
  )
  const all = await listed(app.test)
  assert.equal(all.filter((one: { is_default: boolean }) => one.is_default).length, 1)
  await Promise.all(all.map((one: { id: string }) => app.test.delete(`${PROVIDERS}/${one.id}`)))
  assert.deepEqual(await listed(app.test), [])
})

test('pix-bacen is tested and connected; its secrets are never returned', async () => {
  const { status, body, text } = await app.live.post(PROVIDERS, { ...providerBody(psp), name: 'Banco Sol' })
  assert.equal(status, 201, text)
  const { id, settings, callback_url } = body.data
  assert.deepEqual(body.data.methods, ['pix'])
  const { api_url, token_url, client_id, pix_key, certificate, authority } = psp.settings
  const given = { api_url, token_url, client_id, pix_key, certificate, authority }
  const leftOut = {
    profile: 'generic',
    account: null,
    token_auth: null,
    scopes: null,
    receiving_account: null,
    receiving_branch: null,
    receiving_account_type: null,
  }
  assert.deepEqual(settings, { ...given, ...leftOut })
  assert.match(callback_url, /\/callbacks\/pix-bacen\/[0-9a-z]{32}$/)
  const { rows } = await world.pool.query('select secrets, settings from payment_providers where id = $1', [
    id,
  ])
  for (const secret of [psp.settings.client_secret, psp.settings.private_key.split('\n')[1]!]) {
    assert.ok(!text.includes(secret))
    assert.ok(!JSON.stringify(await listed()).includes(secret))
    assert.ok(!JSON.stringify((await lastEvent()).data).includes(secret))
    assert.ok(!rows[0].secrets.includes(Buffer.from(secret)), 'stored encrypted')
    assert.ok(!rows[0].settings.includes(secret))
  }
  assert.ok(psp.count('POST /oauth/token') >= 1, 'the bank was asked')
})

test('testing a connection calls the bank, and shows its reason if it refuses', async () => {
  const [{ id }] = await listed()
  const asked = psp.count('GET /pix')
  const works = await app.live.post(`${PROVIDERS}/${id}/test`)
  assert.deepEqual([works.status, works.body.data], [200, { works: true, reason: null, missing: [] }])
  assert.ok(psp.count('GET /pix') > asked, 'the bank was asked')
  psp.trouble('GET /pix', 400)
  const { body } = await app.live.post(`${PROVIDERS}/${id}/test`)
  assert.equal(body.data.works, false)
  assert.match(body.data.reason, /\S/)
  assert.deepEqual(
    (await listed()).map((one: { id: string; status: string }) => [one.id, one.status]),
    [[id, 'connected']],
  )
  assertError(await app.test.post(`${PROVIDERS}/${id}/test`), 404, 'Payment provider not found')
})

test('invoices go to the default provider; recharges, and anything of a test key, never', async () => {
  const before = psp.count('PUT /cob/')
  await newInvoice(app.live, { status: 'sent' })
  assert.equal(psp.count('PUT /cob/'), before + 1)
  await newRecharge(app.live, '100.00')
  await newRecharge(app.live, '100.00', 'boleto')
  await newInvoice(app.test, { status: 'sent' })
  assert.equal(psp.count('PUT /cob/'), before + 1)
})

test('defaults are per method: a method that one lacks stays with the other', async () => {
  const { live } = await newAgency(app)
  const connect = async (body: object) => (await live.post(PROVIDERS, body)).body.data
  const defaults = async () => (await listed(live)).map((one: { is_default: boolean }) => one.is_default)
  const charged = async () => {
    const { id } = await newInvoice(live, { status: 'sent' })
    const sql = 'select provider_id from charges where reference_id = $1'
    return (await world.pool.query(sql, [id])).rows[0].provider_id
  }
  const both = await connect({ provider: 'simulated' })
  const pixOnly = await connect(providerBody(psp))
  assert.deepEqual([both.is_default, pixOnly.is_default], [true, false])
  assert.equal(await charged(), both.id)
  await live.delete(`${PROVIDERS}/${pixOnly.id}`)
  const chosen = await connect({ ...providerBody(psp), is_default: true })
  assert.deepEqual(await defaults(), [true, true])
  assert.equal(await charged(), chosen.id)
  await live.delete(`${PROVIDERS}/${both.id}`)
  const again = await connect({ provider: 'simulated' })
  assert.equal(again.is_default, true, 'the first that takes boletos')
  assert.equal(await charged(), chosen.id)
  await live.delete(`${PROVIDERS}/${chosen.id}`)
  assert.equal(await charged(), again.id)
})

test('the sandbox cannot pay a charge of a real bank', async () => {
  const { id } = await newInvoice(app.live, { status: 'sent' })
  assertError(await app.live.post(`/api/v1/test/charges/${id}/pay`), 404, 'Charge not found')
})

test('outside production a bank that may be real is refused, unless marked as a sandbox', async () => {
  const real = { api_url: 'https://pix.bank.example/v2', token_url: 'https://auth.bank.example/token' }
  const response = await app.live.post(PROVIDERS, providerBody(psp, real))
  assertError(response, 400, 'Invalid request parameters', 'settings.api_url')
  assert.match(response.text, /outside production the service calls no bank that may be real/)
  const port = psp.settings.api_url.match(/:\d+/)![0]
  const sandbox = {
    token_url: `https://127.0.0.1${port}/oauth/token`,
    api_url: 'https://pix.bank.example/v2',
  }
  assert.deepEqual((await app.live.post(PROVIDERS, providerBody(psp, sandbox))).body.details.length, 1)
})

test('outside production the service refuses to start with a connection to a possibly real bank', async () => {
  const { id } = (await app.live.post(PROVIDERS, providerBody(psp))).body.data
  const set = (host: string) =>
    world.pool.query('update payment_providers set settings = $2 where id = $1', [
      id,
      JSON.stringify({ api_url: `https://${host}/v2`, token_url: `https://${host}/token` }),
    ])
  await set('pix.bank.example')
  await assert.rejects(
    startApp({ databaseUrl: app.databaseUrl }),
    /connected to what may be real banks: API Pix/,
  )
  const run = await embarque(['bank', 'disconnect', '--forget', id], {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY,
  })
  assert.deepEqual([run.code, run.err], [0, ''])
  await refuseLiveBanks(world)
})

test('invalid settings are refused by field, and nothing is connected', async () => {
  const count = (await listed()).length
  const wrong: [object, string][] = [
    [{}, 'provider'],
    [{ provider: 'bank' }, 'provider'],
    [{ provider: 'pix-bacen' }, 'settings.client_id'],
    [providerBody(psp, { api_url: undefined }), 'settings.api_url'],
    [providerBody(psp, { profile: 'bank' }), 'settings.profile'],
    [providerBody(psp, { profile: 'itau', client_secret: undefined }), 'settings.client_secret'],
    [providerBody(psp, { profile: 'banco-do-brasil' }), 'settings.app_key'],
    // That of a profile is a real bank's.
    [providerBody(psp, { profile: 'efi', api_url: undefined }), 'settings.api_url'],
    [providerBody(psp, { api_url: 'http://bank.example' }), 'settings.api_url'],
    [providerBody(psp, { token_url: 'https://user:word@bank.example/' }), 'settings.token_url'],
    [providerBody(psp, { certificate: 'x' }), 'settings.certificate'],
    [providerBody(psp, { private_key: 'x' }), 'settings.private_key'],
    [providerBody(psp, { pix_key: 'nobody' }), 'settings.pix_key'],
  ]
  for (const [body, field] of wrong)
    assertError(await app.live.post(PROVIDERS, body), 400, 'Invalid request parameters', field)
  assertError(
    await app.test.post(PROVIDERS, providerBody(psp)),
    400,
    'Invalid request parameters',
    'provider',
  )
  assert.equal((await listed()).length, count)
})

test('unknown settings and keys in addresses are dropped', async () => {
  const settings = {
    certificate_password: 'hunter2',
    api_url: `${psp.settings.api_url}?gw-app-key=APPKEY123`,
  }
  const { status, text, body } = await app.live.post(PROVIDERS, providerBody(psp, settings))
  assert.equal(status, 201, text)
  const { rows } = await world.pool.query('select settings from payment_providers where id = $1', [
    body.data.id,
  ])
  for (const secret of ['hunter2', 'APPKEY123'])
    assert.ok(!text.includes(secret) && !rows[0].settings.includes(secret))
  assert.equal(psp.calls.at(-1)?.query['gw-app-key'] ?? 'APPKEY123', 'APPKEY123')
  await app.live.delete(`${PROVIDERS}/${body.data.id}`)
})

test('after an unavailable bank the same Idempotency-Key calls it again', async () => {
  const headers = { 'idempotency-key': 'connect-1' }
  psp.trouble('POST /oauth/token', 503, 503)
  assertError(
    await app.live.post(PROVIDERS, providerBody(psp), headers),
    422,
    'Payment provider not connected',
  )
  psp.calm()
  const response = await app.live.post(PROVIDERS, providerBody(psp), headers)
  assert.equal(response.status, 201)
  await app.live.delete(`${PROVIDERS}/${response.body.data.id}`)
})

test('a bank that refuses: 422 Payment provider not connected, without a secret in the text', async () => {
  const response = await app.live.post(PROVIDERS, providerBody(psp, { client_secret: 'wrong-secret' }))
  assertError(response, 422, 'Payment provider not connected')
  assert.ok(!response.text.includes('wrong-secret'))
  psp.trouble('POST /oauth/token', 500, 500)
  assertError(await app.live.post(PROVIDERS, providerBody(psp)), 422, 'Payment provider not connected')
})

test("another team's provider is not found", async () => {
  const [own] = await listed()
  for (const id of [own.id, 'x', '00000000-0000-7000-8000-000000000000'])
    assertError(await app.test.delete(`${PROVIDERS}/${id}`), 404, 'Payment provider not found')
})

test('in production a live recharge without a bank is 503 and names who connects one', async () => {
  const real = await startApp({ settings: { NODE_ENV: 'production' } })
  for (const body of [pix('100.00'), boleto('100.00')]) {
    const response = await real.live.post(RECHARGE, body)
    assertError(response, 503, 'Service unavailable')
    assert.match(response.body.message, /the operator of the service has to connect the bank of the wallet/)
  }
  assert.equal((await real.test.post(RECHARGE, pix('100.00'))).status, 201, 'the sandbox works all the same')
  assertError(
    await real.live.post(PROVIDERS, { provider: 'simulated' }),
    400,
    'Invalid request parameters',
    'provider',
  )
})
