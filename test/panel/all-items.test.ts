// Tests that all pages of a list are read, in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allItems } from '../../panel/api/all-items.ts'

const pages: Readonly<Record<string, { readonly items: readonly number[]; readonly next: string | null }>> = {
  first: { items: [1, 2], next: 'second' },
  second: { items: [3, 4], next: 'third' },
  third: { items: [5], next: null },
}

const pageAt = async (cursor = 'first') => {
  const { items, next } = pages[cursor] ?? assert.fail(cursor)
  return { items, pagination: { next_cursor: next } }
}

test('all pages of a list are read, in order', async () => {
  assert.deepEqual(await allItems(pageAt), [1, 2, 3, 4, 5])
})

test('a list of one page is read once', async () => {
  assert.deepEqual(await allItems(() => pageAt('third')), [5])
})

test('no more pages are read than the caller needs', async () => {
  assert.deepEqual(await allItems(pageAt, (rows) => rows.includes(3)), [1, 2, 3, 4])
})
