// The metrics of several processes are merged into one service: counters are summed and never decrease.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { gatherMetrics, serveMetrics } from './metrics.ts'

/** Plays a process with its own metrics. */
function play(name: string) {
  const registry = new Registry()
  const about = { help: 'x', registers: [registry] }
  const counter = new Counter({ name: 'test_requests_total', labelNames: ['route'], ...about })
  const gauge = new Gauge({ name: 'test_memory_bytes', ...about })
  const histogram = new Histogram({ name: 'test_seconds', buckets: [1, 2], ...about })
  return { name, registry, counter, gauge, histogram }
}

test('counters are summed, and gauges reported per process', async () => {
  const [one, two] = [play('api 1'), play('api 2')]
  one.counter.inc({ route: '/a' }, 3)
  two.counter.inc({ route: '/a' }, 4)
  two.counter.inc({ route: '/b' })
  one.gauge.set(10)
  two.gauge.set(20)
  one.histogram.observe(0.5)
  two.histogram.observe(1.5)
  const read = gatherMetrics(() =>
    [one, two].map(({ name, registry }) => ({
      name,
      readMetrics: async () => ({ nth: 1, metrics: await registry.getMetricsAsJSON() }),
    })),
  )
  const lines = (await read()).split('\n')
  for (const line of [
    'test_requests_total{route="/a"} 7',
    'test_requests_total{route="/b"} 1',
    'test_memory_bytes{process="api 1"} 10',
    'test_memory_bytes{process="api 2"} 20',
    'test_seconds_bucket{le="1"} 1',
    'test_seconds_bucket{le="2"} 2',
    'test_seconds_count 2',
    'test_seconds_sum 2',
  ])
    assert.ok(lines.includes(line), `${line} in ${lines.join('\n')}`)
})

test('an unresponsive process keeps its last values, and a replaced one its counts', async () => {
  const [first, second] = [play('api 1'), play('api 1')]
  first.counter.inc({ route: '/a' }, 5)
  first.gauge.set(10)
  second.counter.inc({ route: '/a' }, 2)
  second.gauge.set(20)
  let now: { nth: number; of: typeof first } | undefined = { nth: 1, of: first }
  const readMetrics = async () => now && { nth: now.nth, metrics: await now.of.registry.getMetricsAsJSON() }
  const read = gatherMetrics(() => [{ name: 'api 1', readMetrics }])
  const figures = async () => (await read()).split('\n').filter((line) => line.startsWith('test_'))
  const before = await figures()
  assert.ok(before.includes('test_requests_total{route="/a"} 5'))
  now = undefined
  assert.deepEqual(await figures(), before)
  now = { nth: 2, of: second }
  for (const _ of [1, 2]) {
    const after = await figures()
    assert.ok(after.includes('test_requests_total{route="/a"} 7'), after.join('\n'))
    assert.ok(after.includes('test_memory_bytes{process="api 1"} 20'), after.join('\n'))
  }
})

test('processes replaced together during concurrent reads are counted once each', async () => {
  const lives = ['api 1', 'api 2'].map((name) => [play(name), play(name)])
  for (const [first, second] of lives) {
    first?.counter.inc({ route: '/a' }, 10)
    second?.counter.inc({ route: '/a' })
  }
  let nth = 1
  const read = gatherMetrics(() =>
    lives.map((ofOne, index) => ({
      name: `api ${index + 1}`,
      readMetrics: async () => {
        const metrics = await ofOne[nth - 1]?.registry.getMetricsAsJSON()
        return metrics && { nth, metrics }
      },
    })),
  )
  const counted = async () => /test_requests_total\{route="\/a"\} (\d+)/.exec(await read())?.[1]
  assert.equal(await counted(), '20')
  nth = 2
  assert.deepEqual(await Promise.all([counted(), counted(), counted()]), ['22', '22', '22'])
})

// The metrics endpoint serves only metrics, and a failure does not end the process.

test('metrics that cannot be read are 500, and the next read works', async (t) => {
  const readings = [async () => assert.fail('a process sent nonsense'), async () => 'up 1\n']
  const { port, stop } = await serveMetrics(0, '127.0.0.1', async () => readings.shift()?.() ?? '')
  t.after(stop)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  assert.equal((await ask('/')).status, 404)
  assert.equal((await ask('/metrics')).status, 500)
  const response = await ask('/metrics')
  assert.deepEqual([response.status, await response.text()], [200, 'up 1\n'])
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=/)
})
