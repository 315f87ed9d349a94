// Every writing operation, from the table: responses are as declared, with a key the work runs once and both
// responses have the same bytes, and unknown fields are reported as warnings.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isChange, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { sdkOperations } from '../../../scripts/sdk/operations.ts'
import type { Embarque } from '../../../sdk/src/client.ts'
import { verifyWebhook } from '../../../sdk/src/webhooks/verify-webhook.ts'
import { issuesOf } from '../../../test/support/agency.ts'
import { bodyFault } from '../../../test/support/check-responses.ts'
import type { Reply } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { samplePng } from '../../../test/support/samples/sample-picture.ts'
import {
  givenFor,
  methodOf,
  sdkChanges,
  sdkClients,
  sdkReads,
} from '../../../test/support/samples/sdk-calls.ts'
import { sendSample } from '../../../test/support/samples/send-sample.ts'
import { type Call, writeSamples } from '../../../test/support/samples/write-samples.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { responsesOf } from './responses.ts'

// The receiver is registered first, so that it closes even if the service fails to stop.
const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()

const samples = Object.entries(writeSamples(app, receiver))
const operations = new Map(Object.entries<Operation>(OPERATIONS))

test('every operation that changes something has a sample', () => {
  const changes = [...operations].filter(([, operation]) => isChange(operation)).map(([id]) => id)
  assert.deepEqual(samples.map(([id]) => id).toSorted(), changes.toSorted())
  for (const [id, ways] of samples) assert.ok(Object.keys(ways).length > 0, id)
})

for (const [id, ways] of samples) {
  for (const [way, makeCall] of Object.entries(ways)) {
    test(`${id}, ${way}: the same shape with a key as without, and the same bytes when replayed`, async () => {
      const operation = operations.get(id)
      assert.ok(operation)
      const plain = await sendSample(app, operation, strange(await makeCall()))
      assertPromised(operation, plain)

      const call = strange(await makeCall())
      const key = { 'idempotency-key': `${id} ${way}`.replaceAll(' ', '-') }
      const first = await sendSample(app, operation, call, key)
      assertPromised(operation, first)
      assert.deepEqual(shapeOf(first.body), shapeOf(plain.body))
      assert.equal(first.headers['idempotent-replayed'], undefined)

      const second = await sendSample(app, operation, call, key)
      assert.deepEqual([second.status, second.text], [first.status, first.text])
      assert.equal(second.headers['idempotent-replayed'], 'true')
    })
  }
}

test('the SDK calls every operation that a key can call, and gets the declared result', async () => {
  const clients = sdkClients(app)
  // Earlier subscriptions must not receive the events that follow.
  await app.asOwner('update webhooks set active = false')
  const called = new Set<string>()
  const call = async (client: Embarque, id: string, given: unknown[]) => {
    const result = await methodOf(client, id)(...given)
    assert.notEqual(result, undefined, id)
    called.add(id)
  }
  for (const [id, operation, sample] of sdkChanges(writeSamples(app, receiver))) {
    await call(operation.liveModeOnly ? clients.live : clients.test, id, givenFor(operation, await sample()))
  }
  // The readers of the logo need one, and the previous change removed it.
  await clients.live.team.setLogo(samplePng(40, 20), { headers: { 'content-type': 'image/png' } })
  const reads = (await sdkReads(app, clients)).filter(([id]) => id !== 'events.stream')
  await Promise.all(reads.map(([id, given]) => call(clients.test, id, given)))
  for await (const event of clients.test.events.stream({ last_event_id: 0 })) {
    assert.match(event.id, /^evt_/)
    called.add('events.stream')
    break
  }
  assert.deepEqual(
    [...called].toSorted(),
    sdkOperations()
      .map(({ id }) => id)
      .toSorted(),
  )
})

test("the SDK verifies the service's deliveries, and knows their type", async () => {
  const { test } = sdkClients(app)
  const url = `${receiver.url}/sdk`
  const { id, secret } = await test.webhooks.create({ url, events: ['wallet.credit'] })
  await test.events.emitSample({ type: 'wallet.credit' })
  const delivered = await eventually('the delivery arrives', () =>
    receiver.requests.find(({ path, body }) => path === '/sdk' && body.includes('wallet.credit')),
  )
  const event = await verifyWebhook(delivered.body, delivered.headers, secret)
  assert.ok(event.type === 'wallet.credit')
  assert.match(event.data.object.balance, /^\d+\.\d\d$/)
  assert.equal(event.webhook_id, id)
  const rotated = await test.webhooks.rotateSecret(id)
  await assert.rejects(verifyWebhook(delivered.body, delivered.headers, rotated.secret), {
    reason: 'bad_signature',
  })
  await verifyWebhook(delivered.body, delivered.headers, [rotated.secret, secret])
})

/** A top-level field that no operation knows. */
const STRANGE = 'zzz_nobody_knows'
const strange = ({ params = {}, body = {}, ...rest }: Call): Call => ({
  params,
  ...(rest.file === undefined ? { body: { ...body, [STRANGE]: 1 } } : rest),
})
const UNKNOWN_FIELD = { field: STRANGE, issue: 'is not a known field and was left out' }

function assertPromised(operation: Operation, reply: Reply): void {
  const { status = 200 } = operation
  assert.equal(reply.status, status, reply.text)
  const promised: { properties?: { warnings?: object } } = responsesOf(operation)[status] ?? assert.fail()
  assert.ok(promised.properties?.warnings, 'warnings are documented')
  assert.equal(bodyFault(promised, reply.body), undefined, reply.text)
  if (operation.takes === undefined) assert.deepEqual(issuesOf(reply.body.warnings).at(-1), UNKNOWN_FIELD)
}

/** The names and types in a response; a list has the shape of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}
