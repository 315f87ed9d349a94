// `npm run demo -- --year`: two runs make the same agency, and what its API adds up agrees with its lists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCnpj, isCpf } from '../../contract/tax-ids.ts'
import { createApiKey } from '../../server/features/teams/api-keys.ts'
import { OPERATOR } from '../../server/features/teams/caller.ts'
import { scopeOf } from '../../server/features/world.ts'
import { type Client, makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { serviceUrl } from '../support/database.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const app = await startApp()
const here = {
  DATABASE_URL: serviceUrl(app.databaseUrl),
  DATABASE_OWNER_URL: app.databaseUrl,
  SECRET_KEY,
  EMBARQUE_URL: app.url,
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** A test key of each sample agency, in order of creation. */
async function agencies(): Promise<Client[]> {
  const { world } = app.service
  const teams = await app.asOwner(`select id from teams where name = 'Horizonte Viagens' order by created_at`)
  return Promise.all(
    teams.map(async (team) => {
      const scope = await scopeOf(world, { teamId: (team as Data).id, mode: 'test' })
      const { secret } = await createApiKey(world, scope, { name: 'reads' }, OPERATOR)
      return makeClient(app.url, secret)
    }),
  )
}

async function all(client: Client, path: string): Promise<Data[]> {
  const { status, body, text } = await client.get(`${path}?limit=100`)
  assert.equal(status, 200, text)
  assert.equal(body.data.length, body.pagination.total, `${path} is on one page`)
  return body.data
}

const FACTS = {
  '/api/v1/clients': ['full_name', 'cpf', 'cnpj', 'email'],
  '/api/v1/trips': ['number', 'title', 'status', 'starts_on', 'money'],
  '/api/v1/quotes': ['number', 'status', 'is_expired', 'total'],
  '/api/v1/bookings': ['status', 'client_amount'],
  '/api/v1/invoices': [
    'number',
    'status',
    'payment_status',
    'due_date',
    'total',
    'amount_paid',
    'amount_due',
  ],
  '/api/v1/credit-notes': ['number', 'amount', 'excess'],
  '/api/v1/recurring-invoices': ['name', 'status', 'total', 'invoices_generated'],
  '/api/v1/mandates': ['status', 'amount', 'starts_on'],
  '/api/v1/wallet/recharges': ['status', 'amount'],
} as const

async function factsOf(client: Client): Promise<Data> {
  const facts: Data = {}
  for (const [path, names] of Object.entries(FACTS))
    facts[path] = (await all(client, path)).map((one) => names.map((name) => one[name]))
  return facts
}

test('two runs create the same clients, trips, invoices, amounts and states', async () => {
  const run = async (lang: string) => {
    const { code, out, err } = await embarque(['demo', '--year', '--months', '2', '--lang', lang], here)
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    return out
  }
  assert.match(await run('en'), /[A-Z][a-z]+ \d{4} .*trips[\s\S]*helena@horizonte\.example/)
  assert.match(await run('pt'), /viagens[\s\S]*helena@horizonte2\.example/)
  const [first, second] = await agencies()
  assert.deepEqual(await factsOf(second!), await factsOf(first!))
})

test('its sums agree, its tax ids are valid, and its webhooks were delivered', async () => {
  const [client] = await agencies()
  const invoices = await all(client!, '/api/v1/invoices')
  const open = invoices.filter(({ status, amount_due }) => status === 'sent' && amount_due > 0)
  const receivables = (await client!.get('/api/v1/reports/receivables')).body.data
  const cents = (amounts: number[]) => Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)
  assert.equal(cents([receivables.amount]), cents(open.map(({ amount_due }) => amount_due)))
  assert.ok(invoices.some(({ payment_status }) => payment_status === 'paid'))
  const quotes = await all(client!, '/api/v1/quotes')
  assert.ok(quotes.some(({ status, is_expired }) => status === 'sent' && !is_expired))
  for (const { id, money } of await all(client!, '/api/v1/trips')) {
    const { items } = (await client!.get(`/api/v1/trips/${id}`)).body.data
    assert.equal(cents([money.price]), cents(items.map((item: Data) => item.money.price)))
  }
  for (const { client_type, cpf, cnpj, full_name } of await all(client!, '/api/v1/clients'))
    assert.ok(client_type === 'company' ? isCnpj(cnpj ?? '') : isCpf(cpf ?? ''), full_name)
  const statuses = new Set<string>()
  for (const { id } of (await client!.get('/api/v1/webhooks')).body.data) {
    const { body } = await client!.get(`/api/v1/webhooks/${id}/deliveries?limit=100`)
    for (const { status } of body.data) statuses.add(status)
  }
  assert.ok(statuses.has('delivered'), [...statuses].join())
})

test('invalid months are refused', async () => {
  const { code, err } = await embarque(['demo', '--year', '--months', '13'], here)
  assert.deepEqual([code, err], [2, '--months must be a whole number from 1 to 12, not "13"\n'])
})
