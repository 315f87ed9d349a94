// The life of deliveries on a test clock: signed, retried by the table, counted, deactivated, resumed, replayed.
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { deleteExpired } from '../../server/app/worker/maintenance.ts'
import { createTeam } from '../../server/features/teams/teams.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { untilSettled } from '../support/agency.ts'
import { makeClient, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../support/fakes/certificate.ts'
import { type Receiver, startReceiver } from '../support/fakes/receiver.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'

const app = await startApp({ settings: AT_ONCE })
const { world } = app.service
const HOOKS = '/api/v1/webhooks'
const TYPE = 'wallet.credit'

/** A team of its own with a webhook at a receiver of its own, so that clocks and counts do not meet. */
async function newStage(events = [TYPE]) {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { team, secrets } = await createTeam(world, { name: 'Stage', email: 'agency@example.com' })
  const client = makeClient(app.url, secrets.test)
  const webhook = (await client.post(HOOKS, { url: `${receiver.url}/in`, events })).body.data
  const path = `${HOOKS}/${webhook.id}`
  const emit = async (type = TYPE): Promise<string> =>
    (await client.post('/api/v1/test/events', { type })).body.data.id
  const advance = async (by: string): Promise<Reply> => {
    const reply = await client.post('/api/v1/test/clock/advance', { by })
    assert.equal(reply.body.data?.complete, true, reply.text)
    return reply
  }
  const read = async () => (await client.get(path)).body.data
  const deliveries = async (query = '') => (await client.get(`${path}/deliveries?${query}`)).body.data
  const settled = (count: number) =>
    eventually(`${count} attempts are recorded`, async () => (await read()).total_deliveries >= count)
  return { team, client, receiver, webhook, path, emit, advance, read, deliveries, settled }
}

const failing: Receiver['answer'] = () => ({ status: 500, body: 'broken' })
const healthy: Receiver['answer'] = () => ({ status: 204 })

test('a delivery has headers, body and signature as in the contract', async () => {
  const { team, receiver, webhook, emit, deliveries, client, path, settled } = await newStage()
  const id = await emit()
  const [request] = await receiver.waitFor(1)
  const { headers, body, method } = request!
  assert.equal(method, 'POST')
  assert.equal(headers['content-type'], 'application/json')
  assert.match(headers['user-agent']!, /^Embarque\//)
  assert.equal(headers['x-service-event-id'], id)
  assert.match(String(headers['x-service-timestamp']), /^\d{10}$/)
  const signed = `${headers['x-service-timestamp']}.${body}`
  assert.equal(
    headers['x-service-signature'],
    createHmac('sha256', webhook.secret).update(signed).digest('hex'),
  )
  const standard = createHmac('sha256', Buffer.from(webhook.secret.slice(6), 'base64'))
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  assert.equal(headers['webhook-signature'], `v1,${standard.update(content).digest('base64')}`)
  assert.equal(headers['webhook-id'], id)
  const event = JSON.parse(body)
  assert.deepEqual(Object.keys(event).sort(), [
    'api_version',
    'created_at',
    'data',
    'id',
    'sequence',
    'team_id',
    'type',
    'webhook_id',
  ])
  assert.deepEqual(
    [event.id, event.type, event.api_version, event.team_id, event.webhook_id, event.sequence],
    [id, TYPE, '2026-11-01', team.id, webhook.id, 1],
  )
  await settled(1)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['delivered', 1, null])
  const full = (await client.get(`${path}/deliveries/${delivery.id}`)).body.data
  assert.deepEqual(full.payload, event)
  assert.deepEqual(
    [full.attempt_log.length, full.attempt_log[0].status, full.attempt_log[0].error],
    [1, 200, null],
  )
})

test('attempts are at +0, 300, 2,100, 9,300, 52,500 and 138,900 s, never a minute early', async () => {
  const { receiver, emit, advance, read, deliveries, client, path, settled } = await newStage()
  receiver.answer = failing
  await emit()
  await settled(1)
  const bodies = () => receiver.requests.map(({ body }) => body)
  const waits = [300, 1_800, 7_200, 43_200, 86_400]
  for (const [index, seconds] of waits.entries()) {
    // The clock of the test goes on between its jumps; a minute is left for that.
    await advance(`PT${seconds - 60}S`)
    assert.equal(receiver.requests.length, index + 1, `nothing before ${seconds} s`)
    await advance('PT60S')
    assert.equal(receiver.requests.length, index + 2)
  }
  assert.equal(new Set(bodies()).size, 1, 'the same bytes at every attempt')
  for (const { headers } of receiver.requests) {
    const late = realClock.now().getTime() / 1000 - Number(headers['x-service-timestamp'])
    assert.ok(late >= 0 && late < 60, 'stamped with the real time of sending, whatever the test clock says')
  }
  const [delivery] = await deliveries()
  const log = (await client.get(`${path}/deliveries/${delivery.id}`)).body.data.attempt_log
  const start = new Date(log[0].at).getTime()
  assert.deepEqual(
    log.map(({ at }: { at: string }) => Math.round((new Date(at).getTime() - start) / 1000)),
    [0, 300, 2_100, 9_300, 52_500, 138_900],
  )
  assert.deepEqual(log.at(-1), {
    ...log.at(-1),
    number: 6,
    status: 500,
    error: 'answered 500',
    body: 'broken',
  })
  assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['failed', 6, null])
  const webhook = await read()
  assert.deepEqual([webhook.active, webhook.disabled_at], [false, log.at(-1).at])
  assert.deepEqual([webhook.total_deliveries, webhook.failed_deliveries, webhook.success_rate], [6, 6, 0])
  await advance('P30D')
  assert.equal(receiver.requests.length, 6, 'and then no more')
})

