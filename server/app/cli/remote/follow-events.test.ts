// A reader that follows a stream over disconnects, resets and errors gets each event once, in order, and ends
// on request.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { CommandFailure } from '../failures.ts'
import { same } from '../terminal.ts'
import type { Service } from './call-service.ts'
import { bytesOf, type Frame, followEvents, type News, readFrames } from './follow-events.ts'

type Line = string | Error

const eventOf = (sequence: number) => ({ id: `evt_${sequence}`, type: 'wallet.credit', sequence })
const frame = (sequence: number) =>
  `id: ${sequence}\nevent: wallet.credit\ndata: ${JSON.stringify(eventOf(sequence))}\n\n`
/** No retry delay, so that the test does not wait. */
const start = (after: number) => `retry: 0\nid: ${after}\n\n`
const reset = (after: number, sequence: number) =>
  `id: ${sequence}\nevent: reset\ndata: ${JSON.stringify({ reason: 'too_many', after, sequence })}\n\n`

/** A service whose connections send these lines in turn; a list of events behind it. */
function serviceOf(connections: Line[][], listed: number[] = []) {
  const asked: { path: string; from: string | undefined }[] = []
  const service: Service = {
    url: 'http://service.invalid',
    key: 'sk_test_x',
    async call(_method, path) {
      asked.push({ path, from: undefined })
      const [, after = '0'] = /after_sequence=(\d+)/.exec(path) ?? []
      const later = listed.filter((one) => one > Number(after))
      return JSON.parse(JSON.stringify({ data: later.slice(0, 100).map(eventOf) }))
    },
    ask: () => assert.fail('no request is expected'),
    async open(path, headers, signal) {
      asked.push({ path, from: headers['last-event-id'] })
      const lines = connections.shift() ?? [new CommandFailure('notAllowed', same('the key was revoked'))]
      const [first] = lines
      if (first instanceof Error) throw first
      return new Response(ReadableStream.from(streamOf(lines, signal)))
    },
    post: () => assert.fail('nothing is posted'),
  }
  return { service, asked }
}

async function* streamOf(lines: Line[], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const line of lines) {
    signal.throwIfAborted()
    if (line instanceof Error) throw line
    yield Buffer.from(line)
  }
}

async function follow(
  service: Service,
  { after, most = Infinity }: { after?: number; most?: number } = {},
): Promise<{ news: News[]; numbers: number[]; error: Error | undefined }> {
  const news: News[] = []
  const numbers = () => news.flatMap((one) => (one.kind === 'event' ? [one.event.sequence] : []))
  const stop = new AbortController()
  try {
    for await (const one of followEvents(service, { after, stop: stop.signal })) {
      news.push(one)
      if (numbers().length >= most) break
    }
    return { news, numbers: numbers(), error: undefined }
  } catch (error) {
    return { news, numbers: numbers(), error: error instanceof Error ? error : undefined }
  }
}

const CUT = new Error('the line was cut')

test('events arrive in order, until the reader stops', async () => {
  const { service, asked } = serviceOf([[start(4), frame(5), frame(6) + frame(7), frame(8)]])
  const { numbers, news } = await follow(service, { most: 3 })
  assert.deepEqual(numbers, [5, 6, 7])
  assert.deepEqual(news[0], { kind: 'connected', after: 4 })
  assert.deepEqual(asked, [{ path: '/api/v1/stream', from: undefined }])
})

test('a cut connection resumes after the last event', async () => {
  const { service, asked } = serviceOf([
    [start(4), frame(5), CUT],
    [new CommandFailure('notReached', same('away'))],
    [start(5), CUT],
    [start(5), frame(6), frame(7)],
    [start(7), frame(8)],
  ])
  const { numbers, news } = await follow(service, { most: 4 })
  assert.deepEqual(numbers, [5, 6, 7, 8])
  assert.deepEqual(
    asked.map(({ from }) => from),
    [undefined, '5', '5', '5', '7'],
  )
  const reasons = news.flatMap((one) => (one.kind === 'cut' ? [one.reason[0]] : []))
  assert.deepEqual(reasons, ['the line was cut', 'away', 'the line was cut', 'the service ended the stream'])
})

test('a connection cut within a frame delivers that event once', async () => {
  const [head, tail] = [frame(6).slice(0, 20), frame(6)]
  const { service } = serviceOf([
    [start(4), frame(5), head, CUT],
    [start(5), tail],
  ])
  assert.deepEqual((await follow(service, { most: 2 })).numbers, [5, 6])
})

