// Something that is waited for at most so long: done in time, too late, or failed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unlessAborted, within } from './concurrency.ts'

const LONG_MS = 3_600_000

test('what is done in time is handed on, so is its failure, and no timer keeps the process up', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  assert.equal(await within(LONG_MS, Promise.resolve('done')), 'done')
  await assert.rejects(within(LONG_MS, Promise.reject(new Error('broken'))), /broken/)
  assert.equal(timers(), before)
})

test('what nobody wants any more is not waited for, nor begun', async () => {
  const wish = new AbortController()
  assert.equal(await unlessAborted(wish.signal, async () => 'done'), 'done')
  await assert.rejects(
    unlessAborted(wish.signal, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  const endless = unlessAborted(wish.signal, () => new Promise(() => {}))
  wish.abort(new Error('enough'))
  await assert.rejects(endless, /enough/)
  await assert.rejects(
    unlessAborted(wish.signal, () => assert.fail('it was begun')),
    /enough/,
  )
})

test('what is late is undefined', async () => {
  assert.equal(await within(1, new Promise(() => {})), undefined)
})
