import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinedBytes, ownBytes } from './bytes.ts'

test('a copy has the same bytes in memory of its own', () => {
  const shared = Buffer.from('sealed')
  const own = ownBytes(shared)
  shared.fill(0)
  assert.equal(own.toString(), 'sealed')
  assert.equal(own.buffer.byteLength, own.length)
  assert.equal(ownBytes(Buffer.alloc(0)).length, 0)
})

test('the bytes are those of the joined texts in UTF-8', () => {
  const texts = ['{"a":"', 'São Paulo', '', '東京', '😀', '\n', 'x'.repeat(10_000), '"}']
  assert.deepEqual(joinedBytes(texts), Buffer.from(texts.join('')))
  assert.deepEqual(joinedBytes([]), Buffer.alloc(0))
})

test('they share no memory, so that they can be transferred', () => {
  const bytes = joinedBytes(['a', 'b'])
  assert.equal(bytes.buffer.byteLength, bytes.byteLength)
})
