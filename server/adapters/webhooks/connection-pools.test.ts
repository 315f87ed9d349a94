// Connections are reused, but neither for ever nor between teams.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { type Receiver, startReceiver } from '../../../test/support/fakes/receiver.ts'
import { sendBoundedRequest } from './client.ts'
import { makeConnect, makePools, type Pools } from './connections.ts'

const TEAM = 'team_1'
const closers: (() => Promise<unknown>)[] = []
after(() => Promise.all(closers.map((close) => close())))

function pools(limits?: Parameters<typeof makePools>[1]): Pools {
  const resolve = async () => ['127.0.0.1']
  const made = makePools(
    makeConnect({ allowedCidrs: [], loopbackOpen: true, resolve, timeoutMs: 5_000 }),
    limits,
  )
  closers.push(() => made.close())
  return made
}

async function receiver(options: Parameters<typeof startReceiver>[0] = {}): Promise<Receiver> {
  const started = await startReceiver(options)
  closers.push(() => started.close())
  return started
}

const post = (made: Pools, { url }: { url: string }) =>
  sendBoundedRequest(made.poolOf(url, TEAM), { method: 'POST', path: '/', body: '{}' }, 5_000)

test('of too many hosts the least recently used is dropped, after its requests in flight', async () => {
  const made = pools({ origins: 2 })
  const [first, second, third] = [
    await receiver(),
    await receiver({ answer: () => 'hang' }),
    await receiver(),
  ]
  await post(made, first)
  const hanging = post(made, second)
  await second.waitFor(1)
  await post(made, first)
  await post(made, third)
  assert.equal(second.openConnections, 1, 'its exchange goes on')
  assert.ok(first.openConnections > 0, 'used since')
  await second.close()
  assert.equal((await hanging).status, null)
})

test('a dropped host loses its idle connections', async () => {
  const made = pools({ origins: 1 })
  const [first, second] = [await receiver(), await receiver()]
  await post(made, first)
  await post(made, second)
  await eventually('they are closed', () => first.openConnections === 0)
  assert.ok(second.openConnections > 0)
})

test('a host whose connections ended, or failed, is forgotten', async () => {
  const made = pools()
  const started = await receiver()
  const pool = made.poolOf(started.url, TEAM)
  await post(made, started)
  assert.equal(made.poolOf(started.url, TEAM), pool)
  await started.close()
  await eventually('the pool is dropped', () => made.poolOf(started.url, TEAM) !== pool)
  const refused = made.poolOf(started.url, TEAM)
  assert.equal((await post(made, started)).error, 'the connection was refused')
  await eventually('the pool is dropped too', () => made.poolOf(started.url, TEAM) !== refused)
})

test("idle connections are closed, whatever the host's keep-alive", async () => {
  const made = pools({ idleMs: 50, idleMaxMs: 50 })
  for (const headers of [{}, { 'keep-alive': 'timeout=99999' }]) {
    const started = await receiver({ answer: () => ({ status: 200, headers }) })
    const openMs = async () => {
      await post(made, started)
      const start = performance.now()
      await eventually('the connection is closed', () => started.openConnections === 0)
      return performance.now() - start
    }
    // The second attempt is for a busy machine.
    assert.ok((await openMs()) < 3_500 || (await openMs()) < 3_500, 'sooner than without the limits')
  }
})

test('closing waits for dropped hosts too', async () => {
  const made = pools({ origins: 1 })
  const [first, second] = [
    await receiver({ answer: () => ({ status: 200, delayMs: 100 }) }),
    await receiver(),
  ]
  let status: number | null = null
  const slow = post(made, first).then((response) => {
    status = response.status
  })
  await first.waitFor(1)
  await post(made, second)
  await made.close()
  assert.equal(status, 200)
  await slow
})
