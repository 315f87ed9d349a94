// Tests that the service worker deletes cached responses once the session, the role or the team does not allow them, and
// after 12 hours, and that it caches no numbers of documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { projectFile } from '../house/project-files.ts'

const ORIGIN = 'https://painel.example'

/** The worker with fake caches and a fake service. */
function startWorker() {
  let now = Date.parse('2026-11-15T12:00:00.000Z')
  const kept = new Map<string, Map<string, Response>>()
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const entries = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, entries)
      return {
        match: async (key: string) => entries.get(key)?.clone(),
        put: async (key: string, value: Response) => void entries.set(key, value),
        keys: async () => [...entries.keys()],
        delete: async (key: string) => entries.delete(key),
      }
    },
  }
  const listeners = new Map<string, (event: object) => void>()
  let next = (): Response => assert.fail('not asked for')
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  }
  const fetch = async () => next()
  runInContext(
    projectFile('panel/worker.js'),
    createContext({ self, caches, fetch, URL, Response, Date: { now: () => now, parse: Date.parse } }),
  )
  return {
    lists: () => kept.get('panel-answers')?.size ?? 0,
    pass: (hours: number) => {
      now += hours * 3_600_000
    },
    /** Without a status there is no network. */
    async read(path: string, status: number | null, body: object = {}) {
      next = () => (status === null ? raise() : Response.json(body, { status }))
      const asked: Promise<Response>[] = []
      const request = new Request(`${ORIGIN}/api/v1/${path}`, { headers: { 'embarque-team': 'team_1' } })
      listeners.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => asked.push(answer) })
      return (await asked[0])?.json()
    },
  }
}

function raise(): never {
  throw new TypeError('Failed to fetch')
}

const CASES: [status: number, error: string, left: number][] = [
  [401, 'Unauthorized', 0],
  [403, 'Forbidden', 0],
  [404, 'Team not found', 0],
  [404, 'Client not found', 2],
  [500, 'Internal server error', 2],
]

for (const [status, error, left] of CASES)
  test(`after ${status} ${error}, ${left} lists are kept`, async () => {
    const { read, lists } = startWorker()
    await read('bookings', 200, { data: [] })
    await read('clients', 200, { data: [] })
    assert.equal(lists(), 2)
    assert.deepEqual(await read('clients/x', status, { error }), { error })
    assert.equal(lists(), left)
  })

test('document numbers are masked in the cache, and complete in the response', async () => {
  const { read } = startWorker()
  const booking = (passport: string, miles: string) => ({
    data: {
      id: 'b',
      documents: [{ type: 'electronic_ticket', unique_identifier: '957123', passenger_id: 'p' }],
      passengers: [
        {
          identity_documents: [{ type: 'passport', unique_identifier: passport }],
          loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: miles }],
        },
      ],
    },
  })
  const whole = booking('XY1234567', '99887766')
  assert.deepEqual(await read('bookings/b', 200, whole), whole)
  assert.deepEqual(await read('bookings/b', null), booking('***', '***'))
})

test("numbers in a client's file are masked in the cache, house numbers are not", async () => {
  const { read } = startWorker()
  const client = (number: string) => ({
    data: {
      address: { street: 'Rua da Aurora', number: '325', country: 'BR' },
      identity_documents: [{ type: 'passport', number, issuing_country_code: 'BR' }],
    },
  })
  assert.deepEqual(await read('clients/c', 200, client('XY1234567')), client('XY1234567'))
  assert.deepEqual(await read('clients/c', null), client('***'))
})

test('the cache is valid for half a day, and at most as long as the session', async () => {
  const { read, lists, pass } = startWorker()
  await read('bookings', 200, { data: [] })
  pass(11)
  await read('clients', 200, { data: [] })
  assert.deepEqual(await read('bookings', null), { data: [] })
  pass(2)
  await assert.rejects(read('bookings', null))
  assert.equal(lists(), 1, 'the younger one is still there')
  await read('profile', 200, { data: { session: { expires_at: '2026-11-16T02:00:00.000Z' } } })
  assert.deepEqual(await read('clients', null), { data: [] })
  pass(1)
  await assert.rejects(read('clients', null))
  assert.equal(lists(), 0)
})
