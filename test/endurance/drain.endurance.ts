// A stop behind a balancer: readiness is gone at once, requests are answered until the balancer has noticed, and
// whoever asks a second time is obeyed at once.
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
  assert.fail('it ended before it listened')
}

/** Over a connection of its own each time, as from a client that has just come. */
async function ask(url: string, path: string) {
  const client = new Client(url)
  try {
    const headers = { authorization: `Bearer ${LIVE_KEY}` }
    const answer = await client.request({ method: 'GET', path, headers })
    const text = await answer.body.text()
    return {
      status: answer.statusCode,
      closes: answer.headers.connection === 'close',
      body: JSON.parse(text),
    }
  } finally {
    await client.close()
  }
}

test('ready turns 503 at the first signal while the rest is answered, and a second signal ends it', async () => {
  const { child, url, exited } = await start(300)
  assert.deepEqual((await ask(url, '/health/ready')).status, 200)
  child.kill('SIGTERM')
  const signalledAt = performance.now()
  const ready = await eventually('it drains', async () => {
    const answer = await ask(url, '/health/ready')
    return answer.status === 503 && answer
  })
  assert.equal(ready.body.status, 'draining')
  for (const path of ['/api/v1/me', '/api/v1/health', '/health/live']) {
    const { status, closes } = await ask(url, path)
    assert.deepEqual([status, closes], [200, true], path)
  }
  // What comes within a second is the same wish, which npm passes on a second time.
  await wait(Math.max(0, 1_100 - (performance.now() - signalledAt)))
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [1, null])
  assert.ok(performance.now() - signalledAt < 150_000, 'long before the drain would have ended')
})

test('nobody who looks at readiness first is refused, and it ends by itself', async () => {
  const { child, url, exited } = await start(5)
  let served = 0
  const callers = Array.from({ length: 8 }, async () => {
    // As a balancer that asks before each request.
    while ((await ask(url, '/health/ready')).status === 200) {
      assert.equal((await ask(url, '/api/v1/me')).status, 200)
      served++
    }
  })
  await eventually('all are served', () => served > 50)
  child.kill('SIGTERM')
  await Promise.all(callers)
  assert.deepEqual(await exited, [0, null])
})
