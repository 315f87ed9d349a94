// A simulation may end at any moment: no process that it started survives it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isAlive } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { eventually } from '../support/eventually.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'

const CLEANUP = new URL('../simulate/cleanup.ts', import.meta.url).href

test('an exit runs all cleanups, also of paused processes, but none that was withdrawn', async () => {
  const script = `
    import { spawn } from 'node:child_process'
    import { atExit } from '${CLEANUP}'
    const sleeping = () => spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const [paused, ended, kept] = [sleeping(), sleeping(), sleeping()]
    atExit(() => { throw new Error('it has ended already') })
    atExit(() => paused.kill('SIGKILL'))
    atExit(() => ended.kill('SIGKILL'))
    atExit(() => kept.kill('SIGKILL'))()
    paused.kill('SIGSTOP')
    process.stdout.write(JSON.stringify([paused.pid, ended.pid, kept.pid]))
    process.exit(3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const [paused, ended, kept]: [number, number, number] = JSON.parse(out)
  try {
    assert.equal(code, 3)
    await eventually('both have ended', () => !isAlive(paused) && !isAlive(ended))
    assert.equal(isAlive(kept), true)
  } finally {
    process.kill(kept, 'SIGKILL')
  }
})

test('a proxy that thaws closes connections whose other end has closed meanwhile', async (t) => {
  const far: Socket[] = []
  const server = createServer((socket) => void far.push(socket.on('error', () => {}).resume()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: address.port }))
  t.after(async () => {
    await proxy.close()
    server.close()
  })
  const near = createConnection({ host: '127.0.0.1', port: proxy.port }).on('error', () => {})
  await once(near, 'connect')
  const [end] = await eventually('the server is reached', () => far.length > 0 && far)
  proxy.freeze()
  near.resetAndDestroy()
  await once(near, 'close')
  assert.equal(end?.closed, false)
  proxy.thaw()
  await eventually('the server sees the end', () => end?.closed)
})