test('deactivation sends one alert e-mail to the agency', async () => {
  const { team, receiver, emit, read } = await newStage()
  receiver.answer = failing
  for (let n = 0; n < 6; n++) await emit()
  await eventually('it is deactivated', async () => !(await read()).active)
  const mail = await eventually('the alert is stored', async () => {
    const { rows } = await world.pool.query(
      'select to_address, subject, text from mails where team_id = $1',
      [team.id],
    )
    return rows.length > 0 && rows
  })
  assert.equal(mail.length, 1)
  assert.equal(mail[0].to_address, 'agency@example.com')
  assert.match(mail[0].subject, /Webhook desativado/)
  assert.match(mail[0].text, new RegExp(receiver.url))
})

test('six consecutive failures across events deactivate; a success in between resets the count', async () => {
  const { receiver, emit, read, settled } = await newStage()
  for (let n = 1; n <= 12; n++) {
    receiver.answer = n % 6 === 0 ? healthy : failing
    await emit()
    await settled(n)
    assert.equal((await read()).active, true, `after ${n}`)
  }
  receiver.answer = failing
  for (let n = 13; n <= 18; n++) {
    assert.equal((await read()).active, true)
    await emit()
    await settled(n)
  }
  const webhook = await read()
  assert.equal(webhook.active, false)
  assert.deepEqual([webhook.total_deliveries, webhook.failed_deliveries], [18, 16])
  assert.equal(webhook.success_rate, 11.1)
})

test('pending deliveries of an inactive webhook are kept and continue when it is reactivated', async () => {
  const { receiver, emit, read, client, path, deliveries, advance } = await newStage()
  receiver.answer = failing
  for (let n = 0; n < 6; n++) await emit()
  await eventually('it is deactivated', async () => !(await read()).active)
  const sent = receiver.requests.length
  await advance('P3D')
  assert.equal(receiver.requests.length, sent, 'nothing is sent to an inactive webhook')
  assert.equal((await deliveries('status=waiting')).length, 6)
  receiver.answer = healthy
  await client.put(path, { active: true })
  await eventually('all six arrive', async () => (await deliveries('status=delivered')).length === 6)
  const webhook = await read()
  assert.equal(webhook.active, true)
  receiver.answer = failing
  for (let n = 0; n < 5; n++) await emit()
  await eventually('five more failures', async () => (await read()).failed_deliveries === 11)
  assert.equal((await read()).active, true, 'the count started afresh')
})

