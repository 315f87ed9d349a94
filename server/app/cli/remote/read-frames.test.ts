// However a stream is cut into chunks, in the middle of a character too, the same frames come out of it.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { bytesOf, type Frame, readFrames } from './follow-events.ts'

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
  test(`in chunks of ${size} bytes`, async () => {
    const bytes = Buffer.from(TEXT)
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    assert.deepEqual(await framesOf(chunks), FRAMES)
  })

test('a frame that was cut off is none', async () => {
  assert.deepEqual(await framesOf([Buffer.from('id: 1\n\nid: 2\ndata: {"half":')]), [{ id: '1' }])
  assert.deepEqual(await framesOf([]), [])
})

test('an answer without a body has no frames', async () => {
  assert.deepEqual(await Array.fromAsync(bytesOf(new Response(null, { status: 204 }))), [])
  const bytes = await Array.fromAsync(bytesOf(new Response('id: 1\n\n')))
  assert.deepEqual(await framesOf(bytes), [{ id: '1' }])
})
