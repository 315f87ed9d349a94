// Which thread gets a piece of work: the one with the least to do, but what is the same goes to where it is under way.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeLog } from './log.ts'
import { makeThreads } from './threads.ts'

/** Answers with the number of its thread. */
const ANSWERING = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: threadId }))`

const threads = makeThreads({
  entry: new URL(`data:text/javascript,${encodeURIComponent(ANSWERING)}`),
  data: () => null,
  count: 2,
  log: makeLog({ level: 'fatal' }),
})
after(() => threads.close())

const places = async (...names: (string | undefined)[]) => {
  const found = await Promise.all(names.map((same) => threads.run('x', null, same)))
  return found.map((place) => found.indexOf(place))
}

test('what has no name is spread over all threads', async () => {
  assert.deepEqual(await places(undefined, undefined, undefined, undefined), [0, 1, 0, 1])
})

test('what is the same stays on one thread while any of it is under way, however much that has to do', async () => {
  assert.deepEqual(await places('a', 'a', 'a', 'b', undefined, 'a', 'b'), [0, 0, 0, 3, 3, 0, 3])
})

test('who is closed takes nothing more', async () => {
  await threads.close()
  await assert.rejects(threads.run('x', null), { code: 'service_unavailable' })
})
