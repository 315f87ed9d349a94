// A graceful stop behind a load balancer: readiness fails at once, requests are served until the balancer has noticed, and a
// second signal stops the service at once.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { makeDatabase, serviceUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { LIVE_KEY, SECRET_KEY } from '../support/start-app.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/embarque.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'embarque-drain-'))
const database = await makeDatabase()
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

interface Started {
  child: ChildProcess
  url: string
  exited: Promise<unknown[]>
}

async function start(drainSeconds: number): Promise<Started> {
  const child = spawn(process.execPath, [PROGRAM, 'start', '--json'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: serviceUrl(database.url),
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: folder,
      SECRET_KEY,
      BOOTSTRAP_LIVE_KEY: LIVE_KEY,
      HEAVY_THREADS: '0',
      LOG_LEVEL: 'fatal',
      DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const chunk of child.stdout) {
    const [, url] = /"url":"([^"]+)"/.exec(String(chunk)) ?? []
    if (url !== undefined) return { child, url, exited }
  }
  assert.fail('it exited before it listened')
}

/** Over a new connection, like a new client. */
async function get(url: string, path: string) {
  const client = new Client(url)
  try {
    const headers = { authorization: `Bearer ${LIVE_KEY}` }
    const response = await client.request({ method: 'GET', path, headers })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      closes: response.headers.connection === 'close',
      body: JSON.parse(text),
    }
  } finally {
    await client.close()
  }
}

test('after the first signal readiness is 503 and requests are served; a second signal ends the process', async () => {
  const { child, url, exited } = await start(300)
  assert.deepEqual((await get(url, '/health/ready')).status, 200)
  child.kill('SIGTERM')
  const signalledAt = performance.now()
  const ready = await eventually('it drains', async () => {
    const response = await get(url, '/health/ready')
    return response.status === 503 && response
  })
  assert.equal(ready.body.status, 'draining')
  for (const path of ['/api/v1/me', '/api/v1/health', '/health/live']) {
    const { status, closes } = await get(url, path)
    assert.deepEqual([status, closes], [200, true], path)
  }
  // npm sends a signal twice: a second one within a second does not count.
  await wait(Math.max(0, 1_100 - (performance.now() - signalledAt)))
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [1, null])
  assert.ok(performance.now() - signalledAt < 150_000, 'long before the drain ends')
})

test('a client that checks readiness first is never refused, and the process ends by itself', async () => {
  const { child, url, exited } = await start(5)
  let served = 0
  const callers = Array.from({ length: 8 }, async () => {
    // Like a load balancer that checks readiness before each request.
    while ((await get(url, '/health/ready')).status === 200) {
      assert.equal((await get(url, '/api/v1/me')).status, 200)
      served++
    }
  })
  await eventually('requests are served', () => served > 50)
  child.kill('SIGTERM')
  await Promise.all(callers)
  assert.deepEqual(await exited, [0, null])
})
