// A graceful stop: requests in flight finish, new ones are refused, and it ends in time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../server/app/boot/config.ts'
import { openWorld } from '../../server/app/boot/world.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { anotherMigrates } from '../support/another-migrates.ts'
import { makeClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { LIVE_KEY, SECRET_KEY, startApp } from '../support/start-app.ts'

test('requests in flight get a response, then everything ends', async () => {
  let inFlight = 0
  const gate = Promise.withResolvers<void>()
  const app = await startApp({
    prepare(fastify) {
      fastify.get('/api/v1/test-slow', async () => {
        inFlight++
        await gate.promise
        return { success: true }
      })
    },
  })
  const client = makeClient(app.url, LIVE_KEY)
  const slow = Array.from({ length: 5 }, () => client.get('/api/v1/test-slow'))
  await eventually('all are in flight', () => inFlight === 5)
  const stopped = app.service.stop()
  await eventually('new connections are refused', async () => {
    const answer = await client.get('/api/v1/health').catch(() => undefined)
    return answer === undefined || answer.status === 503
  })
  gate.resolve()
  for (const answer of await Promise.all(slow)) assert.equal(answer.status, 200)
  const start = performance.now()
  await stopped
  assert.ok(
    performance.now() - start < 9_000,
    'an idle connection that its client keeps open does not hold the stop up',
  )
  await assert.rejects(client.get('/api/v1/health'))
})

test("a start that waits for another's migration ends on request, and holds nothing", async (t) => {
  const another = await anotherMigrates(t)
  const halting = new AbortController()
  const config = readConfig({ DATABASE_URL: another.url, SECRET_KEY })
  const opening = openWorld(config, makeLog({ level: 'silent' }), { halt: halting.signal })
  t.after(() => opening.then(({ close }) => close()).catch(() => {}))
  await another.isWaitedFor()
  halting.abort(new Error('enough'))
  await assert.rejects(opening, /enough/)
  // The server notices when the lock is free that no session waits for it.
  await another.end()
  const sessions = 'select 1 from pg_stat_activity where datname = current_database()'
  await eventually('no session is left', async () => (await another.rows(sessions)).length === 1)
  assert.deepEqual(await another.rows(`select to_regclass('migrations') as found`), [{ found: null }])
})
