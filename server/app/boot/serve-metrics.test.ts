// What whoever gathers metrics is answered: them, nothing else, and a failure that is not the end of the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveMetrics } from './metrics.ts'

test('metrics that cannot be read are 500, and the next reading is as good as any', async (t) => {
  const readings = [async () => assert.fail('a process told nonsense'), async () => 'up 1\n']
  const { port, stop } = await serveMetrics(0, '127.0.0.1', async () => readings.shift()?.() ?? '')
  t.after(stop)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  assert.equal((await ask('/')).status, 404)
  assert.equal((await ask('/metrics')).status, 500)
  const answer = await ask('/metrics')
  assert.deepEqual([answer.status, await answer.text()], [200, 'up 1\n'])
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=/)
})
