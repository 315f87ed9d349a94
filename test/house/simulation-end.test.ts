// A simulation may be ended at any moment, or by its own clock: nothing that it started may be left behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isAlive } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { openLine } from '../simulate/frozen-line.ts'
import { eventually } from '../support/eventually.ts'

const ALONG = new URL('../simulate/taken-along.ts', import.meta.url).href

test('what was started ends with the simulation, also what is paused; what was forgotten does not', async () => {
  const script = `
    import { spawn } from 'node:child_process'
    import { takeAlong } from '${ALONG}'
    const asleep = () => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const [paused, gone, kept] = [asleep(), asleep(), asleep()]
    takeAlong(() => { throw new Error('it has ended already') })
    takeAlong(() => paused.kill('SIGKILL'))
    takeAlong(() => gone.kill('SIGKILL'))
    takeAlong(() => kept.kill('SIGKILL'))()
    paused.kill('SIGSTOP')
    process.stdout.write(JSON.stringify([paused.pid, gone.pid, kept.pid]))
    process.exit(3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const [paused, gone, kept]: [number, number, number] = JSON.parse(out)
  try {
    assert.equal(code, 3)
    await eventually('those are gone', () => !isAlive(paused) && !isAlive(gone))
    assert.equal(isAlive(kept), true)
  } finally {
    process.kill(kept, 'SIGKILL')
  }
})

test('a line that thaws tells each end that the other has gone meanwhile', async (t) => {
  const far: Socket[] = []
  const server = createServer((socket) => void far.push(socket.on('error', () => {}).resume()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const line = await openLine(() => ({ host: '127.0.0.1', port: address.port }))
  t.after(async () => {
    await line.close()
    server.close()
  })
  const near = createConnection({ host: '127.0.0.1', port: line.port }).on('error', () => {})
  await once(near, 'connect')
  const [end] = await eventually('the line leads to the server', () => far.length > 0 && far)
  line.freeze()
  near.resetAndDestroy()
  await once(near, 'close')
  assert.equal(end?.closed, false)
  line.thaw()
  await eventually('the server is told', () => end?.closed)
})
