// The live stream over real sockets and two services on one database: every stored event arrives in order and once,
// despite interruptions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREAM_EVENTS_MAX } from '../../contract/limits.ts'
import { feedsOf } from '../../server/features/events/feed.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { type Agency, assertError, newAgency } from '../support/agency.ts'
import { type Client, makeClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { fullRuns } from '../support/full-runs.ts'
import { type Ear, type Frame, listen } from '../support/listen.ts'
import { cookieOf, newPerson, signIn, withCookie } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const STREAM = '/api/v1/stream'
const wall = fixedClock(realClock.now())
const settings = { STREAMS_PER_TEAM: '12' }
const here = await startApp({ wall, settings })
const there = await startApp({ databaseUrl: here.databaseUrl, settings })
const { pool } = here.service.world

async function emit(client: Client, count = 1, type = 'wallet.credit'): Promise<void> {
  for (let n = 0; n < count; n++) {
    const answer = await client.post('/api/v1/test/events', { type })
    assert.equal(answer.status, 201, answer.text)
  }
}

/** Stored without a signal. */
async function storeUnsignalled({ id }: Agency, count: number, characters = 10): Promise<void> {
  await pool.query(
    `with numbers as (
       update team_counters set event_sequence = event_sequence + $2 where team_id = $1 and mode = 'test'
       returning event_sequence - $2 as before
     )
     insert into events (id, team_id, mode, sequence, type, payload, created_at)
     select 'evt_' || gen_random_uuid(), $1, 'test', before + n, 'wallet.credit',
       json_build_object('type', 'wallet.credit', 'data',
         json_build_object('object', json_build_object('text', repeat('x', $3)))), now()
     from numbers, generate_series(1, $2::int) n`,
    [id, count, characters],
  )
}

const numbersOf = (frames: Frame[]) => frames.map(({ id }) => Number(id))
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** Accepted, and receiving later events. */
async function ready(ear: Ear): Promise<Ear> {
  await eventually('the stream has begun', () => ear.frames.length > 0)
  return ear
}

test('each stream has the events of the list, across processes; other teams and modes have none', async () => {
  const agency = await newAgency(here)
  const other = await newAgency(here)
  const ears = await Promise.all([
    listen(here.url, agency.testKey),
    listen(there.url, agency.testKey, { 'accept-encoding': 'gzip, zstd' }),
  ])
  const strangers = await Promise.all([listen(there.url, agency.liveKey), listen(there.url, other.testKey)])
  for (const ear of [...ears, ...strangers]) {
    await ready(ear)
    const { retry, ...start } = ear.frames[0] ?? assert.fail()
    assert.deepEqual([start, Number(retry) >= 1_000], [{ id: '0' }, true])
    assert.deepEqual(
      ['content-type', 'cache-control', 'content-encoding', 'x-accel-buffering'].map((n) => ear.headers[n]),
      ['text/event-stream; charset=utf-8', 'no-store', undefined, 'no'],
    )
  }
  await emit(agency.test, 2, 'booking.created')
  await emit(makeClient(there.url, agency.testKey), 1)
  const { body } = await agency.test.get('/api/v1/events?after_sequence=0')
  for (const ear of ears) {
    const frames = await ear.heard(3)
    assert.deepEqual(
      frames,
      body.data.map((event: { sequence: number; type: string }) => ({
        id: String(event.sequence),
        event: event.type,
        data: event,
      })),
    )
    assert.doesNotMatch(JSON.stringify(frames), /given_name|born_on/)
  }
  await emit(other.test)
  await strangers[1]?.heard(1)
  assert.equal(strangers[0]?.events().length, 0)
  for (const ear of [...ears, ...strangers]) ear.leave()
})

test('a reconnected stream continues where it was, in any process, under concurrent writes', async () => {
  const agency = await newAgency(here)
  const clients = [agency.test, makeClient(there.url, agency.testKey)]
  const count = fullRuns ? 600 : 30
  let isWriting = true
  const writing = Promise.all(clients.map((client) => emit(client, count))).finally(() => {
    isWriting = false
  })
  const received: Frame[] = []
  for (let round = 0; received.length < 2 * count; round++) {
    const last = received.at(-1)?.id ?? '0'
    const url = round % 2 === 0 ? here.url : there.url
    const ear =
      round % 3 === 0
        ? await listen(`${url}${STREAM}?last_event_id=${last}`, agency.testKey)
        : await listen(`${url}${STREAM}?last_event_id=1`, agency.testKey, { 'last-event-id': last })
    const wanted = isWriting ? 7 : 2 * count - received.length
    await eventually('some more', () => ear.events().length >= Math.min(wanted, 2 * count - received.length))
    received.push(...ear.events())
    ear.leave()
  }
  await writing
  assert.deepEqual(numbersOf(received), from(1, 2 * count))
})

test('a position that cannot be continued is a reset, and the stream continues from now', async () => {
  const agency = await newAgency(here)
  await emit(agency.test, 3)
  const asked = async (id: string) => ready(await listen(there.url, agency.testKey, { 'last-event-id': id }))
  const resetOf = async (id: string) => {
    const ear = await asked(id)
    const [frame] = await ear.heard(1)
    ear.leave()
    return [frame?.event, frame?.id, frame?.data.reason, frame?.data.after]
  }
  assert.deepEqual(await resetOf('4'), ['reset', '3', 'unknown', 4])
  await storeUnsignalled(agency, STREAM_EVENTS_MAX)
  assert.deepEqual(await resetOf('2'), ['reset', '1003', 'too_many', 2])
  const all = await asked('3')
  assert.deepEqual(numbersOf(await all.heard(STREAM_EVENTS_MAX)), from(4, 1_003))
  all.leave()
  await pool.query(
    `update team_counters set events_deleted_until = 500 where team_id = $1 and mode = 'test'`,
    [agency.id],
  )
  const late = await asked('499')
  assert.equal((await late.heard(1))[0]?.data.reason, 'forgotten')
  await emit(agency.test)
  assert.deepEqual(numbersOf(await late.heard(2)), [1_003, 1_004])
  late.leave()
  for (const id of ['evt_1', '-1', '1e3', '99999999999999999999']) {
    const answer = await agency.test.get(STREAM, { 'last-event-id': id })
    assertError(answer, 400, 'Invalid request parameters', 'Last-Event-ID')
  }
  assertError(
    await agency.test.get(`${STREAM}?last_event_id=x`),
    400,
    'Invalid request parameters',
    'last_event_id',
  )
})

test('the regular look recovers a missed signal', async () => {
  const agency = await newAgency(here)
  const ear = await ready(await listen(here.url, agency.testKey))
  await storeUnsignalled(agency, 120)
  await feedsOf(here.service.world).look()
  assert.deepEqual(numbersOf(await ear.heard(120)), from(1, 120))
  ear.leave()
})

test('an unreadable object is left out of its event; permissions change at once in every process', async () => {
  const agency = await newAgency(here)
  const make = async (permissions: string[]) =>
    (await agency.test.post('/api/v1/api-keys', { name: 'ear', permissions })).body.data
  const scoped = await make(['events.read', 'wallet.read'])
  const revoked = await make(['events.read', 'bookings.read'])
  const ears = await Promise.all([
    ready(await listen(there.url, scoped.secret)),
    ready(await listen(there.url, revoked.secret)),
    ready(await listen(there.url, agency.testKey)),
  ])
  await emit(agency.test, 1, 'booking.created')
  const needs = await Promise.all(ears.map(async (ear) => (await ear.heard(1))[0]?.data.data.needs))
  assert.deepEqual(needs, ['bookings.read', undefined, undefined])
  await pool.query(`update api_keys set permissions = '{events.read}' where id = $1`, [scoped.id])
  await agency.test.delete(`/api/v1/api-keys/${revoked.id}`)
  await eventually('a revoked key receives nothing more', () => ears[1]?.isOver())
  await emit(agency.test)
  assert.equal((await ears[0].heard(3)).at(-1)?.data.data.needs, 'wallet.read')
  assert.deepEqual(
    (await ears[2].heard(3)).map(({ event }) => event),
    ['booking.created', 'api_key.revoked', 'wallet.credit'],
  )
  assert.equal(ears[1].events().length, 1)
  await pool.query(`update api_keys set permissions = '{wallet.read}' where id = $1`, [scoped.id])
  await eventually('nor does one without the permission', () => ears[0]?.isOver())
  assert.equal(ears[2].isOver(), false)
  ears[2].leave()
  assertError(await makeClient(there.url, revoked.secret).get(STREAM), 401, 'Unauthorized')
})

test('a client that does not read is disconnected, and others are not affected', async () => {
  const agency = await newAgency(here)
  const [slow, quick] = await Promise.all([
    ready(await listen(here.url, agency.testKey)),
    ready(await listen(here.url, agency.testKey)),
  ])
  slow.pause()
  const count = 60
  for (let n = 0; n < count; n += 20) {
    await storeUnsignalled(agency, 20, 200_000)
    await feedsOf(here.service.world).look()
    await quick.heard(n + 20)
  }
  assert.deepEqual(numbersOf(quick.events()), from(1, count))
  slow.resume()
  await eventually('the slow one is cut off', () => slow.isOver())
  const had = slow.events().length
  assert.ok(had < count, `${had} of ${count}`)
  const again = await listen(here.url, agency.testKey, { 'last-event-id': String(had) })
  assert.deepEqual(numbersOf(await again.heard(count - had)), from(had + 1, count))
  for (const ear of [quick, again]) ear.leave()
})

test('streams are limited by key and team, and leaving makes room', async () => {
  const agency = await newAgency(here)
  const keys = [agency.testKey]
  while (keys.length < 5) {
    const { body } = await agency.test.post('/api/v1/api-keys', { name: 'ear' })
    keys.push(body.data.secret)
  }
  const refused = async (key = '', whose = '', most = 0) => {
    const answer = await makeClient(here.url, key).get(STREAM)
    assertError(answer, 429, 'Rate limit exceeded')
    assert.match(answer.body.message, new RegExp(`this ${whose} has ${most} streams open`))
  }
  const ears: Ear[] = []
  for (const key of keys.slice(0, 4)) {
    for (let n = 0; n < 3; n++) ears.push(await listen(here.url, key))
    if (ears.length < 12) await refused(key, 'key', 3)
  }
  await refused(keys[4], 'team', 12)
  // The other process has room of its own, and so has the other mode.
  const others = await Promise.all([listen(there.url, agency.testKey), listen(here.url, agency.liveKey)])
  assert.deepEqual(
    others.map(({ status }) => status),
    [200, 200],
  )
  ears.pop()?.leave()
  await eventually('there is room', async () => (await listen(here.url, keys[4] ?? '')).status === 200)
  for (const ear of [...ears, ...others]) ear.leave()
})

test('HEAD is refused, and an expired key is disconnected without a signal', async () => {
  const agency = await newAgency(here)
  assert.equal((await agency.test.raw('HEAD', STREAM, undefined)).status, 405)
  const expires_at = new Date(wall.now().getTime() + 60_000).toISOString()
  const { body } = await agency.test.post('/api/v1/api-keys', { name: 'short', expires_at })
  const ear = await ready(await listen(here.url, body.data.secret))
  wall.advance(60_000)
  await emit(agency.test)
  await eventually('it is over', () => ear.isOver())
  assert.equal(ear.events().length, 0)
})

test('an unused session ends its streams, although permissions are checked regularly', async () => {
  const agency = await newAgency(here)
  const cookie = cookieOf(await signIn(here.url, (await newPerson(here, { [agency.id]: 'owner' })).email))
  const ear = await ready(await listen(here.url, null, { cookie, 'embarque-mode': 'test' }))
  const { config, signals } = here.service.world
  wall.advance((config.sessionIdleHours * 3_600_000) / 2)
  signals.notifyHere('callers', agency.id)
  await emit(agency.test)
  assert.equal((await ear.heard(1)).length, 1, 'it goes on')
  wall.advance((config.sessionIdleHours * 3_600_000) / 2 + 1_000)
  await eventually('it is over', () => ear.isOver())
  assertError(await withCookie(here.url, cookie).get('/api/v1/profile'), 401, 'Unauthorized')
})

test('a stream with team and mode in its URL continues after permissions are checked', async () => {
  const [agency, other] = [await newAgency(here), await newAgency(here)]
  const person = await newPerson(here, { [agency.id]: 'owner', [other.id]: 'owner' })
  const address = `${here.url}${STREAM}?embarque_team=${agency.id}&embarque_mode=test`
  const ear = await ready(
    await listen(address, null, { cookie: cookieOf(await signIn(here.url, person.email)) }),
  )
  here.service.world.signals.notifyHere('callers', agency.id)
  await emit(agency.test)
  assert.equal((await ear.heard(1)).length, 1)
  ear.leave()
})

test('after a lost LISTEN connection no event is missing, and permissions are checked again', async () => {
  const agency = await newAgency(here)
  const { body } = await agency.test.post('/api/v1/api-keys', { name: 'ear' })
  const [kept, revoked] = await Promise.all([
    ready(await listen(there.url, agency.testKey)),
    ready(await listen(there.url, body.data.secret)),
  ])
  const { signals } = there.service.world
  await here.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ~ '^(listen|notify)'`,
  )
  await eventually('the connection is lost', () => !signals.connected)
  await emit(agency.test, 2)
  await agency.test.delete(`/api/v1/api-keys/${body.data.id}`)
  await eventually('the connection is back', () => signals.connected)
  await eventually('the revoked key is disconnected', () => revoked.isOver())
  assert.deepEqual(numbersOf(await kept.heard(3)), [2, 3, 4])
  kept.leave()
})

test('a stop ends the streams first, cleanly and soon; those of the other process continue', async () => {
  const agency = await newAgency(here)
  const leaving = await Promise.all(
    from(1, 3).map(async () => ready(await listen(there.url, agency.testKey))),
  )
  const staying = await ready(await listen(here.url, agency.testKey))
  const start = performance.now()
  await there.service.stop()
  assert.ok(performance.now() - start < 9_000, 'an open stream does not hold the stop up')
  for (const ear of leaving) await eventually('it has ended', () => ear.isOver())
  await emit(agency.test)
  await staying.heard(1)
  staying.leave()
})
