import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinedBytes } from './bounded.ts'

test('the bytes are those of the texts joined, whatever they are written with', () => {
  const texts = ['{"a":"', 'São Paulo', '', '東京', '😀', '\n', 'x'.repeat(10_000), '"}']
  assert.deepEqual(joinedBytes(texts), Buffer.from(texts.join('')))
  assert.deepEqual(joinedBytes([]), Buffer.alloc(0))
})

test('they share no memory with others, so that they can change hands', () => {
  const bytes = joinedBytes(['a', 'b'])
  assert.equal(bytes.buffer.byteLength, bytes.byteLength)
})
