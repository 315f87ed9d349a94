// Tests the mode in which a tab opens: test mode until a real connection exists.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type * as Wishes from '../../panel/api/wishes.ts'

const NAME = 'embarque.wishes'
const stores = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() }

before(() => {
  for (const [name, kept] of Object.entries(stores)) {
    const value = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    }
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
})
beforeEach(() => {
  for (const kept of Object.values(stores)) kept.clear()
})

let tabs = 0
async function newTab(): Promise<typeof Wishes> {
  stores.sessionStorage.clear()
  tabs += 1
  return import(`../../panel/api/wishes.ts?tab=${tabs}`)
}

test('a tab opens in test mode until a real connection exists, and then in live mode', async () => {
  const first = await newTab()
  assert.equal(first.currentWishes().mode, 'test')
  first.wish({ team: 'team_a' })
  first.openIn(false)
  assert.equal(first.currentWishes().mode, 'test')
  const next = await newTab()
  next.openIn(true)
  assert.deepEqual(next.currentWishes(), { mode: 'live', team: 'team_a' }, 'nobody chose test mode')
})

test('a chosen mode stays in its tab; later tabs use it only with a real connection', async () => {
  const tab = await newTab()
  tab.wish({ mode: 'live' })
  tab.openIn(false)
  assert.equal(tab.currentWishes().mode, 'live')
  const other = await newTab()
  other.openIn(false)
  assert.equal(other.currentWishes().mode, 'test')
  stores.localStorage.set(NAME, '{"mode":"test"}')
  const third = await newTab()
  third.openIn(true)
  assert.equal(third.currentWishes().mode, 'test')
})