test('events during inactivity are kept as skipped and can be replayed', async () => {
  const { receiver, emit, client, path, deliveries, webhook } = await newStage()
  await client.put(path, { active: false })
  const ids = [await emit(), await emit(), await emit()]
  const skipped = await deliveries('status=skipped')
  assert.deepEqual(skipped.map(({ event_id }: { event_id: string }) => event_id).sort(), ids.sort())
  await client.put(path, { active: true })
  assert.equal(receiver.requests.length, 0, 'reactivation alone sends nothing that was skipped')
  const one = await client.post(`${path}/deliveries/${skipped[0].id}/replay`)
  assert.equal(one.status, 201)
  assert.deepEqual([one.body.data.replay_of, one.body.data.status], [skipped[0].id, 'waiting'])
  await receiver.waitFor(1)
  const range = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
  const rest = await client.post(`${path}/replay`, range)
  assert.deepEqual(
    rest.body.data,
    { replayed: 2, complete: true },
    'what was replayed before is not replayed again',
  )
  await receiver.waitFor(3)
  assert.deepEqual(receiver.requests.map(({ body }) => JSON.parse(body).id).sort(), ids)
  assert.equal(JSON.parse(receiver.requests[0]!.body).webhook_id, webhook.id)
  const again = await client.post(`${path}/replay`, range)
  assert.deepEqual(again.body.data, { replayed: 0, complete: true })
  for (const body of [{ from: 'x', to: 'y' }, { from: range.to, to: range.from }, {}]) {
    assert.equal((await client.post(`${path}/replay`, body)).status, 400)
  }
  const unknown = await client.post(`${path}/deliveries/dlv_unknown/replay`)
  assert.deepEqual([unknown.status, unknown.body.error], [404, 'Delivery not found'])
})

test('anything but a 2xx within 5 seconds is a failure: redirects, resets, hang-ups', async () => {
  const { receiver, emit, client, path, deliveries, settled } = await newStage()
  const answers: [Receiver['answer'], number | null][] = [
    [() => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } }), 302],
    [() => ({ status: 404, body: 'gone' }), 404],
    [() => 'reset', null],
  ]
  for (const [index, [answer, status]] of answers.entries()) {
    receiver.answer = answer
    await emit()
    await settled(index + 1)
    const [latest] = await deliveries()
    const { attempt_log } = (await client.get(`${path}/deliveries/${latest.id}`)).body.data
    assert.equal(attempt_log[0].status, status)
    assert.notEqual(attempt_log[0].error, null)
  }
  assert.equal(
    receiver.requests.some((request) => request.path === '/elsewhere'),
    false,
  )
})

test('only subscribed types are sent, and "*" is all', async () => {
  const { receiver, emit, client } = await newStage(['wallet.debit'])
  const all = await startReceiver()
  after(() => all.close())
  await client.post(HOOKS, { url: `${all.url}/all`, events: ['*'] })
  const sent = [await emit('booking.created'), await emit('wallet.debit'), await emit('invoice.paid')]
  await all.waitFor(3)
  assert.deepEqual(all.requests.map(({ body }) => JSON.parse(body).id).sort(), sent.sort())
  const [only] = await receiver.waitFor(1)
  assert.equal(JSON.parse(only!.body).type, 'wallet.debit')
})

test('after a rotation the contract header uses the new secret, webhook-signature both', async () => {
  const { receiver, emit, client, path, webhook } = await newStage()
  const { status, body } = await client.post(`${path}/rotate-secret`, { overlap_hours: 1 })
  assert.equal(status, 200)
  assert.notEqual(body.data.secret, webhook.secret)
  await emit()
  const [request] = await receiver.waitFor(1)
  const { headers } = request!
  const signed = `${headers['x-service-timestamp']}.${request!.body}`
  assert.equal(
    headers['x-service-signature'],
    createHmac('sha256', body.data.secret).update(signed).digest('hex'),
  )
  assert.equal(String(headers['webhook-signature']).split(' ').length, 2)
  await client.post(`${path}/rotate-secret`, { overlap_hours: 0 })
  await emit()
  const requests = await receiver.waitFor(2)
  assert.equal(String(requests[1]!.headers['webhook-signature']).split(' ').length, 1)
  assert.equal((await client.post(`${path}/rotate-secret`, { overlap_hours: -1 })).status, 400)
})

test('a deleted webhook gets no more deliveries, and its deliveries are deleted', async () => {
  const { receiver, emit, client, path, webhook, settled } = await newStage()
  receiver.answer = failing
  await emit()
  await settled(1)
  await client.delete(path)
  await emit()
  await eventually('the deliveries are deleted', async () => {
    const { rows } = await world.pool.query('select 1 from deliveries where webhook_id = $1', [webhook.id])
    return rows.length === 0
  })
  assert.equal(receiver.requests.length, 1)
})

