// Tests the mode in which a tab opens: test mode until a real connection exists.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type * as Preferences from '../../panel/api/preferences.ts'

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
async function newTab(): Promise<typeof Preferences> {
  stores.sessionStorage.clear()
  tabs += 1
  return import(`../../panel/api/preferences.ts?tab=${tabs}`)
}

test('a tab opens in test mode until a real connection exists, and then in live mode', async () => {
  const first = await newTab()
  assert.equal(first.currentPreferences().mode, 'test')
  first.setPreferences({ team: 'team_a' })
  first.decideMode(false)
  assert.equal(first.currentPreferences().mode, 'test')
  const next = await newTab()
  next.decideMode(true)
  assert.deepEqual(next.currentPreferences(), { mode: 'live', team: 'team_a' }, 'test mode was not chosen')
})

test('a chosen mode stays in its tab; later tabs use it only with a real connection', async () => {
  const tab = await newTab()
  tab.setPreferences({ mode: 'live' })
  tab.decideMode(false)
  assert.equal(tab.currentPreferences().mode, 'live')
  const other = await newTab()
  other.decideMode(false)
  assert.equal(other.currentPreferences().mode, 'test')
  stores.localStorage.set(NAME, '{"mode":"test"}')
  const third = await newTab()
  third.decideMode(true)
  assert.equal(third.currentPreferences().mode, 'test')
})
