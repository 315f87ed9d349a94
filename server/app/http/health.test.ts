// A draining process closes the connection with each response.
import assert from 'node:assert/strict'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeDrain } from './health.ts'
import { drainMs } from './settings.ts'

test('responses keep their connection until the drain starts, and close it afterwards', async (t) => {
  const server = createServer((_request, response) => response.end('served'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  t.after(() => {
    agent.destroy()
    server.close()
  })
  const connectionOf = () =>
    new Promise<string | undefined>((resolve, reject) => {
      const take = (answer: IncomingMessage) =>
        answer.resume().once('end', () => resolve(answer.headers.connection))
      get({ port, agent }, take).once('error', reject)
    })
  const drain = makeDrain(server, { drainSeconds: 0, environment: 'production' })
  assert.deepEqual([drain.isOn(), await connectionOf()], [false, 'keep-alive'])
  const over = drain.begin()
  assert.equal(drain.isOn(), true, 'balancers see it at once')
  await over
  assert.equal(await connectionOf(), 'close', 'and it still answers')
})

test('the drain lasts 5 seconds in production, 0 elsewhere, or as set', () => {
  assert.equal(drainMs({ drainSeconds: null, environment: 'production' }), 5_000)
  assert.equal(drainMs({ drainSeconds: null, environment: 'development' }), 0)
  assert.equal(drainMs({ drainSeconds: 40, environment: 'development' }), 40_000)
})