test('a given sequence starts after it', async () => {
  const { service, asked } = serviceOf([[start(2), frame(3)]])
  assert.deepEqual((await follow(service, { after: 2, most: 1 })).numbers, [3])
  assert.equal(asked[0]?.from, '2')
})

test('events that the stream omits are listed, page by page, up to where it continues', async () => {
  const listed = Array.from({ length: 260 }, (_, index) => index + 1)
  const { service, asked } = serviceOf([[start(5), reset(5, 250), frame(251)]], listed)
  const { numbers, news } = await follow(service, { after: 5, most: 246 })
  assert.deepEqual(news[1], { kind: 'reset', reason: 'too_many', after: 5 })
  assert.deepEqual(
    numbers,
    Array.from({ length: 246 }, (_, index) => index + 6),
  )
  const pages = asked.flatMap(({ path }) => /after_sequence=(\d+)/.exec(path)?.[1] ?? [])
  assert.deepEqual(pages, ['5', '105', '205'])
})

test('a cut during the list continues after the last listed event', async () => {
  const listed = [6, 7, 8]
  const { service } = serviceOf(
    [
      [start(5), reset(5, 8), CUT],
      [start(8), frame(9)],
    ],
    listed,
  )
  assert.deepEqual((await follow(service, { after: 5, most: 4 })).numbers, [6, 7, 8, 9])
})

test('a first connection that fails reports its reason at once', async () => {
  const { service } = serviceOf([[new CommandFailure('notReached', same('nobody is there'))]])
  const { news, error } = await follow(service, { after: 3 })
  assert.deepEqual([news, error?.message], [[], 'nobody is there'])
})

test('a revoked permission ends it with the reason, without another request', async () => {
  const { service, asked } = serviceOf([[start(1), frame(2), CUT]])
  const { numbers, error } = await follow(service)
  assert.deepEqual([numbers, error?.message, asked.length], [[2], 'the key was revoked', 2])
})

test('it stops on request, even while no event arrives', async () => {
  const stop = new AbortController()
  const { service } = serviceOf([])
  async function* silence(signal: AbortSignal) {
    yield Buffer.from(start(1))
    await new Promise((_resolve, reject) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const open: Service['open'] = async (_path, _headers, signal) =>
    new Response(ReadableStream.from(silence(signal)))
  const news: News[] = []
  for await (const one of followEvents({ ...service, open }, { stop: stop.signal })) {
    news.push(one)
    queueMicrotask(() => stop.abort())
  }
  assert.deepEqual(news, [{ kind: 'connected', after: 1 }])
})

// However a stream is split into chunks, also within a character, the frames are the same.

async function framesOf(chunks: Iterable<Uint8Array>): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const frame of readFrames(Readable.from(chunks))) frames.push(frame)
  return frames
}

const TEXT = [
  'retry: 1617\nid: 41\n\n',
  ':\n\n',
  'id: 42\nevent: booking.created\ndata: {"name":"São João ✈"}\n\n',
  'event:tight\ndata:no space\n\n',
  'data: a: b: c\nunknown: field\nnonsense\n\n',
].join('')

const FRAMES: Frame[] = [
  { retry: '1617', id: '41' },
  {},
  { id: '42', event: 'booking.created', data: '{"name":"São João ✈"}' },
  { event: 'tight', data: 'no space' },
  { data: 'a: b: c' },
]

for (const size of [1, 2, 3, 7, 64, 10_000])
  test(`frames are read in chunks of ${size} bytes`, async () => {
    const bytes = Buffer.from(TEXT)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    assert.deepEqual(await framesOf(chunks), FRAMES)
  })

test('a cut-off frame is dropped', async () => {
  assert.deepEqual(await framesOf([Buffer.from('id: 1\n\nid: 2\ndata: {"half":')]), [{ id: '1' }])
  assert.deepEqual(await framesOf([]), [])
})

test('a response without a body has no frames', async () => {
  assert.deepEqual(await Array.fromAsync(bytesOf(new Response(null, { status: 204 }))), [])
  const bytes = await Array.fromAsync(bytesOf(new Response('id: 1\n\n')))
  assert.deepEqual(await framesOf(bytes), [{ id: '1' }])
})
