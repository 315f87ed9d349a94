import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownBytes } from './bounded.ts'

test('a copy has the same bytes and shares its memory with nobody', () => {
  const shared = Buffer.from('sealed')
  const own = ownBytes(shared)
  shared.fill(0)
  assert.equal(own.toString(), 'sealed')
  assert.equal(own.buffer.byteLength, own.length)
  assert.equal(ownBytes(Buffer.alloc(0)).length, 0)
})
