// A key that may look after webhooks, but not read everything, learns nothing by moving one to a server of its own and
// having sent there what was kept for others.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Agency, assertError, newAgency, untilSettled } from '../support/agency.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { newInvoice } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'
import { whileHeld } from '../support/while-held.ts'

const HOOKS = '/api/v1/webhooks'
const EVER = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', statuses: ['delivered'] }
const app = await startApp()
const receiver = await startReceiver()
after(() => receiver.close())

const settled = ({ id }: Agency) => untilSettled(app, id, 'test')
const sentTo = (url: string) => receiver.requests.filter(({ path }) => url.endsWith(path)).length

/** Reads invoices and looks after webhooks. The event of its making is one that it may not read. */
async function narrowKey({ test: client }: Agency) {
  const permissions = ['webhooks.read', 'webhooks.write', 'invoices.read']
  const { secret } = (await client.post('/api/v1/api-keys', { name: 'x', permissions })).body.data
  return makeClient(app.url, secret)
}

async function newHook(client: Agency['test'], url: string, events: string[]): Promise<string> {
  const answer = await client.post(HOOKS, { url, events })
  assert.equal(answer.status, 201, answer.text)
  return `${HOOKS}/${answer.body.data.id}`
}

function assertNeeds(answer: Reply, permission: string): void {
  assertError(answer, 403, 'Forbidden')
  assert.match(answer.body.message, new RegExp(`needs the permission ${permission.replace('.', '\\.')},`))
}

test('a key that may not read stored events cannot move the webhook to its own server', async () => {
  const agency = await newAgency(app)
  const [theirs, mine] = [`${receiver.url}/${agency.id}/theirs`, `${receiver.url}/${agency.id}/mine`]
  const hook = await newHook(agency.test, theirs, ['*'])
  const narrow = await narrowKey(agency)
  await settled(agency)
  assert.equal(sentTo(theirs), 1)
  const narrowed = { events: ['invoice.created'] }

  assertNeeds(await narrow.put(hook, { url: mine, ...narrowed }), 'bookings.read')
  assert.equal(
    (await narrow.put(hook, narrowed)).status,
    200,
    'fewer events at the same address disclose nothing',
  )
  for (const change of [{ url: mine }, { url: mine, ...narrowed }])
    assertNeeds(await narrow.put(hook, change), 'keys.read')
  assert.equal((await narrow.put(hook, { url: theirs, ...narrowed })).status, 200, 'where it is already')

  assert.equal((await agency.test.put(hook, { url: mine })).status, 200)
  const [kept] = (await narrow.get(`${hook}/deliveries`)).body.data
  assertNeeds(await narrow.post(`${hook}/deliveries/${kept.id}/replay`), 'keys.read')
  assertNeeds(await narrow.post(`${hook}/replay`, EVER), 'keys.read')
  await settled(agency)
  assert.deepEqual([sentTo(mine), (await narrow.get(`${hook}/deliveries`)).body.pagination.total], [0, 1])
  assert.equal((await agency.test.post(`${hook}/replay`, EVER)).body.data.replayed, 1)
})

test("rotating a webhook's secret requires read permission for all its events", async () => {
  const agency = await newAgency(app)
  const narrow = await narrowKey(agency)
  const hook = await newHook(agency.test, `${receiver.url}/${agency.id}/all`, ['*'])
  const own = await newHook(narrow, `${receiver.url}/${agency.id}/own`, ['invoice.created'])
  assertNeeds(await narrow.post(`${hook}/rotate-secret`), 'bookings.read')
  assert.equal((await narrow.post(`${own}/rotate-secret`)).status, 200)
  assert.equal((await agency.test.post(`${hook}/rotate-secret`)).status, 200)
})

test('a key can move and resend what it can read', async () => {
  const agency = await newAgency(app)
  const narrow = await narrowKey(agency)
  const [here, there] = [`${receiver.url}/${agency.id}/here`, `${receiver.url}/${agency.id}/there`]
  const hook = await newHook(narrow, here, ['invoice.created'])
  await newInvoice(agency.test)
  await settled(agency)
  assert.equal((await narrow.put(hook, { url: there, events: ['invoice.paid'] })).status, 200)
  const [kept] = (await narrow.get(`${hook}/deliveries`)).body.data
  assert.equal((await narrow.post(`${hook}/replay`, EVER)).body.data.replayed, 1)
  assert.equal((await narrow.post(`${hook}/deliveries/${kept.id}/replay`)).status, 201)
  await settled(agency)
  assert.deepEqual([sentTo(here), sentTo(there)], [1, 2])
})

test('a key cannot move a webhook that gets more events at the same moment', async () => {
  const agency = await newAgency(app)
  const narrow = await narrowKey(agency)
  const hook = await newHook(narrow, `${receiver.url}/${agency.id}/a`, ['invoice.created'])
  const moved = await whileHeld(
    app,
    (tx) => tx.query("update webhooks set events = '{*}' where team_id = $1", [agency.id]),
    () => narrow.put(hook, { url: `${receiver.url}/${agency.id}/b`, events: ['invoice.created'] }),
  )
  assertNeeds(moved, 'bookings.read')
})
