// The contract's utility endpoints: /api/v1/health and those beside it for balancers, /api/v1/me, and the documentation
// of the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { projectFile } from '../../../test/house/project-files.ts'
import { makeClient } from '../../../test/support/client.ts'
import { makeDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { LIVE_KEY, startApp } from '../../../test/support/start-app.ts'
import { VERSION } from '../../kernel/process/project.ts'

const app = await startApp({ settings: { METRICS_PORT: '0' } })

test('GET /api/v1/health needs no key and returns status, version, time and checks', async () => {
  const { status, body } = await app.anybody.get('/api/v1/health')
  assert.equal(status, 200)
  const { time, ...rest } = body
  assert.deepEqual(rest, { status: 'ok', version: VERSION, checks: { database: 'ok', jobs: 'ok' } })
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('GET /health/live and /health/ready need no key, and agree for a healthy service', async () => {
  for (const [path, wanted] of Object.entries({ '/health/live': 'ok', '/health/ready': 'ready' })) {
    const { status, body, headers } = await app.anybody.get(path)
    assert.deepEqual([status, body.status, body.version], [200, wanted, VERSION], path)
    assert.deepEqual(Object.keys(body), ['status', 'version', 'time'])
    assert.notEqual(headers.connection, 'close')
    assert.equal((await app.test.get(path)).body._meta.test_mode, true)
  }
})

test('GET /api/v1/health has _meta with a test key, without looking the key up', async () => {
  const strange = makeClient(app.url, `sk_test_${'x'.repeat(40)}`)
  for (const client of [app.test, strange])
    assert.equal((await client.get('/api/v1/health')).body._meta.test_mode, true)
  for (const client of [app.live, app.anybody, makeClient(app.url, 'sk_test_short')])
    assert.equal('_meta' in (await client.get('/api/v1/health')).body, false)
})

test('GET /api/v1/health is 503 while the database is unavailable, as is everything that needs it', async () => {
  const database = await makeDatabase()
  const lonely = await startApp({ databaseUrl: database.url, settings: { ROLE: 'api' } })
  await lonely.live.get('/api/v1/me')
  await database.drop()
  const down = await eventually('health reports the database as unavailable', async () => {
    const response = await lonely.test.get('/api/v1/health')
    return response.status === 503 && response
  })
  assert.deepEqual(down.body.checks, { database: 'down', jobs: 'unknown' })
  assert.equal(down.body.status, 'unavailable')
  assert.equal(down.body._meta.test_mode, true)
  const [live, ready] = [await lonely.anybody.get('/health/live'), await lonely.anybody.get('/health/ready')]
  assert.deepEqual(
    [live.status, live.body.status],
    [200, 'ok'],
    'a new start would not bring the database back',
  )
  assert.deepEqual([ready.status, ready.body.status], [503, 'unavailable'])
  const response = await lonely.live.get('/api/v1/api-keys')
  assert.equal(response.status, 503)
  assert.equal(response.body.error, 'Service unavailable')
  assert.ok(Number(response.headers['retry-after']) > 0)
})

test('GET /api/v1/health is degraded if no process runs jobs', async () => {
  const api = await startApp({ settings: { ROLE: 'api' } })
  const { status, body } = await api.anybody.get('/api/v1/health')
  assert.equal(status, 200)
  assert.equal(body.status, 'degraded')
  assert.equal(body.checks.jobs, 'stalled')
})

test("GET /api/v1/me returns the caller's team, mode, pricing and key", async () => {
  const { status, body } = await app.live.get('/api/v1/me')
  assert.equal(status, 200)
  assert.match(body.data.id, /^team_[0-9a-z]{26}$/)
  assert.match(body.data.key.id, /^key_[0-9a-z]{26}$/)
  assert.deepEqual(body, {
    success: true,
    data: {
      id: body.data.id,
      name: 'Demo Agency',
      email: 'demo@example.com',
      time_zone: 'America/Sao_Paulo',
      currency: 'BRL',
      mode: 'live',
      pricing: { markup_percent: 10, fee_amount: '35.00' },
      late_payment: { fine_percent: 0, interest_percent: 0 },
      key: { id: body.data.key.id, name: 'First live key', last_four: LIVE_KEY.slice(-4) },
      permissions: [...PERMISSIONS],
    },
  })
})

test('GET /api/v1/me has a change of the team at once', async () => {
  const { createTeam } = await import('../../features/teams/teams.ts')
  const { world } = app.service
  const terms = {
    name: 'Céu',
    email: 'ceu@example.com',
    timeZone: 'America/Manaus',
    markupPercent: '7.25',
    feeAmount: '0.5',
  }
  const { team, secrets } = await createTeam(world, terms)
  const client = makeClient(app.url, secrets.live)
  const before = (await client.get('/api/v1/me')).body.data
  assert.deepEqual(before.pricing, { markup_percent: 7.25, fee_amount: '0.50' })
  assert.equal(before.time_zone, 'America/Manaus')
  await world.pool.query(`update teams set name = 'Mar' where id = $1`, [team.id])
  await eventually(
    'the new name is returned',
    async () => (await client.get('/api/v1/me')).body.data.name === 'Mar',
  )
})

function operationAt(route: string): Operation {
  const all = Object.values<Operation>(OPERATIONS)
  const written = ({ method, path }: Operation) =>
    `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
  return all.find((operation) => written(operation) === route) ?? assert.fail(route)
}

test('/openapi.json describes every route of the API in OpenAPI 3.1', async () => {
  const { status, body } = await app.anybody.get('/openapi.json')
  assert.equal(status, 200)
  assert.match(body.openapi, /^3\.1\./)
  const routes = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  assert.deepEqual(routes.sort(), [
    'delete /api/v1/api-keys/{id}',
    'delete /api/v1/bookings/{id}',
    'delete /api/v1/bookings/{id}/notes/{note_id}',
    'delete /api/v1/clients/{id}',
    'delete /api/v1/clients/{id}/companions/{companion_id}',
    'delete /api/v1/clients/{id}/notes/{note_id}',
    'delete /api/v1/invitations/{id}',
    'delete /api/v1/invoices/{id}',
    'delete /api/v1/invoices/{id}/payments/{payment_id}',
    'delete /api/v1/payment-providers/{id}',
    'delete /api/v1/people/{id}',
    'delete /api/v1/profile/identities/{id}',
    'delete /api/v1/profile/passkeys/{id}',
    'delete /api/v1/profile/teams/{id}',
    'delete /api/v1/profile/totp',
    'delete /api/v1/quotes/{id}',
    'delete /api/v1/recurring-invoices/{id}',
    'delete /api/v1/sessions',
    'delete /api/v1/sessions/current',
    'delete /api/v1/sessions/{id}',
    'delete /api/v1/team/logo',
    'delete /api/v1/trips/{id}',
    'delete /api/v1/trips/{id}/items/{item_id}',
    'delete /api/v1/trips/{id}/items/{item_id}/files/{file_id}',
    'delete /api/v1/trips/{id}/notes/{note_id}',
    'delete /api/v1/trips/{id}/page',
    'delete /api/v1/wallet/recharge/{id}',
    'delete /api/v1/warnings/{id}/mark',
    'delete /api/v1/webhooks/{id}',
    'get /api/v1/airlines',
    'get /api/v1/api-keys',
    'get /api/v1/audit',
    'get /api/v1/bookings',
    'get /api/v1/bookings.csv',
    'get /api/v1/bookings/{id}',
    'get /api/v1/bookings/{id}/notes',
    'get /api/v1/bookings/{id}/receipt.pdf',
    'get /api/v1/bookings/{id}/timeline',
    'get /api/v1/clients',
    'get /api/v1/clients/duplicates',
    'get /api/v1/clients/{id}',
    'get /api/v1/clients/{id}/balance',
    'get /api/v1/clients/{id}/billable-items',
    'get /api/v1/clients/{id}/companions',
    'get /api/v1/clients/{id}/companions/{companion_id}',
    'get /api/v1/clients/{id}/credit',
    'get /api/v1/clients/{id}/notes',
    'get /api/v1/clients/{id}/statement',
    'get /api/v1/clients/{id}/statement.csv',
    'get /api/v1/clients/{id}/statement.pdf',
    'get /api/v1/clients/{id}/travellers',
    'get /api/v1/credit-notes',
    'get /api/v1/credit-notes/{id}',
    'get /api/v1/disputes',
    'get /api/v1/disputes/{id}',
    'get /api/v1/erasures',
    'get /api/v1/events',
    'get /api/v1/events/{id}',
    'get /api/v1/health',
    'get /api/v1/installation/health',
    'get /api/v1/installation/held-payments',
    'get /api/v1/installation/teams',
    'get /api/v1/installation/work',
    'get /api/v1/invitations',
    'get /api/v1/invoices',
    'get /api/v1/invoices.csv',
    'get /api/v1/invoices/{id}',
    'get /api/v1/invoices/{id}/refunds',
    'get /api/v1/mails',
    'get /api/v1/mails/{id}',
    'get /api/v1/mails/{id}.html',
    'get /api/v1/mandates',
    'get /api/v1/mandates/{id}',
    'get /api/v1/me',
    'get /api/v1/messages',
    'get /api/v1/offers/{id}',
    'get /api/v1/payment-providers',
    'get /api/v1/people',
    'get /api/v1/places',
    'get /api/v1/profile',
    'get /api/v1/profile/factors',
    'get /api/v1/profile/identities',
    'get /api/v1/profile/passkeys',
    'get /api/v1/quotes',
    'get /api/v1/quotes/{id}',
    'get /api/v1/readiness',
    'get /api/v1/receipts',
    'get /api/v1/recurring-invoices',
    'get /api/v1/recurring-invoices/{id}',
    'get /api/v1/recurring-invoices/{id}/preview',
    'get /api/v1/reports/deadlines',
    'get /api/v1/reports/departures',
    'get /api/v1/reports/receivables',
    'get /api/v1/reports/sales',
    'get /api/v1/reports/sales.csv',
    'get /api/v1/roles',
    'get /api/v1/search',
    'get /api/v1/sessions',
    'get /api/v1/setup',
    'get /api/v1/sign-in',
    'get /api/v1/stream',
    'get /api/v1/team',
    'get /api/v1/team/logo',
    'get /api/v1/team/preview',
    'get /api/v1/team/pricing',
    'get /api/v1/test/clock',
    'get /api/v1/test/wallet',
    'get /api/v1/trips',
    'get /api/v1/trips/{id}',
    'get /api/v1/trips/{id}/items/{item_id}',
    'get /api/v1/trips/{id}/items/{item_id}/files/{file_id}',
    'get /api/v1/trips/{id}/items/{item_id}/voucher.pdf',
    'get /api/v1/trips/{id}/itinerary.pdf',
    'get /api/v1/trips/{id}/notes',
    'get /api/v1/wallet/balance',
    'get /api/v1/wallet/proof',
    'get /api/v1/wallet/recharge/{id}',
    'get /api/v1/wallet/recharges',
    'get /api/v1/wallet/reconciliation',
    'get /api/v1/wallet/statement',
    'get /api/v1/wallet/transactions',
    'get /api/v1/wallet/transactions.csv',
    'get /api/v1/warnings',
    'get /api/v1/webhooks',
    'get /api/v1/webhooks/{id}',
    'get /api/v1/webhooks/{id}/deliveries',
    'get /api/v1/webhooks/{id}/deliveries/{delivery_id}',
    'get /health/live',
    'get /health/ready',
    'patch /api/v1/bookings/{id}/notes/{note_id}',
    'patch /api/v1/clients/{id}',
    'patch /api/v1/clients/{id}/companions/{companion_id}',
    'patch /api/v1/clients/{id}/notes/{note_id}',
    'patch /api/v1/credit-notes/{id}',
    'patch /api/v1/disputes/{id}',
    'patch /api/v1/invoices/{id}',
    'patch /api/v1/payment-providers/{id}',
    'patch /api/v1/people/{id}',
    'patch /api/v1/profile',
    'patch /api/v1/profile/passkeys/{id}',
    'patch /api/v1/quotes/{id}',
    'patch /api/v1/recurring-invoices/{id}',
    'patch /api/v1/team',
    'patch /api/v1/trips/{id}',
    'patch /api/v1/trips/{id}/items/{item_id}',
    'patch /api/v1/trips/{id}/notes/{note_id}',
    'post /api/v1/api-keys',
    'post /api/v1/bookings',
    'post /api/v1/bookings/{id}/changes/{change_id}/accept',
    'post /api/v1/bookings/{id}/invoice',
    'post /api/v1/bookings/{id}/notes',
    'post /api/v1/bookings/{id}/send',
    'post /api/v1/clients',
    'post /api/v1/clients/{id}/companions',
    'post /api/v1/clients/{id}/merge',
    'post /api/v1/clients/{id}/notes',
    'post /api/v1/clients/{id}/unmerge',
    'post /api/v1/credit-notes',
    'post /api/v1/credit-notes/preview',
    'post /api/v1/credit-notes/{id}/send',
    'post /api/v1/flights/search',
    'post /api/v1/flights/segments',
    'post /api/v1/installation/held-payments/{id}/accept',
    'post /api/v1/installation/held-payments/{id}/refuse',
    'post /api/v1/installation/work/{id}/retry',
    'post /api/v1/invitations',
    'post /api/v1/invitations/accept',
    'post /api/v1/invitations/identify',
    'post /api/v1/invitations/show',
    'post /api/v1/invitations/{id}/resend',
    'post /api/v1/invoices',
    'post /api/v1/invoices/preview',
    'post /api/v1/invoices/{id}/credit',
    'post /api/v1/invoices/{id}/overpayment-credit',
    'post /api/v1/invoices/{id}/payments',
    'post /api/v1/invoices/{id}/refunds',
    'post /api/v1/invoices/{id}/send',
    'post /api/v1/mandates/{id}/cancel',
    'post /api/v1/password-resets',
    'post /api/v1/password-resets/complete',
    'post /api/v1/payment-providers',
    'post /api/v1/payment-providers/{id}/test',
    'post /api/v1/profile/email',
    'post /api/v1/profile/email/confirm',
    'post /api/v1/profile/passkeys',
    'post /api/v1/profile/passkeys/options',
    'post /api/v1/profile/recovery-codes',
    'post /api/v1/profile/teams',
    'post /api/v1/profile/totp',
    'post /api/v1/profile/totp/confirm',
    'post /api/v1/quotes',
    'post /api/v1/quotes/{id}/invoice',
    'post /api/v1/quotes/{id}/send',
    'post /api/v1/quotes/{id}/trip',
    'post /api/v1/readiness/mail',
    'post /api/v1/readiness/message',
    'post /api/v1/receipts/confirm',
    'post /api/v1/recurring-invoices',
    'post /api/v1/sessions',
    'post /api/v1/sessions/passkey',
    'post /api/v1/sessions/passkey/options',
    'post /api/v1/sessions/proof',
    'post /api/v1/sessions/proof/options',
    'post /api/v1/sessions/second-factor',
    'post /api/v1/sessions/second-factor/options',
    'post /api/v1/setup',
    'post /api/v1/team/pricing/preview',
    'post /api/v1/test/charges/{id}/card',
    'post /api/v1/test/charges/{id}/fail',
    'post /api/v1/test/charges/{id}/pay',
    'post /api/v1/test/charges/{id}/return',
    'post /api/v1/test/clock/advance',
    'post /api/v1/test/events',
    'post /api/v1/test/mandates/{id}/accept',
    'post /api/v1/test/mandates/{id}/cancel',
    'post /api/v1/test/mandates/{id}/refuse',
    'post /api/v1/test/mandates/{id}/refuse-debit',
    'post /api/v1/test/wallet',
    'post /api/v1/trips',
    'post /api/v1/trips/{id}/bookings',
    'post /api/v1/trips/{id}/duplicate',
    'post /api/v1/trips/{id}/items',
    'post /api/v1/trips/{id}/items/{item_id}/files',
    'post /api/v1/trips/{id}/merge',
    'post /api/v1/trips/{id}/notes',
    'post /api/v1/trips/{id}/page',
    'post /api/v1/trips/{id}/send',
    'post /api/v1/wallet/recharge',
    'post /api/v1/warnings/{id}/dismiss',
    'post /api/v1/warnings/{id}/done',
    'post /api/v1/webhooks',
    'post /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay',
    'post /api/v1/webhooks/{id}/replay',
    'post /api/v1/webhooks/{id}/rotate-secret',
    'post /api/v1/webhooks/{id}/test',
    'put /api/v1/bookings/{id}/confirm',
    'put /api/v1/bookings/{id}/tags',
    'put /api/v1/clients/{id}/tags',
    'put /api/v1/team/logo',
    'put /api/v1/team/pricing',
    'put /api/v1/trips/{id}/tags',
    'put /api/v1/wallet/proof/mail',
    'put /api/v1/webhooks/{id}',
  ])
  for (const [path, methods] of Object.entries<Record<string, { summary?: string; responses: object }>>(
    body.paths,
  )) {
    for (const [method, { summary, responses }] of Object.entries(methods)) {
      assert.ok(summary, `${method} ${path} has a summary`)
      const { access } = operationAt(`${method} ${path}`)
      if (access !== 'open') assert.ok('429' in responses, `${method} ${path}`)
      if (access !== 'open' && access !== 'limited') assert.ok('401' in responses, `${method} ${path}`)
    }
  }
})

test('/openapi.json describes what the schemas leave to the code', async () => {
  const { text, body } = await app.anybody.get('/openapi.json')
  assert.doesNotMatch(text, /"(?:x-described|x-optional|x-alias|x-not-null|~\w+)"/, 'nothing of the inside')
  const { schemas, responses, parameters: shared } = body.components
  const create = body.paths['/api/v1/webhooks'].post
  assert.deepEqual(
    create.parameters.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)),
    ['EmbarqueVersion', 'IdempotencyKey'],
  )
  assert.equal(shared.IdempotencyKey.name, 'Idempotency-Key')
  const [id, ...others] = body.paths['/api/v1/bookings/{id}/confirm'].put.parameters
  assert.deepEqual([id.name, id.example], ['id', `ord_${'0'.repeat(26)}`])
  assert.deepEqual(
    others.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)),
    ['EmbarqueVersion', 'IdempotencyKey', 'Prefer'],
  )
  assert.equal(
    create.requestBody.content['application/json'].schema.$ref,
    '#/components/schemas/WebhookInput',
  )
  assert.deepEqual(schemas.WebhookInput.required, ['url', 'events'])
  assert.equal(schemas.WebhookInput.properties.url.type, 'string')
  const refusal = responses[create.responses['422'].$ref.split('/').at(-1)]
  const [any, own] = refusal.content['application/json'].schema.allOf
  assert.equal(any.$ref, '#/components/schemas/ApiError')
  assert.ok(own.properties.code.enum.includes('url_not_reachable'))
  assert.ok(schemas.ApiError.properties.request_id)
  assert.equal(body.paths['/api/v1/webhooks/{id}/test'].post.requestBody.required, false)
  for (const methods of Object.values<
    Record<string, { parameters?: { $ref?: string; name: string; description?: string }[] }>
  >(body.paths)) {
    for (const { parameters = [] } of Object.values(methods)) {
      for (const { $ref, name, description } of parameters)
        assert.ok($ref ?? description, `${name} is described`)
    }
  }
})

/** The Prometheus queries of alerts and dashboard. */
function questions(): string[] {
  const [alerts, dashboard] = [
    projectFile('deploy/prometheus-alerts.yaml'),
    projectFile('deploy/grafana-dashboard.json'),
  ]
  const rules: { expr: string }[] = parse(alerts).groups.flatMap(({ rules = [] }) => rules)
  const panels: { targets?: { expr: string }[] }[] = JSON.parse(dashboard).panels
  return [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
}

test('alerts and dashboard use existing metrics and labels', async () => {
  const { text } = await makeClient(`http://127.0.0.1:${app.service.metricsPort}`).get('/metrics')
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
  const labels = new Set([
    'job',
    'instance',
    'method',
    'route',
    'status',
    'kind',
    'outcome',
    'why',
    'purpose',
    'of',
    'le',
  ])
  const asked = questions()
  assert.ok(asked.length > 20)
  for (const expr of asked) {
    const names = [...expr.matchAll(/\b(?:embarque|nodejs|process)_\w+/g)].map(([name]) => name)
    assert.ok(names.length > 0 || /\bup\{/.test(expr), expr)
    for (const name of names) {
      const [whole] = name.split(/_(?:bucket|sum|count)$/)
      assert.ok(types.has(name) || types.get(whole) === 'histogram', `there is no ${name}`)
    }
    for (const [, name = ''] of expr.matchAll(/(?:rate|increase)\((\w+)/g))
      assert.match(types.get(name) ?? 'histogram', /^(?:counter|histogram)$/, `${name} only counts up`)
    for (const [, label = ''] of expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|!~|=)/g))
      assert.ok(labels.has(label), label)
    for (const [, by = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of by.split(', ')) assert.ok(labels.has(label), label)
  }
})

test('/metrics is served on its own port only', async () => {
  await app.live.get('/api/v1/me')
  const metrics = await makeClient(`http://127.0.0.1:${app.service.metricsPort}`).get('/metrics')
  assert.equal(metrics.status, 200)
  assert.match(
    metrics.text,
    /embarque_http_requests_total\{method="GET",route="\/api\/v1\/me",status="200"\} [1-9]/,
  )
  assert.match(metrics.text, /process_resident_memory_bytes/)
  assert.equal((await app.live.get('/metrics')).status, 404)
})
