// Tests that the service worker deletes cached responses once the session, the role or the team does not allow them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { projectFile } from '../house/project-files.ts'

const ORIGIN = 'https://painel.example'

/** The worker with fake caches and a fake service. */
function startWorker() {
  const kept = new Map<string, Map<string, Response>>()
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const entries = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, entries)
      return {
        match: async (key: string) => entries.get(key),
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
  runInContext(projectFile('panel/worker.js'), createContext({ self, caches, fetch, URL }))
  return {
    lists: () => kept.get('panel-answers')?.size ?? 0,
    async read(path: string, status: number, body: object) {
      next = () => Response.json(body, { status })
      const asked: Promise<Response>[] = []
      const request = new Request(`${ORIGIN}/api/v1/${path}`, { headers: { 'embarque-team': 'team_1' } })
      listeners.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => asked.push(answer) })
      return (await asked[0])?.json()
    },
  }
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