test('a receiver written from the contract alone verifies every delivery and refuses tampering', async () => {
  const { client, emit } = await newStage()
  const seen: { timestamp: string; signature: string; raw: Buffer }[] = []
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { 'x-service-timestamp': timestamp, 'x-service-signature': signature } = request.headers
      seen.push({ timestamp: String(timestamp), signature: String(signature), raw: Buffer.concat(chunks) })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.closeAllConnections() ?? server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}/hook`
  const { secret } = (await client.post(HOOKS, { url, events: ['*'] })).body.data
  const verify = (timestamp: string, raw: Buffer, signature: string, now: number) => {
    const expected = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from(`${timestamp}.`), raw]))
      .digest()
    const given = Buffer.from(signature, 'hex')
    return given.length === 32 && timingSafeEqual(expected, given) && Math.abs(now - Number(timestamp)) <= 300
  }
  for (let n = 0; n < 10; n++) await emit(n % 2 ? 'booking.created' : 'invoice.paid')
  await eventually('ten arrived', () => seen.length === 10)
  for (const { timestamp, raw, signature } of seen) {
    const sent = Number(timestamp)
    assert.equal(verify(timestamp, raw, signature, sent), true)
    const changed = Buffer.from(raw)
    changed[10]! ^= 1
    assert.equal(verify(timestamp, changed, signature, sent), false)
    assert.equal(verify(String(sent + 1), raw, signature, sent), false)
    assert.equal(verify(timestamp, raw, signature, sent + 301), false)
  }
})

test('one hanging receiver does not delay the others', async () => {
  const slow = await newStage()
  const quick = await newStage()
  let most = 0
  slow.receiver.answer = () => {
    most = Math.max(most, slow.receiver.openConnections)
    return 'hang'
  }
  for (let n = 0; n < 30; n++) await slow.emit()
  await slow.receiver.waitFor(8)
  for (let n = 0; n < 30; n++) await quick.emit()
  await quick.receiver.waitFor(30)
  // Twice its share: a connection that was given up may still be closing when the next one comes.
  assert.ok(most <= 16, `and it never gets more than its share at once, but had ${most}`)
})

test('ended deliveries are deleted after 30 days; pending ones are kept', async () => {
  const { receiver, emit, webhook, settled } = await newStage()
  await emit()
  await settled(1)
  receiver.answer = failing
  await emit()
  await settled(2)
  await world.pool.query(
    `update deliveries set created_at = created_at - interval '31 days' where webhook_id = $1`,
    [webhook.id],
  )
  await deleteExpired(world)
  const { rows } = await world.pool.query('select status from deliveries where webhook_id = $1', [webhook.id])
  assert.deepEqual(rows, [{ status: 'waiting' }])
})

test('events of a live key go to live webhooks, those of a test key to test webhooks', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { secrets } = await createTeam(world, { name: 'Both', email: 'both@example.com' })
  const [live, sandbox] = [makeClient(app.url, secrets.live), makeClient(app.url, secrets.test)]
  await live.post(HOOKS, { url: `${receiver.url}/live`, events: ['*'] })
  await sandbox.post(HOOKS, { url: `${receiver.url}/test`, events: ['*'] })
  const keys = [
    await live.post('/api/v1/api-keys', { name: 'l' }),
    await sandbox.post('/api/v1/api-keys', { name: 't' }),
  ]
  await receiver.waitFor(2)
  const got = receiver.requests.map(({ path, body }) => [path, JSON.parse(body).data.object.id]).sort()
  assert.deepEqual(got, [
    ['/live', keys[0]!.body.data.id],
    ['/test', keys[1]!.body.data.id],
  ])
})

test('storing events and recording attempts of the same webhooks never deadlock', async () => {
  const { team, client, receiver, emit, advance } = await newStage(['wallet.debit'])
  // In another order by URL than by id: each side would lock in its own.
  for (const name of ['h', 'c', 'f', 'a', 'g', 'b', 'e', 'd']) {
    await client.post(HOOKS, { url: `${receiver.url}/${name}`, events: ['*'] })
  }
  const emitters = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 10; n++) assert.match(await emit('wallet.credit'), /^evt_/)
  })
  await Promise.all(emitters)
  // An attempt that a slow machine gives up after 5 seconds is repeated later on the test clock.
  await eventually('all have arrived', async () => {
    await untilSettled(app, team.id, 'test')
    const arrived = new Set(receiver.requests.map(({ path, body }) => `${path} ${JSON.parse(body).id}`))
    if (arrived.size >= 8 * 80) return true
    await advance('PT10M')
    return false
  })
  const { rows } = await world.pool.query(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  assert.equal(rows[0].n, 0)
})
