// Parsing of `Prefer: wait=N`: the grammar of RFC 7240, and what is ignored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitSecondsOf } from './negotiation.ts'

test('wait is whole seconds, anywhere among other preferences, 20 at most', () => {
  for (const [header, seconds] of [
    ['wait=5', 5],
    ['Wait = 5', 5],
    ['wait="5"', 5],
    ['respond-async, wait=10', 10],
    ['foo="a, wait=1"; bar, wait=7; baz=1', 7],
    ['wait=0', 0],
    ['wait=60', 20],
    [`wait=${'9'.repeat(400)}`, 20],
    ['wait=3, wait=4', 3],
  ] as const)
    assert.equal(waitSecondsOf(header), seconds, header)
  assert.equal(waitSecondsOf(['respond-async', 'wait=2']), 2)
})

test('an invalid wait is ignored, and a second one does not replace it', () => {
  const wrong = 'wait, wait=, wait=-1, wait=1.5, wait=soon, wait="5, x-wait=5, awaiting=5, "wait=5"'.split(
    ', ',
  )
  for (const header of [...wrong, '', 'wait=x, wait=4', 'wait=1 2', `wait=5, ${'x'.repeat(500)}`])
    assert.equal(waitSecondsOf(header), undefined, header)
  assert.equal(waitSecondsOf(undefined), undefined)
})
