// Files generated while they are read: a team has a limited number at once, an unread one is closed, and a caller
// who loses permission gets no more of it.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { OPERATIONS } from '../../contract/operations.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { makeClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { newInvoice } from '../support/invoicing.ts'
import { cookieOf, newPerson, signedIn, signIn } from '../support/people.ts'
import { headOf, type RawConnection, rawRequestsTo } from '../support/raw-requests.ts'
import { startApp } from '../support/start-app.ts'

const FILE = '/api/v1/invoices.csv'
const SLOW = '/api/v1/test-slow'
/** Together more than the system buffers for a client that does not read, in several chunks. */
const [INVOICES, NAME_CHARACTERS] = [2_500, 7_200]

const slow = { made: 0, wasTimedOut: false, goOn: () => {} }
const app = await startApp()
const hasty = await startApp({
  databaseUrl: app.databaseUrl,
  settings: { ROLE: 'api', UNREAD_SECONDS: '2' },
  prepare(fastify) {
    fastify.get(SLOW, { config: { operation: OPERATIONS['invoices.download'] } }, async (request, reply) => {
      request.raw.socket.once('timeout', () => {
        slow.wasTimedOut = true
      })
      return reply.type('text/csv').send(Readable.from(slowPieces()))
    })
  },
})
const { world } = app.service
const [sendRaw, sendHasty] = [rawRequestsTo(app.url), rawRequestsTo(hasty.url)]

async function* slowPieces() {
  slow.made++
  yield 'first\r\n'
  await new Promise<void>((resolve) => {
    slow.goOn = resolve
  })
  yield 'second\r\n'
}

async function newArchive(): Promise<Agency> {
  const agency = await newAgency(app)
  const { id, client } = await newInvoice(agency.live)
  await world.pool.query('update clients set full_name = $2 where id = $1', [
    client.id,
    'x'.repeat(NAME_CHARACTERS),
  ])
  await world.pool.query(
    `insert into invoices
     select another.* from invoices as invoice, generate_series(2, $2::int) as n, jsonb_populate_record(invoice,
       jsonb_build_object('id', gen_random_uuid(), 'link_token', id || ' ' || n, 'number_sequence', null)) as another
     where invoice.id = $1`,
    [id, INVOICES],
  )
  return agency
}

/** Reads the beginning of it, and then nothing until it is resumed. */
function begin(at: typeof sendRaw, path: string, headers: Record<string, string>): RawConnection {
  const begun = at(headOf('GET', path, headers))
  begun.socket.once('data', () => begun.socket.pause())
  return begun
}

const byKey = (key: string) => ({ authorization: `Bearer ${key}` })
const statusOf = ({ text }: RawConnection) => text().slice(9, 12)
const hasBegun = (one: RawConnection) => eventually('it has begun', () => statusOf(one) === '200')
const isWhole = ({ end }: RawConnection) => end().endsWith('\r\n0\r\n\r\n')
const archive = await newArchive()

test("eight unread downloads are a team's limit, do not affect others, and are closed", async () => {
  const asked = Array.from({ length: 12 }, () => begin(sendHasty, FILE, byKey(archive.liveKey)))
  await eventually('all have a response', () => asked.every((one) => statusOf(one) !== ''))
  const statuses = asked.map(statusOf).toSorted()
  assert.deepEqual(statuses, [...Array(8).fill('200'), ...Array(4).fill('429')])
  const refused = asked.find((one) => statusOf(one) === '429') ?? assert.fail()
  assert.match(refused.text(), /"code":"rate_limit_exceeded".*read the 8 long answers/)
  const [client, other] = [makeClient(hasty.url, archive.liveKey), await newAgency(app)]
  assert.equal((await makeClient(hasty.url, other.liveKey).get(FILE)).status, 200)
  assert.equal((await client.get('/api/v1/me')).status, 200, 'what is short is not stopped')
  await eventually('the slots are free again', async () => (await client.get(FILE)).status === 200)
  assert.ok(
    asked.every(({ socket }) => !socket.destroyed),
    'although no client disconnected',
  )
})

test('a slow file is awaited without limit; HEAD does not create it', async () => {
  const slowly = sendHasty(headOf('GET', SLOW, byKey(archive.liveKey)))
  await eventually('nothing is sent for some time', () => slow.wasTimedOut)
  slow.goOn()
  await eventually('it is sent to its end', () => isWhole(slowly))
  assert.match(slowly.text(), /first[\s\S]*second/)
  slowly.socket.destroy()
  assert.equal((await makeClient(hasty.url, archive.liveKey).raw('HEAD', SLOW, undefined)).status, 200)
  assert.equal(slow.made, 1)
})

test('a client that continues to read gets the whole file, even after a check of permissions', async () => {
  const person = await newPerson(app, { [archive.id]: 'agent', [(await newAgency(app)).id]: 'owner' })
  const cookie = cookieOf(await signIn(app.url, person.email))
  const asked = [
    begin(sendRaw, FILE, byKey(archive.liveKey)),
    begin(sendRaw, `${FILE}?embarque_team=${archive.id}&embarque_mode=live`, { cookie }),
  ]
  for (const one of asked) {
    await hasBegun(one)
    world.signals.notifyHere('callers', archive.id)
    one.socket.resume()
    await eventually('it is sent to its end', () => isWhole(one))
    assert.equal(one.text().match(/,BRL,/g)?.length, INVOICES)
    one.socket.destroy()
  }
})

test('a revoked key or removed person gets no more of it', async () => {
  const key = (await archive.live.post('/api/v1/api-keys', { name: 'reads', read_only: true })).body.data
  const leaving = await newPerson(app, { [archive.id]: 'agent' })
  const cookie = cookieOf(await signIn(app.url, leaving.email))
  const boss = await newPerson(app, { [archive.id]: 'owner' })
  const asOwner = await signedIn(app, boss, { mode: 'live', team: archive.id })
  const asked = [begin(sendRaw, FILE, byKey(key.secret)), begin(sendRaw, FILE, { cookie })]
  await Promise.all(asked.map(hasBegun))
  assert.equal((await archive.live.delete(`/api/v1/api-keys/${key.id}`)).status, 200)
  assert.equal((await asOwner.delete(`/api/v1/people/${leaving.id}`)).status, 200)
  for (const one of asked) {
    one.socket.resume()
    await eventually('it is cut off', () => !one.isOpen())
    assert.equal(isWhole(one), false, 'it is not taken for all of it')
    assert.ok(one.text().length < INVOICES * NAME_CHARACTERS)
  }
})
