// A process that is killed between a connection's hand-over and its word that it took it.
import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../../test/support/data-dir.ts'
import { closeWithIt } from './hand-overs.ts'

const LISTENS = `
  import { createServer } from 'node:net'
  createServer((socket) => socket.end('answered')).listen(0, '127.0.0.1', function () {
    process.send({ port: this.address().port })
  })`

async function startOne() {
  const exec = join(temporaryFolder(), 'listens.mjs')
  writeFileSync(exec, LISTENS)
  cluster.setupPrimary({ exec, args: [], execArgv: [], silent: true })
  const worker = cluster.fork()
  after(() => worker.process.kill('SIGKILL'))
  closeWithIt(worker)
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }]
  return { port, kill: (signal: NodeJS.Signals) => worker.process.kill(signal) }
}

test('its callers are cut off, and do not wait for ever', { timeout: 60_000 }, async () => {
  const { port, kill } = await startOne()
  const answered = connect(port, '127.0.0.1').setEncoding('utf8')
  assert.deepEqual(await once(answered, 'data'), ['answered'])
  kill('SIGSTOP')
  const callers = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  const ends = callers.map((caller) => {
    caller.on('error', () => {}).resume()
    return new Promise((resolve) => caller.once('close', resolve))
  })
  await Promise.all(callers.map((caller) => once(caller, 'connect')))
  for (const caller of callers) caller.write('anybody?')
  kill('SIGKILL')
  assert.equal((await Promise.all(ends)).length, 3)
})
